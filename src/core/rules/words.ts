import { costWords } from '#core/formats/survivor/cost.ts';
import { costlyEndsText, safeEndText } from '#core/formats/survivor/ends.ts';
import { asksFor, traitsOf } from '#core/formats/traits.ts';
import { capital, listText } from '#core/listed.ts';
import { halvesOfPoints, pointsText } from '#core/scoring.ts';
import { formatLabels, poolKind } from './pool-kind.ts';
import type { PoolRules, RuleName, SaidRules } from './pool-rules.ts';
import { hasUpsets } from './pool-rules.ts';
import type { PresetName } from './presets.ts';
import { tieWinners } from './tie-winners.ts';

/** What a pick is worth in the regular season. */
export const ONE_POINT = 'A right pick is worth 1 point.';
/** The points of the rounds of the playoffs. */
const playoffPoints = ['wildCardPoints', 'divisionalPoints', 'conferencePoints', 'superBowlPoints'] as const;
/** With survivor. */
export const CALLED_OFF = 'A game that is called off hurts nobody, and its teams can be used again.';
/** With confidence, and where players pay and play by the week. */
export const MISSED_EARNS_NOTHING = 'A missed game earns nothing.';
/** In every pool. */
export const SEEN_AFTER_LOCK = 'Once a game locks, everybody sees the picks for it.';
/** With survivor. */
export const LAST_ONE_WINS = 'The last one left wins.';
export const MOST_POINTS_WIN = 'The most points win the season.';
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
  readonly choice?: (value: V, rules?: SaidRules) => string;
  /**
   * What a choice means together with the other rules, in a sentence or two. The value stands in braces: `Lose {once} and you're out.`; that
   * of another rule with its name: `{buyBackUntil:Week 4}`. Read it with `ruleText`, or in pieces (`rulebook.ts`).
   */
  readonly sentence: (value: V, rules: SaidRules) => string;
}

/** What each format asks for. */
const formats: Readonly<Record<PoolRules['format'], (rules: SaidRules) => string>> = {
  pickem: ({ games, slate }) =>
    `players pick a side in ${games === 'all' ? 'every game' : 'some of the games'}${slate === 'all' ? ' of the week' : ''}.`,
  confidence: ({ slate }) =>
    `players pick a side in every game${slate === 'all' ? ' of the week' : ''} and rank the games: the more sure they are of a pick, the more it's worth.`,
  survivor: (rules) => `each week players choose ${teamsText(rules)}.`,
};

const pushes = {
  home: ['Home side wins', "If a game that isn't a tie lands exactly on its line, {the home side wins}."],
  half: [
    'Either side earns half',
    "If a game that isn't a tie lands exactly on its line, {either side earns half as much} as a right pick.",
  ],
  none: [
    'The game counts for nobody',
    "If a game that isn't a tie lands exactly on its line, {the game counts for nobody}.",
  ],
} as const;

const lines = {
  moving: [
    'The last line',
    "{The last line} counts, also for picks made before it moved. A game's line may move until a day before its kick-off.",
  ],
  frozen: [
    "Tuesday's line",
    "{Tuesday's line} counts: lines freeze every Tuesday at noon Eastern. A game without a line by then keeps the first one it gets.",
  ],
} as const;

const ties = {
  nobody: ['Nobody gets a point', (when: string) => `If a game${when} ends in a tie, {nobody gets a point}.`],
  half: [
    'Either side earns half',
    (when: string) => `If a game${when} ends in a tie, {either side earns half as much} as a right pick.`,
  ],
  both: ['Both sides are right', (when: string) => `If a game${when} ends in a tie, {both sides are right}.`],
} as const;

const deadlines = {
  game: ["At each game's kick-off", "Picks lock {at each game's kick-off}."],
  sunday: [
    "At Sunday's first game",
    "Picks lock {at Sunday's first game}, Eastern time: all later games lock with it, Monday's too. Each earlier game locks at its own kick-off.",
  ],
  afternoon: [
    "At Sunday's 1 PM games",
    "Picks lock {at Sunday's 1 PM games}: when the first Sunday game at 1 PM Eastern or later kicks off, all later games lock with it, Monday's too. Each earlier game locks at its own kick-off.",
  ],
  week: [
    "At the week's first game",
    "Picks lock {at the week's first game}: all games of the week lock together when it kicks off.",
  ],
  own: ['At a set day and time', ''],
} as const;

function ownDeadline(day: PoolRules['deadlineDay'], time: PoolRules['deadlineTime']): string {
  const start = time === '00:00' ? ', as the day begins' : '';
  return `Picks lock {deadline:at a set day and time}: all of a week's games on {deadlineDay:${capital(day)}} at {deadlineTime:${hourText(time)}} Eastern${start}. A game that kicks off earlier locks at its own kick-off.`;
}

const slates = {
  all: ['All games of a week', '{All games} of a week count.'],
  days: ['Those of some days, Sunday always', ''],
  chosen: [
    'Chosen by a commissioner',
    'A commissioner {may leave out games} of a week until its first game locks. Otherwise all of its games count.',
  ],
} as const;

/** The days of which a slate leaves out the games. */
function daysOff(rules: PoolRules): string {
  const days = ['thursday', 'friday', 'saturday', 'monday'] as const;
  return listText(days.filter((day) => !rules[`${day}Games`]).map(capital), 'or');
}

function slateOfDays(rules: PoolRules): string {
  const off = daysOff(rules);
  return off === '' ? '{slate:Games of all days} count.' : `The pool has {slate:no games on ${off}}, Eastern time.`;
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

/** What a buy-back is, in a few sentences. With one life it needs no mention that an entry gets one. */
function buyBackText({ buyBacks, buyBackUntil, buyBackBy, lives }: PoolRules): string {
  const often = buyBacks > 1 ? `up to ${buyBacks} times` : 'once';
  const who = buyBackBy === 'commissioner' ? 'A commissioner' : 'Its player or a commissioner';
  const comesBack = lives === 1 ? 'Its used teams stay used' : 'It gets one life, and its used teams stay used';
  return `An entry that goes out by {buyBackUntil:Week ${buyBackUntil}} can be bought back {buyBacks:${often}}, until the first game of the next week locks. ${comesBack}. {buyBackBy:${who}} records it.`;
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
  return `If several are still in after the pool's last week, ${first[value]}. The last week is the last one listed when the pool begins, unless a commissioner ends it sooner.`;
}

/** A full hour: `8 PM`, `noon`. */
function hourText(time: PoolRules['deadlineTime']): string {
  const hour = Number(time.slice(0, 2));
  if (hour % 12 === 0) return hour === 0 ? 'midnight' : 'noon';
  return `${hour % 12} ${hour < 12 ? 'AM' : 'PM'}`;
}

const missedGames = {
  nothing: ['Nothing', 'A missed game {earns nothing}.'],
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
    'Players {may choose a default} for games that they miss: the favorite, the home side or the away side. Without one, a missed game earns nothing.',
  ],
} as const;

/** What a player can miss in a survivor pool. */
export function missing({ twoTeamsFrom }: Pick<PoolRules, 'twoTeamsFrom'>): string {
  return twoTeamsFrom === 0 ? 'a missed week' : 'a missing team';
}

/** What costs a life besides the end of a game, unless players list teams for it. */
function costlyMisses(rules: PoolRules): string[] {
  return rules.missed === 'own' ? [] : [missing(rules)];
}

function missedTeams(value: PoolRules['missed'], rules: PoolRules): string {
  if (value !== 'own') return `${capital(missing(rules))} {${costWords(rules).costs}}.`;
  const which = rules.twoTeamsFrom > 0 ? 'In place of each missing team, the' : 'The';
  return `Players {may list teams} for weeks that they miss. ${which} first one that they can still choose counts, once its game locks. Without a list, ${earnsNothing(rules)}.`;
}

function missedLimitText(limit: PoolRules['missedLimit'], rules: PoolRules): string {
  const isOwn = rules.missed === 'own';
  const what = asksFor('team', rules) ? "A player's list" : "A player's default";
  if (limit === 'none') return `${isOwn ? `${what} counts` : 'Missed games count'} in {any number of weeks}.`;
  if (isOwn) {
    const most = limit === 1 ? '1 week' : `${limit} weeks`;
    return `${what} counts in {at most ${most}}. After that, ${earnsNothing(rules)}.`;
  }
  const first = limit === 1 ? 'first week' : `first ${limit} weeks`;
  return `Missed games count only in {the ${first}} in which a player misses any. After that, ${earnsNothing(rules)}.`;
}

function earnsNothing(rules: PoolRules): string {
  if (!asksFor('team', rules)) return 'a missed game earns nothing';
  return `${missing(rules)} ${costWords(rules).costs}`;
}

const lateWeeks = {
  zero: [
    '0 points',
    'A week that had fully locked when a player joined counts {0 points} for them, unless they have a pick in it.',
  ],
  lowest: [
    'Lowest score of the week',
    "A week that had fully locked when a player joined counts for them as {the lowest score} of those who picked, unless they have a pick in it. What counts for missed games isn't a pick.",
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
  'Ties at the top of a week are settled by guesses of the total points in its last game, or in one that a commissioner chooses:';
const noGuess =
  "Anyone who didn't guess loses to everyone who did. If the guesses don't settle it, or the game is called off, they share the week.";

const tiebreaks = {
  none: ['None', 'Players tied at the top of a week {share the win}.'],
  closest: ['Closest guess', `${guesses} ${tieWinners.closest} ${noGuess}`],
  'closest-early': [
    'Closest guess, then the one under, then the earlier',
    `${guesses} ${tieWinners['closest-early']} ${noGuess}`,
  ],
  'closest-under': ['Closest guess without going over', `${guesses} ${tieWinners['closest-under']} ${noGuess}`],
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
    choice: (value) => formatLabels[value],
    sentence: (format, rules) => `{${poolKind(rules)}}: ${formats[format](rules)}`,
  },
  entries: {
    label: 'Entries',
    isImplied: true,
    choice: (count) => (count === 1 ? '1 for each member' : `Up to ${count} for each member`),
    sentence: (count) =>
      count === 1
        ? 'Each member has {one entry}.'
        : `Each member may play {up to ${count} entries}, each with picks and a place of its own.`,
  },
  lives: {
    label: 'Lives',
    choice: (count) => (count === 1 ? '1 life' : `${count} lives`),
    sentence: livesText,
  },
  goal: {
    label: 'Teams are chosen',
    isImplied: true,
    choice: (value) => `To ${value}`,
    sentence: (goal, rules) => `A team is safe if it {${safeEndText({ ...rules, goal })}}.`,
  },
  survivorTie: {
    label: 'Tied game',
    isImplied: true,
    choice: (value) => (value === 'wins' ? 'Is safe' : "Isn't safe"),
    sentence: (value, rules) => `A tied game {${value === 'wins' ? 'is safe' : costWords(rules).costs}}.`,
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
    choice: (week, rules) => {
      const hasPlayoffs = rules?.hasPlayoffs ?? true;
      if (week === 0) return hasPlayoffs ? 'In the playoffs' : 'Never';
      return `After Week ${week}${hasPlayoffs ? ', too' : ''}`;
    },
    sentence: (week, rules) => usesText(rules.teamUses, { ...rules, teamsAgainAfter: week }),
  },
  twoTeamsFrom: {
    label: 'Two teams a week',
    isImplied: true,
    choice: (week) => (week === 0 ? 'Never' : `From Week ${week} on`),
    sentence: (week, { lives, hasPlayoffs = true }) => {
      if (week === 0) return 'Players choose {one team} a week.';
      const cost = lives === 1 ? 'and both have to be safe' : "and each one that isn't safe costs a life";
      return `From {Week ${week}} on, players choose two teams a week, from two different games, ${cost}.${hasPlayoffs ? ' The playoffs go back to one team.' : ''}`;
    },
  },
  allOut: {
    label: 'All go out together',
    choice: (value) => (value === 'share' ? 'They share the win' : 'They all go on'),
    sentence: (value, { lives }) =>
      value === 'share'
        ? 'If everyone who is left goes out in the same week, {they share the win}.'
        : `If a week would put out everyone who is left, {${lives === 1 ? 'nobody goes out' : 'it costs nobody a life'}}: they all go on.`,
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
    sentence: (count, rules) =>
      count === 0 ? "Once you're out, you're out: there are {no buy-backs}." : buyBackText(rules),
  },
  buyBackUntil: {
    label: 'Buy back losses up to',
    partOf: 'buyBacks',
    isImplied: true,
    choice: (week) => `Week ${week}`,
    sentence: (_, rules) => buyBackText(rules),
  },
  buyBackBy: {
    label: 'Who buys an entry back',
    partOf: 'buyBacks',
    isImplied: true,
    choice: (by) => (by === 'commissioner' ? 'A commissioner' : 'Its player, or a commissioner'),
    sentence: (_, rules) => buyBackText(rules),
  },
  useSpread: {
    label: 'Use Spread',
    sentence: (on) =>
      on
        ? 'Picks are {against the spread}: the underdog gets the line as a head start.'
        : 'Picks are {straight up}: just pick the winner.',
  },
  roundSpread: {
    label: 'Round Spread',
    sentence: (on) =>
      on
        ? 'No pushes: whole lines {go up half a point}, so 3 becomes 3.5. If the line is even, the away side is favored by 0.5.'
        : 'Lines {stay as they are}: a game can land exactly on a whole one.',
  },
  line: {
    label: 'Which line counts',
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
      if (value === 'own') return "A team of the player's list";
      return rules.lives === 1 ? "You're out" : 'A lost life';
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
      if (count === 0) return '{No pick} can be marked as a best bet, worth double.';
      const there = playoffPoints.some((each) => rules[each] > 1) ? ', in the playoffs too' : '';
      return `Each player may mark {${count === 1 ? '1 pick a week as a best bet' : `${count} picks a week as best bets`}}, worth double${there}.`;
    },
  },
  upset: {
    label: 'Upsets',
    choice: (value) =>
      value === 'none' ? 'No extra points' : value === 'line' ? 'The line, rounded up' : morePoints(value),
    sentence: (value) => {
      if (value === 'none') return 'Right picks of underdogs earn {no extra points}.';
      if (value === 'line')
        return 'Every right pick of an underdog is worth {its line, rounded up}: 7 points for a 6.5-point underdog.';
      return `Every right pick of an underdog is worth {${morePoints(value)}}.`;
    },
  },
  wildCardPoints: round('wildCardPoints', 'Wild Card'),
  divisionalPoints: round('divisionalPoints', 'Divisional'),
  conferencePoints: round('conferencePoints', 'Conference'),
  superBowlPoints: round('superBowlPoints', 'Super Bowl'),
  dropWeeks: {
    label: 'Weeks dropped',
    choice: (count) => (count === 0 ? 'None' : count === 1 ? 'The lowest' : `The ${count} lowest`),
    sentence: (count, { weekly }) => {
      if (count === 0) return '{No week} is dropped.';
      if (weekly)
        return count === 1
          ? "Each player's {lowest week} is dropped once two weeks that they played are decided."
          : `Each player's {${count} lowest weeks} are dropped once more than ${count} weeks that they played are decided.`;
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
        ? "Players {choose which weeks to play}: an entry plays a week once a game that it picked has locked. A week that it sits out stays blank: it costs nothing, isn't dropped and isn't part of the player's average."
        : '{Everybody plays every week}: a week without picks counts, too.',
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
      if (order === '') return 'Players tied in the standings {share the place}.';
      const guesses =
        tiebreak === 'none' ? '' : ', then by the closest guesses over the season (a missing guess counts as 200 off)';
      return `Players tied in the standings are separated by {${order}}${guesses}.`;
    },
  },
};

/** The words of any rule. */
export function wordsOf(rule: RuleName): RuleWords<PoolRules[RuleName]> {
  return ruleWords[rule] as RuleWords<PoolRules[RuleName]>;
}

/** What a rule means together with the others, in a sentence or two. */
export function ruleText(rule: RuleName, rules: SaidRules): string {
  return wordsOf(rule)
    .sentence(rules[rule], rules)
    .replaceAll(/\{(?:\w+:)?([^}]*)\}/g, '$1');
}

/** A choice of a rule in a few words: as in its list, or on and off. @param rules those of the pool, if they are known */
export function valueWords(rule: RuleName, value: PoolRules[RuleName], rules?: SaidRules): string {
  return wordsOf(rule).choice?.(value, rules) ?? (value === true ? 'on' : 'off');
}

/** The label and the sentence of each preset. */
export const presetWords: { readonly [P in PresetName]: { readonly label: string; readonly sentence: string } } = {
  classic: { label: 'Classic', sentence: 'Pick the winners. Every right pick is a point.' },
  spread: { label: 'Spread', sentence: 'Pick against the spread: the underdog gets a head start.' },
  confidence: {
    label: 'Confidence',
    sentence: "Pick the winners and rank the games: the more sure you are of a pick, the more it's worth.",
  },
  survivor: { label: 'Survivor', sentence: "One team a week, and no team twice. Lose and you're out." },
  'yahoo-spread': {
    label: 'Yahoo-style spread',
    sentence: 'Pick against the spread, frozen for the week. A game that lands on its line counts for nobody.',
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

/** How many losses put a player out, and what else counts as one. */
function livesText(lives: PoolRules['lives'], rules: PoolRules): string {
  const costly = costlyMisses(rules);
  if (lives > 1)
    return `Each ${rules.entries > 1 ? 'entry' : 'player'} has {${lives} lives}. ${costlyEndsText(rules, ...costly)} costs one. Lose the last one and you're out.`;
  const others = listText([...(rules.survivorTie === 'loses' ? ['a tie'] : []), ...costly], 'or');
  const [out, one] =
    rules.goal === 'win' ? ["Lose {once} and you're out.", 'a loss'] : ["Choose {one winner} and you're out.", 'one'];
  return others === '' ? out : `${out} ${capital(others)} counts as ${one}.`;
}

function times(count: PoolRules['teamUses']): string {
  return ({ 1: 'once', 2: 'twice', 3: 'three times' } as const)[count];
}

/**
 * What players of a survivor pool choose each week: `one team to win (two from Week 12 on), and no team twice before the playoffs`. How often a
 * team can be used has a sentence of its own if it isn't the usual.
 */
function teamsText({ goal, twoTeamsFrom, teamUses, teamsAgainAfter, ...rules }: SaidRules): string {
  const start = `${twoTeamsFrom === 1 ? 'two teams' : 'one team'} to ${goal}`;
  const later = twoTeamsFrom > 1 ? ` (two from Week ${twoTeamsFrom} on)` : '';
  const isOnce = teamUses === 1 && teamsAgainAfter === 0;
  return `${start}${later}${isOnce ? `, and no team twice${beforePlayoffs(rules)}` : ''}`;
}

/** Used teams come back in the playoffs, if the pool plays any. */
export function beforePlayoffs({ hasPlayoffs = true }: Pick<SaidRules, 'hasPlayoffs'>): string {
  return hasPlayoffs ? ' before the playoffs' : '';
}

/** How often a team can be used. */
function usesText(
  count: PoolRules['teamUses'],
  { teamsAgainAfter, hasPlayoffs = true }: Pick<SaidRules, 'teamsAgainAfter' | 'hasPlayoffs'>,
): string {
  const often = times(count);
  const uses = `Each team can be used {teamUses:${often}}`;
  if (teamsAgainAfter > 0) {
    const upTo = `${uses} up to {teamsAgainAfter:Week ${teamsAgainAfter}}`;
    return hasPlayoffs
      ? `${upTo}, ${often} after it, and ${often} again in the playoffs.`
      : `${upTo}, and ${often} after it.`;
  }
  return hasPlayoffs
    ? `${uses} in the regular season. Used teams come back {teamsAgainAfter:in the playoffs}.`
    : `${uses}. Used teams {teamsAgainAfter:never come back}.`;
}

/** When a game without a winner is a tie: if a line favors a side, the game has a winner. */
export function endsLevel({ useSpread, roundSpread }: PoolRules): string {
  if (!useSpread) return '';
  return roundSpread ? ' without a line' : ' with an even line or none';
}

function morePoints(count: number): string {
  return `${count} more ${count === 1 ? 'point' : 'points'}`;
}

/** Each round of the playoffs, as used in a sentence. */
const roundPlaces = {
  wildCardPoints: 'the Wild Card round',
  divisionalPoints: 'the Divisional round',
  conferencePoints: 'the Conference round',
  superBowlPoints: 'the Super Bowl',
} as const satisfies Record<(typeof playoffPoints)[number], string>;

function round(rule: (typeof playoffPoints)[number], label: string): RuleWords<number> {
  return {
    label,
    isImplied: true,
    choice: (count) => (count === 1 ? 'As in other weeks' : count === 2 ? 'Double' : `${count} times as much`),
    sentence: (count, rules) => roundsText({ ...rules, [rule]: count }),
  };
}

/** What a right pick is worth in the playoffs: one sentence for all rounds. */
function roundsText(rules: PoolRules): string {
  const worth = (count: number) => {
    const own = traitsOf(rules).hasValues && rules.scale === 'ranks' ? 'its rank' : 'its points';
    if (!traitsOf(rules).hasValues && !hasUpsets(rules)) return pointsText(halvesOfPoints(count));
    return count === 1 ? own : `${count} times ${own}`;
  };
  const rounds = playoffPoints.map((rule) => `{${rule}:${worth(rules[rule])}} in ${roundPlaces[rule]}`);
  return `In the playoffs a right pick is worth ${listText(rounds)}.`;
}
