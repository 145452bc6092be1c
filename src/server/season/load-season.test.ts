import { describe, expect, test } from 'vitest';
import { dryRun } from '#server/platform/db/transactions.ts';
import { addGame, addPerson, addPool, WEEK_1 } from '#tests/builders.ts';
import { SUNDAY_1PM } from '#tests/core-samples.ts';
import { withLeague } from '#tests/league.ts';
import { importGamesIn } from './store.ts';

describe('While a season is looked at or loaded on PostgreSQL', () => {
  const league = withLeague('postgres');

  test('picks of its games go on being saved', async () => {
    const { deps, store, clock } = league;
    const ann = await addPerson(deps);
    const poolId = await addPool(deps, { members: [ann] });
    const facts = { weekId: WEEK_1, home: 'BUF', away: 'KC', kickoff: SUNDAY_1PM, timeTbd: false };
    const gid = await addGame(deps, facts);
    const actor = { adminId: null, now: clock.now };
    const reply = await dryRun(store, async (tx) => {
      const done = await importGamesIn(tx, store, 2026, [{ ...facts, gid, spread: 4.5 }], actor);
      expect(done.changed).toBe(1);
      return league.pick(ann, poolId, { gid, side: 'home' });
    });
    expect(reply.ok()).toMatchObject({ value: { side: 'home' }, revision: 1 });
  });
});
