import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Side } from '#core/types.ts';
import type { Person } from '#tests/builders.ts';
import { addGame, historyOf, ownPick, sideOf } from '#tests/builders.ts';
import { usualEngines } from '#tests/engines.ts';
import { entryIdOf } from '#tests/entry-ids.ts';
import { aLeague, withLeague } from '#tests/league.ts';
import { enterForEntry } from './store.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;

describe.each(usualEngines)('The history of a pick on %s', (engine) => {
  const league = withLeague(engine);
  let sam: Person;
  let admin: Person;
  let poolId: string;
  let gid: string;

  beforeAll(async () => {
    ({ admin, sam, poolId } = await aLeague(league, { admins: ['admin'], members: ['sam'] }));
  });

  beforeEach(async () => {
    gid = await addGame(league.deps, { kickoff: league.clock.now() + 10 * MINUTE });
  });

  const pick = (side: Side | null) => league.deps.picks.add(ownPick({ poolId, gid, userId: sam.userId, side }));

  async function history(): Promise<string[]> {
    const rows = (await historyOf(league.store.db, 'pick', poolId)).filter(({ about }) => about === gid);
    return rows.map(({ value, revision, enteredBy }) => {
      return `${revision} ${sideOf(value)}${enteredBy === null ? '' : ' by an admin'}`;
    });
  }

  test('keeps the last state of each second', async () => {
    for (const side of ['home', 'away', null, 'home'] as const) await pick(side);
    league.clock.advance(SECOND);
    for (const side of ['away', 'home', 'away'] as const) await pick(side);
    expect(await history()).toEqual(['4 home', '7 away']);
  });

  test('keeps what a player chose and what an admin entered within the same second', async () => {
    league.clock.set(Math.ceil(league.clock.now() / SECOND) * SECOND);
    await pick('home');
    league.clock.advance(100);
    await league.store.db.updateTable('games').set({ lock_at: league.clock.now() }).where('gid', '=', gid).execute();
    const actor = { by: 'commissioner', userId: admin.userId, reason: 'typed the wrong one' } as const;
    const enter = (side: Side) => {
      const wish = { kind: 'pick', about: gid, value: { side } } as const;
      return enterForEntry(
        league.store,
        { poolId, entryId: entryIdOf(poolId, sam.userId), wishes: [wish], actor },
        league.clock.now,
      );
    };
    await enter('away');
    await enter('home');
    expect(await history()).toEqual(['1 home', '3 home by an admin']);
  });
});
