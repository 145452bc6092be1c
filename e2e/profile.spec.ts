import type { Locator, Page } from '@playwright/test';
import { DEMO_PASSWORD } from '#server/demo/league.ts';
import { signInToDemo } from './demo-login.ts';
import { checkAxe, inBothThemes } from './support/pages.ts';
import { expect, readingTest, test } from './support/test.ts';

test('a display name is trimmed and saved, as a toast on This week says; errors are shown at the field', {
  tag: '@long',
}, async ({ page, problems }) => {
  problems.expect(/status of 500|Error updating the profile/);
  await signInToDemo(page, 'alex', '/profile');
  await expect(page).toHaveTitle("Edit Profile · Pick'em");
  await expect(page.getByRole('heading', { name: 'Edit Profile' })).toBeVisible();
  const name = page.getByLabel('Display Name');
  const save = page.getByRole('button', { name: 'Save Changes' });
  const email = page.getByLabel('Email', { exact: true });
  await expect(email).toHaveValue('alex@demo.pickem');
  await expect(email).toHaveAttribute('readonly', '');
  await expect(email).toHaveAccessibleDescription('Your email address cannot be changed.');

  await name.fill('   ');
  await expect(save).toBeDisabled();
  await expect(name).toHaveAccessibleDescription('Display name cannot be empty');
  await name.press('Enter');
  await expect(toast(page, 'Error')).toContainText('Display name cannot be empty');
  await toast(page, 'Error').getByRole('button', { name: 'Close' }).click();
  await expect(toast(page, 'Error')).toHaveCount(0);
  await expect(page).toHaveURL('/profile');

  await name.fill('');
  await name.pressSequentially('x'.repeat(51), { delay: 0 });
  await expect(name).toHaveValue('x'.repeat(50));

  await name.fill('  Alexandra R.  ');
  let fail = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    fail = resolve;
  });
  await page.route('**/api/profile', async (route) => {
    await held;
    await route.fulfill({ status: 500, json: { error: { code: 'unexpected', message: 'An error occurred.' } } });
  });
  await save.click();
  await expect(page.getByRole('button', { name: 'Saving...' })).toBeDisabled();
  fail();
  await expect(toast(page, 'Error')).toContainText('Failed to update display name');
  await expect.poll(() => problems.logged('Error updating the profile')).toBe(true);
  await expect(page).toHaveURL('/profile');
  await expect(save).toBeEnabled();
  await checkAxe(page);
  await page.unroute('**/api/profile');

  const saved = page.waitForRequest('**/api/profile');
  await save.click();
  expect((await saved).postDataJSON()).toEqual({ displayName: 'Alexandra R.' });
  await expect(page).toHaveURL('/');
  await expect(toast(page, 'Success')).toContainText('Display name updated successfully');
  await expect(page.getByRole('banner').getByText('Alexandra R.').first()).toBeAttached();
  await checkAxe(page);
  await page.goto('/profile');
  await expect(name).toHaveValue('Alexandra R.');
});

readingTest(
  'Cancel and Back to Home leave the profile without saving',
  { tag: ['@desktop', '@long'] },
  async ({ page }) => {
    await signInToDemo(page, 'alex', '/profile');
    for (const way of ['Cancel', 'Back to Home']) {
      await page.getByLabel('Display Name').fill('Somebody else');
      await page.getByRole('link', { name: way }).click();
      await expect(page).toHaveURL('/');
      await page.goto('/profile');
      await expect(page.getByLabel('Display Name')).toHaveValue('Alex Rivera');
    }
  },
);

function toast(page: Page, title: string): Locator {
  return page.locator('.panel').filter({ has: page.getByText(title, { exact: true }) });
}

test('a new password needs the old one, follows the rules, and ends the sessions elsewhere', {
  tag: ['@desktop', '@long'],
}, async ({ page, newPage, problems }) => {
  problems.expect(/status of 401|status of 400|status of 403/);
  const elsewhere = await newPage();
  await signInToDemo(elsewhere, 'sam', '/profile/security');
  await signInToDemo(page, 'sam', '/profile/security');
  const section = page.getByRole('region', { name: 'Change password' });
  const save = section.getByRole('button', { name: 'Save password' });

  await save.click();
  await expect(section.getByText('Password is required')).toHaveCount(2);
  await expect(section.getByLabel('Current password')).toBeFocused();

  await section.getByLabel('Current password').fill('Wrong1');
  await section.getByLabel('New password').fill('Brandnew1');
  await section.getByLabel('Confirm password').fill('Brandnew2');
  await save.click();
  await expect(section.getByText('Passwords do not match')).toBeVisible();
  await section.getByLabel('Confirm password').fill('Brandnew1');
  await save.click();
  await expect(section.getByRole('alert')).toHaveText('Incorrect password. Please try again.');

  await section.getByLabel('Current password').fill(DEMO_PASSWORD);
  await save.click();
  await expect(section.getByText('Your password is saved.')).toBeVisible();
  await expect(section.getByLabel('Current password')).toHaveValue('');

  await elsewhere.reload();
  await expect(elsewhere).toHaveURL('/login?to=%2Fprofile%2Fsecurity');
  await page.reload();
  await expect(section).toBeVisible();
});

test('a person sees where they are signed in, and signs other devices out', { tag: '@long' }, async ({
  page,
  newPage,
  problems,
}) => {
  problems.expect(/status of 401/);
  const elsewhere = await newPage();
  await signInToDemo(elsewhere, 'sam', '/picks');
  await signInToDemo(page, 'sam', '/profile/security');
  const section = page.getByRole('region', { name: 'Where you are signed in' });
  const devices = section.getByRole('listitem');
  const here = devices.filter({ hasText: 'This device' });
  await expect(here).toContainText(/ on \w+/);
  await expect(here).toContainText('Active now · this network');
  await expect(here.getByRole('button')).toHaveCount(0);
  await inBothThemes(page, async () => {
    await expect(devices).toHaveCount(2);
    await checkAxe(page);
  });
  await devices.getByRole('button', { name: /^Sign out / }).click();
  await expect(devices).toHaveCount(1);
  await expect(elsewhere).toHaveURL('/login?to=%2Fpicks');

  await signInToDemo(elsewhere, 'sam', '/picks');
  await page.reload();
  await section.getByRole('button', { name: 'Sign out all other devices' }).click();
  await expect(devices).toHaveCount(1);
  await expect(elsewhere).toHaveURL('/login?to=%2Fpicks');
});

test('signing out on all devices ends the session here and elsewhere', { tag: '@long' }, async ({
  page,
  newPage,
  problems,
}) => {
  problems.expect(/status of 401/);
  const elsewhere = await newPage();
  await signInToDemo(elsewhere, 'sam', '/picks');
  await signInToDemo(page, 'sam', '/profile/security');
  await page.getByRole('button', { name: 'Sign out on all devices' }).click();
  await expect(page).toHaveURL(/^[^?]*\/login/);
  await elsewhere.reload();
  await expect(elsewhere).toHaveURL('/login?to=%2Fpicks');
});
