/** From 0 up to but not including 1; the same for the same seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Chance that is the same for the same seed. */
export interface Dice {
  readonly chance: (probability: number) => boolean;
  readonly upTo: (most: number) => number;
  readonly oneOf: <T>(choices: readonly T[]) => T;
}

export function diceOf(seed: number): Dice {
  const random = randomFrom(seed);
  const upTo = (most: number) => Math.floor(random() * (most + 1));
  return {
    chance: (probability) => random() < probability,
    upTo,
    oneOf: (choices) => choices[upTo(choices.length - 1)] as (typeof choices)[number],
  };
}
