import type { Page } from '@playwright/test';
import type { Session } from '#contract/accounts.ts';
import { signInToDemo } from './demo-login.ts';
import { mockReply } from './support/mock-reply.ts';
import { checkAxe, inBothThemes } from './support/pages.ts';
import { expectShiftBelow, noteShifts, UNSEEN_SHIFT } from './support/shifts.ts';
import { expect, test } from './support/test.ts';

test.use({ onlyReads: true });

/** Expects a page without the layout: only one main part, which fits the screen, and the name of the app gone. */
async function expectOnlyMain(page: Page): Promise<void> {
  await expect(page.getByRole('main')).toHaveCount(1);
  await expect(page.getByText('Loading...', { exact: true })).toBeHidden();
  const [height = 0, seen = 0] = await page.evaluate(() => [document.documentElement.scrollHeight, innerHeight]);
  expect(height).toBeLessThanOrEqual(seen);
}

/** Expects the build time at the bottom right of the page, and the theme toggle at its top right. */
async function expectCorners(page: Page): Promise<void> {
  const built = page.getByText(/^Version \d\S+ · Build /);
  await expect(built).toBeVisible();
  const toggle = page.getByRole('button', { name: /^Switch to the (light|dark) theme$/ });
  const theme = () => page.evaluate(() => document.documentElement.dataset.theme);
  const [width, height, before] = [
    await page.evaluate(() => document.documentElement.clientWidth),
    await page.evaluate(() => document.documentElement.scrollHeight),
    await theme(),
  ];
  const text = await built.evaluate((each) => {
    const range = document.createRange();
    range.selectNodeContents(each);
    const { right, bottom } = range.getBoundingClientRect();
    return { right, bottom: bottom + scrollY };
  });
  expect(width - text.right).toBeLessThan(40);
  expect(height - text.bottom).toBeLessThan(40);
  const box = await toggle.boundingBox();
  expect(width - (box?.x ?? 0) - (box?.width ?? 0)).toBeLessThan(40);
  expect(box?.y).toBeLessThan(40);
  await toggle.click();
  expect(await theme()).not.toBe(before);
}

test('while permissions are checked, nothing else is shown', async ({ page }) => {
  await page.route('**/api/session', () => undefined);
  await page.goto('/admin/users');
  await expect(page.getByText('Checking your permissions...')).toBeVisible();
  await expectOnlyMain(page);
});

test('if the session cannot be read, only that is shown', { tag: ['@desktop', '@long'] }, async ({
  page,
  problems,
}) => {
  problems.expect(/status of 500|Error fetching user data/);
  const error = { code: 'unexpected', message: 'An error occurred. Please try again.' };
  await page.route('**/api/session', (route) => route.fulfill({ status: 500, json: { error } }));
  await page.goto('/picks');
  await expect(page.getByRole('heading', { name: "Couldn't load Pick'em" })).toBeVisible();
  await expectOnlyMain(page);
  await checkAxe(page);
});

test('if a screen cannot be fetched, only that is shown', { tag: ['@desktop', '@long'] }, async ({
  page,
  problems,
}) => {
  problems.expect(/ERR_FAILED|Error showing the page|Failed to fetch dynamically imported module/);
  await page.route(/scoreboard-screen.*\.js$/, (route) => route.abort());
  await signInToDemo(page, 'alex', '/scoreboard');
  await expect(page.getByRole('heading', { name: "Couldn't show this page" })).toBeVisible();
  await expectOnlyMain(page);
  await checkAxe(page);
});

test('the sign-in screen and the pages of mailed links have the build time and the theme toggle', async ({ page }) => {
  for (const path of ['/login', '/reset', '/verify']) {
    await test.step(path, async () => {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expectCorners(page);
    });
  }
});

test('nothing jumps while the sign-in screen reads the session', async ({ page }) => {
  await noteShifts(page);
  let held = Promise.withResolvers<void>();
  await page.route('**/api/session', async (route) => {
    await held.promise;
    await route.continue();
  });
  for (const height of [844, 640, 1100]) {
    held = Promise.withResolvers();
    await page.setViewportSize({ width: 390, height });
    await page.goto('/login');
    await expect(page.getByText('Preparing your experience...')).toBeVisible();
    held.resolve();
    await expect(page.getByLabel('Email')).toBeVisible();
    await page.waitForLoadState('networkidle');
    await expectShiftBelow(page, UNSEEN_SHIFT, `at ${height}`);
  }
});

test('a disabled user sees the name of the app, the build time and the theme toggle', async ({ page }) => {
  await mockReply<Session>(page, '/api/session', (session) => ({
    ...session,
    user: session.user && { ...session.user, isEnabled: false },
  }));
  await signInToDemo(page, 'alex', '/picks');
  await inBothThemes(page, async () => {
    await expect(page.getByText('Your account is disabled. Ask an admin to enable it.')).toBeVisible();
    await expect(page).toHaveTitle("Account disabled · Pick'em");
    await expect(page.getByRole('banner').getByText('Where champions are made!')).toBeAttached();
    await checkAxe(page);
  });
  await expectOnlyMain(page);
  await expectCorners(page);
});
