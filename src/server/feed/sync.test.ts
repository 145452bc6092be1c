import { describe, expect, it } from 'vitest';
import { editGame } from '#server/game-changes/edit-store.ts';
import { gamesOfWeek } from '#server/games/reads.ts';
import { weekScores } from '#server/standings/season-reads.ts';
import { recount } from '#server/standings/store.ts';
import { addGame, addPerson, addPool, importPicks, WEEK_1, WEEK_2 } from '#tests/builders.ts';
import { entryIdOf } from '#tests/entry-ids.ts';
import { withLeague } from '#tests/league.ts';
import type { GameUpdate } from './sync.ts';
import { syncGames } from './sync.ts';

describe('a sync', () => {
  const app = withLeague('sqlite');

  async function sync(updates: GameUpdate[]) {
    const synced = await syncGames(app.store, updates, app.clock.now);
    app.deps.afterCommit.changed({ kind: 'games', weekIds: synced.weekIds });
    await app.deps.afterCommit.idle();
    return synced;
  }

  it('reports changes, and nothing twice', async () => {
    const gid = await addGame(app.deps);
    const other = await addGame(app.deps, { weekId: WEEK_2, spreadNote: '' });
    const update: GameUpdate = { gid, weekId: WEEK_1, status: 'In Progress', homeScore: 7 };
    const same: GameUpdate = { gid: other, weekId: WEEK_2, homeScore: 0 };
    expect(await sync([update, same])).toMatchObject({ gids: [gid] });
    expect(await sync([update, same])).toEqual({ gids: [], weekIds: [] });
  });

  it('leaves out a game that the league does not have', async () => {
    expect(await sync([{ gid: 'nowhere', weekId: '2026-week3', status: 'Final' }])).toEqual({ gids: [], weekIds: [] });
    expect(await gamesOfWeek(app.store.db, '2026-week3')).toEqual([]);
  });

  it('scores a game that has become final, and again when its score is corrected', async () => {
    const player = await addPerson(app.deps);
    const gid = await addGame(app.deps);
    const poolId = await addPool(app.deps, { members: [player] });
    const pick = { poolId, gid, userId: player.userId, side: 'home', madeAt: 1 } as const;
    await importPicks(app.store.db, 'sqlite', [pick]);
    const score = async () =>
      (await weekScores(app.store.db, poolId)).get(entryIdOf(poolId, player.userId))?.[WEEK_1] ?? 0;

    const ended: GameUpdate = { gid, weekId: WEEK_1, status: 'Final', homeScore: 20, awayScore: 17 };
    expect(await sync([{ ...ended, status: 'In Progress' }])).toEqual({ gids: [gid], weekIds: [WEEK_1] });
    expect(await score()).toBe(0);
    expect(await sync([ended])).toEqual({ gids: [gid], weekIds: [WEEK_1] });
    expect(await score()).toBe(2);
    await sync([{ ...ended, awayScore: 24 }]);
    expect(await score()).toBe(0);
    expect(await recount(app.store)).toEqual([]);
  });

  it('never overwrites what an admin sets at the same moment', async () => {
    const gid = await addGame(app.deps, { status: 'In Progress' });
    const update = (homeScore: number): GameUpdate => ({ gid, weekId: WEEK_1, homeScore, awayScore: 3 });
    const edit = editGame(app.store, gid, { homeScore: 50 }, app.clock.now);
    await Promise.all([sync([update(7)]), edit, sync([update(10)]), sync([update(14)])]);
    await sync([update(21)]);
    const game = (await gamesOfWeek(app.store.db, WEEK_1)).find((each) => each.gid === gid);
    expect(game).toMatchObject({ homeScore: 50, setByAdmin: ['score'] });
  });
});
