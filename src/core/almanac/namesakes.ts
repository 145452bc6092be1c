import type { Named } from '#core/name-order.ts';
import { normalizeName } from '#core/names.ts';
import { nearAmong } from '#core/near-names.ts';

/** The people that a name may be. */
export interface Namesakes<Person extends Named> {
  /** Those of this name. */
  readonly same: readonly Person[];
  /** Those whose name it may be a typo of. */
  readonly near: readonly Person[];
}

/** Finds the people that a name may be. They are prepared once, and what was found of a name is kept. */
export function namesakesAmong<Person extends Named>(people: readonly Person[]): (name: string) => Namesakes<Person> {
  const byName = Map.groupBy(people, ({ name }) => normalizeName(name));
  const nearTo = nearAmong([...byName.keys()]);
  const found = new Map<string, Namesakes<Person>>();
  return (name) => {
    const key = normalizeName(name);
    const known = found.get(key);
    if (known !== undefined) return known;
    const near = nearTo(key).flatMap((other) => (other === key ? [] : (byName.get(other) ?? [])));
    const namesakes = { same: byName.get(key) ?? [], near };
    found.set(key, namesakes);
    return namesakes;
  };
}
