import type { PoolRules } from '#core/rules/pool-rules.ts';
import { rulesWith } from '#core/rules/pool-rules.ts';

/** Rules as they are stored. A rule that an earlier version did not know has its default. */
export function readRules(stored: string): PoolRules {
  return rulesWith(JSON.parse(stored));
}
