import type { Page } from '@playwright/test';
import { openCards } from './cards.ts';
import { fullWeek, makePicksLeague } from './picks-league.ts';
import type { App } from './support/app.ts';
import { checkAxe } from './support/pages.ts';
import { expectShiftBelow, noteShifts, UNSEEN_SHIFT } from './support/shifts.ts';
import { expect, test } from './support/test.ts';

test.use({ kind: 'league', viewport: { width: 390, height: 844 } });

/** What the header covers above, and the bar and the tabs below, in pixels. */
const [COVERED_ABOVE, COVERED_BELOW] = [70, 150];
/** A tap may miss a target by this much, in pixels. */
const NEAR = 20;

async function openList(page: Page, app: App) {
  await noteShifts(page);
  const games = fullWeek();
  const league = await makePicksLeague(app, { games });
  await league.open(page);
  await page.getByRole('button', { name: 'Show a list' }).click();
  await expect(openCards(page)).toHaveCount(games.length);
  await expect(page.locator('.dense-game')).toHaveCount(games.length);
  return { games, league };
}

/** The middles of the home sides that can be tapped now and are not picked. */
function openSides(page: Page) {
  return page.evaluate(
    ([above, below]) =>
      [...document.querySelectorAll('.dense-game [data-side=home][aria-pressed=false]')].flatMap((side) => {
        const { left, top, bottom, width, height } = side.getBoundingClientRect();
        if (top < above || bottom > innerHeight - below) return [];
        return [{ x: left + width / 2, y: top + height / 2, width, height }];
      }),
    [COVERED_ABOVE, COVERED_BELOW] as const,
  );
}

test('in the list a whole week is picked with one scroll, and the device keeps the list', async ({ page, app }) => {
  const { games, league } = await openList(page, app);
  await checkAxe(page);
  await expectShiftBelow(page, 1);
  for (const scroll of [0, 560]) {
    await page.evaluate((by) => scrollBy(0, by), scroll);
    for (const { x, y, width, height } of await openSides(page)) {
      expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
      await page.touchscreen.tap(x, y);
    }
  }
  await expect(page.getByLabel('Saved')).toHaveCount(games.length);
  expect(await league.stored()).toEqual(Object.fromEntries(games.map(({ home }) => [home, 'home'])));
  await expectShiftBelow(page, UNSEEN_SHIFT);
  await page.reload();
  await expect(page.locator('.dense-game')).toHaveCount(games.length);
  await page.getByRole('button', { name: 'Show cards' }).click();
  await expect(page.locator('.dense-game')).toHaveCount(0);
});

test('in the list none of 200 taps near an edge picks the other side', { tag: '@long' }, async ({ page, app }) => {
  test.slow();
  const { games } = await openList(page, app);
  const seed = Date.now() % 100_000;
  let state = seed;
  const random = () => {
    state = (state * 48_271 + 1) % 2_147_483_647;
    return state / 2_147_483_647;
  };
  for (let tap = 0; tap < 200; tap++) {
    const row = page.locator('.dense-game').nth(Math.floor(random() * games.length));
    await row.evaluate((element) => element.scrollIntoView({ block: 'center' }));
    const side = random() < 0.5 ? 'home' : 'away';
    const box = await row.locator(`[data-side=${side}]`).boundingBox();
    if (box === null) throw new Error('The row is not shown.');
    const [atX, atY] = [random(), random()];
    const off = (2 * random() - 1) * NEAR;
    const isSideways = random() < 0.5;
    const x = isSideways ? box.x + (atX < 0.5 ? 0 : box.width) + off : box.x + atX * box.width;
    const y = isSideways ? box.y + atY * box.height : box.y + (atY < 0.5 ? 0 : box.height) + off;
    const other = page.locator(`.dense-game [data-side=${side === 'home' ? 'away' : 'home'}][aria-pressed=true]`);
    const before = await other.count();
    await page.touchscreen.tap(Math.min(Math.max(x, 1), 389), y);
    expect(await other.count(), `seed ${seed}, tap ${tap}`).toBeLessThanOrEqual(before);
  }
});
