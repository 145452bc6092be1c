import type { PoolRules, RuleName } from './pool-rules.ts';

/** How a rule is called and told. */
export interface RuleWords<V> {
  /** The label of its field. */
  readonly label: string;
  /** One of its choices in a list; a rule that is on or off has none. */
  readonly choice?: (value: V) => string;
  /** What it means, in one sentence. */
  readonly sentence: (value: V) => string;
}

const pushes = {
  home: ['Home side wins', 'A score that meets the line exactly goes to the home side.'],
  half: ['Half a point for either side', 'A score that meets the line exactly is half a point for either side.'],
  none: ['The game does not count', 'A game whose score meets the line exactly counts for nobody.'],
} as const;

const ties = {
  nobody: ['Nobody is right', 'A tie is right for nobody.'],
  half: ['Half a point for either side', 'A tie is half a point for either side.'],
  both: ['Both sides are right', 'A tie is right for both sides.'],
} as const;

const lateWeeks = {
  zero: ['0 points', 'Weeks that were decided before somebody joined count 0 for them.'],
  lowest: [
    'Lowest score of the week',
    'A week that was decided before somebody joined counts the lowest score of those who picked.',
  ],
} as const;

/** The words of every rule. */
const ruleWords: { readonly [R in RuleName]: RuleWords<PoolRules[R]> } = {
  useSpread: {
    label: 'Use Spread',
    sentence: (on) =>
      on
        ? 'Picks are made against the spread: the away team plays with its line.'
        : 'Picks are straight up: pick who wins.',
  },
  roundSpread: {
    label: 'Round Spread',
    sentence: (on) =>
      on
        ? 'Whole lines move by half a point, so that nobody ties with them.'
        : 'Lines stand as they are, whole ones too.',
  },
  push: {
    label: 'Score meets the line',
    choice: (value) => pushes[value][0],
    sentence: (value) => pushes[value][1],
  },
  tie: { label: 'Tie', choice: (value) => ties[value][0], sentence: (value) => ties[value][1] },
  wildCardPoints: round('Wild Card'),
  divisionalPoints: round('Divisional'),
  conferencePoints: round('Conference'),
  superBowlPoints: round('Super Bowl'),
  dropWeeks: {
    label: 'Weeks dropped',
    choice: (count) => (count === 0 ? 'None' : `The ${count} lowest`),
    sentence: (count) => {
      if (count === 0) return 'Every week counts.';
      if (count === 1) return 'The lowest week of each player leaves the total once 2 are decided.';
      return `The ${count} lowest weeks of each player leave the total once more than ${count} are decided.`;
    },
  },
  lateJoin: {
    label: 'Weeks before joining',
    choice: (value) => lateWeeks[value][0],
    sentence: (value) => lateWeeks[value][1],
  },
};

/** The words of one rule, whichever it is. */
export function wordsOf(rule: RuleName): RuleWords<PoolRules[RuleName]> {
  return ruleWords[rule] as RuleWords<PoolRules[RuleName]>;
}

function round(name: string): RuleWords<number> {
  const points = (count: number) => (count === 1 ? '1 point' : `${count} points`);
  return {
    label: name,
    choice: points,
    sentence: (count) => `A right pick in the ${name} round is worth ${points(count)}.`,
  };
}
