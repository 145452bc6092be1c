import { asksFor, traitsOf } from '#core/formats/traits.ts';
import { listText } from '#core/listed.ts';
import { compareWeeks, weekName } from '#core/weeks.ts';
import { closedRule } from './closed-rules.ts';
import type { PoolRules, RuleName } from './pool-rules.ts';
import { defaultRules, ruleNames } from './pool-rules.ts';
import type { RuleCard, RuleRow } from './rulebook.ts';
import type { WeekRules } from './week-rules.ts';
import {
  CALLED_OFF,
  endsLevel,
  LAST_ONE_WINS,
  MISSED_EARNS_NOTHING,
  missCost,
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
  /** The main ones of them in one sentence. */
  readonly summary: string;
}

/** What every pool of a format plays by. */
const formatGivens: Readonly<Record<PoolRules['format'], readonly string[]>> = {
  pickem: [ONE_POINT],
  confidence: [MISSED_EARNS_NOTHING],
  survivor: [LAST_ONE_WINS, CALLED_OFF, NOBODY_JOINS],
};

/** What a pool plays by that no rule of its own says. */
function givensOf({ format, weekly }: PoolRules): readonly string[] {
  return [...new Set([...formatGivens[format], ...(weekly ? [MISSED_EARNS_NOTHING] : [])])];
}

/** Defaults in a few words; one that needs no mention has none. */
const standards: { readonly [R in RuleName]?: (rules: PoolRules) => string | null } = {
  lives: (rules) => ruleText('lives', rules).replace(/\.$/, '').split('. ').map(lowerFirst).join(', '),
  allOut: () => 'the last players share the win if they go out together',
  survivors: () => 'everyone still in after the last week shares first place',
  useSpread: () => 'picks are straight up',
  line: () => 'lines may move until a day before kick-off',
  push: () => 'the home side wins if the score meets the line',
  tie: (rules) => `a tie${rules.useSpread ? ` in a game${endsLevel(rules)}` : ''} counts for nobody`,
  deadline: () => 'each game locks at kick-off',
  games: () => 'you can pick every game',
  missed: (rules) => (asksFor('team', rules) ? null : 'a missed game earns nothing'),
  entries: () => 'each member has one entry',
  weekly: () => 'everybody plays every week',
  dropWeeks: () => 'no week is dropped',
  tiebreak: () => 'players tied for first share the week',
};

/** `formatGivens` in a few words. */
const shortGivens: Readonly<Record<PoolRules['format'], readonly string[]>> = {
  pickem: ['a right pick is 1 point'],
  confidence: ['a right pick is worth its rank'],
  survivor: [
    'the last one left wins',
    'a game that is called off hurts nobody',
    'nobody can join once the first game has locked',
  ],
};

/** The sentences of the rules that apply in a pool, each once. */
export function ruleSentences(rules: PoolRules): RuleSentences {
  const open = ruleNames.filter((rule) => closedRule(rule, rules) === null);
  const sentencesOf = (names: readonly RuleName[]) => [...new Set(names.map((rule) => ruleText(rule, rules)))];
  const usual = open.filter((rule) => rules[rule] === defaultRules[rule] && !wordsOf(rule).isImplied);
  const own = sentencesOf(open.filter((rule) => rules[rule] !== defaultRules[rule]));
  const standard = usual.flatMap((rule) => standards[rule]?.(rules) ?? []);
  // A scale of the pool's own is among its own rules.
  const given = traitsOf(rules).hasValues && rules.scale !== 'ranks' ? [] : shortGivens[rules.format];
  const clauses = traitsOf(rules).plays === 'season' ? [...standard, ...given] : [...given, ...standard];
  const all = `${clauses.slice(0, -1).join(', ')}, and ${clauses.at(-1)}`;
  return {
    own,
    summary: `${own.length === 0 ? 'Everything' : 'Everything else'} is standard: ${all}.`,
    usual: [...new Set([...sentencesOf(usual), ...givensOf(rules)])].filter((text) => !own.includes(text)),
  };
}

/** From so many rules of its own on, a pool's lines don't name what is standard. */
const MANY_RULES = 5;

/** The rules of a pool in a few lines: all of its own, then what is standard. */
export function ruleLines(rules: PoolRules): string[] {
  const { own, summary } = ruleSentences(rules);
  if (own.length < MANY_RULES) return [...own, summary];
  // What a missed team does is in the sentence of the lives.
  const isSaid = (rule: RuleName) =>
    rule === 'missed' && asksFor('team', rules) && rules.missed === defaultRules.missed;
  const main = (['lives', 'deadline', 'missed'] as const).filter(
    (rule) => closedRule(rule, rules) === null && !isSaid(rule),
  );
  const sentences = [
    ...main.map((rule) => ruleText(rule, rules)),
    ...(traitsOf(rules).closesAtStart ? [NOBODY_JOINS] : []),
  ];
  return [...new Set([...own, ...sentences]), 'Everything else is standard: the Rules page has it.'];
}

/**
 * What a pool's next weeks keep of earlier rules of deadlines and games (decision 071), by the rule whose sentence it is:
 * `Until Week 11: each game can be picked until it kicks off.`
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

/** Further defaults in a few words, which only the folded rows of a card say. */
const impliedStandards: typeof standards = {
  goal: () => 'teams are chosen to win',
  survivorTie: (rules) => `a tie ${missCost(rules)}`,
  teamUses: () => 'no team is used twice before the playoffs',
  twoTeamsFrom: () => 'players choose one team a week',
  buyBacks: () => 'there are no buy-backs',
  slate: () => 'all games count',
  missed: (rules) => `${missing(rules)} ${missCost(rules)}`,
  missedLimit: (rules) => lowerFirst(ruleText('missedLimit', rules).replace(/\.$/, '')),
  bestBets: () => 'there are no best bets',
  upset: () => 'underdogs earn no extra points',
  wildCardPoints: () => 'the playoffs count as much as other weeks',
  lateJoin: () => 'weeks before joining earn nothing',
  seasonTiebreak: () => 'players tied in the standings share the place',
};

/** What every pool of a format plays by, on the card where it stands. */
export function givenTexts(card: RuleCard, rules: PoolRules): readonly string[] {
  if (card === 'lock') return [SEEN_AFTER_LOCK];
  return card === (traitsOf(rules).plays === 'season' ? 'season' : 'count') ? givensOf(rules) : [];
}

/** What the folded rows of a card say, in a few words. */
export function usualText(rules: PoolRules, rows: readonly RuleRow[]): string {
  const clauses = rows.flatMap(({ head }) => standards[head]?.(rules) ?? impliedStandards[head]?.(rules) ?? []);
  return clauses.length === 0 ? 'The other rules are standard.' : `As usual: ${listText(clauses)}.`;
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
