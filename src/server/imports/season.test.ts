import { beforeEach, describe, expect, test } from 'vitest';
import type { ImportRequest } from '#contract/imports.ts';
import { checkReceipts } from '#core/receipts/check.ts';
import { readReceiptFile } from '#core/receipts/file.ts';
import { DAY_MS } from '#core/time.ts';
import { announcementsOf } from '#server/members/reads.ts';
import { setMembers } from '#server/members/store.ts';
import { sha256 } from '#server/receipts/reads.ts';
import { rescoreAllStale } from '#server/standings/store.ts';
import { auditRows } from '#tests/audit-rows.ts';
import type { Person } from '#tests/builders.ts';
import { addGame, addPerson, addPool, putChoice, WEEK_1, WEEK_2 } from '#tests/builders.ts';
import { HOUR, SUNDAY_1PM } from '#tests/core-samples.ts';
import { setDatabaseClock } from '#tests/database-clock.ts';
import { usualEngines } from '#tests/engines.ts';
import { entryIdOf } from '#tests/entry-ids.ts';
import { withLeague } from '#tests/league.ts';

const [WEEK_3, WEEK_4] = ['2026-week3', '2026-week4'];
/** The Tuesday after the third week. */
const TUESDAY = SUNDAY_1PM + 16 * DAY_MS;

describe.each(usualEngines)('The season of a survivor pool imported on %s', (engine) => {
  const league = withLeague(engine);
  let runner: Person;
  let ann: Person;
  let poolId: string;
  let gids: readonly string[];

  beforeEach(async () => {
    const { deps, store } = league;
    for (const table of ['pool_imports', 'lock_receipts', 'buy_backs', 'picks', 'games'] as const)
      await store.db.deleteFrom(table).execute();
    await at(TUESDAY);
    runner = await addPerson(deps, { name: 'Runner' });
    ann = await addPerson(deps, { name: 'Ann' });
    const week = (number: number) => SUNDAY_1PM + (number - 1) * 7 * DAY_MS;
    const won = { status: 'Final', homeScore: 20, awayScore: 10 } as const;
    gids = [
      await addGame(deps, { weekId: WEEK_1, home: 'PHI', away: 'DAL', kickoff: week(1), ...won }),
      await addGame(deps, { weekId: WEEK_1, home: 'NE', away: 'MIA', kickoff: week(1) + HOUR, ...won }),
      await addGame(deps, { weekId: WEEK_2, home: 'KC', away: 'BUF', kickoff: week(2), ...won }),
      await addGame(deps, { weekId: WEEK_3, home: 'SF', away: 'SEA', kickoff: week(3), ...won }),
      await addGame(deps, { weekId: WEEK_4, home: 'PHI', away: 'SF', kickoff: week(4) }),
    ];
    poolId = await addPool(deps, {
      rules: { format: 'survivor', buyBacks: 1, buyBackUntil: 4 },
      weeks: [WEEK_4],
      members: [ann],
      commissioners: [runner],
    });
  });

  async function at(now: number): Promise<void> {
    league.clock.set(now);
    if (engine === 'postgres') await setDatabaseClock(league.store, now);
  }

  /** Ann is out in Week 2, Tom is in, and Rip is out in Week 1, bought back, and out in Week 3. */
  const aSheet = (more: Partial<ImportRequest> = {}): ImportRequest => ({
    name: 'survivor.xlsx',
    entries: [entryIdOf(poolId, ann.userId)],
    newPlayers: ['Old Tom', 'Old Rip'],
    gids: gids.slice(0, 4),
    picks: [],
    teams: [
      // Of the last week first: the server puts them in order.
      [2, 3, 'away', 0],
      [1, 3, 'home', 0],
      [0, 1, 'home', 0],
      [1, 0, 'home', 0],
      [2, 0, 'away', 0],
      [0, 2, 'away', 0],
      [1, 2, 'home', 0],
      [2, 2, 'home', 0],
    ],
    buyBacks: [[2, [9, 16]]],
    replaces: false,
    ...more,
  });

  async function send(body: ImportRequest = aSheet()) {
    const reply = await league.call('POST /api/pools/:poolId/imports', { as: runner, params: { poolId }, body });
    await league.deps.afterCommit.idle();
    return reply;
  }

  async function standings() {
    await rescoreAllStale(league.store, league.clock.now);
    const reply = await league.call('GET /api/pools/:poolId/standings', { as: runner, params: { poolId } });
    const { rows, weeks } = reply.ok();
    return Object.fromEntries(
      rows.map(({ name, survival }) => [
        name,
        survival?.weeks.map(({ result, team = '' }, week) => `${weeks[week]?.at(-1)} ${team} ${result}`).join(),
      ]),
    );
  }

  const ofSheet = {
    Ann: '1 NE won,2 BUF lost,3  out,4  out',
    'Old Rip': '1 DAL lost,2 KC won,3 SEA lost,4  out',
    'Old Tom': '1 PHI won,2 KC won,3 SF won,4  open',
  };

  async function findings() {
    const { text } = await league.call('GET /api/pools/:poolId/receipts', { as: ann, params: { poolId } });
    const file = readReceiptFile(text);
    if ('problem' in file) throw new Error(file.problem);
    return (await checkReceipts(sha256, file)).findings;
  }

  test('brings the weeks that were over, new players, teams in their order, and buy-backs by their day', async () => {
    expect((await send()).ok()).toMatchObject({ total: 8, newPlayers: 2 });
    expect(await standings()).toMatchObject(ofSheet);
    const { imports } = (await league.call('GET /api/pools/:poolId/imports', { as: runner, params: { poolId } })).ok();
    expect(imports).toMatchObject([{ state: 'done', written: 8 }]);
    const bought = await league.store.db.selectFrom('buy_backs').select(['week_id', 'made_at']).execute();
    expect(bought).toEqual([{ week_id: WEEK_1, made_at: Date.UTC(2026, 8, 16, 12) }]);
    expect((await auditRows(league.store.db, poolId)).find(({ act }) => act === 'entry.buy-back')).toMatchObject({
      weekId: WEEK_1,
      actorId: runner.userId,
    });
    expect(await findings()).toEqual([]);
  });

  test('brings a week that has begun, though a game of it is to come', async () => {
    await addGame(league.deps, { weekId: WEEK_3, home: 'GB', away: 'CHI', kickoff: TUESDAY + HOUR });
    (await send()).ok();
    expect(await standings()).toMatchObject(ofSheet);
  });

  test.each<[string, [number, number] | null]>([
    ['the Sunday on which it went out', [9, 13]],
    ['the Monday after', [9, 14]],
    ['a day after the next game that it played', [9, 22]],
    ['a day that is not said', null],
  ])('has a buy-back of %s in time for the next team of its entry', async (_, day) => {
    await send(aSheet({ buyBacks: [[2, day]] }));
    expect(await standings()).toMatchObject(ofSheet);
    expect(await findings()).toEqual([]);
  });

  test('has no more buy-backs than the rules allow, and none of who was in', async () => {
    const days: NonNullable<ImportRequest['buyBacks']> = Array.from({ length: 5000 }, () => [2, [9, 16]]);
    await send(aSheet({ buyBacks: [...days.slice(1), [1, null]] }));
    expect(await standings()).toMatchObject(ofSheet);
    expect(await league.store.db.selectFrom('buy_backs').select('week_id').execute()).toEqual([{ week_id: WEEK_1 }]);
  });

  test('buys back who went out in its last week, for the week to come', async () => {
    const teams: ImportRequest['teams'] = [
      [1, 0, 'home', 0],
      [1, 2, 'home', 0],
      [1, 3, 'away', 0],
      [0, 0, 'home', 0],
    ];
    await send(aSheet({ newPlayers: ['Old Tom'], teams, buyBacks: [[1, [9, 28]]] }));
    expect(await standings()).toMatchObject({ 'Old Tom': '1 PHI won,2 KC won,3 SEA lost,4  open' });
  });

  test('takes back the teams that its entries chose for the week to come, and says so to members', async () => {
    const ahead = { picks: [{ kind: 'team' as const, about: WEEK_4, value: { gid: gids[4] ?? '', team: 'PHI' } }] };
    const params = { entryId: entryIdOf(poolId, ann.userId) };
    (await league.call('PUT /api/entries/:entryId/picks', { as: ann, params, body: ahead })).ok();
    const { id: importId } = (await send()).ok();
    expect(await standings()).toMatchObject(ofSheet);
    const told = async () => (await announcementsOf(league.store.db, poolId)).map(({ after }) => after.text);
    expect(await told()).toEqual([
      'Runner added Week 1 to Week 3 to this pool, with the teams that a file has for them. Still in: Old Tom. Out: Old Rip and Ann. Ann had already chosen a team for a coming week, which was taken back. Choose again.',
    ]);
    // Somebody who is not in the file has a team that has nothing to do with it.
    await setMembers(league.store.db, poolId, [runner.userId], TUESDAY);
    const undo = { as: runner, params: { poolId, importId } };
    (await league.call('POST /api/pools/:poolId/imports/:importId/undo', undo)).ok();
    await league.deps.afterCommit.idle();
    expect((await told())[0]).toBe('Runner undid an import, so Week 1 to Week 3 are no longer part of this pool.');
    expect(await standings()).toMatchObject({ Ann: '4  open' });
    expect(await findings()).toEqual([]);
  });

  test('is undone even if a member has chosen a team for the week to come since', async () => {
    const { id: importId } = (
      await send(aSheet({ entries: [], newPlayers: ['Old Tom'], teams: [[0, 0, 'home', 0]], buyBacks: [] }))
    ).ok();
    const undo = { as: runner, params: { poolId, importId } };
    expect(await standings()).toMatchObject({ Ann: '1  missed,2  out,3  out,4  out' });
    await putChoice(league.store, {
      poolId,
      userId: ann.userId,
      kind: 'team',
      about: WEEK_4,
      value: { gid: gids[4] ?? '', team: 'PHI' },
    });
    (await league.call('POST /api/pools/:poolId/imports/:importId/undo', undo)).ok();
    await league.deps.afterCommit.idle();
    expect(await standings()).toMatchObject({ Ann: '4  open' });
  });

  test('leaves nobody who can still be bought back after a week that was over', async () => {
    await send(aSheet({ buyBacks: [] }));
    await standings();
    const { rows } = (await league.call('GET /api/pools/:poolId/standings', { as: runner, params: { poolId } })).ok();
    const open = rows.filter(({ survival }) => survival?.mayBuyBack !== undefined);
    expect(open.map(({ name }) => name)).toEqual([]);
  });

  test('is undone as a whole, and can be imported again', async () => {
    const { id: importId } = (await send()).ok();
    const undo = { as: runner, params: { poolId, importId } };
    (await league.call('POST /api/pools/:poolId/imports/:importId/undo', undo)).ok();
    await league.deps.afterCommit.idle();
    expect(await standings()).toMatchObject({ Ann: '4  open' });
    expect(await league.store.db.selectFrom('buy_backs').selectAll().execute()).toEqual([]);
    await send();
    expect(await standings()).toMatchObject(ofSheet);
  });

  test("has the importer's own teams of these weeks, which is announced", async () => {
    await setMembers(league.store.db, poolId, [runner.userId], TUESDAY);
    const entries = [entryIdOf(poolId, ann.userId), entryIdOf(poolId, runner.userId)];
    const teams: ImportRequest['teams'] = [
      [0, 0, 'home', 0],
      [1, 3, 'home', 0],
      [1, 0, 'home', 0],
      [1, 2, 'home', 0],
    ];
    await send(aSheet({ entries, newPlayers: [], teams, buyBacks: [] }));
    expect(await standings()).toMatchObject({ Runner: '1 PHI won,2 KC won,3 SF won,4  open' });
    const record = (await auditRows(league.store.db, poolId)).find(({ act }) => act === 'picks.import');
    expect(record?.after).toMatchObject({ written: 4, own: 3 });
    expect(JSON.stringify(record?.after)).toContain('Runner imported 3 picks of their own. Week 1, Week 2 and Week 3');
    expect(await findings()).toEqual([]);
  });

  test('keeps a team that cannot be: used before, or of an entry that was out', async () => {
    const teams: ImportRequest['teams'] = [
      [0, 0, 'away', 0],
      [0, 2, 'home', 0],
      [1, 0, 'home', 0],
    ];
    const { id } = (await send(aSheet({ newPlayers: ['Old Tom'], teams, buyBacks: [] }))).ok();
    const { imports } = (await league.call('GET /api/pools/:poolId/imports', { as: runner, params: { poolId } })).ok();
    expect(imports.find((each) => each.id === id)).toMatchObject({ total: 3, written: 2 });
  });

  describe('once the pool has begun', () => {
    beforeEach(() => at(SUNDAY_1PM + 21 * DAY_MS + 2 * HOUR));

    test('takes teams of locked games of its weeks', async () => {
      const teams: ImportRequest['teams'] = [[0, 0, 'home', 0]];
      (await send(aSheet({ newPlayers: [], gids: gids.slice(4), teams, buyBacks: [] }))).ok();
      expect(await standings()).toMatchObject({ Ann: '4 PHI open' });
    });

    test.each<[string, Partial<ImportRequest>, string]>([
      ['players', { gids: [], teams: [[0, 0, 'home', 0]], buyBacks: [] }, 'survivor_begun'],
      ['weeks', { newPlayers: [], teams: [[0, 0, 'home', 0]], buyBacks: [] }, 'game_not_found'],
      ['buy-backs', { newPlayers: [], gids: [], teams: [[0, 0, 'home', 0]] }, 'buy_back_closed'],
    ])('takes no new %s', async (_, change, code) => {
      expect((await send(aSheet(change))).code).toBe(code);
    });
  });

  test.each<[string, Partial<ImportRequest>, string]>([
    ['sides of games', { picks: [[0, 0, 'home']] }, 'other_format'],
    ['a game of a week that is to come', { gids: ['coming'] }, 'game_not_found'],
    ['an entry that is not in its lists', { teams: [[9, 0, 'home', 0]] }, 'entry_not_found'],
    ['a game that is not in its lists', { teams: [[0, 9, 'home', 0]] }, 'game_not_found'],
  ])('is refused with %s, and changes nothing', async (_, change, code) => {
    const coming = await addGame(league.deps, {
      weekId: '2026-week5',
      home: 'GB',
      away: 'CHI',
      kickoff: TUESDAY + 9 * DAY_MS,
    });
    const body = aSheet(change);
    const reply = await send({ ...body, gids: body.gids.map((gid) => (gid === 'coming' ? coming : gid)) });
    expect(reply.code).toBe(code);
    expect(await standings()).toEqual({ Ann: '4  open' });
  });
});
