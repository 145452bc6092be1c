/** The rules alone: a season's standings, from the scores of its weeks. */
import { rulesWith } from '#core/rules/pool-rules.ts';
import { weeklyScore } from '#core/scoring.ts';
import { standings } from '#core/standings.ts';
import type { Picks } from '#core/types.ts';
import { weekId } from '#core/weeks.ts';
import { aScoredGame, GAMES_A_WEEK, SEASON, sideOf } from '../league.ts';
import type { Line, Plan } from '../measure.ts';
import { median } from '../measure.ts';

const PLAYERS = 200;
const WEEKS = 18;

const rules = rulesWith({ useSpread: true, roundSpread: true });

export async function measureStandings(plan: Plan): Promise<Line[]> {
  const weeks = Array.from({ length: WEEKS }, (_, week) => {
    const id = weekId(SEASON, week + 1);
    const common = { weekId: id, status: 'Final', void: null, lockAt: 0, frozenSpread: null } as const;
    return {
      id,
      games: Array.from({ length: GAMES_A_WEEK }, (_, game) => ({ ...common, ...aScoredGame(id, week, game) })),
    };
  });
  const gids = weeks.flatMap(({ games }) => games.map(({ gid }) => gid));
  const picks = Array.from(
    { length: PLAYERS },
    (_, player): Picks => Object.fromEntries(gids.map((gid, at) => [gid, { side: sideOf(player, at), bus: false }])),
  );
  const season = weeks.map(({ id }) => ({ id, hasFinal: true, isDecided: true, lastLockAt: 0 }));
  const entrants = picks.map((own, player) => ({
    id: `player-${player}`,
    name: `Player ${player + 1}`,
    joinedAt: 0,
    isFirst: true,
    weeks: Object.fromEntries(weeks.map(({ id, games }) => [id, weeklyScore(games, own, rules)])),
  }));
  const own = time(plan, () => standings(entrants, season, rules).length);
  const aim = { of: 'own', is: 'below', value: 2 } as const;
  const name = `standings of ${PLAYERS} over a season`;
  return [{ name, engine: null, unit: 'ms', own, raw: null, ratio: null, aim, problems: [] }];
}

/** The median time of one run in ms, after as many to warm up. */
function time({ runs, rounds }: Plan, act: () => number): number {
  const times: number[] = [];
  for (let at = 0; at < runs * rounds; at += 1) {
    const began = performance.now();
    if (act() !== PLAYERS) throw new Error('A player is missing from the standings.');
    times.push(performance.now() - began);
  }
  return median(times.slice(times.length / 2));
}
