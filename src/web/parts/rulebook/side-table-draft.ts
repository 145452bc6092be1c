import type { EnteredSideTable } from '#contract/side-tables.ts';
import { traits } from '#core/formats/traits.ts';
import { capital } from '#core/listed.ts';
import { parseDollars, typedDollars } from '#core/money.ts';
import { cleanName, normalizeName } from '#core/names.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import type { SideField, SideGames, SideTableTerms } from '#core/side-tables.ts';
import { measureWords, sideMeasures, sideTableProblem } from '#core/side-tables.ts';
import { spanWords } from '#core/week-words.ts';
import type { WeekSpan } from '#core/weeks.ts';
import { compareWeeks } from '#core/weeks.ts';

/** A side table as a form shows it. */
export interface DraftTable extends Omit<SideTableTerms, 'cents'> {
  /** Identifies it in the form. */
  readonly key: string;
  /** A new one has no id yet. */
  readonly id?: string | undefined;
  /** As typed: without a name, it gets that of its weeks. */
  readonly name: string;
  /** The prize as typed. */
  readonly prize: string;
}

/** The parts of a pool that limit its side tables. */
export interface Limits {
  /** In order. */
  readonly weekIds: readonly string[];
  /** The first week that hasn't begun, if a table can count no week before it. */
  readonly comingWeekId?: string | null;
  readonly format: PoolRules['format'];
}

/** What stands at the name of a table if another one has it. */
export const DOUBLE_NAME = 'Another side table has this name';

/** The terms of a table as the form shows them. */
export function draftOf({ cents, ...terms }: SideTableTerms, key: string, id?: string): DraftTable {
  const { name, from, to, games, measure, who } = terms;
  return { key, id, name, from, to, games, measure, who, prize: cents === 0 ? '' : typedDollars(cents) };
}

/** A table of the pool's own making, before anything is chosen. Null if it can count no week. */
export function ownTable({
  weekIds,
  comingWeekId = null,
}: Pick<Limits, 'weekIds' | 'comingWeekId'>): SideTableTerms | null {
  const possible = weeksFrom(weekIds, comingWeekId);
  const [from, to] = [possible[0], possible.at(-1)];
  if (from === undefined || to === undefined) return null;
  return { name: '', from, to, games: 'all', measure: 'points', who: { kind: 'all' }, cents: 0 };
}

/** The table to send. A wrong amount counts as none: `hasWrongAmount` reports it. */
export function enteredOf({ key: _, id, prize, name, ...terms }: DraftTable): EnteredSideTable {
  const entered = { ...terms, name: cleanName(name), cents: parseDollars(prize) ?? 0 };
  return id === undefined ? entered : { id, ...entered };
}

/** The tables, each with a name: those without one get that of their weeks, or the next free one, such as `Weeks 5 to 8 (2)`. */
export function withNames(tables: readonly DraftTable[]): DraftTable[] {
  const taken = new Set(tables.map(({ name }) => normalizeName(name)));
  return tables.map((table) => {
    if (normalizeName(table.name) !== '') return table;
    const ofWeeks = capital(spanWords(table));
    let name = ofWeeks;
    for (let number = 2; taken.has(normalizeName(name)); number += 1) name = `${ofWeeks} (${number})`;
    taken.add(normalizeName(name));
    return { ...table, name };
  });
}

/**
 * The first problem of a table among all of the form, in words; null if it can be saved. A wrong amount has its text at its field.
 * @param all with their names
 */
export function problemOf(table: DraftTable, all: readonly DraftTable[], { weekIds, format }: Limits): string | null {
  const problem = sideTableProblem(enteredOf(table), weekIds, format);
  if (problem !== null) return problem;
  const name = normalizeName(table.name);
  const isDouble = all.some((other) => other.key !== table.key && normalizeName(other.name) === name);
  return isDouble ? DOUBLE_NAME : null;
}

export function hasWrongAmount({ prize }: DraftTable): boolean {
  return parseDollars(prize) === null;
}

/** The weeks that a table can count: of the lower half after a week, none before the second one. */
export function possibleWeeks(
  { who }: Pick<SideTableTerms, 'who'>,
  { weekIds, comingWeekId = null }: Limits,
): string[] {
  return weeksFrom(who.kind === 'lower' ? weekIds.slice(1) : weekIds, comingWeekId);
}

/** A table of other weeks. The lower half is taken before the first one. */
export function withWeeks(table: DraftTable, weeks: WeekSpan, { weekIds }: Limits): DraftTable {
  const { who } = table;
  const isLate = who.kind === 'lower' && compareWeeks(who.week, weeks.from) >= 0;
  return { ...table, ...weeks, who: isLate ? { kind: 'lower', week: weekBefore(weekIds, weeks.from) } : who };
}

/** A table for other players. For the lower half it starts in the second week, since that is taken after an earlier one. */
export function withField(table: DraftTable, kind: SideField['kind'], limits: Limits): DraftTable {
  if (kind !== 'lower') return { ...table, who: { kind } };
  const who = { kind, week: weekBefore(limits.weekIds, table.from) };
  const [first = table.from] = possibleWeeks({ who }, limits);
  const later = (week: string) => (compareWeeks(week, first) < 0 ? first : week);
  return { ...table, from: later(table.from), to: later(table.to), who };
}

/** What a table of a pool can count, and who can play for it. */
export function choicesOf({ format, weekIds }: Limits, { games, measure, who }: DraftTable) {
  if (traits[format].plays === 'weeks') {
    return {
      games: gameOptions,
      measures: measureOptions,
      fields: withOwn(fieldOptions, weekIds.length > 1 ? ['all', 'lower'] : ['all'], who.kind),
    };
  }
  return {
    games: withOwn(gameOptions, ['all'], games),
    measures: withOwn(survivorMeasures, [measure === 'right' ? 'right' : 'points'], measure),
    fields: withOwn(fieldOptions, ['all', 'out'], who.kind),
  };
}

const gameOptions: readonly (readonly [SideGames, string])[] = [
  ['all', 'All games'],
  ['thursday', 'Thursday'],
  ['friday', 'Friday'],
  ['saturday', 'Saturday'],
  ['sunday', 'Sunday'],
  ['monday', 'Monday'],
  ['prime', '7 PM Eastern or later'],
  ['division', 'Division games'],
];

const measureOptions = sideMeasures.map((measure) => [measure, measureWords[measure]] as const);

/** Right picks and points are the same there; a measure of another format can only be left. */
const survivorMeasures = measureOptions.map(([measure, label]) => {
  const isCounted = measure === 'points' || measure === 'right';
  return [measure, isCounted ? measureWords.weeks : `${label} (not with survivor)`] as const;
});

const fieldOptions: readonly (readonly [SideField['kind'], string])[] = [
  ['all', 'Everyone'],
  ['out', 'Players who are out'],
  ['lower', 'Lower half of the standings'],
];

/** The options that the format of the pool has, and the one that is chosen. */
function withOwn<T extends string>(
  options: readonly (readonly [T, string])[],
  allowed: readonly NoInfer<T>[],
  chosen: NoInfer<T>,
): readonly (readonly [T, string])[] {
  return options.filter(([value]) => allowed.includes(value) || value === chosen);
}

function weeksFrom(weekIds: readonly string[], first: string | null): string[] {
  return weekIds.filter((id) => first === null || compareWeeks(id, first) >= 0);
}

/** The last week before another one, which the lower half is taken after; the first week if there is none before. */
function weekBefore(weekIds: readonly string[], week: string): string {
  return weekIds.findLast((each) => compareWeeks(each, week) < 0) ?? weekIds[0] ?? week;
}
