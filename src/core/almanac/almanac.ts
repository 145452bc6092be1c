import { compareNames } from '#core/name-order.ts';
import { pointsOfHalves } from '#core/scoring.ts';
import { addTallies } from './calls.ts';
import type { Person } from './league.ts';
import { entriesByPerson, peopleOf, personOf, typedPlaces, yearsOf } from './league.ts';
import type { AlmanacRecord } from './records.ts';
import { recordsOf } from './records.ts';
import type { AlmanacSeason, League, Tally, TypedSeason } from './season.ts';

/** What a member sees of a league. */
export interface Almanac {
  /** The latest first. */
  years: AlmanacYear[];
  /** By titles, second and third places, then by the best place, seasons and name. */
  allTime: AllTime[];
  records: AlmanacRecord[];
}

/** A season of the league, or a year before that somebody typed. */
export interface AlmanacYear {
  year: number;
  /** Null if the table was typed. */
  pool: { id: string; name: string } | null;
  /** Whether the viewer played in it, and may see its picks and weeks. */
  isOwn: boolean;
  isOver: boolean;
  /** How many of its weeks are decided. */
  weeks: number;
  /** By place; of a season that is not over, after its decided weeks; empty before the first. */
  table: AlmanacPlace[];
}

/** A place of a final table. */
export interface AlmanacPlace {
  place: number;
  /** The name of the entry, or as it was typed; the person's present name if somebody said who a typed name is. */
  name: string;
  person: string;
  /** In points; null if they are unknown, and in a season that is not won by points. */
  points: number | null;
  /** In cents; only in typed tables. */
  prize?: number;
}

/** What somebody did in all seasons. Of several entries in a season the best one counts for places. */
export interface AllTime {
  person: Person;
  /** Seasons that are over. */
  seasons: number;
  /** How many of them are typed. */
  typed: number;
  titles: number;
  seconds: number;
  thirds: number;
  best: number;
  /** Weeks won by any of their entries. */
  weekWins: number;
  /** Right and wrong picks of all their entries. */
  picks: Tally;
  /** Their places, by year. */
  places: { year: number; place: number }[];
}

/** The almanac of a league. @param viewerId the user who reads it; weeks and teams are there only in seasons in which they played */
export function almanacOf(league: League, viewerId: string): Almanac {
  const people = peopleOf(league);
  const viewer = personOf(league, viewerId);
  const own = new Set(league.seasons.filter((season) => entriesByPerson(league, season).has(viewer)));
  const played = league.seasons.map((season) => playedYear(league, season, own.has(season)));
  const typed = league.typed.map((season) => typedYear(league, season, people));
  return {
    years: [...typed, ...played].toReversed().toSorted((a, b) => b.year - a.year),
    allTime: allTimeOf(league, people),
    records: recordsOf(league, people, own),
  };
}

function playedYear(league: League, season: AlmanacSeason, isOwn: boolean): AlmanacYear {
  const { year, poolId, poolName, isOver, weekIds } = season;
  const table = season.entries.map(({ rank, name, ownerId, totalHalves }) => ({
    place: rank,
    name,
    person: personOf(league, ownerId),
    points: totalHalves === null ? null : pointsOfHalves(totalHalves),
  }));
  const pool = { id: poolId, name: poolName };
  return { year, pool, isOwn, isOver, weeks: weekIds.length, table: weekIds.length > 0 ? table : [] };
}

function typedYear(league: League, season: TypedSeason, people: ReadonlyMap<string, string>): AlmanacYear {
  const table = typedPlaces(league, season).map(({ place, name, person, personId, points, prize }) => ({
    place,
    name: personId === null ? name : (people.get(person) ?? name),
    person,
    points,
    ...(prize !== null && { prize }),
  }));
  const sorted = table.toSorted((a, b) => a.place - b.place);
  return { year: season.year, pool: null, isOwn: false, isOver: true, weeks: 0, table: sorted };
}

/** Everybody with a place in a season that is over. Won weeks and picks also count in a season that is still played. */
function allTimeOf(league: League, people: ReadonlyMap<string, string>): AllTime[] {
  const years = yearsOf(league).filter(({ isOver }) => isOver);
  const placed = years.flatMap(({ year, isTyped, places }) =>
    [...places].map(([person, place]) => ({ person, year, isTyped, place })),
  );
  const weeks = new Map(weeksByPerson(league).map(({ person, ...own }) => [person, own]));
  const rows = [...Map.groupBy(placed, ({ person }) => person)].map(([id, own]): AllTime => {
    const count = (place: number) => own.filter((each) => each.place === place).length;
    return {
      person: { id, name: people.get(id) ?? id },
      seasons: own.length,
      typed: own.filter(({ isTyped }) => isTyped).length,
      titles: count(1),
      seconds: count(2),
      thirds: count(3),
      best: Math.min(...own.map(({ place }) => place)),
      ...(weeks.get(id) ?? { weekWins: 0, picks: { right: 0, wrong: 0 } }),
      places: own.map(({ year, place }) => ({ year, place })),
    };
  });
  return rows.toSorted(compareAllTime);
}

function weeksByPerson(league: League): (Pick<AllTime, 'weekWins' | 'picks'> & { readonly person: string })[] {
  const seasons = league.seasons.flatMap((season) =>
    [...entriesByPerson(league, season)].map(([person, own]) => ({
      person,
      weekWins: season.weekIds.filter((_, at) => own.some(({ won }) => won[at])).length,
      picks: addTallies(own.flatMap(({ picks }) => picks)),
    })),
  );
  return [...Map.groupBy(seasons, ({ person }) => person)].map(([person, own]) => ({
    person,
    weekWins: own.reduce((sum, { weekWins }) => sum + weekWins, 0),
    picks: addTallies(own.map(({ picks }) => picks)),
  }));
}

function compareAllTime(a: AllTime, b: AllTime): number {
  const byPlaces = b.titles - a.titles || b.seconds - a.seconds || b.thirds - a.thirds || a.best - b.best;
  return byPlaces || b.seasons - a.seasons || compareNames(a.person, b.person);
}
