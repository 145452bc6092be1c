import { costWords } from '#core/formats/survivor/cost.ts';
import { asksFor } from '#core/formats/traits.ts';
import { compareWeeks, weekName } from '#core/weeks.ts';
import { closedRule } from './closed-rules.ts';
import type { PoolRules, RuleName, SaidRules } from './pool-rules.ts';
import { defaultRules, ruleNames } from './pool-rules.ts';
import type { RuleCard, RuleRow } from './rulebook.ts';
import { isUsual } from './rulebook.ts';
import type { WeekRules } from './week-rules.ts';
import {
  beforePlayoffs,
  CALLED_OFF,
  endsLevel,
  LAST_ONE_WINS,
  MISSED_EARNS_NOTHING,
  MOST_POINTS_WIN,
  missing,
  NOBODY_JOINS,
  ONE_POINT,
  ruleText,
  SEEN_AFTER_LOCK,
  wordsOf,
} from './words.ts';

/** The rules of a pool in words, without those that cannot apply or that need no mention. */
export interface RuleSentences {
  /** The rules that differ from the defaults. */
  readonly own: readonly string[];
  /** The defaults that apply. */
  readonly usual: readonly string[];
}

/** What every pool of a format plays by: what counts, and what is of the season. */
const formatGivens: Readonly<Record<PoolRules['format'], Readonly<Record<'count' | 'season', readonly string[]>>>> = {
  pickem: { count: [ONE_POINT], season: [MOST_POINTS_WIN] },
  confidence: { count: [MISSED_EARNS_NOTHING], season: [MOST_POINTS_WIN] },
  survivor: { count: [], season: [LAST_ONE_WINS, CALLED_OFF, NOBODY_JOINS] },
};

/** What a pool plays by that no rule of its own says, as it stands on a card. */
export function givenTexts(card: RuleCard, { format, weekly }: PoolRules): readonly string[] {
  if (card === 'lock') return [SEEN_AFTER_LOCK];
  if (card !== 'count' && card !== 'season') return [];
  return [...new Set([...formatGivens[format][card], ...(weekly && card === 'count' ? [MISSED_EARNS_NOTHING] : [])])];
}

function givensOf(rules: PoolRules): readonly string[] {
  return [...givenTexts('count', rules), ...givenTexts('season', rules)];
}

/** Defaults that can be folded, in a few words. */
const standards: { readonly [R in RuleName]?: (rules: SaidRules) => string } = {
  goal: () => 'pick winners',
  survivorTie: (rules) => `a tie ${costWords(rules).costs}`,
  teamUses: (rules) => `no team twice${beforePlayoffs(rules)}`,
  twoTeamsFrom: () => 'one team a week',
  allOut: () => 'the last ones out share the win',
  survivors: () => 'all left at the end share first place',
  buyBacks: () => 'no buy-backs',
  tie: (rules) => `nobody gets a point if a game${endsLevel(rules)} ends in a tie`,
  slate: () => 'all games count',
  games: () => 'pick every game',
  missed: (rules) =>
    asksFor('team', rules) ? `${missing(rules)} ${costWords(rules).costs}` : clause(MISSED_EARNS_NOTHING),
  missedLimit: () => 'no limit of auto picks',
  entries: () => 'one entry each',
  weekly: () => 'no weeks off',
  bestBets: () => 'no best bets',
  upset: () => 'no upset points',
  wildCardPoints: () => 'playoffs count the same',
  dropWeeks: () => 'no dropped weeks',
  lateJoin: () => 'no points before joining',
  tiebreak: () => 'ties for the week are shared',
  seasonTiebreak: () => 'season ties are shared',
};

/** The sentences of the rules that apply in a pool, each once. */
export function ruleSentences(rules: SaidRules): RuleSentences {
  const open = ruleNames.filter((rule) => closedRule(rule, rules) === null);
  const sentencesOf = (names: readonly RuleName[]) => [...new Set(names.map((rule) => ruleText(rule, rules)))];
  const usual = open.filter((rule) => rules[rule] === defaultRules[rule] && !wordsOf(rule).isImplied);
  const own = sentencesOf(open.filter((rule) => rules[rule] !== defaultRules[rule]));
  return {
    own,
    usual: [...new Set([...sentencesOf(usual), ...givensOf(rules)])].filter((text) => !own.includes(text)),
  };
}

/**
 * What a pool's next weeks keep of earlier rules of deadlines and games (decision 071), by the rule whose sentence it is:
 * `Until Week 11: picks lock at each game's kick-off.`
 * @param weekRules the rules of weeks that keep their own @param from the first week that matters; null for none
 */
export function keptTexts(
  rules: PoolRules,
  weekRules: Readonly<Record<string, WeekRules>>,
  from: string | null,
): ReadonlyMap<RuleName, string> {
  const weeks = Object.keys(weekRules).filter((id) => from !== null && compareWeeks(id, from) >= 0);
  const inOrder = weeks.toSorted(compareWeeks);
  const kept = (['deadline', 'slate'] as const).flatMap((rule) => {
    const textIn = (id: string) => ruleText(rule, { ...rules, ...weekRules[id] });
    const [first] = inOrder;
    if (first === undefined || textIn(first) === ruleText(rule, rules)) return [];
    const last = inOrder.findLast((id) => textIn(id) === textIn(first)) ?? first;
    return [[rule, `Until ${weekName(last)}: ${lowerFirst(textIn(first))}`] as const];
  });
  return new Map(kept);
}

/** What the rows at their defaults say, in a few words: `one entry each · no dropped weeks`. */
export function usualText(rules: SaidRules, rows: readonly RuleRow[]): string {
  return rows
    .filter((row) => isUsual(row, rules))
    .flatMap(({ head }) => standards[head]?.(rules) ?? [])
    .join(' · ');
}

/** A sentence as part of another one. */
function clause(sentence: string): string {
  return lowerFirst(sentence.replace(/\.$/, ''));
}

/** A text in the middle of a sentence. */
export function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
