import { beforeEach, describe, expect, test } from 'vitest';
import { compareRules } from '#core/rules/lab.ts';
import { rulesWith } from '#core/rules/pool-rules.ts';
import type { Side } from '#core/types.ts';
import type { Person } from '#tests/builders.ts';
import { addGame, WEEK_1, WEEK_2 } from '#tests/builders.ts';
import { HOUR, SUNDAY_1PM } from '#tests/core-samples.ts';
import { usualEngines } from '#tests/engines.ts';
import { entryIdOf } from '#tests/entry-ids.ts';
import { aLeague, withLeague } from '#tests/league.ts';

const rules = rulesWith({ tiebreak: 'closest-early', seasonTiebreak: 'wins' });
const DAY = 24 * HOUR;

describe.each(usualEngines)('Entries that are level in the standings on %s', (engine) => {
  const league = withLeague(engine);
  let admin: Person;
  let ann: Person;
  let bob: Person;
  let poolId: string;
  let games: { readonly first: string; readonly other: string; readonly second: string };

  beforeEach(async () => {
    for (const table of ['picks', 'week_scores', 'pool_weeks', 'games'] as const)
      await league.store.db.deleteFrom(table).execute();
    ({ admin, ann, bob, poolId } = await aLeague(league, {
      admins: ['admin'],
      members: ['ann', 'bob'],
      weeks: [WEEK_1, WEEK_2],
      rules,
    }));
    games = {
      first: await addGame(league.deps),
      other: await addGame(league.deps, { home: 'KC', away: 'LV', kickoff: SUNDAY_1PM + HOUR }),
      second: await addGame(league.deps, { home: 'SF', away: 'SEA', weekId: WEEK_2, kickoff: SUNDAY_1PM + 7 * DAY }),
    };
  });

  async function pick(as: Person, sides: Readonly<Record<string, Side>>): Promise<void> {
    for (const [gid, side] of Object.entries(sides)) (await league.pick(as, poolId, { gid, side })).ok();
  }

  async function guess(as: Person, gid: string, total: number): Promise<void> {
    (await league.pick(as, poolId, { gid, total })).ok();
  }

  async function end(gid: string, homeScore: number, awayScore: number): Promise<void> {
    const body = { status: 'Final', homeScore, awayScore } as const;
    (await league.call('PATCH /api/games/:gid', { as: admin, params: { gid }, body })).ok();
  }

  async function placesOf(): Promise<string[]> {
    const { rows } = (await league.call('GET /api/pools/:poolId/standings', { as: ann, params: { poolId } })).ok();
    return rows.map(({ name, rank, totalHalves }) => `${rank} ${name} ${totalHalves / 2}`);
  }

  /** The places as the rule lab counts them. */
  async function labPlaces(): Promise<string[]> {
    const lab = (await league.call('GET /api/pools/:poolId/lab', { as: ann, params: { poolId } })).ok();
    const picks = { h: 'home', a: 'away' } as const;
    const entries = lab.entries.map(({ picks: letters, ...entry }) => {
      const own = lab.games.flatMap(({ gid }, at) => {
        const side = picks[letters[at] as 'h' | 'a'];
        return side ? [[gid, { side, bus: false }] as const] : [];
      });
      return { ...entry, picks: Object.fromEntries(own) };
    });
    const { rows } = compareRules({ ...lab, weekIds: lab.weeks, entries }, rules, rules);
    return rows.map(({ name, rank, total }) => `${rank} ${name} ${total / 2}`);
  }

  test('are separated by the week that the earlier of two equal guesses won', async () => {
    await pick(bob, { [games.first]: 'home' });
    await guess(bob, games.other, 41);
    league.clock.advance(2000);
    await pick(ann, { [games.first]: 'home' });
    await guess(ann, games.other, 41);
    league.clock.set(SUNDAY_1PM + 2 * HOUR);
    await end(games.first, 24, 10);
    // No week is decided yet.
    expect(await placesOf()).toEqual(['1 Ann 1', '1 Bob 1']);
    await end(games.other, 20, 23);
    expect(await placesOf()).toEqual(['1 Bob 1', '2 Ann 1']);
    expect(await labPlaces()).toEqual(await placesOf());
    const { winners, rows } = (
      await league.call('GET /api/pools/:poolId/standings', { as: ann, params: { poolId } })
    ).ok();
    expect(winners?.[WEEK_1]).toEqual([{ id: entryIdOf(poolId, bob.userId), guess: 41, difference: -2 }]);
    expect(rows.map(({ name, ties }) => [name, ties?.won, ties?.correct, ties?.off])).toEqual([
      ['Bob', [true, false], [1, 0], [2, 0]],
      ['Ann', [false, false], [1, 0], [2, 0]],
    ]);
  });

  async function setPlan(): Promise<void> {
    const plan = { fee: 0, week: 0, places: [1000, 500] };
    const body = { plan, seen: { fee: 0, week: 0, places: [] } };
    (await league.call('PUT /api/pools/:poolId/money/plan', { as: admin, params: { poolId }, body })).ok();
  }

  async function placePrizes() {
    const { prizes } = (await league.call('GET /api/pools/:poolId/money', { as: ann, params: { poolId } })).ok();
    return prizes.at(-1)?.shares.map(({ id, cents }) => [id, cents]);
  }

  test('share the place if nothing separates them, and prizes with it', async () => {
    await setPlan();
    for (const as of [ann, bob]) await pick(as, { [games.first]: 'home' });
    await pick(ann, { [games.second]: 'home' });
    await pick(bob, { [games.second]: 'home' });
    league.clock.set(SUNDAY_1PM + 8 * DAY);
    for (const gid of Object.values(games)) await end(gid, 24, 10);
    expect(await placesOf()).toEqual(['1 Ann 2', '1 Bob 2']);
    expect(await labPlaces()).toEqual(await placesOf());
    expect(await placePrizes()).toEqual([
      [entryIdOf(poolId, ann.userId), 750],
      [entryIdOf(poolId, bob.userId), 750],
    ]);
  });

  test('have the prizes of their own places once they are separated', async () => {
    await setPlan();
    await pick(ann, { [games.first]: 'home', [games.second]: 'home' });
    await pick(bob, { [games.first]: 'home', [games.other]: 'home' });
    league.clock.set(SUNDAY_1PM + 8 * DAY);
    for (const gid of Object.values(games)) await end(gid, 24, 10);
    // Bob won the first week alone, Ann the second; both have two right picks; nobody guessed.
    expect(await placesOf()).toEqual(['1 Ann 2', '1 Bob 2']);
    await end(games.second, 10, 24);
    expect(await placesOf()).toEqual(['1 Bob 2', '2 Ann 1']);
    expect(await placePrizes()).toEqual([
      [entryIdOf(poolId, bob.userId), 1000],
      [entryIdOf(poolId, ann.userId), 500],
    ]);
  });
});
