import { CELEBRATION_TEXT, LEADER_RECHECK_MS } from '#core/leader.ts';
import { makeLeague, sunday, whenSeen } from './live-league.ts';
import { expect, test } from './support/test.ts';

/** The best of several counts: a busy machine may stand still in between. */
const SECOND_MS = 1000;

for (const engine of ['sqlite', 'postgres'] as const) {
  test.describe(`on ${engine}`, () => {
    test.use({ kind: 'league', engine });

    test("an admin's final score is everywhere within a second, and then celebrated", async ({
      page,
      app,
      newPage,
    }) => {
      const league = await makeLeague(app, sunday);
      const [board, games] = [await newPage(), await newPage()];
      const compared = page.waitForResponse(/\/standings$/);
      await league.open(page, 'Bob', '/matchup');
      await compared;
      await league.open(board, 'Dee', '/scoreboard');
      await league.open(games, 'Cid', '/picks');
      await expect(page.getByRole('row', { name: /Bob/ }).first()).toBeVisible();
      await expect(board.getByRole('region', { name: 'Leaderboard' })).toBeVisible();
      await expect(games.getByRole('article')).toHaveCount(5);
      const readings = [page, board, games].map(countReadings);

      const took: number[] = [];
      for (const points of [6, 9, 14]) {
        const everywhere = [
          whenSeen(page, '.game-column', `CHI@GB3-${points}`),
          whenSeen(games, `article:has([aria-label="${points}"])`, 'GB'),
        ];
        const saidAt = await league.edit('GB', { homeScore: points });
        took.push(Math.max(...(await Promise.all(everywhere))) - saidAt);
      }
      await whenSeen(page, '.provisional', 'now 2');
      const seen = [
        whenSeen(page, '.game-column', 'CHI@GB3-21Final'),
        whenSeen(page, 'tbody tr', '^BobWk 2'),
        whenSeen(board, 'tbody tr, ol li', 'Bob.*2\\.0'),
        whenSeen(games, 'article:has([aria-label="21"])', 'Final'),
      ];
      const celebrated = whenSeen(page, '.celebration', CELEBRATION_TEXT);
      const saidAt = await league.edit('GB', { homeScore: 21, status: 'Final' });
      took.push(Math.max(...(await Promise.all(seen))) - saidAt);
      expect(Math.min(...took), `${took} ms`).toBeLessThan(SECOND_MS);
      expect(await Promise.all(readings.map((count) => count()))).toEqual([0, 0, 0]);
      expect((await celebrated) - saidAt).toBeGreaterThan(0.9 * LEADER_RECHECK_MS);
    });
  });
}

/** Counts what a page reads from now on, so that a test can tell what came by itself. */
function countReadings(page: import('@playwright/test').Page): () => number {
  let count = 0;
  page.on('request', (request) => {
    if (/\/(games|matchup|picks)$/.test(request.url())) count += 1;
  });
  return () => count;
}
