import { makeLeague, sunday } from './live-league.ts';
import { HOME_HOST } from './support/home-host.ts';
import { expect, test } from './support/test.ts';

test.use({ kind: 'league', host: HOME_HOST });

test('at an address without encryption everything works; what browsers allow only with https is said', {
  tag: '@long',
}, async ({ page, app, newPage }) => {
  const league = await makeLeague(app, sunday);
  const bob = await newPage();
  await league.open(bob, 'Bob', '/pool/talk');

  await page.goto('/');
  await page.getByRole('button', { name: 'Create account' }).first().click();
  await page.getByLabel('Display name').fill('Kim');
  await page.getByLabel('Email').fill('kim@example.org');
  await page.getByLabel('Password', { exact: true }).fill('Tailgate7');
  await page.getByLabel('Confirm password').fill('Tailgate7');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Welcome, Kim' })).toBeVisible();
  expect(await page.evaluate(() => isSecureContext)).toBe(false);

  await league.open(page, 'Ann', '/picks');
  const pick = page.getByRole('button', { name: /SEA/ }).first();
  await pick.click();
  await expect(pick).toHaveAttribute('aria-pressed', 'true');
  await page.reload();
  await expect(pick).toHaveAttribute('aria-pressed', 'true');

  await page.goto('/pool/talk');
  await page.getByRole('button', { name: 'Turn it on' }).click();
  await page.getByRole('textbox', { name: 'Write a message' }).fill('Home game');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(bob.getByText('Home game', { exact: true })).toBeVisible();

  await page.goto('/pool/manage/people');
  await page.getByRole('button', { name: 'Make a link' }).click();
  const link = await page.getByRole('textbox', { name: 'Link' }).inputValue();
  expect(link).toContain(`http://${HOME_HOST}:`);
  await page.getByRole('button', { name: 'Copy link' }).click();
  await expect(page.getByRole('button', { name: 'Copied' })).toBeFocused();
  await page.goto('/pool/talk');
  const box = page.getByRole('textbox', { name: 'Write a message' });
  await box.press('ControlOrMeta+V');
  await expect(box).toHaveValue(link);

  await page.goto('/profile/messages');
  await expect(page.getByText('only where the address begins with https')).toBeVisible();
  await page.goto('/pool/log');
  await page.getByRole('button', { name: 'Check the receipts' }).click();
  await expect(page.getByText('This browser checks receipts only at an https address.')).toBeVisible();
});
