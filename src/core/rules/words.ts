import { costlyEndsText, safeEndText } from '#core/formats/survivor/ends.ts';
import { asksFor, traitsOf } from '#core/formats/traits.ts';
import { capital, listText } from '#core/listed.ts';
import { halvesOfPoints, pointsText } from '#core/scoring.ts';
import type { PoolRules, RuleName } from './pool-rules.ts';
import { hasUpsets } from './pool-rules.ts';
import type { PresetName } from './presets.ts';

/** What a pick is worth in the regular season. */
export const ONE_POINT = 'A right pick is worth 1 point.';
/** The points of the rounds of the playoffs. */
export const playoffPoints = ['wildCardPoints', 'divisionalPoints', 'conferencePoints', 'superBowlPoints'] as const;
/** With survivor. */
export const CALLED_OFF = 'A game that is called off costs no life, and its team can be used again.';
/** With confidence. */
export const MISSED_EARNS_NOTHING = 'A game that a player misses earns them nothing.';
/** In every pool. */
export const SEEN_AFTER_LOCK = 'Everybody sees the picks of a game once it locks.';
/** With survivor. */
export const LAST_ONE_WINS = 'The last one left wins.';
/** With survivor. */
export const NOBODY_JOINS = "Nobody can join once the pool's first game has locked.";
const ITS_RANK =
  'A right pick is worth {its rank} in points, from 1 up to the number of games. Each rank is used once.';

/** The label and texts of a rule. */
interface RuleWords<V> {
  /** The label of its control. */
  readonly label: string;
  /** The rule that it completes: the rulebook shows it only if that rule opens it. */
  readonly partOf?: RuleName;
  /** Its default is not mentioned. */
  readonly isImplied?: true;
  /** The text of a choice in a list, with the other rules if they are known; a rule that is on or off needs none. */
  readonly choice?: (value: V, rules?: PoolRules) => string;
  /**
   * What a choice means together with the other rules, in a sentence or two. The value stands in braces: `Lose {once} and you're out.`; that
   * of another rule with its name: `{buyBackUntil:Week 4}`. Read it with `ruleText`, or in pieces (`rulebook.ts`).
   */
  readonly sentence: (value: V, rules: PoolRules) => string;
}

const formats = {
  pickem: [
    "Pick'em",
    (rules: PoolRules) =>
      rules.games === 'all' ? 'Players pick a side in each game.' : 'Players pick sides in games of their choice.',
  ],
  confidence: [
    'Confidence',
    () =>
      'Players pick a side in each game and rank the games: the surer they are, the more points a right pick is worth.',
  ],
  survivor: [
    'Survivor',
    (rules: PoolRules) =>
      `Each week ${teamsText(rules)}, and ${mostUses(rules)}. ${costlyEndsText(rules, ...costlyMisses(rules))} costs a life.`,
  ],
} as const;

const pushes = {
  home: ['Home side wins', 'If the score meets the line exactly and the game is no tie, {the home side wins}.'],
  half: [
    'Either side earns half',
    'If the score meets the line exactly and the game is no tie, {either side earns half as much} as a right pick.',
  ],
  none: [
    "The game doesn't count",
    'If the score meets the line exactly and the game is no tie, {the game counts for nobody}.',
  ],
} as const;

const lines = {
  moving: ['Moves with the market', 'Lines {may move} until a day before kick-off.'],
  frozen: [
    'Frozen on Tuesday',
    'Lines {freeze} at noon Eastern on the Tuesday of the week; a game that has no line by then keeps the first one it gets.',
  ],
} as const;

const ties = {
  nobody: ['Nobody is right', (when: string) => `If a game ends in a tie${when}, {nobody is right}.`],
  half: [
    'Either side earns half',
    (when: string) => `If a game ends in a tie${when}, {either side earns half as much} as a right pick.`,
  ],
  both: ['Both sides are right', (when: string) => `If a game ends in a tie${when}, {both sides are right}.`],
} as const;

const deadlines = {
  game: ['Each game at its kick-off', 'Each game can be picked {until it kicks off}.'],
  sunday: [
    'Sunday and Monday games with the first on Sunday',
    "The week's {first Sunday game} (Eastern time) locks all later games with it, Monday's too; each earlier game locks at its own kick-off.",
  ],
  afternoon: [
    'Sunday and Monday games with the first from 1 PM on Sunday',
    "The week's {first Sunday game from 1 PM Eastern on} locks all later games with it, Monday's too; each earlier game locks at its own kick-off.",
  ],
  week: [
    'All games with the first of the week',
    "All of a week's games {lock together}, when the first one kicks off.",
  ],
  own: ['At a day and time of our own', ''],
} as const;

function ownDeadline(day: PoolRules['deadlineDay'], time: PoolRules['deadlineTime']): string {
  const start = time === '00:00' ? ', as the day begins' : '';
  return `{deadline:All of a week's games} lock on {deadlineDay:${capital(day)}} at {deadlineTime:${hourText(time)}} Eastern${start}; a game that kicks off earlier locks at its own kick-off.`;
}

const slates = {
  all: ['All games of a week', '{All games} of a week are played.'],
  days: ['Those of some days, Sunday always', ''],
  chosen: [
    'Chosen by a commissioner',
    "A commissioner {may leave out games} of a week until its first lock. A week that wasn't touched has all its games.",
  ],
} as const;

/** The days of which a slate leaves out the games. */
function daysOff(rules: PoolRules): string {
  const days = ['thursday', 'friday', 'saturday', 'monday'] as const;
  return listText(days.filter((day) => !rules[`${day}Games`]).map(capital), 'or');
}

function slateOfDays(rules: PoolRules): string {
  const off = daysOff(rules);
  return off === '' ? '{slate:Games of all days} are played.' : `Games on {slate:${off}}, Eastern time, are left out.`;
}

/** Which games of a week are played, in a few words; null if all are. */
export function slateText(rules: PoolRules): string | null {
  if (rules.slate === 'chosen') return slates.chosen[0];
  const off = rules.slate === 'days' ? daysOff(rules) : '';
  return off === '' ? null : `None on ${off}`;
}

function dayOfSlate(day: 'thursday' | 'friday' | 'saturday' | 'monday'): RuleWords<boolean> {
  return {
    label: `${capital(day)} games`,
    partOf: 'slate',
    isImplied: true,
    sentence: (isPlayed, rules) => slateOfDays({ ...rules, [`${day}Games`]: isPlayed }),
  };
}

/** What a buy-back is, in a sentence or two. */
function buyBackText(
  count: PoolRules['buyBacks'],
  until: PoolRules['buyBackUntil'],
  by: PoolRules['buyBackBy'],
): string {
  const often = count > 1 ? `, {buyBacks:up to ${count} times}` : ' {buyBacks:once}';
  const who = by === 'commissioner' ? 'A commissioner' : 'Its player or a commissioner';
  return `An entry that goes out by {buyBackUntil:Week ${until}} can be bought back${often}, until the next week's first lock: it gets one life, and its used teams stay used. {buyBackBy:${who}} records it.`;
}

/** What separates those who are still in at the end, as a choice. With one life all have as many left. */
function survivorsChoice(value: PoolRules['survivors'], lives: PoolRules['lives'] | undefined): string {
  if (value === 'share') return 'They share first place';
  if (value === 'lives') return 'Most lives left';
  return lives === 1 ? 'Most wins' : 'Most lives, then most wins';
}

function survivorsText(value: PoolRules['survivors'], { lives }: Pick<PoolRules, 'lives'>): string {
  const most = lives === 1 ? '{the most wins}' : '{the most lives left, then the most wins},';
  const first = {
    share: '{they share first place}',
    lives: 'those with {the most lives left} share first place',
    wins: `those with ${most} come first`,
  };
  return `If several are still in after the pool's last week, ${first[value]}. That is the last week listed when the pool begins, unless a commissioner ends it sooner.`;
}

/** A full hour: `8 PM`, `noon`. */
function hourText(time: PoolRules['deadlineTime']): string {
  const hour = Number(time.slice(0, 2));
  if (hour % 12 === 0) return hour === 0 ? 'midnight' : 'noon';
  return `${hour % 12} ${hour < 12 ? 'AM' : 'PM'}`;
}

const missedGames = {
  nothing: ['Nothing', 'A game that a player misses {earns them nothing}.'],
  home: ['The home side', 'A game that a player misses after joining counts as a pick of {the home side}.'],
  away: ['The away side', 'A game that a player misses after joining counts as a pick of {the away side}.'],
  favourite: [
    'The favorite',
    'A game that a player misses after joining counts as a pick of {the favorite}, or of the home side if neither team is favored.',
  ],
  underdog: [
    'The underdog',
    'A game that a player misses after joining counts as a pick of {the underdog}, or of the away side if neither team is favored.',
  ],
  own: [
    "Each player's own default",
    'Players {may say what counts} for games that they miss: the favorite, the home side or the away side. Without that, a missed game earns nothing.',
  ],
} as const;

/** What costs a life besides the end of a game, unless players list teams for it. */
function costlyMisses({ missed, twoTeamsFrom }: PoolRules): string[] {
  if (missed === 'own') return [];
  return [twoTeamsFrom === 0 ? 'a missed week' : 'a missing team'];
}

function missedTeams(value: PoolRules['missed'], { twoTeamsFrom }: Pick<PoolRules, 'twoTeamsFrom'>): string {
  if (twoTeamsFrom > 0) return missedOfTwo(value);
  if (value !== 'own') return 'A week without a team {costs a life}.';
  return 'Players {may list teams} for weeks that they miss: the first one that they can still choose counts, from its lock on. Without that, a week without a team costs a life.';
}

function missedOfTwo(value: PoolRules['missed']): string {
  if (value !== 'own') return 'Each missing team {costs a life}.';
  return 'Players {may list teams} for weeks that they miss: in place of each missing team, the first one that they can still choose counts, from its lock on. Without that, each missing team costs a life.';
}

function missedLimitText(limit: PoolRules['missedLimit'], rules: PoolRules): string {
  const isOwn = rules.missed === 'own';
  if (limit === 'none') return `${isOwn ? 'Defaults' : 'Missed games'} count in {any number of weeks}.`;
  if (isOwn) {
    const most = limit === 1 ? '1 week' : `${limit} weeks`;
    return `A player's default counts in {at most ${most}}. After that, ${earnsNothing(rules)}.`;
  }
  const first = limit === 1 ? 'first week' : `first ${limit} weeks`;
  return `Missed games count only in {the ${first}} in which a player misses any. After that, ${earnsNothing(rules)}.`;
}

function earnsNothing(rules: PoolRules): string {
  if (!asksFor('team', rules)) return 'a missed game earns nothing';
  return rules.twoTeamsFrom > 0 ? 'each missing team costs a life' : 'a week without a team costs a life';
}

const lateWeeks = {
  zero: [
    '0 points',
    'A week whose last game had locked when a player joined, and in which they have no pick, counts {0} for them.',
  ],
  lowest: [
    'Lowest score of the week',
    'A week whose last game had locked when a player joined, and in which they have no pick, counts for them as {the lowest score} of those who did pick. What counts for missed games is no pick.',
  ],
} as const;

const scales = {
  ranks: ['1, 2, 3, ...', ITS_RANK],
  sixteen: [
    '16, 15, 14, ...',
    'A right pick is worth its rank in points, {from 16 down}: in a week of 14 games the ranks are 16 to 3. Each is used once.',
  ],
  playoffs: [
    'Fixed points in the playoffs',
    'A right pick is worth its rank in points. {In the playoffs} the ranks are worth 6, 8, 10, 12, 14, 16 in the Wild Card round, 6, 8, 12, 16 in the Divisional round, 8, 16 in the Conference round, and 16 in the Super Bowl. A round with fewer games has the highest of these.',
  ],
} as const;

const guesses =
  'Ties at the top of a week are settled by guesses of the total points in its last game, or in one that a commissioner chooses: {the closest guess';
const noGuess =
  "Anyone who didn't guess loses to everyone who did. If the guesses don't settle it, or the game is called off, they share the week.";

const tiebreaks = {
  none: ['None', 'Players who are tied at the top of a week {share the win}.'],
  closest: ['Closest guess', `${guesses}} wins the week. ${noGuess}`],
  'closest-early': [
    'Closest guess, then the one under, then the earlier',
    `${guesses}} wins the week. Of two guesses that are equally close, the one that isn't over wins; of two that are the same, the one that was made first. ${noGuess}`,
  ],
  'closest-under': [
    'Closest guess without going over',
    `${guesses} that isn't over} wins the week; if all are over, the closest one does. ${noGuess}`,
  ],
} as const;

const seasonTiebreaks = {
  none: ['None', ''],
  wins: ['Week wins, right picks, guesses', 'who won more weeks, then by who had more right picks'],
  correct: ['Right picks, week wins, guesses', 'who had more right picks, then by who won more weeks'],
} as const;

/** The words of every rule. */
const ruleWords: { readonly [R in RuleName]: RuleWords<PoolRules[R]> } = {
  format: {
    label: 'Format',
    choice: (value) => formats[value][0],
    sentence: (value, rules) => formats[value][1](rules),
  },
  entries: {
    label: 'Entries',
    isImplied: true,
    choice: (count) => (count === 1 ? '1 for each member' : `Up to ${count} for each member`),
    sentence: (count) =>
      count === 1
        ? 'Each member plays {one entry}.'
        : `Each member may play {up to ${count} entries}, each with picks and a place of its own.`,
  },
  lives: {
    label: 'Lives',
    choice: (count) => (count === 1 ? '1 life' : `${count} lives`),
    sentence: (count, rules) =>
      count === 1 ? loseOnce(rules) : `Each player has {${count} lives}. Lose the last one and you're out.`,
  },
  goal: {
    label: 'Teams are chosen',
    isImplied: true,
    choice: (value) => `To ${value}`,
    sentence: (goal, rules) => `A choice is safe if its team {${safeEndText({ ...rules, goal })}}.`,
  },
  survivorTie: {
    label: 'Tied game',
    isImplied: true,
    choice: (value) => (value === 'loses' ? 'Costs a life' : 'Is safe'),
    sentence: (value) =>
      value === 'loses' ? 'A tied game {costs a life}.' : 'A tied game {is safe}: it costs no life.',
  },
  teamUses: {
    label: 'Uses of a team',
    isImplied: true,
    choice: (count) => capital(times(count)),
    sentence: usesText,
  },
  teamsAgainAfter: {
    label: 'Used teams come back',
    isImplied: true,
    choice: (week) => (week === 0 ? 'In the playoffs' : `After Week ${week}, too`),
    sentence: (week, { teamUses }) => usesText(teamUses, { teamsAgainAfter: week }),
  },
  twoTeamsFrom: {
    label: 'Two teams a week',
    isImplied: true,
    choice: (week) => (week === 0 ? 'Never' : `From Week ${week} on`),
    sentence: (week) =>
      week === 0
        ? 'Each week has {one team}.'
        : `From {Week ${week}} on, players choose two teams a week, from two different games; each one that isn't safe costs a life. The playoffs have one team again.`,
  },
  allOut: {
    label: 'All go out together',
    choice: (value) => (value === 'share' ? 'They share the win' : 'They all go on'),
    sentence: (value) =>
      value === 'share'
        ? 'If everyone who is left goes out in the same week, {they share the win}.'
        : 'If a week would put out everyone who is left, {it costs nobody a life}: they all go on.',
  },
  survivors: {
    label: 'Still in at the end',
    choice: (value, rules) => survivorsChoice(value, rules?.lives),
    sentence: survivorsText,
  },
  buyBacks: {
    label: 'Buy-backs',
    isImplied: true,
    choice: (count) => (count === 0 ? 'None' : count === 1 ? '1 for each entry' : `${count} for each entry`),
    sentence: (count, { buyBackUntil, buyBackBy }) =>
      count === 0 ? '{Nobody} who is out can come back.' : buyBackText(count, buyBackUntil, buyBackBy),
  },
  buyBackUntil: {
    label: 'Buy back losses up to',
    partOf: 'buyBacks',
    isImplied: true,
    choice: (week) => `Week ${week}`,
    sentence: (week, { buyBacks, buyBackBy }) => buyBackText(buyBacks, week, buyBackBy),
  },
  buyBackBy: {
    label: 'Who buys an entry back',
    partOf: 'buyBacks',
    isImplied: true,
    choice: (by) => (by === 'commissioner' ? 'A commissioner' : 'Its player, or a commissioner'),
    sentence: (by, { buyBacks, buyBackUntil }) => buyBackText(buyBacks, buyBackUntil, by),
  },
  useSpread: {
    label: 'Use Spread',
    sentence: (on) =>
      on
        ? "Picks are {against the spread}: the line is added to the away team's score."
        : 'Picks are {straight up}: just pick the winner.',
  },
  roundSpread: {
    label: 'Round Spread',
    sentence: (on) =>
      on
        ? 'Whole lines {grow by half a point}, so no score can meet them: 3 becomes 3.5, and an even line favors the away side by 0.5.'
        : 'Lines {stay as they are}, even whole ones.',
  },
  line: {
    label: 'Line',
    choice: (value) => lines[value][0],
    sentence: (value) => lines[value][1],
  },
  push: {
    label: 'Score meets the line',
    choice: (value) => pushes[value][0],
    sentence: (value) => pushes[value][1],
  },
  tie: {
    label: 'Tie',
    choice: (value) => ties[value][0],
    sentence: (value, rules) => ties[value][1](endsLevel(rules)),
  },
  deadline: {
    label: 'Picks lock',
    choice: (value) => deadlines[value][0],
    sentence: (value, { deadlineDay, deadlineTime }) =>
      value === 'own' ? ownDeadline(deadlineDay, deadlineTime) : deadlines[value][1],
  },
  deadlineDay: {
    label: 'Day of the deadline',
    partOf: 'deadline',
    isImplied: true,
    choice: capital,
    sentence: (value, { deadlineTime }) => ownDeadline(value, deadlineTime),
  },
  deadlineTime: {
    label: 'Time of the deadline, Eastern',
    partOf: 'deadline',
    isImplied: true,
    // Many take the midnight of a Friday for its end.
    choice: (time) => (time === '00:00' ? 'midnight, as the day begins' : hourText(time)),
    sentence: (value, { deadlineDay }) => ownDeadline(deadlineDay, value),
  },
  slate: {
    label: 'Games of the pool',
    choice: (value) => slates[value][0],
    sentence: (value, rules) => (value === 'days' ? slateOfDays(rules) : slates[value][1]),
    isImplied: true,
  },
  thursdayGames: dayOfSlate('thursday'),
  fridayGames: dayOfSlate('friday'),
  saturdayGames: dayOfSlate('saturday'),
  mondayGames: dayOfSlate('monday'),
  games: {
    label: 'Games picked',
    choice: (count) =>
      count === 'all' ? 'All games of a week' : count === 1 ? '1 game a week' : `${count} games a week`,
    sentence: (count) => {
      if (count === 'all') return 'Players pick {every game} of the week.';
      return `Each player picks {${count === 1 ? '1 game' : `${count} games`}} a week, whichever they like.`;
    },
  },
  missed: {
    label: 'Missed picks',
    choice: (value, rules) => {
      if (rules === undefined || !asksFor('team', rules)) return missedGames[value][0];
      return value === 'own' ? "A team of the player's list" : 'A lost life';
    },
    sentence: (value, rules) => (asksFor('team', rules) ? missedTeams(value, rules) : missedGames[value][1]),
  },
  missedLimit: {
    label: 'Limit of auto picks',
    isImplied: true,
    choice: (limit) => (limit === 'none' ? 'None' : limit === 1 ? '1 week' : `${limit} weeks`),
    sentence: missedLimitText,
  },
  scale: {
    label: 'Points of the games',
    choice: (value) => scales[value][0],
    sentence: (value) => scales[value][1],
  },
  bestBets: {
    label: 'Best bets',
    choice: (count) => (count === 0 ? 'None' : `${count} a week`),
    sentence: (count, rules) => {
      if (count === 0) return 'All picks in a week are worth {the same}.';
      const there = playoffPoints.some((each) => rules[each] > 1) ? ', in the playoffs, too' : '';
      return `Each player may mark {${count === 1 ? '1 pick a week as a best bet' : `${count} picks a week as best bets`}}, worth double${there}.`;
    },
  },
  upset: {
    label: 'Upsets',
    choice: (value) =>
      value === 'none' ? 'No extra points' : value === 'line' ? 'The line, rounded up' : morePoints(value),
    sentence: (value) => {
      if (value === 'none') return 'A right pick of the underdog earns {no extra points}.';
      if (value === 'line') return 'A right pick of the underdog is worth {its line, rounded up}: 7 points at 6.5.';
      return `A right pick of the underdog is worth {${morePoints(value)}}.`;
    },
  },
  wildCardPoints: round('Wild Card'),
  divisionalPoints: round('Divisional'),
  conferencePoints: round('Conference'),
  superBowlPoints: round('Super Bowl', 'Super Bowl'),
  dropWeeks: {
    label: 'Weeks dropped',
    choice: (count) => (count === 0 ? 'None' : count === 1 ? 'The lowest' : `The ${count} lowest`),
    sentence: (count, { weekly }) => {
      if (count === 0) return '{No week} is dropped.';
      if (weekly)
        return `Each player's ${count === 1 ? '{lowest week} is' : `{${count} lowest weeks} are`} dropped once more than ${count === 1 ? '1 week' : `${count} weeks`} that they play are decided.`;
      if (count === 1) return "Each player's {lowest week} is dropped once two weeks are decided.";
      return `Each player's {${count} lowest weeks} are dropped once more than ${count} weeks are decided.`;
    },
  },
  lateJoin: {
    label: 'Weeks before joining',
    choice: (value) => lateWeeks[value][0],
    sentence: (value) => lateWeeks[value][1],
  },
  weekly: {
    label: 'Pay and play by the week',
    isImplied: true,
    choice: (on) => (on ? 'Only weeks that they play' : 'Everybody plays every week'),
    sentence: (on) =>
      on
        ? "Players {choose which weeks to play}: an entry plays a week once one of its picks has locked. A week that it does not play stays blank: it is neither dropped nor part of the average of a player's weeks, and costs nothing."
        : '{Everybody plays every week}: one without picks counts, too.',
  },
  tiebreak: {
    label: 'Tiebreak',
    choice: (value) => tiebreaks[value][0],
    sentence: (value) => tiebreaks[value][1],
  },
  seasonTiebreak: {
    label: 'Season tiebreak',
    choice: (value) => seasonTiebreaks[value][0],
    sentence: (value, { tiebreak }) => {
      const [, order] = seasonTiebreaks[value];
      if (order === '') return 'Players who are tied in the standings {share the place}.';
      const guesses =
        tiebreak === 'none'
          ? ''
          : ', then by the closest guesses over the season, where a missing guess counts as 200 off';
      return `Players who are tied in the standings are separated by {${order}}${guesses}.`;
    },
  },
};

/** The words of any rule. */
export function wordsOf(rule: RuleName): RuleWords<PoolRules[RuleName]> {
  return ruleWords[rule] as RuleWords<PoolRules[RuleName]>;
}

/** What a rule means together with the others, in a sentence or two. */
export function ruleText(rule: RuleName, rules: PoolRules): string {
  return wordsOf(rule)
    .sentence(rules[rule], rules)
    .replaceAll(/\{(?:\w+:)?([^}]*)\}/g, '$1');
}

/** A choice of a rule in a few words: as in its list, or on and off. @param rules those of the pool, if they are known */
export function valueWords(rule: RuleName, value: PoolRules[RuleName], rules?: PoolRules): string {
  return wordsOf(rule).choice?.(value, rules) ?? (value === true ? 'on' : 'off');
}

/** The label and the sentence of each preset. */
export const presetWords: { readonly [P in PresetName]: { readonly label: string; readonly sentence: string } } = {
  classic: { label: 'Classic', sentence: 'Pick the winners. Every right pick is a point.' },
  spread: { label: 'Spread', sentence: 'Pick against the spread, with half-point lines that no score can meet.' },
  confidence: {
    label: 'Confidence',
    sentence: 'Pick the winners and rank the games: the surer you are, the more points.',
  },
  survivor: { label: 'Survivor', sentence: "One team a week, and no team twice. Lose and you're out." },
  'yahoo-spread': {
    label: 'Yahoo-style spread',
    sentence: 'Pick against the spread, frozen for the week. If the score lands on the line, nobody gets a point.',
  },
  'yahoo-confidence': {
    label: 'Yahoo-style confidence',
    sentence: 'Rank the games from 1 point up. In the playoffs they are worth 6 to 16 points.',
  },
  'yahoo-survivor': {
    label: 'Yahoo-style survivor',
    sentence:
      "One team a week by Sunday at 1 PM Eastern, two from Week 14 on, and no team twice. Lose or tie and you're out.",
  },
  'runyourpool-survivor': {
    label: 'RunYourPool-style survivor',
    sentence: 'One team a week by Sunday at 1 PM Eastern. A commissioner can bring a player back once, until Week 4.',
  },
};

function loseOnce({ goal }: PoolRules): string {
  return goal === 'win' ? "Lose {once} and you're out." : "{One wrong team} and you're out.";
}

function times(count: PoolRules['teamUses']): string {
  return ({ 1: 'once', 2: 'twice', 3: 'three times' } as const)[count];
}

/** How many teams players choose a week: `players choose one team to win, from Week 12 on two`. */
function teamsText({ goal, twoTeamsFrom }: PoolRules): string {
  const start = twoTeamsFrom === 1 ? 'players choose two teams' : 'players choose one team';
  return `${start} to ${goal}${twoTeamsFrom > 1 ? `, from Week ${twoTeamsFrom} on two` : ''}`;
}

/** The limit on the uses of a team, and when their count starts over. */
function mostUses({ teamUses, teamsAgainAfter }: PoolRules): string {
  const most = teamUses === 1 ? 'no team twice' : `no team more than ${times(teamUses)}`;
  if (teamsAgainAfter === 0) return `${most} before the playoffs`;
  return `${most}; the count starts over after Week ${teamsAgainAfter} and in the playoffs`;
}

/** How often a team can be used. */
function usesText(count: PoolRules['teamUses'], { teamsAgainAfter }: Pick<PoolRules, 'teamsAgainAfter'>): string {
  const often = times(count);
  if (teamsAgainAfter === 0)
    return `Each team can be used {teamUses:${often}} in the regular season. Used teams come back {teamsAgainAfter:in the playoffs}.`;
  return `Each team can be used {teamUses:${often}} up to {teamsAgainAfter:Week ${teamsAgainAfter}}, ${often} after it, and ${often} again in the playoffs.`;
}

/** When a game without a winner is a tie: if a line favors a side, the game has a winner. */
export function endsLevel({ useSpread, roundSpread }: PoolRules): string {
  if (!useSpread) return '';
  return roundSpread ? ' and has no line' : ' and has an even line or none';
}

function morePoints(count: number): string {
  return `${count} more ${count === 1 ? 'point' : 'points'}`;
}

/** @param place the round, as used in a sentence */
function round(name: string, place = `${name} round`): RuleWords<number> {
  return {
    label: name,
    isImplied: true,
    choice: (count) => (count === 1 ? 'As in other weeks' : count === 2 ? 'Double' : `${count} times as much`),
    sentence: (count, rules) => {
      const { hasValues } = traitsOf(rules);
      const own = rules.scale === 'ranks' ? 'rank' : 'points';
      const asMuch = hasUpsets(rules)
        ? count === 1
          ? 'as much as in other weeks'
          : `${count} times as much`
        : pointsText(halvesOfPoints(count));
      const often = hasValues ? (count === 1 ? `its ${own}` : `${count} times its ${own}`) : asMuch;
      return `A right pick in the ${place} is worth {${often}}.`;
    },
  };
}
