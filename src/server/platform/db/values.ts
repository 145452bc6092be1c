import type { SlotPick } from '#core/pick.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import { defaultRules, rulesWith } from '#core/rules/pool-rules.ts';
import type { WeekRules } from '#core/rules/week-rules.ts';
import { weekRulesOf } from '#core/rules/week-rules.ts';
import type { PickTable } from './schema.ts';

/** Parses a value of `picks`, whose kind the caller knows; null if the pick was taken back. */
export function parseValue<V>(text: string): V;
export function parseValue<V>(text: string | null): V | null;
export function parseValue<V>(text: string | null): V | null {
  return text === null ? null : (JSON.parse(text) as V);
}

/** A row of `picks` or of its history as a pick. */
export function slotPickOf({
  kind,
  about,
  value,
  revision,
}: Pick<PickTable, 'kind' | 'about' | 'value' | 'revision'>): SlotPick {
  return { kind, about, value: parseValue(value), revision } as SlotPick;
}

/** Parses the stored rules of a pool as one of its weeks plays by them. @param kept its `kept_rules` */
export function readRulesOfWeek(rules: string, kept: string | null): PoolRules {
  return { ...readRules(rules), ...readKeptRules(kept) };
}

/**
 * The rules that a week keeps; null if it has those of its pool. A rule that an earlier version did not know gets its default, as in that
 * version.
 */
export function readKeptRules(kept: string | null): WeekRules | null {
  const stored = parseValue<Partial<WeekRules>>(kept);
  return stored && { ...weekRulesOf(defaultRules), ...stored };
}

/** Parses stored rules. A rule that an earlier version did not know gets its default. */
export function readRules(stored: string): PoolRules {
  return rulesWith(JSON.parse(stored));
}
