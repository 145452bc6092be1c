import type { Page } from '@playwright/test';
import { signInToDemo } from './demo-login.ts';
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
  const firstNine = Array.from({ length: 9 }, (_, week) => `W${week + 1}`);
  await expect(heads).toHaveText(['Rank', 'Player', ...firstNine, 'Avg', 'Total']);
  const best = rows.first().getByRole('cell');
  await expect(best.nth(-2)).toHaveText(/^\d+\.\d$/);
  const total = (await best.last().getByRole('button').textContent()) ?? '';
  await expect(scoreCard(page, 'Leader').getByRole('img', { name: total })).toBeVisible();
  await page.getByRole('button', { name: /^Show all \d+ weeks$/ }).click();
  await expect(heads.nth(-3)).toHaveText('W18');

  await page.setViewportSize({ width: 768, height: 1024 });
  await expect(page.getByRole('table')).toBeHidden();
  await expect(board.getByRole('listitem').filter({ hasText: 'Commissioner Quinn' })).toBeVisible();
});

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
