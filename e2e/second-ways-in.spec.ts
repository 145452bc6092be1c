import type { Page } from '@playwright/test';
import { generateSync } from 'otplib/functional';
import { DEMO_PASSWORD } from '#server/demo/league.ts';
import { signInToDemo } from './demo-login.ts';
import { checkAxe, inBothThemes } from './support/pages.ts';
import { expect, test } from './support/test.ts';

const PASSWORD = 'Tailgate7';
const EMAIL = 'two@example.com';

/**
 * A device with passkeys, unlocked by its owner, that Chromium plays. It answers at once when the browser offers a passkey.
 * @returns sets whether its owner unlocks it
 */
async function addAuthenticator(page: Page): Promise<(isUserVerified: boolean) => Promise<unknown>> {
  const client = await page.context().newCDPSession(page);
  await client.send('WebAuthn.enable');
  const options = {
    protocol: 'ctap2',
    transport: 'internal',
    hasResidentKey: true,
    hasUserVerification: true,
  } as const;
  const { authenticatorId } = await client.send('WebAuthn.addVirtualAuthenticator', {
    options: { ...options, isUserVerified: true, automaticPresenceSimulation: true },
  });
  return (isUserVerified) => client.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified });
}

async function signUp(page: Page): Promise<void> {
  await page.goto('/profile/security');
  await page.getByRole('button', { name: 'Create account' }).first().click();
  await page.getByLabel('Display name').fill('Two');
  await page.getByLabel('Email').fill(EMAIL);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Confirm password').fill(PASSWORD);
  await page.locator('form').getByRole('button', { name: 'Create account' }).click();
  await expect(page).toHaveURL('/profile/security');
}

const signOut = (page: Page) => page.evaluate(() => fetch('/api/auth/sign-out', { method: 'POST' }));

test.describe('passkeys and a second factor', () => {
  test.use({ kind: 'league', viewport: { width: 390, height: 844 } });

  test('a player adds both, and signs in by each of them', { tag: '@long' }, async ({ page, problems }) => {
    problems.expect(/status of (401|403)|HTTP Authentication failed|ERR_INTERNET_DISCONNECTED/);
    await signUp(page);
    const unlock = await addAuthenticator(page);

    const passkeys = page.getByRole('region', { name: 'Passkeys' });
    await passkeys.getByRole('button', { name: 'Add a passkey' }).click();
    const adding = page.getByRole('dialog', { name: 'Add a passkey' });
    await adding.getByLabel('Name', { exact: true }).fill('Old laptop');
    await inBothThemes(page, () => checkAxe(page));
    await adding.getByLabel('Your password').fill(PASSWORD);
    await unlock(false);
    await page.keyboard.press('Enter');
    await expect(adding.getByText('No passkey was created. Please try again.')).toBeVisible();
    await expect(adding.getByLabel('Your password')).toHaveCount(0);
    await unlock(true);
    await adding.getByRole('button', { name: 'Continue' }).click();
    await expect(passkeys.getByText('Not used yet')).toBeVisible();
    await passkeys.getByRole('button', { name: 'Rename Old laptop' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Laptop');
    await page.keyboard.press('Enter');
    await expect(passkeys.getByText('Laptop', { exact: true })).toBeVisible();

    await signOut(page);
    await page.goto('/login?to=%2Fprofile%2Fsecurity');
    // Chromium's device answers the offer in the field at once.
    await expect(page).toHaveURL('/profile/security');
    await expect(passkeys.getByText('Last used')).toBeVisible();

    const factor = page.getByRole('region', { name: 'Second factor' });
    await factor.getByRole('button', { name: 'Set up' }).click();
    await page.getByLabel('Your password').fill(PASSWORD);
    await page.keyboard.press('Enter');
    const scanning = page.getByRole('dialog', { name: 'Scan this with your app' });
    await expect(scanning.getByRole('img')).toBeVisible();
    const secret = (await scanning.locator('code').textContent()) ?? '';
    await inBothThemes(page, () => checkAxe(page));
    await scanning.getByLabel('The code that your app shows').fill(generateSync({ secret }));
    await page.keyboard.press('Enter');
    const keeping = page.getByRole('dialog', { name: 'Keep your recovery codes' });
    await expect(keeping.getByRole('listitem')).toHaveCount(10);
    const [recovery = ''] = await keeping.getByRole('listitem').allTextContents();
    await inBothThemes(page, () => checkAxe(page));
    await keeping.getByRole('button', { name: "I've saved them" }).click();
    await expect(factor.getByText('10 recovery codes left')).toBeVisible();
    await passkeys.getByRole('button', { name: 'Remove Laptop' }).click();
    await page.getByLabel('Your password').fill(PASSWORD);
    await page.keyboard.press('Enter');
    await expect(passkeys.getByRole('listitem')).toHaveCount(0);

    await signOut(page);
    await page.goto('/login?to=%2Fprofile%2Fsecurity');
    await page.getByLabel('Email').fill(EMAIL);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.keyboard.press('Enter');
    await expect(page.getByLabel('Code')).toBeFocused();
    await inBothThemes(page, () => checkAxe(page));
    await page.getByLabel('Code').fill('000000');
    await page.keyboard.press('Enter');
    await expect(page.getByText("That code isn't right.")).toBeVisible();
    await page.reload();
    await page.context().setOffline(true);
    await page.getByRole('button', { name: 'Start over' }).click();
    await expect(page.getByRole('alert')).toHaveText(/Can't reach the server/);
    await page.context().setOffline(false);
    await page.getByRole('button', { name: 'Start over' }).click();
    await expect(page.getByLabel('Email')).toBeFocused();
    await page.getByLabel('Email').fill(EMAIL);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.keyboard.press('Enter');
    // The first code is used up, and the next one comes within half a minute.
    await page.getByRole('button', { name: 'Use a recovery code' }).click();
    await page.getByLabel('Recovery code').fill(recovery.toLowerCase());
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/profile/security');
    await expect(factor.getByText('9 recovery codes left')).toBeVisible();
  });
});

test.describe('a league that requires a second factor', () => {
  test.use({ serverEnv: { SECOND_FACTOR: 'required' } });

  async function turnOn(page: Page): Promise<void> {
    await page.getByRole('region', { name: 'Second factor' }).getByRole('button', { name: 'Set up' }).click();
    await page.getByLabel('Your password').fill(DEMO_PASSWORD);
    await page.keyboard.press('Enter');
    const secret = (await page.getByRole('dialog').locator('code').textContent()) ?? '';
    await page.getByLabel('The code that your app shows').fill(generateSync({ secret }));
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: "I've saved them" }).click();
  }

  test('an admin gets their roles back with one, and removes that of somebody who lost it', {
    tag: '@long',
  }, async ({ page, newPage, problems }) => {
    problems.expect(/status of (401|403)/);
    await signInToDemo(page, 'commissioner', '/pool/rules');
    const banner = page.getByRole('complementary', { name: 'Second factor' });
    const manage = page.getByRole('link', { name: 'Manage', exact: true });
    await expect(page.getByRole('link', { name: 'Members', exact: true })).toBeVisible();
    await expect(manage).toHaveCount(0);
    await checkAxe(page);
    await banner.getByRole('link', { name: 'Set it up' }).click();
    await turnOn(page);
    await expect(banner).toHaveCount(0);
    await page.getByRole('link', { name: 'Pool', exact: true }).click();
    await expect(manage).toBeVisible();

    const player = await newPage();
    await signInToDemo(player, 'alex', '/profile/security');
    await turnOn(player);
    await page.goto('/admin/users');
    await page.getByRole('button', { name: 'Remove second factor: Alex Rivera' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await expect(page.getByText('Alex Rivera signs in without a code now.')).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    await expect(player).toHaveURL(/login/);
  });
});
