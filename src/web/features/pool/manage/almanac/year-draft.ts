import type { AlmanacPlanReply } from '#contract/almanac.ts';
import type { Namesakes } from '#core/almanac/namesakes.ts';
import type { ParsedPlace } from '#core/almanac/parse-table.ts';
import { FIRST_YEAR, LAST_YEAR } from '#core/almanac/parse-table.ts';
import type { Named } from '#core/name-order.ts';
import { normalizeName } from '#core/names.ts';

export type Places = AlmanacPlanReply['typed'][number]['places'];

/** Who names were chosen to be, by `keysOf`; null for nobody. */
export type Chosen = ReadonlyMap<string, string | null>;

/** A key for each place, which outlives changes of other lines: its name, and how many of that name stand before it. */
export function keysOf(places: readonly { readonly name: string }[]): string[] {
  const counts = new Map<string, number>();
  return places.map(({ name }) => {
    const key = normalizeName(name);
    const count = counts.get(key) ?? 0;
    counts.set(key, count + 1);
    return `${key}\n${count}`;
  });
}

/** What a stored table says of its names. @param matched players who are somebody else, with that person */
export function chosenIn(places: Places, matched: ReadonlyMap<string, string>): Chosen {
  const keys = keysOf(places);
  return new Map(
    places.map(({ personId }, at) => [keys[at] ?? '', personId === null ? null : (matched.get(personId) ?? personId)]),
  );
}

/** The table that is saved. A name that nobody chose for is the only person of that name. */
export function placesOf(
  parsed: readonly ParsedPlace[],
  chosen: Chosen,
  namesakes: (name: string) => Namesakes<Named>,
): Places {
  const keys = keysOf(parsed);
  return parsed.map(({ line: _, ...place }, at) => {
    const own = chosen.get(keys[at] ?? '');
    return { ...place, personId: own === undefined ? guessed(namesakes(place.name)) : own };
  });
}

function guessed({ same }: Namesakes<Named>): string | null {
  const [only, ...others] = same;
  return only !== undefined && others.length === 0 ? only.id : null;
}

/** What is wrong with the year of a new table; null if nothing is. */
export function yearProblem(text: string, typed: AlmanacPlanReply['typed']): string | null {
  if (!/^\d{4}$/.test(text)) return 'Enter a year, such as 2019.';
  const year = Number(text);
  if (year < FIRST_YEAR || year > LAST_YEAR) return `Years go from ${FIRST_YEAR} to ${LAST_YEAR}.`;
  return typed.some((each) => each.year === year) ? `${year} is already there. Edit it in the list.` : null;
}
