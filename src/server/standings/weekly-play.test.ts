import { beforeEach, describe, expect, test } from 'vitest';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import { rulesWith } from '#core/rules/pool-rules.ts';
import type { Side } from '#core/types.ts';
import { enterForEntry } from '#server/entering/store.ts';
import type { Person } from '#tests/builders.ts';
import { addGame, removeMember, WEEK_1, WEEK_2 } from '#tests/builders.ts';
import { HOUR, MINUTE, SUNDAY_1PM } from '#tests/core-samples.ts';
import { usualEngines } from '#tests/engines.ts';
import { entryIdOf } from '#tests/entry-ids.ts';
import { aLeague, withLeague } from '#tests/league.ts';

const DAY = 24 * HOUR;
const FEE = 1001;

describe.each(usualEngines)('Weekly play on %s', (engine) => {
  const league = withLeague(engine);
  let admin: Person;
  let ann: Person;
  let bob: Person;
  let cy: Person;
  let poolId: string;
  /** Two games of the first week, three hours apart, and one of the second. */
  let games: { readonly early: string; readonly late: string; readonly next: string };

  async function begin(some: Partial<PoolRules> = {}): Promise<void> {
    ({ admin, ann, bob, cy, poolId } = await aLeague(league, {
      admins: ['admin'],
      members: ['ann', 'bob', 'cy'],
      weeks: [WEEK_1, WEEK_2],
      rules: rulesWith({ weekly: true, ...some }),
    }));
    games = {
      early: await addGame(league.deps),
      late: await addGame(league.deps, { home: 'KC', away: 'LV', kickoff: SUNDAY_1PM + 3 * HOUR }),
      next: await addGame(league.deps, { home: 'SF', away: 'SEA', weekId: WEEK_2, kickoff: SUNDAY_1PM + 7 * DAY }),
    };
    const plan = { fee: FEE, week: 0, places: [] };
    const body = { plan, seen: { ...plan, fee: 0 } };
    (await league.call('PUT /api/pools/:poolId/money/plan', { as: admin, params: { poolId }, body })).ok();
  }

  beforeEach(async () => {
    for (const table of ['picks', 'week_scores', 'pool_weeks', 'games'] as const)
      await league.store.db.deleteFrom(table).execute();
  });

  async function pick(as: Person, gid: string, side: Side | null = 'home'): Promise<void> {
    (await league.pick(as, poolId, { gid, side })).ok();
  }

  async function enter(who: Person, gid: string, side: Side | null): Promise<void> {
    (await league.enter(admin, entryIdOf(poolId, who.userId), { gid, side })).ok();
  }

  async function end(...gids: string[]): Promise<void> {
    const body = { status: 'Final', homeScore: 24, awayScore: 10 } as const;
    for (const gid of gids) (await league.call('PATCH /api/games/:gid', { as: admin, params: { gid }, body })).ok();
  }

  async function callOff(gid: string): Promise<void> {
    (await league.call('PATCH /api/games/:gid', { as: admin, params: { gid }, body: { void: 'cancelled' } })).ok();
  }

  const standings = async () =>
    (await league.call('GET /api/pools/:poolId/standings', { as: ann, params: { poolId } })).ok();

  /** Points by week, total and average: `Ann 2 – | 2, 2.0`. */
  async function table(): Promise<string[]> {
    const shown = (halves: number | null) => (halves === null ? '–' : halves / 2);
    const { rows } = await standings();
    return rows.map(({ name, halves, totalHalves, average }) => {
      return `${name} ${halves.map(shown).join(' ')} | ${totalHalves / 2}, ${average}`;
    });
  }

  /** Who plays the first week, as the Matchup shows it to another member. */
  async function players(): Promise<string> {
    const params = { poolId, weekId: WEEK_1 };
    const { rows } = (await league.call('GET /api/pools/:poolId/weeks/:weekId/matchup', { as: cy, params })).ok();
    return rows
      .flatMap(({ name, isBlank }) => (isBlank ? [] : [name]))
      .toSorted()
      .join(', ');
  }

  /** The fees due, and the prize of each week with its winners: `Ann 1001, Bob 0`, `1001: Ann`. */
  async function money() {
    const { entries, prizes } = (
      await league.call('GET /api/pools/:poolId/money', { as: ann, params: { poolId } })
    ).ok();
    const nameOf = new Map(entries.map(({ id, name }) => [id, name]));
    return {
      due: entries.map(({ name, due }) => `${name} ${due}`).join(', '),
      prizes: prizes.map(({ cents, shares }) =>
        [`${cents}:`, ...shares.map((share) => `${nameOf.get(share.id)} ${share.cents}`)].join(' '),
      ),
    };
  }

  test('begins for an entry with the lock of its first picked game, and not before', async () => {
    await begin({ tiebreak: 'closest' });
    const pool = (await league.call('GET /api/pools/:poolId', { as: ann, params: { poolId } })).ok();
    expect(pool.weekFee).toBe(FEE);
    await pick(ann, games.early);
    await pick(bob, games.late);
    (await league.pick(cy, poolId, { gid: games.late, total: 40 })).ok();
    expect(await players()).toBe('');
    league.clock.set(SUNDAY_1PM + 5 * MINUTE);
    expect(await players()).toBe('Ann');
    expect(await money()).toEqual({ due: `Ann ${FEE}, Bob 0, Cy 0`, prizes: [`${FEE}:`] });
    await end(games.early);
    expect(await table()).toEqual(['Ann 1 – | 1, 1', 'Bob – – | 0, 0', 'Cy – – | 0, 0']);
    league.clock.set(SUNDAY_1PM + 3 * HOUR + 5 * MINUTE);
    // A guess is no pick.
    expect(await players()).toBe('Ann, Bob');
    expect(await table()).toEqual(['Ann 1 – | 1, 1', 'Bob 0 – | 0, 0', 'Cy – – | 0, 0']);
    expect(await money()).toEqual({ due: `Ann ${FEE}, Bob ${FEE}, Cy 0`, prizes: [`${2 * FEE}:`] });
  });

  test('pays the fees of a week to its winner, and leaves blank weeks out of averages', async () => {
    await begin();
    await pick(ann, games.early);
    await pick(bob, games.early, 'away');
    await pick(bob, games.next);
    await pick(cy, games.early);
    league.clock.set(SUNDAY_1PM + 8 * DAY);
    await end(...Object.values(games));
    expect(await table()).toEqual(['Ann 1 – | 1, 1', 'Bob 0 1 | 1, 0.5', 'Cy 1 – | 1, 1']);
    expect(await money()).toEqual({
      due: `Ann ${FEE}, Bob ${2 * FEE}, Cy ${FEE}`,
      prizes: ['3003: Ann 1502 Cy 1501', '1001: Bob 1001'],
    });
    const lab = (await league.call('GET /api/pools/:poolId/lab', { as: ann, params: { poolId } })).ok();
    const plays = Object.fromEntries(lab.entries.map((entry) => [entry.name, entry.plays]));
    expect(plays).toEqual({ Ann: [WEEK_1], Bob: [WEEK_1, WEEK_2], Cy: [WEEK_1] });
  });

  test('begins with a pick that a commissioner enters late, and ends with its removal; the log says so', async () => {
    await begin();
    await pick(ann, games.early);
    league.clock.set(SUNDAY_1PM + HOUR);
    await end(games.early);
    await enter(bob, games.late, 'home');
    expect(await players()).toBe('Ann');
    await enter(bob, games.early, 'away');
    expect(await players()).toBe('Ann, Bob');
    expect(await money()).toMatchObject({ due: `Ann ${FEE}, Bob ${FEE}, Cy 0`, prizes: [`${2 * FEE}:`] });
    await enter(bob, games.early, null);
    expect(await table()).toEqual(['Ann 1 – | 1, 1', 'Bob – – | 0, 0', 'Cy – – | 0, 0']);
    const { entries } = (await league.call('GET /api/pools/:poolId/log', { as: cy, params: { poolId } })).ok();
    const told = entries.map(({ act, fields }) => [act, fields.find(({ name }) => name === 'plays')?.after]);
    expect(told.filter(([act]) => /^bus/.test(String(act)))).toEqual([
      ['bus.clear', 'no longer plays the week'],
      ['bus.enter', 'now plays the week'],
    ]);
  });

  test('begins with an order of games once the first game of the week has locked', async () => {
    await begin({ format: 'confidence' });
    (await league.pick(bob, poolId, { order: [games.late, games.early] })).ok();
    expect(await players()).toBe('');
    league.clock.set(SUNDAY_1PM + 5 * MINUTE);
    expect(await players()).toBe('Bob');
  });

  test.each<[string, Partial<PoolRules>]>([
    ['pick', {}],
    ['order', { format: 'confidence' }],
  ])('does not begin with the %s of a game that was called off before its lock', async (kind, rules) => {
    await begin(rules);
    for (const [who, gid] of [
      [ann, games.early],
      [bob, games.late],
    ] as const) {
      if (kind === 'pick') await pick(who, gid);
      else (await league.pick(who, poolId, { order: [games.late, games.early] })).ok();
    }
    await callOff(games.early);
    league.clock.set(SUNDAY_1PM + 5 * MINUTE);
    expect(await players()).toBe('');
    league.clock.set(SUNDAY_1PM + 4 * HOUR);
    // Called off after its lock, a game still counts.
    await callOff(games.late);
    expect(await players()).toBe(kind === 'pick' ? 'Bob' : 'Ann, Bob');
  });

  test('keeps the fees of former members in the pots of the weeks that they played', async () => {
    await begin();
    await pick(ann, games.early);
    for (const gid of [games.early, games.next]) await pick(bob, gid, 'away');
    league.clock.set(SUNDAY_1PM + DAY);
    await end(games.early, games.late);
    const before = await money();
    expect(before).toEqual({ due: `Ann ${FEE}, Bob ${FEE}, Cy 0`, prizes: [`${2 * FEE}: Ann ${2 * FEE}`] });
    await removeMember(league.deps, poolId, bob.userId);
    league.deps.live.changed({ kind: 'pools', poolIds: [poolId] });
    expect(await money()).toEqual(before);
    // A lock after they left makes nobody play.
    league.clock.set(SUNDAY_1PM + 8 * DAY);
    expect(await money()).toEqual(before);
    const params = { poolId, entryId: entryIdOf(poolId, bob.userId) };
    const payment = { as: admin, params, body: { purpose: 'fee', cents: FEE, seen: { paid: 0, due: FEE } } };
    (await league.call('PUT /api/pools/:poolId/money/payments/:entryId', payment)).ok();
  });

  test('costs nothing for an entry that was given up before its first lock', async () => {
    await begin({ entries: 2 });
    const body = { name: 'Lucky' };
    const { id } = (await league.call('POST /api/pools/:poolId/entries', { as: ann, params: { poolId }, body })).ok();
    const picks = [{ kind: 'pick' as const, about: games.early, value: { side: 'home' as const } }];
    (await league.call('PUT /api/entries/:entryId/picks', { as: ann, params: { entryId: id }, body: { picks } })).ok();
    (await league.call('DELETE /api/entries/:entryId', { as: ann, params: { entryId: id } })).ok();
    league.clock.set(SUNDAY_1PM + HOUR);
    expect(await money()).toEqual({ due: 'Ann 0, Bob 0, Cy 0', prizes: [] });
  });

  test('leaves blank weeks out of the season tiebreak', async () => {
    await begin({ tiebreak: 'closest', seasonTiebreak: 'wins' });
    await pick(ann, games.early);
    await pick(bob, games.early);
    await pick(bob, games.next, 'away');
    for (const [who, weekId, gid] of [
      [ann, WEEK_1, games.late],
      [bob, WEEK_1, games.late],
      [bob, WEEK_2, games.next],
    ] as const)
      (await league.pick(who, poolId, { weekId, gid, total: 34 })).ok();
    league.clock.set(SUNDAY_1PM + 8 * DAY);
    await end(...Object.values(games));
    expect((await standings()).rows.map(({ name, rank, ties }) => [rank, name, ties?.off])).toEqual([
      [1, 'Ann', [0, 0]],
      [1, 'Bob', [0, 0]],
      [3, 'Cy', [0, 0]],
    ]);
  });

  test.each([1, 2, 3])('is no news of an entered pick if a pick of its own locks meanwhile, %i', async (calls) => {
    await begin();
    await pick(bob, games.early);
    const before = league.clock.now();
    let left = calls;
    const clock = () => {
      left -= 1;
      return left < 0 ? SUNDAY_1PM + HOUR : before;
    };
    const actor = { by: 'commissioner', userId: admin.userId, reason: 'phoned in' } as const;
    const wish = { kind: 'pick', about: games.late, value: { side: 'home' } } as const;
    const entering = { poolId, entryId: entryIdOf(poolId, bob.userId), wishes: [wish], actor };
    await enterForEntry(league.store, entering, clock);
    const query = league.store.db.selectFrom('audit_log').select('after').where('pool_id', '=', poolId);
    const rows = await query.where('act', '=', 'bus.enter').execute();
    expect(rows.filter(({ after }) => after?.includes('plays'))).toEqual([]);
  });
});
