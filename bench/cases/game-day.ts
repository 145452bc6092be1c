/**
 * Game day of a whole week that is still to be played, as a page works it out, beside the plainest way: score everybody in every outcome.
 * Processor time, since a page has a core for it.
 */
import { homeChance } from '#core/game-day/chance.ts';
import { gameDay } from '#core/game-day/game-day.ts';
import type { DayPlayer, DayWeek } from '#core/game-day/week.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import { rulesWith } from '#core/rules/pool-rules.ts';
import { weeklyScore } from '#core/scoring.ts';
import { weekId } from '#core/weeks.ts';
import { GAMES_A_WEEK, SEASON } from '../league.ts';
import type { Aim, Line, Plan, Round } from '../measure.ts';
import { median, ratioOf } from '../measure.ts';

/** So many the plainest way can do. */
const FEW_PLAYERS = 100;
const FEW_GAMES = 10;
/** µs */
const LEAST_TIME = 40_000;
const aim: Aim = { of: 'own', is: 'below', value: 400 };

const pools = {
  flat: rulesWith({ useSpread: true }),
  confidence: rulesWith({ format: 'confidence' }),
} as const satisfies Record<string, PoolRules>;

export async function measureGameDay(plan: Plan): Promise<Line[]> {
  const players = Math.max(...plan.poolSizes);
  return Object.entries(pools).flatMap(([name, rules]) => {
    const whole = aWeek(rules, players, GAMES_A_WEEK);
    const few = aWeek(rules, FEW_PLAYERS, FEW_GAMES);
    const rounds = Array.from({ length: plan.rounds + 1 }, (): Round & { whole: number } => ({
      whole: time(() => gameDay(whole)),
      own: time(() => gameDay(few)),
      raw: time(() => plainChances(few)),
    })).slice(1);
    const times = rounds.map((round) => round.whole);
    return [
      lineOf(`game day, ${name}: ${GAMES_A_WEEK} games, ${players} players`, times, null),
      {
        ...lineOf(
          `game day, ${name}: ${FEW_GAMES} games, ${FEW_PLAYERS} players`,
          rounds.map(({ own }) => own),
          rounds,
        ),
        problems: problemsOf(few),
      },
    ];
  });
}

/** Both must come to the same. */
function problemsOf(week: DayWeek): string[] {
  const plain = plainChances(week);
  const wrong = gameDay(week).players.filter(({ chance }, at) => Math.abs(chance - (plain[at] ?? Number.NaN)) > 1e-9);
  return wrong.map(({ id }) => `${id} has another chance than the plainest way finds`);
}

/** The chance of each player, by the score of everybody in every outcome. */
function plainChances({ games, players, rules, now }: DayWeek): number[] {
  const chances = games.map((game) => homeChance(game, rules, now));
  const picks = players.map((player) => {
    return Object.fromEntries(
      Object.entries(player.picks).map(([gid, pick]) => [gid, { ...pick, value: player.values?.[gid] ?? 0 }]),
    );
  });
  const sums = players.map(() => 0);
  for (let outcome = 0; outcome < 2 ** games.length; outcome += 1) {
    const isHome = games.map((_, game) => ((outcome >> game) & 1) === 1);
    const ended = games.map((game, at) => ({
      ...game,
      status: 'Final' as const,
      homeScore: isHome[at] ? 99 : 0,
      awayScore: isHome[at] ? 0 : 99,
    }));
    const scores = picks.map((own) => weeklyScore(ended, own, rules));
    const best = Math.max(1, ...scores);
    const winners = scores.flatMap((score, player) => (score === best ? [player] : []));
    const weight = chances.reduce((product, chance, at) => product * (isHome[at] ? chance : 1 - chance), 1);
    for (const winner of winners) sums[winner] = (sums[winner] ?? 0) + weight / winners.length;
  }
  return sums;
}

function lineOf(name: string, times: readonly number[], rounds: readonly Round[] | null): Line {
  const raw = rounds && median(rounds.map((round) => round.raw));
  const none = { engine: null, p50: null, p99: null, rawP99: null, problems: [] };
  return {
    ...none,
    name,
    unit: 'ms',
    own: median(times),
    raw,
    ratio: rounds && ratioOf(rounds),
    aim: rounds ? null : aim,
  };
}

/** Milliseconds of this thread for one act. Its clock goes in steps, so that short ones are repeated. */
function time(act: () => unknown): number {
  const before = process.threadCpuUsage();
  for (let times = 1; ; times += 1) {
    act();
    const { user, system } = process.threadCpuUsage(before);
    if (user + system >= LEAST_TIME) return (user + system) / times / 1000;
  }
}

/** All games are running, all picks are revealed: nothing can be left out. */
function aWeek(rules: PoolRules, players: number, games: number): DayWeek {
  const id = weekId(SEASON, 1);
  const gids = Array.from({ length: games }, (_, game) => `${id}-${game}`);
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
    players: Array.from({ length: players }, (_, player) => aPlayer(player, gids)),
    viewerId: 'player-0',
    tiebreakGid: null,
    fixed: {},
    now: 1,
  };
}

function aPlayer(player: number, gids: readonly string[]): DayPlayer {
  const pick = (game: number) => ({ side: scattered(player, game) % 2 ? 'home' : 'away', bus: false }) as const;
  const order = gids.map((gid, game) => ({ gid, place: scattered(game, player) })).sort((a, b) => a.place - b.place);
  return {
    id: `player-${player}`,
    picks: Object.fromEntries(gids.map((gid, game) => [gid, pick(game)])),
    sealed: [],
    values: Object.fromEntries(order.map(({ gid }, at) => [gid, at + 1])),
  };
}

/** A number that looks like chance, and is the same each time. */
function scattered(a: number, b: number): number {
  const mixed = Math.imul(a * 1000 + b + 1, 0x9e3779b1);
  return (mixed ^ (mixed >>> 15)) >>> 7;
}
