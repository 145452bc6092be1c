import type { Page } from '@playwright/test';
import { signInToDemo } from './demo-login.ts';
import { checkAxe, checkAxeInBothThemes } from './support/pages.ts';
import { expect, readingTest, test } from './support/test.ts';

test('an admin finds, disables and enables users; a failed change is reverted and reported @desktop', {
  tag: '@long',
}, async ({ page, problems }) => {
  problems.expect(/status of 500|Couldn't disable/);
  await signInToDemo(page, 'commissioner', '/admin/users');
  await expect(page.getByText('Users must be enabled globally')).toContainText('and also per pool');
  await expect(page.getByText('alex@demo.pickem').filter({ visible: true })).toHaveCount(1);
  for (const name of ['Email', 'Display Name', 'Status']) {
    await expect(page.getByRole('columnheader', { name })).toBeVisible();
  }
  const emails = await page
    .getByText(/@demo\.pickem$/)
    .filter({ visible: true })
    .allTextContents();
  expect(emails).toEqual(emails.toSorted());
  await expect(row(page, 'Commissioner Quinn').getByRole('button')).toHaveCount(0);

  await page.getByLabel('Search by name or email').fill('ALEX@');
  await expect(page.getByText('1 of 21 users')).toBeVisible();
  const alex = row(page, 'Alex Rivera');
  await expect(alex).toContainText('Enabled');

  const held = Promise.withResolvers<void>();
  await page.route('**/api/users/*', async (route) => {
    await held.promise;
    await route.fulfill({ status: 500, json: { error: { code: 'unexpected', message: 'Try later.' } } });
  });
  // The list is read again only once the page itself has reverted the change.
  const reverted = Promise.withResolvers<void>();
  await page.route('**/api/users', async (route) => {
    await reverted.promise;
    await route.continue();
  });
  await alex.getByRole('button', { name: 'Disable Alex Rivera' }).click();
  await expect(alex).toContainText('Disabled');
  held.resolve();
  await expect(page.getByRole('alert').filter({ hasText: "Couldn't disable Alex Rivera" })).toContainText('Try later.');
  await expect.poll(() => problems.logged("Couldn't disable Alex Rivera")).toBe(true);
  await expect(alex).toContainText('Enabled');
  reverted.resolve();
  await page.unroute('**/api/users');
  await page.unroute('**/api/users/*');

  await alex.getByRole('button', { name: 'Disable Alex Rivera' }).click();
  await expect(alex).toContainText('Disabled');

  await page.goto('/admin/pools');
  await page.getByRole('link', { name: 'Edit Sunday Legends', exact: true }).click();
  await page.getByRole('link', { name: 'People' }).click();
  const players = page.getByRole('region', { name: 'Users' });
  await players.getByLabel('Search by name or email').fill('alex');
  await expect(players.getByText('Disabled globally')).toBeVisible();
  // The row disappears with the click.
  await players.getByRole('checkbox', { name: 'Alex Rivera' }).click();
  await expect(players.getByText('Nobody found.')).toBeVisible();
  await page.goto('/admin/users');
  await alex.getByRole('button', { name: 'Enable Alex Rivera' }).click();
  await expect(alex).toContainText('Enabled');
  await expect(alex.getByRole('button', { name: 'Disable Alex Rivera' })).toHaveText('Disable');
});

readingTest(
  'failed reads are reported on the start of the panel, and tried again',
  { tag: ['@desktop', '@long'] },
  async ({ page, problems }) => {
    problems.expect(/status of 500|Error fetching/);
    let broken = true;
    await page.route(/\/api\/(users|admin\/summary)$/, (route) =>
      broken
        ? route.fulfill({ status: 500, json: { error: { code: 'unexpected', message: 'no' } } })
        : route.continue(),
    );
    await signInToDemo(page, 'commissioner', '/admin');
    const boards = ['users', 'pools'].map((what) =>
      page.getByRole('alert').filter({ hasText: `Couldn't load ${what}.` }),
    );
    for (const board of boards) await expect(board).toBeVisible();
    await checkAxeInBothThemes(page);
    broken = false;
    for (const board of boards) {
      await board.getByRole('button', { name: 'Try again' }).click();
      await expect(board).toHaveCount(0);
    }
    await expect(page.getByText(/^\d+ enabled$/)).toBeVisible();
    await expect(page).toHaveURL('/admin');
  },
);

test('an admin signs a user out everywhere @desktop', { tag: '@long' }, async ({ page, newPage, problems }) => {
  problems.expect(/status of 401/);
  const sam = await newPage();
  await signInToDemo(sam, 'sam', '/picks');
  await signInToDemo(page, 'commissioner', '/admin/users');
  await row(page, 'Sam Okafor').getByRole('button', { name: 'Sign out everywhere' }).click();
  const dialog = page.getByRole('dialog', { name: 'Sign out everywhere' });
  await expect(dialog).toContainText('sam@demo.pickem');
  await checkAxe(page);
  await dialog.getByRole('button', { name: 'Sign out' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('Sam Okafor is signed out on every device.')).toBeVisible();
  await expect(sam).toHaveURL('/login?to=%2Fpicks');
});

test('the admin role is granted and revoked; a former admin sees so on their current screen, and others never get in @desktop', {
  tag: '@long',
}, async ({ page, newPage, problems }) => {
  problems.expect(/status of 403|Error fetching/);
  await signInToDemo(page, 'commissioner', '/admin/users');
  const sam = await newPage();
  await signInToDemo(sam, 'sam', '/admin/users');
  await expect(sam).toHaveURL('/');
  await expect(sam.getByRole('link', { name: 'Admin' })).toHaveCount(0);

  await row(page, 'Sam Okafor').getByRole('button', { name: 'Make admin' }).click();
  await checkAxe(page);
  await page.keyboard.press('Escape');
  await role(page, 'Make admin');
  await expect(row(page, 'Sam Okafor')).toContainText('Admin');
  await sam.goto('/admin/users');
  await expect(row(sam, 'Sam Okafor')).toContainText('This is you.');
  await expect(sam.getByRole('banner').getByRole('link', { name: 'Admin' })).toHaveAttribute('href', '/admin');

  await role(page, 'Remove admin');
  await expect(row(page, 'Sam Okafor').getByText('Admin', { exact: true })).toHaveCount(0);
  const tabs = sam.getByRole('navigation', { name: 'Admin panel' });
  await expect(tabs.getByRole('link', { name: 'Users', exact: true })).toHaveAttribute('href', '/admin/users');
  await tabs.getByRole('link', { name: 'Pools', exact: true }).click();
  await expect(
    sam.getByRole('heading', { name: "You don't have permission to access the admin panel." }),
  ).toBeVisible();
  await checkAxe(sam);

  await page.route('**/api/users/*', (route) =>
    route.fulfill({
      status: 409,
      json: { error: { code: 'last_admin', message: 'The league needs at least one enabled admin.' } },
    }),
  );
  problems.expect(/status of 409|Error changing the admin role/);
  await role(page, 'Make admin');
  await expect(page.getByRole('dialog')).toContainText('The league needs at least one enabled admin.');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(row(page, 'Sam Okafor').getByRole('button', { name: 'Make admin' })).toBeFocused();
});

/** A row of the table, or a card on narrow screens. */
function row(page: Page, name: string) {
  return page.locator('tr, li').filter({ hasText: name }).filter({ visible: true });
}

async function role(page: Page, act: string): Promise<void> {
  await row(page, 'Sam Okafor').getByRole('button', { name: act }).click();
  await page.getByRole('dialog', { name: act }).getByRole('button', { name: act }).click();
}
