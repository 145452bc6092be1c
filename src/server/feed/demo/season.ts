import { weekId } from '#core/weeks.ts';
import type { Line } from './lines.ts';
import { drawLine } from './lines.ts';
import { seasonMatchups } from './matchups.ts';
import { bell, seeded } from './random.ts';
import type { Fixture } from './slots.ts';
import { assignKickoffs } from './slots.ts';
import { assignWeeks } from './week-plan.ts';

/** The season that everybody's demo plays. */
export const DEMO_SEED = 'sunday';

/** A game of the made-up season. All that ever happens in it follows from these facts. */
export interface DemoGame {
  readonly gid: string;
  readonly weekId: string;
  readonly home: string;
  readonly away: string;
  readonly kickoff: number;
  /** Points by which the home side should win. */
  readonly margin: number;
  readonly line: Line;
  readonly seed: string;
}

const HOME_ADVANTAGE = 1.8;
/** How much teams differ, in points: over the years, and by season. */
const TRADITION = 2.5;
const FORM = 3.5;

/** A season is asked for every few seconds; the games must be the same objects each time. */
const seasons = new Map<string, readonly DemoGame[]>();

/** Every game of a season, by week; the same for the same seed and season. */
export function demoSeason(season: number, seed: string = DEMO_SEED): readonly DemoGame[] {
  const key = `${seed} ${season}`;
  const known = seasons.get(key);
  if (known) return known;
  const weeks = assignWeeks(seasonMatchups(season, seed), seeded(seed, season, 'weeks'));
  const games = assignKickoffs(season, weeks, seed).map((fixture) => gameOf(fixture, seed));
  seasons.set(key, games);
  return games;
}

function gameOf({ home, away, kickoff, week }: Fixture, seed: string): DemoGame {
  const id = weekId(week.season, week.number);
  const gid = `demo-${id}-${away}-${home}`;
  const margin = strength(home, week.season, seed) - strength(away, week.season, seed) + HOME_ADVANTAGE;
  return {
    gid,
    weekId: id,
    home,
    away,
    kickoff,
    margin,
    line: drawLine(margin, kickoff, seeded(seed, gid, 'line')),
    seed,
  };
}

/** How many points better than the average a team is. */
function strength(team: string, season: number, seed: string): number {
  return TRADITION * bell(seeded(seed, team)) + FORM * bell(seeded(seed, season, team));
}
