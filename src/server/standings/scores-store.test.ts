import fc from 'fast-check';
import type { KyselyPlugin } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { weeklyScore } from '#core/scoring.ts';
import type { GamePick, Pool } from '#core/types.ts';
import { gameStatuses, gameVoids, sides } from '#core/types.ts';
import { setPoolWeeks } from '#server/game-changes/deadline-store.ts';
import { editGame } from '#server/game-changes/edit-store.ts';
import { gamesOfWeek } from '#server/games/reads.ts';
import { addPoolWeeks } from '#server/imports/picks-store.ts';
import { markPoolStale, markStale } from '#server/journal/stale-store.ts';
import { findPool } from '#server/pools/reads.ts';
import type { Person } from '#tests/builders.ts';
import { addGame, addPerson, addPool, importPicks, plannerOf, putChoice, WEEK_1 } from '#tests/builders.ts';
import { anySpread, withSpread } from '#tests/core-samples.ts';
import { someoneWaits } from '#tests/database-clock.ts';
import { engines } from '#tests/engines.ts';
import { entryIdOf } from '#tests/entry-ids.ts';
import { aLeague, withLeague } from '#tests/league.ts';
import { rounds } from '#tests/long.ts';
import { until } from '#tests/until.ts';
import { weekScores } from './season-reads.ts';
import { recount, rescoreAll, rescoreStale, rescoreWeek, staleWeeks } from './store.ts';

const NOW = 1_790_000_000_000;

describe.each(engines)('Stored scores on %s', (engine) => {
  const league = withLeague(engine);
  let people: Person[];
  let weeks = 0;

  beforeAll(async () => {
    people = [await addPerson(league.deps), await addPerson(league.deps), await addPerson(league.deps)];
  });

  /** A week that no other test plays. */
  function newWeek(): string {
    weeks += 1;
    return `${2000 + weeks}-week1`;
  }

  const stale = async () => (await league.store.db.selectFrom('stale_weeks').selectAll().execute()).length;
  const scoreOf = async (poolId: string, weekId: string, userId: string) =>
    (await weekScores(league.store.db, poolId)).get(entryIdOf(poolId, userId))?.[weekId] ?? 0;

  /** One game that the first player picked right and the second wrong; nothing is scored yet. */
  async function decidedWeek() {
    const weekId = newWeek();
    const poolId = await addPool(league.deps, { weeks: [weekId], members: people });
    const gid = await addGame(league.deps, { weekId, status: 'Final', homeScore: 7 });
    const pick = (person: Person | undefined, side: 'home' | 'away') =>
      ({ poolId, gid, userId: person?.userId ?? '', side, madeAt: NOW }) as const;
    await importPicks(league.store.db, engine, [pick(people[0], 'home'), pick(people[1], 'away')]);
    return { weekId, poolId, gid, winner: people[0]?.userId ?? '', loser: people[1]?.userId ?? '' };
  }

  test('an edit marks its week in its own transaction, so that no crash can part the two', async () => {
    const { weekId, gid } = await decidedWeek();
    await rescoreStale(league.store, league.clock.now);
    const edit = editGame(league.store, gid, { homeScore: 1 }, () => NOW);
    await edit;
    const rows = await league.store.db.selectFrom('stale_weeks').select('week_id').execute();
    expect(rows).toEqual([{ week_id: weekId }]);
    expect(await rescoreStale(league.store, league.clock.now)).toEqual({ weekIds: [weekId], failed: [], fault: null });
    expect(await stale()).toBe(0);
  });

  test('a week that changes while it is scored stays marked, and is scored again', async () => {
    const { weekId, poolId, gid, winner, loser } = await decidedWeek();
    let edit: Promise<unknown> | undefined;
    const editMeanwhile: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        // The picks are read last: by now the scores are those of before the edit.
        const arePicks = result.rows[0]?.lines !== undefined;
        if (arePicks) edit ??= editGame(league.store, gid, { awayScore: 10 }, () => NOW);
        return result;
      },
    };
    await rescoreStale({ ...league.store, db: league.store.db.withPlugin(editMeanwhile) }, league.clock.now);
    await edit;
    await rescoreStale(league.store, league.clock.now);
    expect([await scoreOf(poolId, weekId, winner), await scoreOf(poolId, weekId, loser)]).toEqual([0, 2]);
  });

  test('a pool that is marked while its week is scored in all pools is scored again alone', async () => {
    const { weekId, poolId, loser } = await decidedWeek();
    const otherId = await addPool(league.deps, { weeks: [weekId], members: people });
    await markStale(league.store.db, [weekId]);
    let isMarked = false;
    const between = async () => {
      if (!isMarked) await markPoolStale(league.store.db, poolId, [weekId]);
      isMarked = true;
    };
    await rescoreStale(league.store, league.clock.now, { between });
    expect(await staleWeeks(league.store.db)).toMatchObject([{ weekId, isOfAll: false, poolIds: new Set([poolId]) }]);
    const invented = { pool_id: otherId, week_id: weekId, entry_id: entryIdOf(otherId, loser), halves: 3 };
    await league.store.db.insertInto('week_scores').values(invented).execute();
    await rescoreStale(league.store, league.clock.now);
    expect(await stale()).toBe(0);
    expect(await scoreOf(otherId, weekId, loser)).toBe(3);
    await rescoreWeek(league.store, weekId, league.clock.now);
  });

  test('pools of all formats, each with its own slate, line, order and values, get the same scores together as alone', async () => {
    const { db } = league.store;
    const weekId = newWeek();
    const [first, second] = people.map(({ userId }) => userId);
    const [even, odd] = [`${weekId}-0`, `${weekId}-1`];
    const final = { weekId, status: 'Final', homeScore: 7, spread: -3 } as const;
    await addGame(league.deps, { ...final, gid: even });
    await addGame(league.deps, { ...final, gid: odd });
    const traits = { weeks: [weekId], members: people };
    const rules = [
      { useSpread: true, line: 'frozen' },
      { slate: 'chosen' },
      { missed: 'home' },
      { format: 'confidence' },
    ] as const;
    const ids = [];
    for (const own of rules) ids.push(await addPool(league.deps, { ...traits, rules: own }));
    const survivor = await addPool(league.deps, { ...traits, rules: { format: 'survivor' } });
    const [lined = '', chosen = '', missing = '', confident = ''] = ids;
    await db
      .insertInto('pool_lines')
      .values({ pool_id: lined, gid: even, spread: 8, set_by: first ?? '', set_at: NOW, reason: '' })
      .execute();
    const slate = db.updateTable('slate_games').set({ belongs: 0 }).where('pool_id', '=', chosen);
    await slate.where('gid', '=', odd).execute();
    await db.updateTable('pool_weeks').set({ scale: '[3,5]' }).where('pool_id', '=', confident).execute();
    await db.updateTable('entries').set({ joined_at: 0 }).where('pool_id', '=', missing).execute();
    const row = { madeAt: NOW, side: 'home' } as const;
    const picked = ids.flatMap((poolId) => [even, odd].map((gid) => ({ ...row, poolId, gid, userId: first ?? '' })));
    await importPicks(db, engine, picked);
    await putChoice(league.store, {
      poolId: confident,
      userId: first ?? '',
      kind: 'order',
      about: weekId,
      value: { order: [odd, even] },
    });
    await putChoice(league.store, {
      poolId: survivor,
      userId: first ?? '',
      kind: 'team',
      about: weekId,
      value: { gid: even, team: 'PHI' },
    });
    await rescoreStale(league.store, league.clock.now);
    const scores = await Promise.all([...ids, survivor].map((poolId) => scoreOf(poolId, weekId, first ?? '')));
    expect(scores).toEqual([2, 2, 4, 16, 2]);
    expect(await scoreOf(missing, weekId, second ?? '')).toBe(4);
    expect(await recount(league.store)).toEqual([]);
  });

  test('a changed score or number of right picks is found by a recount, and corrected by rescoring', async () => {
    const { weekId, poolId, winner, loser } = await decidedWeek();
    await rescoreStale(league.store, league.clock.now);
    const scores = league.store.db.updateTable('week_scores').where('pool_id', '=', poolId);
    await scores.set({ correct: 3 }).where('entry_id', '=', entryIdOf(poolId, winner)).execute();
    const entryId = entryIdOf(poolId, people[2]?.userId ?? '');
    const invented = { pool_id: poolId, week_id: weekId, entry_id: entryId, halves: 3 };
    await league.store.db.insertInto('week_scores').values(invented).execute();
    expect(await recount(league.store)).toEqual(
      expect.arrayContaining([
        {
          poolId,
          weekId,
          entryId: entryIdOf(poolId, winner),
          stored: { halves: 2, correct: 3 },
          counted: { halves: 2, correct: 1 },
        },
        { poolId, weekId, entryId, stored: { halves: 3, correct: 0 }, counted: { halves: 0, correct: 0 } },
      ]),
    );
    await rescoreAll(league.store, league.clock.now);
    expect(await recount(league.store)).toEqual([]);
    expect(await scoreOf(poolId, weekId, loser)).toBe(0);
  });

  test('a pool whose rule changed is scored again by the new one, and no other pool with it', async () => {
    const { db } = league.store;
    const first = await decidedWeek();
    const { poolId, weekId, gid, winner, loser } = first;
    const other = await addPool(league.deps, { weeks: [weekId], members: people });
    await editGame(league.store, gid, { spread: 8 }, () => NOW);
    await rescoreStale(league.store, league.clock.now);
    await db
      .updateTable('pools')
      .set({ rules: JSON.stringify(withSpread) })
      .where('id', 'in', [poolId, other])
      .execute();
    await db
      .insertInto('week_scores')
      .values({ pool_id: other, week_id: weekId, entry_id: entryIdOf(other, winner), halves: 9 })
      .execute();
    const rescorePool = async (id: string) => {
      await markPoolStale(db, id, [weekId]);
      await rescoreStale(league.store, league.clock.now);
    };
    await rescorePool(poolId);
    expect([await scoreOf(poolId, weekId, winner), await scoreOf(poolId, weekId, loser)]).toEqual([0, 2]);
    expect(await scoreOf(other, weekId, winner)).toBe(9);
    await rescorePool(other);
    expect(await recount(league.store)).toEqual([]);
  });

  test('a rule that changes while its pool is scored is the one that counts in the end', async () => {
    const { poolId, weekId, gid, winner, loser } = await decidedWeek();
    await editGame(league.store, gid, { spread: 8 }, () => NOW);
    const changeRule = () =>
      league.store.db.transaction().execute(async (tx) => {
        await tx
          .updateTable('pools')
          .set({ rules: JSON.stringify(withSpread) })
          .where('id', '=', poolId)
          .execute();
        await markStale(tx, [weekId]);
      });
    await Promise.all([
      rescoreWeek(league.store, weekId, Date.now),
      changeRule(),
      rescoreWeek(league.store, weekId, Date.now),
    ]);
    await rescoreStale(league.store, league.clock.now);
    expect([await scoreOf(poolId, weekId, winner), await scoreOf(poolId, weekId, loser)]).toEqual([0, 2]);
  });

  test('a week that was disabled and enabled again has the scores of games played meanwhile', async () => {
    const { poolId, weekId, gid, winner, loser } = await decidedWeek();
    await rescoreStale(league.store, league.clock.now);
    await setPoolWeeks(league.store.db, plannerOf(league), poolId, [weekId], false);
    await editGame(league.store, gid, { awayScore: 10 }, () => NOW);
    await rescoreStale(league.store, league.clock.now);
    expect(await recount(league.store)).toEqual([]);
    await addPoolWeeks(league.store, poolId, [weekId], NOW);
    await rescoreStale(league.store, league.clock.now);
    expect([await scoreOf(poolId, weekId, winner), await scoreOf(poolId, weekId, loser)]).toEqual([0, 2]);
    expect(await recount(league.store)).toEqual([]);
  });

  test('after any games, picks and edits a recount finds no difference, and every score is the one of the rules', async () => {
    const anyEdit = fc.record(
      {
        status: fc.constantFrom(...gameStatuses),
        homeScore: fc.integer({ min: 0, max: 30 }),
        awayScore: fc.integer({ min: 0, max: 30 }),
        spread: anySpread,
        void: fc.option(fc.constantFrom(...gameVoids), { freq: 4 }),
      },
      { requiredKeys: [] },
    );
    const anySteps = fc.array(
      fc.record({
        game: fc.integer({ min: 0, max: 2 }),
        edit: anyEdit,
        pick: fc.option(fc.record({ who: fc.integer({ min: 0, max: 2 }), side: fc.constantFrom(...sides) })),
      }),
      { minLength: 1, maxLength: 12 },
    );
    const anyRules = fc.record({ useSpread: fc.boolean(), roundSpread: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(anySteps, anyRules, async (steps, rules) => {
        const weekId = newWeek();
        const poolId = await addPool(league.deps, { rules, weeks: [weekId], members: people });
        const gids = [0, 1, 2].map((at) => `${weekId}-${at}`);
        for (const gid of gids) await addGame(league.deps, { gid, weekId });
        for (const { game, edit, pick } of steps) {
          const gid = gids[game] ?? '';
          if (pick) {
            const userId = people[pick.who]?.userId ?? '';
            await importPicks(league.store.db, engine, [{ poolId, gid, userId, side: pick.side, madeAt: NOW }]);
          }
          await editGame(league.store, gid, { allowTimeUpdate: false, ...edit }, () => NOW);
        }
        // A pick made after the last edit of its game has no edit that would mark its week.
        await rescoreWeek(league.store, weekId, Date.now);
        await rescoreStale(league.store, league.clock.now);
        expect(await recount(league.store)).toEqual([]);

        const pool = (await findPool(league.store.db, poolId)) as Pool;
        const games = await gamesOfWeek(league.store.db, weekId);
        const rows = await league.store.db.selectFrom('game_picks').selectAll().where('pool_id', '=', poolId).execute();
        for (const { userId } of people) {
          const own = rows.filter((row) => row.entry_id === entryIdOf(poolId, userId));
          const picks = Object.fromEntries(own.map((row) => [row.gid, { side: row.side, bus: false } as GamePick]));
          expect(await scoreOf(poolId, weekId, userId)).toBe(weeklyScore(games, picks, pool.rules));
        }
      }),
      { numRuns: engine === 'sqlite' ? 25 : rounds(6, 25) },
    );
  });
});

describe('Two servers on PostgreSQL that score the same week', () => {
  test('take turns: scores from before a change of a game never replace later ones', async () => {
    const { league, ann, bob, poolId, gid } = await aLeague('postgres', {
      members: ['ann', 'bob'],
      games: { gid: { status: 'Final', homeScore: 7 } },
    });
    const { store } = league;
    const pick = { poolId, gid, madeAt: NOW };
    await importPicks(store.db, 'postgres', [
      { ...pick, userId: ann.userId, side: 'home' },
      { ...pick, userId: bob.userId, side: 'away' },
    ]);
    let second: Promise<unknown> | undefined;
    const scoreMeanwhile: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        // The picks are read last: the first server knows the result that is changed now.
        if (result.rows[0]?.lines === undefined || second) return result;
        await editGame(store, gid, { awayScore: 10 }, () => NOW);
        let done = false;
        second = rescoreWeek(store, WEEK_1, Date.now).finally(() => {
          done = true;
        });
        await until(async () => done || (await someoneWaits(store.db)));
        return result;
      },
    };
    await rescoreWeek({ ...store, db: store.db.withPlugin(scoreMeanwhile) }, WEEK_1, Date.now);
    await second;
    const scores = await weekScores(store.db, poolId);
    expect([ann, bob].map(({ userId }) => scores.get(entryIdOf(poolId, userId))?.[WEEK_1] ?? 0)).toEqual([0, 2]);
    await league.close();
  });
});
