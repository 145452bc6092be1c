import { usualEngines } from '#tests/engines.ts';
import { makeLeague, sunday } from './live-league.ts';
import { countReads } from './support/live-updates.ts';
import { expect, test } from './support/test.ts';

test.use({ kind: 'league' });

for (const engine of usualEngines) {
  test.describe(`a pool on ${engine}`, { tag: engine === 'sqlite' ? [] : '@desktop' }, () => {
    test.use({ engine });

    test('shows its new rule and its new name on every open page', { tag: '@long' }, async ({ page, app, newPage }) => {
      const games = sunday.games.map((game) => (game.home === 'KC' ? { ...game, spread: 20.5 } : game));
      const league = await makeLeague(app, { ...sunday, games });
      const board = await newPage();
      await league.open(page, 'Bob', '/matchup');
      await league.open(board, 'Dee', '/scoreboard');
      const bob = page.locator('.matchup tbody').getByRole('row', { name: /Bob/ });
      await expect(bob.locator('.pick.correct')).toHaveCount(1);
      await expect(bob.locator('.pick.incorrect')).toHaveCount(0);
      await expect(board.getByRole('region', { name: 'Leaderboard' })).toBeVisible();

      await league.editPool('PATCH', '', {
        change: { rules: { useSpread: true } },
        seen: { rules: { useSpread: false } },
        reason: 'Agreed',
      });
      await expect(bob.locator('.pick.incorrect')).toHaveCount(1);
      await expect(bob.locator('.pick.correct')).toHaveCount(0);
      await expect(bob.locator('.score').last()).toHaveText('0');

      await league.editPool('PATCH', '', { change: { name: 'Monday Crew' }, seen: { name: 'Sunday Crew' } });
      for (const each of [page, board]) {
        await expect(each.getByText('Monday Crew').filter({ visible: true }).first()).toBeVisible();
        await expect(each.getByText('Sunday Crew').filter({ visible: true })).toHaveCount(0);
      }
    });

    test('shows its active week on every open page', { tag: '@long' }, async ({ page, app }) => {
      const later = { weekId: '2026-week2', home: 'MIA', away: 'NE', status: 'Not Started' } as const;
      const weeks = ['2026-week1', '2026-week2'];
      const league = await makeLeague(app, { ...sunday, weeks, games: [...sunday.games, later] });
      await league.open(page, 'Bob', '/');
      await expect(page.getByText('Sunday Crew · Week 1')).toBeVisible();
      await league.editPool('PATCH', '', { change: { activeWeekId: '2026-week2' }, seen: { activeWeekId: null } });
      await expect(page.getByText('Sunday Crew · Week 2')).toBeVisible();
    });

    test('closes at once for a member who is removed', async ({ page, app, problems }) => {
      problems.expect(/status of 403|Error (fetching|reading)/);
      const league = await makeLeague(app, sunday);
      await league.open(page, 'Bob', '/matchup');
      await expect(page.getByRole('table')).toBeVisible();
      await league.editPool('PUT', `/members/${league.userId('Bob')}`, { enabled: false });
      await expect(page.getByText('You are not a member of this pool yet.')).toBeVisible();
      await expect(page.getByRole('table')).toHaveCount(0);
      await expect(page.getByText('Not up to date')).toHaveCount(0);
    });
  });
}

test('picks of later weeks appear on all weeks as soon as they are made elsewhere', { tag: '@long' }, async ({
  page,
  app,
  newPage,
}) => {
  const weeks = Array.from({ length: 18 }, (_, at) => `2026-week${at + 1}`);
  const later = { weekId: '2026-week18', home: 'MIA', away: 'NE', status: 'Not Started' } as const;
  const league = await makeLeague(app, { ...sunday, weeks, games: [...sunday.games, later] });
  const other = await newPage();
  await league.open(page, 'Bob', '/picks?week=all');
  await league.open(other, 'Bob', '/picks?week=2026-week18');
  const dolphins = (each: typeof page) => each.getByRole('button', { name: 'Pick Miami Dolphins' });
  await page.getByRole('region', { name: 'Week 18' }).scrollIntoViewIfNeeded();
  await expect(dolphins(page)).toBeVisible();
  await expect(dolphins(other)).toBeVisible();
  const readings = countReads(page, /\/(games|picks)$/);
  await dolphins(other).click();
  await expect(dolphins(page)).toHaveAttribute('aria-pressed', 'true');
  expect(readings()).toBe(0);
});
