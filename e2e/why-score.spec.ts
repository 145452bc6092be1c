import type { Locator, Page } from '@playwright/test';
import { signInToDemo } from './demo-login.ts';
import { checkAxe, checkAxeInBothThemes } from './support/pages.ts';
import { expect, test } from './support/test.ts';

test.use({ onlyReads: true });

const sheet = (page: Page) => page.getByRole('dialog');

async function sumOf(list: Locator): Promise<number> {
  const texts = await list.locator('.font-semibold:last-child, button > .font-semibold').allTextContents();
  return texts.map(Number).reduce((sum, points) => sum + (points || 0), 0);
}

test('two taps from This week explain a total and the score of a week, and Back closes the sheet', {
  tag: ['@desktop', '@long'],
}, async ({ page }) => {
  await signInToDemo(page, 'alex', '/');
  const rank = page.getByRole('link', { name: /^\d+(st|nd|rd|th)$/ });
  await rank.click();
  const season = page.getByRole('dialog', { name: 'You, season' });
  await expect(season.getByText(/^of 19, with \d+ points$/)).toBeVisible();
  const total = Number((await season.getByText(/^of 19/).textContent())?.match(/with (\d+)/)?.[1]);
  const weeks = season.getByRole('list', { name: 'Weeks' });
  expect(await sumOf(weeks)).toBe(total);
  await expect(season.getByRole('region', { name: 'Entered and corrected' })).toContainText('Nothing');

  const week8 = weeks.getByRole('button', { name: /^Week 8/ });
  const score = Number((await week8.textContent())?.replace('Week 8', ''));
  await week8.click();
  const week = page.getByRole('dialog', { name: 'You, Week 8' });
  const picks = week.getByRole('list', { name: 'Picks' });
  await expect(picks.getByText(/ won by \d+\.$/).first()).toBeVisible();
  expect(await sumOf(picks)).toBe(score);
  await expect(week.getByText(new RegExp(`^Together${score} points?$`))).toBeVisible();
  await checkAxeInBothThemes(page);

  await page.goBack();
  await expect(sheet(page)).toHaveCount(0);
  await expect(page).toHaveURL(/\/$/);
});

test('on the Matchup a mark and a score explain it, by tap and by key, at an address that can be shared', {
  tag: '@desktop',
}, async ({ page }) => {
  await signInToDemo(page, 'alex', '/matchup?week=2026-week8');
  const line = page.getByRole('row').filter({ hasText: 'Hannah Lindqvist' });
  await line.locator('.pick').nth(1).click();
  const week = page.getByRole('dialog', { name: 'Hannah Lindqvist, Week 8' });
  await expect(week.locator('.bg-turf-wash')).toBeInViewport();
  await expect(page).toHaveURL(/\/matchup\?week=2026-week8&why=[^&]+&game=[^&]+$/);
  await page.reload();
  await expect(week).toBeVisible();
  await week.getByRole('button', { name: 'Season' }).click();
  await expect(page.getByRole('dialog', { name: 'Hannah Lindqvist, season' })).toBeVisible();
  await page.getByRole('button', { name: 'Close' }).first().click();
  await expect(page).toHaveURL(/\/matchup\?week=2026-week8$/);

  const score = line.getByRole('button').first();
  await score.focus();
  await page.keyboard.press('Enter');
  await expect(week).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(sheet(page)).toHaveCount(0);
  await expect(score).toBeFocused();
});

test('the Scoreboard explains it for any player, and in a survivor pool the lives', {
  tag: '@long',
}, async ({ page, isMobile }) => {
  await signInToDemo(page, 'commissioner', '/scoreboard');
  const board = page.getByRole('region', { name: 'Leaderboard' });
  const first = board.locator('li, tbody tr').filter({ visible: true }).first();
  if (isMobile) await first.locator('summary').click();
  await first.locator('[data-of="2026-week8"]').click();
  await expect(page.getByRole('dialog', { name: /, Week 8$/ }).getByRole('list', { name: 'Picks' })).toBeVisible();
  await page.getByRole('button', { name: 'Close' }).last().click();

  if (isMobile) await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByLabel('Pool', { exact: true }).filter({ visible: true }).selectOption({ label: 'Survivor' });
  await page.keyboard.press('Escape');
  await board.getByRole('button', { name: /Out/ }).first().click();
  await expect(
    sheet(page)
      .getByText(/costs a life/)
      .first(),
  ).toBeVisible();
  await checkAxe(page);
});
