import { closedChoice, tidyRules } from '#core/rules/closed-rules.ts';
import type { PoolRules, RuleName } from '#core/rules/pool-rules.ts';
import { ruleNames } from '#core/rules/pool-rules.ts';
import { possibleChoices, rulebookOf } from '#core/rules/rulebook.ts';

/** More steps than any two sets of rules of one format are apart. */
const MAX_STEPS = 3 * ruleNames.length;

/**
 * The rules that a person sets, one after another, to turn rules into others of the same format: each has a row in the rulebook, and its
 * choice is open. Forms make the rules consistent after each step.
 * @throws Error if no open choice leads on
 */
export function stepsBetween(from: PoolRules, wanted: PoolRules): RuleName[] {
  const steps: RuleName[] = [];
  let rules = from;
  for (;;) {
    const missing = ruleNames.filter((rule) => rules[rule] !== wanted[rule]);
    if (missing.length === 0) return steps;
    const offered = new Set(
      rulebookOf(rules).flatMap(({ shown, usual }) => [...shown, ...usual].flatMap((row) => row.rules)),
    );
    const next = missing.find(
      (rule) =>
        offered.has(rule) &&
        possibleChoices(rule, rules, []).includes(wanted[rule]) &&
        closedChoice(rule, wanted[rule], rules) === null,
    );
    if (next === undefined || steps.length === MAX_STEPS) throw new Error(`No step leads to ${missing.join(', ')}.`);
    steps.push(next);
    rules = tidyRules({ ...rules, [next]: wanted[next] });
  }
}
