import { halvesOfPoints, pointsText } from '#core/scoring.ts';
import type { PoolRules, RuleName } from './pool-rules.ts';
import { closedRule, defaultRules, ruleNames } from './pool-rules.ts';
import type { PresetName } from './presets.ts';

/** The groups that a form lists the rules in, with their headings. */
export const ruleGroups = { picks: 'Picks', points: 'Points', season: 'Season' } as const;
/** One group of rules. */
export type RuleGroup = keyof typeof ruleGroups;

/** How a rule is called and told. */
export interface RuleWords<V> {
  /** The label of its field. */
  readonly label: string;
  readonly group: RuleGroup;
  /** Few pools change it: a form folds it. */
  readonly rare?: true;
  /** One of its choices in a list; a rule that is on or off has none. */
  readonly choice?: (value: V) => string;
  /** What it means beside the other rules, in a sentence or two. */
  readonly sentence: (value: V, rules: PoolRules) => string;
}

const formats = {
  pickem: ["Pick'em", 'Players pick who wins, game by game.'],
  confidence: [
    'Confidence',
    'Players put the games of a week in order: a right pick is worth its place, from 1 for the one they trust least.',
  ],
  survivor: [
    'Survivor',
    'Players choose one team a week to win, each team once a season and anew in the post-season; a loss, a tie or a missed week costs a life.',
  ],
} as const;

const pushes = {
  home: ['Home side wins', 'A score that meets the line exactly goes to the home side.'],
  half: [
    'Half a point for either side',
    'A score that meets the line exactly earns either side half as much as a right pick.',
  ],
  none: ['The game does not count', 'A game whose score meets the line exactly counts for nobody.'],
} as const;

const lines = {
  moving: ['Moves with the market', 'Lines may move until a day before the kick-off.'],
  frozen: [
    'Frozen on Tuesday',
    'Lines are frozen on Tuesday of the week, 12:00 Eastern; a game without one then takes the first one after.',
  ],
} as const;

const ties = {
  nobody: ['Nobody is right', (level: string) => `Nobody is right about a game ${level}.`],
  half: [
    'Half a point for either side',
    (level: string) => `A game ${level} earns either side half as much as a right pick.`,
  ],
  both: ['Both sides are right', (level: string) => `Both sides are right about a game ${level}.`],
} as const;

const deadlines = {
  game: ['Each game at its kick-off', 'Each game can be picked until it kicks off.'],
  sunday: [
    'Sunday games with the first of them',
    "All games from the week's first Sunday game (Eastern time) on lock together with it, Monday's too; earlier ones lock by themselves.",
  ],
  week: ['All games with the first of the week', 'All games of a week lock together with its first one.'],
} as const;

const missedGames = {
  nothing: ['Nothing', 'A game that somebody did not pick earns them nothing.'],
  home: ['The home side', "A game that locks without a member's pick counts for them as picked for the home side."],
  away: ['The away side', "A game that locks without a member's pick counts for them as picked for the away side."],
  favourite: [
    'The favourite',
    "A game that locks without a member's pick counts for them as picked for the favourite, for the home side where neither is favoured.",
  ],
} as const;

const lateWeeks = {
  zero: ['0 points', 'A week that was decided before somebody joined, without a pick of theirs, counts 0 for them.'],
  lowest: [
    'Lowest score of the week',
    'A week that was decided before somebody joined, without a pick of theirs, counts the lowest score of those who picked.',
  ],
} as const;

const guesses =
  'Players who are level at the top of a week go by their guesses of the total points in its last game, or in another that is named: the closest one';
const noGuess =
  'Whoever made no guess loses to all who did. Where guesses decide nothing, or the game is called off, they share the week.';

const tiebreaks = {
  none: ['None', 'Players who are level at the top of a week share it.'],
  closest: ['Closest guess', `${guesses} wins the week. ${noGuess}`],
  'closest-under': [
    'Closest guess without going over',
    `${guesses} that is not over wins the week, or if all are over the nearest. ${noGuess}`,
  ],
} as const;

/** The words of every rule. */
const ruleWords: { readonly [R in RuleName]: RuleWords<PoolRules[R]> } = {
  format: {
    label: 'Format',
    group: 'picks',
    choice: (value) => formats[value][0],
    sentence: (value) => formats[value][1],
  },
  lives: {
    label: 'Lives',
    group: 'picks',
    choice: (count) => (count === 1 ? '1 life' : `${count} lives`),
    sentence: (count) =>
      count === 1 ? 'Who loses once is out.' : `Each player has ${count} lives; who loses the last one is out.`,
  },
  useSpread: {
    label: 'Use Spread',
    group: 'picks',
    sentence: (on) =>
      on
        ? 'Picks are made against the spread: the away team plays with its line.'
        : 'Picks are straight up: pick who wins.',
  },
  roundSpread: {
    label: 'Round Spread',
    group: 'picks',
    sentence: (on) =>
      on
        ? 'Whole lines move by half a point, so that nobody ties with them.'
        : 'Lines stand as they are, whole ones too.',
  },
  line: {
    label: 'Line',
    group: 'picks',
    choice: (value) => lines[value][0],
    sentence: (value) => lines[value][1],
  },
  push: {
    label: 'Score meets the line',
    group: 'points',
    choice: (value) => pushes[value][0],
    sentence: (value) => pushes[value][1],
  },
  tie: {
    label: 'Tie',
    group: 'points',
    rare: true,
    choice: (value) => ties[value][0],
    sentence: (value, rules) => ties[value][1](endsLevel(rules)),
  },
  deadline: {
    label: 'Picks lock',
    group: 'picks',
    choice: (value) => deadlines[value][0],
    sentence: (value) => deadlines[value][1],
  },
  games: {
    label: 'Games picked',
    group: 'picks',
    choice: (count) =>
      count === 'all' ? 'All games of a week' : count === 1 ? '1 game a week' : `${count} games a week`,
    sentence: (count) => {
      if (count === 'all') return 'Players pick every game of a week.';
      return `Each player picks ${count === 1 ? '1 game' : `${count} games`} a week, of their own choice.`;
    },
  },
  missed: {
    label: 'Missed games count',
    group: 'picks',
    choice: (value) => missedGames[value][0],
    sentence: (value) => missedGames[value][1],
  },
  bestBets: {
    label: 'Best bets',
    group: 'points',
    choice: (count) => (count === 0 ? 'None' : `${count} a week`),
    sentence: (count) => {
      if (count === 0) return 'All picks of a week are worth the same.';
      return `Each player may mark ${count === 1 ? '1 pick' : `${count} picks`} a week as best bet, worth double.`;
    },
  },
  wildCardPoints: round('Wild Card'),
  divisionalPoints: round('Divisional'),
  conferencePoints: round('Conference'),
  superBowlPoints: round('Super Bowl', 'Super Bowl'),
  dropWeeks: {
    label: 'Weeks dropped',
    group: 'season',
    choice: (count) => (count === 0 ? 'None' : count === 1 ? 'The lowest' : `The ${count} lowest`),
    sentence: (count) => {
      if (count === 0) return 'Every week counts.';
      if (count === 1) return 'The lowest week of each player leaves the total once 2 are decided.';
      return `The ${count} lowest weeks of each player leave the total once more than ${count} are decided.`;
    },
  },
  lateJoin: {
    label: 'Weeks before joining',
    group: 'season',
    rare: true,
    choice: (value) => lateWeeks[value][0],
    sentence: (value) => lateWeeks[value][1],
  },
  tiebreak: {
    label: 'Tiebreak',
    group: 'season',
    choice: (value) => tiebreaks[value][0],
    sentence: (value) => tiebreaks[value][1],
  },
};

/** The words of one rule, whichever it is. */
export function wordsOf(rule: RuleName): RuleWords<PoolRules[RuleName]> {
  return ruleWords[rule] as RuleWords<PoolRules[RuleName]>;
}

/** A choice of a rule in a few words: as its list has it, or on and off. */
export function valueWords(rule: RuleName, value: PoolRules[RuleName]): string {
  return wordsOf(rule).choice?.(value) ?? (value === true ? 'on' : 'off');
}

/** How each preset is called and told. */
export const presetWords: { readonly [P in PresetName]: { readonly label: string; readonly sentence: string } } = {
  classic: { label: 'Classic', sentence: 'Pick who wins. Every right pick is a point.' },
  spread: { label: 'Spread', sentence: 'Pick against the line, rounded so that nobody ties with it.' },
  confidence: {
    label: 'Confidence',
    sentence: 'Pick who wins, and put the games in order: the surer, the more points.',
  },
  survivor: { label: 'Survivor', sentence: 'One team a week, each only once. Who loses is out.' },
};

/** The rules of a pool in words, those that cannot apply left out. */
export interface ToldRules {
  /** What differs from the defaults. */
  readonly own: readonly string[];
  /** What every pool plays by that sets nothing else. */
  readonly usual: readonly string[];
}

/** What a pick is worth in the regular season. */
const ONE_POINT = 'A right pick is worth 1 point.';

/** What goes without saying in each format. */
const givens: Readonly<Record<PoolRules['format'], readonly string[]>> = {
  pickem: [ONE_POINT],
  confidence: [],
  survivor: [
    'A game that is called off costs no life and gives its team back.',
    'If all who are left go out in the same week, they share the win.',
    "Nobody joins once the pool's first game has locked.",
  ],
};

/** The sentences of the rules that apply in a pool, each once. */
export function tellRules(rules: PoolRules): ToldRules {
  const open = ruleNames.filter((rule) => closedRule(rule, rules) === null);
  const told = (names: readonly RuleName[]) => [
    ...new Set(names.map((rule) => wordsOf(rule).sentence(rules[rule], rules))),
  ];
  return {
    own: told(open.filter((rule) => rules[rule] !== defaultRules[rule])),
    usual: [...new Set([...told(open.filter((rule) => rules[rule] === defaultRules[rule])), ...givens[rules.format]])],
  };
}

/** Which games are ties: with a line that favours a side, one that ends level has a winner. */
function endsLevel({ useSpread, roundSpread }: PoolRules): string {
  if (!useSpread) return 'that ends level';
  return roundSpread ? 'without a line that ends level' : 'that ends level with an even line or none';
}

/** @param place where it is played, as a sentence has it */
function round(name: string, place = `${name} round`): RuleWords<number> {
  const points = (count: number) => pointsText(halvesOfPoints(count));
  return {
    label: name,
    group: 'points',
    rare: true,
    choice: points,
    sentence: (count) => (count === 1 ? ONE_POINT : `A right pick in the ${place} is worth ${points(count)}.`),
  };
}
