import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { checkReceipts } from '#core/receipts/check.ts';
import { readReceiptFile } from '#core/receipts/file.ts';
import { hashedId } from '#core/receipts/receipts.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import type { Side } from '#core/types.ts';
import { enterForEntry } from '#server/entering/store.ts';
import { linkEntry, unlinkEntry } from '#server/entry-changes/link-store.ts';
import type { GameWrite } from '#server/game-changes/store.ts';
import { doSlice, startImport } from '#server/imports/store.ts';
import { defaultWeeksOf } from '#server/picks/reads.ts';
import { exportPool } from '#server/pool-file/export.ts';
import { findPool } from '#server/pools/reads.ts';
import { receiptFile, sha256, unlistedChanges } from '#server/receipts/reads.ts';
import type { Person } from '#tests/builders.ts';
import { addGame, addPool, putChoice, putPick, WEEK_1, WEEK_2 } from '#tests/builders.ts';
import { HOUR, MINUTE, SUNDAY_1PM } from '#tests/core-samples.ts';
import { setDatabaseClock } from '#tests/database-clock.ts';
import { engines } from '#tests/engines.ts';
import { entryIdOf } from '#tests/entry-ids.ts';
import { aLeague, withLeague } from '#tests/league.ts';
import { pieces } from '#tests/receipt-samples.ts';
import { catchUpPool } from './store.ts';
import { ReceiptSweep } from './sweep.ts';

const BEFORE = SUNDAY_1PM - HOUR;
const LOCK = SUNDAY_1PM + 5 * MINUTE;
const NEXT_SUNDAY = SUNDAY_1PM + 7 * 24 * HOUR;

/** Changes of games whose receipts no sweep has written yet. */
describe.each(engines)('A change of games that receipts do not list yet on %s', (engine) => {
  const league = withLeague(engine);
  let [admin, ann, bob, runner]: Person[] = [];
  let [poolId, early, late] = ['', '', ''];

  beforeEach(async () => {
    for (const table of ['unlisted_changes', 'pool_imports', 'lock_receipts', 'entry_links', 'picks'] as const)
      await league.store.db.deleteFrom(table).execute();
    for (const table of ['slate_games', 'games'] as const) await league.store.db.deleteFrom(table).execute();
    ({ admin, ann, bob, runner, poolId, early, late } = await aLeague(league, {
      admins: ['admin'],
      members: ['ann', 'bob'],
      commissioners: ['runner'],
      weeks: [WEEK_1, WEEK_2],
      games: { early: {}, late: { home: 'KC', away: 'BUF', kickoff: SUNDAY_1PM + 3 * HOUR } },
    }));
    await at(BEFORE);
    await put(ann, early, 'home');
    await put(bob, early, 'away');
  });

  async function at(now: number): Promise<void> {
    league.clock.set(now);
    if (engine === 'postgres') await setDatabaseClock(league.store, now);
  }

  const lock = async () => {
    await at(LOCK);
    await sweep();
  };
  const sweep = () => new ReceiptSweep({ ...league.deps, onError: (error) => expect(error).toBeNull() }).sweep();
  const edit = (gid: string, change: Partial<GameWrite>) => addGame(league.deps, { gid, ...change });
  const move = (gid: string) => edit(gid, { weekId: WEEK_2, kickoff: NEXT_SUNDAY });
  const entryOf = (person: Person | undefined) => entryIdOf(poolId, person?.userId ?? '');
  const put = (person: Person | undefined, gid: string, side: Side) =>
    putPick(league.store, { poolId, gid, userId: person?.userId ?? '', side, madeAt: BEFORE });
  const enter = async (person: Person | undefined, gid: string, side: Side) =>
    (await league.enter(runner, entryOf(person), { gid, side })).ok();
  const pending = () => unlistedChanges(league.store.db, poolId);

  async function check() {
    const read = readReceiptFile(
      (await league.call('GET /api/pools/:poolId/receipts', { as: ann, params: { poolId } })).text,
    );
    if ('problem' in read) throw new Error(read.problem);
    return checkReceipts(sha256, read);
  }

  /** Who made the corrections, once the sweep has listed everything. */
  async function authors(): Promise<(string | null)[]> {
    await sweep();
    expect(await pending()).toEqual([]);
    const { findings, corrections } = await check();
    expect(findings).toEqual([]);
    return corrections.map(({ by }) => by);
  }

  const hashed = (person: Person | undefined) => hashedId(sha256, person?.userId ?? '');

  const linker = () => ({ userId: runner?.userId ?? '', isAdmin: false, clock: league.clock.now });

  /** A database that does something once, after the first statement about a table. */
  const once = (table: string, act: () => Promise<unknown>) => {
    const ids = new WeakSet<object>();
    let isDone = false;
    return league.store.db.withPlugin({
      transformQuery: ({ node, queryId }) => {
        if (JSON.stringify(node).includes(table)) ids.add(queryId);
        return node;
      },
      transformResult: async ({ result, queryId }) => {
        if (!isDone && ids.has(queryId)) {
          isDone = true;
          await act();
        }
        return result;
      },
    });
  };

  const aPoolOf = async (rules: Partial<PoolRules>) => {
    const members = ann && bob ? [ann, bob] : [];
    poolId = await addPool(league.deps, {
      rules,
      weeks: [WEEK_1, WEEK_2],
      members,
      commissioners: runner ? [runner] : [],
    });
  };

  const choose = async (person: Person | undefined, team: { gid: string; team: string }) => {
    const body = { picks: [{ kind: 'team' as const, about: WEEK_1, value: team }] };
    const params = { entryId: entryOf(person) };
    const { picks } = (await league.call('PUT /api/entries/:entryId/picks', { as: person, params, body })).ok();
    expect(picks).toMatchObject([{ saved: true }]);
  };

  test('is listed by the next sweep, and in a pool by whoever reads its receipts', async () => {
    const other = await addPool(league.deps, { weeks: [WEEK_1], members: ann ? [ann] : [] });
    await lock();
    await edit(early, { home: 'PIT' });
    expect(await pending()).toHaveLength(1);
    expect((await check()).corrections).toMatchObject([{ by: 'feed' }]);
    expect(await pending()).toEqual([]);
    expect(await unlistedChanges(league.store.db, other)).toHaveLength(1);
    await sweep();
    expect(await unlistedChanges(league.store.db, other)).toEqual([]);
    expect(await authors()).toEqual(['feed']);
  });

  test('is not noted in a week of which nothing is listed, nor for a score', async () => {
    await edit(early, { home: 'PIT' });
    expect(await pending()).toEqual([]);
    await lock();
    await edit(early, { home: 'PIT', status: 'Final', homeScore: 3 });
    expect(await pending()).toEqual([]);
  });

  test('is listed before a commissioner enters a pick that it withdrew', async () => {
    await lock();
    await edit(early, { home: 'PIT' });
    await enter(ann, early, 'away');
    expect(await authors()).toEqual(['feed', await hashed(runner)]);
  });

  test('is listed before a commissioner enters a pick that it withdrew, even at the same moment', async () => {
    await lock();
    const db = once('unlisted_changes', () => edit(early, { home: 'PIT' }));
    const actor = { by: 'commissioner', userId: runner?.userId ?? '', reason: 'by phone' } as const;
    const wishes = [{ kind: 'pick', about: early, value: { side: 'away' } }] as const;
    const entering = { poolId, entryId: entryOf(ann), actor, wishes };
    const { outcomes } = await enterForEntry({ ...league.store, db }, entering, league.clock.now);
    expect(outcomes).toMatchObject([{ changed: true }]);
    expect(await authors()).toEqual(['feed', await hashed(runner)]);
  });

  test('is listed before a survivor whose game moved chooses another team, even if that locks before a sweep', async () => {
    await aPoolOf({ format: 'survivor' });
    await choose(ann, { gid: early, team: 'PHI' });
    await lock();
    await move(early);
    await choose(ann, { gid: late, team: 'KC' });
    await at(LOCK + 3 * HOUR);
    expect(await authors()).toEqual(['feed']);
  });

  test('is not named for the team that a survivor chooses in place of one whose game is off', async () => {
    await aPoolOf({ format: 'survivor' });
    await choose(ann, { gid: early, team: 'PHI' });
    await lock();
    await edit(early, { void: 'cancelled' });
    await choose(ann, { gid: late, team: 'KC' });
    expect(await authors()).toEqual([await hashed(ann)]);
  });

  test('is listed before picks are made in the week to which a game moved, even if it moves back later', async () => {
    await lock();
    await move(early);
    await at(LOCK + HOUR);
    const body = { picks: [{ kind: 'pick' as const, about: early, value: { side: 'away' as const } }] };
    (await league.call('PUT /api/entries/:entryId/picks', { as: ann, params: { entryId: entryOf(ann) }, body })).ok();
    await at(LOCK + 2 * HOUR);
    await edit(early, { weekId: WEEK_1, kickoff: SUNDAY_1PM });
    await at(LOCK + 3 * HOUR);
    expect(await authors()).toEqual(['feed', 'feed']);
  });

  test('is listed before the same game changes again', async () => {
    await lock();
    await move(early);
    await at(LOCK + HOUR);
    await edit(early, { weekId: WEEK_1, kickoff: SUNDAY_1PM });
    expect(await pending()).toHaveLength(1);
    await at(LOCK + 3 * HOUR);
    expect(await authors()).toEqual(['feed', 'feed']);
  });

  test('waits for nothing if another game changes, and each has its author', async () => {
    await aPoolOf({ format: 'confidence' });
    await put(ann, early, 'home');
    await put(ann, late, 'away');
    await at(LOCK + 3 * HOUR);
    await sweep();
    const [body, params] = [{ void: 'cancelled' as const }, { gid: early }];
    (await league.call('PATCH /api/games/:gid', { as: admin, params, body })).ok();
    await at(LOCK + 4 * HOUR);
    await edit(late, { home: 'DEN', away: 'BUF', kickoff: SUNDAY_1PM + 3 * HOUR });
    expect(await pending()).toHaveLength(2);
    expect(await authors()).toEqual([await hashed(admin), 'feed']);
  });

  test('is listed apart from the lock of a called-off game that passes before a sweep', async () => {
    const off = await addGame(league.deps, {
      home: 'DEN',
      away: 'LV',
      kickoff: SUNDAY_1PM + 6 * HOUR,
      void: 'cancelled',
    });
    await aPoolOf({ format: 'confidence' });
    for (const gid of [early, late]) await put(ann, gid, 'home');
    const own = { poolId, userId: ann?.userId ?? '', kind: 'order', about: WEEK_1, madeAt: BEFORE } as const;
    await putChoice(league.store, { ...own, value: { order: [late, early, off] } });
    await at(LOCK + 3 * HOUR);
    await sweep();
    await at(LOCK + 4 * HOUR);
    await move(early);
    await at(LOCK + 6 * HOUR);
    expect(await authors()).toEqual(['feed']);
  });

  describe('of a called-off game in a week that has not begun', () => {
    const aWeekOf = async (rules: Partial<PoolRules>) => {
      await aPoolOf(rules);
      await edit(early, { void: 'cancelled' });
      await lock();
      await at(LOCK + HOUR);
    };

    test('has its author if the game leaves the slate for another day', async () => {
      await aWeekOf({ slate: 'days', mondayGames: false });
      await edit(early, { void: 'cancelled', kickoff: SUNDAY_1PM + 24 * HOUR });
      expect(await pending()).toHaveLength(1);
      expect(await authors()).toEqual(['feed']);
    });

    test('is not noted if the slate has that day, too', async () => {
      await aWeekOf({ slate: 'days', thursdayGames: false });
      await edit(early, { void: 'cancelled', kickoff: SUNDAY_1PM + 24 * HOUR });
      expect(await pending()).toEqual([]);
      expect(await authors()).toEqual([]);
    });

    test('has its author if a commissioner leaves the game out', async () => {
      await aWeekOf({ slate: 'chosen' });
      const params = { poolId, weekId: WEEK_1 };
      const body = { leftOut: [early] };
      (await league.call('PUT /api/pools/:poolId/weeks/:weekId/slate', { as: runner, params, body })).ok();
      expect(await authors()).toEqual([await hashed(runner)]);
    });
  });

  test.each([
    ['in the same millisecond', 0],
    ['whose time is earlier, because it waited less', -10],
  ])('has its author beside another one %s', async (_when, later) => {
    await at(LOCK + 3 * HOUR);
    await sweep();
    await at(LOCK + 3 * HOUR + 20);
    await move(early);
    await at(LOCK + 3 * HOUR + 20 + later);
    await edit(late, { home: 'DEN', away: 'BUF', kickoff: SUNDAY_1PM + 3 * HOUR });
    await at(LOCK + 3 * HOUR + 1000);
    expect([...new Set(await authors())]).toEqual(['feed']);
  });

  test('is not listed before what an import has written, whose end is still to come', async () => {
    await lock();
    await at(LOCK + HOUR);
    const request = { name: 'a.csv', entries: [entryOf(ann)], newPlayers: [], gids: [early], replaces: true };
    const by = { poolId, userId: runner?.userId ?? '', clock: league.clock.now };
    const begun = await startImport(league.store, by, { ...request, picks: [[0, 0, 'away']] });
    if (!('id' in begun)) throw new Error('The import was refused.');
    await doSlice(league.store, begun.id, league.clock.now, false);
    await at(LOCK + HOUR + 1000);
    await edit(early, { away: 'PIT' });
    await doSlice(league.store, begun.id, league.clock.now, false);
    expect(await authors()).toEqual(['import', 'feed']);
  });

  test('brings no defaults for a game that is on again, whose lock is listed; those of later locks count', async () => {
    await aPoolOf({ format: 'survivor', missed: 'own' });
    const [params, body] = [{ entryId: entryOf(ann) }, { value: { teams: ['PHI', 'KC'] } }];
    (await league.call('PUT /api/entries/:entryId/default', { as: ann, params, body })).ok();
    await edit(early, { void: 'cancelled' });
    await lock();
    await at(LOCK + HOUR);
    await edit(early, { void: null });
    expect(await authors()).toEqual([]);
    await at(LOCK + 3 * HOUR);
    expect(await authors()).toEqual([]);
    const own = league.store.db.selectFrom('picks').select('value').where('entry_id', '=', entryOf(ann));
    expect(await own.execute()).toEqual([{ value: JSON.stringify({ gid: late, team: 'KC', auto: true }) }]);
  });

  test('leaves the default of a side that a game got at its lock, though it was off then', async () => {
    await aPoolOf({ missed: 'own', missedLimit: 1 });
    const [params, body] = [{ entryId: entryOf(ann) }, { value: { side: 'home' as const } }];
    (await league.call('PUT /api/entries/:entryId/default', { as: ann, params, body })).ok();
    await edit(early, { void: 'cancelled' });
    await lock();
    expect(await defaultWeeksOf(league.store.db, poolId)).toEqual(new Map());
    await at(LOCK + HOUR);
    await edit(early, { void: null });
    expect(await authors()).toEqual([]);
    expect(await defaultWeeksOf(league.store.db, poolId)).toEqual(new Map([[entryOf(ann), new Set([WEEK_1])]]));
    const own = league.store.db.selectFrom('picks').select('value').where('entry_id', '=', entryOf(ann));
    expect(await own.execute()).toEqual([{ value: JSON.stringify({ side: 'home', auto: true }) }]);
  });

  test('casts no doubt on the defaults of a game that moves, which count at its new lock', async () => {
    await aPoolOf({ missed: 'own' });
    await edit(late, { weekId: WEEK_2, home: 'KC', away: 'BUF' });
    await lock();
    await at(LOCK + HOUR);
    const [params, body] = [{ entryId: entryOf(ann) }, { value: { side: 'home' as const } }];
    (await league.call('PUT /api/entries/:entryId/default', { as: ann, params, body })).ok();
    await at(LOCK + 3 * HOUR);
    await edit(late, { home: 'KC', away: 'BUF', kickoff: SUNDAY_1PM + 2 * HOUR });
    expect(await authors()).toEqual(['feed']);
    const own = league.store.db.selectFrom('picks').select('about').where('entry_id', '=', entryOf(ann));
    expect(await own.execute()).toEqual([{ about: late }]);
  });

  test('is listed before a link is undone, even if it comes meanwhile', async () => {
    const created = await league.call('POST /api/pools/:poolId/players', {
      as: runner,
      params: { poolId },
      body: { displayName: 'Old Tom' },
    });
    const entryId = entryIdOf(poolId, created.ok().id);
    (await league.enter(runner, entryId, { gid: late, side: 'home' })).ok();
    await at(LOCK + 3 * HOUR);
    await sweep();
    await linkEntry(league.store, entryId, ann?.userId ?? '', linker());
    await at(LOCK + 4 * HOUR);
    const db = once('unlisted_changes', () => edit(early, { home: 'PIT' }));
    expect(await unlinkEntry({ ...league.store, db }, entryId, { ...linker(), reason: 'wrong' })).toBeTypeOf('object');
    await at(LOCK + 5 * HOUR);
    expect(await authors()).toContain('feed');
  });

  test('breaks off a file that is being read', async () => {
    await lock();
    const reading = receiptFile(league.store.db, poolId, WEEK_1, LOCK);
    await reading.next();
    await edit(early, { home: 'PIT' });
    await expect(pieces(reading)).rejects.toThrow('A receipt was added while the file was read.');
  });

  test('breaks off a file that is about to be read', async () => {
    await lock();
    const unreadable = await catchUpPool(league.store, poolId, league.clock.now);
    await edit(early, { home: 'PIT' });
    const reading = receiptFile(league.store.db, poolId, WEEK_1, LOCK, unreadable);
    await expect(pieces(reading)).rejects.toThrow('A receipt was added');
  });

  test.each([
    ['while that is read', 'pool_lines'],
    ['just before', 'unlisted_changes'],
  ])('is in the file of its pool, also if it comes %s', async (_when, table) => {
    await lock();
    const pool = await findPool(league.store.db, poolId);
    if (pool === null) throw new Error('There is no pool.');
    const db = once(table, () => edit(early, { home: 'PIT' }));
    const { receipts, games } = await exportPool({ ...league.store, db }, pool, false, league.clock.now);
    expect(games.some(({ home }) => home === 'PIT')).toBe(true);
    expect(receipts.map(({ by }) => by)).toEqual(['timer', null, 'feed']);
  });

  describe('does not hide what was changed in the database', () => {
    const tamper = (set: { value: string; revision?: number; made_at?: number }) =>
      league.store.db
        .updateTable('picks')
        .set(set)
        .where('entry_id', '=', entryOf(ann))
        .where('about', '=', early)
        .execute();
    const best = { value: '{"side":"home","best":true}' };
    const other = { value: '{"side":"away"}', revision: 2 };

    test.each([
      ['before it', best, 'before'],
      ['after it', best, 'after'],
      ['after it, with a later time', { ...other, made_at: LOCK + HOUR + 1 }, 'after'],
      ['before it, with a later time', { ...other, made_at: LOCK + 2 * HOUR }, 'before'],
    ] as const)('%s', async (_what, set, when) => {
      await lock();
      if (when === 'before') await tamper(set);
      await at(LOCK + HOUR);
      await edit(early, { away: 'CLE' });
      if (when === 'after') await tamper(set);
      await at(LOCK + 3 * HOUR);
      await sweep();
      const { findings } = await check();
      expect(findings).not.toEqual([]);
    });
  });

  test('does not hide an order that was changed in the database before it', async () => {
    await aPoolOf({ format: 'confidence' });
    await put(ann, early, 'home');
    const own = { poolId, userId: ann?.userId ?? '', kind: 'order', about: WEEK_1, madeAt: BEFORE } as const;
    await putChoice(league.store, { ...own, value: { order: [early, late] } });
    await lock();
    const order = league.store.db.updateTable('picks').set({ value: JSON.stringify({ order: [late, early] }) });
    await order.where('entry_id', '=', entryOf(ann)).where('kind', '=', 'order').execute();
    await edit(early, { away: 'CLE' });
    await sweep();
    expect((await check()).findings.map(({ kind }) => kind)).toEqual(['unauthored']);
  });

  test('does not wait for those who write receipts', async () => {
    await lock();
    const { db } = league.store;
    if (engine === 'postgres')
      await db.transaction().execute(async (tx) => {
        await sql`select pg_advisory_xact_lock(8, hashtext(${poolId}))`.execute(tx);
        await edit(early, { home: 'PIT' });
      });
    else await edit(early, { home: 'PIT' });
    expect(await pending()).toHaveLength(1);
  });
});
