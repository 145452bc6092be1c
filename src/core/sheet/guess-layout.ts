import { normalizeName } from '#core/names.ts';
import { readDay } from './days.ts';
import type { GameColumns, GridLayout, Layout, LayoutKind, ListLayout } from './layout.ts';
import {
  fullName,
  isOtherHeading,
  isTotals,
  lastNameLine,
  layoutKinds,
  listWords,
  teamPickWords,
  valueWords,
} from './layout.ts';
import {
  isSide,
  readGameText,
  readMarkedTeam,
  readPickText,
  readTwoTeams,
  splitValue,
  withoutResult,
} from './pick-text.ts';
import { readSheet } from './read-sheet.ts';
import type { SheetContext, SheetReading } from './reading.ts';
import type { Lines, SheetTable } from './table.ts';
import { cellText, linesOf } from './table.ts';
import { tiebreakLines } from './tiebreak-lines.ts';
import type { WeekReader } from './week-text.ts';
import { areWeekNumbers, weekOfTable, weekReaderOf } from './week-text.ts';

/** The lines in which headings are looked for. */
const HEADINGS = 30;
/** The lines by which a column is judged. */
const SAMPLE = 400;
/** The most headings of picks that are tried: each costs a reading of the whole sheet. */
const PICK_COLUMNS = 8;
/** A cell that only lacks its week is nearly understood. */
const LACKS_WEEK = 0.9;
/** A problem weighs less than a pick: a sheet may have many that one correction solves. */
const PROBLEM = 0.25;
/** A player whom the pool knows weighs as much as this many cells. */
const KNOWN = 2;

/** What a guess may not change. */
export interface Wanted {
  readonly kind?: LayoutKind;
  /** The week of the picks that name none. */
  readonly weekId?: string;
  /** The line of the names: a column, or a row if players are across. */
  readonly names?: number;
  /** A line of guesses of tiebreak games, likewise; null for none. */
  readonly tiebreak?: number | null;
}

/** The layout by which most cells of a sheet are understood, with its reading. */
export function guessLayout(table: SheetTable, context: SheetContext, wanted: Wanted = {}): SheetReading | null {
  const weeks = weekReaderOf(context);
  const week: LayoutWeek = {
    weekId: wanted.weekId ?? weekOfTable(table, weeks),
    isChosen: wanted.weekId !== undefined,
    tiebreaks: [],
  };
  const kinds = layoutKinds.filter((kind) => wanted.kind === undefined || kind === wanted.kind);
  const known = new Set(context.known.map(normalizeName));
  const readings = kinds
    .flatMap((kind) =>
      layoutsOf(kind, table, { weeks, chosen: wanted.names, asksTeam: context.asksTeam === true }, week),
    )
    .map((layout) => {
      const tiebreaks = context.tiebreaks === undefined ? [] : tiebreakLines(table, layout, context, wanted.tiebreak);
      return readSheet(table, { ...layout, tiebreaks }, context);
    });
  const scores = readings.map((reading) => scoreOf(reading, known));
  return readings[scores.indexOf(Math.max(...scores))] ?? null;
}

function scoreOf({ marks, picks, names, problems }: SheetReading, known: ReadonlySet<string>): number {
  const lacking = marks.reduce((sum, row) => {
    for (const mark of row) if (mark?.kind === 'problem' && mark.lacksWeek) sum += 1;
    return sum;
  }, 0);
  const familiar = names.filter(
    ({ player, entry }) => known.has(normalizeName(player)) || known.has(normalizeName(entry)),
  );
  const sides = picks.filter(({ kind }) => kind !== 'guess').length;
  return sides - PROBLEM * (problems - lacking) + LACKS_WEEK * lacking + KNOWN * familiar.length;
}

type LayoutWeek = Pick<Layout, 'weekId' | 'isChosen' | 'tiebreaks'>;

function layoutsOf(kind: LayoutKind, table: SheetTable, naming: Naming, week: LayoutWeek): Layout[] {
  const { chosen, asksTeam } = naming;
  if (kind !== 'list') return gridsOf(kind, linesOf(table, kind === 'down'), naming, week);
  const lists = listsOf(linesOf(table, false), asksTeam, week);
  if (chosen === undefined) return lists;
  return lists
    .filter(({ pick }) => pick !== chosen)
    .map((list) => ({
      ...list,
      player: chosen,
      lastNames: list.player === chosen ? list.lastNames : null,
      entry: list.entry === chosen ? null : list.entry,
    }));
}

function listsOf(lines: Lines, asksTeam: boolean, weekOfOthers: LayoutWeek): ListLayout[] {
  for (let header = 0; header < Math.min(lines.count, HEADINGS); header += 1) {
    const { away, home, ...columns } = columnsOf(lines, header);
    const parts = columns.player === null ? namePartsOf(columns.firstName, columns.lastName) : null;
    const player = columns.player ?? parts?.first ?? columns.entry;
    const ofTeams = asksTeam ? indexesOf(lines, header, teamPickWords).slice(0, PICK_COLUMNS) : [];
    const picks = [...ofTeams, ...indexesOf(lines, header, listWords.pick).slice(0, PICK_COLUMNS)];
    if (player === null || picks.length === 0) continue;
    const entry = columns.player === null && parts === null ? null : columns.entry;
    const lastNames = parts?.last ?? null;
    const game = gameOf(columns.game, away, home);
    const { season, week } = columns;
    // `Team` may also be the heading of something else.
    return picks.map((pick) => ({
      kind: 'list',
      header,
      player,
      lastNames,
      entry,
      season,
      week,
      pick,
      game,
      ...weekOfOthers,
    }));
  }
  return unnamedLists(lines, asksTeam, weekOfOthers);
}

type ListColumns = { readonly [column in Exclude<keyof typeof listWords, 'pick'>]: number | null };

function columnsOf(lines: Lines, header: number): ListColumns {
  const indexOf = (words: RegExp): number | null => indexesOf(lines, header, words)[0] ?? null;
  return {
    player: indexOf(listWords.player),
    firstName: indexOf(listWords.firstName),
    lastName: indexOf(listWords.lastName),
    entry: indexOf(listWords.entry),
    season: indexOf(listWords.season),
    week: indexOf(listWords.week),
    game: indexOf(listWords.game),
    away: indexOf(listWords.away),
    home: indexOf(listWords.home),
  };
}

interface NameParts {
  readonly first: number;
  readonly last: number;
}

/** The lines of first and last names, if they are neighbors. */
function namePartsOf(first: number | null, last: number | null): NameParts | null {
  return first !== null && last !== null && Math.abs(first - last) === 1 ? { first, last } : null;
}

function indexesOf(lines: Lines, line: number, words: RegExp): number[] {
  const indexes: number[] = [];
  for (let index = 0; index < lines.width; index += 1)
    if (words.test(cellText(lines.at(line, index)).replaceAll('_', ' '))) indexes.push(index);
  return indexes;
}

function gameOf(name: number | null, away: number | null, home: number | null): GameColumns {
  if (away !== null && home !== null) return { by: 'teams', away, home };
  return name === null ? { by: 'none' } : { by: 'name', at: name };
}

/**
 * Lists without a heading of the picks: the column with most teams has them. The players are where a heading says so, else in the column
 * with most other texts.
 */
function unnamedLists(lines: Lines, asksTeam: boolean, weekOfOthers: LayoutWeek): ListLayout[] {
  const profile = profileOf(lines, asksTeam);
  const pick = indexOfMost(profile.picks);
  const named = asksTeam ? namedPlayers(lines, pick) : null;
  const texts = profile.texts.map((count, index) => (index === pick ? 0 : count));
  const player = named?.player ?? indexOfMost(texts);
  if (pick === null || player === null) return [];
  const week = indexOfMost(profile.weekNumbers.map((count, index) => (index === pick || index === player ? 0 : count)));
  const columns = { lastNames: null, entry: null, season: null, week, game: { by: 'none' } } as const;
  return [{ kind: 'list', header: named?.header ?? -1, player, pick, ...columns, ...weekOfOthers }];
}

function namedPlayers(lines: Lines, pick: number | null): { header: number; player: number } | null {
  for (let header = 0; header < Math.min(lines.count, HEADINGS); header += 1) {
    const { player } = columnsOf(lines, header);
    if (player !== null && player !== pick) return { header, player };
  }
  return null;
}

interface Naming {
  readonly weeks: WeekReader;
  /** The line of the names, if a person chose it. */
  readonly chosen: number | undefined;
  /** Whether each week has one line, so that a single one may name its week. */
  readonly asksTeam: boolean;
}

function gridsOf(
  kind: GridLayout['kind'],
  lines: Lines,
  { weeks, chosen, asksTeam }: Naming,
  weekOfOthers: LayoutWeek,
): GridLayout[] {
  const profile = profileOf(lines, asksTeam);
  const game = gameOfGrid(lines, profile, asksTeam);
  const week = asksTeam ? weekOfTeams(lines, weeks, profile) : weekOfGrid(lines, weeks, profile);
  const labels = new Set([
    week,
    ...(game.by === 'name' ? [game.at] : game.by === 'teams' ? [game.away, game.home] : []),
  ]);
  const after = Math.max(-1, ...[...labels].filter((index) => index !== null));
  const picked = profile.picks.findIndex((count, index) => count > 0 && index > after);
  if (picked < 0) return [];
  const names = chosen ?? namesOf(lines, profile, picked, weeks);
  if (names === null) return [];
  const lastNames = lastNamesOf(lines, names, picked);
  let first = picked;
  // A player may have no pick that is understood.
  while (first - 1 > after && isName(nameAt(lines, { names, lastNames }, first - 1), weeks)) first -= 1;
  const base = {
    kind,
    names,
    lastNames,
    first,
    end: endOf(lines, profile, { names, first, weeks, asksTeam }),
    week,
    game,
    ...weekOfOthers,
  } as const;
  const entries = lastNameLine({ names, lastNames, entries: null }) + 1;
  const hasEntries = entries < lines.count && isEntryLine(lines, names, entries, first);
  return [{ ...base, entries: hasEntries ? entries : null }];
}

/** The first index at which a second table begins: with a heading of one, a title of another week, or names of games. */
function endOf(
  lines: Lines,
  { games, filled }: Profile,
  { names, first, weeks, asksTeam }: { names: number; first: number; weeks: WeekReader; asksTeam: boolean },
): number {
  const { game, away, player, firstName, week } = listWords;
  const begins = [game, away, player, firstName, week];
  const titles = new Map<number, string>();
  for (let index = 0; index < lines.width; index += 1) {
    for (let line = 0; line <= names; line += 1) {
      const text = cellText(lines.at(line, index));
      // `Conf` over values is no round.
      const title = valueWords.test(text) ? null : (weeks.inTitle(text) ?? (weeks.isTitle(text) ? text : null));
      const isOtherWeek = title !== null && (line === names || (titles.get(line) ?? title) !== title);
      const isHeading = line === names && begins.some((words) => words.test(text));
      if (index >= first && (isOtherWeek || isHeading)) return index;
      if (title !== null) titles.set(line, title);
    }
    const count = games[index] ?? 0;
    if (!asksTeam && index >= first && count > 0 && 2 * count >= (filled[index] ?? 0)) return index;
  }
  return lines.width;
}

/** What stands at each index of the lines: how many cells are picks, texts, games and weeks. */
interface Profile {
  readonly picks: readonly number[];
  readonly texts: readonly number[];
  readonly games: readonly number[];
  /** Small whole numbers and texts like `Week 3`. */
  readonly weekNumbers: readonly number[];
  readonly filled: readonly number[];
}

function profileOf(lines: Lines, asksTeam: boolean): Profile {
  const zeros = (): number[] => Array.from({ length: lines.width }, () => 0);
  const profile = { picks: zeros(), texts: zeros(), games: zeros(), weekNumbers: zeros(), filled: zeros() };
  const kinds = new Map<string, readonly (keyof Profile)[]>();
  for (let line = 0; line < Math.min(lines.count, SAMPLE); line += 1) {
    const cells: (readonly [index: number, text: string, kinds: readonly (keyof Profile)[]])[] = [];
    for (let index = 0; index < lines.width; index += 1) {
      const text = cellText(lines.at(line, index));
      if (text === '') continue;
      const known = kinds.get(text) ?? kindsOf(text, asksTeam);
      kinds.set(text, known);
      cells.push([index, text, known]);
    }
    const picks = cells.filter(([, , known]) => known.includes('picks'));
    // Over numbers, `TB` is no team but the heading of a tiebreak.
    const isTiebreak = cells.length > 1 && picks.length === 1 && picks[0]?.[1] === 'TB';
    for (const [index, , known] of cells)
      for (const kind of known)
        if (kind !== 'picks' || !isTiebreak) profile[kind][index] = (profile[kind][index] ?? 0) + 1;
  }
  return profile;
}

function kindsOf(text: string, asksTeam: boolean): readonly (keyof Profile)[] {
  if (isOtherHeading(text)) return ['filled'];
  const { kind } = readPickText(text);
  if (asksTeam ? isTeamPick(text) : isSide(splitValue(text).pick)) return ['filled', 'picks'];
  if (/^(?:week|wk|w)?\s*\d{1,2}(?:\.0)?$/i.test(text)) return ['filled', 'weekNumbers'];
  // The time of an answer is no player.
  if (kind === 'none' || readDay(text) !== null) return ['filled'];
  return readGameText(text) === null ? ['filled', 'texts'] : ['filled', 'games'];
}

/** Whether a text is a pick of a survivor pool: one team, or two. */
function isTeamPick(text: string): boolean {
  return isSide(withoutResult(text)) || readTwoTeams(text) !== null;
}

function indexOfMost(counts: readonly number[]): number | null {
  const most = Math.max(0, ...counts);
  return most === 0 ? null : counts.indexOf(most);
}

/** One index with most names of games, or two neighbors whose headings are those of the away and the home team. */
function gameOfGrid(lines: Lines, { games, filled }: Profile, asksTeam: boolean): GameColumns {
  // `KC/BUF` may also be two teams of a player.
  const named = games.map((count, index) => (asksTeam && !isHeadedGame(lines, index) ? 0 : count));
  const at = indexOfMost(named);
  if (at !== null && (games[at] ?? 0) * 3 >= (filled[at] ?? 0)) return { by: 'name', at };
  for (let line = 0; line < Math.min(lines.count, HEADINGS); line += 1) {
    const { away, home } = columnsOf(lines, line);
    if (away !== null && home !== null && namesTeams(lines, line, away, home)) return { by: 'teams', away, home };
  }
  return { by: 'none' };
}

function isHeadedGame(lines: Lines, index: number): boolean {
  for (let line = 0; line < Math.min(lines.count, HEADINGS); line += 1)
    if (listWords.game.test(cellText(lines.at(line, index)))) return true;
  return false;
}

/** Whether the line below has teams there: a player may be called Home. */
function namesTeams(lines: Lines, line: number, away: number, home: number): boolean {
  for (let below = line + 1; below < Math.min(lines.count, line + HEADINGS); below += 1) {
    const [first, second] = [cellText(lines.at(below, away)), cellText(lines.at(below, home))];
    if (first !== '' && second !== '')
      return readMarkedTeam(first).abbr !== null && readMarkedTeam(second).abbr !== null;
  }
  return false;
}

/** The index whose cells name weeks, under a heading that says so or by themselves. */
function weekOfGrid(lines: Lines, weeks: WeekReader, { filled }: Profile): number | null {
  for (let index = 0; index < Math.min(lines.width, HEADINGS); index += 1) {
    let [named, others] = [0, 0];
    for (let line = 0; line < Math.min(lines.count, SAMPLE); line += 1) {
      const text = cellText(lines.at(line, index));
      if (listWords.week.test(text) && line < HEADINGS) return index;
      if (text === '') continue;
      if (weeks.inTitle(text) !== null) named += 1;
      else if (!isOtherHeading(text)) others += 1;
    }
    if (named > 1 && named * 2 >= (filled[index] ?? 0)) return index;
    if (named > 1 && others === 0) return index;
  }
  return null;
}

/** The index that names most weeks of teams, also by bare numbers. Headings of other things may stand beside them. */
function weekOfTeams(lines: Lines, weeks: WeekReader, { picks }: Profile): number | null {
  const counts: number[] = [];
  for (let index = 0; index < Math.min(lines.width, HEADINGS); index += 1) {
    const texts: string[] = [];
    for (let line = 0; line < Math.min(lines.count, SAMPLE); line += 1) {
      const text = cellText(lines.at(line, index));
      if (listWords.week.test(text) && line < HEADINGS) return index;
      if (text !== '') texts.push(text);
    }
    const named = texts.filter((text) => weeks.inTitle(text) !== null || weeks.isTitle(text));
    const numbers = texts.filter((text) => /^\d/.test(text));
    // Sums may ascend, too, and the first heading may be `Rank`.
    const hasNames = texts.some((text) => listWords.player.test(text) || listWords.lastName.test(text));
    const areNumbers = (hasNames || !isTotals(texts[0] ?? '')) && areWeekNumbers(numbers);
    const count = Math.max(named.length, areNumbers ? numbers.length : 0);
    counts.push(count > (picks[index] ?? 0) ? count : 0);
  }
  return indexOfMost(counts);
}

/** The line that is called so or, without one, that in which most indexes with picks have a name. */
function namesOf(lines: Lines, { picks }: Profile, first: number, weeks: WeekReader): number | null {
  const counts: number[] = [];
  for (let line = 0; line < Math.min(lines.count, HEADINGS); line += 1) {
    let count = 0;
    for (let index = first; index < lines.width; index += 1)
      if ((picks[index] ?? 0) > 0 && isName(cellText(lines.at(line, index)), weeks)) count += 1;
    counts.push(count);
  }
  const called = counts.map((count, line) =>
    headsOf(lines, line, first).some((text) => listWords.player.test(text)) ? count : 0,
  );
  // Either column of first and last names may have most texts.
  const ofFirst = counts.findIndex((_, line) => lastNamesOf(lines, line, first) !== null);
  return indexOfMost(called) ?? (ofFirst < 0 ? indexOfMost(counts) : ofFirst);
}

/** The line of the last names, if a line is that of the first names: a neighbor that is called so. */
function lastNamesOf(lines: Lines, names: number, first: number): number | null {
  const isCalled = (line: number, words: RegExp): boolean =>
    line >= 0 && line < lines.count && headsOf(lines, line, first).some((text) => words.test(text));
  if (!isCalled(names, listWords.firstName)) return null;
  return [names + 1, names - 1].find((line) => isCalled(line, listWords.lastName)) ?? null;
}

function nameAt(lines: Lines, { names, lastNames }: Pick<GridLayout, 'names' | 'lastNames'>, index: number): string {
  const last = lastNames === null ? '' : cellText(lines.at(lastNames, index));
  return fullName(cellText(lines.at(names, index)), last);
}

/** The texts of a line before its first player. */
function headsOf(lines: Lines, line: number, first: number): string[] {
  return Array.from({ length: first }, (_, index) => cellText(lines.at(line, index)));
}

function isName(text: string, weeks: WeekReader): boolean {
  return (
    text !== '' &&
    !isOtherHeading(text) &&
    readPickText(text).kind === 'unknown' &&
    readDay(text) === null &&
    weeks.inTitle(text) === null &&
    readGameText(text) === null
  );
}

/** Whether a line below the names has those of entries: it is called so, or names stand there under merged ones. */
function isEntryLine(lines: Lines, names: number, line: number, first: number): boolean {
  const heads = headsOf(lines, line, first);
  if (heads.some((text) => listWords.entry.test(text))) return true;
  if (heads.some((text) => text !== '' && (isTotals(text) || readGameText(text) !== null))) return false;
  let merged = 0;
  for (let index = first; index < lines.width; index += 1) {
    const [name, entry] = [cellText(lines.at(names, index)), cellText(lines.at(line, index))];
    if (entry !== '' && readPickText(entry).kind !== 'unknown' && !/^\d$/.test(entry)) return false;
    if (name === '' && entry !== '') merged += 1;
  }
  return merged > 0;
}
