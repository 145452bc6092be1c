import { closedChoice, tidyRules } from './closed-rules.ts';
import type { PoolRules, RuleName } from './pool-rules.ts';
import { defaultRules, isRule, ruleChoices, ruleNames } from './pool-rules.ts';

/** The result of checking rules from outside: all rules, or everything that is wrong with them. */
export type CheckedRules = { readonly rules: PoolRules } | { readonly problems: readonly string[] };

/** The most characters of a value that a message shows. */
const SHOWN = 40;

/**
 * Checks an object that names some of the rules, read from a file.
 * @param base the rules that it does not name
 */
export function checkRules(value: unknown, base: PoolRules = defaultRules): CheckedRules {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return { problems: [`Rules are an object, such as { "useSpread": true }, not ${shown(value)}.`] };
  }
  const wrong = Object.entries(value).flatMap(([name, choice]) => problemOf(name, choice) ?? []);
  if (wrong.length > 0) return { problems: wrong };
  const rules: PoolRules = { ...base, ...value };
  const closed = ruleNames.flatMap((rule) => closedProblem(rule, rules) ?? []);
  return closed.length > 0 ? { problems: closed } : { rules };
}

/** A named rule that contradicts others, and why, in words. */
export interface RuleConflict {
  readonly rule: RuleName;
  readonly text: string;
}

/**
 * The first of the rules that a request names whose value contradicts the others; null if none does. A default contradicts nothing, and
 * neither does a stored rule that a named one closes: it gets its default.
 * @param base the rules that it does not name
 */
export function namedConflict(named: Partial<PoolRules>, base: PoolRules = defaultRules): RuleConflict | null {
  const rules = rulesAfter(named, base);
  for (const rule of ruleNames) {
    const text = Object.hasOwn(named, rule) ? closedProblem(rule, rules) : null;
    if (text !== null) return { rule, text };
  }
  return null;
}

/** The rules of a pool after a change. A stored rule that a named one closes gets its default, and closes none in turn. */
export function rulesAfter(named: Partial<PoolRules>, base: PoolRules): PoolRules {
  return { ...tidyRules({ ...base, ...named }), ...named };
}

function problemOf(name: string, choice: unknown): string | null {
  if (!isRule(name)) return `There is no rule ${shown(name)}. Rules: ${ruleNames.join(', ')}.`;
  const choices: readonly unknown[] = ruleChoices[name];
  if (choices.includes(choice)) return null;
  return `${name} can't be ${shown(choice)}. Choices: ${choices.map(shown).join(', ')}.`;
}

function closedProblem(rule: RuleName, rules: PoolRules): string | null {
  const reason = closedChoice(rule, rules[rule], rules);
  return reason && `${rule} can't be ${shown(rules[rule])}: ${reason}.`;
}

/** A value as JSON. */
function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text;
}
