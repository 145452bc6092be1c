import type { Page } from '@playwright/test';
import { signInToDemo } from './demo-login.ts';
import { expect, readingTest, test } from './support/test.ts';

test.use({ size: 'desktop' });

const CHECKING = 'Checking your permissions...';
const ADMIN_SCREENS = ['/admin', '/admin/pools', '/admin/pools/edit/some-pool'];

readingTest(
  'admin screens first check, then redirect strangers to sign in and players to the home screen',
  { tag: '@long' },
  async ({ page }) => {
    const answer = await holdSession(page);
    await page.goto('/admin/users');
    await expect(page.getByText(CHECKING)).toBeVisible();
    answer();
    await expect(page).toHaveURL('/login?to=%2Fadmin%2Fusers');

    await signInToDemo(page, 'alex');
    const again = await holdSession(page);
    await page.goto('/admin/users');
    await expect(page.getByText(CHECKING)).toBeVisible();
    again();
    await expect(page).toHaveURL('/');
    await expect(page.getByRole('heading', { name: 'This week' })).toBeVisible();
    for (const path of ADMIN_SCREENS) {
      await page.goto(path);
      await expect(page).toHaveURL('/');
    }
  },
);

readingTest('every screen asks strangers to sign in first', { tag: '@long' }, async ({ page }) => {
  const screens = ['/picks', '/matchup', '/scoreboard', '/profile', '/test', '/pool/rules', '/pools/new'];
  for (const path of [...screens, ...ADMIN_SCREENS]) {
    await page.goto(path);
    await expect(page).toHaveURL(`/login?to=${encodeURIComponent(path)}`);
  }
});

readingTest('an admin gets in, and signing in leads to the requested screen', { tag: '@long' }, async ({ page }) => {
  await page.goto('/admin/users');
  await expect(page).toHaveURL('/login?to=%2Fadmin%2Fusers');
  await signInToDemo(page, 'commissioner', page.url());
  await expect(page).toHaveURL('/admin/users');
  await expect(page.getByText(CHECKING)).toHaveCount(0);
  await expect(page.getByText('alex@demo.pickem').filter({ visible: true }).first()).toBeVisible();
});

readingTest(
  'a person whose session ended is asked to sign in again, and returns to the screen',
  async ({ page, problems }) => {
    problems.expect(/status of 401|no valid credentials available/);
    await signInToDemo(page, 'alex', '/scoreboard');
    await expect(page.getByRole('heading', { name: 'Scoreboard' })).toBeVisible();
    await page.context().clearCookies();
    await page.reload();
    await expect(page).toHaveURL('/login?to=%2Fscoreboard');
    await signInToDemo(page, 'alex', page.url());
    await expect(page).toHaveURL('/scoreboard');
  },
);

readingTest('an invite link whose end got lost asks for its code', async ({ page, problems }) => {
  problems.expect(/status of 404|Error fetching the invitation/);
  await signInToDemo(page, 'alex', '/join');
  await page.getByLabel('Code from the invite').fill('https://pool.example.org/join#token=nobody-knows-it');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page).toHaveURL('/join#token=nobody-knows-it');
  await expect(page.getByRole('heading', { name: "This invite link doesn't work anymore." })).toBeVisible();
});

test('a disabled user is signed out, sees why at the next sign-in, and continues once enabled again', {
  tag: '@long',
}, async ({ page, newPage, problems }) => {
  problems.expect(/status of 40[13]/);
  await signInToDemo(page, 'alex', '/picks');
  await expect(page.getByRole('heading', { level: 1, name: 'Make Your Picks' })).toBeVisible();
  const admin = await newPage();
  await signInToDemo(admin, 'commissioner', '/admin/users');
  await admin.getByRole('button', { name: 'Disable Alex Rivera' }).click();
  await expect(page).toHaveURL('/login?to=%2Fpicks');
  await signInToDemo(page, 'alex', page.url());
  await expect(page.getByText('Your account is disabled. Ask an admin to enable it.')).toBeVisible();
  await admin.getByRole('button', { name: 'Enable Alex Rivera' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Make Your Picks' })).toBeVisible();
});

/** Holds back the session reply. @returns a function that releases it */
async function holdSession(page: Page): Promise<() => void> {
  let answer = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route(
    '**/api/session',
    async (route) => {
      await held;
      await route.continue();
    },
    { times: 1 },
  );
  return () => answer();
}
