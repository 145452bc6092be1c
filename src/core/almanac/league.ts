import { normalizeName } from '#core/names.ts';
import type { AlmanacEntry, AlmanacSeason, League, TypedPlace, TypedSeason } from './season.ts';

/** Somebody of a league: the id of a user, or of a typed name. */
export interface Person {
  id: string;
  name: string;
}

/** The places of a year, the best one of each person; of a season that is still played after its decided weeks. */
export interface LeagueYear {
  readonly year: number;
  readonly isTyped: boolean;
  readonly isOver: boolean;
  readonly places: ReadonlyMap<string, number>;
}

/**
 * Whom users are matched with, where a match may lead to somebody who is matched, too: the last person of each chain. A match with oneself ends a
 * chain, and a loop matches nobody.
 */
export function lastMatches(matches: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const ends = [...matches.keys()].flatMap((id): [string, string][] => {
    const passed = new Set([id]);
    let end = id;
    for (let next = matches.get(end); next !== undefined && next !== end; next = matches.get(end)) {
      if (passed.has(next)) return [];
      passed.add(next);
      end = next;
    }
    return end === id ? [] : [[id, end]];
  });
  return new Map(ends);
}

/** The person that a user is. */
export function personOf({ matched }: Pick<League, 'matched'>, userId: string): string {
  return matched.get(userId) ?? userId;
}

/** The person that a typed name is, if nobody said who it is. @param nth which one of that name in its year, from 1 */
export function nameId(name: string, nth = 1): string {
  return `name${nth > 1 ? `~${nth}` : ''}:${normalizeName(name)}`;
}

/** The places of a typed table, each with its person. */
export function typedPlaces(league: League, { places }: TypedSeason): (TypedPlace & { readonly person: string })[] {
  const seen = new Map<string, number>();
  return places.map((place) => {
    if (place.personId !== null) return { ...place, person: personOf(league, place.personId) };
    const name = normalizeName(place.name);
    const nth = (seen.get(name) ?? 0) + 1;
    seen.set(name, nth);
    return { ...place, person: nameId(name, nth) };
  });
}

/** The entries of a season by person, each person's best one first. */
export function entriesByPerson(league: League, season: AlmanacSeason): ReadonlyMap<string, readonly AlmanacEntry[]> {
  return Map.groupBy(season.entries, ({ ownerId }) => personOf(league, ownerId));
}

/** Everybody who has an entry or a typed place, with their present names by id. Of a typed name the last spelling counts. */
export function peopleOf(league: League): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const typed of league.typed.toSorted((a, b) => a.year - b.year)) {
    for (const { person, name } of typedPlaces(league, typed)) names.set(person, name);
  }
  for (const { entries } of league.seasons) {
    for (const { ownerId } of entries) names.set(personOf(league, ownerId), ownerId);
  }
  return new Map([...names].map(([id, name]) => [id, league.names.get(id) ?? name]));
}

/** All years of a league, played here or typed, the earliest first. */
export function yearsOf(league: League): LeagueYear[] {
  const played = league.seasons.map(
    (season): LeagueYear => ({
      year: season.year,
      isTyped: false,
      isOver: season.isOver,
      places: bestPlaces(season.entries.map(({ ownerId, rank }) => [personOf(league, ownerId), rank])),
    }),
  );
  const typed = league.typed.map(
    (season): LeagueYear => ({
      year: season.year,
      isTyped: true,
      isOver: true,
      places: bestPlaces(typedPlaces(league, season).map(({ person, place }) => [person, place])),
    }),
  );
  return [...typed, ...played].toSorted((a, b) => a.year - b.year);
}

function bestPlaces(places: readonly (readonly [person: string, place: number])[]): ReadonlyMap<string, number> {
  return new Map(places.toSorted(([, a], [, b]) => b - a));
}
