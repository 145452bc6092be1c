import type { PoolSettings, SomeSettings } from '#contract/pool-admin.ts';
import { moneyUrlError, poolDescriptionError, poolNameError } from '#core/validation.ts';

type Key = keyof PoolSettings;

/** What was typed into the form of a pool's settings, and what stood there before. */
export interface Draft {
  readonly typed: SomeSettings;
  /** The stored values, as they were when they were last looked at. It has what `typed` has. */
  readonly seen: SomeSettings;
}

/** Nothing was typed. */
export const untouched: Draft = { typed: {}, seen: {} };

const keys: readonly Key[] = ['name', 'description', 'moneyUrl', 'useSpread', 'roundSpread', 'activeWeekId'];

/** Types one value. Where it is the stored one again, nothing was typed there. */
export function type<K extends Key>(draft: Draft, settings: PoolSettings, key: K, value: PoolSettings[K]): Draft {
  const { [key]: _, ...typed } = draft.typed;
  const { [key]: before = settings[key], ...seen } = draft.seen;
  if (value === settings[key]) return { typed, seen };
  return { typed: { ...typed, [key]: value }, seen: { ...seen, [key]: before } };
}

/** What the form shows. */
export function shown(draft: Draft, settings: PoolSettings): PoolSettings {
  const all = { ...settings, ...draft.typed };
  return { ...all, roundSpread: all.useSpread && all.roundSpread };
}

export function isTyped({ typed }: Draft): boolean {
  return Object.keys(typed).length > 0;
}

/** Settings that were typed here and that somebody else changed since. */
export function changedMeanwhile({ typed, seen }: Draft, settings: PoolSettings): readonly Key[] {
  return keys.filter((key) => key in typed && settings[key] !== seen[key]);
}

/** The same typing, with the stored values looked at again: it may now replace them. */
export function lookedAgain({ typed }: Draft, settings: PoolSettings): Draft {
  const seen = Object.fromEntries(keys.filter((key) => key in typed).map((key) => [key, settings[key]]));
  return { typed, seen };
}

/** What is wrong with the texts. */
export function flaws({ name, description, moneyUrl }: PoolSettings): Partial<Record<Key, string | null>> {
  return {
    name: poolNameError(name),
    description: poolDescriptionError(description),
    moneyUrl: moneyUrlError(moneyUrl.trim()),
  };
}
