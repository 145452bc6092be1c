import { cleanName } from './names.ts';
import type { PoolRules } from './rules/pool-rules.ts';
import { isRule, tidyRules } from './rules/pool-rules.ts';
import type { Pool } from './types.ts';

/** What an admin sets of a pool. */
export type PoolSettings = Pick<Pool, 'name' | 'description' | 'moneyUrl' | 'rules' | 'activeWeekId'>;

/** Some of the settings, as an editor changes them. */
export type SomeSettings = Partial<Omit<PoolSettings, 'rules'>> & { readonly rules?: Partial<PoolRules> };

/** Settings with each rule as a field of its own: what two editors are held against each other by, and what the log notes. */
export type SettingFields = Omit<PoolSettings, 'rules'> & PoolRules;

/** The fields of settings. */
export function settingFields(settings: PoolSettings): SettingFields;
export function settingFields(settings: SomeSettings): Partial<SettingFields>;
export function settingFields({ rules, ...others }: SomeSettings): Partial<SettingFields> {
  return { ...others, ...rules };
}

/** The settings that fields make: the other way round. */
export function settingsOfFields(fields: Partial<SettingFields>): SomeSettings {
  const entries = Object.entries(fields);
  const rules = Object.fromEntries(entries.filter(([name]) => isRule(name)));
  const others = Object.fromEntries(entries.filter(([name]) => !isRule(name)));
  return Object.keys(rules).length > 0 ? { ...others, rules } : others;
}

/** Settings as they are stored: the name clean, text trimmed, and rules that go together (section 5). */
export function tidySettings<S extends Partial<PoolSettings>>(settings: S): S {
  const { name, description, moneyUrl, rules } = settings;
  return {
    ...settings,
    ...(name !== undefined && { name: cleanName(name) }),
    ...(description !== undefined && { description: description.trim() }),
    ...(moneyUrl !== undefined && { moneyUrl: moneyUrl.trim() }),
    ...(rules !== undefined && { rules: tidyRules(rules) }),
  };
}
