import { addWeeks, writeGames } from '#server/game-changes/store.ts';
import { withLeague } from '../tests/direct-league.ts';
import type { GamePlan } from './picks-league.ts';
import { gidOf, HOUR_MS, makePicksLeague } from './picks-league.ts';
import type { App } from './support/app.ts';
import { checkAxe } from './support/pages.ts';
import { expect, test } from './support/test.ts';

test.use({ kind: 'league' });

const [BEFORE, NOW] = ['2025-week1', '2026-week1'];
const YEAR_MS = 365 * 24 * HOUR_MS;
const won = { status: 'Final', homeScore: 24, awayScore: 10 } as const;

test('who won, who beats whom and how one climbs is two taps from This week, over two seasons', async ({
  page,
  app,
}) => {
  const lastYear = { weekId: BEFORE, kickoff: Date.now() - YEAR_MS, ...won };
  const league = await makePicksLeague(app, {
    weeks: [BEFORE],
    games: [
      { ...lastYear, home: 'KC', away: 'LV' },
      { ...lastYear, home: 'BUF', away: 'NYJ' },
    ],
    picks: { KC: 'home', BUF: 'away' },
  });
  await addSeason(app, { home: 'DET', away: 'GB' });
  await league.open(page, 'ann', '/');
  const headers = { 'sec-fetch-site': 'same-origin' };
  const again = await page.request.post(`/api/pools/${league.poolId}/again`, { headers, data: { season: 2026 } });
  const { id: defaultPool } = await again.json();
  await page.request.patch('/api/profile', { headers, data: { defaultPool } });
  await league.edit('DET', won);

  await page.goto('/');
  await page.getByRole('link', { name: 'Pool', exact: true }).filter({ visible: true }).click();
  await page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'Almanac' }).click();
  const champions = page.getByRole('region', { name: 'Champions' });
  await expect(champions.getByRole('listitem')).toContainText([/2026.*After 1 week/, /2025.*Player 1.*1 point/]);
  await expect(page.getByRole('region', { name: 'Your teams' })).toContainText('New York Jets cost you most');

  const season = page.getByRole('region', { name: 'Your season' });
  await season.getByRole('button', { name: /^Go through the players/ }).press('ArrowDown');
  await expect(season.getByRole('status')).toContainText('1st after Week 1');
  await season.getByRole('button', { name: 'Show as a table' }).click();
  await expect(season.getByRole('row', { name: /^Player 1/ })).toBeVisible();

  const rivals = page.getByRole('region', { name: 'Rivals' });
  await expect(rivals.getByRole('row', { name: /^Player 2/ })).toContainText('1–0');
  await rivals.getByLabel('Rivals of').selectOption('Player 2');
  await expect(rivals.getByRole('row', { name: /^Player 1/ })).toContainText('0–1');
  await checkAxe(page);

  await champions.getByRole('button', { name: /^2025/ }).click();
  const table = page.getByRole('dialog', { name: 'Final table 2025' });
  await expect(table.getByRole('row')).toHaveText([/Name/, /1.*Player 1/, /2.*Player 2/]);
  await table.getByRole('button', { name: 'Open its Scoreboard' }).click();
  await expect(page).toHaveURL('/scoreboard');
  await expect(page.getByRole('list').getByText('Player 1').first()).toBeVisible();
});

/** Loads the weeks and a game of the next season. */
function addSeason(app: App, game: GamePlan): Promise<void> {
  return withLeague(app.env.DATABASE_FILE ?? '', async ({ store: { db, engine } }) => {
    await addWeeks(db, [NOW, '2026-week2']);
    const kickoff = Date.now() + 2 * HOUR_MS;
    const write = { gid: gidOf(game.home), weekId: NOW, kickoff, timeTbd: false, ...game };
    await db.transaction().execute((tx) => writeGames(tx, engine, [write], Date.now, 'feed'));
  });
}
