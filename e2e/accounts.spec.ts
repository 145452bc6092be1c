import type { Page } from '@playwright/test';
import { mailedLink } from './support/outbox.ts';
import { checkAxe, inBothThemes, nextChange } from './support/pages.ts';
import { expectNoToken, recordRequests } from './support/recorded-requests.ts';
import { expect, readingTest, test } from './support/test.ts';

const EMAIL = 'alex@demo.pickem';

test('a password link comes by mail, works once, and signs its owner in', { tag: '@long' }, async ({
  page,
  problems,
}) => {
  problems.expect(/status of 400|status of 401|status of 410|Error checking the link/);
  await page.goto('/login?to=%2Fpicks');
  await page.getByLabel('Email').fill(EMAIL);
  await page.getByRole('button', { name: 'Forgot Password?' }).click();
  await expect(page.getByRole('heading', { name: 'Forgot Password?' })).toBeVisible();
  await expect(page).toHaveTitle("Forgot password · Pick'em");
  const email = page.getByLabel('Email');
  await expect(email).toHaveValue(EMAIL);
  await expect(email).toBeFocused();
  await email.fill('  ');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Please enter your email address')).toBeVisible();
  await checkAxe(page);
  await email.fill(EMAIL);
  await page.getByRole('button', { name: 'Send reset link' }).click();
  await expect(page.getByRole('heading', { name: 'Check Your Email' })).toBeFocused();
  await expect(page).toHaveTitle("Check your email · Pick'em");
  await checkAxe(page);
  await page.getByRole('button', { name: 'Back to Login' }).click();
  await expect(page.getByLabel('Password')).toBeVisible();

  const link = await mailedLink(page, '/reset');
  const requests = recordRequests(page);
  await page.goto(link);
  await refusesWeakPasswords(page);
  await page.getByLabel('Also disconnect Google and Facebook').check();
  await checkThemes(page);
  await setPassword(page, 'Brandnew1');
  await expect(page.getByRole('heading', { name: 'Your new password is set' })).toBeVisible();
  expectNoToken(requests, link);

  await page.reload();
  await expect(page.getByRole('alert')).toHaveText('This link has expired or was used already.');
  await expect(page.getByLabel('New password')).toHaveCount(0);
  await checkThemes(page);
  await page.getByRole('link', { name: 'Get a new link' }).click();
  await expect(page.getByRole('button', { name: 'Send reset link' })).toBeVisible();
  await page.goBack();

  await page.getByRole('link', { name: 'Back to Login' }).click();
  await expect(page).toHaveURL('/login?to=%2Fpicks');
  await page.getByLabel('Email').fill(EMAIL);
  await page.getByLabel('Password').fill('Brandnew1');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/picks');
});

readingTest(
  'a link that lost its end asks for its code, and leads back',
  { tag: '@long' },
  async ({ page, problems }) => {
    problems.expect(/status of 410|Error checking the link/);
    await page.goto('/reset');
    await expect(page).toHaveTitle("Set a new password · Pick'em");
    const code = page.getByLabel(/^Code /);
    await expect(page.getByRole('button', { name: 'Continue' })).toBeDisabled();
    await checkThemes(page);
    await code.fill('https://pool.example.org/reset#token=no-such-code');
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page).toHaveURL('/reset#token=no-such-code');
    await expect(page.getByRole('alert')).toContainText('This link has expired or was used already.');
    await page.getByRole('link', { name: 'Back to Login' }).click();
    await expect(page).toHaveURL('/login');
  },
);

readingTest(
  'the panel for a forgotten password can be closed, and the typed address stays',
  { tag: '@long' },
  async ({ page }) => {
    await page.goto('/login');
    await page.getByRole('button', { name: 'Forgot Password?' }).click();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByLabel('Email').fill(EMAIL);
    await page.getByRole('button', { name: 'Create account' }).first().click();
    await expect(page.getByLabel('Email')).toHaveValue(EMAIL);
  },
);

readingTest(
  'the demo explains which settings a provider needs @desktop',
  { tag: '@long' },
  async ({ page, problems }) => {
    problems.expect(/status of \d+/);
    await page.goto('/login');
    await page.getByRole('button', { name: 'Continue with Google' }).click();
    await expect(page.getByRole('alert').filter({ hasText: 'GOOGLE_CLIENT_ID' })).toHaveText(
      'Google is not set up. Set GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET, and start again.',
    );
    await page.getByRole('button', { name: 'Continue with Facebook' }).click();
    await expect(page.getByRole('alert').filter({ hasText: 'FACEBOOK_CLIENT_ID' })).toBeVisible();
    await checkAxe(page);
  },
);

test('a new user verifies their address by mail, and can request the mail again', { tag: '@long' }, async ({
  page,
  problems,
}) => {
  problems.expect(/status of 400|status of 410|Error verifying the address/);
  await page.goto('/login');
  await page.getByRole('button', { name: 'Create account' }).first().click();
  await page.getByLabel('Display name').fill('Newcomer');
  await page.getByLabel('Email').fill('newcomer@example.com');
  await page.getByLabel('Password', { exact: true }).fill('Tailgate7');
  await page.getByLabel('Confirm password').fill('Tailgate7');
  await page.locator('form').getByRole('button', { name: 'Create account' }).click();
  await expect(page).toHaveURL('/');
  const hint = page.getByText('Open the link we sent to newcomer@example.com');
  await expect(hint).toBeVisible();
  const top = (await hint.boundingBox())?.y ?? 0;
  expect(top, 'at the foot of the window').toBeGreaterThan(0.6 * (page.viewportSize()?.height ?? 0));
  await checkAxe(page);
  await page.getByRole('button', { name: 'Close' }).click();
  await expect(hint).toHaveCount(0);

  await page.goto('/profile/messages');
  await expect(hint).toHaveCount(0);
  const wants = page.getByLabel('Missing picks by Email');
  const saved = nextChange(page);
  await wants.click();
  await saved;
  await page.reload();
  await expect(wants).toBeChecked();
  await expect(page.getByText('Emails go out once your address is verified.')).toBeVisible();
  await page.getByRole('link', { name: 'Verify it' }).click();
  await expect(page.getByText('Your email address is not verified yet.')).toBeVisible();
  await page.getByRole('button', { name: 'Send again' }).click();
  await expect(page.getByText('An email is on its way to newcomer@example.com.')).toBeVisible();
  await inBothThemes(page, async () => {
    await expect(page.getByText('Your email address is not verified yet.')).toBeVisible();
    await checkAxe(page);
  });

  const link = await mailedLink(page, '/verify');
  const requests = recordRequests(page);
  await page.goto(link);
  await expect(page.getByText('Your email address is verified. Thank you!')).toBeVisible();
  expectNoToken(requests, link);
  await checkThemes(page);
  await page.goto('/verify#token=nobody-knows-it');
  await expect(page.getByRole('alert')).toHaveText(
    'This link has expired or was used already. Please ask for a new one.',
  );
  await page.goto('/verify');
  await expect(page.getByLabel('Code from your email')).toBeVisible();
  await expect(page.getByText('Your profile can send you a new link.')).toBeVisible();
  await page.goto('/profile');
  await expect(page.getByText('Your email address is verified.')).toBeVisible();
});

async function checkThemes(page: Page): Promise<void> {
  await inBothThemes(page, async () => {
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await checkAxe(page);
  });
}

async function refusesWeakPasswords(page: Page): Promise<void> {
  for (const [password, text] of [
    ['', 'Password is required'],
    ['Abc1', 'Password must be at least 6 characters long'],
    ['ABCDEF1', 'Password must contain at least one lowercase letter'],
    ['abcdef1', 'Password must contain at least one uppercase letter'],
    ['Abcdefg', 'Password must contain at least one number'],
  ] as const) {
    await setPassword(page, password);
    await expect(page.getByText(text)).toBeVisible();
    await expect(page.getByLabel('New password')).toBeFocused();
  }
  await page.getByLabel('Confirm password').fill('other');
  await page.getByRole('button', { name: 'Set password' }).click();
  await expect(page.getByText('Passwords do not match')).toBeVisible();
}

async function setPassword(page: Page, password: string): Promise<void> {
  await page.getByLabel('New password').fill(password);
  await page.getByLabel('Confirm password').fill(password);
  await page.getByRole('button', { name: 'Set password' }).click();
}
