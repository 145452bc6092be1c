import { readGuess } from '#core/tiebreak.ts';
import type { Layout } from './layout.ts';
import { lastNameLine } from './layout.ts';
import { isNoPick, isSide } from './pick-text.ts';
import type { SheetContext } from './reading.ts';
import type { Lines, SheetTable } from './table.ts';
import { cellText, columnName, linesOf } from './table.ts';

/** Finds the columns or rows of a sheet that have the guesses of tiebreak games. */

/** Headings of guesses: `Tiebreaker`, `TB`, `MNF total`, `Total points of the last game`, `Your guess`. */
const NAMED =
  /\btie[\s-]*break(?:er)?s?\b|^tb\d?$|\bguess(?:es)?\b|\bcombined (?:score|points|total)\b|\b(?:mnf|snf|monday night|sunday night|last game|final game)\b.*\b(?:totals?|points|pts|score)\b|\b(?:totals?|points|pts|score)\b.*\b(?:mnf|snf|monday night|sunday night|last game|final game)\b/i;
/** Headings of what came of them. */
const OUTCOME = /\b(?:winners?|won|results?|actual|diff(?:erence)?|off|rank|place)\b/i;
/** Headings that a score may have, too. */
const TOTAL = /^(?:totals?|total (?:points|pts|score)|mnf|monday night):?$/i;
const WEEK = /\b(?:week|wk|w)\s*#?\d{1,2}\b/gi;

/** Totals of a game have such a median, and no more than the highest; without values, what players score in a week is less. */
const [USUAL_TOTAL, HIGHEST_TOTAL] = [28, 120];
/** The cells by which a line is judged. */
const SAMPLE = 400;

/** Columns or rows with the same heading that have guesses, or may have them. */
export interface TiebreakChoice {
  /** The first of the lines: a row if players are across, else a column. */
  readonly line: number;
  /** As it is shown: `Column F: Tiebreaker`, `Row 9: MNF total, and 17 more`. */
  readonly text: string;
}

/**
 * The lines of the guesses: columns, or rows if players are across. Without a choice they are those that are called so, or else those whose
 * heading may mean a score but whose numbers are totals of games.
 * @param chosen one of the lines; null for none
 */
export function tiebreakLines(
  table: SheetTable,
  layout: Layout,
  { hasValues }: Pick<SheetContext, 'hasValues'>,
  chosen: number | null | undefined,
): number[] {
  if (chosen === null) return [];
  const lines = bodyLines(table, layout);
  if (chosen !== undefined) {
    const heading = groupOf(lines.headingOf(chosen));
    return lines.all.filter(
      (line) => line === chosen || (heading !== '' && groupOf(lines.headingOf(line)) === heading),
    );
  }
  const named = lines.all.filter((line) => isNamed(lines.headingOf(line)) && lines.mayBeGuesses(line));
  // What players score in a confidence pool is like the total of a game.
  if (named.length > 0 || hasValues) return named;
  return lines.all.filter((line) => TOTAL.test(lines.headingOf(line)) && areTotals(lines.guessesOf(line)));
}

/** What a person can choose from: the lines with whole numbers, once for each heading. */
export function tiebreakChoices(table: SheetTable, layout: Layout): TiebreakChoice[] {
  const lines = bodyLines(table, layout);
  const offered = lines.all.filter((line) => layout.tiebreaks.includes(line) || lines.guessesOf(line).length > 0);
  const groups = Map.groupBy(offered, (line) => groupOf(lines.headingOf(line)) || line);
  return [...groups.values()].flatMap(([line, ...others]): TiebreakChoice[] => {
    if (line === undefined) return [];
    const name = layout.kind === 'across' ? `Row ${line + 1}` : `Column ${columnName(line)}`;
    const heading = lines.headingOf(line);
    const more = others.length === 0 ? '' : `, and ${others.length} more`;
    return [{ line, text: `${name}${heading && `: ${heading}`}${more}` }];
  });
}

function isNamed(heading: string): boolean {
  return NAMED.test(heading) && !OUTCOME.test(heading);
}

/** The heading without its week, by which the lines of all weeks are found together. */
function groupOf(heading: string): string {
  return heading.toLowerCase().replaceAll(WEEK, '').trim();
}

function areTotals(guesses: readonly number[]): boolean {
  const inOrder = guesses.toSorted((a, b) => a - b);
  const median = inOrder[Math.floor(inOrder.length / 2)] ?? 0;
  return median >= USUAL_TOTAL && (inOrder.at(-1) ?? 0) <= HIGHEST_TOTAL;
}

interface BodyLines {
  /** The lines that may have guesses. */
  readonly all: readonly number[];
  readonly headingOf: (line: number) => string;
  /** The guesses of a line, if most of what it has are guesses. */
  readonly guessesOf: (line: number) => readonly number[];
  /** Whether a line has something, and mostly no picks. */
  readonly mayBeGuesses: (line: number) => boolean;
}

function bodyLines(table: SheetTable, layout: Layout): BodyLines {
  const isList = layout.kind === 'list';
  const lines = linesOf(table, layout.kind !== 'across');
  const [first, end] = isList ? [layout.header + 1, lines.width] : [layout.first, layout.end];
  const used = new Set(isList ? usedColumns(layout) : []);
  const from = isList ? 0 : lastNameLine(layout) + 1;
  const all = Array.from({ length: lines.count }, (_, line) => line).filter((line) => line >= from && !used.has(line));
  const textsOf = (line: number): string[] => textsBetween(lines, line, first, Math.min(end, first + SAMPLE));
  return {
    all,
    headingOf: (line) => {
      if (isList) return layout.header < 0 ? '' : cellText(lines.at(line, layout.header));
      const heads = textsBetween(lines, line, 0, first);
      return heads.find(isNamed) ?? heads.findLast((text) => readGuess(text) === undefined) ?? '';
    },
    guessesOf: (line) => {
      const texts = textsOf(line);
      const guesses = texts.map(readGuess).filter((guess) => typeof guess === 'number');
      return 2 * guesses.length > texts.length ? guesses : [];
    },
    mayBeGuesses: (line) => {
      const texts = textsOf(line);
      return 2 * texts.filter(isSide).length < texts.length;
    },
  };
}

function usedColumns({ player, lastNames, entry, season, week, pick, game }: Extract<Layout, { kind: 'list' }>) {
  const games = game.by === 'teams' ? [game.away, game.home] : game.by === 'name' ? [game.at] : [];
  return [player, lastNames, entry, season, week, pick, ...games];
}

/** The texts of a line that say something. */
function textsBetween(lines: Lines, line: number, from: number, to: number): string[] {
  const texts: string[] = [];
  for (let index = from; index < to; index += 1) {
    const text = cellText(lines.at(line, index));
    if (text !== '' && !isNoPick(text)) texts.push(text);
  }
  return texts;
}
