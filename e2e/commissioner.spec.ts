import type { Page } from '@playwright/test';
import { enterAs, makePoolOfMick, signUp } from './admin-people.ts';
import { checkAxe } from './support/pages.ts';
import { setRule } from './support/rulebook.ts';
import { expect, test } from './support/test.ts';

test.use({ kind: 'league' });

const section = (page: Page, name: string | RegExp) =>
  page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name });

/** Opens the menu of a phone. */
async function manageInMenu(page: Page) {
  await page.getByRole('button', { name: 'Menu' }).click();
  const menu = page.getByRole('navigation', { name: 'Menu' });
  await expect(menu.getByRole('link', { name: 'This week' })).toBeVisible();
  return menu.getByRole('link', { name: 'Manage pool' });
}

const manage = (page: Page) => page.getByRole('main').getByRole('link', { name: 'Manage', exact: true });

test('a commissioner who is not an admin changes a rule, answers a request and appoints another, and sees no addresses', {
  tag: '@long',
}, async ({ page, app, newPage }) => {
  await signUp(app, 'Zoe');
  await makePoolOfMick(app, ['Ann']);
  const [ann, zoe] = [await newPage(), await newPage()];
  await enterAs(ann, 'Ann', '/pool/manage');
  await expect(ann).toHaveURL('/pool/rules');
  await expect(section(ann, 'Members')).toBeVisible();
  await expect(manage(ann)).toHaveCount(0);
  await expect(await manageInMenu(ann)).toHaveCount(0);
  await ann.keyboard.press('Escape');

  const replies: Promise<string>[] = [];
  page.on('response', (reply) => {
    if (/\/api\/(?!session)/.test(reply.url())) replies.push(reply.text().catch(() => ''));
  });
  await enterAs(page, 'Mick', '/pool/rules');
  await (await manageInMenu(page)).click();
  const settings = page.getByRole('region', { name: 'Settings' });
  await page.getByRole('navigation', { name: 'Manage' }).getByRole('link', { name: 'People' }).click();
  await expect(page.getByRole('region', { name: 'Invite link' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Users' })).toHaveCount(0);
  await page.goBack();
  await expect(settings).toBeVisible();
  await expect(page.getByRole('button', { name: /^(Delete|Duplicate|Play)/ })).toHaveCount(0);
  await checkAxe(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  await setRule(settings, 'Weeks dropped', 'The 2 lowest');
  await settings.getByRole('button', { name: 'Save Pool' }).click();
  await expect(page).toHaveURL('/pool/rules');
  await expect(page.getByRole('region', { name: 'Rules' })).toContainText(/2 lowest weeks/);

  await page.goto('/pool/manage/messages');
  await page.getByLabel('Tell the members').fill('Pizza at my place on Sunday');
  await page.getByRole('button', { name: 'Announce' }).click();
  await expect(page.getByText(/^Announced/)).toBeVisible();
  await enterAs(zoe, 'Zoe', '/pool');
  await zoe.getByRole('button', { name: 'Ask to join' }).click();
  await page.getByRole('link', { name: 'Back to the pool' }).click();
  await section(page, /Members.*1 request to join/).click();
  await page.getByRole('button', { name: 'Confirm Zoe' }).click();
  await expect(page.getByRole('heading', { name: '2 players' })).toBeVisible();
  await expect(section(zoe, 'Members')).toBeVisible();

  await page.getByRole('button', { name: 'Manage Ann' }).click();
  await page.getByRole('button', { name: 'Name commissioner' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'Ann' })).toContainText('Commissioner');
  await manage(ann).click();
  await expect(ann.getByRole('button', { name: 'Save Pool' })).toBeVisible();

  await page.getByLabel("Player's name").fill('Old Tom');
  await page.getByRole('button', { name: 'Add player' }).click();
  const tom = page.getByRole('listitem').filter({ hasText: 'Old Tom' });
  await expect(tom).toContainText('No account');
  await tom.getByRole('button').click();
  await page.getByRole('dialog').getByLabel("Player's name").fill('Young Tom');
  await page.getByRole('button', { name: 'Rename' }).click();
  await page.getByRole('button', { name: 'Manage Young Tom' }).click();
  await page.getByRole('link', { name: 'Enter picks' }).click();
  await expect(page.getByRole('heading', { name: 'Enter picks for Young Tom' })).toBeVisible();
  await page.getByRole('link', { name: 'Back to Members' }).click();

  await page.getByRole('button', { name: 'Manage Zoe' }).click();
  await checkAxe(page);
  await page.getByRole('button', { name: 'Remove from the pool' }).click();
  await page.getByRole('button', { name: 'Let Zoe in again' }).click();
  await expect(page.getByRole('heading', { name: '3 players' })).toBeVisible();
  await page.getByRole('button', { name: 'Manage Mick' }).click();
  await page.getByRole('button', { name: 'Remove as commissioner' }).click();
  await expect(manage(page)).toHaveCount(0);
  expect((await Promise.all(replies)).join()).not.toContain('@example.com');
});
