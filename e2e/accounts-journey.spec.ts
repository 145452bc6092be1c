import type { Page } from '@playwright/test';
import { usualEngines } from '#tests/engines.ts';
import type { ReceivedMail, SmtpListener } from '../tests/mailbox.ts';
import { startSmtp } from '../tests/mailbox.ts';
import type { OAuthServer } from '../tests/oauth-server.ts';
import { startOAuthServer } from '../tests/oauth-server.ts';
import { checkAxe } from './support/pages.ts';
import { expect, test } from './support/test.ts';

interface World {
  readonly oauth: OAuthServer;
  readonly smtp: SmtpListener;
}

/** An empty league with a mail server, and with fake Google and Facebook servers for this test. */
const journey = test.extend<World>({
  kind: 'league',
  oauth: async ({ browserName: _ }, use) => {
    const oauth = await startOAuthServer();
    await use(oauth);
    await oauth.stop();
  },
  smtp: async ({ browserName: _ }, use) => {
    const smtp = await startSmtp();
    await use(smtp);
    await smtp.stop();
  },
  serverEnv: async ({ oauth, smtp }, use) =>
    use({ ...oauth.env, SMTP_URL: smtp.smtpUrl, MAIL_FROM: 'Our pool <pool@example.com>' }),
});

const EMAIL = 'journey@example.com';

for (const engine of usualEngines) {
  journey.describe(`on ${engine}`, { tag: engine === 'sqlite' ? '@long' : ['@desktop', '@long'] }, () => {
    journey.use({ engine });

    journey('the life of an account: mail, password, providers, profile', async ({ page, oauth, smtp, problems }) => {
      journey.slow();
      // Signing out just as the profile is opened interrupts the profile's requests.
      problems.expect(/status of 401|HTTP Authentication failed/);
      await page.goto('/profile');
      await expect(page).toHaveURL('/login?to=%2Fprofile');
      await page.getByRole('button', { name: 'Create account' }).first().click();
      await page.getByLabel('Display name').fill('  Journey  ');
      await page.getByLabel('Email').fill(EMAIL);
      await page.getByLabel('Password', { exact: true }).fill('Tailgate7');
      await page.getByLabel('Confirm password').fill('Tailgate7');
      await page.locator('form').getByRole('button', { name: 'Create account' }).click();
      await expect(page).toHaveURL('/profile');
      await expect(page.getByLabel('Display Name')).toHaveValue('Journey');

      // Only its owner can confirm an address: a person who is not signed in has to sign in first.
      await signOut(page);
      await page.goto(await linkIn(smtp, EMAIL, '/verify'));
      await expect(page).toHaveURL(/\/login#to=%2Fverify%23token/);
      await signIn(page, 'Tailgate7');
      await expect(page.getByText('Your email address is verified. Thank you!')).toBeVisible();
      await page.goto('/profile');
      await expect(page.getByText('Your email address is verified.')).toBeVisible();
      await signOut(page);

      await page.getByRole('button', { name: 'Forgot Password?' }).click();
      await page.getByLabel('Email').fill(EMAIL);
      await page.getByRole('button', { name: 'Send reset link' }).click();
      await expect(page.getByRole('heading', { name: 'Check Your Email' })).toBeVisible();
      await page.goto(await linkIn(smtp, EMAIL, '/reset'));
      await page.getByLabel('New password').fill('Brandnew1');
      await page.getByLabel('Confirm password').fill('Brandnew1');
      await page.getByRole('button', { name: 'Set password' }).click();
      await page.getByRole('link', { name: 'Go to sign in' }).click();
      await signIn(page, 'Brandnew1');
      await expect(page).toHaveURL('/profile/security');
      await openName(page);

      await page.getByLabel('Display Name').fill('  Journey’s End  ');
      await page.getByRole('button', { name: 'Save Changes' }).click();
      await expect(page).toHaveURL('/');
      await expect(page.getByText('Display name updated successfully')).toBeVisible();
      await page.goto('/profile');
      await expect(page.getByLabel('Display Name')).toHaveValue('Journey’s End');
      await checkAxe(page);
      await signOut(page);

      // Google vouches for the address, which is also verified here, so it leads to the same account.
      oauth.be({ id: 'google-1', name: 'Somebody', email: EMAIL, emailVerified: true });
      await continueWith(page, 'Google');
      await expect(page.getByRole('button', { name: 'Remove Google' })).toBeVisible();
      await openName(page);
      await expect(page.getByLabel('Display Name')).toHaveValue('Journey’s End');
      await signOut(page);

      oauth.be({ id: 'facebook-1', name: 'Fay Book', email: 'fay@example.com' });
      await continueWith(page, 'Facebook');
      await openName(page);
      await expect(page.getByLabel('Display Name')).toHaveValue('Fay Book');
      await expect(page.getByLabel('Email', { exact: true })).toHaveValue('fay@example.com');
    });
  });
}

async function signIn(page: Page, password: string): Promise<void> {
  await page.getByLabel('Email').fill(EMAIL);
  await page.getByLabel('Password').fill(password);
  await page.locator('form').getByRole('button', { name: 'Sign in' }).click();
}

/** Signs out from the profile, so that signing in leads back to it. */
async function signOut(page: Page): Promise<void> {
  await page.goto('/profile/security');
  await page.getByRole('button', { name: 'Sign out on all devices' }).click();
  await expect(page).toHaveURL('/login?to=%2Fprofile%2Fsecurity');
}

/** Goes from the security page of the profile to the first one. */
async function openName(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Me', exact: true }).click();
  await expect(page).toHaveURL('/profile');
}

async function continueWith(page: Page, provider: 'Google' | 'Facebook'): Promise<void> {
  const popup = page.waitForEvent('popup');
  await page.getByRole('button', { name: `Continue with ${provider}` }).click();
  await (await popup).waitForEvent('close');
}

/** The link to a page of the web app in a mail to an address. */
async function linkIn(smtp: SmtpListener, email: string, path: '/verify' | '/reset'): Promise<string> {
  const pattern = new RegExp(`http://\\S+${path}#token=[^\\s"&<]+(?:&to=[^\\s"<]+)?`);
  const find = () =>
    smtp.received
      .filter(({ to }) => to.includes(email))
      .flatMap((mail) => pattern.exec(textOf(mail))?.[0] ?? [])
      .at(-1);
  await expect.poll(find).toBeDefined();
  return find() ?? '';
}

/** Mails are encoded as quoted-printable text. */
function textOf({ raw }: ReceivedMail): string {
  return raw
    .replace(/=\r?\n/g, '')
    .replace(/=([\dA-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}
