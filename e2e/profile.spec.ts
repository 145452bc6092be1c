import { DEMO_PASSWORD } from '#server/feed/demo/people.ts';
import { signInToDemo } from './demo-login.ts';
import { expect, test } from './support/test.ts';

test('a display name is trimmed, saved once it is something, and leads back home', async ({ page, problems }) => {
  problems.expect(/status of 500|Error updating the profile/);
  await signInToDemo(page, 'alex', '/profile');
  const name = page.getByLabel('Display Name');
  const save = page.getByRole('button', { name: 'Save Changes' });
  await expect(page.getByLabel('Email', { exact: true })).toHaveAttribute('readonly', '');
  await expect(page.getByText('Your email address cannot be changed.')).toBeVisible();

  await name.fill('   ');
  await expect(save).toBeDisabled();
  await expect(page.getByText('Display name cannot be empty')).toBeVisible();
  await expect(name).toHaveAttribute('maxlength', '50');

  await name.fill('  Alexandra R.  ');
  await page.route('**/api/profile', (route) =>
    route.fulfill({ status: 500, json: { error: { code: 'unexpected', message: 'An error occurred.' } } }),
  );
  await save.click();
  await expect(page.getByText('Failed to update display name').first()).toBeVisible();
  await expect(page).toHaveURL('/profile');
  await page.unroute('**/api/profile');

  await save.click();
  await expect(page).toHaveURL('/');
  await page.goto('/profile');
  await expect(name).toHaveValue('Alexandra R.');
  await page.getByRole('link', { name: 'Cancel' }).click();
  await expect(page).toHaveURL('/');
});

test('a new password needs the old one and the rules, and ends the sessions elsewhere', async ({
  page,
  newPage,
  problems,
}) => {
  problems.expect(/status of 401|status of 400|status of 403/);
  const elsewhere = await newPage();
  await signInToDemo(elsewhere, 'sam', '/profile');
  await signInToDemo(page, 'sam', '/profile');
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
  await expect(elsewhere).toHaveURL('/login?to=%2Fprofile');
  await page.reload();
  await expect(section).toBeVisible();
});

test('signing out on all devices ends the session here and elsewhere', async ({ page, newPage, problems }) => {
  problems.expect(/status of 401/);
  const elsewhere = await newPage();
  await signInToDemo(elsewhere, 'sam', '/picks');
  await signInToDemo(page, 'sam', '/profile');
  await page.getByRole('button', { name: 'Sign out on all devices' }).click();
  await expect(page).toHaveURL(/^[^?]*\/login/);
  await elsewhere.reload();
  await expect(elsewhere).toHaveURL('/login?to=%2Fpicks');
});
