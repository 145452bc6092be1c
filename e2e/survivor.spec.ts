import { HOUR_MS, makePicksLeague } from './picks-league.ts';
import { checkAxe } from './support/pages.ts';
import { expect, test } from './support/test.ts';

test.use({ kind: 'league' });

const WEEKS = ['2026-week1', '2026-week2'] as const;

test('a team is chosen with one tap, and another one takes its place', async ({ page, app }) => {
  const league = await makePicksLeague(app, {
    rules: { format: 'survivor', lives: 2 },
    weeks: WEEKS,
    games: [
      { away: 'NE', home: 'CAR', kickoff: Date.now() + 2 * HOUR_MS },
      { away: 'GB', home: 'DET', kickoff: Date.now() + 5 * HOUR_MS },
      { away: 'DET', home: 'NYJ', weekId: WEEKS[1], kickoff: Date.now() + 170 * HOUR_MS },
      { away: 'KC', home: 'LV', weekId: WEEKS[1], kickoff: Date.now() + 170 * HOUR_MS },
    ],
  });
  await league.open(page, 'bob');
  const board = page.getByRole('region', { name: 'Your team' });
  await expect(board).toContainText('Choose your team');
  await page.getByRole('button', { name: 'Panthers' }).click();
  await expect(board).toContainText('CAR chosen');
  await page.getByRole('button', { name: 'Lions' }).click();
  await expect(board).toContainText('DET chosen');
  await checkAxe(page);
});
