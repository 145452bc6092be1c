import { checkAxe } from './support/pages.ts';
import { expect, test } from './support/test.ts';

test.describe('the door of an empty league', () => {
  test.use({ kind: 'league' });

  test('a newcomer is told what is wrong field by field, gets in, and finds the way back after leaving', async ({
    page,
    problems,
  }) => {
    problems.expect(/status of 401|status of 400|status of 403|status of 409|status of 429/);

    await page.goto('/picks');
    await expect(page).toHaveURL('/login?to=%2Fpicks');
    await page.getByRole('button', { name: 'Create account' }).first().click();
    const create = page.locator('form').getByRole('button', { name: 'Create account' });

    await create.click();
    await expect(page.getByText('Display name is required')).toBeVisible();
    await expect(page.getByText('Email is required')).toBeVisible();
    await expect(page.getByText('Password is required')).toBeVisible();
    await expect(page.getByLabel('Display name')).toBeFocused();

    await page.getByLabel('Display name').fill('Newcomer');
    await page.getByLabel('Email').fill('newcomer@example.com');
    await page.getByLabel('Password', { exact: true }).fill('Secret1');
    await page.getByLabel('Confirm password').fill('Secret2');
    await create.click();
    await expect(page.getByText('Passwords do not match')).toBeVisible();
    await page.getByLabel('Confirm password').fill('Secret1');
    await create.click();

    await expect(page).toHaveURL('/picks');
    await expect(page.getByRole('heading', { name: 'Please select a pool' })).toBeVisible();
    await checkAxe(page);

    await page.goto('/login');
    await expect(page).toHaveURL('/');
    await signOut(page);
    await expect(page).toHaveURL('/login');

    await page.getByLabel('Email').fill('newcomer@example.com');
    await page.getByLabel('Password').fill('Wrong1');
    await page.locator('form').getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByRole('alert')).toHaveText('Incorrect password. Please try again.');
    await page.getByLabel('Password').fill('Secret1');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/');

    await page.goto('/no/such/page');
    await expect(page).toHaveURL('/');
  });
});

async function signOut(page: import('@playwright/test').Page): Promise<void> {
  await expect(page.getByRole('banner')).toBeVisible();
  const menu = page.getByRole('button', { name: 'Menu' });
  if (await menu.isVisible()) await menu.click();
  await page.getByRole('button', { name: 'Logout' }).filter({ visible: true }).click();
}
