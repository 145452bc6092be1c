import type { Page } from '@playwright/test';
import { signInToDemo } from './demo-login.ts';
import { checkAxe, checkAxeInBothThemes } from './support/pages.ts';
import { expectShiftBelow, noteShifts, UNSEEN_SHIFT } from './support/shifts.ts';
import { expect, test } from './support/test.ts';

test.use({ onlyReads: true });

const screens = [
  { path: '/', heading: 'This week' },
  { path: '/picks', heading: 'Make Your Picks' },
  { path: '/matchup', heading: 'Matchup View' },
  { path: '/scoreboard', heading: 'Scoreboard' },
  { path: '/pool', heading: 'Rules' },
  { path: '/pool/money', heading: 'Money' },
  { path: '/pool/log', heading: 'Log' },
  { path: '/pool/members', heading: 'Members' },
  { path: '/profile', heading: 'Edit Profile' },
] as const;

test('axe finds nothing on the sign-in screen in either theme', async ({ page }) => {
  await page.goto('/login');
  await expect(page.getByLabel('Email')).toBeVisible();
  await checkAxeInBothThemes(page);
  await page.getByRole('button', { name: 'Create account' }).first().click();
  await expect(page.getByLabel('Confirm password')).toBeVisible();
  await checkAxeInBothThemes(page);
});

test('axe finds nothing on any screen in either theme, and nothing stands out to the side', async ({ page }) => {
  test.slow();
  await signInToDemo(page, 'alex');
  for (const { path, heading } of screens) {
    await test.step(path, async () => {
      await page.goto(path);
      await ready(page, heading);
      await checkAxeInBothThemes(page);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    });
  }
});

test('axe finds nothing where a pool plays against the spread, nor in the menu of a phone', async ({
  page,
  isMobile,
}) => {
  await signInToDemo(page, 'commissioner', '/picks');
  await ready(page, 'Make Your Picks');
  const menu = page.getByRole('button', { name: 'Menu' });
  if (await menu.isVisible()) {
    await menu.click();
    await checkAxe(page);
  }
  await page
    .getByLabel('Pool', { exact: true })
    .filter({ visible: true })
    .selectOption({ label: 'Against the Spread' });
  await page.keyboard.press('Escape');
  await ready(page, 'Make Your Picks');
  await expect(page.getByText('Favoured').first()).toBeVisible();
  const info = page.getByText('Spread Info').filter({ visible: true });
  if (isMobile) await info.first().click();
  else
    await page
      .getByRole('button', { name: /^Favoured/ })
      .first()
      .focus();
  await checkAxeInBothThemes(page);
});

test('nothing jumps while a screen loads', async ({ page }) => {
  await noteShifts(page);
  await signInToDemo(page, 'alex');
  for (const { path, heading } of screens) {
    await page.goto(path);
    await ready(page, heading);
    await expectShiftBelow(page, UNSEEN_SHIFT, path);
  }
});

/** The heading is there, and nothing is on its way any more. */
async function ready(page: Page, heading: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
}
