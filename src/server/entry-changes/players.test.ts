import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import type { Side } from '#core/types.ts';
import { addEntries } from '#server/imports/picks-store.ts';
import { setMembers } from '#server/members/store.ts';
import { defaultsOf } from '#server/picks/reads.ts';
import { recount, rescoreAllStale } from '#server/standings/store.ts';
import { createUser } from '#server/users/store.ts';
import { auditRows } from '#tests/audit-rows.ts';
import type { Person } from '#tests/builders.ts';
import { addGame, addPool, putChoice, putPick, removeMember, setEnabled, WEEK_1, WEEK_2 } from '#tests/builders.ts';
import { HOUR, MINUTE, SUNDAY_1PM } from '#tests/core-samples.ts';
import { dumpTables } from '#tests/database.ts';
import { engines, usualEngines } from '#tests/engines.ts';
import { entryIdOf } from '#tests/entry-ids.ts';
import { aLeague, withLeague } from '#tests/league.ts';
import { linkEntry } from './link-store.ts';

const BEFORE = SUNDAY_1PM - HOUR;
const AFTER = SUNDAY_1PM + HOUR;
/** The lock of the open game. */
const MONDAY = AFTER + 24 * HOUR + 5 * MINUTE;

describe.each(engines)('Players without an account on %s', (engine) => {
  const league = withLeague(engine);
  let [admin, runner, kim]: Person[] = [];
  let tom: string;
  let poolId: string;
  /** Three that are final and one that is open. */
  let games: readonly string[];

  beforeEach(async () => {
    const { deps, store } = league;
    for (const table of ['entry_links', 'picks', 'games', 'audit_log'] as const)
      await store.db.deleteFrom(table).execute();
    // No pool of another test has weeks to score.
    await store.db.updateTable('pools').set({ deleted_at: BEFORE }).where('deleted_at', 'is', null).execute();
    ({ admin, runner, kim } = await aLeague(league, {
      admins: ['admin'],
      commissioners: ['runner'],
      strangers: ['kim'],
    }));
    const final = { status: 'Final', homeScore: 7 } as const;
    games = [
      await addGame(deps, final),
      await addGame(deps, final),
      await addGame(deps, final),
      await addGame(deps, { kickoff: MONDAY - 5 * MINUTE }),
    ];
    tom = await createUser(store.db, { displayName: 'Old Tom', accountId: null }, BEFORE);
    poolId = await poolWith({});
    await give(tom, ['home', 'home', 'away', 'home']);
    league.clock.set(AFTER);
  });

  afterEach(async () => {
    await rescoreAllStale(league.store, league.clock.now);
    expect(await recount(league.store), 'stored scores are those of a recount').toEqual([]);
  });

  async function poolWith(rules: Partial<PoolRules>, members: readonly Person[] = []): Promise<string> {
    const commissioners = runner ? [runner] : [];
    return addPool(league.deps, {
      name: 'Old Boys',
      rules,
      weeks: [WEEK_1, WEEK_2],
      members: [{ userId: tom }, ...members],
      commissioners,
    });
  }

  const join = (userId = kim?.userId ?? '') => setMembers(league.store.db, poolId, [userId], BEFORE);
  const entry = () => entryIdOf(poolId, tom);
  const kims = () => entryIdOf(poolId, kim?.userId ?? '');

  /** Picks of the games, in order; those that are left out are not touched, null clears one. */
  async function give(userId: string, sides: readonly (Side | null | undefined)[], madeAt = BEFORE): Promise<void> {
    for (const [at, side] of sides.entries())
      if (side !== undefined) await putPick(league.store, { poolId, gid: games[at] ?? '', userId, side, madeAt });
    const stale = { week_id: WEEK_1, mark: 'x' };
    await league.store.db
      .insertInto('stale_weeks')
      .values(stale)
      .onConflict((c) => c.doNothing())
      .execute();
    await rescoreAllStale(league.store, league.clock.now);
  }

  async function sidesOf(entryId: string): Promise<(Side | null | undefined)[]> {
    const query = league.store.db.selectFrom('game_picks').select(['gid', 'side']).where('entry_id', '=', entryId);
    const rows = await query.execute();
    return games.map((gid) => rows.find((row) => row.gid === gid)?.side);
  }

  const params = (entryId = entry(), userId = kim?.userId ?? '') => ({ entryId, userId });
  const link = (as = admin, at = params()) =>
    league.call('POST /api/entries/:entryId/link/:userId', { as, params: at });
  const preview = (as = admin, at = params()) =>
    league.call('GET /api/entries/:entryId/link/:userId', { as, params: at });
  const unlink = (reason = '', entryId = entry(), as = admin) =>
    league.call('DELETE /api/entries/:entryId/link', { as, params: { entryId }, body: { reason } });
  const previewUndo = () => league.call('GET /api/entries/:entryId/link', { as: admin, params: { entryId: entry() } });

  async function standings(): Promise<Record<string, number>> {
    await rescoreAllStale(league.store, league.clock.now);
    const reply = await league.call('GET /api/pools/:poolId/standings', { as: admin, params: { poolId } });
    return Object.fromEntries(reply.ok().rows.map((row) => [row.name, row.totalHalves / 2]));
  }

  async function pick(at: number, side: Side, entryId = entry()) {
    const picks = [{ kind: 'pick' as const, about: games[at] ?? '', value: { side } }];
    const input = { as: kim, params: { entryId }, body: { picks } };
    return (await league.call('PUT /api/entries/:entryId/picks', input)).ok().picks[0];
  }

  async function listing() {
    const { players } = (await league.call('GET /api/admin/players', { as: admin })).ok();
    return players.find((player) => player.id === tom);
  }

  async function links() {
    return (await league.call('GET /api/pools/:poolId/links', { as: runner, params: { poolId } })).ok().links;
  }

  /** What a link must give back when it is undone. */
  async function holdings() {
    const { entries, picks, pool_members, week_scores } = await dumpTables(league.store.db);
    const concerned = (rows: readonly string[] = []) =>
      rows.filter((row) => row.includes(poolId) || row.includes(tom)).filter((row) => !row.includes('"halves":0'));
    return {
      entries: concerned(entries),
      picks: concerned(picks?.map((row) => row.replace(/"(revision|made_at)":\d+/g, ''))),
      members: concerned(pool_members),
      scores: concerned(week_scores),
    };
  }

  describe('Linked to an account', () => {
    test('of two at once, one gives the account an entry and the other fills it', async () => {
      const tim = await createUser(league.store.db, { displayName: 'Tim', accountId: null }, BEFORE);
      await join(tim);
      const by = { userId: admin?.userId ?? '', isAdmin: true, clock: league.clock.now };
      const linkTo = (entryId: string) => linkEntry(league.store, entryId, kim?.userId ?? '', by);
      const made = await Promise.all([linkTo(entry()), linkTo(entryIdOf(poolId, tim))]);
      expect(made.map((each) => (typeof each === 'string' ? each : each.way)).sort()).toEqual(['filled', 'given']);
    });

    test('of several concurrent attempts one links, and all get a reply', async () => {
      const replies = await Promise.all([link(), link(), link()]);
      expect(replies.map(({ code }) => code).sort()).toEqual([null, 'player_linked', 'player_linked'].sort());
    });

    test('a pick that the account saves at the same moment is not lost', async () => {
      await join();
      await Promise.all([link(), pick(3, 'away', kims())]);
      expect((await sidesOf(kims()))[3]).toBe('away');
    });
  });

  // What follows is SQL that both databases run alike.
  if (!usualEngines.includes(engine)) return;

  test('are listed with their pools, entries and the games that are picked', async () => {
    const value = { gid: games[3] ?? '', total: 40 };
    await putChoice(league.store, { poolId, userId: tom, kind: 'guess', about: WEEK_1, value });
    const another = await addPool(league.deps, { name: 'Another', members: [{ userId: tom }] });
    expect(await listing()).toEqual({
      id: tom,
      name: 'Old Tom',
      pools: [
        { id: another, name: 'Another', entryId: entryIdOf(another, tom), picks: 0, linked: null },
        { id: poolId, name: 'Old Boys', entryId: entry(), picks: 4, linked: null },
      ],
    });
  });

  describe('Linked to an account', () => {
    test('without an entry, it has theirs: picks, points, place, and from then on its own name', async () => {
      expect(await standings()).toEqual({ 'Old Tom': 2 });
      expect((await link()).ok()).toEqual({
        entryName: 'Old Tom',
        accountName: 'Kim',
        way: 'given',
        intoName: null,
        becomesMember: true,
        withdrawn: 1,
        filled: 0,
        kept: 0,
        nextLock: MONDAY - 5 * MINUTE,
        changes: [],
      });
      expect(await standings()).toEqual({ Kim: 2 });
      expect(await sidesOf(entry())).toEqual(['home', 'home', 'away', null]);
      expect(await pick(3, 'away')).toMatchObject({ saved: true });
      const linked = { userId: kim?.userId, name: 'Kim', at: AFTER };
      expect((await listing())?.pools).toMatchObject([{ entryId: entry(), linked }]);
      expect(await links()).toEqual([
        { entryId: entry(), playerName: 'Old Tom', userId: kim?.userId, way: 'given', linkedAt: AFTER },
      ]);
      expect((await auditRows(league.store.db)).filter(({ act }) => act === 'player.link')).toMatchObject([
        { actorId: admin?.userId, userId: kim?.userId, after: { entryName: 'Old Tom', withdrawn: 1 } },
      ]);
    });

    test('with an entry, it has both if the pool allows that, the second under its old name', async () => {
      poolId = await poolWith({ entries: 2 });
      await join();
      await give(tom, ['home', 'home']);
      expect((await link(runner)).ok()).toMatchObject({ way: 'given', becomesMember: false });
      expect(await standings()).toEqual({ Kim: 0, 'Old Tom': 2 });
      expect((await link(runner)).code).toBe('player_linked');
    });

    test('with an entry, it gets missing picks of locked games only; the linked entry leaves the standings', async () => {
      await join();
      await give(kim?.userId ?? '', ['away', 'home']);
      await give(kim?.userId ?? '', [undefined, null]);
      expect((await link(runner)).ok()).toMatchObject({ way: 'filled', withdrawn: 1, filled: 1, kept: 2 });
      expect(await sidesOf(kims())).toEqual(['away', null, 'away', undefined]);
      expect(await sidesOf(entry())).toEqual(['home', 'home', 'away', null]);
      expect(await standings()).toEqual({ Kim: 0 });
      expect((await link(runner)).code).toBe('player_linked');
    });

    test('with an entry, it gets picks of games that got another team, which undoing takes back', async () => {
      await join();
      await give(kim?.userId ?? '', ['away', null]);
      const before = await sidesOf(kims());
      expect((await link()).ok()).toMatchObject({ filled: 2, kept: 1 });
      expect(await sidesOf(kims())).toEqual(['away', 'home', 'away', undefined]);
      expect((await unlink()).ok()).toMatchObject({ returned: 2, kept: 0 });
      expect((await sidesOf(kims())).map((side) => side ?? null)).toEqual(before.map((side) => side ?? null));
    });

    test('with an entry, it has both, told apart if the player has the name of the account', async () => {
      poolId = await poolWith({ entries: 2 });
      await join();
      const namesake = await createUser(league.store.db, { displayName: 'Kim', accountId: null }, BEFORE);
      await join(namesake);
      (await link(runner, params(entryIdOf(poolId, namesake)))).ok();
      expect(Object.keys(await standings()).sort()).toEqual(['Kim', 'Kim 2', 'Old Tom']);
    });

    test('the picks that it gets keep their time, and who entered them', async () => {
      await join();
      const value = { side: 'away' } as const;
      const entered = { enteredBy: runner?.userId ?? '', reason: 'called in', madeAt: BEFORE + 1, revision: 2 };
      await putChoice(league.store, {
        poolId,
        userId: tom,
        kind: 'pick',
        about: games[0] ?? '',
        value,
        ...entered,
      });
      (await link()).ok();
      const query = league.store.db.selectFrom('picks').select(['made_at', 'entered_by', 'reason']);
      const rows = await query.where('entry_id', '=', kims()).orderBy('made_at', 'desc').execute();
      expect(rows.slice(0, 2)).toEqual([
        { made_at: BEFORE + 1, entered_by: runner?.userId, reason: 'called in' },
        { made_at: BEFORE, entered_by: null, reason: null },
      ]);
    });

    test('in a confidence pool, its entry is filled by whole weeks', async () => {
      poolId = await poolWith({ format: 'confidence' });
      await join();
      await addGame(league.deps, { weekId: WEEK_2, kickoff: SUNDAY_1PM - 7 * 24 * HOUR });
      await give(tom, ['home', 'home', 'away']);
      league.clock.set(MONDAY);
      await give(kim?.userId ?? '', [undefined, 'away']);
      expect((await link(runner)).ok()).toMatchObject({ filled: 0, kept: 3 });
      (await unlink('A slip')).ok();
      await league.store.db.deleteFrom('picks').where('entry_id', '=', kims()).execute();
      expect((await link(runner)).ok()).toMatchObject({ filled: 3, kept: 0 });
    });

    test('its partly locked order is written again, whatever places its open games had', async () => {
      poolId = await poolWith({ format: 'confidence' });
      await give(tom, ['home', 'home', 'away']);
      const about = WEEK_1;
      await putChoice(league.store, { poolId, userId: tom, kind: 'order', about, value: { order: [...games] } });
      (await link()).ok();
      const query = league.store.db.selectFrom('picks').select(['value', 'revision', 'entered_by']);
      expect(await query.where('entry_id', '=', entry()).where('kind', '=', 'order').execute()).toEqual([
        { value: JSON.stringify({ order: games }), revision: 2, entered_by: null },
      ]);
    });

    test('in a survivor pool, one entry is never filled with another, and no team goes in the hour before its lock', async () => {
      poolId = await poolWith({ format: 'survivor' });
      const value = { gid: games[3] ?? '', side: 'home' } as const;
      await putChoice(league.store, { poolId, userId: tom, kind: 'team', about: WEEK_1, value });
      const early = await addGame(league.deps, { kickoff: AFTER + HOUR });
      league.clock.set(AFTER + MINUTE);
      expect((await preview()).ok()).toMatchObject({ withdrawn: 1 });
      // Whether it is that game's team, or one of Monday, is sealed.
      league.clock.set(AFTER + 10 * MINUTE);
      const told = (await preview()).code;
      const sooner = { gid: early, side: 'home' } as const;
      await league.store.db.deleteFrom('picks').execute();
      await putChoice(league.store, { poolId, userId: tom, kind: 'team', about: WEEK_1, value: sooner });
      expect([told, (await preview()).code]).toEqual(['team_locks_soon', 'team_locks_soon']);
      await league.store.db.deleteFrom('picks').execute();
      await putChoice(league.store, { poolId, userId: tom, kind: 'team', about: WEEK_1, value });
      league.clock.set(MONDAY - HOUR);
      expect((await link()).code).toBe('team_locks_soon');
      league.clock.set(MONDAY - HOUR - 1);
      expect((await preview()).ok()).toMatchObject({ withdrawn: 1 });
      await join();
      expect((await link()).code).toBe('survivor_has_entry');
    });

    test('in a survivor pool, it has the locked ones of its two teams, and undoing gives the open one not back', async () => {
      poolId = await poolWith({ format: 'survivor', twoTeamsFrom: 1 });
      const team = (at: number) => ({ gid: games[at] ?? '', team: at === 0 ? 'PHI' : 'DAL' });
      await putChoice(league.store, { poolId, userId: tom, kind: 'team', about: WEEK_1, value: team(0) });
      await putChoice(league.store, { poolId, userId: tom, kind: 'team', about: `${WEEK_1}:2`, value: team(3) });
      await give(tom, []);
      const held = async () => {
        const query = league.store.db.selectFrom('picks').select(['about', 'value']).where('entry_id', '=', entry());
        return (await query.orderBy('about').execute()).map(({ about, value }) => [about, value && JSON.parse(value)]);
      };
      expect((await link()).ok()).toMatchObject({ withdrawn: 1 });
      const rest = [[WEEK_1, team(0)]];
      expect(await held()).toEqual([...rest, [`${WEEK_1}:2`, null]]);
      (await unlink()).ok();
      expect(await held()).toEqual([...rest, [`${WEEK_1}:2`, null]]);
    });

    test('with another of their entries left, they go on to play that one', async () => {
      poolId = await poolWith({ entries: 2 });
      const { store } = league;
      const [second = ''] = await addEntries(store, [{ besideId: entry(), name: 'Tom B' }], AFTER);
      (await link()).ok();
      expect(Object.keys(await standings()).sort()).toEqual(['Kim', 'Tom B']);
      (await link(admin, params(second))).ok();
      expect(Object.keys(await standings()).sort()).toEqual(['Kim', 'Tom B']);
      (await unlink('', second)).ok();
      (await unlink()).ok();
      expect(Object.keys(await standings()).sort()).toEqual(['Old Tom', 'Tom B']);
    });

    test('with the last of their entries, they can get another one', async () => {
      poolId = await poolWith({ entries: 3 });
      const { store } = league;
      const [second = ''] = await addEntries(store, [{ besideId: entry(), name: 'Tom B' }], AFTER);
      (await link(admin, params(second))).ok();
      await addEntries(store, [{ besideId: entry(), name: 'Tom C' }], AFTER);
      expect(Object.keys(await standings()).sort()).toEqual(['Old Tom', 'Tom B', 'Tom C']);
    });

    test('of a member who was removed, their entry is filled, and undoing leaves them removed', async () => {
      await join();
      await removeMember(league.deps, poolId, kim?.userId ?? '');
      const { members } = await holdings();
      expect((await link()).ok()).toMatchObject({ way: 'filled', becomesMember: true, filled: 3 });
      expect(await standings()).toEqual({ Kim: 2 });
      (await unlink()).ok();
      expect(await standings()).toEqual({ 'Old Tom': 2 });
      expect((await holdings()).members).toEqual(members);
    });

    test('its marks are copied only to weeks that have locked: room for them would reveal sealed ones', async () => {
      poolId = await poolWith({ bestBets: 1 });
      await join();
      const about = games[0] ?? '';
      await putChoice(league.store, { poolId, userId: tom, kind: 'pick', about, value: { side: 'home', best: true } });
      const marked = async () => {
        const query = league.store.db.selectFrom('game_picks').select('best').where('entry_id', '=', kims());
        return (await query.where('gid', '=', about).execute()).map(({ best }) => best);
      };
      (await link()).ok();
      expect(await marked()).toEqual([0]);
      (await unlink()).ok();
      league.clock.set(MONDAY);
      (await link()).ok();
      expect(await marked()).toEqual([1]);
    });

    test('beside its own entry, each keeps its own name and number', async () => {
      poolId = await poolWith({ entries: 3 });
      (await link()).ok();
      const as = kim;
      const added = (await league.call('POST /api/pools/:poolId/entries', { as, params: { poolId }, body: {} })).ok();
      expect(added.name).toBe('Kim 2');
      const params = { entryId: entry() };
      const named = await league.call('PATCH /api/entries/:entryId', { as, params, body: { name: 'Old Tom' } });
      expect(named.ok().name).toBe('Old Tom');
      const reset = await league.call('PATCH /api/entries/:entryId', { as: runner, params, body: { name: null } });
      expect(reset.ok().name).toBe('Kim');
    });

    test('its name is not changed as that of a player', async () => {
      (await link()).ok();
      const renaming = { as: admin, params: { playerId: tom }, body: { displayName: 'Tim' } };
      expect((await league.call('PATCH /api/admin/players/:playerId', renaming)).code).toBe('player_linked');
    });
  });

  describe('are not linked', () => {
    test.each<[string, () => Promise<{ code: string | null }>, string]>([
      ['by a commissioner to somebody who is no member', () => link(runner), 'player_not_found'],
      [
        'by a commissioner to somebody who was removed',
        async () => {
          await join();
          await removeMember(league.deps, poolId, kim?.userId ?? '');
          return link(runner);
        },
        'player_not_found',
      ],
      [
        'to an account that is disabled',
        async () => {
          await setEnabled(league.deps, kim?.userId ?? '', false);
          return link();
        },
        'player_not_found',
      ],
      ['to another player', () => link(admin, params(entry(), tom)), 'player_not_found'],
      ['by somebody to their own account', () => link(admin, params(entry(), admin?.userId)), 'own_account'],
      [
        'where the entry has an account of its own',
        async () => {
          await join();
          return link(admin, params(kims(), admin?.userId));
        },
        'player_linked',
      ],
      [
        'where their member was removed',
        async () => {
          await removeMember(league.deps, poolId, tom);
          return link();
        },
        'entry_not_found',
      ],
    ])('%s', async (_, act, code) => {
      const before = await holdings();
      expect((await act()).code).toBe(code);
      const { picks } = await holdings();
      expect(picks).toEqual(before.picks);
    });

    test('to a user who entered a pick for them after its lock, by anyone', async () => {
      await give(tom, [null]);
      (await league.enter(runner, entry(), { gid: games[0] ?? '', side: 'home' })).ok();
      expect((await link(admin, params(entry(), runner?.userId))).code).toBe('entered_late');
    });
  });

  test('are linked to who entered a pick for them before its lock, though another pool had locked it', async () => {
    league.clock.set(BEFORE);
    await addPool(league.deps, { rules: { deadline: 'week' } });
    league.clock.set(AFTER);
    poolId = await poolWith({});
    (await league.enter(runner, entry(), { gid: games[3] ?? '', side: 'home' })).ok();
    expect((await link(admin, params(entry(), runner?.userId))).code).toBeNull();
  });

  describe('A preview', () => {
    test('shows the effect of the link, and changes nothing', async () => {
      await join();
      await give(kim?.userId ?? '', ['away']);
      const before = await dumpTables(league.store.db);
      const told = (await preview()).ok();
      expect(await dumpTables(league.store.db)).toEqual(before);
      expect((await link()).ok()).toEqual(told);
    });

    test('shows only numbers for open games', async () => {
      await join();
      const told: string[] = [];
      for (const side of ['home', 'away'] as const) {
        await give(kim?.userId ?? '', [undefined, undefined, undefined, side]);
        told.push((await preview()).text);
      }
      expect(told[0]).toBe(told[1]);
    });

    test.each<[string, Partial<PoolRules>, () => Promise<void>, object]>([
      [
        'a guess',
        { tiebreak: 'closest' },
        async () => {
          const value = { gid: games[3] ?? '', total: 40 };
          await putChoice(league.store, { poolId, userId: tom, kind: 'guess', about: WEEK_1, value });
        },
        { withdrawn: 0, filled: 3, kept: 0 },
      ],
      [
        'an order with open games',
        { format: 'confidence' },
        async () => {
          const value = { order: games };
          await putChoice(league.store, { poolId, userId: tom, kind: 'order', about: WEEK_1, value });
        },
        { withdrawn: 0, filled: 0, kept: 3 },
      ],
    ])('counts nothing that the MatchUp does not show as made: %s', async (_, rules, choose, counts) => {
      poolId = await poolWith(rules);
      await join();
      await give(tom, ['home', 'home', 'away']);
      const told = (await preview()).text;
      await choose();
      expect(JSON.parse(told)).toMatchObject(counts);
      expect((await preview()).text).toBe(told);
    });

    test('says nothing of the sealed team of an entry that is out, whose lock refuses no link either', async () => {
      poolId = await poolWith({ format: 'survivor' });
      const next = await addGame(league.deps, { weekId: WEEK_2, kickoff: MONDAY + HOUR });
      const lost = { gid: games[0] ?? '', team: 'DAL' };
      await putChoice(league.store, { poolId, userId: tom, kind: 'team', about: WEEK_1, value: lost });
      await league.store.db
        .updateTable('games')
        .set({ status: 'Final' })
        .where('gid', '=', games[3] ?? '')
        .execute();
      league.clock.set(MONDAY + HOUR - MINUTE);
      await give(tom, []);
      const told = (await preview()).text;
      const sealed = { gid: next, team: 'PHI' };
      await putChoice(league.store, { poolId, userId: tom, kind: 'team', about: WEEK_2, value: sealed });
      expect(JSON.parse(told)).toMatchObject({ withdrawn: 0 });
      expect((await preview()).text).toBe(told);
    });

    /** All games are over, and Tom has won the week. */
    async function decide(): Promise<void> {
      await league.store.db.updateTable('games').set({ status: 'Final', home_score: 7 }).execute();
      league.clock.set(MONDAY + HOUR);
      await give(tom, [undefined, undefined, undefined, 'home']);
    }

    test('does not show a winner whose name only changed', async () => {
      await decide();
      expect((await link()).ok()).toMatchObject({ way: 'given', changes: [] });
      expect(await standings()).toEqual({ Kim: 3 });
    });

    test('shows which winners and prizes change, and so does that of undoing', async () => {
      await join();
      const plan = { fee: 0, week: 500, places: [] };
      const body = { plan, seen: { fee: 0, week: 0, places: [] } };
      (await league.call('PUT /api/pools/:poolId/money/plan', { as: admin, params: { poolId }, body })).ok();
      await give(kim?.userId ?? '', ['away']);
      await decide();
      expect(await standings()).toEqual({ 'Old Tom': 3, Kim: 0 });
      const change = (before: string, after: string) => [
        { of: WEEK_1, what: 'winners', before, after },
        { of: WEEK_1, what: 'prize', before: `${before} $5`, after: `${after} $5` },
      ];
      expect((await preview()).ok()).toMatchObject({ changes: change('Old Tom', 'Kim') });
      (await link()).ok();
      expect(await standings()).toEqual({ Kim: 2 });
      expect((await previewUndo()).ok()).toMatchObject({ changes: change('Kim', 'Old Tom') });
    });
  });

  describe('Undone, a link', () => {
    test('leaves both as they were, but for picks of open games', async () => {
      await join();
      await give(tom, [undefined, undefined, undefined, null], AFTER);
      await give(kim?.userId ?? '', ['away', undefined, undefined, 'away']);
      const before = await holdings();
      (await link()).ok();
      expect(await holdings()).not.toEqual(before);
      const undone = { entryName: 'Old Tom', returned: 2, kept: 0, needsReason: false, changes: [] };
      expect((await previewUndo()).ok()).toEqual(undone);
      expect((await unlink()).ok()).toEqual(undone);
      expect(await holdings()).toEqual(before);
      expect(await links()).toEqual([]);
      expect((await auditRows(league.store.db)).at(-1)).toMatchObject({ act: 'player.unlink', userId: kim?.userId });
    });

    test('ends the default that the account had for the entry', async () => {
      poolId = await poolWith({ missed: 'own' });
      (await link()).ok();
      const body = { value: { side: 'away' as const } };
      (await league.call('PUT /api/entries/:entryId/default', { as: kim, params: { entryId: entry() }, body })).ok();
      league.clock.advance(MINUTE);
      (await unlink()).ok();
      const last = (await defaultsOf(league.store.db, [entry()])).get(entry())?.at(-1);
      expect(last).toEqual({ madeAt: AFTER + MINUTE, value: null });
    });

    test('that gave an account its only entry ends its membership', async () => {
      const { members } = await holdings();
      (await link()).ok();
      (await unlink()).ok();
      expect((await holdings()).members).toEqual(members);
      expect((await link(runner)).code).toBe('player_not_found');
    });

    test('restores no pick of an open game, and nothing that it reports depends on one', async () => {
      const open = await addGame(league.deps, { kickoff: MONDAY + HOUR });
      games = [...games, open];
      await give(tom, [undefined, undefined, undefined, undefined, 'home']);
      (await link()).ok();
      const told: string[] = [];
      for (const touch of [async () => {}, () => pick(4, 'home'), () => pick(4, 'away')]) {
        await touch();
        told.push((await previewUndo()).text);
      }
      expect(new Set(told).size).toBe(1);
      expect((await unlink()).text).toBe(told[0]);
      expect(await sidesOf(entry())).toEqual(['home', 'home', 'away', null, 'away']);
      expect((await auditRows(league.store.db)).at(-1)?.after).toEqual({ entryName: 'Old Tom' });
    });

    test('says of a survivor entry nothing that depends on its team of another week', async () => {
      poolId = await poolWith({ format: 'survivor' });
      const next = await addGame(league.deps, { weekId: WEEK_2, kickoff: MONDAY + 7 * 24 * HOUR });
      const team = (gid: string, name: string) => ({ kind: 'team', value: { gid, team: name } }) as const;
      await putChoice(league.store, { poolId, userId: tom, about: WEEK_1, ...team(games[3] ?? '', 'PHI') });
      (await link()).ok();
      const told: string[] = [];
      for (const name of ['PHI', 'DAL']) {
        const choice = { kind: 'team' as const, about: WEEK_2, value: { gid: next, team: name } };
        const input = { as: kim, params: { entryId: entry() }, body: { picks: [choice] } };
        expect((await league.call('PUT /api/entries/:entryId/picks', input)).ok().picks[0]).toMatchObject({
          saved: true,
        });
        told.push((await previewUndo()).text);
      }
      expect(told[0]).toBe(told[1]);
    });

    test('of an account that has added another entry since leaves it a member, whatever that entry has', async () => {
      poolId = await poolWith({ entries: 2 });
      (await link()).ok();
      const added = { as: kim, params: { poolId }, body: {} };
      (await league.call('POST /api/pools/:poolId/entries', added)).ok();
      (await unlink()).ok();
      expect(Object.keys(await standings())).toHaveLength(2);
      expect((await link(runner)).ok()).toMatchObject({ becomesMember: false });
    });

    test('of an account that has given up its own entry since leaves it one to play with', async () => {
      poolId = await poolWith({ entries: 2 });
      league.clock.set(BEFORE);
      await join();
      const own = kims();
      (await link()).ok();
      (await league.call('DELETE /api/entries/:entryId', { as: kim, params: { entryId: own } })).ok();
      (await unlink()).ok();
      expect(Object.keys(await standings())).toEqual(['Kim 2', 'Old Tom']);
    });

    test('needs a reason once a game has locked, and the log has it', async () => {
      (await link()).ok();
      league.clock.set(MONDAY);
      expect((await previewUndo()).ok()).toMatchObject({ needsReason: true });
      const before = await holdings();
      for (const reason of ['', ' ']) {
        const refused = await unlink(reason);
        expect([refused.code, JSON.parse(refused.text).error.field]).toEqual(['undo_reason_missing', 'reason']);
      }
      expect(await holdings()).toEqual(before);
      (await unlink(' The wrong Kim ')).ok();
      expect((await auditRows(league.store.db)).at(-1)).toMatchObject({ after: { why: 'The wrong Kim' } });
    });

    test('keeps later changes in the entry that it filled', async () => {
      await join();
      (await link()).ok();
      await give(kim?.userId ?? '', ['away'], AFTER);
      expect((await unlink()).ok()).toMatchObject({ returned: 2, kept: 1 });
      expect(await sidesOf(kims())).toEqual(['away', undefined, undefined, undefined]);
    });

    test('comes after every later one that filled the same entry', async () => {
      const tim = await createUser(league.store.db, { displayName: 'Tim', accountId: null }, BEFORE);
      await join();
      await join(tim);
      await give(tom, [undefined, undefined, undefined, null], AFTER);
      const before = await holdings();
      (await link()).ok();
      (await link(admin, params(entryIdOf(poolId, tim)))).ok();
      expect((await unlink()).code).toBe('later_link');
      (await unlink('', entryIdOf(poolId, tim))).ok();
      (await unlink()).ok();
      expect(await holdings()).toEqual(before);
    });

    test('is none any more, and can be made again', async () => {
      expect((await unlink()).code).toBe('player_not_linked');
      (await link()).ok();
      (await unlink()).ok();
      expect((await unlink()).code).toBe('player_not_linked');
      (await link()).ok();
      expect(await standings()).toEqual({ Kim: 2 });
    });

    test('of before the upgrade ends the membership that it began', async () => {
      await join();
      (await link()).ok();
      const { db } = league.store;
      const made = await db.selectFrom('entry_links').select(['id', 'moved']).executeTakeFirstOrThrow();
      const moved = { ...JSON.parse(made.moved), membership: { player: 1, account: null } };
      await db
        .updateTable('entry_links')
        .set({ moved: JSON.stringify(moved) })
        .where('id', '=', made.id)
        .execute();
      (await unlink()).ok();
      expect(await standings()).toEqual({ 'Old Tom': 2 });
    });

    test('leaves a membership as a commissioner changed it since', async () => {
      await join();
      (await link()).ok();
      await removeMember(league.deps, poolId, kim?.userId ?? '');
      (await unlink()).ok();
      expect(await standings()).toEqual({ 'Old Tom': 2 });
    });
  });
});
