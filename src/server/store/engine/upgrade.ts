import type { Engine } from './connect.ts';

/**
 * The statements that bring a database of the version before (`038-postponed-locks`) to the form of `tables.ts`, rows included, in
 * order. The tables of that version are those of today.
 */
export function upgrade(_engine: Engine): readonly string[] {
  return [];
}
