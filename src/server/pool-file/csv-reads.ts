import { asksFor, traitsOf } from '#core/formats/traits.ts';
import type { PoolWeek } from '#core/pool-week.ts';
import { weekScaleOf, weeksOfPool } from '#server/pools/week-reads.ts';
/** What members and the command line export as CSV: the picks of locked games, games and scores, in the forms that the imports read. */

import { BEST_MARK, gameColumns, optionalGameColumns, pickColumns } from '#core/csv-columns.ts';
import { utcToEastern } from '#core/eastern-time.ts';
import { valuesOf } from '#core/formats/confidence/confidence.ts';
import { teamSlots } from '#core/formats/survivor/survivor.ts';
import { isOver } from '#core/game.ts';
import { isWeekLocked } from '#core/locks.ts';
import type { Named } from '#core/name-order.ts';
import { formatPoints } from '#core/scoring.ts';
import { distinctNames, seasonTotal } from '#core/standings.ts';
import type { Game, Pool } from '#core/types.ts';
import { isBlank } from '#core/weekly-play.ts';
import { nflverseWeek, parseWeekId } from '#core/weeks.ts';
import type { PoolEntry } from '#server/entries/reads.ts';
import { entriesOfPool } from '#server/entries/reads.ts';
import { ordersOfWeek, revealedGuesses, revealedPicks, revealedTeams } from '#server/picks/reads.ts';
import type { Db } from '#server/platform/db/connect.ts';
import { yieldToRequests } from '#server/platform/turns.ts';
import { readScores } from '#server/standings/season-reads.ts';
import { namesOf } from '#server/users/reads.ts';

/** A header, and the rows below it. */
export type CsvRows = readonly (readonly (string | number)[])[];

/** The columns that name an entry: the second only in pools in which a player has several. */
type EntryColumns = readonly ['player'] | readonly ['player', 'entry'];

/** The entries of a pool under their names in exports. */
export interface NamedEntries<E extends PoolEntry> {
  readonly columns: EntryColumns;
  /** Grouped by player, in order of the player's name; each with its cells of the columns. */
  readonly rows: readonly { readonly entry: E; readonly cells: readonly string[] }[];
  /** The players, and the entries if they have a column, with their real and their shown names. */
  readonly players: readonly ShownName[];
  readonly entries: readonly ShownName[];
}

interface ShownName {
  readonly name: string;
  readonly shown: string;
}

/**
 * Names entries, and the players who own them.
 * @param entries in order of joining
 * @param distinct the names to show, by id
 */
export async function nameEntries<E extends PoolEntry>(
  db: Db,
  entries: readonly E[],
  distinct: (named: readonly Named[]) => ReadonlyMap<string, string>,
): Promise<NamedEntries<E>> {
  const byOwner = Map.groupBy(entries, ({ ownerId }) => ownerId);
  const names = await namesOf(db, [...byOwner.keys()]);
  const owners = [...byOwner.keys()].map((id) => ({ id, name: names.get(id) ?? '' }));
  const [shownOwners, shownEntries] = [distinct(owners), distinct(entries)];
  const isSingle = byOwner.size === entries.length;
  const players = owners
    .map(({ id, name }) => ({ id, name, shown: shownOwners.get(id) ?? name }))
    .sort((a, b) => (a.shown < b.shown ? -1 : Number(a.shown > b.shown)));
  const cellsOf = (player: string, { id, name }: E) => (isSingle ? [player] : [player, shownEntries.get(id) ?? name]);
  return {
    columns: isSingle ? ['player'] : ['player', 'entry'],
    rows: players.flatMap(({ id, shown }) =>
      (byOwner.get(id) ?? []).map((entry) => ({ entry, cells: cellsOf(shown, entry) })),
    ),
    players,
    entries: isSingle ? [] : entries.map(({ id, name }) => ({ name, shown: shownEntries.get(id) ?? name })),
  };
}

/** Games by their ids. A week that nflverse has no number for is left out. */
export function gameRows(games: readonly Game[]): CsvRows {
  return [writtenColumns, ...games.flatMap(lineOf)];
}

const writtenColumns = [...gameColumns, ...optionalGameColumns];

function lineOf(game: Game): (string | number)[][] {
  const named = nflverseWeek(game.weekId);
  if (!named) return [];
  const { date, time } = utcToEastern(game.kickoff);
  const isFinal = isOver(game);
  const line: Record<(typeof writtenColumns)[number], string | number> = {
    game_id: game.gid,
    season: named.season,
    game_type: named.gameType,
    week: named.week,
    gameday: date,
    gametime: game.timeTbd ? '' : time,
    away_team: game.away,
    away_score: isFinal ? game.awayScore : '',
    home_team: game.home,
    home_score: isFinal ? game.homeScore : '',
    spread_line: game.spread ?? '',
    void: game.void ?? '',
  };
  return [writtenColumns.map((column) => line[column])];
}

/** The picks of locked games, and the names of the entries. @param now the league's time, ms */
export async function pickRows(
  db: Db,
  pool: Pool,
  weeks: readonly string[],
  now: number,
): Promise<{ readonly rows: CsvRows; readonly named: NamedEntries<PoolEntry> }> {
  const named = await nameEntries(db, await entriesOfPool(db, pool.id), distinctNames);
  const lines = await pickLines(db, pool, { weeks, named, now });
  return { rows: [[...picksColumns(named), ...moreColumns(pool)], ...lines], named };
}

/** The columns that every pool has. */
function picksColumns({ columns }: NamedEntries<PoolEntry>): string[] {
  return pickColumns.flatMap((column) => (column === 'player' ? columns : [column]));
}

function hasBest({ rules }: Pool): boolean {
  return rules.bestBets > 0;
}

function hasPoints({ rules }: Pool): boolean {
  return traitsOf(rules).hasValues;
}

function hasTiebreak({ rules }: Pool): boolean {
  return rules.tiebreak !== 'none';
}

function moreColumns(pool: Pool): string[] {
  return [
    ...(hasBest(pool) ? ['best'] : []),
    ...(hasPoints(pool) ? ['points'] : []),
    ...(hasTiebreak(pool) ? ['tiebreak'] : []),
  ];
}

interface LinesOf {
  readonly weeks: readonly string[];
  readonly named: NamedEntries<PoolEntry>;
  readonly now: number;
}

/** By week, then by player and entry, then by game. */
async function pickLines(db: Db, pool: Pool, { weeks, named, now }: LinesOf): Promise<(string | number)[][]> {
  const read = await weeksOfPool(db, pool.id, weeks);
  const all = read.flatMap(({ games }) => games);
  const cellsOf = asksFor('team', pool.rules)
    ? await teamCells(db, pool, read, now)
    : await pickCells(db, pool, all, now);
  const guesses = hasTiebreak(pool) ? await revealedGuesses(db, pool.id, weeks, now) : [];
  const guessOf = new Map(guesses.map(({ weekId, entryId, guess }) => [`${entryId} ${weekId}`, guess]));
  const lines: (string | number)[][] = [];
  for (const played of read) {
    const { id: weekId, games } = played;
    const week = nflverseWeek(weekId);
    if (!week || games.length === 0) continue;
    const values = hasPoints(pool) ? await valuesOfWeek(db, pool, played, now) : null;
    for (const { entry, cells: names } of named.rows) {
      await yieldToRequests();
      const cells = cellsOf(entry.id, games, values?.(entry.id));
      const guess = hasTiebreak(pool) ? [guessOf.get(`${entry.id} ${weekId}`) ?? ''] : [];
      lines.push(...cells.map((own) => [week.season, week.week, ...names, ...own, ...guess]));
    }
  }
  return lines;
}

/** The revealed values of an entry's games in a week. */
interface RevealedValues {
  readonly of: ReadonlyMap<string, number>;
  /** Whether games without a pick are included. */
  readonly isWhole: boolean;
}

/** The cells of an entry's week from the `pick` column on, one line per game; a blank line if nothing is revealed. */
type CellsOf = (entryId: string, games: readonly Game[], values?: RevealedValues) => (string | number)[][];

async function pickCells(db: Db, pool: Pool, all: readonly Game[], now: number): Promise<CellsOf> {
  const picks = await revealedPicks(db, pool.id, all, now);
  const own = new Map(picks.map((pick) => [`${pick.entryId} ${pick.gid}`, pick]));
  return (entryId, games, values) => {
    const lines = games.flatMap((game) => {
      const pick = own.get(`${entryId} ${game.gid}`);
      const points = values?.of.get(game.gid) ?? '';
      if (!pick && (!values?.isWhole || points === '')) return [];
      const best = hasBest(pool) ? [pick?.best ? BEST_MARK : ''] : [];
      return [[pick ? game[pick.side] : '', ...best, ...(values ? [points] : [])]];
    });
    return lines.length > 0 ? lines : [['', ...(hasBest(pool) ? [''] : []), ...(values ? [''] : [])]];
  };
}

async function teamCells(db: Db, pool: Pool, weeks: readonly PoolWeek[], now: number): Promise<CellsOf> {
  const choices = await revealedTeams(db, pool.id, weeks, now);
  return (entryId, [game]) => {
    const own = choices.get(entryId) ?? {};
    const teams = teamSlots(game?.weekId ?? '', pool.rules).flatMap((slot) => own[slot]?.team ?? []);
    return teams.length === 0 ? [['']] : teams.map((team) => [team]);
  };
}

/** Values of locked picks are revealed; those of games without a pick once the whole week has locked, if an order was entered. */
async function valuesOfWeek(
  db: Db,
  pool: Pool,
  { id: weekId, games, wholeWeek }: PoolWeek,
  now: number,
): Promise<(entryId: string) => RevealedValues> {
  const orders = await ordersOfWeek(db, pool.id, weekId);
  const scale = await weekScaleOf(db, pool, weekId);
  const isLockedWhole = isWeekLocked(wholeWeek, now);
  return (entryId) => ({
    of: valuesOf(games, orders.get(entryId) ?? [], scale),
    isWhole: isLockedWhole && orders.has(entryId),
  });
}

/** The columns of scores. @param names the columns that name an entry */
export const scoresColumns = (names: readonly string[]) => ['season', 'week', 'week_id', ...names, 'score', 'total'];

/** The scores by week, then by player. Exporting one season or all gives the same totals. */
export async function scoreRows(db: Db, pool: Pool, wanted: readonly string[], now: number): Promise<CsvRows> {
  const { weeks, entrants } = await readScores(db, pool, now);
  const { columns, rows } = await nameEntries(db, entrants, namesApart);
  const lines: (string | number)[][] = [];
  for (const [at, { id: weekId }] of weeks.entries()) {
    if (!wanted.includes(weekId)) continue;
    const season = parseWeekId(weekId)?.season ?? '';
    const number = nflverseWeek(weekId)?.week ?? '';
    for (const { entry, cells } of rows) {
      await yieldToRequests();
      const { total } = seasonTotal(entry.weeks, weeks.slice(0, at + 1), pool.rules);
      const score = isBlank(entry, weekId, pool.rules) ? '' : formatPoints(entry.weeks[weekId] ?? 0);
      lines.push([season, number, weekId, ...cells, score, formatPoints(total)]);
    }
  }
  return [scoresColumns(columns), ...lines];
}

/** Distinguishes equal names as on screen; names that only look alike stay unchanged. */
export function namesApart(named: readonly Named[]): ReadonlyMap<string, string> {
  const shared = Map.groupBy(named, ({ name }) => name);
  const distinct = distinctNames(named);
  return new Map(named.map(({ id, name }) => [id, shared.get(name)?.length === 1 ? name : (distinct.get(id) ?? name)]));
}
