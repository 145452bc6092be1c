import { weekId } from '#core/weeks.ts';
import type { SeasonWeek } from './calendar.ts';
import { MONDAY, momentInWeek, SUNDAY, THURSDAY } from './calendar.ts';
import type { Matchup } from './matchups.ts';
import { seasonMatchups } from './matchups.ts';
import type { Random } from './random.ts';
import { bell, seeded, shuffled } from './random.ts';
import type { SpreadMove } from './spread.ts';
import { drawSpread } from './spread.ts';
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
  readonly spread: SpreadMove;
  readonly seed: string;
}

/** A matchup with its week and kick-off (ms). */
interface Fixture extends Matchup {
  readonly week: SeasonWeek;
  readonly kickoff: number;
}

const HOME_ADVANTAGE = 1.8;
/** How much teams differ, in points: over the years, and by season. */
const TRADITION = 2.5;
const FORM = 3.5;

/** Where Sunday's first kick-off is 10:00 local time, so that home games wait for the late afternoon. */
const westernTeams = ['ARI', 'DEN', 'LAC', 'LAR', 'LV', 'SEA', 'SF'];
/** Weeks with a morning game in London. The demo opens in week 9, so that one has been played by then. */
const londonWeeks = [4, 5, 6, 9, 10];
const LATE_GAMES = 4;

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
    spread: drawSpread(margin, kickoff, seeded(seed, gid, 'line')),
    seed,
  };
}

/** How many points better than the average a team is. */
function strength(team: string, season: number, seed: string): number {
  return TRADITION * bell(seeded(seed, team)) + FORM * bell(seeded(seed, season, team));
}

/** The kick-offs of a season: one stand-alone game each on Thursday, Sunday night and Monday, the rest on Sunday. */
function assignKickoffs(season: number, weeks: readonly (readonly Matchup[])[], seed: string): Fixture[] {
  const thursdays = new Map<string, number>();
  let monday: Matchup | undefined;
  return weeks.flatMap((games, at) => {
    const week = { season, number: at + 1 };
    const drawn = drawWeek(games, monday, thursdays, seeded(seed, season, 'slots', week.number));
    monday = drawn.monday;
    for (const team of teamsOf(drawn.thursday)) thursdays.set(team, (thursdays.get(team) ?? 0) + 1);
    return fixturesOf(week, drawn);
  });
}

interface DrawnWeek {
  readonly thursday: Matchup | undefined;
  readonly sundayNight: Matchup | undefined;
  readonly monday: Matchup | undefined;
  /** Sunday's other games: those that must be late first. */
  readonly afternoon: readonly Matchup[];
}

function drawWeek(
  games: readonly Matchup[],
  lastMonday: Matchup | undefined,
  thursdays: ReadonlyMap<string, number>,
  random: Random,
): DrawnWeek {
  const order = shuffled(random, games);
  const tired = teamsOf(lastMonday);
  const shortWeeks = (game: Matchup) =>
    teamsOf(game).reduce((sum, team) => sum + (thursdays.get(team) ?? 0) + (tired.includes(team) ? 100 : 0), 0);
  const [thursday, ...others] = order.toSorted((a, b) => shortWeeks(a) - shortWeeks(b));
  const [sundayNight, monday, ...rest] = shuffled(random, others);
  return {
    thursday,
    sundayNight,
    monday,
    afternoon: rest.toSorted((a, b) => Number(isWestern(b)) - Number(isWestern(a))),
  };
}

function fixturesOf(week: SeasonWeek, { thursday, sundayNight, monday, afternoon }: DrawnWeek): Fixture[] {
  const late = Math.max(LATE_GAMES, afternoon.filter(isWestern).length);
  const london = londonWeeks.includes(week.number) ? 1 : 0;
  const at = (games: readonly (Matchup | undefined)[], day: number, time: string): Fixture[] =>
    games.flatMap((game) => (game ? [{ ...game, week, kickoff: momentInWeek(week, day, time) }] : []));
  return [
    ...at([thursday], THURSDAY, '20:15'),
    ...at(afternoon.slice(0, late - 2), SUNDAY, '16:05'),
    ...at(afternoon.slice(late - 2, late), SUNDAY, '16:25'),
    ...at(afternoon.slice(late, late + london), SUNDAY, '09:30'),
    ...at(afternoon.slice(late + london), SUNDAY, '13:00'),
    ...at([sundayNight], SUNDAY, '20:20'),
    ...at([monday], MONDAY, '20:15'),
  ];
}

function isWestern(game: Matchup): boolean {
  return westernTeams.includes(game.home);
}

function teamsOf(game: Matchup | undefined): string[] {
  return game ? [game.home, game.away] : [];
}
