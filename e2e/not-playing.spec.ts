import { endedLine } from './cards.ts';
import { makeLeague, sunday } from './live-league.ts';
import { checkAxe, inBothThemes } from './support/pages.ts';
import { expect, test } from './support/test.ts';

test.use({ kind: 'league' });

const plan = { ...sunday, members: ['Bob', 'Cid'] };

test('an admin who is not a member sees the games, and nothing asks them to pick', async ({ page, app }) => {
  const league = await makeLeague(app, plan);
  for (const path of ['/picks', '/picks?week=all']) {
    await league.open(page, 'Ann', path);
    await endedLine(page, /1 game over$/).click();
    await expect(page.getByRole('article')).toHaveCount(plan.games.length);
    await expect(page.locator('[data-side]:enabled')).toHaveCount(0);
    await expect(page.getByText("You don't play in this pool.")).toBeVisible();
    await expect(page.getByText(/picks made|of \d+$|remaining|no pick$/i)).toHaveCount(0);
    await expect(page.getByRole('link', { name: 'Manage the pool' })).toBeVisible();
    await expect(page.getByRole('progressbar')).toHaveCount(0);
    await expect(page.getByRole('heading', { name: 'Pick Progress' })).toHaveCount(0);
    await expect(page.getByRole('button', { name: /Next unpicked|Quick fill/ })).toHaveCount(0);
    await expect(page.getByRole('checkbox', { name: 'Admin Mode - Edit Games' })).toBeVisible();
  }
  await inBothThemes(page, async () => {
    await expect(page.getByText("You don't play in this pool.")).toBeVisible();
    await checkAxe(page);
  });
  await page.goto('/');
  await expect(page.getByText('Commissioner', { exact: true })).toBeVisible();
  await expect(page.getByText(/your picks|picks made|remaining|not picked|no pick/i)).toHaveCount(0);
});

test('a member has the counter, the progress and the link to the next unpicked game', { tag: '@long' }, async ({
  page,
  app,
}) => {
  const league = await makeLeague(app, plan);
  await league.open(page, 'Cid', '/picks');
  await expect(page.getByText('of 5 picks made')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Pick Progress' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Next unpicked' }).filter({ visible: true })).toBeVisible();
});
