import { beforeAll, describe, expect, test } from 'vitest';
import { weekOfPool } from '#server/pools/week-reads.ts';
import type { Person } from '#tests/builders.ts';
import { addGames, addPerson, addPool, WEEK_1, WEEK_2 } from '#tests/builders.ts';
import { HOUR, SUNDAY_1PM } from '#tests/core-samples.ts';
import { engines } from '#tests/engines.ts';
import { entryIdOf } from '#tests/entry-ids.ts';
import { withLeague } from '#tests/league.ts';
import type { RevealedPick } from './reads.ts';
import {
  pickCounts,
  pickersByWeek,
  pickersOfWeek,
  picksMade,
  picksOfGames,
  picksOfPool,
  revealedPicks,
} from './reads.ts';

/** Of week 1: the last in the order of ids locks first, and the middle one last. Of week 2: one between them, and a void one. */
const [A, B, C, D, OFF] = ['g-a', 'g-b', 'g-c', 'g-aa', 'g-ab'] as const;
const B_LOCKS = SUNDAY_1PM + 9 * HOUR;

describe.each(engines)('The picks of games on %s', (engine) => {
  const league = withLeague(engine);
  let [ann, bob, cid]: Person[] = [];
  let poolId: string;
  let [ofAnn, ofBob, ofOther] = ['', '', ''];
  let otherId: string;

  beforeAll(async () => {
    const { db } = league.store;
    [ann, bob, cid] = await Promise.all([addPerson(league.deps), addPerson(league.deps), addPerson(league.deps)]);
    const members = [ann, bob, cid].filter((each) => each !== undefined);
    poolId = await addPool(league.deps, { members, weeks: [WEEK_1, WEEK_2] });
    otherId = await addPool(league.deps, { members });
    await addGames(league.deps, [
      { gid: C, kickoff: SUNDAY_1PM },
      { gid: A, kickoff: SUNDAY_1PM + HOUR },
      { gid: B, kickoff: B_LOCKS },
      { gid: D, kickoff: SUNDAY_1PM + HOUR, weekId: WEEK_2 },
      { gid: OFF, kickoff: SUNDAY_1PM + HOUR, weekId: WEEK_2, void: 'cancelled' },
    ]);
    ofAnn = entryIdOf(poolId, ann?.userId ?? '');
    ofBob = entryIdOf(poolId, bob?.userId ?? '');
    ofOther = entryIdOf(otherId, ann?.userId ?? '');
    const stored = (entry_id: string, about: string, value: object | null, entered_by?: string) => ({
      entry_id,
      kind: 'pick' as const,
      about,
      value: value && JSON.stringify(value),
      revision: 1,
      made_at: 1,
      entered_by: entered_by ?? null,
    });
    const rows = [
      stored(ofAnn, A, { side: 'home', best: true }),
      stored(ofAnn, B, { side: 'away' }),
      stored(ofAnn, C, { side: 'away' }, bob?.userId),
      stored(ofAnn, D, { side: 'home', auto: true }),
      stored(ofBob, A, { side: 'home' }),
      stored(ofBob, C, null),
      stored(ofBob, OFF, { side: 'home' }),
      stored(ofOther, A, { side: 'away' }),
    ];
    await db.insertInto('picks').values(rows).execute();
  });

  const db = () => league.store.db;
  const sorted = (picks: readonly { readonly entryId: string; readonly gid: string }[]) =>
    picks.toSorted((a, b) => a.gid.localeCompare(b.gid) || (a.entryId === ofAnn ? -1 : 1));

  test('are revealed once their games have locked, also between others', async () => {
    const { games } = await weekOfPool(db(), poolId, WEEK_1);
    const before: RevealedPick[] = [
      { entryId: ofAnn, gid: A, side: 'home', best: true },
      { entryId: ofBob, gid: A, side: 'home', best: false },
      { entryId: ofAnn, gid: C, side: 'away', best: false },
    ];
    expect(sorted(await revealedPicks(db(), poolId, games, B_LOCKS - HOUR))).toEqual(before);
    const all = await revealedPicks(db(), poolId, games, B_LOCKS + HOUR);
    expect(sorted(all)).toEqual(before.toSpliced(2, 0, { entryId: ofAnn, gid: B, side: 'away', best: false }));
    expect(await revealedPicks(db(), poolId, games, SUNDAY_1PM - HOUR)).toEqual([]);
  });

  test('are read for a week and by entry, without those that were taken back', async () => {
    expect(sorted(await picksOfPool(db(), poolId, WEEK_1))).toEqual([
      { entryId: ofAnn, gid: A, side: 'home', bus: false, best: true },
      { entryId: ofBob, gid: A, side: 'home', bus: false, best: false },
      { entryId: ofAnn, gid: B, side: 'away', bus: false, best: false },
      { entryId: ofAnn, gid: C, side: 'away', bus: true, best: false },
    ]);
    expect(await picksOfPool(db(), poolId, WEEK_2)).toContainEqual(
      expect.objectContaining({ entryId: ofAnn, gid: D, auto: true }),
    );
    const asked = { poolIds: [poolId, otherId], gids: [A, C] };
    const home = { isBus: false, value: { side: 'home' } };
    expect(await picksOfGames(db(), asked)).toEqual(
      expect.arrayContaining([
        {
          poolId,
          entryId: ofAnn,
          picks: expect.arrayContaining([
            { gid: A, isBus: false, value: { side: 'home', best: true } },
            { gid: C, isBus: true, value: { side: 'away' } },
          ]),
        },
        { poolId, entryId: ofBob, picks: [{ gid: A, ...home }] },
        { poolId: otherId, entryId: ofOther, picks: [{ gid: A, isBus: false, value: { side: 'away' } }] },
      ]),
    );
    expect(await picksOfGames(db(), { poolIds: [poolId], gids: [] })).toEqual([]);
  });

  test('are counted by entry, by week and by side', async () => {
    const byWeek = (defaultsPick?: boolean) => pickersByWeek(db(), poolId, [WEEK_1, WEEK_2], defaultsPick);
    expect(await byWeek()).toEqual(new Map([[WEEK_1, new Set([ofAnn, ofBob])]]));
    expect((await byWeek(true)).get(WEEK_2)).toEqual(new Set([ofAnn]));
    expect(await pickersOfWeek(db(), poolId, WEEK_2)).toEqual(new Set([ofAnn, ofBob]));
    expect(await picksMade(db(), poolId, [A, C, OFF])).toEqual(
      new Map([
        [ofAnn, 2],
        [ofBob, 2],
      ]),
    );
    expect(await pickCounts(db(), poolId, [A])).toEqual([{ gid: A, side: 'home', count: 2 }]);
    const bobs = db()
      .updateTable('pool_members')
      .where('user_id', '=', bob?.userId ?? '');
    await bobs.set({ enabled: 0 }).execute();
    expect(await pickCounts(db(), poolId, [A])).toEqual([{ gid: A, side: 'home', count: 1 }]);
    await bobs.set({ enabled: 1 }).execute();
  });
});
