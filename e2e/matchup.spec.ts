import type { Page } from '@playwright/test';
import { half, openCards } from './cards.ts';
import { signInToDemo } from './demo-login.ts';
import { expect, readingTest, test } from './support/test.ts';

test("other people's picks show as made until their game locks; the viewer's own show at once", {
  tag: '@desktop',
}, async ({ page }) => {
  await signInToDemo(page, 'alex', '/picks');
  const open = openCards(page).first();
  const choice = half(open, 'away');
  // Its record may stand beside it.
  const [team = ''] = ((await choice.locator('.font-display').first().textContent()) ?? '').split(' ');
  await choice.click();
  await expect(choice).toHaveAttribute('aria-pressed', 'true');
  await expect(open.getByText('Saving...')).toBeHidden();

  await page.goto('/matchup');
  const table = page.getByRole('table');
  const sealed = table.getByRole('img', { name: 'Picked, hidden until the game locks' });
  await expect(sealed.first()).toBeVisible();
  await expect(table.getByText(/^Times in \S/)).toHaveCount(1);

  await page.getByRole('searchbox', { name: 'Find a member' }).fill('Alex Rivera');
  const own = table.getByRole('row').filter({ hasText: 'Alex Rivera' }).first();
  await expect(own.getByText(team, { exact: true })).toHaveCount(1);
  await expect(own.getByRole('img', { name: 'Picked, hidden until the game locks' })).toHaveCount(0);

  const answer = await page.request.get(await matchupAddress(page));
  const { rows }: { rows: { name: string; picks: string }[] } = await answer.json();
  const openGames = [...'x'.repeat(rows[0]?.picks.length ?? 0)].flatMap((_, place) =>
    rows.some(({ picks }) => picks[place] === '?') ? [place] : [],
  );
  expect(openGames.length).toBeGreaterThan(0);
  for (const { picks } of rows) for (const place of openGames) expect(picks[place]).toMatch(/[?-]/);
});

for (const size of ['phone', 'desktop'] as const) {
  test.describe(`on a ${size}`, () => {
    test.use({ size });
    readingTest(
      'sorting starts with the best, reverses on a second click, and a member can be found',
      { tag: size === 'desktop' ? '@long' : [] },
      async ({ page, isMobile }) => {
        await signInToDemo(page, 'alex', '/matchup');
        const table = page.getByRole('table');
        if (isMobile) {
          const coach = table.getByText('Coach Brenner', { exact: true });
          expect(await coach.evaluate((name) => name.scrollHeight <= name.clientHeight)).toBe(true);
        } else {
          const wide = page.viewportSize() ?? { width: 0, height: 0 };
          await page.setViewportSize({ ...wide, width: 800 });
          for (const name of ['Week', 'Overall']) {
            await expect(table.getByRole('columnheader', { name })).toBeInViewport({ ratio: 1 });
          }
          await page.setViewportSize(wide);
        }
        const heads = (name: string) =>
          isMobile
            ? page.getByRole('group', { name: 'Sort by' }).getByRole('button', { name })
            : table.getByRole('columnheader', { name }).getByRole('button');
        const overall = async () => (await table.locator('tbody .score:last-child').allTextContents()).map(Number);

        await heads('Overall').click();
        await expect(table.getByRole('columnheader', { name: 'Overall' })).toHaveAttribute('aria-sort', 'descending');
        const best = await overall();
        expect(best).toEqual(best.toSorted((a, b) => b - a));
        await heads('Overall').click();
        await expect(table.getByRole('columnheader', { name: 'Overall' })).toHaveAttribute('aria-sort', 'ascending');
        const worst = await overall();
        expect(worst).toEqual(worst.toSorted((a, b) => a - b));

        await page.getByRole('searchbox', { name: 'Find a member' }).fill('grandma');
        await expect(table.locator('tbody').getByRole('rowheader')).toHaveCount(1);
        await expect(table.locator('tbody').getByRole('rowheader')).toContainText('Grandma Ruth');
      },
    );
  });
}

readingTest(
  'on a phone the table starts high, opens at the first live game, goes back to the first one, and keeps YOU in view, as on a wide screen',
  async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await signInToDemo(page, 'alex', '/matchup');
    const table = page.getByRole('region', { name: 'Picks of all members' });
    const live = table.getByRole('columnheader').filter({ hasText: 'LIVE' }).first();
    await expect(table.getByRole('rowheader').nth(8)).toBeAttached();
    expect((await table.boundingBox())?.y).toBeLessThan(300);
    await expect(page.getByText(/^Leading now: /)).toBeVisible();
    const names = await table.getByRole('columnheader', { name: 'Member' }).boundingBox();
    expect((await live.boundingBox())?.x).toBeCloseTo((names?.x ?? 0) + (names?.width ?? 0), 0);

    const positionOf = () => table.evaluate(({ scrollLeft, scrollTop }) => ({ left: scrollLeft, top: scrollTop }));
    await table.getByRole('button', { name: /^\d+ (finished|games?)$/ }).click();
    await expect.poll(async () => (await positionOf()).left).toBe(0);
    await expect(table.getByRole('columnheader').nth(1).getByRole('button')).toBeFocused();

    const own = table.getByRole('rowheader', { name: /^YOU/ });
    await expect(own).toBeInViewport({ ratio: 1 });
    await table.getByRole('rowheader').last().scrollIntoViewIfNeeded();
    await expect(own).toBeInViewport({ ratio: 1 });
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.evaluate(() => scrollTo(0, 0));
    await table.evaluate((element) => element.scrollTo(0, element.scrollHeight));
    await expect.poll(async () => (await positionOf()).top).toBeGreaterThan(100);
    await expect(own).toBeInViewport({ ratio: 1 });
  },
);

async function matchupAddress(page: Page): Promise<string> {
  const addresses = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
  const address = addresses.find((name) => name.endsWith('/matchup') && name.includes('/api/'));
  if (address === undefined) throw new Error('The page read no matchup');
  return address;
}
