import { Compile } from 'typebox/compile';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { GamesReply } from '#contract/games.ts';
import type { BodyOf } from '#contract/index.ts';
import { MatchupReply, StandingsReply } from '#contract/standings.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import type { Side } from '#core/types.ts';
import type { Person, PoolTraits } from '#tests/builders.ts';
import { addGame, addPerson, addPool, removeMember, setEnabled, WEEK_1, WEEK_2 } from '#tests/builders.ts';
import { rounded, straightUp, withSpread } from '#tests/core-samples.ts';
import { entryIdOf } from '#tests/entry-ids.ts';
import { aLeague, withLeague } from '#tests/league.ts';
import { recount } from './store.ts';

type Edit = BodyOf<'PATCH /api/games/:gid'>;

describe('Scores', () => {
  const league = withLeague('sqlite');
  let admin: Person;
  let ann: Person;
  let bob: Person;
  let poolId: string;
  let gid: string;

  beforeEach(async () => {
    ({ admin, ann, bob, poolId, gid } = await aLeague(league, {
      admins: ['admin'],
      members: ['ann', 'bob'],
      games: { gid: {} },
    }));
  });

  afterEach(async () => {
    expect(await recount(league.store), 'stored scores are those of a recount').toEqual([]);
  });

  const newPool = (traits: PoolTraits = {}) => addPool(league.deps, { members: [ann, bob], ...traits });

  async function edit(body: Edit, id = gid): Promise<void> {
    (await league.call('PATCH /api/games/:gid', { as: admin, params: { gid: id }, body })).ok();
  }

  async function pick(as: Person, side: Side, id = gid): Promise<void> {
    (await league.pick(as, poolId, { gid: id, side })).ok();
  }

  const standingsOf = async (pool = poolId, as = ann) =>
    (await league.call('GET /api/pools/:poolId/standings', { as, params: { poolId: pool } })).ok();

  const matchupOf = async (weekId = WEEK_1, as = ann) =>
    (await league.call('GET /api/pools/:poolId/weeks/:weekId/matchup', { as, params: { poolId, weekId } })).ok();

  const ofWeek = (weekId: string) => ({ as: ann, params: { poolId, weekId } });

  const activePlayersOf = async (weekId = WEEK_1) =>
    (await league.call('GET /api/pools/:poolId/weeks/:weekId/active-players', ofWeek(weekId))).ok();

  const leaderOf = async (weekId = WEEK_1) =>
    (await league.call('GET /api/pools/:poolId/weeks/:weekId/leader', ofWeek(weekId))).ok();

  /** Totals by name. */
  async function totals(pool = poolId): Promise<Record<string, number>> {
    return Object.fromEntries((await standingsOf(pool)).rows.map((row) => [row.name, row.totalHalves / 2]));
  }

  async function bothPick(): Promise<void> {
    await pick(ann, 'home');
    await pick(bob, 'away');
  }

  test('a right pick scores a point as soon as the game is final', async () => {
    await bothPick();
    await edit({ status: 'In Progress', homeScore: 7, awayScore: 3 });
    expect(await totals()).toEqual({ Ann: 0, Bob: 0 });
    await edit({ status: 'Final' });
    expect(await totals()).toEqual({ Ann: 1, Bob: 0 });
  });

  test('editing a final game rescores at once, in every pool that plays its week', async () => {
    await bothPick();
    const first = poolId;
    poolId = await newPool();
    await pick(ann, 'away');
    await edit({ status: 'Final', homeScore: 7, awayScore: 3 });
    expect([await totals(first), await totals()]).toEqual([
      { Ann: 1, Bob: 0 },
      { Ann: 0, Bob: 0 },
    ]);
    await edit({ awayScore: 10 });
    expect([await totals(first), await totals()]).toEqual([
      { Ann: 0, Bob: 1 },
      { Ann: 1, Bob: 0 },
    ]);
    await edit({ status: 'In Progress' });
    expect([await totals(first), await totals()]).toEqual([
      { Ann: 0, Bob: 0 },
      { Ann: 0, Bob: 0 },
    ]);
  });

  test('so does editing a whole week', async () => {
    await bothPick();
    const editWeek = async (change: Edit, seen: Edit) => {
      const body = { games: [{ gid, ...change, seen }] };
      (await league.call('PATCH /api/weeks/:weekId/games', { as: admin, params: { weekId: WEEK_1 }, body })).ok();
    };
    await editWeek({ status: 'Final', homeScore: 7 }, { status: 'Not Started', homeScore: 0 });
    expect(await totals()).toEqual({ Ann: 1, Bob: 0 });
    await editWeek({ awayScore: 10 }, { awayScore: 0 });
    expect(await totals()).toEqual({ Ann: 0, Bob: 1 });
  });

  test('in a tie no pick is right', async () => {
    await bothPick();
    await edit({ status: 'Final', homeScore: 20, awayScore: 20 });
    expect(await totals()).toEqual({ Ann: 0, Bob: 0 });
  });

  test('a postponed or cancelled game does not count, and counts again when it is replayed', async () => {
    await bothPick();
    await edit({ status: 'Final', homeScore: 20, awayScore: 10 });
    await edit({ void: 'cancelled' });
    expect(await totals()).toEqual({ Ann: 0, Bob: 0 });
    await edit({ void: null });
    expect(await totals()).toEqual({ Ann: 1, Bob: 0 });
  });

  test.each<[string, PoolRules, number, Record<string, number>]>([
    ['without the spread the higher score wins', straightUp, 3.5, { Ann: 1, Bob: 0 }],
    ['with the spread away covers it', withSpread, 3.5, { Ann: 0, Bob: 1 }],
    ['with the spread a push goes to the home side', withSpread, 3, { Ann: 1, Bob: 0 }],
    ['rounding leaves no push', rounded, 3, { Ann: 0, Bob: 1 }],
    ['rounding moves an even line too', rounded, 0, { Ann: 1, Bob: 0 }],
  ])('%s', async (_, rules, spread, expected) => {
    poolId = await newPool({ rules });
    await bothPick();
    await edit({ status: 'Final', homeScore: 20, awayScore: 17, spread });
    expect(await totals()).toEqual(expected);
  });

  test('the total is over the weeks of the pool; the average over those that have a final game', async () => {
    poolId = await newPool({ weeks: [WEEK_1, WEEK_2, '2026-week3'] });
    const second = await addGame(league.deps, { weekId: WEEK_2 });
    await bothPick();
    await pick(ann, 'home', second);
    await edit({ status: 'Final', homeScore: 7 });
    await edit({ status: 'Final', homeScore: 7 }, second);
    const { weeks, rows } = await standingsOf();
    expect(weeks).toEqual([WEEK_1, WEEK_2, '2026-week3']);
    expect(rows).toMatchObject([
      { name: 'Ann', halves: [2, 2, null], totalHalves: 4, average: 1, rank: 1 },
      { name: 'Bob', halves: [0, 0, null], totalHalves: 0, average: 0, rank: 2 },
    ]);
    const lines = new Map((await matchupOf(WEEK_2)).rows.map((row) => [row.name, row]));
    expect(lines.get('Ann')).toMatchObject({ weekHalves: 2, overallHalves: 4 });
    expect(lines.get('Bob')).toMatchObject({ weekHalves: 0, overallHalves: 0 });
  });

  test('a removed member leaves the standings and returns with everything', async () => {
    await bothPick();
    await edit({ status: 'Final', homeScore: 7 });
    await removeMember(league.deps, poolId, ann.userId);
    league.deps.live.changed({ kind: 'everything' });
    expect(
      Object.keys(Object.fromEntries((await standingsOf(poolId, bob)).rows.map((row) => [row.name, row]))),
    ).toEqual(['Bob']);
    await league.store.db.updateTable('pool_members').set({ enabled: 1 }).where('pool_id', '=', poolId).execute();
    league.deps.live.changed({ kind: 'everything' });
    expect(await totals()).toEqual({ Ann: 1, Bob: 0 });
  });

  test('an account that is disabled changes no standing', async () => {
    await bothPick();
    await edit({ status: 'Final', homeScore: 7 });
    const before = [await standingsOf(poolId, bob), await matchupOf(WEEK_1, bob)];
    await setEnabled(league.deps, ann.userId, false);
    league.deps.live.changed({ kind: 'everything' });
    expect([await standingsOf(poolId, bob), await matchupOf(WEEK_1, bob)]).toEqual(before);
  });

  test('every entry has its own standing, and players are counted once', async () => {
    poolId = await newPool({ rules: { entries: 2 } });
    const input = { as: ann, params: { poolId }, body: {} };
    const { id, name } = (await league.call('POST /api/pools/:poolId/entries', input)).ok();
    await pick(ann, 'home');
    const picks = [{ kind: 'pick' as const, about: gid, value: { side: 'home' as const } }];
    const ofSecond = { as: ann, params: { entryId: id }, body: { picks } };
    (await league.call('PUT /api/entries/:entryId/picks', ofSecond)).ok();
    expect(await activePlayersOf()).toEqual({ activePlayers: 1 });
    await edit({ status: 'Final', homeScore: 7 });
    expect((await standingsOf()).rows.map((row) => [row.id, row.ownerId, row.name, row.rank])).toEqual([
      [entryIdOf(poolId, ann.userId), ann.userId, 'Ann', 1],
      [id, ann.userId, name, 1],
      [entryIdOf(poolId, bob.userId), bob.userId, 'Bob', 3],
    ]);
    const both = [entryIdOf(poolId, ann.userId), id];
    expect(await leaderOf()).toEqual({ halves: 2, entryIds: both, ownerIds: [ann.userId], name: 'Ann' });
  });

  test('active players are the members with a pick in the active week', async () => {
    poolId = await newPool({ weeks: [WEEK_1, WEEK_2] });
    await pick(ann, 'home');
    await pick(bob, 'home', await addGame(league.deps, { weekId: WEEK_2 }));
    expect(await standingsOf()).toMatchObject({ activeWeekId: WEEK_1 });
    expect(await activePlayersOf()).toEqual({ activePlayers: 1 });
    await pick(bob, 'home');
    expect(await activePlayersOf()).toEqual({ activePlayers: 2 });
    await removeMember(league.deps, poolId, bob.userId);
    league.deps.live.changed({ kind: 'everything' });
    expect(await activePlayersOf()).toEqual({ activePlayers: 1 });
  });

  test('the leader of a week is the member with most points in it, never with 0', async () => {
    poolId = await newPool({ weeks: [WEEK_1, WEEK_2] });
    const later = await addGame(league.deps, { weekId: WEEK_2 });
    await pick(ann, 'home');
    await pick(bob, 'away');
    await pick(bob, 'home', later);
    expect(await leaderOf()).toEqual({ halves: 0, entryIds: [], ownerIds: [], name: '' });
    await edit({ status: 'Final', homeScore: 7 });
    await edit({ status: 'Final', homeScore: 7 }, later);
    const ledBy = ({ userId }: Person) => ({ entryIds: [entryIdOf(poolId, userId)], ownerIds: [userId] });
    expect(await leaderOf()).toEqual({ halves: 2, ...ledBy(ann), name: 'Ann' });
    expect(await leaderOf(WEEK_2)).toEqual({ halves: 2, ...ledBy(bob), name: 'Bob' });
    await removeMember(league.deps, poolId, bob.userId);
    league.deps.live.changed({ kind: 'everything' });
    expect(await leaderOf(WEEK_2)).toEqual({ halves: 0, entryIds: [], ownerIds: [], name: '' });
  });

  test('the shares of a locked game count the picks of members, entered ones too, and of disabled accounts', async () => {
    const [cid, dan] = [await addPerson(league.deps), await addPerson(league.deps)];
    poolId = await newPool({ members: [ann, bob, cid, dan, admin] });
    const params = { poolId, weekId: WEEK_1 };
    const open = await addGame(league.deps, { weekId: WEEK_1 });
    const sharesOf = async () => {
      const reply = await league.call('GET /api/pools/:poolId/weeks/:weekId/shares', { as: ann, params });
      return reply.ok().games.filter((game) => [gid, open].includes(game.gid));
    };
    await bothPick();
    await pick(cid, 'home');
    await pick(cid, 'home', open);
    await edit({ status: 'In Progress' });
    expect(await sharesOf()).toEqual([{ gid, home: 2, away: 1 }]);
    (await league.enter(admin, entryIdOf(poolId, dan.userId), { gid, side: 'away' })).ok();
    expect(await sharesOf()).toEqual([{ gid, home: 2, away: 2 }]);
    await setEnabled(league.deps, cid.userId, false);
    await removeMember(league.deps, poolId, bob.userId);
    league.deps.live.changed({ kind: 'everything' });
    expect(await sharesOf()).toEqual([{ gid, home: 2, away: 1 }]);
  });

  test('members with the same name are distinguished', async () => {
    const other = await addPerson(league.deps, { name: 'Ann' });
    poolId = await newPool({ members: [ann, bob, other] });
    const names = (await standingsOf()).rows.map((row) => row.name);
    expect(names.sort()).toEqual(['Ann', 'Ann (2)', 'Bob']);
    expect((await matchupOf()).rows.map((row) => row.name).sort()).toEqual(names);
  });

  test('replies that are sent from a cache match the contract', async () => {
    await bothPick();
    await edit({ status: 'Final', homeScore: 7, spread: -2.5, void: 'postponed' });
    const params = { poolId, weekId: WEEK_1 };
    const { games } = (await league.call('GET /api/pools/:poolId/weeks/:weekId/games', { as: ann, params })).ok();
    expect(Compile(GamesReply).Errors({ games })).toEqual([]);
    for (const as of [ann, admin]) {
      expect(Compile(MatchupReply).Errors(await matchupOf(WEEK_1, as))).toEqual([]);
      expect(Compile(StandingsReply).Errors(await standingsOf(poolId, as))).toEqual([]);
    }
    expect(Compile(MatchupReply).Check({ ...(await matchupOf()), email: 'a@example.org' })).toBe(false);
  });
});
