import type { Page } from '@playwright/test';
import { becomeAdmin, enterAs, signUp } from './admin-people.ts';
import type { App } from './support/app.ts';
import { checkAxe, inBothThemes } from './support/pages.ts';
import { expectNoToken, recordRequests } from './support/recorded-requests.ts';
import { expect, test } from './support/test.ts';

test.use({ kind: 'league' });

test('players ask to join, and the admin answers @desktop', { tag: '@long' }, async ({ page, app, newPage }) => {
  await makePool(app, page, ['Ann', 'Bob']);
  await page.getByRole('link', { name: 'Weeks' }).click();
  await expect(page.getByRole('region', { name: 'Weeks' })).toContainText('No season is loaded yet.');
  await page.getByRole('link', { name: 'People' }).click();

  const player = await newPage();
  await enterAs(player, 'Ann', '/picks');
  await expect(player.getByRole('heading', { name: 'You are not a member of this pool yet.' })).toBeVisible();
  await player.getByRole('button', { name: 'Ask to join' }).click();
  await expect(player.getByText('Asked, waiting for an answer')).toBeVisible();
  await inBothThemes(player, async () => {
    await expect(player.getByText('Asked, waiting for an answer')).toBeVisible();
    await checkAxe(player);
  });
  await player.getByRole('button', { name: 'Withdraw request' }).click();
  await player.getByRole('button', { name: 'Ask to join' }).click();
  await expect(player.getByText('Asked, waiting for an answer')).toBeVisible();
  const bob = await newPage();
  await enterAs(bob, 'Bob', '/picks');
  await bob.getByRole('button', { name: 'Ask to join' }).click();
  await expect(bob.getByText('Asked, waiting for an answer')).toBeVisible();

  await page.reload();
  const requests = page.getByRole('region', { name: 'Requests to join' });
  await expect(requests.getByRole('listitem')).toHaveCount(2);
  await checkAxe(page);
  await requests.getByRole('button', { name: 'Decline Bob' }).click();
  await requests.getByRole('button', { name: 'Confirm Ann' }).click();
  await expect(requests).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Users' }).getByRole('checkbox', { name: 'Ann' })).toBeChecked();
  await expect(player.getByRole('heading', { name: 'You are not a member of this pool yet.' })).toBeHidden();
  await expect(bob.getByRole('button', { name: 'Ask to join' })).toBeVisible();
});

test('a player whom an admin adds sees the pool at once, and loses it as soon as they are removed @desktop', {
  tag: '@long',
}, async ({ page, app, newPage }) => {
  await makePool(app, page, ['Ann']);
  const player = await newPage();
  await enterAs(player, 'Ann', '/picks');
  const outside = player.getByRole('heading', { name: 'You are not a member of this pool yet.' });
  await expect(outside).toBeVisible();
  const member = page.getByRole('region', { name: 'Users' }).getByRole('checkbox', { name: 'Ann' });
  await member.check();
  await expect(outside).toBeHidden();
  await member.uncheck();
  await expect(outside).toBeVisible();
});

test('an invite link leads into the pool, even through the sign-in, until it is renewed', {
  tag: '@long',
}, async ({ page, app, newPage, problems, context }) => {
  problems.expect(/status of 404|Error fetching the invitation/);
  await makePool(app, page, ['Cid']);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const invite = page.getByRole('main');
  const link = await invite.getByRole('textbox', { name: 'Link' }).inputValue();
  await invite.getByRole('button', { name: 'Copy link' }).click();
  await expect(invite.getByRole('button', { name: 'Copied' })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link);

  const cid = await newPage();
  const requests = recordRequests(cid);
  await cid.goto(link);
  await expect(cid).toHaveURL(/\/login#to=/);
  await expect(cid.getByRole('heading', { level: 1, name: 'Garage League' })).toBeVisible();
  await cid.getByRole('button', { name: 'Sign in' }).first().click();
  await cid.getByLabel('Email').fill('cid@example.com');
  await cid.getByLabel('Password').fill('Tailgate7');
  await cid.keyboard.press('Enter');
  await expect(cid).toHaveURL('/picks');
  await expect(cid.getByText('You are not a member of this pool yet.')).toHaveCount(0);
  expectNoToken(requests, link);

  await cid.goto(link.replace('#token=', '/'));
  await inBothThemes(cid, async () => {
    await expect(cid.getByText("You're already in this pool.")).toBeVisible();
    await checkAxe(cid);
  });
  await signUp(app, 'Dee');
  const dee = await newPage();
  await enterAs(dee, 'Dee', '/profile/messages');
  await expect(dee.getByLabel('Missing picks by Email')).toHaveCount(0);
  await dee.goto(link);
  await dee.getByRole('button', { name: 'Join' }).click();
  await expect(dee).toHaveURL('/picks');

  await invite.getByRole('button', { name: 'Renew link' }).click();
  await page.getByRole('dialog', { name: 'Renew link' }).getByRole('button', { name: 'Renew link' }).click();
  await expect(invite.getByRole('textbox', { name: 'Link' })).not.toHaveValue(link);
  await cid.goto('/picks');
  await cid.goto(link);
  await expect(cid.getByRole('heading', { name: "This invite link doesn't work anymore." })).toBeVisible();
  const late = await newPage();
  await late.goto(link);
  await expect(late.getByRole('alert').filter({ hasText: "This invite link doesn't work anymore." })).toBeVisible();
  await expect(late.getByText('Garage League')).toHaveCount(0);
  await late.getByRole('button', { name: 'Forgot Password?' }).click();
  await expect(late.getByText('Ask the person who runs your league for a link')).toBeVisible();
});

test('axe finds nothing where a season is loaded, even before ESPN answers', { tag: ['@desktop', '@long'] }, async ({
  page,
  app,
  problems,
}) => {
  problems.expect(/status of 409|status of 503|status of \d+|Error previewing a season/);
  await becomeAdmin(app, page, 'boss@example.com', '/admin/pools');
  await inBothThemes(page, async () => {
    await expect(page.getByRole('heading', { name: 'Get your league going' })).toBeVisible();
    await checkAxe(page);
  });
  await page.goto('/admin/season');
  await inBothThemes(page, async () => {
    await expect(page.getByLabel('Games file (CSV)')).toBeVisible();
    await checkAxe(page);
  });
  await page.getByRole('button', { name: 'ESPN' }).click();
  await page.getByRole('button', { name: 'Preview' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'This league has no feed.' })).toBeVisible();
});

async function makePool(app: App, page: Page, players: readonly string[]): Promise<void> {
  for (const name of players) await signUp(app, name);
  await becomeAdmin(app, page, 'boss@example.com', '/admin/pools');
  await page.getByRole('main').getByRole('link', { name: 'New Pool' }).first().click();
  await page.getByLabel('Name').fill('Garage League');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Garage League is ready' })).toBeVisible();
  await page.goto('/admin/pools');
  await page.getByRole('link', { name: 'Edit' }).click();
  await expect(page).toHaveURL(/\/admin\/pools\/edit\/.+/);
  await page.getByRole('link', { name: 'People' }).click();
}
