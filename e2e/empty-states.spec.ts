import { makeLeague, sunday } from './live-league.ts';
import { checkAxe, inBothThemes } from './support/pages.ts';
import { expect, test } from './support/test.ts';

test.use({ kind: 'league', size: 'desktop' });

const withoutWeeks = { ...sunday, weeks: [], games: [] };

test('without a pool, an admin is asked to make one and a player to contact an admin', { tag: '@long' }, async ({
  page,
  app,
  newPage,
}) => {
  const league = await makeLeague(app, { ...sunday, withoutPool: true });
  for (const [path, title] of [
    ['/picks', 'Please select a pool'],
    ['/matchup', 'No Pool Selected'],
    ['/scoreboard', 'Please select a pool'],
  ] as const) {
    await league.open(page, 'Ann', path);
    await expect(page.getByRole('heading', { level: 2, name: title, exact: true })).toBeVisible();
    await expect(page.getByRole('main').getByRole('link', { name: 'Make a pool' })).toHaveAttribute(
      'href',
      '/admin/pools',
    );
    await expect(page.getByText('Ask an admin')).toHaveCount(0);
  }
  await inBothThemes(page, async () => {
    await expect(page.getByRole('main').getByRole('link', { name: 'Make a pool' })).toBeVisible();
    await checkAxe(page);
  });
  const player = await newPage();
  await league.open(player, 'Bob', '/picks');
  await expect(player.getByText('There is no pool yet. Ask an admin to start one.')).toBeVisible();
  await expect(player.getByRole('link', { name: 'Make a pool' })).toHaveCount(0);
});

test('if a pool has no weeks, an admin is asked to choose them and a player to wait', { tag: '@long' }, async ({
  page,
  app,
  newPage,
}) => {
  const league = await makeLeague(app, withoutWeeks);
  const player = await newPage();
  for (const path of ['/', '/picks']) {
    await league.open(page, 'Ann', path);
    const choose = page.getByRole('main').getByRole('link', { name: 'Choose weeks' });
    await expect(choose).toHaveAttribute('href', '/pool/manage/weeks');
    await league.open(player, 'Bob', path);
    await expect(player.getByText(/^This pool has no weeks yet/)).toBeVisible();
    await expect(player.getByRole('main').getByRole('link', { name: 'Choose weeks' })).toHaveCount(0);
  }
  for (const each of [page, player]) await expect(each.getByText(/another week/)).toHaveCount(0);
});

test('if the only week has no games, nobody is sent to another one', { tag: '@long' }, async ({ page, app }) => {
  const league = await makeLeague(app, { ...sunday, games: [] });
  await league.open(page, 'Bob', '/picks');
  await expect(page.getByRole('heading', { name: 'No games available for this week' })).toBeVisible();
  await expect(page.getByText(/another week/)).toHaveCount(0);
});

test('if nobody was right yet, nobody leads, and both screens show the table', { tag: '@long' }, async ({
  page,
  app,
}) => {
  const league = await makeLeague(app, { ...sunday, players: { Ann: 'aaaaa', Bob: 'ahhhh' } });
  await league.open(page, 'Bob', '/scoreboard');
  await expect(page.getByRole('region', { name: 'Leaderboard' })).toBeVisible();
  await page.goto('/');
  const standings = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Standings' }) });
  await expect(standings.getByText('No points yet.')).toBeVisible();
  await expect(standings.getByRole('listitem').filter({ hasText: /^1/ })).toHaveText([/^1Ann0$/, /^1Bob0$/]);
  await expect(standings.getByText(/No scores|lead/)).toHaveCount(0);
  await expect(standings.getByRole('img', { name: 'Leader' })).toHaveCount(0);
  await inBothThemes(page, async () => {
    await expect(standings.getByText('No points yet.')).toBeVisible();
    await checkAxe(page);
  });
  await league.edit('KC', { homeScore: 3 });
  await expect(standings.getByText(/^of 2, tied for the lead$/)).toBeVisible();
});

test('a count of one is singular', { tag: '@long' }, async ({ page, app }) => {
  const league = await makeLeague(app, { ...sunday, players: { Ann: 'aaaaa' } });
  await league.open(page, 'Ann', '/matchup');
  const status = page.getByRole('status');
  await expect(status.getByText('1 member', { exact: true })).toBeAttached();
  await page.getByRole('searchbox', { name: 'Find a member' }).fill('zz');
  await expect(status.getByText('0 of 1 member', { exact: true })).toBeAttached();
  await page.goto('/admin/users');
  await expect(status.getByText('1 user', { exact: true })).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search by name or email' }).fill('zz');
  await expect(status.getByText('0 of 1 user', { exact: true })).toBeVisible();
});
