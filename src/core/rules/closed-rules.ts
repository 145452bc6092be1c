import type { FormatName } from '#core/formats/traits.ts';
import { formatNames, traits } from '#core/formats/traits.ts';
import type { PoolRules, RuleName } from './pool-rules.ts';
import { defaultRules, hasUpsets, ruleChoices, ruleNames } from './pool-rules.ts';
import { isWeekRule, weekRuleNames } from './week-rules.ts';

/** Which rules and choices of rules are closed: because of other rules, or because a game of the pool has locked. */

/** The rules of a season that is won by those who are left, which no other format has. */
const ofSeasons = ruleNames.filter((rule) =>
  formatNames.every((name) => traits[name].rules.has(rule) === (traits[name].plays === 'season')),
);

/** The rules of the days that a slate can leave out. */
const daysOfSlate: readonly RuleName[] = ['thursdayGames', 'fridayGames', 'saturdayGames', 'mondayGames'];

/**
 * Rules that are settled once a game of the pool has locked: players relied on them when they chose when to pick. Those of deadlines and games
 * can still change for later weeks; see `fixedRules`.
 */
export const settledRules: readonly RuleName[] = [
  'format',
  ...ofSeasons.filter((rule) => rule !== 'survivors'),
  ...weekRuleNames,
  'games',
  'scale',
  'weekly',
  'tiebreak',
];

/** The settled rules that no week gets otherwise. */
export const fixedRules: readonly RuleName[] = settledRules.filter((rule) => !isWeekRule(rule));

/** Why a rule keeps its default because of the other rules, in words; null if it can be chosen. */
export function closedRule(rule: RuleName, rules: PoolRules): string | null {
  const { format, useSpread, roundSpread, games } = rules;
  if (!traits[format].rules.has(rule)) {
    const others = formatNames.filter((name) => traits[name].rules.has(rule));
    return others.includes(defaultRules.format) ? `Not with ${format}` : `Only with ${others.join(' or ')}`;
  }
  if ((rule === 'roundSpread' || rule === 'push') && !useSpread) return 'Only with Use Spread';
  if (rule === 'line' && !useSpread && !hasUpsets(rules)) return 'Only with Use Spread or Upsets';
  if (rule === 'upset' && useSpread) return 'Not with Use Spread: a line makes both sides even';
  if ((rule === 'deadlineDay' || rule === 'deadlineTime') && rules.deadline !== 'own')
    return 'Only with a day and time that the pool sets';
  if (daysOfSlate.includes(rule) && rules.slate !== 'days') return 'Only with the games of some days';
  if ((rule === 'buyBackUntil' || rule === 'buyBackBy') && rules.buyBacks === 0) return 'Only with buy-backs';
  if (rule === 'push' && roundSpread) return 'Not with Round Spread: no score meets a rounded line';
  if (rule === 'missed' && games !== 'all') return 'Only where every game is picked';
  if (rule === 'missed' && rules.weekly) return 'Not if players pay and play by the week: a missed game earns nothing';
  if (rule === 'lateJoin' && rules.weekly) return 'Not if players pay and play by the week: other weeks are blank';
  if (rule === 'missedLimit' && !countsSomething(rules)) return 'Only where something counts for missed games';
  if (rule === 'weekly' && rules.missed !== defaultRules.missed) return 'Only where missed games earn nothing';
  if (rule === 'weekly' && rules.lateJoin !== defaultRules.lateJoin)
    return 'Only where weeks before joining earn nothing';
  return null;
}

/** Whether something counts for missed games, once the rules are consistent. */
function countsSomething(rules: PoolRules): boolean {
  return rules.missed !== defaultRules.missed && closedChoice('missed', rules.missed, rules) === null;
}

/** Whether a format has a choice of a rule at all, whatever the other rules are. */
export function hasChoice(format: FormatName, rule: RuleName, choice: PoolRules[RuleName]): boolean {
  const closed: readonly PoolRules[RuleName][] = traits[format].closed[rule] ?? [];
  return !closed.includes(choice);
}

/** Why a choice of a rule conflicts with the other rules, in words; null if it does not. The default never conflicts. */
export function closedChoice(rule: RuleName, choice: PoolRules[RuleName], rules: PoolRules): string | null {
  if (choice === defaultRules[rule]) return null;
  if (!hasChoice(rules.format, rule, choice)) return 'Only where sides are picked';
  const isTooMany = rule === 'bestBets' && rules.games !== 'all' && Number(choice) > rules.games;
  return closedRule(rule, rules) ?? (isTooMany ? 'No more best bets than games picked' : null);
}

/** Makes rules consistent: a choice that conflicts becomes the last choice before it in the list that does not. */
export function tidyRules(rules: PoolRules): PoolRules {
  const tidy = (rule: RuleName) => {
    const choices: readonly PoolRules[RuleName][] = ruleChoices[rule];
    const upTo = choices.slice(0, choices.indexOf(rules[rule]) + 1);
    return upTo.findLast((choice) => closedChoice(rule, choice, rules) === null) ?? defaultRules[rule];
  };
  return { ...rules, ...Object.fromEntries(ruleNames.map((rule) => [rule, tidy(rule)])) };
}
