/** The rules without a server: a season's standings, and game day of a whole week. */
import { homeChance } from '#core/game-day/chance.ts';
import { gameDay } from '#core/game-day/game-day.ts';
import type { DayWeek } from '#core/game-day/week.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import { rulesWith } from '#core/rules/pool-rules.ts';
import { weeklyScore } from '#core/scoring.ts';
import { standings } from '#core/standings.ts';
import { weekId } from '#core/weeks.ts';
import { aGame } from '#tests/core-samples.ts';
import { GAMES_A_WEEK, gamesOf, SEASON, scattered, sideOf } from '../league.ts';
import type { Line, Plan } from '../measure.ts';
import { lineOf, quantile, takeTurns } from '../measure.ts';

/** Players of a season's standings. */
const PLAYERS = 200;
/** As many as the brute-force baseline can handle. */
const FEW_PLAYERS = 100;
const FEW_GAMES = 10;
/** µs */
const LEAST_TIME = 40_000;

export async function measureRules({ rounds, weeks, poolSizes }: Plan): Promise<Line[]> {
  const name = `standings of ${PLAYERS} over a season`;
  const lines = [ownLine({ name, aim: { below: 2 } }, rounds, seasonStandings(weeks))];
  const pools = { flat: rulesWith({ useSpread: true }), confidence: rulesWith({ format: 'confidence' }) };
  for (const [pool, rules] of Object.entries(pools)) {
    const nameOf = ({ games, players }: DayWeek) =>
      `game day, ${pool}: ${games.length} games, ${players.length} players`;
    const whole = aWeek(rules, Math.max(...poolSizes), GAMES_A_WEEK);
    lines.push(ownLine({ name: nameOf(whole), aim: { below: 400 } }, rounds, () => gameDay(whole)));
    // The baseline is brute force: everybody's score in every outcome.
    const few = aWeek(rules, FEW_PLAYERS, FEW_GAMES);
    const problems = problemsOf(few);
    const runs = await takeTurns(
      rounds,
      () => ({ ms: processorTime(() => gameDay(few)), problems }),
      () => ({ ms: processorTime(() => chancesOf(few)), problems: [] }),
    );
    lines.push(lineOf({ name: nameOf(few), unit: 'ms' }, runs, ({ ms }) => ms));
  }
  return lines;
}

/** Calculates the standings of a season, from the scores of its weeks. */
function seasonStandings(count: number): () => unknown {
  const rules = rulesWith({ useSpread: true, roundSpread: true });
  const season = Array.from({ length: count }, (_, week) => {
    return { id: weekId(SEASON, week + 1), hasFinal: true, isDecided: true, lastLockAt: 0 };
  });
  const entrants = Array.from({ length: PLAYERS }, (_, player) => {
    const scores = season.map(({ id }, week) => [id, scattered(player, week) % (2 * GAMES_A_WEEK)]);
    const weeks = Object.fromEntries(scores);
    return { id: `player-${player}`, name: `Player ${player + 1}`, joinedAt: 0, isFirst: true, weeks };
  });
  return () => standings(entrants, season, rules);
}

/** A line without a baseline. */
function ownLine(what: Pick<Line, 'name' | 'aim'>, rounds: number, act: () => unknown): Line {
  const [, ...times] = Array.from({ length: rounds + 1 }, () => processorTime(act));
  return { ...what, unit: 'ms', own: quantile(times), problems: [] };
}

/** Milliseconds of this thread for one act. The clock has a coarse resolution, so short acts are repeated. */
function processorTime(act: () => unknown): number {
  const before = process.threadCpuUsage();
  for (let times = 1; ; times += 1) {
    act();
    const { user, system } = process.threadCpuUsage(before);
    if (user + system >= LEAST_TIME) return (user + system) / times / 1000;
  }
}

/** Game day and brute force must have the same result. */
function problemsOf(week: DayWeek): string[] {
  const chances = chancesOf(week);
  const wrong = gameDay(week).players.filter(({ chance }, at) => Math.abs(chance - (chances[at] ?? Number.NaN)) > 1e-9);
  return wrong.map(({ id }) => `${id} has another chance by brute force`);
}

/** The chance of each player by brute force. */
function chancesOf({ games, players, rules, now }: DayWeek): number[] {
  const chances = games.map((game) => homeChance(game, rules, now));
  const sums = players.map(() => 0);
  for (let outcome = 0; outcome < 2 ** games.length; outcome += 1) {
    const isHome = games.map((_, game) => ((outcome >> game) & 1) === 1);
    const ended = games.map((game, at) => {
      const [homeScore, awayScore] = isHome[at] ? [99, 0] : [0, 99];
      return { ...game, status: 'Final' as const, homeScore, awayScore };
    });
    const scores = players.map(({ picks }) => weeklyScore(ended, picks, rules));
    const best = Math.max(1, ...scores);
    const winners = scores.flatMap((score, player) => (score === best ? [player] : []));
    const weight = chances.reduce((product, chance, at) => product * (isHome[at] ? chance : 1 - chance), 1);
    for (const winner of winners) sums[winner] = (sums[winner] ?? 0) + weight / winners.length;
  }
  return sums;
}

/** All games are in progress and all picks are revealed, so nothing can be skipped. */
function aWeek(rules: PoolRules, players: number, games: number): DayWeek {
  const id = weekId(SEASON, 1);
  const gids = gamesOf(id).slice(0, games);
  return {
    rules,
    games: gids.map((gid, game) => {
      const score = { homeScore: (7 * game) % 20, awayScore: (11 * game) % 20, spread: (game % 15) - 7 };
      const progress = { status: 'In Progress' as const, kickoff: 0, lockAt: 0, situation: `Q${1 + (game % 4)} 7:30` };
      return aGame({ gid, weekId: id, ...score, ...progress });
    }),
    players: Array.from({ length: players }, (_, player) => {
      const order = gids.toSorted((a, b) => scattered(gids.indexOf(a), player) - scattered(gids.indexOf(b), player));
      const values = Object.fromEntries(order.map((gid, at) => [gid, at + 1]));
      const picks = gids.map((gid, game) => [gid, { side: sideOf(player, game), bus: false, value: values[gid] }]);
      return { id: `player-${player}`, picks: Object.fromEntries(picks), sealed: [], values };
    }),
    viewerId: 'player-0',
    tiebreakGid: null,
    fixed: {},
    now: 1,
  };
}
