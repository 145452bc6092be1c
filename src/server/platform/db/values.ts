import type { SlotPick } from '#core/pick.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import { rulesWith } from '#core/rules/pool-rules.ts';
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

/** Parses stored rules. A rule that an earlier version did not know gets its default. */
export function readRules(stored: string): PoolRules {
  return rulesWith(JSON.parse(stored));
}
