import type { Locator, Page } from '@playwright/test';
import { half, openCards } from './cards.ts';
import { fullWeek, makePicksLeague } from './picks-league.ts';
import type { App } from './support/app.ts';
import { expectShiftBelow, noteShifts, UNSEEN_SHIFT } from './support/shifts.ts';
import { expect, test } from './support/test.ts';

const HEIGHT = 844;
/** Once the page is rendered nothing moves except the text of a countdown: a card that moved by one pixel would exceed this. */
const COUNTDOWN_SHIFT = 0.0001;
/** The area that a thumb reaches without moving the hand. */
const REACH = HEIGHT * 0.15;
const SMALLEST = 44;
const PAUSE_MS = 300;

test.use({ kind: 'league', viewport: { width: 390, height: HEIGHT } });

/** Opens sixteen open games as a player; nothing moves while they load. */
async function openFullWeek(page: Page, app: App) {
  await noteShifts(page);
  const games = fullWeek();
  const league = await makePicksLeague(app, { games });
  await league.open(page);
  await expect(openCards(page)).toHaveCount(16);
  await page.evaluate(() => document.fonts.ready);
  await expectShiftBelow(page, UNSEEN_SHIFT);
  return { games, league };
}

test('sixteen games take sixteen taps on one spot: each scrolls to the next game, except a changed pick', {
  tag: '@long',
}, async ({ page, app }) => {
  test.slow();
  const { games, league } = await openFullWeek(page, app);
  const halfOf = (at: number) => half(page.locator(`#game-at-${games[at]?.home}`), 'home');
  await swipeTo(page, page.locator(`#game-at-${games[0]?.home}`));
  const { x, y, width, height } = await boxOf(halfOf(0));
  const thumb = { x: x + width / 2, y: y + height / 2 };

  for (const [at] of games.entries()) {
    await expect
      .poll(async () => Math.abs((await boxOf(halfOf(at))).y - y), { message: `game ${at} is under the thumb` })
      .toBeLessThan(2);
    await page.touchscreen.tap(thumb.x, thumb.y);
    await expect(halfOf(at)).toHaveAttribute('aria-pressed', 'true');
  }
  await expect(page.getByText('16 of 16', { exact: true })).toHaveClass(/text-turf/);
  const wanted = Object.fromEntries(games.map(({ home }) => [home, 'home']));
  await expect.poll(() => league.stored()).toEqual(wanted);
  await expectShiftBelow(page, COUNTDOWN_SHIFT);

  const scrolled = () => page.evaluate(() => scrollY);
  const before = await scrolled();
  await half(page.locator(`#game-at-${games.at(-1)?.home}`), 'away').tap();
  await page.waitForTimeout(500);
  expect(await scrolled()).toBe(before);
  const choice = page.getByRole('checkbox', { name: 'Go on to the next game after a tap' });
  await choice.uncheck();
  await page.reload();
  await expect(choice).not.toBeChecked();
});

test("with auto-next off sixteen games take sixteen taps within the thumb's reach, and nothing moves by itself", {
  tag: '@long',
}, async ({ page, app }) => {
  test.slow();
  await page.addInitScript(() => localStorage.setItem('auto-next', 'off'));
  const { games, league } = await openFullWeek(page, app);

  let taps = 0;
  for (const [at, { home }] of games.entries()) {
    const card = page.locator(`#game-at-${home}`);
    const side = at % 2 === 0 ? ('home' as const) : ('away' as const);
    await swipeTo(page, card);
    await tapWithinReach(page, half(card, side));
    taps += 1;
    await page.waitForTimeout(PAUSE_MS);
  }
  expect(taps).toBe(16);
  await expect(page.getByText('All picks submitted!')).toBeAttached();
  await expect(page.getByText('16 of 16', { exact: true })).toBeVisible();
  const wanted = games.map(({ home }, at) => [home, at % 2 === 0 ? 'home' : 'away']);
  await expect.poll(() => league.stored()).toEqual(Object.fromEntries(wanted));
  await expectShiftBelow(page, COUNTDOWN_SHIFT);
});

test('the line, the notes and the bar below stay where they are while picks are saved and refused', async ({
  page,
  app,
  problems,
}) => {
  problems.expect(/status of 409|Error saving pick/);
  const league = await makePicksLeague(app, { games: fullWeek(), rules: { useSpread: true, roundSpread: false } });
  await page.addInitScript(() => localStorage.setItem('auto-next', 'off'));
  await league.open(page);
  const card = openCards(page).first();
  const before = await card.boundingBox();
  await half(card, 'away').tap();
  await expect(card.getByText(/^You picked/)).toBeVisible();
  expect(await card.boundingBox()).toEqual(before);
  await half(card, 'home').tap();
  await expect(half(card, 'home')).toHaveAttribute('aria-pressed', 'true');
  expect(await card.boundingBox()).toEqual(before);
});

/** Scrolls by swiping until the card is in reach; a swipe is not a tap. */
async function swipeTo(page: Page, card: Locator): Promise<void> {
  await card.evaluate((element) => element.scrollIntoView({ block: 'center', behavior: 'instant' }));
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
}

/** A tap on the middle of a half, which is under the thumb and stays there. */
async function tapWithinReach(page: Page, target: Locator): Promise<void> {
  const box = await boxOf(target);
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(SMALLEST);
  expect(box.y).toBeGreaterThanOrEqual(REACH);
  expect(
    await target.evaluate((element, at) => element.contains(document.elementFromPoint(at.x, at.y)), { x, y }),
  ).toBe(true);
  await page.touchscreen.tap(x, y);
  await expect(target).toHaveAttribute('aria-pressed', 'true');
  expect(await boxOf(target)).toEqual(box);
}

async function boxOf(target: Locator): Promise<{ x: number; y: number; width: number; height: number }> {
  return target.evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return { x, y, width, height };
  });
}
