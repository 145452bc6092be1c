import { makePicksLeague } from './picks-league.ts';
import { checkAxe, inBothThemes } from './support/pages.ts';
import { settleResults } from './support/settle.ts';
import { expect, test } from './support/test.ts';

test.use({ kind: 'league', size: 'desktop' });

test('fee and prizes are set and marked as paid; a corrected score moves a paid prize, and everyone is notified', async ({
  page,
  app,
  newPage,
}) => {
  const league = await makePicksLeague(app, { games: [{ away: 'NE', home: 'CAR' }], picks: { CAR: 'home' } });
  const bob = await newPage();
  await league.open(bob, 'bob', '/pool/money');
  await expect(bob.getByText('This pool has no entry fee and no prizes.')).toBeVisible();
  const tab = bob.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'Money' });
  await expect(tab).toBeVisible();
  await bob.goto('/pool/rules');
  await expect(bob.getByRole('heading', { name: 'What counts' })).toBeVisible();
  await expect(tab).toHaveCount(0);

  await league.open(page, 'ann', '/pool/manage/money');
  await page.getByRole('button', { name: 'Set fee and prizes' }).click();
  const dialog = page.getByRole('dialog', { name: 'Fee and prizes' });
  await dialog.getByLabel('Entry fee').fill('20 bucks');
  await expect(dialog.getByText('Type an amount in dollars, such as 20 or 12.50')).toBeVisible();
  await dialog.getByLabel('Entry fee').fill('20');
  // A screen reader says what a share is of.
  const ofWeek = dialog.getByRole('group', {
    name: "Each week Prizes in dollars are paid first. All weeks get an equal part of the fees that are left; a percentage is of one week's part.",
  });
  await ofWeek.getByLabel('1st place of each week').fill('10');
  await dialog.getByLabel('1st place of the season').fill('$12.50');
  await expect(dialog.getByText('All prizes together: $22.50, of $40 in fees.')).toBeVisible();
  await checkAxe(page);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await tab.click();
  await page.getByRole('link', { name: 'See who has paid' }).click();

  const fees = page.getByRole('region', { name: 'Entry fees' });
  await fees.getByRole('checkbox').nth(1).press('Space');
  await expect(fees.getByText('1 of 2 paid')).toBeVisible();
  await expect(fees.getByRole('status')).toHaveText("1 hasn't paid yet.");
  await expect(bob.getByText('✓ $20 paid')).toBeVisible();
  await expect(bob.getByRole('checkbox')).toHaveCount(0);

  await league.edit('CAR', { status: 'Final', homeScore: 20, awayScore: 10 });
  const prizes = page.getByRole('region', { name: 'Prizes' });
  await expect(prizes.getByRole('checkbox')).toHaveCount(2);
  await prizes.getByRole('checkbox').last().check();
  await expect(prizes.getByText(/^Noted by/)).toBeVisible();
  await expect(bob.getByRole('region', { name: 'Prizes' }).getByText('✓ Paid out')).toBeVisible();

  await settleResults(app);
  await league.edit('CAR', { homeScore: 0 });
  await expect(prizes.getByText(/^Paid \$10, no longer theirs/)).toBeVisible();
  await inBothThemes(page, async () => {
    await checkAxe(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  });
  await settleResults(app);
  await bob.goto('/');
  await expect(bob.getByRole('region', { name: 'News of this pool' })).toContainText(/Week 1: nobody \(was .* \$10\)/);
  await prizes.getByRole('button', { name: /given back/ }).click();
  await expect(prizes.getByText(/^Paid \$10/)).toHaveCount(0);
  expect((await page.request.get(`/api/pools/${league.poolId}/money.csv`)).headers()['content-disposition']).toContain(
    'money.csv',
  );
  await page.goto('/pool/log');
  await expect(page.getByText('The league corrected a prize')).toHaveCount(2);
});
