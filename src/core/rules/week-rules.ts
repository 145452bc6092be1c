import type { PoolRules, RuleName } from './pool-rules.ts';

/** The rules by which a pool plans each of its weeks: when it locks, and which games it has. A week may keep its own (decision 071). */
export const weekRuleNames = [
  'deadline',
  'deadlineDay',
  'deadlineTime',
  'slate',
  'thursdayGames',
  'fridayGames',
  'saturdayGames',
  'mondayGames',
] as const satisfies readonly RuleName[];

/** The rules of one week. */
export type WeekRules = Pick<PoolRules, (typeof weekRuleNames)[number]>;

/** Whether a name is that of a rule that a week may keep. */
export function isWeekRule(name: string): name is keyof WeekRules {
  return (weekRuleNames as readonly string[]).includes(name);
}

/** The rules of a week out of all rules. */
export function weekRulesOf(rules: WeekRules): WeekRules {
  return Object.fromEntries(weekRuleNames.map((rule) => [rule, rules[rule]])) as WeekRules;
}
