import type { PoolRules } from '#core/rules/pool-rules.ts';
import { rulesWith } from '#core/rules/pool-rules.ts';
/** Parses a value of `picks`, whose kind the caller knows; null if the pick was taken back. */
export function parseValue<V>(text: string): V;
export function parseValue<V>(text: string | null): V | null;
export function parseValue<V>(text: string | null): V | null {
  return text === null ? null : (JSON.parse(text) as V);
}

/** Parses stored rules. A rule that an earlier version did not know gets its default. */
export function readRules(stored: string): PoolRules {
  return rulesWith(JSON.parse(stored));
}
