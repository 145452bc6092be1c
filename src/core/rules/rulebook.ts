import { buyBacksTooEarly, lastBuyBackWeek } from '#core/formats/survivor/buy-backs.ts';
import { traitsOf } from '#core/formats/traits.ts';
import { counted } from '#core/listed.ts';
import { isPostSeason, parseWeekId } from '#core/weeks.ts';
import { closedRule, hasChoice } from './closed-rules.ts';
import type { PoolRules, RuleName, SaidRules } from './pool-rules.ts';
import { defaultRules, hasBuyBacks, isRule, ruleChoices, ruleNames } from './pool-rules.ts';
import { ruleText, valueWords, wordsOf } from './words.ts';

/** The cards of the rulebook that hold rules, with their headings. */
export const ruleCards = {
  pick: 'What you pick',
  lock: 'When picks lock',
  count: 'What counts',
  season: 'The season',
} as const;
/** One of these cards. */
export type RuleCard = keyof typeof ruleCards;

/** Where a rule stands in the rulebook. */
interface RulePlace {
  readonly card: RuleCard;
  /** It is shown even at its default. */
  readonly isMain?: true;
  /** It is chosen from a strip of weeks. */
  readonly isWeek?: true;
  /** What people may call it besides its label, for a search. */
  readonly alias?: string;
}

/** The place of every rule, in the order of the rows. */
export const rulePlaces: Readonly<Record<RuleName, RulePlace>> = {
  format: { card: 'pick', isMain: true },
  entries: {
    card: 'season',
    alias:
      'two entries, several, multiple, second entry, more than one, one per person, how many, maximum, limit, a week',
  },
  lives: {
    card: 'count',
    alias:
      'strikes, lives, losses, lose twice, two losses, miss two games, two wrong picks, second chance, mulligan, double elimination, survive, eliminated, knocked out, you are out, one loss, extra life, second life, insurance, knockout, strike two, do over',
    isMain: true,
  },
  goal: { card: 'pick', alias: 'loser pool, lose' },
  survivorTie: { card: 'count', alias: 'tie, draw, tie is a win, tie counts as a win, ties lose, tie is a loss' },
  teamUses: {
    card: 'pick',
    alias:
      'reuse, same team twice, once a season, duplicate, repeat, limit, different team every week, again, how many teams left, each team once, no repeats, pick a team again',
  },
  teamsAgainAfter: { card: 'pick', alias: 'reset, second half, start over, all teams again', isWeek: true },
  twoTeamsFrom: {
    card: 'pick',
    alias: 'double picks, two picks a week, pick 2, second team, extra team',
    isWeek: true,
  },
  allOut: {
    card: 'season',
    alias:
      'last ones, last one standing, last man, everybody out, nobody left, everyone loses, all lose, all eliminated in the same week, reinstated, come back, keep playing, play on, split, divide the pot',
  },
  survivors: {
    card: 'season',
    alias:
      'winner, co-winners, fewest losses, most lives, last one standing, last man, end, split, divide the pot, number of correct picks, wins, multiple players alive, who is left, remaining, week 18, full share, furthest, 2 winners, split evenly, jackpot, split between the remaining, half share',
  },
  buyBacks: {
    card: 'season',
    alias:
      'rebuy, re-entry, re-enter, second chance, mulligan, come back, first weeks, until, price, cost, fee, do over, used teams, lose a team, reinstate, survivor insurance, second life, revive, resurrection',
  },
  buyBackUntil: { card: 'season', isWeek: true },
  buyBackBy: { card: 'season' },
  useSpread: {
    card: 'pick',
    alias: 'point spread, handicap, line, straight up, no point spread, no spread, cover the spread',
    isMain: true,
  },
  roundSpread: {
    card: 'pick',
    isMain: true,
    alias: 'add half a point, half points, whole number, hook, no pushes, add half a point to the favorite, even lines',
  },
  push: {
    card: 'count',
    isMain: true,
    alias:
      'push, point, tie, spread, half point for a push, push half points, ties against the spread, lands on the number',
  },
  tie: {
    card: 'count',
    alias:
      'draw, level, tied game, half a point, ties count half, half of its value, ties lose, both lose, no points, everyone scores, half points, pick a tie, ties win',
  },
  deadline: {
    card: 'lock',
    alias:
      'deadline, due, cutoff, lock out, time, 11:59 PM, kick-off, Wednesday, Thursday, Friday, Saturday, Thanksgiving, early games, change picks, edit picks, late picks, switch, cutoff time, noon, midnight, day before, hour, time zone, Eastern, Central, Pacific',
    isMain: true,
  },
  deadlineDay: { card: 'lock' },
  deadlineTime: { card: 'lock' },
  line: {
    card: 'lock',
    isMain: true,
    alias: 'spread, odds, freeze, frozen, Tuesday, line changes, line moves, lines lock, Wednesday',
  },
  slate: {
    card: 'pick',
    alias: 'no Thursday, Thursday night, Saturday, college, leave out, Sunday and Monday only, Sunday games only',
  },
  thursdayGames: { card: 'pick' },
  fridayGames: { card: 'pick' },
  saturdayGames: { card: 'pick' },
  mondayGames: { card: 'pick' },
  games: {
    card: 'pick',
    alias:
      'pick, select, choose, three, four, five, six, seven, eight, ten, twelve games, how many games, some games, fewer games, exactly, number of picks, best of',
  },
  missed: {
    card: 'count',
    alias:
      "home teams, auto pick, assigned, default, forgot, forget, no pick, no show, late, absent, missed week, dog, visitor, visiting team, partial picks, incomplete, forfeit, must pick every week, didn't pick, blank, leave blank, excused, random",
  },
  missedLimit: { card: 'count', alias: 'auto pick cap, limit, how many weeks' },
  scale: {
    card: 'count',
    isMain: true,
    alias:
      'confidence points, confidence values, ranks, 16 down, each used once, number of games, fewer games in bye weeks, how many points, order, weights, values, how much each game is worth',
  },
  bestBets: {
    card: 'count',
    alias: 'double points, double down, lock of the week, key game, key pick, star pick, money pick, hammer',
  },
  upset: { card: 'count', alias: 'underdog, underdog bonus, dog bonus, upset pick, upset of the week' },
  wildCardPoints: { card: 'count', alias: 'playoffs, bonus' },
  divisionalPoints: { card: 'count', alias: 'playoffs, bonus' },
  conferencePoints: { card: 'count', alias: 'playoffs, bonus' },
  superBowlPoints: { card: 'count', alias: 'playoffs, bonus' },
  dropWeeks: {
    card: 'season',
    alias:
      'worst weeks, lowest weeks, throw out, mulligan, best weeks, top results, worst week, subtracted, removed, do not count',
  },
  lateJoin: {
    card: 'season',
    alias: 'late joiners, late entry, new players, registration, register, sign up, join late',
  },
  weekly: {
    card: 'season',
    alias:
      'per week, only weeks, weeks you play, single weeks, optional, skip a week, some weeks, any weeks, as many weeks as you like, pay weekly, own pool, week off, take weeks off, sit out',
  },
  tiebreak: {
    card: 'season',
    alias:
      'Monday night total, total points, tiebreaker points, closest guess, tie breaker, winner of the week, split, last game of the week, two Monday games, submitted first, earliest, time stamp, no guess, forgot, default, combined score, weekly tie, tie of the week',
  },
  seasonTiebreak: {
    card: 'season',
    alias:
      'final standings, won more weeks, games won, most wins, number of correct picks, lowest average, Monday difference, winning percentage, best record',
  },
};

const placedRules = Object.keys(rulePlaces).filter(isRule);

/** A piece of a rule's sentence: text, or the value of a rule. */
export interface RulePart {
  readonly text: string;
  /** The rule that a value is of; null for text between values. */
  readonly rule: RuleName | null;
}

/** The sentence of a rule in pieces, so that each value can be set apart. */
export function ruleParts(rule: RuleName, rules: SaidRules): RulePart[] {
  const pieces = wordsOf(rule)
    .sentence(rules[rule], rules)
    .split(/(\{[^}]*\})/);
  return pieces.flatMap((piece): RulePart[] => {
    if (piece === '') return [];
    const [, name, text] = /^\{(?:(\w+):)?(.*)\}$/.exec(piece) ?? [];
    if (text === undefined) return [{ text: piece, rule: null }];
    return [{ text, rule: name !== undefined && isRule(name) ? name : rule }];
  });
}

/** The value of a rule as its sentence has it: with survivor a missed pick `costs a life`. One that no sentence names is as in its list. */
export function valueIn(rule: RuleName, rules: SaidRules): string {
  const named = ruleParts(rule, rules).find((part) => part.rule === rule);
  return named?.text ?? valueWords(rule, rules[rule]);
}

/** One row of the rulebook: a sentence, and the rules that can be changed in it. */
export interface RuleRow {
  readonly head: RuleName;
  readonly parts: readonly RulePart[];
  /** The rules whose values stand in the sentence, and those that complete them without standing there. */
  readonly rules: readonly RuleName[];
}

/** One card of the rulebook. */
export interface CardRows {
  readonly card: RuleCard;
  /** What the pool sets, and what every reader looks for. */
  readonly shown: readonly RuleRow[];
  /** The other rules that apply, at their defaults. */
  readonly usual: readonly RuleRow[];
}

/** The rules whose defaults are in the sentence of the format or of the lives. */
const saidByOthers: Readonly<Record<PoolRules['format'], readonly RuleName[]>> = {
  pickem: ['slate', 'games'],
  confidence: ['slate'],
  survivor: ['goal', 'teamUses', 'teamsAgainAfter', 'twoTeamsFrom', 'survivorTie', 'missed'],
};

/** Whether other rows say all that a row at its defaults says. Readers need no such row; only who changes rules does. */
export function isSaidByOthers(row: RuleRow, rules: PoolRules): boolean {
  return isUsual(row, rules) && row.rules.every((rule) => saidByOthers[rules.format].includes(rule));
}

/** Whether all rules of a row have their defaults. */
export function isUsual({ rules: names }: RuleRow, rules: PoolRules): boolean {
  return names.every((rule) => rules[rule] === defaultRules[rule]);
}

/** The order of the cards. */
const cardNames = Object.keys(ruleCards) as readonly RuleCard[];

/** The rules of a pool that plays these weeks, for its sentences. @param weekIds none if they aren't known */
export function rulesIn(weekIds: readonly string[], rules: PoolRules): SaidRules {
  return { ...rules, hasPlayoffs: weekIds.length === 0 || weekIds.some(isPostSeason) };
}

/**
 * The rules that apply in a pool as rows of cards. A rule that is closed by others has no row, except for the two switches of the spread.
 * @param also rules that are shown even at their defaults
 */
export function rulebookOf(rules: SaidRules, also: ReadonlySet<RuleName> = new Set()): CardRows[] {
  const rows = rowsOf(rules);
  const isShown = ({ rules: names }: RuleRow) =>
    names.some((rule) => rulePlaces[rule].isMain || also.has(rule) || rules[rule] !== defaultRules[rule]);
  return cardNames.map((card) => {
    const own = rows.filter(({ head }) => rulePlaces[head].card === card);
    // What every reader looks for comes first.
    const isMain = ({ head }: RuleRow) => rulePlaces[head].isMain === true;
    const all = [...own.filter(isMain), ...own.filter((row) => !isMain(row))];
    return { card, shown: all.filter(isShown), usual: all.filter((row) => !isShown(row)) };
  });
}

/** The rows of all rules that apply, each sentence once. */
function rowsOf(rules: SaidRules): RuleRow[] {
  const heads = placedRules.filter(
    (rule) =>
      wordsOf(rule).partOf === undefined &&
      traitsOf(rules).rules.has(rule) &&
      (closedRule(rule, rules) === null || rule === 'roundSpread'),
  );
  const seen = new Set<string>();
  return heads.flatMap((head) => {
    const row = rowOf(head, rules);
    const text = row.parts.map((part) => part.text).join('');
    if (seen.has(text)) return [];
    seen.add(text);
    return [row];
  });
}

/** The row of one rule. If its sentence doesn't name the value, the label does. */
function rowOf(head: RuleName, rules: SaidRules): RuleRow {
  const sentence = ruleParts(head, rules);
  const isNamed = sentence.some(({ rule }) => rule === head);
  const parts: RulePart[] = isNamed
    ? sentence
    : [
        { text: `${wordsOf(head).label}: `, rule: null },
        { text: valueWords(head, rules[head]), rule: head },
        { text: `. ${ruleText(head, rules)}`, rule: null },
      ];
  const named = parts.flatMap(({ rule }) => rule ?? []);
  const others = ruleNames.filter((rule) => wordsOf(rule).partOf === head && closedRule(rule, rules) === null);
  return { head, parts, rules: [...new Set([...named, ...others])] };
}

/** A choice that the pool's weeks make pointless, in words, and the rules that mend it. */
export interface WeekConflict {
  readonly text: string;
  /** The text of its button. */
  readonly action: string;
  readonly mend: Partial<PoolRules>;
}

/** What doesn't fit the weeks of a pool. @param weekIds in order; none if they aren't known */
export function weekConflicts(rules: PoolRules, weekIds: readonly string[]): WeekConflict[] {
  const open = openRules(rules);
  const { twoTeamsFrom, teamsAgainAfter, dropWeeks } = open;
  const numbers = regularWeeks(weekIds);
  const [first = 0, last = 0] = [numbers[0], numbers.at(-1)];
  const conflicts: WeekConflict[] = [];
  if (buyBacksTooEarly(open, weekIds) !== null) {
    const until = lastBuyBackWeek(weekIds);
    conflicts.push({
      text: 'Buy-backs end before the pool begins.',
      ...(until === undefined
        ? { action: 'No buy-backs', mend: { buyBacks: 0 } }
        : { action: `Use Week ${until}`, mend: { buyBackUntil: until } }),
    });
  }
  const lastUntil = ruleChoices.buyBackUntil.find((week) => week === last);
  if (hasBuyBacks(open) && lastUntil !== undefined && open.buyBackUntil > lastUntil) {
    conflicts.push({
      text: 'Buy-backs end after the pool does.',
      action: `Use Week ${last}`,
      mend: { buyBackUntil: lastUntil },
    });
  }
  const isAfterEnd = numbers.length > 0 && teamsAgainAfter >= last;
  if (teamsAgainAfter > 0 && (teamsAgainAfter < first || isAfterEnd)) {
    conflicts.push({
      text: isAfterEnd
        ? 'No week of the regular season is left after used teams come back.'
        : 'Used teams come back before the pool begins.',
      action: weekIds.some(isPostSeason) ? 'Only in the playoffs' : 'Never',
      mend: { teamsAgainAfter: 0 },
    });
  }
  if (twoTeamsFrom > last && weekIds.length > 0) {
    const week = ruleChoices.twoTeamsFrom.find((each) => each === last) ?? 0;
    conflicts.push({
      text: 'The pool has no week with two teams.',
      action: week === 0 ? 'Use one team' : `Use Week ${week}`,
      mend: { twoTeamsFrom: week },
    });
  }
  if (dropWeeks > 0 && weekIds.length > 0 && dropWeeks >= weekIds.length) {
    const most = ruleChoices.dropWeeks.findLast((count) => count < weekIds.length) ?? 0;
    conflicts.push({
      text: `${counted(dropWeeks, 'week')} can't be dropped: the pool has only ${weekIds.length}.`,
      action: most === 0 ? 'Drop none' : `Drop ${most}`,
      mend: { dropWeeks: most },
    });
  }
  return conflicts;
}

/** Rules that don't apply have their defaults. */
function openRules(rules: PoolRules): PoolRules {
  const closed = ruleNames.filter((rule) => closedRule(rule, rules) !== null);
  return { ...rules, ...Object.fromEntries(closed.map((rule) => [rule, defaultRules[rule]])) };
}

function regularWeeks(weekIds: readonly string[]): number[] {
  return weekIds.flatMap((id) => (isPostSeason(id) ? [] : (parseWeekId(id)?.number ?? [])));
}

/** The choices of a rule that its format has, and that make sense with the weeks of the pool: one that names a week names one of them. */
export function possibleChoices(
  rule: RuleName,
  rules: PoolRules,
  weekIds: readonly string[],
): readonly PoolRules[RuleName][] {
  const all: readonly PoolRules[RuleName][] = ruleChoices[rule];
  const own = all.filter((choice) => hasChoice(rules.format, rule, choice));
  if (!rulePlaces[rule].isWeek || weekIds.length === 0) return own;
  const numbers = regularWeeks(weekIds);
  return own.filter((choice) => choice === 0 || numbers.includes(Number(choice)));
}

/** What a search of a rule that is closed goes by: its label and other names. */
export function searchedNames(rule: RuleName): string {
  return `${wordsOf(rule).label}, ${rulePlaces[rule].alias ?? ''}`;
}

/** What a search of any other rule goes by: its names, choices and sentence. */
export function searchedText(rule: RuleName, rules: SaidRules): string {
  const { choice } = wordsOf(rule);
  const choices: readonly PoolRules[RuleName][] = ruleChoices[rule];
  return [searchedNames(rule), ...choices.map((each) => choice?.(each) ?? ''), ruleText(rule, rules)].join(', ');
}
