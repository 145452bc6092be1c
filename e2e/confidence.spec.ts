import type { Page } from '@playwright/test';
import { slotIn } from '#contract/live.ts';
import type { PicksLeague } from './picks-league.ts';
import { fullWeek, gidOf, HOUR_MS, makePicksLeague, WEEK } from './picks-league.ts';
import { test } from './support/front.ts';
import { checkAxe } from './support/pages.ts';
import { expect } from './support/test.ts';

test.use({ kind: 'league' });

async function storedOrder(league: PicksLeague): Promise<readonly string[] | undefined> {
  return slotIn(await league.own('bob'), 'order', WEEK)?.value?.order;
}

/** The home teams from the highest value down, as the list shows them. */
async function shownOrder(page: Page): Promise<string[]> {
  const lines = await page.getByRole('region', { name: 'Order of the week' }).getByRole('listitem').allTextContents();
  return lines.map((line) => /(?: at | over )([A-Z]{2,3}?)(?: ·|[A-Z][a-z])/.exec(line)?.[1] ?? '');
}

test('the games of a week are put in order by buttons, taps, keys and dragging, even without a connection', async ({
  page,
  app,
  problems,
}) => {
  problems.expect(/ERR_INTERNET_DISCONNECTED|Error (saving|fetching)/);
  const kickoff = Date.now() + 2 * HOUR_MS;
  const league = await makePicksLeague(app, {
    rules: { format: 'confidence' },
    games: [
      { away: 'NE', home: 'CAR', kickoff, spread: 1 },
      { away: 'GB', home: 'DET', kickoff: kickoff + HOUR_MS, spread: 9.5 },
      { away: 'LV', home: 'KC', kickoff: kickoff + 2 * HOUR_MS, spread: 3 },
      { away: 'NYJ', home: 'BUF', kickoff: kickoff + 3 * HOUR_MS, spread: 6 },
    ],
  });
  await league.open(page, 'bob');
  await expect(page.getByText('0 points, 10 still possible')).toBeVisible();
  await expect(page.getByText('No order yet')).toBeVisible();
  for (const [at, worth] of ['worth 2', 'worth 3', 'worth 4', 'worth 1'].entries()) {
    await expect(page.getByRole('article').nth(at).getByText(worth, { exact: true })).toBeVisible();
  }
  await page
    .getByRole('article', { name: 'Las Vegas Raiders at Kansas City Chiefs' })
    .locator('[data-side=home]')
    .click();
  await expect(page.getByRole('article').nth(2).getByText('4 points', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Order', exact: true }).click();
  await expect(page.getByText('No order yet')).toBeVisible();
  expect(await shownOrder(page)).toEqual(['LV', 'DET', 'CAR', 'BUF']);

  await page.getByRole('button', { name: 'Order by the lines' }).click();
  await expect(page.getByText('Order saved')).toBeVisible();
  expect(await shownOrder(page)).toEqual(['DET', 'BUF', 'LV', 'CAR']);
  expect(await storedOrder(league)).toEqual(['CAR', 'KC', 'BUF', 'DET'].map(gidOf));
  await checkAxe(page);

  const line = (name: RegExp) => page.getByRole('button', { name });
  await line(/GB at DET/).click();
  await line(/NE at CAR/).click();
  await expect(page.getByText('Order saved')).toBeVisible();
  expect(await shownOrder(page)).toEqual(['CAR', 'BUF', 'LV', 'DET']);
  await expect(page.getByText('Panthers, not picked: now 4').or(page.getByText('Lions, not picked: now 1'))).toHaveText(
    'Green Bay Packers at Detroit Lions, not picked: now 1. New England Patriots at Carolina Panthers, not picked: now 4',
  );

  await line(/NE at CAR/).press('Enter');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(line(/^2 ?NE at CAR/)).toBeFocused();
  await expect(page.getByText('New England Patriots at Carolina Panthers, not picked: now 2')).toBeAttached();
  await page.keyboard.press('Escape');

  await page.context().setOffline(true);
  const handle = page.locator(`[data-handle="${gidOf('DET')}"]`);
  const from = await handle.boundingBox();
  if (from === null) throw new Error('There is no handle.');
  const [x, y] = [from.x + from.width / 2, from.y + from.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x, y - 3 * from.height, { steps: 6 });
  await page.mouse.up();
  await expect(page.getByText('Order not confirmed yet')).toBeVisible();
  expect(await shownOrder(page)).toEqual(['DET', 'BUF', 'LV', 'CAR']);
  await page.context().setOffline(false);
  await expect(page.getByText('Order saved')).toBeVisible();
  expect(await storedOrder(league)).toEqual(['CAR', 'KC', 'BUF', 'DET'].map(gidOf));

  await league.edit('DET', { status: 'In Progress' });
  await expect(page.getByRole('button', { name: /GB at DET/ })).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Order saved')).toBeVisible();
  expect((await shownOrder(page))[0]).toBe('DET');
  await page.getByRole('button', { name: 'Next unpicked' }).last().click();
  await expect(page.getByRole('article', { name: 'New England Patriots at Carolina Panthers' })).toBeFocused();
});

test('sixteen games are ordered with one thumb', { tag: '@long' }, async ({ page, app }) => {
  const league = await makePicksLeague(app, { rules: { format: 'confidence' }, games: fullWeek() });
  await league.open(page, 'bob');
  await page.getByRole('button', { name: 'Order', exact: true }).click();
  const wanted = (await shownOrder(page)).toSorted();
  let taps = 0;
  for (const [place, home] of wanted.entries()) {
    const shown = await shownOrder(page);
    const at = shown.indexOf(home);
    if (at === place) continue;
    const lines = page.locator('[id^="order-"]');
    await lines.nth(at).click();
    await lines.nth(place).click();
    taps += 2;
  }
  expect(await shownOrder(page)).toEqual(wanted);
  await expect(page.getByText('Order saved')).toBeVisible();
  expect(taps).toBeLessThanOrEqual(30);
});

test('an order made without a connection survives a reload and is sent; a newer one from another device stays', {
  tag: '@long',
}, async ({ page, app, front, problems }) => {
  problems.expect(/ERR_EMPTY_RESPONSE|status of 409|Error (saving|fetching)/);
  const games = fullWeek().slice(0, 3);
  const homes = games.map(({ home }) => home);
  const league = await makePicksLeague(app, { rules: { format: 'confidence' }, games });
  await league.open(page, 'bob');
  const swapEnds = async () => {
    await page.getByRole('button', { name: 'Order', exact: true }).click();
    for (const at of [0, 2]) await page.locator('[id^="order-"]').nth(at).click();
    await expect(page.getByText('Order not confirmed yet')).toBeVisible();
  };
  front.cutOff('PUT');
  await swapEnds();
  await page.reload();
  // It is also shown next to the cards.
  await expect(page.getByText('Order not confirmed yet')).toBeVisible();
  await page.getByRole('button', { name: 'Order', exact: true }).click();
  expect(await shownOrder(page)).toEqual(homes);
  expect(await storedOrder(league)).toBeUndefined();
  front.mend();
  await expect(page.getByText('Order saved')).toBeVisible();
  expect(await storedOrder(league)).toEqual(homes.toReversed().map(gidOf));

  front.cutOff('PUT');
  await page.reload();
  await swapEnds();
  expect(await shownOrder(page)).toEqual(homes.toReversed());
  const [one = '', two = '', three = ''] = homes;
  await league.pickElsewhere('bob', { order: [two, one, three].map(gidOf) });
  front.mend();
  await expect.poll(() => shownOrder(page)).toEqual([three, one, two]);
  await expect(page.getByRole('region', { name: 'Order of the week' }).getByRole('status').first()).toContainText(
    'newer',
  );
  expect(await storedOrder(league)).toEqual([two, one, three].map(gidOf));

  // An order that has not arrived by the lock of a game does not move that game.
  front.cutOff('PUT');
  for (const at of [0, 2]) await page.locator('[id^="order-"]').nth(at).click();
  expect(await shownOrder(page)).toEqual([two, one, three]);
  await league.edit(three, { status: 'In Progress' });
  await expect.poll(() => shownOrder(page)).toEqual([three, two, one]);
});

test('a finger drags a row; a second finger on another row does not leave the page scrolling', {
  tag: '@long',
}, async ({ page, app }) => {
  const league = await makePicksLeague(app, { rules: { format: 'confidence' }, games: fullWeek() });
  await league.open(page, 'bob');
  await page.getByRole('button', { name: 'Order', exact: true }).click();
  const before = await shownOrder(page);
  const handles = page.locator('[data-handle]');
  await handles.nth(4).evaluate((handle) => handle.scrollIntoView({ block: 'center', behavior: 'instant' }));
  const at = async (place: number) => {
    const box = await handles.nth(place).boundingBox();
    if (box === null) throw new Error('There is no handle.');
    return { x: box.x + box.width / 2, y: box.y + box.height / 2, height: box.height };
  };
  const { x, y, height } = await at(4);
  const second = await at(2);
  const client = await page.context().newCDPSession(page);
  const touch = (
    type: 'touchStart' | 'touchMove' | 'touchEnd',
    ...touchPoints: { x: number; y: number; id: number }[]
  ) => client.send('Input.dispatchTouchEvent', { type, touchPoints });

  await touch('touchStart', { x, y, id: 1 });
  await touch('touchMove', { x, y: y - height, id: 1 });
  await touch('touchMove', { x, y: y - 2 * height, id: 1 });
  await touch('touchEnd');
  const [a = '', b = '', c = '', d = '', e = '', ...rest] = before;
  await expect.poll(() => shownOrder(page)).toEqual([a, b, e, c, d, ...rest]);

  const bottom = (page.viewportSize()?.height ?? 0) - 60;
  await touch('touchStart', { x, y, id: 1 });
  await touch('touchMove', { x, y: bottom, id: 1 });
  await touch('touchStart', { x, y: bottom, id: 1 }, { x: second.x, y: second.y, id: 2 });
  await touch('touchEnd');
  const expectStill = async (top: number) => {
    await page.evaluate((to) => scrollTo({ top: to, behavior: 'instant' }), top);
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 200)));
    expect(await page.evaluate(() => scrollY)).toBe(top);
  };
  await expectStill(0);

  // A finger that moves to the very top does not scroll the page either.
  const first = await at(0);
  await touch('touchStart', { x: first.x, y: first.y, id: 1 });
  for (const aside of [0, 1, 2]) await touch('touchMove', { x: x - aside, y: 0, id: 1 });
  await touch('touchEnd');
  await expectStill(200);
});
