import { signInToDemo } from './demo-login.ts';
import { mailedLink } from './support/outbox.ts';
import { checkAxe, inBothThemes } from './support/pages.ts';
import { expect, test } from './support/test.ts';

test('the link of a reminder fills in missing picks without a session, once its button is pressed', {
  tag: '@long',
}, async ({ page, newPage, problems }) => {
  problems.expect(/status of 410|Error reading the link/);
  const commissioner = await newPage();
  await signInToDemo(commissioner, 'commissioner');
  await commissioner.evaluate(remindAll);
  const link = await mailedLink(page, '/fill');
  await page.setViewportSize({ width: 320, height: 640 });
  const calls: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET') calls.push(new URL(request.url()).pathname);
    expect(request.url()).not.toContain('token');
  });
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Fill in your picks' })).toBeVisible();
  const save = page.getByRole('button', { name: 'Save my picks' });
  await expect(save).toBeDisabled();
  await inBothThemes(page, () => checkAxe(page));
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  const game = page.getByRole('group').filter({ hasText: ' at ' });
  const missing = await game.count();
  await game.first().getByRole('radio').first().press('Space');
  expect(new Set(calls), 'nothing is saved before the button').toEqual(new Set(['/api/pick-link']));
  await save.press('Enter');
  await expect(page.getByText('1 pick saved.')).toBeVisible();
  await expect(game).toHaveCount(missing - 1);
  await expect(page.getByText('Made').first()).toBeVisible();
  await checkAxe(page);
  await page.reload();
  await expect(game).toHaveCount(missing - 1);
  await expect(page.getByRole('link', { name: 'Sign in to see or change them' })).toHaveAttribute('href', /^\/login/);

  await page.goto('/fill');
  await page.getByLabel('Code from your email').fill('no-such-code');
  await page.getByRole('button', { name: 'Continue' }).press('Enter');
  await expect(page.getByText('This link no longer works.')).toBeVisible();
  await checkAxe(page);
});

/** Reminds the players of the first pool, in every week that it has. */
async function remindAll(): Promise<void> {
  const { pools } = await (await fetch('/api/pools')).json();
  const { id, weeks } = await (await fetch(`/api/pools/${pools[0].id}`)).json();
  for (const weekId of weeks) await fetch(`/api/pools/${id}/weeks/${weekId}/reminders`, { method: 'POST' });
}
