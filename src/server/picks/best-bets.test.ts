import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { BodyOf } from '#contract/index.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import type { Side } from '#core/types.ts';
import { linkEntry } from '#server/entry-changes/link-store.ts';
import { importPoolPicks, OverLimit } from '#server/imports/picks-store.ts';
import { setMembers } from '#server/members/store.ts';
import type { Store } from '#server/platform/db/connect.ts';
import { connect } from '#server/platform/db/connect.ts';
import { nextTurn } from '#server/platform/turns.ts';
import { weekOfPool } from '#server/pools/week-reads.ts';
import { recount } from '#server/standings/store.ts';
import { createUser } from '#server/users/store.ts';
import type { Person } from '#tests/builders.ts';
import { addGame, addPerson, addPool, forgetPicks, historyOf, ownPick, WEEK_1 } from '#tests/builders.ts';
import { HOUR, MINUTE, SUNDAY_1PM } from '#tests/core-samples.ts';
import { engines, usualEngines } from '#tests/engines.ts';
import { entryIdOf } from '#tests/entry-ids.ts';
import { withLeague } from '#tests/league.ts';
import { shortPick, shortPicks } from '#tests/pick.ts';
import { everythingRead } from '#tests/reads.ts';
import { revealedPicks } from './reads.ts';
import { pickWriter } from './store.ts';

interface More {
  readonly best?: boolean;
  readonly basedOn?: number;
}

describe.each(engines)('A pool with 2 best bets a week on %s', (engine) => {
  const league = withLeague(engine);
  let admin: Person;
  let sam: Person;
  let poolId: string;
  let games: string[];

  beforeAll(async () => {
    admin = await addPerson(league.deps, { isAdmin: true });
  });

  beforeEach(async () => {
    league.clock.set(SUNDAY_1PM - HOUR);
    await league.store.db.deleteFrom('picks').execute();
    await league.store.db.deleteFrom('games').execute();
    sam = await addPerson(league.deps, { name: 'Sam' });
    poolId = await addPool(league.deps, { members: [sam, admin], rules: { bestBets: 2 } });
    games = [];
    for (let at = 0; at < 4; at += 1) games.push(await addGame(league.deps, { kickoff: SUNDAY_1PM + at * HOUR }));
  });

  const gidAt = (at: number) => games[at] ?? '';

  async function pick(at: number, side: Side | null, more: More = {}, pool = poolId) {
    const reply = await league.pick(sam, pool, { gid: gidAt(at), side, ...more });
    return reply.code ?? shortPick(reply.ok());
  }
  const bet = (at: number, side: Side = 'home') => pick(at, side, { best: true });

  async function own() {
    return shortPicks(await league.own(sam, poolId));
  }

  /** The games that a person marked as best bets. */
  async function marked(userId = sam.userId) {
    const query = league.store.db
      .selectFrom('game_picks')
      .select('gid')
      .where('entry_id', '=', entryIdOf(poolId, userId));
    const rows = await query.where('best', '=', 1).execute();
    return rows.map(({ gid }) => games.indexOf(gid)).sort();
  }

  async function edit(at: number, body: BodyOf<'PATCH /api/games/:gid'>) {
    (await league.call('PATCH /api/games/:gid', { as: admin, params: { gid: gidAt(at) }, body })).ok();
  }

  async function enter(at: number, side: Side | null, best?: true) {
    return (await league.enter(admin, entryIdOf(poolId, sam.userId), { gid: gidAt(at), side, best })).code ?? 'saved';
  }

  const changeRule = (bestBets: PoolRules['bestBets'], seen: PoolRules['bestBets']) =>
    changeRules({ bestBets }, { bestBets: seen });

  async function changeRules(rules: Partial<PoolRules>, seen: Partial<PoolRules>) {
    const body = { change: { rules }, seen: { rules: seen }, reason: 'All want it' };
    const reply = await league.call('PATCH /api/pools/:poolId', { as: admin, params: { poolId }, body });
    return reply.code ?? 'saved';
  }

  async function samInMatchup() {
    const params = { poolId, weekId: WEEK_1 };
    const { rows } = (await league.call('GET /api/pools/:poolId/weeks/:weekId/matchup', { as: admin, params })).ok();
    return rows.find(({ ownerId }) => ownerId === sam.userId);
  }

  test('taps that follow each other at once leave the mark of the first one', async () => {
    const slot = { poolId, gid: gidAt(0), userId: sam.userId } as const;
    const writer = pickWriter(league.store, league.clock.now);
    const taps = [ownPick({ ...slot, side: 'home', best: true }), ownPick({ ...slot, side: 'away' })];
    await Promise.all(taps.map((tap) => writer.add(tap)));
    expect(await own()).toMatchObject({ [gidAt(0)]: { side: 'away', best: true } });
  });

  test('takes no third mark from several devices at once', async () => {
    const more: Store[] = engine === 'sqlite' ? [] : [connect(league.store.location)];
    const writers = [league.store, ...more].flatMap((node) => [0, 1].map(() => pickWriter(node, league.clock.now)));
    for (let round = 0; round < 5; round += 1) {
      const outcomes = await Promise.all(
        writers.flatMap((writer, at) =>
          games.map((_, turn) => {
            const gid = gidAt((turn + at + round) % games.length);
            return writer.add(ownPick({ poolId, gid, userId: sam.userId, side: 'home', best: true }));
          }),
        ),
      );
      for (const outcome of outcomes) if (!outcome.saved) expect(outcome.refusal).toBe('too_many_best_bets');
      expect(await marked()).toHaveLength(2);
      await forgetPicks(league.store.db, { poolId });
    }
    for (const node of more) await node.close();
  });

  test('has no fewer of them than marks, however close a mark and the change are', async () => {
    for (let round = 0; round < 20; round += 1) {
      const [mark, change] = [() => bet(0), () => changeRule(0, 2)];
      const [first, second] = round % 2 === 0 ? [mark, change] : [change, mark];
      const begun = first();
      // A little later each time, so that one of them meets the moment between a look and a write.
      for (let turn = 0; turn < round; turn += 1) await nextTurn();
      const outcomes = await Promise.all([begun, second()]);
      if (outcomes.includes('saved')) expect(await marked()).toEqual([]);
      else expect(outcomes).toContain('best_bets_picked');
      await forgetPicks(league.store.db, { poolId });
      if (outcomes.includes('saved')) expect(await changeRule(2, 0)).toBe('saved');
    }
  });

  // What follows is SQL that both databases run alike.
  if (!usualEngines.includes(engine)) return;

  test('stores the mark with the pick, as one revision, and keeps it when the side changes', async () => {
    expect(await bet(0)).toEqual({ side: 'home', revision: 1, best: true });
    expect(await pick(0, 'away')).toEqual({ side: 'away', revision: 2, best: true });
    expect(await bet(0, 'away')).toEqual({ side: 'away', revision: 2, best: true });
    expect(await own()).toEqual({ [gidAt(0)]: { side: 'away', revision: 2, best: true } });
    expect(await pick(0, 'away', { best: false })).toEqual({ side: 'away', revision: 3 });
    expect(await pick(0, 'home', { best: false })).toEqual({ side: 'home', revision: 4 });
  });

  test('a pick that is taken back has no mark, and none when it is made again', async () => {
    await bet(0);
    expect(await pick(0, null, { best: true })).toEqual({ side: null, revision: 2 });
    expect(await pick(0, 'home')).toEqual({ side: 'home', revision: 3 });
    expect(await marked()).toEqual([]);
  });

  test('a mark made offline yields to a newer pick', async () => {
    await pick(0, 'home');
    await pick(0, 'away');
    expect(await pick(0, 'home', { best: true, basedOn: 1 })).toBe('newer_pick');
    expect(await pick(0, 'away', { best: true, basedOn: 2 })).toEqual({ side: 'away', revision: 3, best: true });
  });

  test('keeps every state of the mark in the history', async () => {
    await bet(0);
    league.clock.advance(2000);
    await pick(0, 'home', { best: false });
    const states = await historyOf(league.store.db, 'pick', poolId);
    expect(states.map(({ revision, value }) => [revision, value])).toEqual([
      [1, { side: 'home', best: true }],
      [2, { side: 'home' }],
    ]);
  });

  test('takes no third mark until one is taken off', async () => {
    expect([await bet(0), await bet(1)]).toMatchObject([{ best: true }, { best: true }]);
    expect(await bet(2)).toBe('too_many_best_bets');
    expect((await own())[gidAt(2)]).toBeUndefined();
    await pick(2, 'home');
    expect(await bet(2)).toBe('too_many_best_bets');
    await pick(0, 'home', { best: false });
    expect(await bet(2)).toMatchObject({ best: true });
    expect(await marked()).toEqual([1, 2]);
  });

  test('takes no third mark in a call for the week either', async () => {
    const choices = games.map((gid) => ({ gid, side: 'home' as const, best: true }));
    const { each } = await league.pick(sam, poolId, ...choices);
    const codes = each.map((answer) => (answer.saved ? shortPick(answer.pick).best : answer.code));
    expect(codes.sort()).toEqual(['too_many_best_bets', 'too_many_best_bets', true, true]);
    expect(await marked()).toHaveLength(2);
  });

  test('refuses a mark in a pool without best bets', async () => {
    const plain = await addPool(league.deps, { members: [sam] });
    expect(await pick(0, 'home', { best: true }, plain)).toBe('no_best_bets');
    expect(await pick(0, 'home', { best: false }, plain)).toEqual({ side: 'home', revision: 1 });
    expect(await pick(0, 'home', { best: true }, plain)).toBe('no_best_bets');
  });

  test('a mark is set and taken off until the lock, and not after it', async () => {
    await bet(0);
    await pick(1, 'home');
    league.clock.set(SUNDAY_1PM + HOUR + 5 * MINUTE);
    expect(await pick(0, 'home', { best: false })).toBe('game_locked');
    expect(await bet(1)).toBe('game_locked');
    expect(await marked()).toEqual([0]);
  });

  test('a mark on a cancelled game does not count and is worth nothing; a reinstated one keeps all marks', async () => {
    await bet(0);
    await bet(1);
    await edit(0, { void: 'postponed' });
    expect(await bet(2)).toMatchObject({ best: true });
    expect(await bet(3)).toBe('too_many_best_bets');
    await edit(0, { void: null });
    expect(await marked()).toEqual([0, 1, 2]);
    expect(await bet(3)).toBe('too_many_best_bets');
    await edit(0, { void: 'cancelled' });
    league.clock.set(SUNDAY_1PM + 5 * HOUR);
    for (const at of [0, 1]) await edit(at, { status: 'Final', homeScore: 7, awayScore: 3 });
    expect((await samInMatchup())?.weekHalves).toBe(4);
  });

  test('a bet counts double in scores, matchup and lab, and is revealed with its side at its lock', async () => {
    await bet(0);
    await bet(1, 'away');
    await pick(2, 'home');
    const { db } = league.store;
    const week = await weekOfPool(db, poolId, WEEK_1);
    const told = async () => (await revealedPicks(db, poolId, week.games, league.clock.now())).map(({ best }) => best);
    expect([(await samInMatchup())?.picks, await told()]).toEqual(['???-', []]);
    league.clock.set(SUNDAY_1PM + 5 * MINUTE);
    expect([(await samInMatchup())?.picks, await told()]).toEqual(['H??-', [true]]);
    league.clock.set(SUNDAY_1PM + 5 * HOUR);
    for (const at of [0, 1, 2]) await edit(at, { status: 'Final', homeScore: 7, awayScore: 3 });
    expect(await samInMatchup()).toMatchObject({ picks: 'HAh-', weekHalves: 6, overallHalves: 6 });
    const lab = (await league.call('GET /api/pools/:poolId/lab', { as: admin, params: { poolId } })).ok();
    expect(lab.entries.find(({ ownerId }) => ownerId === sam.userId)?.picks).toBe('HAh-');
    expect(await recount(league.store)).toEqual([]);
    expect(await recount(league.store)).toEqual([]);
  });

  test('before the lock nothing that anyone else reads depends on the mark', async () => {
    const member = await addPerson(league.deps);
    await setMembers(league.store.db, poolId, [member.userId], league.clock.now());
    const entryId = entryIdOf(poolId, sam.userId);
    const params = {
      poolId,
      weekId: WEEK_1,
      gid: gidAt(0),
      userId: sam.userId,
      entryId,
    };
    const everything = () =>
      Promise.all([member, admin].map(({ cookie }) => everythingRead(league.app, params, cookie)));
    await pick(0, 'home');
    const unmarked = await everything();
    await bet(0);
    expect(await everything()).toEqual(unmarked);
    league.clock.set(SUNDAY_1PM + 5 * MINUTE);
    expect((await samInMatchup())?.picks[0]).toBe('H');
  });

  test('an admin who enters a pick sets no mark, keeps the mark of a corrected pick, and clears it with the pick', async () => {
    await bet(0);
    await bet(1);
    expect([await enter(2, 'home'), await enter(3, 'home', true)]).toEqual(['saved', 'saved']);
    league.clock.set(SUNDAY_1PM + 5 * HOUR);
    expect([await enter(0, 'away'), await enter(1, null)]).toEqual(['saved', 'saved']);
    expect(await marked()).toEqual([0]);
  });

  test('an import marks no third pick, and keeps marks if it has none', async () => {
    const { store, clock } = league;
    const tom = await createUser(store.db, { displayName: 'Tom', accountId: null }, clock.now());
    await setMembers(store.db, poolId, [tom], clock.now());
    const entryId = entryIdOf(poolId, tom);
    const given = games.map((gid) => ({ gid, weekId: WEEK_1, entryId, side: 'away' as const, best: true }));
    const importing = (picks: typeof given | Omit<(typeof given)[number], 'best'>[]) =>
      importPoolPicks(store, poolId, picks, clock.now(), () => {});
    await expect(importing(given)).rejects.toThrow(OverLimit);
    expect(await importing(given.slice(0, 2))).toMatchObject({ changed: 2 });
    expect(
      await importing(given.map(({ best: _, ...each }) => ({ ...each, side: 'home' as Side as 'away' }))),
    ).toMatchObject({
      changed: 4,
    });
    expect(await marked(tom)).toEqual([0, 1]);
  });

  test('a linked entry brings that of an account only as many marks as fit', async () => {
    const { store, clock } = league;
    const tom = await createUser(store.db, { displayName: 'Tom', accountId: null }, clock.now());
    await setMembers(store.db, poolId, [tom], clock.now());
    const entryId = entryIdOf(poolId, tom);
    const given = [1, 2].map((at) => ({
      gid: gidAt(at),
      weekId: WEEK_1,
      entryId,
      side: 'away' as const,
      best: true,
    }));
    await importPoolPicks(store, poolId, given, clock.now(), () => {});
    await bet(0);
    clock.set(SUNDAY_1PM + 5 * HOUR);
    const by = { userId: admin.userId, isAdmin: true, clock: clock.now };
    expect(await linkEntry(store, entryId, sam.userId, by)).toMatchObject({ way: 'filled', filled: 2 });
    expect(await marked()).toEqual([0, 1]);
  });

  test.each([
    ['no mark', {}],
    ['a mark', { best: true }],
  ])('lets a week have more of them, and no fewer, while a pick with %s is stored', async (_, more) => {
    await pick(0, 'home', more);
    for (const fewer of [1, 0] as const) expect(await changeRule(fewer, 2)).toBe('best_bets_picked');
    expect(await changeRules({ format: 'confidence' }, { format: 'pickem' })).toBe('best_bets_picked');
    expect(await changeRules({ games: 1 }, { games: 'all' })).toBe('best_bets_picked');
    expect(await changeRule(3, 2)).toBe('saved');
    await pick(0, null);
    expect(await changeRule(0, 3)).toBe('saved');
    expect(await bet(0)).toBe('no_best_bets');
    await pick(0, 'home');
    expect(await changeRule(1, 0)).toBe('saved');
    expect(await bet(0)).toMatchObject({ best: true });
  });
});
