import { gidOf, HOUR_MS, makePicksLeague } from './picks-league.ts';
import { checkAxe } from './support/pages.ts';
import { expect, test } from './support/test.ts';

test.use({ kind: 'league' });

const homes = ['CAR', 'DET', 'LV'] as const;

test('values are shown with the picks once they lock, move if a game is canceled, and count', { tag: '@long' }, async ({
  page,
  app,
}) => {
  const league = await makePicksLeague(app, {
    rules: { format: 'confidence' },
    games: [
      { away: 'NE', home: 'CAR', kickoff: Date.now() + 2 * HOUR_MS },
      { away: 'GB', home: 'DET', kickoff: Date.now() + 5 * HOUR_MS },
      { away: 'KC', home: 'LV', kickoff: Date.now() + 8 * HOUR_MS },
    ],
    picks: { CAR: 'home', DET: 'home', LV: 'away' },
  });
  await league.enter(page, 'ann');
  await league.pickElsewhere('ann', { order: ['DET', 'CAR', 'LV'].map(gidOf) });

  const rows = page.getByRole('table').locator('tbody').getByRole('row');
  await page.goto('/matchup');
  const mine = rows.and(page.locator('.own'));
  for (const [at, value] of [2, 1, 3].entries()) {
    await expect(
      mine
        .getByRole('cell')
        .nth(at)
        .getByRole('img', { name: `worth ${value}`, exact: true }),
    ).toBeVisible();
  }

  await league.open(page, 'bob', '/matchup');
  const hers = rows.and(page.locator(':not(.own)')).first();
  const cell = (home: (typeof homes)[number]) => hers.getByRole('cell').nth(homes.indexOf(home));
  const most = (points: number) => hers.getByText(`max ${points}`, { exact: true }).filter({ visible: true }).first();
  await expect(most(6)).toBeVisible();
  await expect(hers.getByRole('img', { name: /worth/ })).toHaveCount(0);

  await league.edit('CAR', { status: 'In Progress', homeScore: 7, awayScore: 3 });
  await expect(cell('CAR').getByRole('img', { name: 'worth 2', exact: true })).toBeVisible();
  await expect(hers.getByRole('img', { name: /worth/ })).toHaveCount(1);
  await expect(hers.getByText('now 2 (provisional)').filter({ visible: true }).first()).toBeVisible();

  await league.edit('DET', { void: 'cancelled' });
  await expect(cell('CAR').getByRole('img', { name: 'worth 1', exact: true })).toBeVisible();
  await expect(cell('DET').getByRole('img', { name: 'off, would be worth 1', exact: true })).toBeVisible();
  await expect(most(3)).toBeVisible();
  await checkAxe(page);

  await league.edit('DET', { void: null });
  await expect(cell('CAR').getByRole('img', { name: 'worth 2', exact: true })).toBeVisible();
  await league.edit('CAR', { status: 'Final' });
  await expect(hers.getByRole('cell').nth(homes.length)).toHaveText(/^2/);
  await expect(page.getByRole('list', { name: 'Legend' })).toContainText('what it is worth');
});

test('This week says that the games are not in order until they are', { tag: ['@desktop', '@long'] }, async ({
  page,
  app,
}) => {
  const league = await makePicksLeague(app, {
    rules: { format: 'confidence' },
    games: homes.map((home, at) => ({ away: ['NE', 'GB', 'KC'][at] ?? '', home })),
    picks: { CAR: 'home', DET: 'home', LV: 'away' },
  });
  await league.open(page, 'ann', '/');
  const notice = page.getByText('Not in order yet.');
  await expect(page.getByText('All picks submitted!')).toBeVisible();
  await expect(notice).toBeVisible();
  await checkAxe(page);
  await league.pickElsewhere('ann', { order: homes.map(gidOf) });
  await expect(notice).toBeHidden();
});
