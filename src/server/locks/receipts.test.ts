import type { ExpressionBuilder } from 'kysely';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { CLOSE_WORD } from '#contract/own-account.ts';
import type { Wish } from '#contract/picks.ts';
import type { Finding } from '#core/receipts/check.ts';
import { checkReceipts } from '#core/receipts/check.ts';
import type { ReceiptFile } from '#core/receipts/file.ts';
import { readReceiptFile } from '#core/receipts/file.ts';
import type { ReceiptLine } from '#core/receipts/receipts.ts';
import { hashedId, isLate, listText, sealed } from '#core/receipts/receipts.ts';
import type { Side } from '#core/types.ts';
import { linkEntry, unlinkEntry } from '#server/entry-changes/link-store.ts';
import type { GameWrite } from '#server/game-changes/store.ts';
import { importPoolPicks } from '#server/imports/picks-store.ts';
import { setMembers } from '#server/members/store.ts';
import { insertPicks } from '#server/picks/rows-store.ts';
import type { Engine } from '#server/platform/db/connect.ts';
import { connect } from '#server/platform/db/connect.ts';
import { closeGate, openGate } from '#server/platform/db/gate.ts';
import type { Schema } from '#server/platform/db/schema.ts';
import { receiptFile, sha256, unlistedChanges } from '#server/receipts/reads.ts';
import { createUser } from '#server/users/store.ts';
import type { Person } from '#tests/builders.ts';
import { addGame, addPerson, addPool, putChoice, putPick, WEEK_1, WEEK_2 } from '#tests/builders.ts';
import { HOUR, MINUTE, SUNDAY_1PM } from '#tests/core-samples.ts';
import { setDatabaseClock, whileHeld } from '#tests/database-clock.ts';
import { engines, usualEngines } from '#tests/engines.ts';
import { entryIdOf } from '#tests/entry-ids.ts';
import { aLeague, withLeague } from '#tests/league.ts';
import { pieces, weekFile } from '#tests/receipt-samples.ts';
import { catchUp, receiptImport, writeEach } from './store.ts';
import { ReceiptSweep } from './sweep.ts';

const isOfEntry = ([entry]: ReceiptLine) => entry !== '';

const BEFORE = SUNDAY_1PM - HOUR;
const LOCK = SUNDAY_1PM + 5 * MINUTE;
const LATE_LOCK = LOCK + 3 * HOUR;
const AFTER = LATE_LOCK + HOUR;

describe.each(engines)('Lock receipts on %s', (engine: Engine) => {
  const league = withLeague(engine);
  let [admin, ann, bob, runner]: Person[] = [];
  let [poolId, early, late] = ['', '', ''];
  let node: ReceiptSweep;
  /** Whether the test changes something behind the server's back. */
  let isTampered: boolean;

  beforeEach(async () => {
    isTampered = false;
    node = aNode();
    await league.store.db.deleteFrom('meta').where('key', 'like', 'receipts_of_import%').execute();
    for (const table of ['lock_receipts', 'entry_links', 'picks', 'games'] as const)
      await league.store.db.deleteFrom(table).execute();
    ({ admin, ann, bob, runner, poolId, early, late } = await aLeague(league, {
      admins: ['admin'],
      members: ['ann', 'bob'],
      commissioners: ['runner'],
      weeks: [WEEK_1, WEEK_2],
      games: { early: {}, late: { kickoff: SUNDAY_1PM + 3 * HOUR } },
    }));
    await at(BEFORE);
  });

  afterEach(async () => {
    if (!isTampered) expect((await check()).findings, 'an honest chain holds').toEqual([]);
  });

  const sweep = () => node.sweep();
  const aNode = (store = league.store) =>
    new ReceiptSweep({ ...league.deps, store, onError: (error) => expect(error).toBeNull() });
  const hashed = (person: Person | undefined) => hashedId(sha256, entryIdOf(poolId, person?.userId ?? ''));
  const put = (person: Person | undefined, gid: string, side: Side | null, madeAt = BEFORE) =>
    putPick(league.store, { poolId, gid, userId: person?.userId ?? '', side, madeAt });

  async function at(now: number): Promise<void> {
    league.clock.set(now);
    if (engine === 'postgres') await setDatabaseClock(league.store, now);
  }

  async function fileText(as = ann, query: { weekId?: string } = {}): Promise<string> {
    return (await league.call('GET /api/pools/:poolId/receipts', { as, params: { poolId }, query })).text;
  }

  async function file(query: { weekId?: string } = {}): Promise<ReceiptFile> {
    const read = readReceiptFile(await fileText(ann, query));
    if ('problem' in read) throw new Error(read.problem);
    return read;
  }

  async function check(kept: readonly string[] = []) {
    return checkReceipts(sha256, await file(), kept);
  }

  /** The receipts of weeks: the first lock of a pool also lists its entries and rules. */
  const ofWeeks = async () => (await file()).receipts.filter(({ weekId }) => weekId !== null);

  /** The lists without the locks of games. */
  const lists = async () =>
    (await ofWeeks()).map(({ lockAt, list = [] }) => [lockAt, list.filter(isOfEntry).map((line) => line[1])]);

  async function enter(person: Person | undefined, gid: string, side: Side | null): Promise<void> {
    (await league.enter(runner, entryIdOf(poolId, person?.userId ?? ''), { gid, side })).ok();
  }

  test('two nodes and a later start write each once', async () => {
    await put(ann, early, 'home');
    await at(LATE_LOCK);
    const other = connect(league.store.location);
    await Promise.all([sweep(), aNode(other).sweep(), catchUp(other, {}, league.clock.now)]);
    await other.close();
    expect(await lists()).toEqual([
      [LOCK, [`game:${early}`]],
      [LATE_LOCK, []],
    ]);
    expect((await ofWeeks()).map(isLate)).toEqual([true, false]);
  });

  // On SQLite only one transaction writes at a time.
  if (engine === 'postgres')
    test('a pick that is being stored when its game locks is listed', async () => {
      const row = {
        kind: 'pick',
        about: early,
        revision: 1,
        made_at: LOCK - 1,
        entered_by: null,
        reason: null,
      } as const;
      const entry_id = entryIdOf(poolId, ann?.userId ?? '');
      const store = async (tx: Parameters<typeof openGate>[0]) => {
        await openGate(tx, engine);
        await insertPicks(tx, engine, [{ ...row, entry_id, value: '{"side":"home"}' }]);
      };
      await at(LOCK);
      await whileHeld(league.store, store, sweep, () => {});
      expect(await lists()).toEqual([[LOCK, [`game:${early}`]]]);
    });

  if (engine === 'postgres') {
    const chains = async () => {
      const held = await sql`select 1 from pg_locks where locktype = 'advisory' and classid = 8 and granted
        and database = (select oid from pg_database where datname = current_database())`.execute(league.store.db);
      return held.rows.length;
    };

    test('of several pools that lack some are locked by a change of a game in one order', async () => {
      const { db } = league.store;
      for (let more = 0; more < 8; more += 1)
        await addPool(league.deps, { weeks: [WEEK_1], members: ann ? [ann] : [] });
      await at(LOCK);
      await sweep();
      await at(LATE_LOCK);
      const keys = db.selectFrom('lock_receipts').select(sql<number>`min(hashtext(pool_id))`.as('first'));
      const { first } = await keys.executeTakeFirstOrThrow();
      await whileHeld(
        league.store,
        (tx) => sql`select pg_advisory_xact_lock(8, ${first})`.execute(tx),
        () => addGame(league.deps, { gid: early, void: 'cancelled' }),
        async () => expect(await chains()).toBe(1),
      );
    });

    test('of several pools are not written while a game changes, which locks other things of them, too', async () => {
      const weeks = [{ poolId, weekId: WEEK_1 }];
      const hold = (tx: Parameters<typeof closeGate>[0]) => closeGate(tx, engine);
      const write = () => writeEach(league.store, weeks, LOCK);
      await whileHeld(league.store, hold, write, async () => expect(await chains()).toBe(0));
      expect(await lists()).toEqual([[LOCK, []]]);
    });
  }

  test('of pools that are written together fail alone, and are reported once', async () => {
    isTampered = true;
    const { db } = league.store;
    const poolIds = [poolId];
    while (poolIds.length < 8) poolIds.push(await addPool(league.deps, { weeks: [WEEK_1], members: ann ? [ann] : [] }));
    const unreadable = poolIds[3] ?? '';
    const rules = { pool_id: unreadable, number: 1, version: 2, week_id: null, lock_at: null } as const;
    const receipt = { ...rules, made_at: BEFORE, made_by: 'timer', list_hash: '', previous: '', hash: '' };
    await db
      .insertInto('lock_receipts')
      .values({ ...receipt, list: '[["x' })
      .execute();
    const errors: unknown[] = [];
    const weeks = poolIds.map((id) => ({ poolId: id, weekId: WEEK_1 }));
    await writeEach(league.store, weeks, LOCK, (error) => errors.push(error));
    expect(errors).toEqual([expect.any(SyntaxError)]);
    const written = await db.selectFrom('lock_receipts').select(['pool_id', 'number']).orderBy('number').execute();
    const numbers = Map.groupBy(written, ({ pool_id }) => pool_id);
    expect(poolIds.map((id) => numbers.get(id)?.map(({ number }) => number))).toEqual(
      poolIds.map((id) => (id === unreadable ? [1] : [1, 2])),
    );
  });

  // What follows is SQL that both databases run alike.
  if (!usualEngines.includes(engine)) return;

  test('each lock gets one, with what it made visible and nothing else', async () => {
    await put(ann, early, 'home', BEFORE - 3);
    await put(ann, late, 'away');
    await put(bob, early, 'away');
    await put(bob, early, null);
    await at(LOCK);
    await sweep();
    await sweep();
    expect((await file()).receipts).toMatchObject([
      { number: 1, weekId: null, lockAt: null, madeAt: LOCK, by: 'timer' },
      { number: 2, weekId: WEEK_1, lockAt: LOCK, madeAt: LOCK, by: null },
    ]);
    const inOrder = (list: readonly ReceiptLine[] = []) =>
      list.toSorted((a, b) => ((a[2] ?? '') > (b[2] ?? '') ? -1 : 1));
    expect(inOrder((await ofWeeks())[0]?.list)).toEqual([
      [await hashed(ann), `game:${early}`, 'home', 1, BEFORE - 3, null],
      ['', `teams:${early}`, 'DAL at PHI', null, null, null],
      ['', `lock:${early}`, String(LOCK), null, null, null],
      [await hashed(bob), `game:${early}`, null, 2, BEFORE, null],
    ]);
    await at(LATE_LOCK);
    await sweep();
    expect(await lists()).toMatchObject([
      [LOCK, { length: 2 }],
      [LATE_LOCK, [`game:${late}`]],
    ]);
  });

  test('two missed locks get one each, with what each made visible', async () => {
    await put(ann, early, 'home');
    await put(ann, late, 'away');
    await at(LATE_LOCK);
    await sweep();
    expect(await lists()).toEqual([
      [LOCK, [`game:${early}`]],
      [LATE_LOCK, [`game:${late}`]],
    ]);
  });

  test('a lock without picks gets one too', async () => {
    await at(LOCK);
    await sweep();
    expect(await lists()).toEqual([[LOCK, []]]);
  });

  test('until a lock, nothing that is published depends on a sealed pick', async () => {
    await put(ann, early, 'home');
    await put(ann, late, 'home');
    await at(LOCK);
    await sweep();
    const published = async () => {
      const params = { poolId };
      const chain = await league.call('GET /api/pools/:poolId/receipts/chain', { as: bob, params });
      const pool = await league.call('GET /api/pools/:poolId', { as: bob, params });
      return [await fileText(bob), await fileText(bob, { weekId: WEEK_1 }), chain.text, pool.text];
    };
    const before = await published();
    await put(ann, late, 'away', LOCK);
    await put(bob, late, 'away', LOCK);
    expect(await published()).toEqual(before);
  });

  test('the file of a week has its lists and what is visible of it, and the links of all others', async () => {
    const next = await addGame(league.deps, { weekId: WEEK_2, kickoff: SUNDAY_1PM + 7 * 24 * HOUR });
    await put(ann, early, 'home');
    await put(bob, next, 'away');
    await at(LATE_LOCK);
    await sweep();
    await enter(bob, early, 'away');
    await at(SUNDAY_1PM + 7 * 24 * HOUR + 5 * MINUTE);
    await sweep();
    const all = await file();
    for (const weekId of [WEEK_1, WEEK_2]) {
      const ofWeek = await file({ weekId });
      expect(ofWeek).toEqual(weekFile(all, weekId));
      const { findings, receipts } = await checkReceipts(sha256, ofWeek, [all.receipts.at(-1)?.hash ?? '']);
      expect({ findings, receipts }).toEqual({ findings: [], receipts: 5 });
    }
    await league.store.db.updateTable('pool_weeks').set({ enabled: 0 }).where('pool_id', '=', poolId).execute();
    expect(await file({ weekId: WEEK_2 })).toEqual(weekFile(all, WEEK_2));
  });

  test('there is no file of a week that the pool has never played', async () => {
    const params = { poolId };
    const statusOf = async (weekId: string) => {
      const { status, code } = await league.call('GET /api/pools/:poolId/receipts', {
        as: ann,
        params,
        query: { weekId },
      });
      return [status, code];
    };
    expect(await statusOf(WEEK_2)).toEqual([200, null]);
    expect(await statusOf('2026-week9')).toEqual([404, 'week_not_found']);
    expect(await statusOf('no week')).toEqual([400, 'invalid_input']);
  });

  test('the file lists every entry of a large pool once', async () => {
    const people = await Promise.all(
      Array.from({ length: 205 }, (_, at) => addPerson(league.deps, { name: `P${at}` })),
    );
    poolId = await addPool(league.deps, { weeks: [WEEK_1], members: people });
    for (const person of people) await put(person, early, 'home');
    await at(LOCK);
    await sweep();
    ann = people[0] ?? ann;
    const { weeks } = await file({ weekId: WEEK_1 });
    const entries = await Promise.all(people.map(hashed));
    expect(weeks[WEEK_1]?.map(([entry]) => entry).toSorted()).toEqual(['', '', ...entries].toSorted());
    expect((await check()).findings).toEqual([]);
  });

  test('a file that a correction outdates while it is read breaks off', async () => {
    await put(ann, early, 'home');
    await at(LOCK);
    await sweep();
    const reading = receiptFile(league.store.db, poolId, WEEK_1, LOCK);
    await reading.next();
    await enter(bob, early, 'away');
    await expect(pieces(reading)).rejects.toThrow('A receipt was added while the file was read.');
  });

  test('a file is not outdated by the next lock, but by a late receipt of a lock before it', async () => {
    await put(ann, early, 'home');
    await at(LOCK);
    await sweep();
    const read = (now: number) => receiptFile(league.store.db, poolId, WEEK_1, now);
    const [calm, eager] = [read(LOCK), read(LATE_LOCK)];
    const begun = [(await calm.next()).value, (await eager.next()).value] as string[];
    await at(LATE_LOCK);
    await sweep();
    const text = [begun[0], ...(await pieces(calm))].join('');
    const file = readReceiptFile(text);
    if ('problem' in file) throw new Error(file.problem);
    expect(await checkReceipts(sha256, file, [])).toMatchObject({ findings: [], receipts: 2 });
    await expect(pieces(eager)).rejects.toThrow('A receipt was added while the file was read.');
  });

  test('a missed one is written before a correction changes what it lists, and says that it is late', async () => {
    await put(bob, early, 'home');
    await at(AFTER);
    await enter(bob, early, 'away');
    const receipts = (await ofWeeks()).filter(({ list }) => list?.some(isOfEntry));
    expect(receipts.map((each) => [each.lockAt, isLate(each), each.list?.find(isOfEntry)?.slice(2)])).toEqual([
      [LOCK, true, ['home', 1, BEFORE, null]],
      [null, false, ['away', 2, AFTER, await hashedId(sha256, runner?.userId ?? '')]],
    ]);
    expect((await check()).corrections).toMatchObject([
      { weekId: WEEK_1, changes: [{ slot: `game:${early}`, was: 'home', is: 'away' }] },
    ]);
  });

  test('the pool shows the latest receipt at once', async () => {
    await at(LOCK);
    await sweep();
    const params = { poolId };
    const shown = async () => (await league.call('GET /api/pools/:poolId', { as: ann, params })).ok().receipt;
    const latest = async () => (await check()).latest;
    expect(await shown()).toEqual(await latest());
    await enter(bob, early, 'home');
    expect(await shown()).toEqual(await latest());
    expect((await shown())?.number).toBe(3);
  });

  test('the chain is sent from a number on', async () => {
    await at(AFTER);
    await sweep();
    const params = { poolId };
    const links = async (query: object) =>
      (await league.call('GET /api/pools/:poolId/receipts/chain', { as: ann, params, query })).ok().links;
    expect((await links({ version: '2' })).map(({ number }) => number)).toEqual([1, 2, 3]);
    expect((await links({ version: '2', from: '3' })).map(({ lockAt }) => lockAt)).toEqual([LATE_LOCK]);
    expect(await links({ version: '2', from: '4' })).toEqual([]);
    await league.store.db.updateTable('lock_receipts').set({ version: 1 }).where('number', '=', 1).execute();
    expect(
      (await links({})).map(({ number }) => number),
      'what an earlier page can check',
    ).toEqual([1]);
    const beyond = await league.call('GET /api/pools/:poolId/receipts/chain', {
      as: ann,
      params,
      query: { from: '2' },
    });
    expect(beyond.code, 'no empty chain, from which its receipt would be gone').toBe('busy');
    await league.store.db.updateTable('lock_receipts').set({ version: 2 }).execute();
    const odd = await league.call('GET /api/pools/:poolId/receipts/chain', { as: ann, params, query: { from: '-1' } });
    expect(odd.status).toBe(400);
  });

  test('a chain of version 1 goes on: the upgrade lists teams, entries and rules', async () => {
    await put(ann, early, 'home');
    await at(LOCK);
    await sweep();
    const { db } = league.store;
    const ofPool = (q: ExpressionBuilder<Schema, 'lock_receipts'>) => q('pool_id', '=', poolId);
    await db.deleteFrom('lock_receipts').where(ofPool).where('week_id', 'is', null).execute();
    const row = await db.selectFrom('lock_receipts').selectAll().where(ofPool).executeTakeFirstOrThrow();
    const list = (JSON.parse(row.list) as ReceiptLine[]).filter(([, slot]) => !slot.startsWith('teams:'));
    const head = { version: 1, number: 1, weekId: WEEK_1, lockAt: LOCK, madeAt: LOCK, by: null } as const;
    const { pool } = await file();
    const { hash, listHash: list_hash, previous } = await sealed(sha256, { ...head, previous: pool }, listText(list));
    const old = { version: 1, number: 1, list: listText(list), hash, list_hash, previous } as const;
    await db.updateTable('lock_receipts').set(old).where(ofPool).execute();
    await aNode().sweep();
    await at(LATE_LOCK);
    await sweep();
    const links = (await file()).receipts.map(({ version, weekId, by, list: lines = [] }) => [
      version,
      weekId,
      by,
      new Set(lines.map(([, slot]) => slot.replace(/:.*/, ''))),
    ]);
    expect(links).toEqual([
      [1, WEEK_1, null, new Set(['lock', 'game'])],
      [2, WEEK_1, 'upgrade', new Set(['teams'])],
      [2, null, 'upgrade', new Set(['owner', 'name', 'rule'])],
      [2, WEEK_1, null, new Set(['lock', 'teams'])],
    ]);
    expect((await check([hash])).corrections, 'nothing was corrected').toEqual([]);
  });

  test('a name can no longer be checked once its owner closed the account, nor guessed by a secret', async () => {
    await at(LOCK);
    await sweep();
    await at(LOCK + MINUTE);
    (await league.call('POST /api/profile/close', { as: ann, body: { confirm: CLOSE_WORD } })).ok();
    ann = bob;
    const { closed, corrections } = await check();
    expect(closed).toBe(1);
    expect(corrections.map(({ changes }) => changes.map(({ slot, is }) => [slot, is]))).toEqual([[['name', 'closed']]]);
    const salts = await league.store.db.selectFrom('name_salts').select('salt').where('salt', 'is', null).execute();
    expect(salts).toHaveLength(1);
  });

  test('an import of locked games gets one receipt for its week', async () => {
    await at(AFTER);
    await sweep();
    const entryId = entryIdOf(poolId, ann?.userId ?? '');
    const pick = (gid: string) => ({ gid, weekId: WEEK_1, entryId, side: 'home' as const });
    await importPoolPicks(league.store, poolId, [pick(early), pick(late)], AFTER, () => {});
    expect(await lists()).toEqual([
      [LOCK, []],
      [LATE_LOCK, []],
      [null, [`game:${early}`, `game:${late}`].sort()],
    ]);
  });

  test('an import replaces nothing before the receipt of a missed lock has it', async () => {
    const tom = await createUser(league.store.db, { displayName: 'Old Tom', accountId: null }, BEFORE);
    await setMembers(league.store.db, poolId, [tom], BEFORE);
    await putPick(league.store, { poolId, gid: late, userId: tom, side: 'home', madeAt: BEFORE });
    await at(LOCK);
    await sweep();
    await at(AFTER);
    const replaced = { gid: late, weekId: WEEK_1, entryId: entryIdOf(poolId, tom), side: 'away' as const };
    await importPoolPicks(league.store, poolId, [replaced], AFTER, () => {});
    const told = (await ofWeeks()).map(({ lockAt, list = [] }) => [lockAt, list.find(isOfEntry)?.[2]]);
    expect(told).toEqual([
      [LOCK, undefined],
      [LATE_LOCK, 'home'],
      [null, 'away'],
    ]);
  });

  test('an import that was cut off gets one at the next start', async () => {
    await at(AFTER);
    await sweep();
    const cutOff = receiptImport(league.store, { poolId, weekIds: [WEEK_1] }, AFTER, async () => {
      await put(ann, early, 'home', AFTER);
      throw new Error('cut off');
    });
    await expect(cutOff).rejects.toThrow('cut off');
    await aNode().sweep();
    expect((await lists()).at(-1)).toEqual([null, [`game:${early}`]]);
  });

  test('a link that fills an entry gets one, and so does its undoing', async () => {
    const tom = await createUser(league.store.db, { displayName: 'Old Tom', accountId: null }, BEFORE);
    await setMembers(league.store.db, poolId, [tom], BEFORE);
    await putPick(league.store, { poolId, gid: early, userId: tom, side: 'home', madeAt: BEFORE });
    await at(LOCK);
    const by = { userId: runner?.userId ?? '', isAdmin: false, clock: league.clock.now };
    const entryId = entryIdOf(poolId, tom);
    expect(await linkEntry(league.store, entryId, bob?.userId ?? '', by)).toMatchObject({ filled: 1 });
    expect((await check()).findings, 'the entry that left is listed').toEqual([]);
    await at(LOCK + MINUTE);
    expect(await unlinkEntry(league.store, entryId, { ...by, reason: 'another Tom' })).toMatchObject({ returned: 1 });
    const { corrections } = await check();
    expect(corrections.map(({ changes }) => changes.map(({ was, is }) => [was, is]))).toEqual([
      [[null, 'home']],
      [['home', null]],
    ]);
  });

  test('a locked game that moves to another week leaves the receipts of its week, and locks again there', async () => {
    await put(ann, early, 'home');
    await at(LOCK);
    await sweep();
    const kickoff = SUNDAY_1PM + 7 * 24 * HOUR;
    await addGame(league.deps, { gid: early, weekId: WEEK_2, kickoff });
    expect((await lists()).at(-1)).toEqual([null, [`game:${early}`]]);
    await put(ann, early, 'away', LOCK + HOUR);
    expect((await check()).findings).toEqual([]);
    await at(kickoff + 5 * MINUTE);
    await sweep();
    expect((await file()).receipts.at(-1)).toMatchObject({
      weekId: WEEK_2,
      list: [{}, {}, { 1: `game:${early}`, 2: 'away' }],
    });
  });

  test('in a confidence pool list the values of picked games at each lock, and the order at the last', async () => {
    const { deps } = league;
    poolId = await addPool(deps, { rules: { format: 'confidence' }, members: ann ? [ann] : [] });
    const entryId = entryIdOf(poolId, ann?.userId ?? '');
    const order = { kind: 'order' as const, about: WEEK_1, value: { order: [late, early] } };
    const body = { picks: [order, { kind: 'pick' as const, about: early, value: { side: 'home' as const } }] };
    (await league.call('PUT /api/entries/:entryId/picks', { as: ann, params: { entryId }, body })).ok();
    await at(LOCK);
    await sweep();
    await at(LATE_LOCK);
    await sweep();
    const own = (await ofWeeks()).map(({ list = [] }) =>
      list.filter(isOfEntry).map(([, slot, value]) => `${slot} = ${value}`),
    );
    expect(own).toEqual([[`game:${early} = home`, `value:${early} = 2`], [`order:${WEEK_1} = ${late} ${early}`]]);
  });

  describe('find nothing in an honest league', () => {
    const edit = (gid: string, change: Partial<GameWrite>) => addGame(league.deps, { gid, ...change });
    const kickoff = SUNDAY_1PM;

    /** A confidence pool of two weeks. Ann has an order of the first one, of which a game is postponed. */
    async function orderWithPostponed(): Promise<void> {
      const weeks = [WEEK_1, WEEK_2];
      poolId = await addPool(league.deps, { rules: { format: 'confidence' }, weeks, members: ann ? [ann] : [] });
      const body = { picks: [{ kind: 'order' as const, about: WEEK_1, value: { order: [late, early] } }] };
      const params = { entryId: entryIdOf(poolId, ann?.userId ?? '') };
      (await league.call('PUT /api/entries/:entryId/picks', { as: ann, params, body })).ok();
      await edit(late, { kickoff: kickoff + 3 * HOUR, void: 'postponed' });
    }

    test('if a locked game moves to another week by mistake and back', async () => {
      await put(ann, early, 'home');
      await at(AFTER);
      await sweep();
      await edit(early, { weekId: WEEK_2, kickoff: kickoff + 7 * 24 * HOUR });
      await edit(early, { weekId: WEEK_1, kickoff });
      expect((await check()).findings).toEqual([]);
    });

    test('if an open game leaves a confidence week that has begun, or is called off', async () => {
      const { deps } = league;
      poolId = await addPool(deps, {
        rules: { format: 'confidence' },
        weeks: [WEEK_1, WEEK_2],
        members: ann ? [ann] : [],
      });
      const other = await addGame(deps, { home: 'NE', away: 'MIA', kickoff: kickoff + 4 * HOUR });
      const entryId = entryIdOf(poolId, ann?.userId ?? '');
      const order = { kind: 'order' as const, about: WEEK_1, value: { order: [other, late, early] } };
      const body = { picks: [order, { kind: 'pick' as const, about: early, value: { side: 'home' as const } }] };
      (await league.call('PUT /api/entries/:entryId/picks', { as: ann, params: { entryId }, body })).ok();
      await at(LOCK);
      await sweep();
      await edit(other, { home: 'NE', away: 'MIA', weekId: WEEK_2, kickoff: kickoff + 7 * 24 * HOUR });
      expect((await check()).findings).toEqual([]);
      await edit(late, { kickoff: kickoff + 3 * HOUR, void: 'cancelled' });
      expect((await check()).findings).toEqual([]);
    });

    test('if a confidence pick has the values of no order, which comes later', async () => {
      poolId = await addPool(league.deps, { rules: { format: 'confidence' }, members: ann ? [ann] : [] });
      const entryId = entryIdOf(poolId, ann?.userId ?? '');
      const send = async (body: { picks: Wish[] }) =>
        (await league.call('PUT /api/entries/:entryId/picks', { as: ann, params: { entryId }, body })).ok();
      await send({ picks: [{ kind: 'pick', about: early, value: { side: 'home' } }] });
      await at(LOCK);
      await sweep();
      await send({ picks: [{ kind: 'order', about: WEEK_1, value: { order: [late, early] } }] });
      expect((await check()).findings).toEqual([]);
    });

    test('if the format changes after a late pick was taken back in a pool that was made after the lock', async () => {
      await addGame(league.deps, { weekId: WEEK_2, home: 'NE', away: 'MIA', kickoff: kickoff + 7 * 24 * HOUR });
      await at(AFTER);
      const [weeks, members] = [[WEEK_1, WEEK_2], ann ? [ann] : []];
      poolId = await addPool(league.deps, { weeks, members, commissioners: runner ? [runner] : [] });
      await sweep();
      await enter(ann, early, 'home');
      await enter(ann, early, null);
      const body = {
        change: { rules: { format: 'survivor' as const } },
        seen: { rules: { format: 'pickem' as const } },
      };
      (await league.call('PATCH /api/pools/:poolId', { as: admin, params: { poolId }, body })).ok();
      expect((await check()).findings).toEqual([]);
      await at(AFTER + 3 * HOUR);
      await sweep();
    });

    test('if a postponed game gets a time after the next week has begun', async () => {
      await put(ann, late, 'home');
      await edit(late, { kickoff: kickoff + 3 * HOUR, void: 'postponed' });
      await addGame(league.deps, { weekId: WEEK_2, home: 'NE', away: 'MIA', kickoff: kickoff + 7 * 24 * HOUR });
      await at(kickoff + 7 * 24 * HOUR + HOUR);
      await sweep();
      await edit(late, { kickoff: kickoff + 9 * 24 * HOUR, void: null });
      expect((await check()).findings).toEqual([]);
    });

    test('if the lock of the next week is the last of a week with a postponed game', async () => {
      await orderWithPostponed();
      const next = kickoff + 7 * 24 * HOUR;
      const first = await addGame(league.deps, { weekId: WEEK_2, home: 'NE', away: 'MIA', kickoff: next });
      await addGame(league.deps, { weekId: WEEK_2, home: 'SF', away: 'SEA', kickoff: next + 24 * HOUR });
      await at(LOCK);
      await sweep();
      await at(next + 5 * MINUTE);
      await sweep();
      expect((await check()).findings).toEqual([]);
      await edit(first, { weekId: WEEK_2, home: 'NE', away: 'MIA', kickoff: next, void: 'cancelled' });
      expect((await check()).findings, 'what was shown stays shown').toEqual([]);
    });

    test('if the next week of a week with a postponed game has begun after all', async () => {
      await orderWithPostponed();
      const next = { weekId: WEEK_2, home: 'NE', away: 'MIA', kickoff: kickoff + 7 * 24 * HOUR } as const;
      const first = await addGame(league.deps, next);
      await edit(first, { ...next, void: 'cancelled' });
      await at(next.kickoff + 6 * MINUTE);
      await sweep();
      await edit(first, { ...next, void: null });
      expect((await check()).findings).toEqual([]);
    });

    test('if the team of a game that was called off is withdrawn by a link once nothing else is open', async () => {
      poolId = await addPool(league.deps, {
        rules: { format: 'survivor', entries: 2 },
        weeks: [WEEK_1, WEEK_2],
        members: ann && bob ? [ann, bob] : [],
        commissioners: runner ? [runner] : [],
      });
      const tom = await createUser(league.store.db, { displayName: 'Old Tom', accountId: null }, BEFORE);
      await setMembers(league.store.db, poolId, [tom], BEFORE);
      await putChoice(league.store, {
        poolId,
        userId: tom,
        kind: 'team',
        about: WEEK_1,
        value: { gid: late, team: 'DAL' },
      });
      await edit(late, { kickoff: kickoff + 3 * HOUR, void: 'cancelled' });
      await at(LOCK);
      await sweep();
      const by = { userId: runner?.userId ?? '', isAdmin: false, clock: league.clock.now };
      const entryId = entryIdOf(poolId, tom);
      expect(await linkEntry(league.store, entryId, bob?.userId ?? '', by)).toMatchObject({ way: 'given' });
      expect((await check()).findings).toEqual([]);
      await at(AFTER);
      await sweep();
      expect((await check()).findings).toEqual([]);
    });

    test.each(['DAL', null])('if a team is replaced after its game was locked and called off (%s)', async (other) => {
      poolId = await addPool(league.deps, { rules: { format: 'survivor' }, members: ann && bob ? [ann, bob] : [] });
      const choose = async (person: Person | undefined, team: { gid: string; team: string } | null) => {
        const body = { picks: [{ kind: 'team' as const, about: WEEK_1, value: team }] };
        const params = { entryId: entryIdOf(poolId, person?.userId ?? '') };
        const { picks } = (await league.call('PUT /api/entries/:entryId/picks', { as: person, params, body })).ok();
        expect(picks).toMatchObject([{ saved: true }]);
      };
      await choose(ann, { gid: early, team: 'PHI' });
      await choose(bob, { gid: early, team: 'PHI' });
      await at(LOCK);
      await sweep();
      await edit(early, { void: 'cancelled' });
      await choose(ann, other === null ? null : { gid: late, team: other });
      await at(AFTER);
      await sweep();
      const { findings, corrections } = await check();
      expect(findings).toEqual([]);
      expect(corrections).toMatchObject([{ by: await hashedId(sha256, ann?.userId ?? ''), changes: [{ is: null }] }]);
    });

    test('if a week is disabled between its locks', async () => {
      await put(ann, late, 'home');
      await at(LOCK);
      await sweep();
      await league.store.db.updateTable('pool_weeks').set({ enabled: 0 }).where('pool_id', '=', poolId).execute();
      await at(AFTER);
      expect((await check()).findings).toEqual([]);
    });

    test('if a lock is reached while a file is read, or an import is written', async () => {
      await put(ann, early, 'home');
      await at(LOCK);
      await sweep();
      const text = (await pieces(receiptFile(league.store.db, poolId, undefined, LOCK - 1))).join('');
      const read = readReceiptFile(text);
      if ('problem' in read) throw new Error(read.problem);
      expect((await checkReceipts(sha256, read)).findings).toEqual([]);
      await receiptImport(league.store, { poolId, weekIds: [WEEK_1] }, LOCK - 1, async () => {});
      expect((await check()).findings).toEqual([]);
    });

    test('if an import is cut off, and another one follows', async () => {
      await at(AFTER);
      await sweep();
      const run = (side: Side, isCut: boolean) =>
        receiptImport(league.store, { poolId, weekIds: [WEEK_1] }, AFTER, async () => {
          await put(ann, early, side, AFTER);
          if (isCut) throw new Error('cut off');
        });
      await expect(run('home', true)).rejects.toThrow('cut off');
      await run('away', false);
      expect((await check()).findings).toEqual([]);
    });
  });

  test('of which one cannot be read stop neither those of other pools, nor an entry, nor a game', async () => {
    isTampered = true;
    const other = await addPool(league.deps, { weeks: [WEEK_1], members: ann ? [ann] : [] });
    await at(LOCK);
    await sweep();
    await league.store.db.updateTable('lock_receipts').set({ list: '[["x' }).where('pool_id', '=', poolId).execute();
    await at(LATE_LOCK);
    const errors: unknown[] = [];
    await new ReceiptSweep({ ...league.deps, onError: (error) => errors.push(error) }).sweep();
    expect(errors).toHaveLength(1);
    const ofOther = () =>
      league.store.db.selectFrom('lock_receipts').select('number').where('pool_id', '=', other).execute();
    expect(await ofOther()).toHaveLength(3);
    await enter(bob, early, 'home');
    await addGame(league.deps, { gid: early, weekId: WEEK_2, kickoff: SUNDAY_1PM + 7 * 24 * HOUR });
    await new ReceiptSweep({ ...league.deps, onError: (error) => errors.push(error) }).sweep();
    expect(errors).toHaveLength(2);
    expect(await ofOther()).toHaveLength(4);
    expect(await unlistedChanges(league.store.db, other)).toEqual([]);
    expect(await unlistedChanges(league.store.db, poolId), 'tried again').toHaveLength(1);
  });

  describe('name what was changed in the database', () => {
    let kept: string;

    beforeEach(async () => {
      isTampered = true;
      await put(ann, early, 'home');
      await put(bob, early, 'away');
      await at(LOCK);
      await sweep();
      await at(LATE_LOCK);
      await sweep();
      await enter(bob, early, 'home');
      kept = (await check()).latest?.hash ?? '';
    });

    const db = () => league.store.db;
    const ofAnn = () => {
      const own = { entry_id: entryIdOf(poolId, ann?.userId ?? ''), about: early };
      return db().updateTable('picks').where('entry_id', '=', own.entry_id).where('about', '=', own.about);
    };
    const kinds = (findings: readonly Finding[]) => [...new Set(findings.map(({ kind }) => kind))];

    const changes: readonly [what: string, act: () => Promise<unknown>, found: readonly Finding['kind'][]][] = [
      ['a side', () => ofAnn().set({ value: '{"side":"away"}' }).execute(), ['value-changed']],
      [
        'a time',
        () =>
          ofAnn()
            .set({ made_at: BEFORE - 1 })
            .execute(),
        ['time-changed'],
      ],
      [
        'who entered a pick',
        () =>
          ofAnn()
            .set({ entered_by: admin?.userId ?? '' })
            .execute(),
        ['author-changed'],
      ],
      [
        'a deleted revision',
        () =>
          db()
            .updateTable('picks')
            .set({ value: '{"side":"away"}', revision: 1, made_at: BEFORE, entered_by: null })
            .where('entry_id', '=', entryIdOf(poolId, bob?.userId ?? ''))
            .execute(),
        ['revision-missing'],
      ],
      [
        'a deleted pick',
        () =>
          db()
            .deleteFrom('picks')
            .where('entry_id', '=', entryIdOf(poolId, ann?.userId ?? ''))
            .execute(),
        ['revision-missing'],
      ],
      ['a pick without a receipt', () => put(ann, late, 'home', LATE_LOCK), ['not-listed']],
      [
        'a deleted receipt',
        () => db().deleteFrom('lock_receipts').where('number', '=', 2).execute(),
        ['missing-receipt'],
      ],
      [
        'a reordered list',
        async () => {
          const [first] = (await file()).receipts;
          const list = JSON.stringify(first?.list?.toReversed());
          await db().updateTable('lock_receipts').set({ list }).where('number', '=', 1).execute();
        },
        ['list-reordered'],
      ],
      [
        'a changed list',
        () => db().updateTable('lock_receipts').set({ list: '[]' }).where('number', '=', 2).execute(),
        ['list-changed', 'not-listed'],
      ],
      [
        'a changed time of a receipt',
        () => db().updateTable('lock_receipts').set({ made_at: 1 }).where('number', '=', 1).execute(),
        ['receipt-changed'],
      ],
    ];

    test.each(changes)('%s', async (_, act, found) => {
      await act();
      expect(kinds((await check([kept])).findings)).toEqual(found);
    });

    test('a rebuilt chain, to everyone who kept a hash', async () => {
      const { receipts, pool } = await file();
      await ofAnn().set({ value: '{"side":"away"}' }).execute();
      let previous = pool;
      for (const receipt of receipts) {
        const list = (receipt.list ?? []).map((line) =>
          line[2] === 'home' && line[5] === null ? line.with(2, 'away') : line,
        );
        const link = await sealed(sha256, { ...receipt, previous }, listText(list as never));
        await db()
          .updateTable('lock_receipts')
          .set({ list: listText(list as never), list_hash: link.listHash, previous, hash: link.hash })
          .where('number', '=', receipt.number)
          .execute();
        previous = link.hash;
      }
      expect((await check()).findings).toEqual([]);
      expect((await check([kept])).findings).toEqual([{ kind: 'kept-missing', hash: kept }]);
    });
  });
});
