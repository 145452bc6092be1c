import type { PoolSettings, SettingFields, SomeSettings } from '#core/pool-settings.ts';
import { settingFields, settingsOfFields } from '#core/pool-settings.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import { defaultRules, ruleNames, tidyRules } from '#core/rules/pool-rules.ts';
import { moneyUrlError, poolDescriptionError, poolNameError } from '#core/validation.ts';

type Key = keyof SettingFields;

/** What was typed into the form of a pool's settings, and what stood there before. */
export interface Draft {
  readonly typed: Partial<SettingFields>;
  /** The stored values, as they were when they were last looked at. It has what `typed` has. */
  readonly seen: Partial<SettingFields>;
}

/** Nothing was typed. */
export const untouched: Draft = { typed: {}, seen: {} };

const keys: readonly Key[] = ['name', 'description', 'moneyUrl', ...ruleNames, 'activeWeekId'];

/** Types one value. Where it is the stored one again, nothing was typed there. */
export function type<K extends Key>(draft: Draft, settings: PoolSettings, key: K, value: SettingFields[K]): Draft {
  const stored = settingFields(settings)[key];
  const { [key]: _, ...typed } = draft.typed;
  const { [key]: before = stored, ...seen } = draft.seen;
  if (value === stored) return { typed, seen };
  return { typed: { ...typed, [key]: value }, seen: { ...seen, [key]: before } };
}

/** Types some rules. */
export function typeRules(draft: Draft, settings: PoolSettings, some: Partial<PoolRules>): Draft {
  const chosen = ruleNames.filter((rule) => rule in some);
  return chosen.reduce((last, rule) => type(last, settings, rule, some[rule] ?? defaultRules[rule]), draft);
}

/** What the form shows. */
export function shown(draft: Draft, settings: PoolSettings): PoolSettings {
  const typed = settingsOfFields(draft.typed);
  return { ...settings, ...typed, rules: tidyRules({ ...settings.rules, ...typed.rules }) };
}

/** What the server is told. */
export function changeOf({ typed, seen }: Draft): { change: SomeSettings; seen: SomeSettings } {
  return { change: settingsOfFields(typed), seen: settingsOfFields(seen) };
}

export function isTyped({ typed }: Draft): boolean {
  return Object.keys(typed).length > 0;
}

/** Settings that were typed here and that somebody else changed since. */
export function changedMeanwhile({ typed, seen }: Draft, settings: PoolSettings): readonly Key[] {
  const stored = settingFields(settings);
  return keys.filter((key) => key in typed && stored[key] !== seen[key]);
}

/** The same typing, with the stored values looked at again: it may now replace them. */
export function lookedAgain({ typed }: Draft, settings: PoolSettings): Draft {
  const stored = settingFields(settings);
  const seen = Object.fromEntries(keys.filter((key) => key in typed).map((key) => [key, stored[key]]));
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
