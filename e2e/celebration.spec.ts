import { setTimeout as pause } from 'node:timers/promises';
import type { Locator, Page } from '@playwright/test';
import { CELEBRATION_FADE_MS, CELEBRATION_MS, CELEBRATION_TEXT } from '#core/leader-notice.ts';
import { makeLeague, sunday } from './live-league.ts';
import { expect, test } from './support/test.ts';

test.use({ kind: 'league' });

const bobWins = { homeScore: 30, awayScore: 0, status: 'Final' } as const;
/** The tolerance for an early end: timers and frames are not exact. */
const EARLY_MS = 60;
/** The tolerance for a late end on a busy machine. */
const LATE_MS = 3000;
/** For this long after a page was opened, its data may be outdated, so changes of the week are followed at once. */
const SETTLING_MS = 10_500;
/** A celebration ended by hand is gone well before its normal end. */
const EARLIER_MS = CELEBRATION_MS - 1500;

test('the new leader sees a celebration for 4 s, others see a toast, and a tie is celebrated by everyone in it', {
  tag: '@long',
}, async ({ page, app, newPage }) => {
  const league = await makeLeague(app, sunday);
  const other = await newPage();
  await league.open(page, 'Bob', '/matchup');
  await league.open(other, 'Dee', '/profile');
  await settled(page, other);
  const lasted = celebrationTimes(page);

  await league.edit('GB', bobWins);
  await expect(page.getByText(CELEBRATION_TEXT)).toBeVisible();
  const whole = { x: 0, y: 0, ...page.viewportSize() };
  expect(await page.locator('.celebration').boundingBox(), 'fills the screen').toEqual(whole);
  await expect(toast(page, 'New Week Leader!')).toContainText('You lead the week with 2');
  await expect(toast(other, 'New Week Leader!')).toContainText('Bob leads the week with 2');
  await expect(other.getByText(CELEBRATION_TEXT)).toBeHidden();
  await expect(other.locator('canvas')).toHaveCount(0);
  const { shown, total } = await lasted;
  expect(shown).toBeGreaterThan(CELEBRATION_MS - EARLY_MS);
  expect(shown).toBeLessThan(CELEBRATION_MS + LATE_MS);
  expect(total).toBeGreaterThan(CELEBRATION_MS + CELEBRATION_FADE_MS - EARLY_MS);
  expect(total).toBeLessThan(CELEBRATION_MS + CELEBRATION_FADE_MS + LATE_MS);
  await expect(page.locator('canvas')).toHaveCount(0);

  await league.edit('BUF', bobWins);
  for (const each of [page, other]) {
    await expect(toast(each, 'Week Leader Update!')).toContainText('2 people tied at 2');
    await expect(each.getByText(CELEBRATION_TEXT)).toBeHidden();
  }
});

test('the last game of a week is also announced, and viewers of the week keep seeing it', {
  tag: '@long',
}, async ({ page, app }) => {
  test.slow();
  const later = { weekId: '2026-week2', home: 'MIA', away: 'NE', status: 'Not Started' } as const;
  const weeks = ['2026-week1', '2026-week2'];
  const games = [...sunday.games.slice(0, 1), ...sunday.games.slice(2, 3), later];
  const players = { Ann: 'aaa', Bob: 'hhh', Cid: 'ha-' };
  const league = await makeLeague(app, { weeks, games, players });
  await league.open(page, 'Bob', '/matchup');
  await settled(page);
  await expect(page.getByText('Sunday Crew · Week 1')).toBeVisible();
  await pause(SETTLING_MS);

  await league.edit('GB', bobWins);
  await expect(page.getByText(CELEBRATION_TEXT)).toBeVisible();
  await expect(toast(page, 'New Week Leader!')).toContainText('You lead the week with 2');
  await page.keyboard.press('Escape');
  await expect(page.getByText('Sunday Crew · Week 1')).toBeVisible();
  await expect(page.getByRole('img', { name: 'Won the week' }).filter({ visible: true }).first()).toBeVisible();

  await page.getByRole('link', { name: 'Scoreboard' }).filter({ visible: true }).first().click();
  await expect(page.getByText(/Week 2/).first()).toBeVisible();
  await page.getByRole('link', { name: 'MatchUp' }).filter({ visible: true }).first().click();
  await expect(page.getByText('Sunday Crew · Week 2')).toBeVisible();
});

test('Escape or a tap ends the celebration, and typing is not interrupted', { tag: '@long' }, async ({
  page,
  app,
  isMobile,
}) => {
  const league = await makeLeague(app, sunday);
  await league.open(page, 'Bob', '/matchup');
  await settled(page);
  const search = page.getByRole('searchbox', { name: 'Find a member' });
  await search.pressSequentially('b');

  await league.edit('GB', bobWins);
  await expect(page.getByText(CELEBRATION_TEXT)).toBeVisible();
  await expect(search).toBeFocused();
  await page.keyboard.type('o');
  await expect(search).toHaveValue('bo');
  await page.keyboard.press('Escape');
  await expect(page.locator('.celebration')).toHaveCount(0, { timeout: EARLIER_MS });
  await expect(search).toBeFocused();

  await league.edit('DAL', bobWins);
  await expect(page.getByText(CELEBRATION_TEXT)).toBeVisible();
  const middle = page.locator('.celebration');
  if (isMobile) await middle.tap();
  else await middle.click();
  await expect(middle).toHaveCount(0, { timeout: EARLIER_MS });
  await expect(search).toBeFocused();
});

test('the celebration and toasts are above an open dialog or menu, and usable there', { tag: '@long' }, async ({
  page,
  app,
  isMobile,
}) => {
  const league = await makeLeague(app, { ...sunday, players: { ...sunday.players, Bob: 'hahh-' } });
  await league.open(page, 'Bob', '/picks');
  await settled(page);
  const over = async (open: Locator, change: () => Promise<unknown>) => {
    await change();
    await expect(page.getByText(CELEBRATION_TEXT)).toBeVisible();
    await expect.poll(() => page.evaluate(isOnTop)).toBe(true);
    await toast(page, 'New Week Leader!').getByRole('button', { name: 'Close' }).click();
    await expect(toast(page, 'New Week Leader!')).toHaveCount(0, { timeout: EARLIER_MS });
    await page.keyboard.press('Escape');
    await expect(page.locator('.celebration')).toHaveCount(0, { timeout: EARLIER_MS });
    await expect(open).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(open).toBeHidden();
  };
  await page.getByRole('button', { name: 'Quick fill' }).click();
  const dialog = page.getByRole('dialog', { name: 'Quick fill' });
  await expect(dialog).toBeVisible();
  await over(dialog, () => league.edit('GB', bobWins));
  if (!isMobile) return;
  await page.getByRole('button', { name: 'Menu' }).click();
  const menu = page.getByRole('navigation', { name: 'Menu' });
  await expect(menu).toBeVisible();
  await over(menu, () => league.edit('DAL', bobWins));
});

test('with reduced motion, the news comes without confetti or movement', { tag: '@long' }, async ({ page, app }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const league = await makeLeague(app, sunday);
  await league.open(page, 'Bob', '/profile');
  await settled(page);
  await page.evaluate(() => {
    const canvases: Element[] = [];
    Object.assign(window, { canvases });
    const look = () => canvases.push(...document.querySelectorAll('canvas'));
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
  });

  await league.edit('GB', bobWins);
  const celebration = page.locator('.celebration');
  await expect(celebration).toBeVisible();
  await expect(celebration).toHaveCSS('animation-name', 'none');
  await expect(celebration).toHaveCSS('transition-duration', '0s');
  await expect(toast(page, 'New Week Leader!')).toBeVisible();
  await expect(celebration).toHaveCount(0);
  expect(await page.evaluate(() => (window as unknown as { canvases: Element[] }).canvases.length)).toBe(0);
});

test('no sound plays before the first interaction with the page', { tag: '@long' }, async ({ page, app }) => {
  const sounds = await countSounds(page);
  const league = await makeLeague(app, sunday);
  // Any script that Playwright evaluates in a page counts as an interaction there, so until the end only the network is watched.
  const isReady = Promise.all([page.waitForResponse(/\/leader$/), page.waitForEvent('websocket')]);
  await league.open(page, 'Bob', '/profile');
  await isReady;
  await pause(500);
  const readAgain = page.waitForResponse(/\/leader$/);
  await league.edit('GB', bobWins);
  await readAgain;
  await pause(500);
  expect(sounds()).toBe(0);
  await expect(page.getByText(CELEBRATION_TEXT)).toBeVisible();

  await page.getByRole('heading', { name: 'Edit Profile' }).focus();
  await league.edit('DAL', bobWins);
  await expect.poll(sounds).toBe(1);
});

test('sound can be switched off, and the device remembers that', { tag: '@long' }, async ({ page, app }) => {
  const sounds = await countSounds(page);
  const league = await makeLeague(app, sunday);
  await league.open(page, 'Bob', '/profile');
  await settled(page);
  await switchSounds(page, 'off');
  await league.edit('GB', bobWins);
  await expect(page.getByText(CELEBRATION_TEXT)).toBeVisible();
  await page.reload();
  await settled(page);
  await page.getByRole('heading', { name: 'Edit Profile' }).click();
  await league.edit('DAL', bobWins);
  await expect(page.getByText(CELEBRATION_TEXT)).toBeVisible();
  expect(sounds()).toBe(0);
  await page.keyboard.press('Escape');

  await switchSounds(page, 'on');
  await league.edit('BUF', bobWins);
  await league.edit('SEA', bobWins);
  await expect.poll(sounds).toBe(1);
});

/** Waits until the leader to compare with has been read. */
async function settled(...pages: readonly Page[]): Promise<void> {
  for (const page of pages) {
    await page.waitForFunction(() => {
      const read = performance.getEntriesByType('resource').map(({ name }) => name);
      return read.some((name) => name.endsWith('/leader')) && read.some((name) => name.endsWith('/games'));
    });
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  }
}

function toast(page: Page, title: string) {
  return page.getByRole('status').locator('.panel').filter({ hasText: title });
}

/** Runs in the page: whether a tap in the middle hits the celebration. */
function isOnTop(): boolean {
  return Boolean(document.elementFromPoint(innerWidth / 2, innerHeight / 2)?.closest('.celebration'));
}

/** How long the next celebration is shown, and how long it takes including the fade, in ms. */
async function celebrationTimes(page: Page): Promise<{ shown: number; total: number }> {
  const moment = async (selector: string, there: boolean) => {
    const handle = await page.waitForFunction(
      ([css, wanted]) => (document.querySelector(String(css)) !== null) === wanted && performance.now(),
      [selector, there] as const,
      { polling: 'raf' },
    );
    return Number(await handle.jsonValue());
  };
  const began = await moment('.celebration.shown', true);
  const fading = await moment('.celebration.fading', true);
  const over = await moment('.celebration', false);
  return { shown: fading - began, total: over - began };
}

/** Counts the sounds of a page from its start. */
async function countSounds(page: Page): Promise<() => number> {
  let count = 0;
  await page.exposeBinding('soundMade', () => {
    count += 1;
  });
  await page.addInitScript(() => {
    const Real = AudioContext;
    window.AudioContext = class extends Real {
      constructor() {
        super();
        (window as unknown as { soundMade(): void }).soundMade();
      }
    };
  });
  return () => count;
}

async function switchSounds(page: Page, to: 'off' | 'on'): Promise<void> {
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('button', { name: `Switch sounds ${to}` }).click();
  await expect(page.getByRole('button', { name: `Switch sounds ${to === 'on' ? 'off' : 'on'}` })).toBeVisible();
  await page.keyboard.press('Escape');
}
