/** The rules alone: a season's standings, from the scores of the weeks, and with every pick counted. */
import { compareRules } from '#core/rules/lab.ts';
import { rulesWith } from '#core/rules/pool-rules.ts';
import { weeklyScore } from '#core/scoring.ts';
import { standings } from '#core/standings.ts';
import type { Picks } from '#core/types.ts';
import { weekId } from '#core/weeks.ts';
import { GAMES_A_WEEK, SEASON } from '../league.ts';
import type { Aim, Line, Plan } from '../measure.ts';
import { median } from '../measure.ts';

const PLAYERS = 200;
const WEEKS = 18;
const aim: Aim = { of: 'own', is: 'below', value: 2 };
const labAim: Aim = { of: 'own', is: 'below', value: 50 };

const rules = rulesWith({ useSpread: true, roundSpread: true });

export async function measureStandings(plan: Plan): Promise<Line[]> {
  const { weeks, players } = makeSeason();
  const season = weeks.map(({ id }) => ({ id, hasFinal: true, isDecided: true, lastLockAt: 0 }));
  const count = () =>
    players.map(({ id, name, picks }) => ({
      id,
      name,
      joinedAt: 0,
      isFirst: true,
      weeks: Object.fromEntries(weeks.map((week) => [week.id, weeklyScore(week.games, picks, rules)])),
    }));
  const entrants = count();
  const fromScores = () => standings(entrants, season, rules).length;
  const fromPicks = () => standings(count(), season, rules).length;
  const lab = {
    weekIds: season.map(({ id }) => id),
    deadlines: {},
    games: weeks.flatMap((week) => week.games),
    entries: players.map((player) => ({ ...player, ownerId: player.id, joinedAt: 0, isFirst: true })),
  };
  const others = rulesWith({ useSpread: true, push: 'half', dropWeeks: 2, lateJoin: 'lowest' });
  const inLab = () => compareRules(lab, rules, others).rows.length;
  return [
    lineOf(`standings of ${PLAYERS} over a season`, time(plan, fromScores), aim),
    lineOf(`the same, counting ${PLAYERS * WEEKS * GAMES_A_WEEK} picks`, time(plan, fromPicks), null),
    lineOf(`the lab: the season of ${PLAYERS} under other rules`, time(plan, inLab), labAim),
  ];
}

function lineOf(name: string, own: number, aimed: Aim | null): Line {
  const none = { engine: null, raw: null, ratio: null, p50: null, p99: null, rawP99: null };
  return { ...none, name, unit: 'ms', own, aim: aimed, problems: [] };
}

/** The median time of one run in ms, after as many to warm up. */
function time(plan: Plan, act: () => number): number {
  const times: number[] = [];
  for (let at = 0; at < plan.runs * plan.rounds; at += 1) {
    const started = performance.now();
    if (act() !== PLAYERS) throw new Error('Somebody is missing from the standings.');
    times.push(performance.now() - started);
  }
  return median(times.slice(times.length / 2));
}

function makeSeason() {
  const weeks = Array.from({ length: WEEKS }, (_, week) => {
    const id = weekId(SEASON, week + 1);
    return { id, games: Array.from({ length: GAMES_A_WEEK }, (_, game) => finalGame(id, week, game)) };
  });
  const games = weeks.flatMap((week) => week.games);
  const players = Array.from({ length: PLAYERS }, (_, player) => {
    const sideOf = (game: number) => ((player * 7 + game * 3) % 5 < 2 ? 'away' : 'home');
    const picks: Picks = Object.fromEntries(games.map(({ gid }, at) => [gid, { side: sideOf(at), bus: false }]));
    return { id: `player-${player}`, name: `Player ${player}`, picks };
  });
  return { weeks, players };
}

function finalGame(weekId: string, week: number, game: number) {
  return {
    gid: `${weekId}-${game}`,
    weekId,
    status: 'Final',
    void: null,
    lockAt: 0,
    homeScore: (7 * game + week) % 40,
    awayScore: (11 * game + 3 * week) % 40,
    frozenSpread: null,
    spread: (game % 15) - 7,
  } as const;
}
