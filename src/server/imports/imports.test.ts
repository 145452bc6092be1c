import { beforeEach, describe, expect, test } from 'vitest';
import type { ImportReply, ImportRequest } from '#contract/imports.ts';
import { IMPORT_UNDO_MS } from '#contract/imports.ts';
import { checkReceipts } from '#core/receipts/check.ts';
import { readReceiptFile } from '#core/receipts/file.ts';
import { linkEntry } from '#server/entry-changes/link-store.ts';
import { sha256 } from '#server/receipts/reads.ts';
import { rescoreAllStale } from '#server/standings/store.ts';
import { auditRows } from '#tests/audit-rows.ts';
import type { Person } from '#tests/builders.ts';
import {
  addGame,
  addPerson,
  addPool,
  addSecondFactor,
  historyOf,
  putChoice,
  putPick,
  removeCommissioner,
  removeMember,
  setEnabled,
  storedChoices,
  WEEK_1,
  WEEK_2,
} from '#tests/builders.ts';
import { HOUR, MINUTE, SUNDAY_1PM } from '#tests/core-samples.ts';
import { setDatabaseClock } from '#tests/database-clock.ts';
import { usualEngines } from '#tests/engines.ts';
import { entryIdOf } from '#tests/entry-ids.ts';
import { aLeague, withLeague } from '#tests/league.ts';
import { ImportRunner } from './runner.ts';
import { SLICE } from './slice-store.ts';
import { doSlice, startImport, startUndo, unfinishedImports } from './store.ts';

const AFTER = SUNDAY_1PM + HOUR;

describe.each(usualEngines)('An import on the screen on %s', (engine) => {
  const league = withLeague(engine);
  let runner: Person;
  let ann: Person;
  let poolId: string;
  let [first, second, open]: [string, string, string] = ['', '', ''];

  beforeEach(async () => {
    for (const table of ['pool_imports', 'lock_receipts', 'entry_links', 'picks', 'games'] as const)
      await league.store.db.deleteFrom(table).execute();
    const made = await aLeague(league, {
      members: ['ann'],
      commissioners: ['runner'],
      games: {
        first: { status: 'Final', homeScore: 7 },
        second: { home: 'KC', away: 'BUF' },
        open: { home: 'NE', away: 'MIA', kickoff: AFTER + HOUR },
      },
      now: AFTER,
    });
    ({ runner, ann, poolId, first, second, open } = made);
    if (engine === 'postgres') await setDatabaseClock(league.store, AFTER);
  });

  const annsEntry = () => entryIdOf(poolId, ann.userId);
  const aRequest = (more: Partial<ImportRequest> = {}): ImportRequest => ({
    name: 'season.xlsx',
    entries: [annsEntry()],
    newPlayers: ['Old Tom'],
    gids: [first, second, open],
    picks: [
      [0, 0, 'home'],
      [0, 1, 'away'],
      [0, 2, 'home'],
      [1, 0, 'away'],
      [1, 1, 'home'],
    ],
    replaces: false,
    ...more,
  });

  async function send(body: ImportRequest = aRequest(), as = runner) {
    const reply = await league.call('POST /api/pools/:poolId/imports', { as, params: { poolId }, body });
    await league.deps.afterCommit.idle();
    return reply;
  }

  async function undo(importId: string, as = runner) {
    const params = { poolId, importId };
    const reply = await league.call('POST /api/pools/:poolId/imports/:importId/undo', { as, params });
    await league.deps.afterCommit.idle();
    return reply.code ?? 'ok';
  }

  async function listed(): Promise<ImportReply[]> {
    return (await league.call('GET /api/pools/:poolId/imports', { as: runner, params: { poolId } })).ok().imports;
  }

  async function shown() {
    const params = { poolId, weekId: WEEK_1 };
    const { games, rows } = (
      await league.call('GET /api/pools/:poolId/weeks/:weekId/matchup', { as: ann, params })
    ).ok();
    const order = [first, second, open].map((gid) => games.indexOf(gid));
    return Object.fromEntries(
      rows.map(({ name, picks, weekHalves }) => [name, `${order.map((at) => picks[at]).join('')} ${weekHalves / 2}`]),
    );
  }

  async function findings() {
    const { text } = await league.call('GET /api/pools/:poolId/receipts', { as: ann, params: { poolId } });
    const file = readReceiptFile(text);
    if ('problem' in file) throw new Error(file.problem);
    return (await checkReceipts(sha256, file)).findings;
  }

  test('writes picks of locked games as entered picks, for entries and for new players, and they count', async () => {
    const started = (await send()).ok();
    expect(started).toMatchObject({ state: 'running', total: 5, done: 0, newPlayers: 1 });
    await rescoreAllStale(league.store, league.clock.now);
    expect(await shown()).toEqual({ Ann: 'ha- 1', 'Old Tom': 'ah- 0' });
    const [done] = await listed();
    expect(done).toMatchObject({ state: 'done', done: 5, written: 4, undoUntil: AFTER + IMPORT_UNDO_MS });
    const rows = await league.store.db.selectFrom('picks').select(['entered_by', 'reason', 'made_at']).execute();
    expect(new Set(rows.map((row) => JSON.stringify(row)))).toEqual(
      new Set([JSON.stringify({ entered_by: runner.userId, reason: 'Imported from season.xlsx', made_at: AFTER })]),
    );
    const audit = await auditRows(league.store.db, poolId);
    expect(audit.filter(({ act }) => act === 'picks.import')).toMatchObject([
      { after: { written: 4, kept: 1, newPlayers: 1 } },
    ]);
    expect(await findings()).toEqual([]);
  });

  test('keeps picks that are there, unless they are to be replaced', async () => {
    await putPick(league.store, { poolId, gid: first, userId: ann.userId, side: 'away', madeAt: 1 });
    await send();
    expect((await shown()).Ann).toMatch(/^aa-/);
    const [{ id = '' } = {}] = await listed();
    await undo(id);
    await send(aRequest({ replaces: true }));
    expect((await shown()).Ann).toMatch(/^ha-/);
    const toms = await league.store.db
      .selectFrom('users')
      .innerJoin('entries', 'entries.owner_id', 'users.id')
      .select('users.id')
      .where('pool_id', '=', poolId)
      .where('display_name', '=', 'Old Tom')
      .execute();
    expect(toms, 'a player who left with the import comes back').toHaveLength(1);
  });

  test.each([
    ['in one slice', 1],
    ['in two slices', SLICE],
  ])('writes a pick that comes twice %s only once, as the first one', async (_where, count) => {
    await putPick(league.store, { poolId, gid: first, userId: ann.userId, side: 'away', madeAt: 1 });
    const picks: ImportRequest['picks'] = [...Array(count).fill([0, 0, 'home']), [0, 0, 'away']];
    await send(aRequest({ newPlayers: [], replaces: true, picks }));
    expect((await shown()).Ann).toMatch(/^h--/);
    expect(await findings()).toEqual([]);
  });

  test('is undone within a day: picks are as before, its players leave, what was changed since stays', async () => {
    await putPick(league.store, { poolId, gid: first, userId: ann.userId, side: 'home', madeAt: 1 });
    await putPick(league.store, { poolId, gid: first, userId: ann.userId, side: 'away', madeAt: MINUTE });
    await send(aRequest({ replaces: true }));
    league.clock.advance(MINUTE);
    (await league.enter(runner, annsEntry(), { gid: second, side: 'home' })).ok();
    const [{ id = '' } = {}] = await listed();
    expect(await undo(id)).toBe('ok');
    await rescoreAllStale(league.store, league.clock.now);
    expect(await shown()).toEqual({ Ann: 'ah- 0' });
    expect(await listed()).toMatchObject([{ state: 'undone', undoUntil: null }]);
    expect(await findings()).toEqual([]);
    expect(await undo(id)).toBe('ok');
    league.clock.advance(IMPORT_UNDO_MS);
    if (engine === 'postgres') await setDatabaseClock(league.store, league.clock.now());
    expect(await undo(id)).toBe('import_not_found');
    expect(await listed()).toEqual([]);
  });

  test('is undone alone: what came into another pool or from another commissioner at the same moment stays', async () => {
    const admin = await addPerson(league.deps, { isAdmin: true });
    const mine = poolId;
    (await league.enter(admin, annsEntry(), { gid: second, side: 'home' })).ok();
    poolId = await addPool(league.deps, { members: [ann], commissioners: [runner] });
    const other = poolId;
    await send(aRequest({ entries: [annsEntry()] }));
    poolId = mine;
    const { id } = (await send()).ok();
    expect(await undo(id)).toBe('ok');
    await rescoreAllStale(league.store, league.clock.now);
    expect(await shown()).toEqual({ Ann: '-h- 0' });
    poolId = other;
    expect(await shown()).toEqual({ Ann: 'ha- 1', 'Old Tom': 'ah- 0' });
  });

  describe('in a pool with a tiebreak', () => {
    let last = '';
    beforeEach(async () => {
      await league.store.db.deleteFrom('games').where('gid', 'in', [second, open]).execute();
      const kickoff = SUNDAY_1PM + MINUTE;
      last = await addGame(league.deps, {
        home: 'SEA',
        away: 'SF',
        kickoff,
        status: 'Final',
        homeScore: 24,
        awayScore: 20,
      });
      poolId = await addPool(league.deps, { rules: { tiebreak: 'closest' }, members: [ann], commissioners: [runner] });
    });

    /** Ann and Old Tom have picked the first game alike; her guess is 44, the total of the last one. */
    const guessed = (more: Partial<ImportRequest> = {}) =>
      aRequest({
        gids: [first, last],
        picks: [
          [0, 0, 'home'],
          [1, 0, 'home'],
        ],
        guesses: [
          [0, 1, 44],
          [1, 1, 31],
        ],
        ...more,
      });

    async function winners(): Promise<string[]> {
      await rescoreAllStale(league.store, league.clock.now);
      const reply = await league.call('GET /api/pools/:poolId/standings', { as: ann, params: { poolId } });
      const { winners: won = {}, rows } = reply.ok();
      return (won[WEEK_1] ?? []).map(({ id, guess }) => `${rows.find((row) => row.id === id)?.name} ${guess}`);
    }

    test('writes guesses as entered ones, and they decide who wins the week, until it is undone', async () => {
      (await send(guessed({ guesses: [] }))).ok();
      expect(await winners(), 'without guesses they share it').toHaveLength(2);
      league.clock.advance(MINUTE);
      if (engine === 'postgres') await setDatabaseClock(league.store, league.clock.now());
      const entries = (await storedChoices(league.store.db, 'pick', poolId)).map(({ entryId }) => entryId);
      const all = [annsEntry(), ...entries.filter((id) => id !== annsEntry())];
      const { id } = (await send(guessed({ entries: all, newPlayers: [] }))).ok();
      expect(await listed()).toMatchObject([{ state: 'done', total: 4, written: 2 }, { written: 2 }]);
      expect(await winners()).toEqual(['Ann 44']);
      expect(await historyOf(league.store.db, 'guess', poolId)).toMatchObject([
        { about: WEEK_1, value: { gid: last }, enteredBy: runner.userId, reason: 'Imported from season.xlsx' },
        { about: WEEK_1, value: { gid: last }, enteredBy: runner.userId, reason: 'Imported from season.xlsx' },
      ]);
      expect(await findings()).toEqual([]);
      await undo(id);
      expect(await winners()).toHaveLength(2);
      expect(await findings()).toEqual([]);
    });

    test('keeps a guess that is there, unless it is to be replaced, and undoing brings it back', async () => {
      const value = { gid: last, total: 10 };
      await putChoice(league.store, { poolId, userId: ann.userId, kind: 'guess', about: WEEK_1, value });
      (await send(guessed())).ok();
      expect(await winners()).toEqual(['Old Tom 31']);
      league.clock.advance(MINUTE);
      if (engine === 'postgres') await setDatabaseClock(league.store, league.clock.now());
      const hers = guessed({ newPlayers: [], picks: [], guesses: [[0, 1, 44]], replaces: true });
      const { id } = (await send(hers)).ok();
      expect(await winners()).toEqual(['Ann 44']);
      await undo(id);
      expect(await winners()).toEqual(['Old Tom 31']);
      expect(await findings()).toEqual([]);
    });

    test('writes guesses of the locked tiebreak game alone, also without any picks', async () => {
      (await send(guessed({ picks: [] }))).ok();
      (await send(guessed({ newPlayers: [], picks: [], guesses: [[0, 0, 44]], replaces: true }))).ok();
      expect((await listed()).toSorted((a, b) => a.total - b.total)).toMatchObject([
        { total: 1, written: 0 },
        { total: 2, written: 2 },
      ]);
      const gid = await addGame(league.deps, { kickoff: AFTER + HOUR });
      poolId = await addPool(league.deps, { rules: { tiebreak: 'closest' }, members: [ann], commissioners: [runner] });
      (
        await send(guessed({ entries: [annsEntry()], newPlayers: [], gids: [gid], picks: [], guesses: [[0, 0, 44]] }))
      ).ok();
      expect(await listed()).toMatchObject([{ total: 1, written: 0 }]);
    });
  });

  describe('in a confidence pool', () => {
    beforeEach(async () => {
      await league.store.db.deleteFrom('games').where('gid', '=', open).execute();
      poolId = await addPool(league.deps, { rules: { format: 'confidence' }, members: [ann], commissioners: [runner] });
    });

    /** Ann has the first game for 1 point, Old Tom for 2; both have it right. */
    const valued = (more: Partial<ImportRequest> = {}) =>
      aRequest({
        gids: [first, second],
        picks: [
          [0, 0, 'home'],
          [1, 0, 'home'],
        ],
        orders: [
          [0, [0, 1]],
          [1, [1, 0]],
        ],
        ...more,
      });

    async function scores() {
      await rescoreAllStale(league.store, league.clock.now);
      const params = { poolId, weekId: WEEK_1 };
      const { rows } = (await league.call('GET /api/pools/:poolId/weeks/:weekId/matchup', { as: ann, params })).ok();
      return Object.fromEntries(rows.map(({ name, weekHalves }) => [name, weekHalves / 2]));
    }

    test('writes orders of weeks with the picks, and they count, until it is undone', async () => {
      const { id } = (await send(valued())).ok();
      expect(await listed()).toMatchObject([{ state: 'done', total: 4, written: 4 }]);
      expect(await scores()).toEqual({ Ann: 1, 'Old Tom': 2 });
      expect(await findings()).toEqual([]);
      await undo(id);
      expect(await scores()).toEqual({ Ann: 0 });
      expect(await findings()).toEqual([]);
    });

    test('keeps an order that is there, unless it is to be replaced, and undoing brings it back', async () => {
      const value = { order: [second, first] };
      await putChoice(league.store, { poolId, userId: ann.userId, kind: 'order', about: WEEK_1, value });
      (await send(valued())).ok();
      expect(await scores()).toMatchObject({ Ann: 2 });
      league.clock.advance(MINUTE);
      if (engine === 'postgres') await setDatabaseClock(league.store, league.clock.now());
      const { id } = (await send(valued({ newPlayers: [], picks: [], orders: [[0, [0, 1]]], replaces: true }))).ok();
      expect(await scores()).toMatchObject({ Ann: 1 });
      await undo(id);
      expect(await scores()).toMatchObject({ Ann: 2 });
    });

    test('writes nothing of a week that is not locked as a whole', async () => {
      await addGame(league.deps, { home: 'NE', away: 'MIA', kickoff: AFTER + HOUR });
      (await send(valued())).ok();
      expect(await listed()).toMatchObject([{ state: 'done', total: 4, written: 0 }]);
    });

    test('is refused in a pool without values if it has some', async () => {
      poolId = await addPool(league.deps, { members: [ann], commissioners: [runner] });
      expect((await send(valued({ entries: [annsEntry()] }))).code).toBe('other_format');
    });
  });

  test('resumes after a crash, and ends as if there had been none', async () => {
    const players = Array.from({ length: 40 }, (_, at) => `Player ${at}x`);
    const picks = players.flatMap((_, at): ImportRequest['picks'] =>
      [0, 1].flatMap((game) => Array.from({ length: 4 }, (): [number, number, 'home'] => [at, game, 'home'])),
    );
    const by = { poolId, userId: runner.userId, clock: league.clock.now };
    const request = aRequest({ entries: [], newPlayers: players, picks });
    const started = await startImport(league.store, by, request);
    if (!('id' in started)) throw new Error('It did not start.');
    await doSlice(league.store, started.id, league.clock.now, false);
    expect(await listed()).toMatchObject([{ state: 'running', done: 250 }]);
    expect((await send()).code).toBe('import_running');
    expect(await unfinishedImports(league.store.db)).toEqual([started.id]);
    const next = new ImportRunner(league.deps);
    next.start();
    await league.deps.afterCommit.idle();
    expect(await listed()).toMatchObject([{ state: 'done', done: 320, written: 80 }]);
    expect(Object.keys(await shown())).toHaveLength(41);
    expect(await findings()).toEqual([]);
  });

  test('that goes on after a lock leaves out the games that were open when it began', async () => {
    const by = { poolId, userId: runner.userId, clock: league.clock.now };
    const started = await startImport(league.store, by, aRequest());
    if (!('id' in started)) throw new Error('It did not start.');
    league.clock.advance(3 * HOUR);
    if (engine === 'postgres') await setDatabaseClock(league.store, league.clock.now());
    await league.deps.receipts.sweep();
    new ImportRunner(league.deps).start();
    await league.deps.afterCommit.idle();
    expect(await listed()).toMatchObject([{ state: 'done', done: 5, written: 4 }]);
    expect(await shown()).toEqual({ Ann: 'ha- 1', 'Old Tom': 'ah- 0' });
    expect(await findings()).toEqual([]);
  });

  test('that goes on after somebody entered a pick keeps it, even if it replaces others', async () => {
    const by = { poolId, userId: runner.userId, clock: league.clock.now };
    const started = await startImport(league.store, by, aRequest({ replaces: true }));
    if (!('id' in started)) throw new Error('It did not start.');
    league.clock.advance(30 * MINUTE);
    if (engine === 'postgres') await setDatabaseClock(league.store, league.clock.now());
    (await league.enter(runner, annsEntry(), { gid: first, side: 'away' })).ok();
    new ImportRunner(league.deps).start();
    await league.deps.afterCommit.idle();
    expect(await shown()).toEqual({ Ann: 'aa- 0', 'Old Tom': 'ah- 0' });
    expect(await findings()).toEqual([]);
  });

  test('can be canceled while it runs: nothing is left', async () => {
    const by = { poolId, userId: runner.userId, clock: league.clock.now };
    const newPlayers = Array.from({ length: 130 }, (_, at) => `Player ${at}x`);
    const picks = newPlayers.flatMap((_, at): ImportRequest['picks'] => [
      [at, 0, 'home'],
      [at, 1, 'home'],
    ]);
    const started = await startImport(league.store, by, aRequest({ entries: [], newPlayers, picks }));
    if (!('id' in started)) throw new Error('It did not start.');
    await doSlice(league.store, started.id, league.clock.now, false);
    expect(await listed()).toMatchObject([{ state: 'running', done: 250, written: 250 }]);
    expect(await undo(started.id)).toBe('ok');
    new ImportRunner(league.deps).start();
    await league.deps.afterCommit.idle();
    expect(await listed()).toMatchObject([{ state: 'undone', undoUntil: null }]);
    expect(await shown()).toEqual({ Ann: '--- 0' });
    expect(await findings()).toEqual([]);
  });

  test('can be canceled before its receipts are written, though it replaced what receipts list', async () => {
    await putPick(league.store, { poolId, gid: first, userId: ann.userId, side: 'away', madeAt: 1 });
    const by = { poolId, userId: runner.userId, clock: league.clock.now };
    const started = await startImport(league.store, by, aRequest({ replaces: true }));
    if (!('id' in started)) throw new Error('It did not start.');
    await doSlice(league.store, started.id, league.clock.now, false);
    expect(await undo(started.id)).toBe('ok');
    expect((await shown()).Ann).toMatch(/^a--/);
    expect(await findings()).toEqual([]);
  });

  test('has no findings in the check of receipts while it runs, and gets its receipts if its end was cut off', async () => {
    await league.deps.receipts.sweep();
    const by = { poolId, userId: runner.userId, clock: league.clock.now };
    const newPlayers = Array.from({ length: 130 }, (_, at) => `Player ${at}x`);
    const picks = newPlayers.flatMap((_, at): ImportRequest['picks'] => [
      [at, 0, 'home'],
      [at, 1, 'home'],
    ]);
    const started = await startImport(league.store, by, aRequest({ entries: [], newPlayers, picks }));
    if (!('id' in started)) throw new Error('It did not start.');
    await doSlice(league.store, started.id, league.clock.now, false);
    expect(await findings()).toEqual([]);
    await doSlice(league.store, started.id, league.clock.now, false);
    expect(await listed(), 'the receipts are part of it').toMatchObject([{ state: 'running', done: 260 }]);
    await doSlice(league.store, started.id, league.clock.now, false);
    expect(await listed()).toMatchObject([{ state: 'done' }]);
    expect(await findings()).toEqual([]);
    await startUndo(league.store, started.id, by);
    await doSlice(league.store, started.id, league.clock.now, false);
    expect(await listed()).toMatchObject([{ state: 'undoing' }]);
    expect(await findings()).toEqual([]);
  });

  test.each<[string, () => Promise<void>]>([
    ['is no commissioner any more', () => removeCommissioner(league.deps, poolId, runner.userId)],
    ['was disabled', () => setEnabled(league.deps, runner.userId, false)],
  ])('ends with what was written if the importer %s', async (_, leave) => {
    const by = { poolId, userId: runner.userId, clock: league.clock.now };
    const started = await startImport(league.store, by, aRequest());
    if (!('id' in started)) throw new Error('It did not start.');
    await leave();
    new ImportRunner(league.deps).start();
    await league.deps.afterCommit.idle();
    const admin = await addPerson(league.deps, { isAdmin: true });
    const { imports } = (await league.call('GET /api/pools/:poolId/imports', { as: admin, params: { poolId } })).ok();
    expect(imports).toMatchObject([{ state: 'done', done: 0, written: 0 }]);
  });

  test.each([
    ['has it', true, 4],
    ['lacks it', false, 0],
  ])('asks for the second factor that the league requires: the importer %s', async (_, hasIt, written) => {
    const by = { poolId, userId: runner.userId, clock: league.clock.now };
    const started = await startImport(league.store, by, aRequest());
    if (!('id' in started)) throw new Error('It did not start.');
    if (hasIt) await addSecondFactor(league.deps, runner);
    new ImportRunner({ ...league.deps, settings: { secondFactor: 'required' } }).start();
    await league.deps.afterCommit.idle();
    expect(await listed()).toMatchObject([{ state: 'done', written }]);
  });

  test('is undone once, in the name of the person who undoes it; players who left can be imported again', async () => {
    const admin = await addPerson(league.deps, { isAdmin: true });
    const newPlayers = Array.from({ length: 160 }, (_, at) => `Player ${at}x`);
    const body = aRequest({ entries: [], newPlayers, picks: [[0, 0, 'home']] });
    const { id } = (await send(body)).ok();
    expect(await undo(id, admin)).toBe('ok');
    expect(await undo(id, admin)).toBe('ok');
    const audit = await auditRows(league.store.db, poolId);
    expect(audit.filter(({ act }) => act === 'picks.undo')).toMatchObject([
      { actorId: admin.userId, after: { returned: 1, removed: 160 } },
    ]);
    expect((await send(body)).code).toBeNull();
  });

  test('brings back no member with an account who was removed: a player of that name is a new one', async () => {
    const admin = await addPerson(league.deps, { isAdmin: true });
    await removeMember(league.deps, poolId, ann.userId);
    (await send(aRequest({ entries: [], newPlayers: ['Ann'], picks: [[0, 0, 'home']] }))).ok();
    const { rows } = (await league.call('GET /api/pools/:poolId/standings', { as: admin, params: { poolId } })).ok();
    expect(rows).toMatchObject([{ name: 'Ann' }]);
    expect(rows[0]?.ownerId).not.toBe(ann.userId);
  });

  test('is refused with a game of a week that the pool does not play', async () => {
    const gid = await addGame(league.deps, { weekId: WEEK_2, kickoff: SUNDAY_1PM - 7 * 24 * HOUR });
    expect((await send(aRequest({ gids: [first, second, gid] }))).code).toBe('game_not_found');
  });

  test('keeps direction marks and line breaks of the file name out of the reasons', async () => {
    await send(aRequest({ name: 'a\u202e\nb.csv' }));
    const { reason } = await league.store.db.selectFrom('picks').select('reason').limit(1).executeTakeFirstOrThrow();
    expect(reason).toBe('Imported from a b.csv');
  });

  test('makes players who are never linked to the person who imported them', async () => {
    await send();
    const imported = league.store.db.selectFrom('entries').select('id').where('pool_id', '=', poolId);
    const { id } = await imported.where('id', '<>', annsEntry()).executeTakeFirstOrThrow();
    const admin = await addPerson(league.deps, { isAdmin: true });
    const by = { userId: admin.userId, isAdmin: true, clock: league.clock.now };
    expect(await linkEntry(league.store, id, runner.userId, by)).toBe('entered_late');
  });

  test('writes nothing for the entry of the commissioner who imports', async () => {
    const own = await addPool(league.deps, { members: [runner], commissioners: [runner] });
    const body = aRequest({ entries: [entryIdOf(own, runner.userId)], newPlayers: [], picks: [[0, 0, 'home']] });
    const reply = await league.call('POST /api/pools/:poolId/imports', { as: runner, params: { poolId: own }, body });
    expect(reply.ok().total).toBe(1);
    await league.deps.afterCommit.idle();
    expect(await league.store.db.selectFrom('picks').select('value').execute()).toEqual([]);
  });

  test.each<[string, (request: ImportRequest) => Partial<ImportRequest>, string]>([
    ['an entry of another pool', () => ({ entries: ['x'] }), 'entry_not_found'],
    ['an unknown game', () => ({ gids: ['x', first, second] }), 'game_not_found'],
    ['a pick of no entry', () => ({ picks: [[7, 0, 'home']] }), 'entry_not_found'],
    ['a pick of no game', () => ({ picks: [[0, 7, 'home']] }), 'game_not_found'],
    ['a guess of no entry', () => ({ guesses: [[7, 0, 44]] }), 'entry_not_found'],
    ['an impossible guess', () => ({ guesses: [[0, 0, 201]] }), 'invalid_input'],
    ['a name that is taken', () => ({ newPlayers: ['  ann '] }), 'name_taken'],
    ['a name twice', () => ({ newPlayers: ['Tom', 'tom'] }), 'name_taken'],
    ['a name that cannot be shown', () => ({ newPlayers: ['\u200b'] }), 'invalid_input'],
    ['no picks', () => ({ picks: [] }), 'invalid_input'],
  ])('is refused with %s, and nothing is written', async (_, change, code) => {
    const request = aRequest();
    expect((await send({ ...request, ...change(request) })).code).toBe(code);
    expect(await listed()).toEqual([]);
    expect(await shown()).toEqual({ Ann: '--- 0' });
  });

  test('is refused in a pool of another format', async () => {
    poolId = await addPool(league.deps, { rules: { format: 'survivor' }, commissioners: [runner], members: [ann] });
    expect((await send()).code).toBe('other_format');
  });
});
