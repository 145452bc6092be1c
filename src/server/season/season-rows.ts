import type { gameColumns, optionalGameColumns } from '#core/csv-columns.ts';
import { easternMidnight, easternToUtc } from '#core/eastern-time.ts';
import { MAX_SCORE, pairing } from '#core/game.ts';
import { readTeam } from '#core/team-names.ts';
import { DAY_MS, MINUTE_MS } from '#core/time.ts';
import { gameVoids } from '#core/types.ts';
import { isScore, isSpread } from '#core/validation.ts';
import { isPostSeason, nflverseWeekId, nflverseWeekIdFromNumber, weekName } from '#core/weeks.ts';
import type { GameWrite } from '#server/game-changes/store.ts';
import type { CsvRow, CsvTable, Flaw } from '#server/platform/csv.ts';

type Column = (typeof gameColumns)[number] | (typeof optionalGameColumns)[number];
type Row = CsvRow<Column>;
/** Adds a flaw for an invalid value. @returns null */
type Wrong = (column: Column, message: string) => null;

/** The games of one season in a file, their flaws, and all seasons of the file. */
export interface SeasonFile {
  readonly games: readonly GameWrite[];
  readonly flaws: readonly Flaw[];
  /** In ascending order. */
  readonly seasons: readonly number[];
}

/** Reads the games of one season from an nflverse file. A file without games of the season is flawed. */
export function readSeason(table: CsvTable<Column>, season: number): SeasonFile {
  const flaws = [...table.flaws];
  const games = parseSeason(table.rows, season, flaws);
  if (flaws.length === 0 && games.length === 0) {
    flaws.push({ line: 1, column: 1, message: `This file has no games of ${season}.` });
  }
  const seasons = new Set(table.rows.map((row) => row.get('season')).filter((text) => SEASON.test(text)));
  return { games, flaws, seasons: [...seasons].map(Number).sort((a, b) => a - b) };
}

/**
 * Reads the games of one season from an nflverse file, and adds problems to `flaws`. A blank value is unknown and left out of its game, so
 * that an import does not change it. A blank time means that it is not known yet.
 */
export function parseSeason(rows: readonly Row[], season: number, flaws: Flaw[]): GameWrite[] {
  const games: GameWrite[] = [];
  const seen = new Map<string, Row>();
  for (const row of rows) {
    if (!isOfSeason(row, season, flaws)) continue;
    const before = flaws.length;
    const game = parseGame(row, season, (column, message) => {
      flaws.push(row.flaw(column, message));
      return null;
    });
    if (game === null || flaws.length > before) continue;
    flaws.push(...repetitions(game, row, seen));
    games.push(game);
  }
  return games;
}

const SEASON = /^\d{4}$/;

function isOfSeason(row: Row, season: number, flaws: Flaw[]): boolean {
  const text = row.get('season');
  if (!SEASON.test(text)) flaws.push(row.flaw('season', `'${text}' is not a season.`));
  return text === String(season);
}

function parseGame(row: Row, season: number, wrong: Wrong): GameWrite | null {
  const gid = parseGameId(row, wrong);
  const weekId = parseWeek(row, season, wrong);
  const away = parseTeam(row, 'away_team', wrong);
  const home = parseTeam(row, 'home_team', wrong);
  const time = parseTime(row, season, wrong);
  const score = parseScores(row, wrong);
  const off = parseVoid(row, wrong);
  const spread = parseSpread(row, wrong);
  if (gid === null || weekId === null || away === null || home === null || time === null) return null;
  if (away === home) return wrong('home_team', `${home} cannot play against itself.`);
  const situation = isPostSeason(weekId) ? { situation: weekName(weekId) } : {};
  return { gid, weekId, away, home, ...time, ...score, ...off, ...spread, ...situation };
}

function parseGameId(row: Row, wrong: Wrong): string | null {
  const text = row.get('game_id');
  return GAME_ID.test(text) ? text : wrong('game_id', `'${text}' is not the id of a game.`);
}

function parseWeek(row: Row, season: number, wrong: Wrong): string | null {
  const text = row.get('week');
  const type = row.get('game_type');
  const week = /^\d{1,2}$/.test(text) ? Number(text) : Number.NaN;
  const byNumber = nflverseWeekIdFromNumber(season, week);
  if (byNumber === null) return wrong('week', `'${text}' is not a week of ${season}.`);
  const byType = nflverseWeekId(season, week, type);
  if (byType === byNumber) return byType;
  if (!gameTypes.includes(type)) return wrong('game_type', `'${type}' is none of ${gameTypes.join(', ')}.`);
  return wrong('game_type', `Week ${week} of ${season} is not ${type}, but ${weekName(byNumber)}.`);
}

/** The earliest kick-offs are at 9:30 Eastern, for games in Europe. */
const EARLIEST_KICKOFF = '09:00';
/** Day 0 of spreadsheet dates. */
const SPREADSHEET_EPOCH = Date.UTC(1899, 11, 30);

/** The largest plausible spread; a date converted by a spreadsheet is larger. */
const MOST_POINTS = 99;
const EVEN_LINES = /^(pk|pick|pick'?em|even|ev)$/i;
const NO_LINES = /^(off|nl|no line|n\/?a|tbd|-+)$/i;
/** `3-Jun`, `Jun-3`, `6/3/2024`, `2024-06-03`, `45446`. */
const DATES = /^(\d{1,2}[-/. ][a-z]{3}|[a-z]{3}[-/. ]\d{1,2}|\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}|\d{5})/i;

/** Ids are part of URLs. */
const GAME_ID = /^\w[\w.-]{0,63}$/;

const gameTypes: readonly string[] = ['REG', 'WC', 'DIV', 'CON', 'SB'];

function parseTeam(row: Row, column: 'home_team' | 'away_team', wrong: Wrong): string | null {
  const { abbr, problem } = readTeam(row.get(column));
  return abbr ?? wrong(column, problem);
}

function parseTime(row: Row, season: number, wrong: Wrong): Pick<GameWrite, 'kickoff' | 'timeTbd'> | null {
  const date = row.get('gameday');
  const time = row.get('gametime');
  const midnight = attempt(() => easternMidnight(date));
  if (midnight === null) return wrong('gameday', dateProblem(date));
  const year = Number(date.slice(0, 4));
  if (year < season || year > season + 1) return wrong('gameday', `${date} does not lie in the season of ${season}.`);
  if (time === '') return { kickoff: midnight, timeTbd: true };
  const padded = time.padStart(5, '0');
  const kickoff = attempt(() => easternToUtc(date, padded));
  if (kickoff === null) return wrong('gametime', timeProblem(time));
  if (padded < EARLIEST_KICKOFF) return wrong('gametime', morningProblem(padded));
  return { kickoff, timeTbd: false };
}

/** `45540` is the day of 2024-09-05 in a spreadsheet. */
function dateProblem(text: string): string {
  const day = /^\d{5}([.,]\d+)?$/.test(text) ? new Date(SPREADSHEET_EPOCH + Math.floor(toNumber(text)) * DAY_MS) : null;
  if (day === null) return `'${text}' is not a date (YYYY-MM-DD).`;
  const date = day.toISOString().slice(0, 10);
  return `'${text}' is what a spreadsheet makes of the date ${date}. Format the column as text, write ${date} and save the file again.`;
}

/** `0.5416667` is 13:00 in a spreadsheet. */
function timeProblem(text: string): string {
  if (!/^0[.,]\d+$/.test(text)) return `'${text}' is not a time (HH:MM).`;
  const time = new Date(Math.round(toNumber(text) * 1440) * MINUTE_MS).toISOString().slice(11, 16);
  return `'${text}' is what a spreadsheet makes of the time ${time}. Format the column as text, write ${time} and save the file again.`;
}

/** No game kicks off between midnight and 9:00 Eastern: such a time comes from a 12-hour clock. */
function morningProblem(time: string): string {
  const hour = Number(time.slice(0, 2));
  const meant = `${String(hour + 12).padStart(2, '0')}${time.slice(2)}`;
  return `No game kicks off at ${time} Eastern. Times are on a 24-hour clock: if it is PM, write ${meant}.`;
}

function toNumber(text: string): number {
  return Number(text.replace(',', '.'));
}

function attempt(read: () => number): number | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** A game with a score has been played, so it is no longer postponed. */
function parseScores(row: Row, wrong: Wrong): Partial<GameWrite> {
  const away = parseScore(row, 'away_score', wrong);
  const home = parseScore(row, 'home_score', wrong);
  if (away !== null && home !== null) return { status: 'Final', void: null, awayScore: away, homeScore: home };
  const missing = (['away_score', 'home_score'] as const).filter((column) => row.get(column) === '');
  if (missing.length === 1 && missing[0]) wrong(missing[0], 'Only the other side has a score.');
  return {};
}

function parseVoid(row: Row, wrong: Wrong): Pick<GameWrite, 'void'> {
  const text = row.get('void').toLowerCase();
  if (text === '') return {};
  const found = gameVoids.find((each) => each === text);
  if (found === undefined) wrong('void', `'${text}' is none of ${gameVoids.join(', ')}.`);
  else if (row.get('home_score') === '' && row.get('away_score') === '') return { void: found };
  else wrong('void', `A game with a score is not ${found}.`);
  return {};
}

function parseScore(row: Row, column: 'away_score' | 'home_score', wrong: Wrong): number | null {
  const text = row.get(column);
  if (text === '') return null;
  const score = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  return isScore(score) ? score : wrong(column, `'${text}' is not a score from 0 to ${MAX_SCORE}.`);
}

function parseSpread(row: Row, wrong: Wrong): Partial<GameWrite> {
  const text = row.get('spread_line');
  if (text === '') return {};
  const line = /^[+-]?\d+([.,]\d+)?$/.test(text) ? toNumber(text) + 0 : Number.NaN;
  if (isSpread(line) && Math.abs(line) <= MOST_POINTS) return { spread: line };
  wrong('spread_line', lineProblem(text));
  return {};
}

function lineProblem(text: string): string {
  if (EVEN_LINES.test(text)) return `'${text}' is an even line: write 0.`;
  if (NO_LINES.test(text)) return `'${text}' means that there is no line: leave the field empty.`;
  if (DATES.test(text))
    return `'${text}' is a date: a spreadsheet makes one of a line such as 6-3. Format the column as text, write the line and save the file again.`;
  return `'${text}' is not a number in steps of 0.5.`;
}

/** Flaws for a game that is listed twice, such as in the week that it was moved from, or a team that plays twice in a week. */
function repetitions(game: GameWrite, row: Row, seen: Map<string, Row>): Flaw[] {
  const claims = [
    { column: 'game_id', key: `game ${game.gid}`, what: `Game ${game.gid}` },
    { column: 'away_team', key: `${game.weekId} ${game.away}`, what: `A game of ${game.away} in this week` },
    { column: 'home_team', key: `${game.weekId} ${game.home}`, what: `A game of ${game.home} in this week` },
    { column: 'week', key: pairing(game), what: `${game.away} at ${game.home}` },
  ] as const;
  const repeated = claims.find(({ key }) => seen.has(key));
  for (const { key } of claims) if (!seen.has(key)) seen.set(key, row);
  if (repeated === undefined) return [];
  const [line, own] = [seen.get(repeated.key)?.line(), row.line()];
  const moved = `${repeated.what} stands in lines ${line} and ${own}, in two weeks. Keep the line of the week in which it is played.`;
  return [
    row.flaw(repeated.column, repeated.column === 'week' ? moved : `${repeated.what} stands in line ${line} already.`),
  ];
}
