import { beforeEach, describe, expect, test } from 'vitest';
import type { ImportRequest } from '#contract/imports.ts';
import type { PoolFile } from '#contract/pool-file.ts';
import { checkReceipts } from '#core/receipts/check.ts';
import { readReceiptFile } from '#core/receipts/file.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import { announcementsOf } from '#server/members/reads.ts';
import { addCommissioner } from '#server/members/store.ts';
import { importPool } from '#server/pool-file/store.ts';
import { sha256 } from '#server/receipts/reads.ts';
import { rescoreAllStale } from '#server/standings/store.ts';
import { auditRows } from '#tests/audit-rows.ts';
import type { Person } from '#tests/builders.ts';
import { addGame, addPerson, addPool, putPick, WEEK_1, WEEK_2 } from '#tests/builders.ts';
import { HOUR, MINUTE, SUNDAY_1PM } from '#tests/core-samples.ts';
import { setDatabaseClock } from '#tests/database-clock.ts';
import { usualEngines } from '#tests/engines.ts';
import { entryIdOf } from '#tests/entry-ids.ts';
import { aLeague, withLeague } from '#tests/league.ts';
import { doSlice, startImport } from './store.ts';

const DAY = 24 * HOUR;
/** Week 1 is over, and week 2 begins in five days. */
const ARRIVAL = SUNDAY_1PM + 2 * DAY;
const NEXT_LOCK = SUNDAY_1PM + 7 * DAY + 5 * MINUTE;

describe.each(usualEngines)("An importer's own line on %s", (engine) => {
  const league = withLeague(engine);
  let runner: Person;
  let ann: Person;
  let poolId: string;
  let [first, second, next]: [string, string, string] = ['', '', ''];

  beforeEach(async () => {
    for (const table of ['pool_imports', 'lock_receipts', 'picks', 'games'] as const)
      await league.store.db.deleteFrom(table).execute();
    await move(ARRIVAL);
    const made = await aLeague(league, {
      members: ['runner', 'ann'],
      commissioners: ['runner'],
      weeks: [WEEK_1, WEEK_2],
      games: {
        first: { status: 'Final', homeScore: 7 },
        second: { home: 'KC', away: 'BUF', status: 'Final', homeScore: 3 },
        next: { weekId: WEEK_2, kickoff: SUNDAY_1PM + 7 * DAY },
      },
      now: ARRIVAL,
    });
    ({ runner, ann, poolId, first, second, next } = made);
    await rescoreAllStale(league.store, league.clock.now);
  });

  async function move(now: number) {
    league.clock.set(now);
    if (engine === 'postgres') await setDatabaseClock(league.store, now);
  }

  /** A pool that is stored now, instead of the usual one. */
  async function anotherPool(rules: Partial<PoolRules> = {}) {
    const members = [runner, ann];
    poolId = await addPool(league.deps, { rules, weeks: [WEEK_1, WEEK_2], members, commissioners: [runner] });
  }

  const entryOf = ({ userId }: Person) => entryIdOf(poolId, userId);

  /** Ann has one of two games right, the importer both. */
  const aRequest = (more: Partial<ImportRequest> = {}): ImportRequest => ({
    name: 'season.xlsx',
    entries: [entryOf(runner), entryOf(ann)],
    newPlayers: [],
    gids: [first, second, next],
    picks: [
      [0, 0, 'home'],
      [0, 1, 'home'],
      [1, 0, 'home'],
      [1, 1, 'away'],
    ],
    replaces: false,
    ...more,
  });

  async function send(more: Partial<ImportRequest> = {}, as = runner) {
    const reply = await league.call('POST /api/pools/:poolId/imports', {
      as,
      params: { poolId },
      body: aRequest(more),
    });
    await league.deps.afterCommit.idle();
    return reply.ok().id;
  }

  async function undo(importId: string) {
    const params = { poolId, importId };
    (await league.call('POST /api/pools/:poolId/imports/:importId/undo', { as: runner, params })).ok();
    await league.deps.afterCommit.idle();
  }

  /** What is stored for the importer, in order of the games or weeks: a side, or - for what was taken back. */
  async function own() {
    const query = league.store.db.selectFrom('picks').select(['value', 'about']).orderBy('about');
    const rows = await query.where('entry_id', '=', entryOf(runner)).execute();
    const values = new Map(rows.map(({ about, value }) => [about, value && JSON.parse(value)]));
    return [first, second, next].flatMap((gid) => (values.has(gid) ? (values.get(gid)?.side ?? '-') : [])).join(' ');
  }

  async function imported() {
    const rows = await auditRows(league.store.db, poolId);
    return rows.filter(({ act }) => act === 'picks.import').map(({ after }) => after);
  }

  async function announced() {
    return (await announcementsOf(league.store.db, poolId)).map(({ after }) => after.text);
  }

  async function checked() {
    const { text } = await league.call('GET /api/pools/:poolId/receipts', { as: ann, params: { poolId } });
    const file = readReceiptFile(text);
    if ('problem' in file) throw new Error(file.problem);
    return { file, check: await checkReceipts(sha256, file) };
  }

  test('is imported for weeks that were over before the pool came here, logged, announced and late in receipts', async () => {
    await send();
    expect(await own()).toBe('home home');
    const text =
      'Runner imported 2 picks of their own. Week 1 was over before this pool moved here. Week 1: won by Runner instead of Ann.';
    expect(await imported()).toEqual([{ newPlayers: 0, written: 4, own: 2, text }]);
    expect(await announced()).toEqual([text]);
    const log = await league.call('GET /api/pools/:poolId/log', { as: ann, params: { poolId } });
    expect(log.text).toContain('won by Runner instead of Ann');
    const { file, check } = await checked();
    expect(check.findings).toEqual([]);
    const lines = Object.values(file.weeks).flat();
    expect(
      lines.filter(([, slot, , , at, by]) => slot.startsWith('game:') && at === ARRIVAL && by !== null),
    ).toHaveLength(4);
  });

  test('says so if it wins nothing, and nothing is announced without one', async () => {
    await send({ picks: [[1, 0, 'home']] });
    expect(await announced()).toEqual([]);
    expect(await imported()).toEqual([{ newPlayers: 0, written: 1 }]);
    await send({ picks: [[0, 0, 'away']] });
    expect(await announced()).toEqual([expect.stringContaining('No winner and no prize changes.')]);
  });

  test('is read beforehand, with what it wins, and nothing is written', async () => {
    const params = { poolId };
    const preview = (more: Partial<ImportRequest> = {}) =>
      league.call('POST /api/pools/:poolId/imports/preview', { as: runner, params, body: aRequest(more) });
    const change = { of: WEEK_1, what: 'winners', before: 'Ann', after: 'Runner' };
    expect((await preview()).ok()).toEqual({ own: 2, changes: [change] });
    expect((await preview({ picks: [[1, 0, 'home']] })).ok()).toEqual({ own: 0, changes: [] });
    expect(await own()).toBe('');
    expect(await announced()).toEqual([]);
    expect((await league.call('GET /api/pools/:poolId/imports', { as: runner, params })).ok().imports).toEqual([]);
  });

  test('is known to the screen until the first lock of the pool here: the weeks, and the slots with history', async () => {
    const ownLine = async (as: Person) =>
      (await league.call('GET /api/admin/pools/:poolId', { as, params: { poolId } })).ok().ownLine;
    await send({ picks: [[0, 0, 'home']] });
    const known = [{ entryId: entryOf(runner), kind: 'pick', about: first }];
    const open = { storedAt: ARRIVAL, firstLock: NEXT_LOCK, weekIds: [WEEK_1] };
    expect(await ownLine(runner)).toEqual({ ...open, known });
    const admin = await addPerson(league.deps, { isAdmin: true });
    expect(await ownLine(admin), 'each sees their own').toEqual({ ...open, known: [] });
    await move(NEXT_LOCK);
    expect(await ownLine(runner)).toBeNull();
    await move(ARRIVAL);
  });

  test('is the last part of an import of many slices', async () => {
    const many = Array.from({ length: 300 }, (): [number, number, 'home'] => [1, 0, 'home']);
    await send({ picks: [[0, 0, 'home'], ...many, [0, 1, 'home']] });
    expect(await own()).toBe('home home');
    expect(await imported()).toMatchObject([{ own: 2, written: 3 }]);
    expect(await announced()).toHaveLength(1);
  });

  test('is refused from the first lock of the pool here on', async () => {
    await move(NEXT_LOCK);
    await send();
    expect(await own()).toBe('');
    expect(await imported()).toMatchObject([{ written: 2, kept: 2 }]);
    await move(ARRIVAL);
  });

  test('is refused for a week whose last game locked after the pool came here', async () => {
    const [third] = [await addGame(league.deps, { home: 'NE', away: 'MIA', kickoff: ARRIVAL + HOUR })];
    await move(ARRIVAL + 2 * HOUR);
    await send({
      gids: [first, third],
      picks: [
        [0, 0, 'home'],
        [0, 1, 'home'],
      ],
    });
    expect(await own()).toBe('');
    await move(ARRIVAL);
  });

  test('is refused for a week that is over only by a deadline of the pool', async () => {
    await league.store.db
      .updateTable('pool_weeks')
      .set({ deadline: ARRIVAL - HOUR })
      .where('week_id', '=', WEEK_2)
      .execute();
    await send({
      picks: [
        [0, 2, 'home'],
        [1, 2, 'home'],
      ],
    });
    expect(await imported()).toMatchObject([{ written: 1, kept: 1 }]);
    expect(await own()).toBe('');
  });

  test('is refused for pools of which it is not known when they came', async () => {
    await league.store.db.updateTable('pools').set({ stored_at: null }).where('id', '=', poolId).execute();
    await send();
    expect(await own()).toBe('');
  });

  test('keeps slots with any history, also if they are to be replaced', async () => {
    await putPick(league.store, { poolId, gid: first, userId: runner.userId, side: 'away', madeAt: 1 });
    await send({ replaces: true });
    expect(await own()).toBe('away home');
    await putPick(league.store, { poolId, gid: first, userId: runner.userId, side: null, madeAt: 2 });
    await send({ replaces: true });
    expect(await own()).toBe('- home');
    // As undoing a link does.
    await league.store.db.deleteFrom('picks').where('about', '=', first).execute();
    await send({ replaces: true });
    expect(await own()).toBe('home');
  });

  test('is taken back by undoing, and its slots are not filled again', async () => {
    await undo(
      await send({
        picks: [
          [0, 0, 'away'],
          [1, 0, 'home'],
        ],
      }),
    );
    expect(await own()).toBe('-');
    expect((await checked()).check.findings).toEqual([]);
    await move(ARRIVAL + MINUTE);
    await send();
    expect(await own()).toBe('- home');
    expect((await checked()).check.findings).toEqual([]);
    await move(ARRIVAL);
  });

  test('is of the importer alone: single picks of their own are refused, and so is another import of the same games', async () => {
    const enter = async () => (await league.enter(runner, entryOf(runner), { gid: first, side: 'home' })).code;
    expect(await enter()).toBe('own_bus_pick');
    await send({
      picks: [
        [0, 0, 'away'],
        [0, 0, 'home'],
      ],
    });
    expect(await own()).toBe('away');
    await send({ picks: [[0, 0, 'home']], replaces: true });
    expect(await own()).toBe('away');
    expect(await enter()).toBe('own_bus_pick');
  });

  test('has guesses, too', async () => {
    await anotherPool({ tiebreak: 'closest' });
    const both: ImportRequest['picks'] = [
      [0, 0, 'home'],
      [1, 0, 'home'],
    ];
    await send({
      picks: both,
      guesses: [
        [0, 1, 3],
        [1, 1, 44],
      ],
    });
    expect(await announced()).toEqual([expect.stringContaining('Week 1: won by Runner instead of Ann.')]);
    expect(await imported()).toMatchObject([{ own: 2, written: 4 }]);
  });

  test('is a whole week in a confidence pool', async () => {
    await anotherPool({ format: 'confidence' });
    const week = {
      picks: aRequest().picks,
      orders: [
        [0, [0, 1]],
        [1, [1, 0]],
      ] as ImportRequest['orders'] & {},
    };
    await send(week);
    expect(await own()).toBe('home home');
    expect(await imported()).toMatchObject([{ own: 2, written: 6 }]);
    expect((await checked()).check.findings).toEqual([]);
    await anotherPool({ format: 'confidence' });
    await send({ ...week, picks: [[0, 0, 'home']], orders: [] });
    await send(week);
    expect(await own(), 'the week has history').toBe('home');
  });

  test('depends on when a pool file came here, not on when the file says that its pool was made', async () => {
    await anotherPool();
    const reply = await league.call('GET /api/pools/:poolId/file', { as: runner, params: { poolId } });
    const { entries } = JSON.parse(reply.text) as PoolFile;
    const ids = [...entries.map(({ id }) => id), poolId];
    const text = ids.reduce((whole, id, at) => whole.replaceAll(id, `moved${at}`), reply.text);
    const file = JSON.parse(text) as PoolFile;
    const { id } = (await importPool(
      league.store,
      { ...file, pool: { ...file.pool, createdAt: SUNDAY_1PM - DAY } },
      { userId: null, addsGames: false, matchesAddresses: false, isListed: true, clock: league.clock.now },
    )) as { readonly id: string };
    const pool = league.store.db.selectFrom('pools').select(['created_at', 'stored_at']).where('id', '=', id);
    expect(await pool.execute()).toEqual([{ created_at: SUNDAY_1PM - DAY, stored_at: ARRIVAL }]);
    const { id: entryId } = await league.store.db
      .selectFrom('entries')
      .innerJoin('users', 'users.id', 'entries.player_id')
      .select('entries.id')
      .where('entries.pool_id', '=', id)
      .where('users.display_name', '=', 'Runner')
      .executeTakeFirstOrThrow();
    await addCommissioner(league.store.db, { adminId: null, now: ARRIVAL }, { poolId: id, userId: runner.userId });
    await league.store.db
      .insertInto('pool_members')
      .values({ pool_id: id, user_id: runner.userId, enabled: 1, joined_at: ARRIVAL })
      .execute();
    await league.store.db.updateTable('entries').set({ user_id: runner.userId }).where('id', '=', entryId).execute();
    poolId = id;
    await send({ entries: [entryId], picks: [[0, 0, 'home']] });
    expect(await imported()).toMatchObject([{ own: 1, written: 1 }]);
  });

  test('has nothing of an entry that the importer was given after the import began', async () => {
    const by = { poolId, userId: runner.userId, clock: league.clock.now };
    const started = await startImport(league.store, by, aRequest({ picks: [[1, 0, 'home']] }));
    if (!('id' in started)) throw new Error('It did not start.');
    const hers = league.store.db.updateTable('entries').where('id', '=', entryOf(ann));
    await hers.set({ user_id: runner.userId }).execute();
    await doSlice(league.store, started.id, league.clock.now, false);
    expect(await imported()).toMatchObject([{ written: 0, kept: 1 }]);
  });

  test('of an admin is judged alike', async () => {
    const admin = await addPerson(league.deps, { isAdmin: true, name: 'Ada' });
    poolId = await addPool(league.deps, { weeks: [WEEK_1, WEEK_2], members: [admin], commissioners: [runner] });
    await send({ entries: [entryOf(admin)], picks: [[0, 0, 'home']] }, admin);
    expect(await imported()).toMatchObject([{ own: 1 }]);
  });
});
