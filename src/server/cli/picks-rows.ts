/** The rows of a file of picks, each valid by itself. */
import type { optionalPickColumns, pickColumns } from '#core/csv-columns.ts';
import { BEST_MARK } from '#core/csv-columns.ts';
import { cleanName } from '#core/names.ts';
import { readTeam } from '#core/team-names.ts';
import { noGuessText, readGuess } from '#core/tiebreak.ts';
import { profileNameError } from '#core/validation.ts';
import { nflverseWeekIdFromNumber } from '#core/weeks.ts';
import type { CsvRow, Flaw } from '#server/platform/csv.ts';

/** The player and entry of a row. */
export interface Who {
  readonly player: string;
  /** The entry's name; blank for the first. */
  readonly entry: string;
}

/** A key for a player and an entry. Names have no line breaks. */
export function keyOfWho({ player, entry }: Who): string {
  return `${player}\n${entry}`;
}

/** The name in flaws: the entry's, which is distinct in a pool, or the player's. */
export function nameOfWho({ player, entry }: Who): string {
  return entry === '' ? player : entry;
}

type Row = CsvRow<(typeof pickColumns)[number] | (typeof optionalPickColumns)[number]>;

/** A row that is valid by itself. */
export interface PickRow {
  readonly row: Row;
  readonly weekId: string;
  readonly who: Who;
  /** Null if the player picked no team. */
  readonly team: string | null;
  /** Whether it is marked as a best bet. */
  readonly best: boolean;
  /** The value of the pick in a pool with confidence; null if the row has none. */
  readonly points: number | null;
  /** Null if the row has none. */
  readonly guess: number | null;
}

/** Parses the rows of a file of picks, and adds their flaws to `flaws`. */
export function parsePicks(rows: readonly Row[], flaws: Flaw[]): PickRow[] {
  return rows.flatMap((row) => {
    const before = flaws.length;
    const weekId = parseWeek(row, flaws);
    const who = parseWho(row, flaws);
    const pick = row.get('pick');
    const team = pick === '' ? null : readTeam(pick);
    if (team?.problem) flaws.push(row.flaw('pick', team.problem));
    const best = parseBest(row, flaws);
    const tiebreak = row.get('tiebreak');
    const guess = readGuess(tiebreak);
    if (guess === undefined) flaws.push(row.flaw('tiebreak', noGuessText(tiebreak)));
    const value = row.get('points');
    const points = readPoints(value);
    if (points === undefined) flaws.push(row.flaw('points', `'${value}' is no value: a whole number from 1.`));
    if (weekId === null || flaws.length > before) return [];
    return [{ row, weekId, who, team: team?.abbr ?? null, best, points: points ?? null, guess: guess ?? null }];
  });
}

function parseBest(row: Row, flaws: Flaw[]): boolean {
  const mark = row.get('best').toLowerCase();
  if (mark !== '' && mark !== BEST_MARK) flaws.push(row.flaw('best', `'${mark}' is neither ${BEST_MARK} nor blank.`));
  return mark === BEST_MARK;
}

function parseWho(row: Row, flaws: Flaw[]): Who {
  const [player, entry] = [row.get('player'), row.get('entry')];
  const badPlayer = player === '' ? 'A pick needs a player.' : nameFlaw(player);
  if (badPlayer) flaws.push(row.flaw('player', badPlayer));
  const badEntry = entry === '' ? null : nameFlaw(entry);
  if (badEntry) flaws.push(row.flaw('entry', badEntry));
  return { player: cleanName(player), entry: cleanName(entry) };
}

function nameFlaw(name: string): string | null {
  return /\p{Cc}/u.test(name) ? 'A name has no line breaks or control characters.' : profileNameError(name);
}

function parseWeek(row: Row, flaws: Flaw[]): string | null {
  const season = row.get('season');
  const week = row.get('week');
  if (!/^\d{4}$/.test(season)) {
    flaws.push(row.flaw('season', `'${season}' is not a season.`));
    return null;
  }
  const weekId = nflverseWeekIdFromNumber(Number(season), /^\d{1,2}$/.test(week) ? Number(week) : Number.NaN);
  if (weekId === null) flaws.push(row.flaw('week', `'${week}' is not a week of ${season}.`));
  return weekId;
}

/** Parses the points of a row. @returns undefined for an invalid value */
function readPoints(text: string): number | null | undefined {
  if (text === '') return null;
  return /^\d{1,2}$/.test(text) && Number(text) > 0 ? Number(text) : undefined;
}

/** The first row of every value, in the order of the file, so that a repeated problem is reported once. */
export function firstBy(rows: readonly PickRow[], keyOf: (pick: PickRow) => string): Map<string, PickRow> {
  const first = new Map<string, PickRow>();
  for (const pick of rows) if (!first.has(keyOf(pick))) first.set(keyOf(pick), pick);
  return first;
}
