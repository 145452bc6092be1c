import { asksFor, traitsOf } from '#core/formats/traits.ts';
import { closedRule } from './closed-rules.ts';
import type { PoolRules, RuleName } from './pool-rules.ts';
import { defaultRules, ruleNames } from './pool-rules.ts';
import { endsLevel, loseOnce, ONE_POINT, wordsOf } from './words.ts';

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
const givens: Readonly<Record<PoolRules['format'], readonly string[]>> = {
  pickem: [ONE_POINT],
  confidence: [],
  survivor: [
    'A game that is called off costs no life, and its team can be used again.',
    "Nobody can join once the pool's first game has locked.",
  ],
};

/** Defaults in a few words; one that needs no mention has none. */
const standards: { readonly [R in RuleName]?: (rules: PoolRules) => string | null } = {
  lives: (rules) => lowerFirst(loseOnce(rules)),
  allOut: () => 'the last players share the win if they go out together',
  survivors: () => 'everyone still in after the last week shares first place',
  useSpread: () => 'picks are straight up',
  line: () => 'lines may move until a day before kick-off',
  push: () => 'the home side wins if the score meets the line',
  tie: (rules) =>
    rules.useSpread ? `a game that ends level${endsLevel(rules)} counts for nobody` : 'a tie counts for nobody',
  deadline: () => 'each game locks at kick-off',
  games: () => 'you pick every game',
  missed: (rules) => (asksFor('team', rules) ? null : 'a missed game earns nothing'),
  dropWeeks: ({ weekly }) => (weekly ? 'no week is dropped' : 'every week counts'),
  tiebreak: () => 'players tied for first share the week',
};

/** `givens` in a few words. */
const shortGivens: Readonly<Record<PoolRules['format'], readonly string[]>> = {
  pickem: ['a right pick is 1 point'],
  confidence: ['a right pick is worth its rank'],
  survivor: ['a game that is called off costs no life', 'nobody can join once the first game has locked'],
};

/** The sentences of the rules that apply in a pool, each once. */
export function ruleSentences(rules: PoolRules): RuleSentences {
  const open = ruleNames.filter((rule) => closedRule(rule, rules) === null);
  const sentencesOf = (names: readonly RuleName[]) => [
    ...new Set(names.map((rule) => wordsOf(rule).sentence(rules[rule], rules))),
  ];
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
    usual: [...new Set([...sentencesOf(usual), ...givens[rules.format]])].filter((text) => !own.includes(text)),
  };
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
