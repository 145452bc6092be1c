/** Numbers from 0 up to 1; the same keys always give the same ones. */
export type Random = () => number;

/** A source of random numbers named by its keys: one for each thing that is decided, so that none disturbs another. */
export function seeded(...keys: readonly (string | number)[]): Random {
  let state = hash(keys.join('/'));
  return () => {
    state = (state + 0x9e3779b9) | 0;
    return scramble(state) / 2 ** 32;
  };
}

/** A whole number from `low` to `high`, both included. */
export function between(random: Random, low: number, high: number): number {
  return low + Math.floor(random() * (high - low + 1));
}

/** About normally distributed, with mean 0 and deviation 1; never beyond 3.5. */
export function bell(random: Random): number {
  let sum = 0;
  for (let at = 0; at < 4; at += 1) sum += random();
  return (sum - 2) * Math.sqrt(3);
}

/** The items in another order. */
export function shuffled<T>(random: Random, items: readonly T[]): T[] {
  return items
    .map((item): [number, T] => [random(), item])
    .sort(([a], [b]) => a - b)
    .map(([, item]) => item);
}

/** One of the items. @throws RangeError where there is none */
export function oneOf<T>(random: Random, items: readonly T[]): T {
  const item = items[between(random, 0, items.length - 1)];
  if (item === undefined) throw new RangeError('Nothing to choose from.');
  return item;
}

/** FNV-1a, then mixed: neighboring keys give unlike states. */
function hash(text: string): number {
  let state = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) state = Math.imul(state ^ text.charCodeAt(at), 0x01000193);
  return scramble(state) | 0;
}

/** Spreads every bit over all 32 (the constants of MurmurHash3's last step). */
function scramble(state: number): number {
  let mixed = Math.imul(state ^ (state >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}
