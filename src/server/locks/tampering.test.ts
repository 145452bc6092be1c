import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Finding } from '#core/receipts/check.ts';
import { checkReceipts } from '#core/receipts/check.ts';
import { readReceiptFile } from '#core/receipts/file.ts';
import type { Side } from '#core/types.ts';
import type { Db } from '#server/platform/db/connect.ts';
import { sha256 } from '#server/receipts/reads.ts';
import type { Person } from '#tests/builders.ts';
import { addGame, putChoice, putPick, WEEK_1, WEEK_2 } from '#tests/builders.ts';
import { HOUR, MINUTE, SUNDAY_1PM } from '#tests/core-samples.ts';
import { setDatabaseClock } from '#tests/database-clock.ts';
import { usualEngines } from '#tests/engines.ts';
import { entryIdOf } from '#tests/entry-ids.ts';
import { aLeague, withLeague } from '#tests/league.ts';
import { ReceiptSweep } from './sweep.ts';

const BEFORE = SUNDAY_1PM - HOUR;
const LOCK = SUNDAY_1PM + 5 * MINUTE;
const LATE_LOCK = LOCK + 3 * HOUR;
/** After both locks, longer than a receipt may be late. */
const AFTER = LATE_LOCK + HOUR;

/** What a host changes with SQL, in a pool whose games have locked. Its commissioner corrects something else afterwards. */
describe.each(usualEngines)('The check names what a host changed in the database on %s', (engine) => {
  const league = withLeague(engine);
  let [ann, bob, cy, runner]: Person[] = [];
  let [poolId, early, late] = ['', '', ''];

  beforeEach(async () => {
    for (const table of ['lock_receipts', 'slate_games', 'picks', 'games'] as const)
      await league.store.db.deleteFrom(table).execute();
    await at(BEFORE);
    ({ ann, bob, cy, runner, poolId, early, late } = await aLeague(league, {
      members: ['ann', 'bob', 'cy'],
      commissioners: ['runner'],
      weeks: [WEEK_1, WEEK_2],
      rules: { missed: 'own', bestBets: 1, tiebreak: 'closest' },
      games: { early: {}, late: { home: 'KC', away: 'BUF', kickoff: SUNDAY_1PM + 3 * HOUR } },
    }));
    await put(ann, early, 'home');
    await put(bob, early, 'away');
    const guess = { kind: 'guess', about: WEEK_1, value: { gid: late, total: 40 }, madeAt: BEFORE } as const;
    await putChoice(league.store, { ...guess, poolId, userId: ann?.userId ?? '' });
    await at(LOCK);
    await sweep();
    await at(LATE_LOCK);
    await sweep();
    await at(AFTER);
  });

  async function at(now: number): Promise<void> {
    league.clock.set(now);
    if (engine === 'postgres') await setDatabaseClock(league.store, now);
  }

  const db = () => league.store.db;
  const sweep = () => new ReceiptSweep({ ...league.deps, onError: (error) => expect(error).toBeNull() }).sweep();
  const entryOf = (person: Person | undefined) => entryIdOf(poolId, person?.userId ?? '');
  const put = (person: Person | undefined, gid: string, side: Side, madeAt = BEFORE) =>
    putPick(league.store, { poolId, gid, userId: person?.userId ?? '', side, madeAt });
  const pickOf = (person: Person | undefined) =>
    db().selectFrom('picks').selectAll().where('entry_id', '=', entryOf(person)).where('about', '=', early);

  async function found(): Promise<Finding['kind'][]> {
    const params = { poolId };
    const file = readReceiptFile((await league.call('GET /api/pools/:poolId/receipts', { as: ann, params })).text);
    if ('problem' in file) throw new Error(file.problem);
    return [...new Set((await checkReceipts(sha256, file)).findings.map(({ kind }) => kind))].sort();
  }

  /** The commissioner enters a pick: the server writes down what differs from its receipts. */
  async function correct(): Promise<void> {
    (await league.enter(runner, entryOf(bob), { gid: late, side: 'home' })).ok();
  }

  test('nothing of an honest pool, before and after a correction', async () => {
    expect(await found()).toEqual([]);
    await correct();
    expect(await found()).toEqual([]);
  });

  const swapEntries = async (field: 'user_id' | 'name') => {
    const rows = await db().selectFrom('entries').select(['id', 'user_id']).where('pool_id', '=', poolId).execute();
    const [one, other] = [entryOf(ann), entryOf(bob)].map((id) => rows.find((row) => row.id === id));
    const names = { one: 'Bob', other: 'Ann' };
    const set = (id: string | undefined, to: string | null | undefined) =>
      db()
        .updateTable('entries')
        .set({ [field]: to ?? null })
        .where('id', '=', id ?? '')
        .execute();
    await set(one?.id, field === 'name' ? names.one : other?.user_id);
    await set(other?.id, field === 'name' ? names.other : one?.user_id);
  };

  /** As a host may who owns the database. */
  const withoutTriggers = (act: (tx: Db) => Promise<unknown>) =>
    db()
      .transaction()
      .execute(async (tx) => {
        if (engine === 'postgres') await sql`set local session_replication_role = replica`.execute(tx);
        await act(tx);
      });

  type Case = readonly [what: string, act: () => Promise<unknown>, now: Finding['kind'][], then: Finding['kind'][]];

  const cases: readonly Case[] = [
    [
      'home and away of a game, swapped',
      () => db().updateTable('games').set({ home: 'DAL', away: 'PHI' }).where('gid', '=', early).execute(),
      ['value-changed'],
      ['unauthored'],
    ],
    ['the owners of two entries, swapped', () => swapEntries('user_id'), ['value-changed'], ['value-changed']],
    ['the names of two entries, swapped', () => swapEntries('name'), ['value-changed'], ['value-changed']],
    [
      'a pick that is gone',
      () => db().deleteFrom('picks').where('entry_id', '=', entryOf(ann)).where('about', '=', early).execute(),
      ['revision-missing'],
      ['unauthored'],
    ],
    [
      'a missed pick, inserted later with a time before its lock',
      () => put(cy, early, 'home'),
      ['not-listed'],
      ['backdated', 'unauthored'],
    ],
    [
      'a lock in the future',
      () =>
        withoutTriggers((tx) =>
          tx
            .updateTable('games')
            .set({ lock_at: AFTER + HOUR })
            .where('gid', '=', early)
            .execute(),
        ),
      ['revision-missing'],
      ['unauthored'],
    ],
    [
      'a game that the pool leaves out',
      () =>
        db().insertInto('slate_games').values({ pool_id: poolId, gid: early, week_id: WEEK_1, belongs: 0 }).execute(),
      ['revision-missing'],
      ['unauthored'],
    ],
    [
      'another tiebreak game',
      () => db().updateTable('pool_weeks').set({ tiebreak_gid: early }).where('pool_id', '=', poolId).execute(),
      ['revision-missing'],
      ['unauthored'],
    ],
    [
      'the rule of best bets',
      async () => {
        const { rules } = await db()
          .selectFrom('pools')
          .select('rules')
          .where('id', '=', poolId)
          .executeTakeFirstOrThrow();
        const changed = JSON.stringify({ ...JSON.parse(rules), bestBets: 3 });
        await db().updateTable('pools').set({ rules: changed }).where('id', '=', poolId).execute();
      },
      ['value-changed'],
      ['value-changed'],
    ],
  ];

  test.each(cases)('%s; also after the next correction', async (_what, act, now, then) => {
    await act();
    expect(await found()).toEqual(now);
    await correct();
    expect(await found()).toEqual(then);
  });

  test('a pick that is put back with the other side, between two corrections', async () => {
    const row = await pickOf(ann).executeTakeFirstOrThrow();
    await db().deleteFrom('picks').where('entry_id', '=', row.entry_id).where('about', '=', early).execute();
    await correct();
    await at(AFTER + HOUR);
    await db()
      .insertInto('picks')
      .values({ ...row, value: '{"side":"away"}' })
      .execute();
    (await league.enter(runner, entryOf(bob), { gid: late, side: 'away' })).ok();
    expect(await found()).toEqual(['backdated', 'unauthored']);
  });

  test('nothing, if a default that seems to be from before the lock is added: it comes too late to make a pick', async () => {
    const value = JSON.stringify({ side: 'home' });
    await db()
      .insertInto('entry_defaults')
      .values({ entry_id: entryOf(cy), made_at: BEFORE, value })
      .execute();
    await addGame(league.deps, {
      gid: late,
      home: 'KC',
      away: 'BUF',
      kickoff: SUNDAY_1PM + 3 * HOUR,
      void: 'cancelled',
    });
    expect(await found()).toEqual([]);
    const picks = db().selectFrom('picks').selectAll().where('entry_id', '=', entryOf(cy));
    expect(await picks.execute()).toEqual([]);
  });
});
