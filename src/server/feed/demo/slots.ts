import type { SeasonWeek } from './calendar.ts';
import { MONDAY, momentInWeek, SUNDAY, THURSDAY } from './calendar.ts';
import type { Matchup } from './matchups.ts';
import type { Random } from './random.ts';
import { seeded, shuffled } from './random.ts';

/** A matchup with its week and kick-off (ms). */
export interface Fixture extends Matchup {
  readonly week: SeasonWeek;
  readonly kickoff: number;
}

/** Where Sunday's first kick-off is 10:00 local time, so that home games wait for the late afternoon. */
const westernTeams = ['ARI', 'DEN', 'LAC', 'LAR', 'LV', 'SEA', 'SF'];
/** Weeks with a morning game in London. The demo opens in week 9, so that one has been played by then. */
const londonWeeks = [4, 5, 6, 9, 10];
const LATE_GAMES = 4;

/** The kick-offs of a season: one stand-alone game each on Thursday, Sunday night and Monday, the rest on Sunday. */
export function assignKickoffs(season: number, weeks: readonly (readonly Matchup[])[], seed: string): Fixture[] {
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
