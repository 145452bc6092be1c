import { LEADER_RECHECK_MS } from '#core/leader.ts';
import { CELEBRATION_TEXT } from '#core/leader-notice.ts';
import { makeLeague, sunday, whenSeen } from './live-league.ts';
import { countReads } from './support/live-updates.ts';
import { expect, test } from './support/test.ts';

for (const engine of ['sqlite', 'postgres'] as const) {
  test.describe(`on ${engine}`, { tag: engine === 'sqlite' ? '@long' : '@desktop' }, () => {
    test.use({ kind: 'league', engine });

    test("an admin's score appears everywhere without another read, and a final one is then celebrated", async ({
      page,
      app,
      newPage,
    }) => {
      const league = await makeLeague(app, sunday);
      const [board, games] = [await newPage(), await newPage()];
      const compared = page.waitForResponse(/\/leader$/);
      await league.open(page, 'Bob', '/matchup');
      await compared;
      await league.open(board, 'Dee', '/scoreboard');
      await league.open(games, 'Cid', '/picks');
      await expect(page.getByRole('row', { name: /Bob/ }).first()).toBeVisible();
      await expect(board.getByRole('region', { name: 'Leaderboard' })).toBeVisible();
      // On phones a row unfolds the average.
      const row = board.getByRole('listitem').filter({ hasText: 'Bob' }).locator('summary');
      if (engine === 'sqlite') await row.click();
      // The game that is over is folded.
      await expect(games.getByRole('article')).toHaveCount(4);
      // The leader watch reads by itself.
      const readings = [page, board, games].map((each) => countReads(each, /\/(games|matchup|picks)$/));

      await league.edit('GB', { homeScore: 14 });
      await whenSeen(page, '.game-column', 'CHI@GB3-14');
      await whenSeen(games, 'article:has([aria-label="14"])', 'GB');
      await whenSeen(page, '.provisional', 'now 2');
      const seen = [
        whenSeen(page, '.game-column', 'CHI@GB3-21Final'),
        whenSeen(page, 'tbody tr', '^Bob2 this week'),
        whenSeen(board, 'tbody tr, ol li', 'Bob.*2\\.0'),
        whenSeen(games, 'article:has([aria-label="21"])', 'Final'),
      ];
      const celebrated = whenSeen(page, '.celebration', CELEBRATION_TEXT);
      const sentAt = await league.edit('GB', { homeScore: 21, status: 'Final' });
      await Promise.all(seen);
      expect(readings.map((count) => count())).toEqual([0, 0, 0]);
      expect((await celebrated) - sentAt).toBeGreaterThan(0.9 * LEADER_RECHECK_MS);
    });
  });
}
