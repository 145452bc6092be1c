import { cleanName } from './names.ts';
import { tidyRules } from './rules/closed-rules.ts';
import type { PoolRules } from './rules/pool-rules.ts';
import { isRule } from './rules/pool-rules.ts';
import type { Pool } from './types.ts';
import { POOL_NAME_MAX } from './validation.ts';

const COPY_PREFIX = 'Copy Of ';

/** The settings of a pool that an admin can change. */
export type PoolSettings = Pick<Pool, 'name' | 'description' | 'moneyUrl' | 'rules' | 'activeWeekId'>;

/** Some of the settings, as an editor changes them. */
export type SomeSettings = Partial<Omit<PoolSettings, 'rules'>> & { readonly rules?: Partial<PoolRules> };

/** Settings with each rule as its own field: the form in which two editors' changes are compared and logged. */
export type SettingFields = Omit<PoolSettings, 'rules'> & PoolRules;

/** Converts settings to fields. */
export function settingFields(settings: PoolSettings): SettingFields;
export function settingFields(settings: SomeSettings): Partial<SettingFields>;
export function settingFields({ rules, ...others }: SomeSettings): Partial<SettingFields> {
  return { ...others, ...rules };
}

/** Converts fields back to settings. */
export function settingsOfFields(fields: Partial<SettingFields>): SomeSettings {
  const entries = Object.entries(fields);
  const rules = Object.fromEntries(entries.filter(([name]) => isRule(name)));
  const others = Object.fromEntries(entries.filter(([name]) => !isRule(name)));
  return Object.keys(rules).length > 0 ? { ...others, rules } : others;
}

/** Settings as they are stored: a clean name, trimmed text, and consistent rules (section 5). */
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

/** The talk of a pool; that of a new one is disabled and empty (section 3). */
export interface TrashTalk<M = string> {
  readonly enabled: boolean;
  readonly messages: readonly M[];
}

/** What a copied pool takes over; its enabled members and weeks follow (section 7). */
export type PoolCopy<M = string> = Pick<Pool, 'name' | 'description' | 'moneyUrl' | 'rules'> & {
  readonly trashTalk: TrashTalk<M>;
};

/** What a duplicate takes over, under the name 'Copy Of {name}' (section 7), cut to the longest allowed name. */
export function duplicatePool<M>(pool: PoolCopy<M>): PoolCopy<M> {
  const { name, description, moneyUrl, rules, trashTalk } = pool;
  const copyName = cleanName([...`${COPY_PREFIX}${name}`].slice(0, POOL_NAME_MAX).join(''));
  return { name: copyName, description, moneyUrl, rules, trashTalk };
}
