import { lazily } from './lazily.ts';

/** A person in a list. */
export interface Named {
  readonly id: string;
  /** The display name. */
  readonly name: string;
}

const alphabet = lazily(() => new Intl.Collator('en', { sensitivity: 'base', numeric: true }));

/** Orders people by name, then by id, so the order is the same everywhere. */
export function compareNames(a: Named, b: Named): number {
  return alphabet().compare(a.name, b.name) || (a.id < b.id ? -1 : Number(a.id > b.id));
}
