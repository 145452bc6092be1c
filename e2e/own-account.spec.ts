import { readFileSync } from 'node:fs';
import { checkAxe } from './support/pages.ts';
import { expect, test } from './support/test.ts';

test.describe("one's own account", () => {
  test.use({ kind: 'league' });

  test('a player saves their data, closes the account, and can no longer sign in', async ({ page, problems }) => {
    problems.expect(/status of 401|HTTP Authentication failed|Error closing the account/);
    await page.goto('/profile/security');
    await page.getByRole('button', { name: 'Create account' }).first().click();
    await page.getByLabel('Display name').fill('Leaver');
    await page.getByLabel('Email').fill('leaver@example.com');
    await page.getByLabel('Password', { exact: true }).fill('Tailgate7');
    await page.getByLabel('Confirm password').fill('Tailgate7');
    await page.locator('form').getByRole('button', { name: 'Create account' }).click();
    await expect(page).toHaveURL('/profile/security');

    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Save my data' }).click();
    const file = await download;
    expect(file.suggestedFilename()).toBe('my-data.json');
    expect(JSON.parse(readFileSync(await file.path(), 'utf8')).account.name).toBe('Leaver');

    await page.getByRole('button', { name: 'Close my account' }).click();
    const dialog = page.getByRole('dialog', { name: 'Close your account' });
    await checkAxe(page);
    await dialog.getByRole('button', { name: 'Close account' }).click();
    await expect(dialog.getByText('Password is required')).toBeVisible();
    await dialog.getByLabel('Your password').fill('Wrong1');
    await page.keyboard.press('Enter');
    await expect(dialog.getByText('Incorrect password. Please try again.')).toBeVisible();
    await dialog.getByLabel('Your password').fill('Tailgate7');
    await dialog.getByRole('button', { name: 'Close account' }).click();
    await expect(page.getByText('Your account is closed. Goodbye!')).toBeVisible();
    await expect(page).toHaveURL('/login#closed');
    await checkAxe(page);

    await page.getByLabel('Email').fill('leaver@example.com');
    await page.getByLabel('Password').fill('Tailgate7');
    await page.locator('form').getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByText('No account found with this email.')).toBeVisible();
  });
});
