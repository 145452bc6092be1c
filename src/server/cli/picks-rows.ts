import { cleanName } from '#core/names.ts';
import { readTeam } from '#core/team-names.ts';
import type { Game, Side } from '#core/types.ts';
import { profileNameError } from '#core/validation.ts';
import { nflverseWeekIdFromNumber } from '#core/weeks.ts';
import type { CsvRow, Flaw } from '../csv/csv-table.ts';
import { readPoints } from './picks-choices.ts';
import { guessText, readGuess } from './picks-guesses.ts';
import type { Who } from './picks-who.ts';
import { keyOfWho, nameOfWho } from './picks-who.ts';

/** The columns of a file of picks that are read. */
export const pickColumns = ['season', 'week', 'player', 'pick'] as const;
/** How a best bet is marked. */
export const BEST_MARK = 'yes';

/** Columns that a file of picks may have beside them: what pools need that have several entries of a player, best bets, confidence, or a tiebreak. */
export const optionalPickColumns = ['entry', 'best', 'points', 'tiebreak'] as const;

type Row = CsvRow<(typeof pickColumns)[number] | (typeof optionalPickColumns)[number]>;

/** A row that makes sense in itself. */
export interface PickRow {
  readonly row: Row;
  readonly weekId: string;
  readonly who: Who;
  /** Null where the player picked nobody. */
  readonly team: string | null;
  /** Marked as best bet. */
  readonly best: boolean;
  /** What the pick is worth in a pool with confidence; null where the row has none. */
  readonly points: number | null;
  /** Null where the row has none. */
  readonly guess: number | null;
}

/** A row that names a side of a game. */
export interface PlacedPick {
  readonly row: Row;
  readonly who: Who;
  readonly weekId: string;
  readonly gid: string;
  readonly side: Side;
  /** Marked as best bet. */
  readonly best: boolean;
}

/** Reads the rows of a file of picks, adding what is wrong with them to `flaws`. */
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
    if (guess === undefined) flaws.push(row.flaw('tiebreak', guessText(tiebreak)));
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

/**
 * Finds the game that each picked team plays in its week. A week without games, a team that does not play and a second
 * pick of the same game for the other side are flaws; the same pick twice is one.
 */
export function placePicks(picks: readonly PickRow[], games: readonly Game[], flaws: Flaw[]): PlacedPick[] {
  const byTeam = new Map(games.flatMap((game) => sidesOf(game)));
  const weeks = new Set(games.map((game) => game.weekId));
  const placed = new Map<string, PlacedPick>();
  for (const { row, weekId, who, team, best } of picks) {
    if (team === null || !weeks.has(weekId)) continue;
    const found = byTeam.get(`${weekId} ${team}`);
    if (!found) {
      flaws.push(row.flaw('pick', `${team} does not play in week ${row.get('week')} of ${row.get('season')}.`));
      continue;
    }
    const key = `${found.gid} ${keyOfWho(who)}`;
    const earlier = placed.get(key);
    if (!earlier) placed.set(key, { row, who, weekId, best, ...found });
    else if (earlier.side !== found.side) {
      flaws.push(
        row.flaw('pick', `${nameOfWho(who)} picked the other team of this game in line ${earlier.row.line()}.`),
      );
    }
  }
  return [...placed.values()];
}

function sidesOf(game: Game): [string, { gid: string; side: Side }][] {
  return [
    [`${game.weekId} ${game.home}`, { gid: game.gid, side: 'home' }],
    [`${game.weekId} ${game.away}`, { gid: game.gid, side: 'away' }],
  ];
}
