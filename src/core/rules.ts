/**
 * The rules of a pool, as one value. A new rule is a field here with its default, its meaning in the function that knows it,
 * its check in the contract (`contract/rules.ts`) and its control in the form (`features/admin/pools/rules-fields.tsx`).
 */
export interface PoolRules {
  /** Whether picks are made against the line (section 5). */
  readonly useSpread: boolean;
  /** Whether a whole line moves by half a point, so that nobody ties with it. Never true without `useSpread`. */
  readonly roundSpread: boolean;
}

/** The name of one rule. */
export type RuleName = keyof PoolRules;

/** What a pool plays by that sets nothing. */
export const defaultRules: PoolRules = { useSpread: false, roundSpread: false };

/** Every rule, in the order in which forms and texts list them. */
export const ruleNames = Object.keys(defaultRules) as readonly RuleName[];

/** Rules as they may go together: no rounding where the line is not used (section 5). */
export function tidyRules(rules: PoolRules): PoolRules {
  return { ...rules, roundSpread: rules.useSpread && rules.roundSpread };
}
