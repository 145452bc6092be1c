import { normalizeName } from '#core/names.ts';
import type { GameColumns, GridLayout, Layout, ListLayout } from './layout.ts';
import {
  buyBackWords,
  fullName,
  headingByColon,
  isNoPlayer,
  isOtherHeading,
  isOtherLine,
  isTotals,
  lastNameLine,
  listWords,
  valueWords,
} from './layout.ts';
import type { GameText } from './pick-text.ts';
import { readValue } from './pick-text.ts';
import type { SheetContext, SheetReading, ValueCell } from './reading.ts';
import { SheetReader, STRANGE_WEEK } from './reading.ts';
import type { Lines, SheetTable } from './table.ts';
import { cellText, linesOf } from './table.ts';
import type { WeekReader } from './week-text.ts';
import { isWeekResult, weekOfTable, weekReaderOf } from './week-text.ts';

/** Reads the picks of a sheet. Each cell that is not empty becomes a label, a pick, ignored with a reason, or a problem. Never throws. */
export function readSheet(table: SheetTable, layout: Layout, context: SheetContext): SheetReading {
  const lines = linesOf(table, layout.kind === 'down');
  const weeks = weekReaderOf(context);
  const titles = layout.kind === 'list' ? titlesOfList(lines, layout, weeks) : titlesOfGrid(lines, layout, weeks);
  const week = weekOfAll(titles, layout, weekOfTable(table, weeks));
  const reader = new SheetReader(week === undefined ? layout : { ...layout, weekId: week }, table, context);
  const above = week === undefined ? aboveOf(titles) : [];
  if (layout.kind === 'list') readList({ lines, titles, above, reader }, layout);
  else readGrid({ lines, titles, above, reader }, layout);
  return reader.finish();
}

/** The week of each line that is a title; null for a line that may have picks, undefined for headings and the like. */
type Titles = readonly (string | null | undefined)[];

interface Reading {
  readonly lines: Lines;
  readonly titles: Titles;
  /** The week of the last title by line. */
  readonly above: readonly (string | null)[];
  readonly reader: SheetReader;
}

/**
 * The week of all picks without one of their own, by a single title: a person may choose another, and must choose if the title contradicts
 * the tab. Undefined if there are several titles, or picks above the title.
 */
function weekOfAll(titles: Titles, { weekId, isChosen }: Layout, tab: string | null): string | null | undefined {
  const [title, ...others] = new Set(titles.filter((each) => typeof each === 'string'));
  if (title === undefined || others.length > 0) return undefined;
  const contradicts = tab !== null && tab !== title;
  const isAboveAll = !titles.slice(0, titles.indexOf(title)).includes(null);
  if (!contradicts && !isAboveAll) return undefined;
  if (isChosen) return weekId;
  return contradicts || title === STRANGE_WEEK ? null : title;
}

function aboveOf(titles: Titles): (string | null)[] {
  let above: string | null = null;
  return titles.map((title) => {
    above = title ?? above;
    return above;
  });
}

function titlesOfList(lines: Lines, { header }: ListLayout, weeks: WeekReader): Titles {
  return Array.from({ length: lines.count }, (_, line) => {
    const filled = filledOf(lines, line);
    const title = filled.length === 1 ? titleWeek(lines, line, filled, weeks) : null;
    return title ?? (line > header && filled.length > 1 ? null : undefined);
  });
}

function readList({ lines, titles, above, reader }: Reading, layout: ListLayout): void {
  const labels = new Set(indexesOf(layout.game));
  for (const index of [layout.player, layout.lastNames, layout.entry, layout.season, layout.week])
    if (index !== null) labels.add(index);
  const values = reader.hasValues ? valueColumn(lines, layout, labels) : null;
  const text = (line: number, index: number | null): string => (index === null ? '' : cellText(lines.at(line, index)));
  const isHeading = headingByColon(
    Array.from({ length: lines.count }, (_, line) => (line > layout.header ? text(line, layout.player) : '')),
  );
  for (let line = 0; line < lines.count; line += 1) {
    const filled = filledOf(lines, line);
    const player = fullName(text(line, layout.player), text(line, layout.lastNames));
    if (line <= layout.header || typeof titles[line] === 'string') {
      for (const index of filled) reader.label(...lines.place(line, index));
      continue;
    }
    const why = lineOfNoPick(player, isHeading);
    const week = text(line, layout.week);
    const weekId = week === '' ? (above[line] ?? null) : reader.weeks.inCell(week, text(line, layout.season));
    const texts = { player, week, weekId, entry: text(line, layout.entry) };
    const ofPick = why === null ? readPickOfRow({ lines, line, layout, reader }, texts, values) : null;
    for (const index of filled) {
      const [row, column] = lines.place(line, index);
      const isGuess = layout.tiebreaks.includes(index);
      const heading = layout.header < 0 ? '' : text(layout.header, index);
      const isBuyBack = reader.asksTeam && buyBackWords.test(heading);
      if (reader.isMarked(row, column)) continue;
      if (why !== null && (index === layout.pick || index === layout.player || isGuess))
        reader.ignore(row, column, why);
      else if (isGuess && isStrange(texts)) reader.problem(row, column, strangeText(week));
      else if (isGuess) reader.guess({ ...texts, row, column, cell: lines.at(line, index), weekId: weekId ?? ofPick });
      else if (labels.has(index)) reader.label(row, column);
      else if (isBuyBack && why === null)
        reader.buyBack({ ...texts, row, column, cell: lines.at(line, index), heading, line: index });
      else reader.ignore(row, column, 'This column is not read.');
    }
  }
}

function lineOfNoPick(player: string, isHeading: (name: string) => boolean): string | null {
  if (player === '') return 'No player in this row.';
  if (isTotals(player)) return 'A row of totals.';
  return isNoPlayer(player) || isHeading(player) ? `'${player}' is not a player.` : null;
}

interface ListRow {
  readonly lines: Lines;
  readonly line: number;
  readonly layout: ListLayout;
  readonly reader: SheetReader;
}

interface RowTexts {
  readonly player: string;
  readonly entry: string;
  readonly week: string;
  readonly weekId: string | null;
}

/** @returns the week of its pick; null if it has none */
function readPickOfRow(
  { lines, line, layout, reader }: ListRow,
  texts: RowTexts,
  values: number | null,
): string | null {
  const [row, column] = lines.place(line, layout.pick);
  const cell = lines.at(line, layout.pick);
  if (cellText(cell) !== '' && isStrange(texts)) {
    reader.problem(row, column, strangeText(texts.week));
    return null;
  }
  const game = gameAt(lines, line, layout.game, reader);
  return reader.pick({ row, column, cell, game, valueCell: valueAt(lines, line, values), ...texts });
}

function isStrange({ week, weekId }: RowTexts): boolean {
  return week !== '' && weekId === null;
}

function strangeText(week: string): string {
  return `'${week}' is not a week of this pool.`;
}

function titlesOfGrid(lines: Lines, layout: GridLayout, weeks: WeekReader): Titles {
  const players = playersOf(lines, layout);
  return Array.from({ length: lines.count }, (_, line) => {
    const filled = filledOf(lines, line);
    const heads = filled.filter((index) => index < layout.first);
    const isHeading = isHeadingLine(lines, line, filled, players, layout);
    // Across, a title may also stand over the players; down, it would be in a row of a player.
    const isAlone = filled.length === 1 || line < layout.names;
    const of = layout.kind === 'across' && isAlone ? filled : heads;
    if (!isHeading && of.length < filled.length) return null;
    const hasPick = !isHeading && heads.length < filled.length;
    return titleWeek(lines, line, of, weeks) ?? (hasPick ? null : undefined);
  });
}

function readGrid({ lines, titles, above, reader }: Reading, layout: GridLayout): void {
  const players = playersOf(lines, layout);
  const values = reader.hasValues ? valuesOfGrid(lines, titles, layout, reader) : NO_VALUES;
  const isHeading = headingByColon(players.map((each) => each?.player ?? ''));
  let week: string | null = null;
  // A guess belongs to the week of the games before it.
  let before: string | null = null;
  for (let line = 0; line < lines.count; line += 1) {
    const filled = filledOf(lines, line);
    const title = titles[line];
    if (typeof title === 'string') [week, before] = [null, null];
    if (typeof title === 'string' || isHeadingLine(lines, line, filled, players, layout)) {
      for (const index of filled) reader.label(...lines.place(line, index));
      continue;
    }
    const weekText = layout.week === null ? '' : cellText(lines.at(line, layout.week));
    const ownWeek = weekText === '' ? null : reader.weeks.inCell(weekText);
    week = ownWeek ?? week;
    const heads = filled.filter((index) => index < layout.first).map((index) => cellText(lines.at(line, index)));
    const isGuess = layout.tiebreaks.includes(line);
    const game = gameAt(lines, line, layout.game, reader);
    const weekId = week ?? weekOfTitle(game?.title ?? '', reader.weeks) ?? above[line] ?? null;
    const heading = reader.asksTeam ? heads.find((text) => buyBackWords.test(text)) : undefined;
    const body = filled.filter((index) => index >= layout.first).map((index) => cellText(lines.at(line, index)));
    const isOther = reader.asksTeam && ownWeek === null && isNoWeek(weekText, body, reader);
    const why =
      isGuess || heading !== undefined
        ? null
        : isOther
          ? `'${weekText}' is not a week.`
          : gridLineOfNoPick(heads, game, reader);
    const pointsOf = (index: number) =>
      valueAt(lines, line, values.beside(index)) ??
      (values.below.has(line + 1) ? valueAt(lines, line + 1, index) : null);
    const guessed = isGuess ? (weekInHeads(heads, reader.weeks) ?? weekId ?? before) : null;
    for (const index of filled) {
      const [row, column] = lines.place(line, index);
      const player = players[index];
      if (reader.isMarked(row, column)) continue;
      if (index < layout.first) reader.label(row, column);
      else if (why !== null) reader.ignore(row, column, why);
      else if (player === undefined) readUnnamed(lines, line, index, reader);
      else if (isOtherHeading(player.player) || isHeading(player.player))
        reader.ignore(row, column, `'${player.player}' is not a player.`);
      else if (heading !== undefined)
        reader.buyBack({ row, column, cell: lines.at(line, index), heading, line, ...player });
      else if (weekText !== '' && ownWeek === null) reader.problem(row, column, strangeText(weekText));
      else if (isGuess) reader.guess({ row, column, cell: lines.at(line, index), weekId: guessed, ...player });
      else {
        const cell = lines.at(line, index);
        before = reader.pick({ row, column, cell, weekId, game, valueCell: pointsOf(index), ...player }) ?? before;
      }
    }
  }
}

/** Where a grid of a confidence pool has the values of picks. */
interface GridValues {
  /** The index behind a pick that may have its value; null for none. */
  readonly beside: (index: number) => number | null;
  /** The lines of values, each below its picks. */
  readonly below: ReadonlySet<number>;
}

const NO_VALUES: GridValues = { beside: () => null, below: new Set() };

/**
 * Values stand behind a pick, under the same merged name or a heading of their own, or in a line below. A single line of numbers below
 * picks has totals: lines are those of values if most lines of picks have one.
 */
function valuesOfGrid(lines: Lines, titles: Titles, layout: GridLayout, reader: SheetReader): GridValues {
  const { names, first, end, tiebreaks } = layout;
  const beside = (index: number): number | null => {
    const next = index + 1 < end ? cellText(lines.at(names, index + 1)) : null;
    return next === '' || (next !== null && valueWords.test(next)) ? index + 1 : null;
  };
  const bodyOf = (line: number): string[] =>
    filledOf(lines, line).flatMap((index) => (index < first || index >= end ? [] : cellText(lines.at(line, index))));
  const hasPicks = (line: number): boolean =>
    titles[line] === null && bodyOf(line).some((text) => ['team', 'side'].includes(reader.pickText(text).kind));
  const pickLines = Array.from({ length: lines.count }, (_, line) => line).filter(hasPicks);
  const below = pickLines.flatMap((line): number[] => {
    const body = bodyOf(line + 1);
    const isLine = body.length > 0 && body.every((text) => readValue(text) !== null);
    return line + 1 < lines.count && isLine && !tiebreaks.includes(line + 1) ? [line + 1] : [];
  });
  return { beside, below: new Set(2 * below.length > pickLines.length ? below : []) };
}

/** The column of the values of a list; one that is called confidence rather than points. */
function valueColumn(lines: Lines, { header, pick }: ListLayout, labels: ReadonlySet<number>): number | null {
  if (header < 0) return null;
  const called = filledOf(lines, header).filter(
    (index) => index !== pick && !labels.has(index) && valueWords.test(cellText(lines.at(header, index))),
  );
  return called.find((index) => !/^p/i.test(cellText(lines.at(header, index)))) ?? called[0] ?? null;
}

function valueAt(lines: Lines, line: number, index: number | null): ValueCell | null {
  const points = index === null ? null : readValue(cellText(lines.at(line, index)));
  if (index === null || points === null) return null;
  const [row, column] = lines.place(line, index);
  return { row, column, points };
}

/** The week in the heading of guesses: `Week 3 tiebreaker`. */
function weekInHeads(heads: readonly string[], weeks: WeekReader): string | null {
  const [named] = heads.flatMap((text) => /\b(?:week|wk|w)\s*#?\d{1,2}\b/i.exec(text)?.[0] ?? []);
  return named === undefined ? null : weeks.inTitle(named);
}

/** Whether a heading among those of weeks is that of something else. One over teams may be a week that is not understood. */
function isNoWeek(text: string, body: readonly string[], reader: SheetReader): boolean {
  if (isWeekResult(text)) return true;
  const isWeek = text === '' || reader.weeks.isTitle(text) || /^\d/.test(text);
  return !isWeek && !body.some((each) => reader.hasTeam(each));
}

function gridLineOfNoPick(heads: readonly string[], game: GameText | null, reader: SheetReader): string | null {
  if (heads.some(isTotals)) return 'Totals, not picks.';
  // A game may be `Final`, a week `Super Bowl`, and a team `NO`.
  const isOther = (text: string): boolean =>
    isOtherLine(text) && reader.weeks.inTitle(text) === null && reader.pickText(text).kind !== 'team';
  const other = heads.find(isOther);
  return game === null && other !== undefined ? `'${other}' is not a game.` : null;
}

/** A cell for which no player is named: a pick there may be lost. */
function readUnnamed(lines: Lines, line: number, index: number, reader: SheetReader): void {
  const [row, column] = lines.place(line, index);
  const { kind } = reader.pickText(cellText(lines.at(line, index)));
  const why = 'No player is named for this cell.';
  if (kind === 'team' || kind === 'side') reader.problem(row, column, why);
  else reader.ignore(row, column, why);
}

interface GridPlayer {
  readonly player: string;
  readonly entry: string;
}

/**
 * The players by index. Over the name of an entry, a blank cell has the name before it, as of merged cells. Names may also be merged over
 * columns for the pick and what came of it; these are headings instead of entries.
 */
function playersOf(lines: Lines, { names, lastNames, entries, first, end }: GridLayout): (GridPlayer | undefined)[] {
  const players: (GridPlayer | undefined)[] = [];
  let last = '';
  for (let index = first; index < end; index += 1) {
    const lastName = lastNames === null ? '' : cellText(lines.at(lastNames, index));
    const name = fullName(cellText(lines.at(names, index)), lastName);
    const entry = entries === null ? '' : cellText(lines.at(entries, index));
    last = name || last;
    const player = entry === '' ? name : last;
    if (listWords.pick.test(entry)) players[index] = { player, entry: '' };
    else if (isOtherHeading(entry)) players[index] = { player: entry, entry: '' };
    else if (player !== '') players[index] = { player, entry };
  }
  return players;
}

/** Whether a line has headings, as sheets with a table for each week repeat them. */
function isHeadingLine(
  lines: Lines,
  line: number,
  filled: readonly number[],
  players: readonly (GridPlayer | undefined)[],
  layout: GridLayout,
): boolean {
  return line <= lastNameLine(layout) || isRepeated(lines, line, filled, players, layout);
}

/** Whether a line repeats the names, as sheets with a table for each week do. */
function isRepeated(
  lines: Lines,
  line: number,
  filled: readonly number[],
  players: readonly (GridPlayer | undefined)[],
  { first }: GridLayout,
): boolean {
  const body = filled.filter((index) => index >= first);
  return (
    body.length > 0 &&
    body.every((index) => {
      const text = normalizeName(cellText(lines.at(line, index)));
      return (
        text === normalizeName(players[index]?.player ?? '') || text === normalizeName(players[index]?.entry ?? '')
      );
    })
  );
}

/** The week that a cell of a title is about. */
function titleWeek(lines: Lines, line: number, indexes: readonly number[], weeks: WeekReader): string | null {
  // Rows of picks are not titles, and have many cells.
  for (const index of indexes.slice(0, 4)) {
    const weekId = weekOfTitle(cellText(lines.at(line, index)), weeks);
    if (weekId !== null) return weekId;
  }
  return null;
}

function weekOfTitle(text: string, weeks: WeekReader): string | null {
  return weeks.inTitle(text) ?? (weeks.isTitle(text) ? STRANGE_WEEK : null);
}

function filledOf(lines: Lines, line: number): number[] {
  const filled: number[] = [];
  for (let index = 0; index < lines.width; index += 1) if (cellText(lines.at(line, index)) !== '') filled.push(index);
  return filled;
}

function gameAt(lines: Lines, line: number, game: GameColumns, reader: SheetReader): GameText | null {
  if (game.by === 'none') return null;
  if (game.by === 'name') return reader.gameText(cellText(lines.at(line, game.at)));
  return reader.gameOfTeams(cellText(lines.at(line, game.away)), cellText(lines.at(line, game.home)));
}

function indexesOf(game: GameColumns): number[] {
  if (game.by === 'none') return [];
  return game.by === 'name' ? [game.at] : [game.away, game.home];
}
