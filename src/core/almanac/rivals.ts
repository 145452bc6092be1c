import { compareNames } from '#core/name-order.ts';
import type { Person } from './league.ts';
import { entriesByPerson, peopleOf, personOf, yearsOf } from './league.ts';
import type { AlmanacSeason, League } from './season.ts';

/** How often somebody finished before and behind another, and level. */
export interface Duel {
  before: number;
  behind: number;
  level: number;
}

/** Somebody's duels with all others. */
export interface Rivals {
  person: Person;
  /** By the number of shared weeks, then of seasons, then by name. */
  rivals: { person: Person; weeks: Duel; seasons: Duel }[];
}

/** A week or a season: how good each person was in it, the higher the better. */
type Contest = ReadonlyMap<string, number>;

/** A person's duels; null if nobody of the league is that. */
export function rivalsOf(league: League, personId: string): Rivals | null {
  const people = peopleOf(league);
  const id = personOf(league, personId);
  const name = people.get(id);
  if (name === undefined) return null;
  const weeks = duelsOf(
    league.seasons.flatMap((season) => weeksOf(league, season)),
    id,
  );
  const seasons = duelsOf(seasonsOf(league), id);
  const rivals = [...people].flatMap(([rival, rivalName]) => {
    const shared = { weeks: weeks.get(rival), seasons: seasons.get(rival) };
    if (!shared.weeks && !shared.seasons) return [];
    const person = { id: rival, name: rivalName };
    return [{ person, weeks: shared.weeks ?? noDuel(), seasons: shared.seasons ?? noDuel() }];
  });
  const sorted = rivals.toSorted(
    (a, b) =>
      contests(b.weeks) - contests(a.weeks) ||
      contests(b.seasons) - contests(a.seasons) ||
      compareNames(a.person, b.person),
  );
  return { person: { id, name }, rivals: sorted };
}

/** The decided weeks of a season, with the points of the best entry of those who played them; none in survivor. */
function weeksOf(league: League, season: AlmanacSeason): Contest[] {
  const people = [...entriesByPerson(league, season)];
  return season.weekIds.map(
    (_, at) =>
      new Map(
        people.flatMap(([person, entries]): [string, number][] => {
          const halves = entries.flatMap(({ weekHalves }) => weekHalves[at] ?? []);
          return halves.length > 0 ? [[person, Math.max(...halves)]] : [];
        }),
      ),
  );
}

function seasonsOf(league: League): Contest[] {
  const over = yearsOf(league).filter(({ isOver }) => isOver);
  return over.map(({ places }) => new Map([...places].map(([person, place]) => [person, -place])));
}

/** A person's duels by the other person, without those whom they never met. */
function duelsOf(met: readonly Contest[], id: string): ReadonlyMap<string, Duel> {
  const duels = new Map<string, Duel>();
  for (const contest of met) {
    const own = contest.get(id);
    if (own === undefined) continue;
    for (const [rival, theirs] of contest) {
      if (rival === id) continue;
      const duel = duels.get(rival) ?? noDuel();
      duels.set(rival, duel);
      duel[own > theirs ? 'before' : own < theirs ? 'behind' : 'level'] += 1;
    }
  }
  return duels;
}

function noDuel(): Duel {
  return { before: 0, behind: 0, level: 0 };
}

function contests({ before, behind, level }: Duel): number {
  return before + behind + level;
}
