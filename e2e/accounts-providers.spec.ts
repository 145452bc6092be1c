import type { OAuthServer } from '../tests/oauth-server.ts';
import { startOAuthServer } from '../tests/oauth-server.ts';
import { mockReply } from './support/mock-reply.ts';
import { checkAxe, inBothThemes } from './support/pages.ts';
import { expect, test } from './support/test.ts';

/** An empty league whose Google and Facebook are a server of this test. */
const atProviders = test.extend<{ oauth: OAuthServer }>({
  kind: 'league',
  oauth: async ({ browserName: _ }, use) => {
    const oauth = await startOAuthServer();
    await use(oauth);
    await oauth.stop();
  },
  serverEnv: async ({ oauth }, use) => use(oauth.env),
});

for (const [provider, name] of [
  ['google', 'Google'],
  ['facebook', 'Facebook'],
] as const) {
  atProviders(
    `${name} signs a person in by its popup, and is disconnected and connected again`,
    { tag: name === 'Google' ? '@long' : ['@desktop', '@long'] },
    async ({ page, oauth, problems }) => {
      problems.expect(/status of 40[19]/);
      oauth.be({ id: `${provider}-1`, name: 'Pat Popup', email: 'pat@example.com', emailVerified: true });
      await page.goto('/login?to=%2Fprofile%2Fsecurity');
      const popup = page.waitForEvent('popup');
      await page.getByRole('button', { name: `Continue with ${name}` }).click();
      await (await popup).waitForEvent('close');
      await expect(page).toHaveURL('/profile/security');
      await expect(page.getByRole('banner').getByText('Pat Popup').first()).toBeAttached();

      await page.getByRole('button', { name: `Remove ${name}` }).click();
      await expect(page.getByRole('alert').filter({ hasText: 'only way' })).toHaveText(
        'This is your only way to sign in. Set a password first.',
      );
      const password = page.getByRole('region', { name: 'Set a password' });
      await password.getByLabel('New password').fill('Tailgate7');
      await password.getByLabel('Confirm password').fill('Tailgate7');
      await password.getByRole('button', { name: 'Save password' }).click();
      await expect(page.getByRole('region', { name: 'Change password' })).toContainText('Your password is saved.');
      await page.getByRole('button', { name: `Remove ${name}` }).click();
      const removal = page.getByRole('dialog', { name: `Remove ${name}` });
      await removal.getByLabel('Your password').fill('Secret2');
      await removal.getByRole('button', { name: 'Continue' }).click();
      await expect(removal.getByRole('alert')).toHaveText('Incorrect password. Please try again.');
      await checkAxe(page);
      await removal.getByLabel('Your password').fill('Tailgate7');
      await removal.getByRole('button', { name: 'Continue' }).click();
      await expect(removal).toBeHidden();
      await expect(page.getByLabel('Also disconnect')).toHaveCount(0);
      await page.getByRole('button', { name: `Connect ${name}` }).click();
      const dialog = page.getByRole('dialog', { name: `Connect ${name}` });
      await dialog.getByLabel('Your password').fill('Secret2');
      await dialog.getByRole('button', { name: 'Continue' }).click();
      await expect(dialog.getByRole('alert')).toHaveText('Incorrect password. Please try again.');
      await checkAxe(page);
      await dialog.getByLabel('Your password').fill('Tailgate7');
      await dialog.getByRole('button', { name: 'Continue' }).click();
      await expect(page.getByRole('button', { name: `Remove ${name}` })).toBeVisible();

      const change = page.getByRole('region', { name: 'Change password' });
      await change.getByLabel('Current password').fill('Tailgate7');
      await change.getByLabel('New password').fill('Kickoff-1300');
      await change.getByLabel('Confirm password').fill('Kickoff-1300');
      await change.getByLabel(`Also disconnect ${name}`).check();
      await change.getByRole('button', { name: 'Save password' }).click();
      await expect(page.getByRole('button', { name: `Connect ${name}` })).toBeVisible();
    },
  );
}

atProviders(
  "a provider's refusal and a closed popup are reported",
  { tag: '@long' },
  async ({ page, oauth, context }) => {
    oauth.refuseNext();
    await page.goto('/login');
    const google = page.getByRole('button', { name: 'Continue with Google' });
    await google.click();
    await expect(page.getByRole('alert').filter({ hasText: 'Google' })).toHaveText(
      'Google did not sign you in: it was cancelled or refused. Please try again.',
    );

    await expect.poll(() => context.pages().length).toBe(1);
    await context.route('**/authorize**', (route) => route.fulfill({ body: 'Sign in to Google' }));
    const popup = page.waitForEvent('popup');
    await google.click();
    await expect(page.getByText('Waiting for Google...')).toBeVisible();
    const opened = await popup;
    await expect(opened.getByText('Sign in to Google')).toBeVisible();
    await opened.close();
    await expect(page.getByRole('alert').filter({ hasText: 'Google' })).toHaveText(
      'The Google window was closed before it was done. Please try again.',
    );
    await expect(page.getByText('Waiting for Google...')).toBeHidden();
    await checkAxe(page);
  },
);

atProviders(
  'if popups are blocked, the page itself goes to the provider and returns',
  { tag: ['@desktop', '@long'] },
  async ({ page, oauth }) => {
    await page.addInitScript(() => {
      window.open = () => null;
    });
    oauth.be({ id: 'facebook-2', name: 'No Address' });
    await page.goto('/login?to=%2Fprofile%2Fsecurity');
    await page.getByRole('button', { name: 'Continue with Facebook' }).click();
    await expect(page).toHaveURL('/login?to=%2Fprofile%2Fsecurity');
    await expect(page.getByRole('alert').filter({ hasText: 'Facebook' })).toHaveText(
      'Facebook gave no email address. Sign in another way or create an account, then connect Facebook in your profile.',
    );
    await page.reload();
    await expect(page.getByRole('button', { name: 'Continue with Facebook' })).toBeVisible();
    await expect(page.getByRole('alert').filter({ hasText: 'Facebook' })).toHaveCount(0);

    oauth.be({ id: 'facebook-2', name: 'Reese', email: 'reese@example.com' });
    await page.getByRole('button', { name: 'Continue with Facebook' }).click();
    await expect(page).toHaveURL('/profile/security');
  },
);

atProviders(
  'a person who already has an account sees how to connect a provider, and connects it',
  { tag: '@long' },
  async ({ page, oauth, problems }) => {
    // Signing out everywhere interrupts the live connection that is being opened.
    problems.expect(/status of \d+|HTTP Authentication failed/);
    await page.goto('/login?to=%2Fprofile%2Fsecurity');
    await page.getByRole('button', { name: 'Create account' }).first().click();
    await page.getByLabel('Display name').fill('Robin');
    await page.getByLabel('Email').fill('robin@example.com');
    await page.getByLabel('Password', { exact: true }).fill('Tailgate7');
    await page.getByLabel('Confirm password').fill('Tailgate7');
    await page.locator('form').getByRole('button', { name: 'Create account' }).click();
    await expect(page).toHaveURL('/profile/security');
    await page.getByRole('button', { name: 'Sign out on all devices' }).click();
    await expect(page).toHaveURL(/\/login/);

    oauth.be({ id: 'google-9', name: 'Robin', email: 'robin@example.com', emailVerified: true });
    await page.getByRole('button', { name: 'Continue with Google' }).click();
    await expect(page.getByRole('alert').filter({ hasText: 'already exists' })).toHaveText(
      "An account with this email already exists. Sign in to it with its password (or 'Forgot Password?'), then connect Google in your profile.",
    );
    await page.getByLabel('Email').fill('robin@example.com');
    await page.getByLabel('Password').fill('Tailgate7');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/profile/security');
    await page.getByRole('button', { name: 'Connect Google' }).click();
    await page.getByLabel('Your password').fill('Tailgate7');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Remove Google' })).toBeVisible();
    await inBothThemes(page, async () => {
      await expect(page.getByRole('button', { name: 'Remove Google' })).toBeVisible();
      await checkAxe(page);
    });
  },
);

const withGoogle = { GOOGLE_CLIENT_ID: 'pickem-test', GOOGLE_CLIENT_SECRET: 'pickem-test-secret' };

for (const { league, serverEnv, offers } of [
  { league: 'Google alone', serverEnv: withGoogle, offers: 'Also disconnect Google and remove all passkeys' },
  { league: 'no provider', serverEnv: {}, offers: 'Also remove all passkeys' },
]) {
  test.describe(() => {
    test.use({ kind: 'league', serverEnv });

    test(`a new password in a league with ${league} offers to end the other ways in`, {
      tag: ['@desktop', '@long'],
    }, async ({ page }) => {
      await mockReply(page, '/api/auth/reset/check', () => ({ ok: true }));
      await page.goto('/reset#token=from-the-mail');
      await expect(page.getByRole('button', { name: 'Set password' })).toBeVisible();
      await expect(page.getByLabel(/^Also/)).toHaveAccessibleName(offers);
    });
  });
}
