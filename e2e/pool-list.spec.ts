import { createPool } from '#server/manage/store.ts';
import { withLeague } from '../tests/direct-league.ts';
import { makePicksLeague } from './picks-league.ts';
import { checkAxeInBothThemes } from './support/pages.ts';
import { expect, test } from './support/test.ts';

test.use({ kind: 'league' });

test('admins read a long list of pools page by page, and search it by name', {
  tag: ['@desktop', '@long'],
}, async ({ page, app }) => {
  const league = await makePicksLeague(app, { games: [] });
  await withLeague(app.env.DATABASE_URL ?? app.env.DATABASE_FILE ?? '', async ({ store }) => {
    for (let number = 1; number <= 60; number += 1) {
      const name = `Office ${number}`;
      await createPool(store.db, { name, moneyUrl: '', rules: {}, isListed: false }, number);
    }
  });
  await league.open(page, 'ann', '/admin/pools');
  const main = page.getByRole('main');
  const cards = main.getByRole('listitem');
  const headings = main.getByRole('heading', { level: 2 });
  await expect(cards).toHaveCount(50);
  const older = main.getByRole('button', { name: 'Show older' });
  await older.click();
  await expect(cards).toHaveCount(61);
  await expect(headings.last()).toHaveText('Office 1');
  await expect(older).toHaveCount(0);
  await checkAxeInBothThemes(page);

  const search = main.getByRole('searchbox', { name: 'Search by name' });
  await search.fill('office 6');
  await expect(headings).toHaveText(['Office 60', 'Office 6']);
  await search.fill('Offices');
  await expect(main.getByText('No name matches.')).toBeVisible();
  await search.fill('office 6');
  await main.getByRole('button', { name: 'Delete Office 60' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(headings).toHaveText(['Office 6']);
  await page.goto('/admin');
  await expect(main.getByRole('link', { name: /Pools/ }).first()).toBeVisible();
  await expect(main.getByText('60', { exact: true }).first()).toBeAttached();
});
