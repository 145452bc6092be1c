import type { Page } from '@playwright/test';
import type { TopicRef } from '#contract/live.ts';
import { makeLeague, sunday } from './live-league.ts';
import { checkAxe, checkAxeInBothThemes } from './support/pages.ts';
import { expectShiftBelow, noteShifts, UNSEEN_SHIFT } from './support/shifts.ts';
import { expect, test } from './support/test.ts';

test.use({ kind: 'league' });

test('while games are played, This week, the Scoreboard and Money say what everybody has now, of topics that MatchUp watches', async ({
  page,
  app,
}) => {
  const league = await makeLeague(app, sunday);
  const plan = { fee: 0, week: 4000, places: [] };
  await league.editPool('PUT', '/money/plan', { plan, seen: { fee: 0, week: 0, places: [] } });
  const watched = watchedTopics(page);
  await noteShifts(page);
  const main = page.getByRole('main');
  const rows = page.getByRole('region', { name: 'Leaderboard' }).getByRole('listitem');

  const matchup = await test.step('MatchUp watches its topics', async () => {
    await league.open(page, 'Cid', '/matchup');
    await expect(main.getByText('Dee').first()).toBeVisible();
    return watched();
  });

  await test.step('This week: points and places now, without a tap, and again as a game moves on', async () => {
    await page.goto('/');
    const now = main.getByRole('list', { name: /^Now/ });
    await expect(now).toHaveText('now 3 this week, 1st of 4');
    await expectShiftBelow(page, UNSEEN_SHIFT, 'This week');
    await checkAxe(page);
    await league.edit('BUF', { awayScore: 14 });
    await expect(now).toContainText('now 2 this week, T-1tied for 1st of 4');
    await league.edit('BUF', { awayScore: 0 });
    await expect(now).toContainText('now 3 this week, 1st');
  });

  await test.step('the Scoreboard: official ranks, with the numbers now beside; sorted by them if asked', async () => {
    await page.goto('/scoreboard');
    await expect(rows.locator('summary .now-mark:visible')).toHaveText(['now 1', 'now 3', 'now 1', 'now 2']);
    await expect(rows.locator('.leader-total')).toHaveText(['1', '1', '0', '0']);
    await expectShiftBelow(page, UNSEEN_SHIFT, 'the Scoreboard');
    await page.getByRole('combobox', { name: 'Sort' }).selectOption({ label: 'Now' });
    await expect(rows.locator('summary .now-mark:visible')).toHaveText(['now 3', 'now 2', 'now 1', 'now 1']);
    await expect(rows.locator('.leader-total')).toHaveText(['1', '0', '0', '1']);
    await checkAxeInBothThemes(page);
  });
  const live = watched();

  await test.step('Money: what a win of the week would pay', async () => {
    await page.goto('/pool/money');
    await expect(main.getByText('If it ended now: Cid $40')).toBeVisible();
    await checkAxe(page);
  });

  await test.step('once all games are Final nothing is marked, and no more is watched than for the official scores', async () => {
    for (const home of ['BUF', 'GB', 'DAL', 'SEA']) await league.edit(home, { status: 'Final' });
    await expect(main.getByText(/^If it ended now/)).toHaveCount(0);
    await page.goto('/scoreboard');
    await expect(rows.locator('.leader-total')).toHaveText(['3', '2', '1', '1']);
    await expect(main.locator('.now-mark')).toHaveCount(0);
    const official = watched();
    expect(official).not.toContain('matchup');
    expect(live.filter((kind) => !official.includes(kind))).toEqual(['matchup']);
    expect(matchup).toEqual(expect.arrayContaining(['poolGames', 'matchup', 'picks', 'pool']));
    // Its own official numbers aside.
    const own = ['activePlayers', 'standings'];
    expect(live.filter((kind) => !own.includes(kind) && !matchup.includes(kind))).toEqual([]);
  });
});

/** The kinds of topics that the page named last. */
function watchedTopics(page: Page): () => string[] {
  let last: readonly TopicRef[] = [];
  page.on('websocket', (socket) =>
    socket.on('framesent', ({ payload }) => {
      const said = JSON.parse(String(payload)) as { watch?: readonly TopicRef[] };
      if (said.watch) last = said.watch;
    }),
  );
  return () => [...new Set(last.map(({ kind }) => kind))].sort();
}
