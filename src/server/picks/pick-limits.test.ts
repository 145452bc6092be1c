import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import type { Side } from '#core/types.ts';
import { linkEntry } from '#server/entry-changes/link-store.ts';
import { importPoolPicks, OverLimit } from '#server/imports/picks-store.ts';
import { setMembers } from '#server/members/store.ts';
import type { Store } from '#server/platform/db/connect.ts';
import { connect } from '#server/platform/db/connect.ts';
import { createUser } from '#server/users/store.ts';
import type { Person } from '#tests/builders.ts';
import { addGame, addPerson, addPool, forgetPicks, ownPick, WEEK_1, WEEK_2 } from '#tests/builders.ts';
import { HOUR, SUNDAY_1PM } from '#tests/core-samples.ts';
import { engines, usualEngines } from '#tests/engines.ts';
import { entryIdOf } from '#tests/entry-ids.ts';
import { withLeague } from '#tests/league.ts';
import { pickWriter } from './store.ts';

describe.each(engines)('A pool in which players pick 2 games of a week on %s', (engine) => {
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
    sam = await addPerson(league.deps, { name: 'Sam' });
    const weeks = [WEEK_1, WEEK_2];
    poolId = await addPool(league.deps, { members: [sam, admin], rules: { games: 2 }, weeks });
    games = [];
    for (let at = 0; at < 4; at += 1) games.push(await addGame(league.deps, { kickoff: SUNDAY_1PM + at * HOUR }));
  });

  const gidAt = (at: number) => games[at] ?? '';

  async function pick(gid: string, side: Side | null, more: { basedOn?: number } = {}, pool = poolId) {
    const reply = await league.pick(sam, pool, { gid, side, ...more });
    return reply.code ?? 'saved';
  }

  async function edit(gid: string, body: object) {
    (await league.call('PATCH /api/games/:gid', { as: admin, params: { gid }, body })).ok();
  }

  async function enter(gid: string, side: Side | null) {
    return (await league.enter(admin, entryIdOf(poolId, sam.userId), { gid, side })).code ?? 'saved';
  }

  async function changeRule(change: Partial<PoolRules>, seen: Partial<PoolRules>) {
    const body = { change: { rules: change }, seen: { rules: seen }, reason: 'All want it' };
    const reply = await league.call('PATCH /api/pools/:poolId', { as: admin, params: { poolId }, body });
    return reply.code ?? 'saved';
  }

  /** The games that a person has picked. */
  async function stored(userId = sam.userId) {
    const query = league.store.db.selectFrom('game_picks').select('gid').where('side', 'is not', null);
    const rows = await query.where('entry_id', '=', entryIdOf(poolId, userId)).execute();
    return rows.map(({ gid }) => games.indexOf(gid)).sort();
  }

  async function fill() {
    expect([await pick(gidAt(0), 'home'), await pick(gidAt(1), 'home')]).toEqual(['saved', 'saved']);
  }

  test('several devices at once cannot exceed the limit', async () => {
    const more: Store[] = engine === 'sqlite' ? [] : [connect(league.store.location), connect(league.store.location)];
    const nodes = [league.store, ...more];
    const others = await Promise.all(Array.from({ length: 5 }, () => addPerson(league.deps)));
    const ids = [sam, ...others].map(({ userId }) => userId);
    await setMembers(league.store.db, poolId, ids, league.clock.now());
    for (let round = 0; round < 5; round += 1) {
      const writers = nodes.flatMap((node) => [pickWriter(node, league.clock.now), pickWriter(node, league.clock.now)]);
      const outcomes = await Promise.all(
        writers.flatMap((writer, at) =>
          ids.flatMap((_, player) =>
            games.map((_game, turn) => {
              const userId = ids[(player + at) % ids.length] ?? '';
              const gid = gidAt((turn + at + round) % games.length);
              return writer.add(ownPick({ poolId, gid, userId, side: 'home' }));
            }),
          ),
        ),
      );
      for (const outcome of outcomes) if (!outcome.saved) expect(outcome.refusal).toBe('too_many_picks');
      for (const userId of ids) expect(await stored(userId)).toHaveLength(2);
      await forgetPicks(league.store.db, { poolId });
    }
    for (const node of more) await node.close();
  });

  // What follows is SQL that both databases run alike.
  if (!usualEngines.includes(engine)) return;

  test('refuses a third pick until one is taken back', async () => {
    await fill();
    const refused = await league.pick(sam, poolId, { gid: gidAt(2), side: 'away' });
    expect([refused.status, refused.code]).toEqual([200, 'too_many_picks']);
    expect(refused.text).toContain('Take one back first.');
    expect(await stored()).toEqual([0, 1]);
    expect(await pick(gidAt(0), null)).toBe('saved');
    expect(await pick(gidAt(2), 'away')).toBe('saved');
    expect(await pick(gidAt(0), 'home')).toBe('too_many_picks');
    expect(await stored()).toEqual([1, 2]);
  });

  test('lets a player change the side of a pick, and pick another week', async () => {
    await fill();
    expect(await pick(gidAt(1), 'away')).toBe('saved');
    expect(await pick(gidAt(1), 'away')).toBe('saved');
    const next = await addGame(league.deps, { weekId: WEEK_2, kickoff: SUNDAY_1PM + 7 * 24 * HOUR });
    expect(await pick(next, 'home')).toBe('saved');
  });

  test('refuses offline picks beyond the limit, and stores those within it', async () => {
    expect(await pick(gidAt(0), 'home', { basedOn: 0 })).toBe('saved');
    expect(await pick(gidAt(1), 'home', { basedOn: 0 })).toBe('saved');
    expect(await pick(gidAt(2), 'home', { basedOn: 0 })).toBe('too_many_picks');
  });

  test('stores as many picks of a whole week as the limit allows, whatever else is in the call', async () => {
    const { each } = await league.pick(sam, poolId, ...games.map((gid) => ({ gid, side: 'home' as const })));
    const codes = each.map((answer) => (answer.saved ? 'saved' : answer.code));
    expect(codes.sort()).toEqual(['saved', 'saved', 'too_many_picks', 'too_many_picks']);
    expect(await stored()).toHaveLength(2);
  });

  test('refuses one pick of many in a batch without losing the others', async () => {
    const others = [await addPerson(league.deps), await addPerson(league.deps)];
    const ids = [sam, ...others].map(({ userId }) => userId);
    await setMembers(league.store.db, poolId, ids, league.clock.now());
    const writer = pickWriter(league.store, league.clock.now);
    const writes = ids.flatMap((userId, player) =>
      games.slice(0, player === 0 ? 4 : 2).map((gid) => ownPick({ poolId, gid, userId, side: 'home' })),
    );
    const outcomes = await Promise.all(writes.map((write) => writer.add(write)));
    expect(outcomes.map((outcome) => (outcome.saved ? 'saved' : outcome.refusal)).sort()).toEqual([
      ...Array.from({ length: 6 }, () => 'saved'),
      'too_many_picks',
      'too_many_picks',
    ]);
    for (const userId of ids) expect(await stored(userId)).toHaveLength(2);
  });

  test('a cancelled game does not count towards the limit; a reinstated one leaves the picks unchanged', async () => {
    await fill();
    await edit(gidAt(1), { void: 'postponed' });
    expect(await pick(gidAt(2), 'home')).toBe('saved');
    expect(await pick(gidAt(3), 'home')).toBe('too_many_picks');
    await edit(gidAt(1), { void: null });
    expect(await stored()).toEqual([0, 1, 2]);
    expect(await pick(gidAt(1), 'away')).toBe('saved');
    expect(await pick(gidAt(3), 'home')).toBe('too_many_picks');
    expect(await pick(gidAt(1), null)).toBe('saved');
    expect(await pick(gidAt(3), 'home')).toBe('too_many_picks');
  });

  test('a locked pick keeps its place', async () => {
    await fill();
    league.clock.set(SUNDAY_1PM + HOUR / 2);
    expect(await pick(gidAt(0), null)).toBe('game_locked');
    expect(await pick(gidAt(2), 'home')).toBe('too_many_picks');
  });

  test('an admin enters no third pick for a player either, before the lock or after it', async () => {
    await fill();
    expect(await enter(gidAt(2), 'home')).toBe('player_has_all_picks');
    league.clock.set(SUNDAY_1PM + 5 * HOUR);
    expect(await enter(gidAt(2), 'home')).toBe('player_has_all_picks');
    expect(await enter(gidAt(1), 'away')).toBe('saved');
    expect(await enter(gidAt(1), null)).toBe('saved');
    expect(await enter(gidAt(2), 'home')).toBe('saved');
    expect(await stored()).toEqual([0, 2]);
    const query = league.store.db.selectFrom('audit_log').select('act').where('pool_id', '=', poolId).orderBy('id');
    expect((await query.execute()).map(({ act }) => act)).toEqual(['bus.enter', 'bus.clear', 'bus.enter']);
  });

  test('a linked entry fills that of an account up to the limit, the first games first', async () => {
    const { store, clock } = league;
    const tom = await createUser(store.db, { displayName: 'Tom', accountId: null }, clock.now());
    await setMembers(store.db, poolId, [tom], clock.now());
    const entryId = entryIdOf(poolId, tom);
    const given = [gidAt(1), gidAt(2)].map((gid) => ({ gid, weekId: WEEK_1, entryId, side: 'away' as const }));
    await importPoolPicks(store, poolId, given, clock.now(), () => {});
    expect(await pick(gidAt(0), 'home')).toBe('saved');
    clock.set(SUNDAY_1PM + 5 * HOUR);
    const by = { userId: admin.userId, isAdmin: true, clock: clock.now };
    expect(await linkEntry(store, entryId, sam.userId, by)).toMatchObject({ way: 'filled', filled: 1, kept: 1 });
    expect(await stored()).toEqual([0, 1]);
  });

  test('an import writes no third pick, and no open game of an entry with an account', async () => {
    const { store, clock } = league;
    const entryId = entryIdOf(poolId, sam.userId);
    const given = games.map((gid) => ({ gid, weekId: WEEK_1, entryId, side: 'away' as const }));
    await fill();
    const importing = () => importPoolPicks(store, poolId, given, clock.now(), () => {});
    expect(await importing()).toEqual({ changed: 0, kept: 4 });
    clock.set(SUNDAY_1PM + 5 * HOUR);
    await expect(importing()).rejects.toThrow(OverLimit);
    expect(await stored()).toEqual([0, 1]);
  });

  test('an imported or linked pick of a cancelled game does not count towards the limit, and is kept', async () => {
    const { store, clock } = league;
    const tom = await createUser(store.db, { displayName: 'Tom', accountId: null }, clock.now());
    await setMembers(store.db, poolId, [tom], clock.now());
    await edit(gidAt(0), { void: 'cancelled' });
    const entryId = entryIdOf(poolId, tom);
    const given = [0, 1, 2].map((at) => ({ gid: gidAt(at), weekId: WEEK_1, entryId, side: 'away' as const }));
    await importPoolPicks(store, poolId, given, clock.now(), () => {});
    expect(await stored(tom)).toEqual([0, 1, 2]);
    expect([await pick(gidAt(1), 'home'), await pick(gidAt(2), 'home')]).toEqual(['saved', 'saved']);
    league.clock.set(SUNDAY_1PM + 5 * HOUR);
    const by = { userId: admin.userId, isAdmin: true, clock: clock.now };
    expect(await linkEntry(store, entryId, sam.userId, by)).toMatchObject({ filled: 1 });
    expect(await stored()).toEqual([0, 1, 2]);
  });

  test('a pick of a postponed game that is changed beside a new one takes no place from it', async () => {
    await pick(gidAt(0), 'home');
    await edit(gidAt(0), { void: 'postponed' });
    await pick(gidAt(1), 'home');
    const choices = [0, 2].map((at) => ({ gid: gidAt(at), side: 'away' as const }));
    (await league.pick(sam, poolId, ...choices)).ok();
    expect(await stored()).toEqual([0, 1, 2]);
  });

  test('reminders ask for as many picks as the pool lets a player make', async () => {
    const params = { poolId, weekId: WEEK_1 };
    const missing = async () => {
      const reply = await league.call('GET /api/pools/:poolId/weeks/:weekId/missing', { as: admin, params });
      const { openGames, entries } = reply.ok();
      return [openGames, entries.find(({ id }) => id === entryIdOf(poolId, sam.userId))?.missing];
    };
    expect(await missing()).toEqual([2, 2]);
    await pick(gidAt(3), 'home');
    expect(await missing()).toEqual([2, 1]);
    await pick(gidAt(2), 'home');
    expect(await missing()).toEqual([2, undefined]);
  });

  test('can be lowered only while no player has picked more, and cannot change after the first lock', async () => {
    await fill();
    expect(await changeRule({ games: 1 }, { games: 2 })).toBe('rule_below_picks');
    expect(await stored()).toEqual([0, 1]);
    expect(await changeRule({ games: 3 }, { games: 2 })).toBe('saved');
    expect(await pick(gidAt(2), 'home')).toBe('saved');
    expect(await changeRule({ games: 'all' }, { games: 3 })).toBe('saved');
    expect(await pick(gidAt(3), 'home')).toBe('saved');
    expect(await changeRule({ games: 4 }, { games: 'all' })).toBe('saved');
    league.clock.set(SUNDAY_1PM + HOUR);
    expect(await changeRule({ games: 'all' }, { games: 4 })).toBe('rule_settled');
  });

  test('requires all games by default', async () => {
    const usual = await addPool(league.deps, { members: [sam] });
    for (const gid of games) expect(await pick(gid, 'home', {}, usual)).toBe('saved');
  });
});
