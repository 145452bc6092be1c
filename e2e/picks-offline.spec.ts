import type { Locator, Page } from '@playwright/test';
import { half } from './cards.ts';
import type { PicksLeague } from './picks-league.ts';
import { fullWeek, gidOf, makePicksLeague } from './picks-league.ts';
import type { App } from './support/app.ts';
import { test } from './support/front.ts';
import { checkAxe } from './support/pages.ts';
import { expect } from './support/test.ts';

test.use({ kind: 'league' });

test.beforeEach(({ problems }) => {
  problems.expect(/ERR_EMPTY_RESPONSE|ERR_INTERNET_DISCONNECTED|status of 4|Error (saving|reading|fetching)/);
});

test('picks made without a connection stay, survive a reload, and are sent once it is back', async ({
  page,
  app,
  front,
}) => {
  const { league, card } = await threeGames(app);
  await league.open(page);
  front.cutOff('PUT');
  for (const at of [0, 1]) {
    await half(card(page, at), 'home').click();
    await expect(card(page, at).getByText('Not sent yet')).toBeVisible();
  }
  await expect(page.getByText('2 not confirmed yet, trying again').filter({ visible: true })).toBeVisible();
  await expect(
    page.getByText('2 of 3').filter({ visible: true }).or(page.getByText('of 3 picks made')),
  ).not.toHaveCount(0);
  await checkAxe(page);

  await page.reload();
  await expect(half(card(page, 0), 'home')).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByText('2 not confirmed yet, trying again').filter({ visible: true })).toBeVisible();
  expect(await league.stored()).toEqual({});

  front.mend();
  await expect(page.getByText('Saved').filter({ visible: true })).toBeVisible();
  await expect(page.getByText('Not sent yet')).toHaveCount(0);
  expect(await league.stored()).toEqual({ [home(0)]: 'home', [home(1)]: 'home' });
  expect(await shelved(page)).toEqual([]);
});

test('of many changes, only the last is sent', { tag: '@long' }, async ({ page, app }) => {
  const { league, card } = await threeGames(app);
  await league.open(page);
  await page.waitForLoadState('networkidle');
  await page.context().setOffline(true);
  for (const side of ['home', 'away', 'home', 'away'] as const) await half(card(page, 0), side).click();
  await expect(card(page, 0).getByText('Not sent yet')).toBeVisible();
  await page.context().setOffline(false);
  await expect.poll(() => league.stored()).toEqual({ [home(0)]: 'away' });
  await expect(half(card(page, 0), 'away')).toHaveAttribute('aria-pressed', 'true');
});

test('a game that ends is not folded while its pick is pending; the refused pick is reverted, with the reason', {
  tag: '@long',
}, async ({ page, app, front }) => {
  const { league, card } = await threeGames(app);
  await league.open(page);
  front.cutOff('PUT');
  await half(card(page, 0), 'home').click();
  await expect(card(page, 0).getByText('Not sent yet')).toBeVisible();
  await league.edit(home(0), { status: 'Final' });
  await page.reload();
  await expect(card(page, 0).getByText('Final', { exact: true })).toBeVisible();
  front.mend();
  await expect(card(page, 0).getByRole('alert')).toHaveText('This game is locked. Picks can no longer be changed.');
  await expect(half(card(page, 0), 'home')).toHaveAttribute('aria-pressed', 'false');
  expect(await league.stored()).toEqual({});
});

test('a newer pick from another device stays, and a message says so', { tag: '@long' }, async ({
  page,
  app,
  front,
}) => {
  const { league, card } = await threeGames(app);
  await league.open(page);
  front.cutOff('PUT');
  await half(card(page, 0), 'home').click();
  await expect(card(page, 0).getByText('Not sent yet')).toBeVisible();
  await league.pickElsewhere('ann', { gid: gidOf(home(0)), side: 'away' });
  front.mend();
  await expect(card(page, 0).getByRole('alert')).toHaveText(
    'A newer pick of yours was already saved, so this one was not used.',
  );
  await expect(half(card(page, 0), 'away')).toHaveAttribute('aria-pressed', 'true');
  expect(await league.stored()).toEqual({ [home(0)]: 'away' });
});

test('pending picks are not sent for another person who signs in on the device; they wait for their player', {
  tag: '@long',
}, async ({ page, app, front }) => {
  const { league, card } = await threeGames(app);
  await league.open(page);
  front.cutOff('PUT');
  await half(card(page, 0), 'home').click();
  await expect(card(page, 0).getByText('Not sent yet')).toBeVisible();

  front.mend();
  const sent: string[] = [];
  page.on('request', (request) => request.method() === 'PUT' && sent.push(request.url()));
  await league.open(page, 'bob');
  await expect(half(card(page, 0), 'home')).toHaveAttribute('aria-pressed', 'false');
  await half(card(page, 1), 'away').click();
  await expect(page.getByText('Saved').filter({ visible: true })).toBeVisible();
  expect(sent).toHaveLength(1);
  expect(await league.stored()).toEqual({});

  await league.open(page, 'ann');
  await expect.poll(() => league.stored()).toEqual({ [home(0)]: 'home' });
});

test('if another person signed in in another window, the pick is not saved for them and is kept for its player', {
  tag: '@long',
}, async ({ page, app }) => {
  const { league, card } = await threeGames(app);
  await league.open(page);
  await expect(card(page, 0)).toBeVisible();
  await league.enter(page, 'bob');
  await half(card(page, 0), 'home').click();
  await expect(half(card(page, 0), 'home')).toHaveAttribute('aria-pressed', 'false');
  expect((await shelved(page)).length).toBe(1);
  expect(await league.stored()).toEqual({});
  await league.open(page, 'ann');
  await expect.poll(() => league.stored()).toEqual({ [home(0)]: 'home' });
});

test('two devices of one account stay in step, and online the last tap wins', { tag: '@long' }, async ({
  page,
  newPage,
  app,
}) => {
  const { league, card } = await threeGames(app);
  const other = await newPage();
  await league.open(page);
  await league.open(other);
  await half(card(page, 0), 'home').click();
  await expect(half(card(other, 0), 'home')).toHaveAttribute('aria-pressed', 'true');
  await half(card(other, 0), 'away').click();
  await expect(half(card(page, 0), 'away')).toHaveAttribute('aria-pressed', 'true');
  await half(card(page, 0), 'home').click();
  await expect(half(card(other, 0), 'home')).toHaveAttribute('aria-pressed', 'true');
  expect(await league.stored()).toEqual({ [home(0)]: 'home' });
});

const games = fullWeek().slice(0, 3);

function home(at: number): string {
  return games[at]?.home ?? '';
}

async function threeGames(app: App): Promise<{ league: PicksLeague; card: (page: Page, at: number) => Locator }> {
  const league = await makePicksLeague(app, { games });
  return { league, card: (page, at) => page.locator(`#game-at-${home(at)}`) };
}

/** The pending picks stored on the device. */
async function shelved(page: Page): Promise<string[]> {
  return page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('queued-pick')));
}
