import { beforeAll, describe, expect, test } from 'vitest';
import { compareRules } from '#core/rules/lab.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import { rulesWith } from '#core/rules/pool-rules.ts';
import type { Side } from '#core/types.ts';
import { setMembers } from '#server/members/store.ts';
import { recount } from '#server/standings/store.ts';
import type { Person } from '#tests/builders.ts';
import { addGame, addPerson, addPool } from '#tests/builders.ts';
import { HOUR, SUNDAY_1PM } from '#tests/core-samples.ts';
import { entryIdOf } from '#tests/entry-ids.ts';
import { withLeague } from '#tests/league.ts';

const DAY = 24 * HOUR;
const weekIds = ['2026-week1', '2026-week2', '2026-week3', '2026-week4', '2026-wild-card'];
/** Away, home, line: a home win, an away win, two pushes and a tie on an even line. */
const results = [
  [10, 24, 3.5],
  [27, 20, -2.5],
  [20, 23, 3],
  [24, 17, -7],
  [20, 20, 0],
] as const;
/** When they kick off, from Sunday 1 PM: on Thursday, three on Sunday, and on Monday. */
const kickoffs = [-3 * DAY, 0, 0, 3 * HOUR, 31 * HOUR] as const;
const MONDAY = 4;
const players = Array.from({ length: 10 }, (_, at) => `Player ${at}`);
/** They join after the second week. */
const late = ['Player 8', 'Player 9'];

const rules: Partial<PoolRules> = {
  useSpread: true,
  deadline: 'sunday',
  push: 'half',
  tie: 'both',
  wildCardPoints: 3,
  dropWeeks: 2,
  lateJoin: 'lowest',
  tiebreak: 'closest',
};
/** What they still play by once all other rules are taken back: these are settled. */
const plainRules = rulesWith({ deadline: 'sunday', tiebreak: 'closest' });

/** Everybody picks something else, and not everything. */
function sideOf(player: number, week: number, game: number): Side | null {
  const drawn = (player * 7 + week * 5 + game * 3 + player * week) % 7;
  return drawn === 0 ? null : drawn % 2 === 0 ? 'home' : 'away';
}

/** Not everybody guesses, and some guess the same. */
function guessOf(player: number, week: number): number | null {
  return (player + week) % 4 === 0 ? null : 30 + ((player * 11 + week * 5) % 24);
}

/** The points of the season, counted by hand: nothing here is from the rules that the product scores by. */
function countedByHand() {
  const pointsOf = (player: number, week: number): number | null => {
    if (late.includes(players[player] ?? '') && week < 2) return null;
    const worth = weekIds[week] === '2026-wild-card' ? 3 : 1;
    return results.reduce((sum, [away, home, line], game) => {
      const side = sideOf(player, week, game);
      if (side === null) return sum;
      if (line === 0 && away === home) return sum + worth;
      const margin = away + line - home;
      if (margin === 0) return sum + worth / 2;
      return sum + (margin > 0 === (side === 'away') ? worth : 0);
    }, 0);
  };
  const weeks = weekIds.map((_, week) => players.map((_, player) => pointsOf(player, week)));
  const filled = weeks.map((week) => week.map((points) => points ?? Math.min(...week.filter((each) => each !== null))));
  const winners = weeks.map((week) => {
    const best = Math.max(...week.map((points) => points ?? 0));
    return players.filter((_, player) => week[player] === best);
  });
  const mondayPoints = results[MONDAY][0] + results[MONDAY][1];
  const tiebreaks = winners.map((level, week) => {
    const offs = level.map((name) => {
      const guess = guessOf(players.indexOf(name), week);
      return guess === null ? 1000 : Math.abs(guess - mondayPoints);
    });
    return level.filter((_, at) => offs[at] === Math.min(...offs));
  });
  const seasons = players.map((_, player) => {
    const own = filled.map((week) => week[player] ?? 0).sort((a, b) => a - b);
    return own.slice(2).reduce((sum, points) => sum + points, 0);
  });
  const season = Object.fromEntries(players.map((name, at) => [name, seasons[at]]));
  return { filled, level: winners, winners: tiebreaks, totals: season };
}

describe('A season under rules of its own', () => {
  const league = withLeague('sqlite');
  let poolId: string;
  let admin: Person;
  const people: Person[] = [];

  beforeAll(async () => {
    admin = await addPerson(league.deps, { isAdmin: true });
    for (const name of players) people.push(await addPerson(league.deps, { name }));
    const members = people.filter((_, at) => !late.includes(players[at] ?? ''));
    poolId = await addPool(league.deps, { rules, weeks: weekIds, members });
    for (const [week, weekId] of weekIds.entries()) {
      const kickoff = SUNDAY_1PM + 7 * week * DAY;
      league.clock.set(kickoff - 4 * DAY);
      if (week === 2) {
        const joining = people.filter((each) => !members.includes(each)).map(({ userId }) => userId);
        await setMembers(league.deps.store.db, poolId, joining, league.clock.now());
        league.deps.live.changed({ kind: 'everything' });
      }
      const gids: string[] = [];
      for (const [game, [, , spread]] of results.entries()) {
        gids.push(await addGame(league.deps, { weekId, kickoff: kickoff + (kickoffs[game] ?? 0), spread }));
      }
      const monday = gids[MONDAY] ?? '';
      for (const [player, as] of people.entries()) {
        if (week < 2 && !members.includes(as)) continue;
        const guess = guessOf(player, week);
        if (guess !== null) (await league.pick(as, poolId, { gid: monday, total: guess, weekId })).ok();
        for (const [game, gid] of gids.entries()) {
          const side = sideOf(player, week, game);
          if (side !== null) (await league.pick(as, poolId, { gid, side })).ok();
        }
      }
      // From the deadline on nothing is taken for Monday's game either.
      league.clock.set(kickoff + HOUR);
      for (const [player, as] of people.entries()) {
        if (week < 2 && !members.includes(as)) continue;
        const side = sideOf(player, week, MONDAY) === 'home' ? 'away' : 'home';
        const late = await league.pick(as, poolId, { gid: monday, side });
        expect(late.code).toBe('game_locked');
      }
      league.clock.set(kickoff + 2 * DAY);
      for (const [game, gid] of gids.entries()) {
        const [awayScore, homeScore] = results[game] ?? [0, 0];
        const body = { status: 'Final' as const, awayScore, homeScore };
        (await league.call('PATCH /api/games/:gid', { as: admin, params: { gid }, body })).ok();
      }
    }
  });

  const standings = async () =>
    (await league.call('GET /api/pools/:poolId/standings', { as: people[0] as Person, params: { poolId } })).ok();

  test('ends with the totals that a count by hand has', async () => {
    const { rows } = await standings();
    expect(Object.fromEntries(rows.map(({ name, totalHalves }) => [name, totalHalves / 2]))).toEqual(
      countedByHand().totals,
    );
    expect(rows.map(({ dropped }) => dropped?.length)).toEqual(players.map(() => 2));
    expect(await recount(league.deps.store)).toEqual([]);
  });

  test('has the weeks of the count by hand, those before joining with the lowest score', async () => {
    const { rows } = await standings();
    for (const row of rows) {
      const player = players.indexOf(row.name);
      expect(row.halves.map((halves) => (halves ?? 0) / 2)).toEqual(countedByHand().filled.map((week) => week[player]));
      expect(row.late).toEqual(late.includes(row.name) ? weekIds.slice(0, 2) : undefined);
    }
  });

  test('leads each week with whom the count by hand has on top', async () => {
    for (const [week, weekId] of weekIds.entries()) {
      const input = { as: people[0] as Person, params: { poolId, weekId } };
      const { ownerIds } = (await league.call('GET /api/pools/:poolId/weeks/:weekId/leader', input)).ok();
      const names = ownerIds.map((id) => players[people.findIndex(({ userId }) => userId === id)]);
      expect(names.sort()).toEqual(countedByHand().winners[week]);
    }
  });

  test('is won each week by the closest guess of those on top in the count by hand', async () => {
    const { winners = {} } = await standings();
    const nameOf = (id: string) => players[people.findIndex(({ userId }) => entryIdOf(poolId, userId) === id)];
    const counted = countedByHand();
    expect(weekIds.map((weekId) => winners[weekId]?.map(({ id }) => nameOf(id)).sort())).toEqual(counted.winners);
    expect(counted.winners).not.toEqual(counted.level);
  });

  test('has the same totals in the lab, and under other rules those of a pool that plays by them', async () => {
    const input = { as: people[0] as Person, params: { poolId } };
    const { weeks, games, entries } = (await league.call('GET /api/pools/:poolId/lab', input)).ok();
    const season = {
      weekIds: weeks,
      games,
      entries: entries.map(({ picks, ...entry }) => ({
        ...entry,
        picks: Object.fromEntries(
          games.flatMap(({ gid }, at) =>
            picks[at] === '-'
              ? []
              : [[gid, { side: picks[at] === 'h' ? ('home' as const) : ('away' as const), bus: false }]],
          ),
        ),
      })),
    };
    const { rows } = compareRules(season, rulesWith(rules), plainRules);
    const totals = (which: 'total' | 'otherTotal') => Object.fromEntries(rows.map((row) => [row.name, row[which] / 2]));
    expect(totals('total')).toEqual(countedByHand().totals);
    const plain = (
      await league.call('PATCH /api/pools/:poolId', {
        as: admin,
        params: { poolId },
        body: { change: { rules: plainRules }, seen: { rules: rulesWith(rules) }, reason: 'A try' },
      })
    ).ok();
    expect(plain.rules).toEqual(plainRules);
    const other = await standings();
    expect(Object.fromEntries(other.rows.map(({ name, totalHalves }) => [name, totalHalves / 2]))).toEqual(
      totals('otherTotal'),
    );
    await league.call('PATCH /api/pools/:poolId', {
      as: admin,
      params: { poolId },
      body: { change: { rules: rulesWith(rules) }, seen: { rules: plainRules }, reason: 'As it was' },
    });
  });

  test('shows the same totals in the Matchup', async () => {
    const input = { as: people[0] as Person, params: { poolId, weekId: '2026-week1' } };
    const { rows } = (await league.call('GET /api/pools/:poolId/weeks/:weekId/matchup', input)).ok();
    const overall = Object.fromEntries(rows.map((row) => [row.name, row.overallHalves / 2]));
    expect(overall).toEqual(countedByHand().totals);
  });
});
