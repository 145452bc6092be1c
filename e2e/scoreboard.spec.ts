import type { Locator, Page } from '@playwright/test';
import { signInToDemo } from './demo-login.ts';
import { checkOverflow } from './support/overflow.ts';
import { checkAxe, checkAxeInBothThemes } from './support/pages.ts';
import { expect, test } from './support/test.ts';

test.use({ onlyReads: true });

test('the scoreboard names the leader, ranks everyone and marks the last', async ({ page }) => {
  const asked = page.waitForRequest(/\/active-players$/);
  await signInToDemo(page, 'alex', '/scoreboard');
  const [, week] = /-week(\d+)\//.exec((await asked).url()) ?? [];
  await expect(page.getByText(`19 players · Week ${week}`)).toBeVisible();
  const rows = page.getByRole('region', { name: 'Leaderboard' }).getByRole('listitem');
  await expect(rows).toHaveCount(19);
  // A game of the demo may end meanwhile.
  await expect(async () => {
    const totals = (await rows.locator('.leader-total').allTextContents()).map(Number);
    const mean = totals.reduce((sum, total) => sum + total, 0) / totals.length;
    const shown = async (title: string) => scoreCard(page, title).getByRole('img').first().getAttribute('aria-label');
    expect([await shown('Leader'), await shown('Average Score')]).toEqual([`${totals[0]}`, mean.toFixed(1)]);
    const leader = await rows.first().locator('summary .truncate').textContent();
    await expect(scoreCard(page, 'Leader')).toContainText(leader ?? '-', { timeout: 100 });
  }).toPass();
  await expect(rows.first().getByRole('img', { name: '🏆' })).toBeVisible();
  await expect(rows.last().getByRole('img', { name: '🥄' })).toBeVisible();
  const own = rows.filter({ hasText: 'Alex Rivera' });
  await expect(own.getByText('YOU', { exact: true })).toBeVisible();

  await expect(rows.first()).toBeInViewport();
  await expect(own).toBeInViewport({ ratio: 1 });
  await rows.last().scrollIntoViewIfNeeded();
  await expect(own).toBeInViewport({ ratio: 1 });
  // The keyboard finds no row behind the pinned one.
  await rows.first().locator('summary').focus();
  for (let steps = 0; steps < 2 * 19 - 1; steps += 1) {
    await page.keyboard.press('Tab');
    expect(await page.evaluate(isCovered)).toBe(false);
  }
  await own.locator('summary').click();
  await expect(own.getByText('W18', { exact: true })).toBeInViewport();
  await rows.last().scrollIntoViewIfNeeded();
  await expect(own).not.toBeInViewport();
  await rows.first().locator('summary').click();
  await expect(rows.first().getByText('W1', { exact: true })).toBeVisible();
});

test('on wide screens the scoreboard is a table of nine weeks, then of all, with Avg and Total @desktop', async ({
  page,
}) => {
  await signInToDemo(page, 'alex', '/scoreboard');
  const board = page.getByRole('region', { name: 'Leaderboard' });
  const rows = board.locator('tbody').getByRole('row');
  await expect(rows).toHaveCount(19);
  await expect(rows.first().getByRole('img', { name: '🏆' })).toBeVisible();
  await expect(rows.last().getByRole('img', { name: '🥄' })).toBeVisible();
  await expect(rows.filter({ hasText: 'Alex Rivera' }).getByText('YOU', { exact: true })).toBeVisible();

  const heads = board.getByRole('columnheader');
  const [, week] = /Week (\d+)/.exec((await page.getByText(/19 players · Week \d+/).textContent()) ?? '') ?? [];
  const latest = (count: number) =>
    Array.from({ length: count }, (_, at) => `W${Math.max(Number(week), count) - count + 1 + at}`);
  await expect(heads).toHaveText(['Rank', 'Player', ...latest(9), 'Avg', 'Total']);
  const best = rows.first().getByRole('cell');
  await expect(best.nth(-2)).toHaveText(/^\d+\.\d$/);
  const total = (await best.last().getByRole('button').textContent()) ?? '';
  await expect(scoreCard(page, 'Leader').getByRole('img', { name: total })).toBeVisible();
  await page.getByRole('button', { name: /^Show all \d+ weeks$/ }).click();
  await expect(heads.nth(-3)).toHaveText('W18');
  await page.getByRole('button', { name: 'Show fewer weeks' }).click();

  // The head and the own row stay in view.
  await rows.last().scrollIntoViewIfNeeded();
  await expect(heads.first()).toBeInViewport({ ratio: 1 });
  const [headBox, ownBox] = [await heads.first().boundingBox(), await rows.filter({ hasText: 'YOU' }).boundingBox()];
  expect(ownBox?.y ?? 0).toBeGreaterThanOrEqual((headBox?.y ?? 0) + (headBox?.height ?? 0) - 1);
  await page.evaluate(() => scrollTo(0, 0));

  // A tap on a header sorts, and one more turns it around; the ranks stay.
  const names = () => rows.locator('th .truncate').allTextContents();
  const player = board.getByRole('columnheader', { name: 'Player' });
  await player.getByRole('button').click();
  await expect(player).toHaveAttribute('aria-sort', 'ascending');
  const byName = await names();
  expect(byName).toEqual(byName.toSorted((a, b) => a.localeCompare(b, 'en')));
  await page.keyboard.press('Enter');
  await expect(player).toHaveAttribute('aria-sort', 'descending');
  expect(await names()).toEqual(byName.toReversed());
  await expect(board.getByRole('combobox', { name: 'Sort' })).toHaveValue('name');

  await page.setViewportSize({ width: 768, height: 1024 });
  await expect(heads).toHaveText(['Rank', 'Player', ...latest(5), 'Avg', 'Total']);
  await checkOverflow(page, 'Scoreboard on a tablet');
  await page.setViewportSize({ width: 767, height: 1024 });
  await expect(page.getByRole('table')).toBeHidden();
  await expect(board.getByRole('listitem').filter({ hasText: 'Commissioner Quinn' })).toBeVisible();
});

test('on a phone the scoreboard sorts and searches, and a swipe shows the score of a week', async ({ page }) => {
  await signInToDemo(page, 'alex', '/scoreboard');
  const board = page.getByRole('region', { name: 'Leaderboard' });
  const rows = board.getByRole('listitem');
  await board.getByRole('combobox', { name: 'Sort' }).selectOption({ label: 'Name' });
  await expect(rows.first()).toContainText('Alex Rivera');
  await board.getByRole('searchbox').fill('QUÍNN');
  await expect(rows.locator('summary .truncate')).toHaveText(['Commissioner Quinn']);
  await board.getByRole('searchbox').fill('nobody at all');
  await expect(board.getByText('Nobody found')).toBeVisible();
  await expect(rows).toHaveCount(0);
  await checkAxeInBothThemes(page);
  await board.getByRole('searchbox').fill('');
  await expect(rows).toHaveCount(19);

  const shown = board.getByRole('combobox', { name: 'Score shown' });
  await swipe(page, rows.first(), 120);
  await expect(shown).toHaveValue(/-week\d+$/);
  await expect(rows.first().locator('.leader-total button')).toHaveAttribute('data-of', await shown.inputValue());
  await checkAxe(page);
  // Its own ranks, the best first, and no medal of the season.
  await board.getByRole('combobox', { name: 'Sort' }).selectOption({ label: 'Rank' });
  await expect(rows.first().locator('summary')).toContainText(/^1\D/);
  await expect(rows.getByRole('img', { name: /🏆|🥄/u })).toHaveCount(0);
  const scores = (await rows.locator('.leader-total button').allTextContents()).map((text) => Number.parseFloat(text));
  expect(scores).toEqual(scores.toSorted((a, b) => b - a));
  await swipe(page, rows.first(), -120);
  await expect(shown).toHaveValue('total');
  await expect(rows.first().locator('.recent-week').filter({ visible: true })).toHaveCount(3);
  await board.getByRole('button', { name: 'Previous week' }).click();
  await expect(shown).not.toHaveValue('total');
});

/** Moves a finger sideways over an element, to the right if `by` pixels are positive. */
async function swipe(page: Page, over: Locator, by: number): Promise<void> {
  const client = await page.context().newCDPSession(page);
  const { x = 0, y = 0, width = 0, height = 0 } = (await over.boundingBox()) ?? {};
  const at = (moved: number) => [{ x: x + width / 2 + moved, y: y + height / 2 }];
  await client.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(-by / 2) });
  for (const part of [0, 0.25, 0.5])
    await client.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(part * by) });
  await client.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}

function scoreCard(page: Page, title: string) {
  return page.locator('section.score-card').filter({ has: page.getByRole('heading', { name: title }) });
}

/** Whether something else is on top of the middle of the focused element. */
function isCovered(): boolean {
  const focused = document.activeElement;
  if (focused === null) return true;
  const { left, top, width, height } = focused.getBoundingClientRect();
  const hit = document.elementFromPoint(left + width / 2, top + height / 2);
  return hit === null || !(focused.contains(hit) || hit.contains(focused));
}
