/** The rules alone, without a server: a season's standings, and game day of a whole week. */
import { homeChance } from '#core/game-day/chance.ts';
import { gameDay } from '#core/game-day/game-day.ts';
import type { DayWeek } from '#core/game-day/week.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import { rulesWith } from '#core/rules/pool-rules.ts';
import { weeklyScore } from '#core/scoring.ts';
import { standings } from '#core/standings.ts';
import type { Picks } from '#core/types.ts';
import { weekId } from '#core/weeks.ts';
import { aScore, GAMES_A_WEEK, gamesOf, SEASON, sideOf } from '../league.ts';
import type { Line, Plan } from '../measure.ts';
import { lineOf, median } from '../measure.ts';

const PLAYERS = 200;

/** As many as the plainest way can do. */
const FEW_PLAYERS = 100;
const FEW_GAMES = 10;
/** µs */
const LEAST_TIME = 40_000;

/** The standings of a season, from the scores of its weeks. */
export async function measureStandings({ runs, rounds, weeks: count }: Plan): Promise<Line[]> {
  const rules = rulesWith({ useSpread: true, roundSpread: true });
  const weeks = Array.from({ length: count }, (_, week) => {
    const id = weekId(SEASON, week + 1);
    const common = { weekId: id, status: 'Final', void: null, lockAt: 0, frozenSpread: null } as const;
    return { id, games: gamesOf(id).map((gid, game) => ({ gid, ...common, ...aScore(week, game) })) };
  });
  const gids = weeks.flatMap(({ games }) => games.map(({ gid }) => gid));
  const season = weeks.map(({ id }) => ({ id, hasFinal: true, isDecided: true, lastLockAt: 0 }));
  const entrants = Array.from({ length: PLAYERS }, (_, player) => {
    const picks: Picks = Object.fromEntries(gids.map((gid, at) => [gid, { side: sideOf(player, at), bus: false }]));
    return {
      id: `player-${player}`,
      name: `Player ${player + 1}`,
      joinedAt: 0,
      isFirst: true,
      weeks: Object.fromEntries(weeks.map(({ id, games }) => [id, weeklyScore(games, picks, rules)])),
    };
  });
  const times = Array.from({ length: runs * rounds }, () => {
    const began = performance.now();
    if (standings(entrants, season, rules).length !== PLAYERS) throw new Error('A player is missing.');
    return performance.now() - began;
  });
  // The first half is there to warm up.
  const own = median(times.slice(times.length / 2));
  const name = `standings of ${PLAYERS} over a season`;
  return [{ name, unit: 'ms', own, aim: { below: 2 }, problems: [] }];
}

/**
 * Game day of a week in which every game is running, as a page calculates it, beside the plainest way: score everybody in every outcome.
 * Processor time, since a page has a core for it.
 */
export async function measureGameDay(plan: Plan): Promise<Line[]> {
  const players = Math.max(...plan.poolSizes);
  const pools = { flat: rulesWith({ useSpread: true }), confidence: rulesWith({ format: 'confidence' }) };
  return Object.entries(pools).flatMap(([pool, rules]): Line[] => {
    const [whole, few] = [aWeek(rules, players, GAMES_A_WEEK), aWeek(rules, FEW_PLAYERS, FEW_GAMES)];
    const rounds = Array.from({ length: plan.rounds + 1 }, () => ({
      whole: processorTime(() => gameDay(whole)),
      own: processorTime(() => gameDay(few)),
      raw: processorTime(() => plainChances(few)),
    })).slice(1);
    const wholeName = `game day, ${pool}: ${GAMES_A_WEEK} games, ${players} players`;
    const fewName = `game day, ${pool}: ${FEW_GAMES} games, ${FEW_PLAYERS} players`;
    const own = median(rounds.map((round) => round.whole));
    return [
      { name: wholeName, unit: 'ms', own, aim: { below: 400 }, problems: [] },
      lineOf({ name: fewName, unit: 'ms' }, rounds, problemsOf(few)),
    ];
  });
}

/** Both ways must have the same result. */
function problemsOf(week: DayWeek): string[] {
  const plain = plainChances(week);
  const wrong = gameDay(week).players.filter(({ chance }, at) => Math.abs(chance - (plain[at] ?? Number.NaN)) > 1e-9);
  return wrong.map(({ id }) => `${id} has another chance than the plainest way finds`);
}

/** The chance of each player, by the score of everybody in every outcome. */
function plainChances({ games, players, rules, now }: DayWeek): number[] {
  const chances = games.map((game) => homeChance(game, rules, now));
  const picks = players.map(({ picks: own, values }) =>
    Object.fromEntries(Object.entries(own).map(([gid, pick]) => [gid, { ...pick, value: values?.[gid] ?? 0 }])),
  );
  const sums = players.map(() => 0);
  for (let outcome = 0; outcome < 2 ** games.length; outcome += 1) {
    const isHome = games.map((_, game) => ((outcome >> game) & 1) === 1);
    const ended = games.map((game, at) => {
      const [homeScore, awayScore] = isHome[at] ? [99, 0] : [0, 99];
      return { ...game, status: 'Final' as const, homeScore, awayScore };
    });
    const scores = picks.map((own) => weeklyScore(ended, own, rules));
    const best = Math.max(1, ...scores);
    const winners = scores.flatMap((score, player) => (score === best ? [player] : []));
    const weight = chances.reduce((product, chance, at) => product * (isHome[at] ? chance : 1 - chance), 1);
    for (const winner of winners) sums[winner] = (sums[winner] ?? 0) + weight / winners.length;
  }
  return sums;
}

/** Milliseconds of this thread for one act. Its clock goes in steps, so short acts are repeated. */
function processorTime(act: () => unknown): number {
  const before = process.threadCpuUsage();
  for (let times = 1; ; times += 1) {
    act();
    const { user, system } = process.threadCpuUsage(before);
    if (user + system >= LEAST_TIME) return (user + system) / times / 1000;
  }
}

/** All games are running and all picks are revealed, so nothing can be left out. */
function aWeek(rules: PoolRules, players: number, games: number): DayWeek {
  const id = weekId(SEASON, 1);
  const gids = gamesOf(id).slice(0, games);
  return {
    rules,
    games: gids.map((gid, game) => ({
      gid,
      weekId: id,
      kickoff: 0,
      lockAt: 0,
      status: 'In Progress',
      void: null,
      homeScore: (7 * game) % 20,
      awayScore: (11 * game) % 20,
      spread: (game % 15) - 7,
      frozenSpread: null,
      situation: `Q${1 + (game % 4)} 7:30`,
    })),
    players: Array.from({ length: players }, (_, player) => {
      const side = (game: number) => (scattered(player, game) % 2 ? 'home' : 'away');
      const order = gids.toSorted((a, b) => scattered(gids.indexOf(a), player) - scattered(gids.indexOf(b), player));
      return {
        id: `player-${player}`,
        picks: Object.fromEntries(gids.map((gid, game) => [gid, { side: side(game), bus: false }])),
        sealed: [],
        values: Object.fromEntries(order.map((gid, at) => [gid, at + 1])),
      };
    }),
    viewerId: 'player-0',
    tiebreakGid: null,
    fixed: {},
    now: 1,
  };
}

/** A number that looks random, and is the same each time. */
function scattered(a: number, b: number): number {
  const mixed = Math.imul(a * 1000 + b + 1, 0x9e3779b1);
  return (mixed ^ (mixed >>> 15)) >>> 7;
}
