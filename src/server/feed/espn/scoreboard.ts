import { isDeepStrictEqual } from 'node:util';
import { easternDate, easternMidnight, utcToEastern } from '#core/eastern-time.ts';
import type { Fields } from '#core/fields.ts';
import { fieldsOf } from '#core/fields.ts';
import { ordinarySituation, pairing } from '#core/game.ts';
import type { GameClock } from '#core/game-progress.ts';
import { contradictsMoneylines, homeEdge, isPlausibleLine } from '#core/source-lines.ts';
import type { Results } from '#core/team-record.ts';
import { parseRecord, recordText, winPercentage } from '#core/team-record.ts';
import { canonicalTeam } from '#core/teams.ts';
import type { Game, GameStatus, GameVoid, TeamRecord } from '#core/types.ts';
import { isScore } from '#core/validation.ts';
import { nflverseWeekId, parseWeekId, REGULAR_WEEKS, weekId } from '#core/weeks.ts';
import type { FeedValues } from '#server/feed/store.ts';
import { at, listOf, numberOf, textOf } from '../json.ts';
import type { FeedProblem, Parsed, Report } from '../problems.ts';
import { reporterFor, shown } from '../problems.ts';

/** Season types of ESPN, each of which numbers its weeks from 1. */
export const PRESEASON = 1;
export const REGULAR_SEASON = 2;
const POST_SEASON = 3;

/** A week in ESPN's numbering. */
export interface EspnWeek {
  readonly season: number;
  readonly type: typeof PRESEASON | typeof REGULAR_SEASON | typeof POST_SEASON;
  readonly number: number;
}

/** ESPN's numbers of the post-season rounds, in order. Of its last two, one is the Super Bowl and the other the Pro Bowl, usually the first. */
const rounds: readonly (readonly number[])[] = [[1], [2], [3], [5, 4]];

/** Converts our week id to ESPN's weeks that may hold its games, the usual one first; none for an id without a season. */
export function espnWeeks(id: string): EspnWeek[] {
  const week = parseWeekId(id);
  if (!week || week.season === 0) return [];
  const { season, number } = week;
  if (number <= REGULAR_WEEKS) return [{ season, type: REGULAR_SEASON, number }];
  const numbers = rounds[number - REGULAR_WEEKS - 1] ?? [];
  return numbers.map((round) => ({ season, type: POST_SEASON, number: round }));
}

/** The regular weeks of a season: 17 up to 2020, 18 since. */
export function regularWeekIds(season: number): string[] {
  const numbers = Array.from({ length: REGULAR_WEEKS }, (_, at) => at + 1);
  return numbers.flatMap((number) => nflverseWeekId(season, number, 'REG') ?? []);
}

/** The four rounds of the post-season. */
export function postSeasonWeekIds(season: number): string[] {
  return rounds.map((_, at) => weekId(season, REGULAR_WEEKS + 1 + at));
}

/** Records of the regular season, by our abbreviation of the team. */
export type Records = ReadonlyMap<string, TeamRecord>;

/** The longest plausible season, in games. */
const MOST_GAMES = 20;

/** Parses the standings of a season, by conference or by division. */
export function parseRecords(body: unknown, season: number): Parsed<Records> {
  const problems: FeedProblem[] = [];
  const report = reporterFor(problems, `standings ${season}`);
  const tables = tablesIn(body);
  if (tables.length === 0) report('stub', shown(body));
  const records = new Map<string, TeamRecord>();
  for (const table of tables) {
    if (table.season !== season || table.seasonType !== REGULAR_SEASON) {
      report('other_season', `${shown(table.season)}, type ${shown(table.seasonType)}`);
      continue;
    }
    for (const entry of listOf(table.entries)) addEntry(records, fieldsOf(entry), report);
  }
  return { value: records.size > 0 ? records : null, problems };
}

/** All tables with entries in the tree. */
function tablesIn(node: unknown): Fields[] {
  const { standings, children } = fieldsOf(node);
  const own = fieldsOf(standings);
  const below = listOf(children).flatMap(tablesIn);
  return listOf(own.entries).length > 0 ? [own, ...below] : below;
}

function addEntry(records: Map<string, TeamRecord>, { team, stats }: Fields, report: Report): void {
  const code = textOf(at(team, 'abbreviation')) ?? '';
  const abbr = canonicalTeam(code);
  if (abbr === null) return void report('unknown_team', shown(code));
  const named = (name: string) =>
    listOf(stats)
      .map(fieldsOf)
      .find((stat) => stat.name === name);
  const summary = (name: string) => textOf(named(name)?.summary);
  const counted = ['wins', 'losses', 'ties'].map((name) => numberOf(named(name)?.value));
  const record = recordFrom({ total: summary('overall'), home: summary('Home'), road: summary('Road') }, counted);
  if (record) records.set(abbr, record);
  else report('bad_record', `${abbr}: ${shown([summary('overall'), summary('Home'), summary('Road'), ...counted])}`);
}

/** The three records of a team as `W-L` or `W-L-T`. */
export interface Summaries {
  readonly total: string | null;
  readonly home: string | null;
  readonly road: string | null;
}

/**
 * A team's record from its three summaries.
 * @param counted wins, losses and ties as numbers, null if not given: they must agree @returns null if anything is missing or contradictory
 */
function recordFrom(summaries: Summaries, counted: readonly (number | null)[]): TeamRecord | null {
  const [total, home, road] = [summaries.total, summaries.home, summaries.road].map((text) => parseRecord(text ?? ''));
  if (!total || !home || !road) return null;
  const figures = [total.wins, total.losses, total.ties];
  if (counted.some((figure, index) => figure !== null && figure !== figures[index])) return null;
  if (played(total) > MOST_GAMES || played(home) + played(road) > played(total)) return null;
  return {
    ...total,
    winPercentage: winPercentage(total),
    homeRecord: recordText(home),
    awayRecord: recordText(road),
    overallRecord: recordText(total),
  };
}

function played({ wins, losses, ties }: Results): number {
  return wins + losses + ties;
}

/** ESPN's codes that differ from ours. */
const espnCodes: Readonly<Record<string, string>> = { WAS: 'WSH' };

/** The season in a team's body: `…/seasons/2023/teams/22…` */
const SEASON_IN_REF = /\/seasons\/(\d{4})\//;

/** ESPN's code of our team. */
export function espnCode(abbr: string): string {
  return espnCodes[abbr] ?? abbr;
}

/** Parses one team's body. Before a season it may still show the last season, and is then rejected. */
export function parseTeam(body: unknown, abbr: string, season: number): Parsed<TeamRecord> {
  const problems: FeedProblem[] = [];
  const report = reporterFor(problems, `team ${abbr}`);
  const team = fieldsOf(at(body, 'team'));
  const code = textOf(team.abbreviation);
  if (code === null) return { value: report('stub', shown(body)), problems };
  if (canonicalTeam(code) !== abbr) return { value: report('unknown_team', shown(code)), problems };
  const named = SEASON_IN_REF.exec(textOf(at(team, 'franchise', 'team', '$ref')) ?? '')?.[1];
  if (named !== undefined && Number(named) !== season) {
    return { value: report('other_season', `${named} instead of ${season}`), problems };
  }
  return { value: recordOfTeam(team.record, report), problems };
}

function recordOfTeam(record: unknown, report: Report): TeamRecord | null {
  const items = listOf(at(record, 'items')).map(fieldsOf);
  if (items.length === 0) return report('empty', 'It has no record.');
  const item = (type: string) => items.find((each) => each.type === type);
  const summary = (type: string) => textOf(item(type)?.summary);
  const stats = listOf(item('total')?.stats).map(fieldsOf);
  const counted = ['wins', 'losses', 'ties'].map((name) => numberOf(stats.find((stat) => stat.name === name)?.value));
  const summaries = { total: summary('total'), home: summary('home'), road: summary('road') };
  return recordFrom(summaries, counted) ?? report('bad_record', shown([...Object.values(summaries), ...counted]));
}

/** The state of a game from ESPN's status. */
export type EspnPlay =
  | { readonly status: GameStatus; readonly void: null }
  /** It has neither a status nor a score: its 0 to 0 is meaningless. */
  | { readonly status: null; readonly void: GameVoid };

/** A status of ESPN: its name, and the period and clock. */
export interface EspnStatus {
  readonly play: EspnPlay;
  /** Without `STATUS_`. */
  readonly name: string;
  /** 1 to 4, 5 and more in overtime; 0 or 1 before the kick-off. */
  readonly period: number;
  /** `11:50`; null if there is none. */
  readonly clock: string | null;
}

/** ESPN's status names by state. Names that are missing here are reported as unknown. */
const waiting: readonly string[] = ['SCHEDULED', 'DELAYED', 'RAIN_DELAY', 'LIGHTNING_DELAY', 'WEATHER_DELAY'];
const playing: readonly string[] = [
  'IN_PROGRESS',
  'HALFTIME',
  'END_PERIOD',
  'BEGINNING_OF_PERIOD',
  'END_OF_REGULATION',
  'OVERTIME',
  'DELAYED',
  'RAIN_DELAY',
  'LIGHTNING_DELAY',
  'WEATHER_DELAY',
  'SUSPENDED',
];
const over: readonly string[] = ['FINAL', 'FINAL_OVERTIME', 'FULL_TIME', 'FORFEIT'];
const voids: Readonly<Record<string, GameVoid>> = {
  POSTPONED: 'postponed',
  CANCELED: 'cancelled',
  CANCELLED: 'cancelled',
  ABANDONED: 'cancelled',
};

/** Names of an interruption after kick-off. */
const interruptions: readonly string[] = ['DELAYED', 'RAIN_DELAY', 'LIGHTNING_DELAY', 'WEATHER_DELAY', 'SUSPENDED'];

const NAME = /^STATUS_([A-Z_]+)$/;
const CLOCK = /^\d{1,2}:[0-5]\d$/;

/** Parses the status of an event; null, with a report, for an unknown or contradictory name or state. */
export function parseStatus(event: Fields, report: Report): EspnStatus | null {
  const status = fieldsOf(event.status);
  const name = NAME.exec(textOf(at(status, 'type', 'name')) ?? '')?.[1] ?? null;
  const play = name === null ? null : playOf(name, at(status, 'type', 'state'), at(status, 'type', 'completed'));
  if (name === null || play === null) {
    const { name: given, state, completed } = fieldsOf(status.type);
    return report('unknown_status', shown({ name: given, state, completed }));
  }
  const clock = textOf(status.displayClock);
  return { play, name, period: numberOf(status.period) ?? 0, clock: clock && CLOCK.test(clock) ? clock : null };
}

/** `post` alone does not mean that the game was played: without `completed` it was called off. */
function playOf(name: string, state: unknown, completed: unknown): EspnPlay | null {
  const called = voids[name];
  if (called !== undefined) return completed === true ? null : { status: null, void: called };
  if (completed === true) return state === 'post' && over.includes(name) ? { status: 'Final', void: null } : null;
  if (completed !== false) return null;
  if (state === 'pre' && waiting.includes(name)) return { status: 'Not Started', void: null };
  return state === 'in' && playing.includes(name) ? { status: 'In Progress', void: null } : null;
}

const DETAILS = /^([A-Z]{2,4}) ([+-]?\d+(?:\.\d+)?)$/;
const EVEN = /^(EVEN|PICK|PK|PICK'?EM)$/;
const HANDICAP = /^[+-]?\d+(?:\.\d+)?$/;
const NO_LINE = /^(OFF|NL|N\/A)$/;

/** ESPN's codes of a game's teams. */
export interface TeamCodes {
  readonly home: string;
  readonly away: string;
}

/**
 * The spread of a competition with the product's sign, positive if the home side is favored; ESPN's is the home side's handicap. Before
 * 2024 it is given in words only. `pointSpread` is used where there is nothing else. @returns null if ESPN has none or, with a report, if it
 * is invalid
 */
function parseSpread(competition: Fields, codes: TeamCodes, report: Report): number | null {
  const all = listOf(competition.odds).map(fieldsOf);
  const odds = all.find(hasSpread);
  if (!odds) return parsePointSpread(all, report);
  const details = textOf(odds.details)?.toUpperCase() ?? '';
  if (NO_LINE.test(details)) return null;
  const worded = spreadInWords(details, codes);
  const handicap = numberOf(odds.spread);
  // Adding 0 turns -0 into 0.
  const spread = handicap === null ? worded : -handicap + 0;
  if (!isLine(spread)) return report('bad_line', `${shown(handicap ?? odds.details)} is not a line.`);
  if (worded !== null && worded !== spread) {
    return report('bad_line', `${shown(odds.details)} does not mean ${shown(handicap)}.`);
  }
  return spread;
}

/** Whether a bookmaker gives a spread, in words or as a number. */
function hasSpread(odds: unknown): boolean {
  return textOf(at(odds, 'details')) !== null || numberOf(at(odds, 'spread')) !== null;
}

/** A spread, unless the moneylines favor the other side. Answers before 2026 have none. */
function checkedSpread(spread: number | null, { odds }: Fields, report: Report): number | null {
  if (spread === null || !contradictsMoneylines(spread, edgeOf(listOf(odds).find(hasSpread)))) return spread;
  return report('contradiction', `The line ${spread} favors another side than the moneylines.`);
}

/**
 * How much likelier the home side is to win by the current moneylines. Opening ones say nothing of a line that has moved since, and other
 * bookmakers than that of the line nothing of its signs.
 */
function edgeOf(odds: unknown): number | null {
  const [home, away] = (['home', 'away'] as const).map((side) => textOf(at(odds, 'moneyline', side, 'close', 'odds')));
  return homeEdge(Number(home ?? Number.NaN), Number(away ?? Number.NaN));
}

/** The spread in `pointSpread`, which has the handicaps of both sides as texts: the current one, or else the opening one. */
function parsePointSpread(odds: readonly Fields[], report: Report): number | null {
  const handicaps = odds.flatMap(({ pointSpread }) =>
    (['close', 'open'] as const).flatMap((when) => {
      const [home, away] = (['home', 'away'] as const).map((side) => textOf(at(pointSpread, side, when, 'line')));
      return home || away ? [{ home: home?.toUpperCase(), away: away?.toUpperCase() }] : [];
    }),
  );
  const [{ home, away } = {}] = handicaps;
  if ([home, away].every((text) => text === undefined || NO_LINE.test(text))) return null;
  const sides = [home === undefined ? [] : -handicapOf(home), away === undefined ? [] : handicapOf(away)].flat();
  const [spread = null] = sides;
  const isAgreed = spread !== null && sides.every((each) => each === spread);
  return isAgreed && isLine(spread) ? spread + 0 : report('bad_line', `${shown({ home, away })} is not a line.`);
}

/** `-3.5`, `+7` or `EVEN`; NaN for anything else. */
function handicapOf(text: string): number {
  if (EVEN.test(text)) return 0;
  return HANDICAP.test(text) ? Number(text) : Number.NaN;
}

function isLine(spread: number | null): spread is number {
  return spread !== null && isPlausibleLine(spread);
}

/** `PHI -7.5` with PHI at home is 7.5. */
function spreadInWords(details: string, { home, away }: TeamCodes): number | null {
  if (EVEN.test(details)) return 0;
  const [, code, points] = DETAILS.exec(details) ?? [];
  if (code === home) return -Number(points) + 0;
  return code === away ? Number(points) + 0 : null;
}

/** A team of a game: ESPN's code and id, and our abbreviation. */
export interface Side {
  readonly code: string;
  readonly id: string | null;
  readonly abbr: string;
}

/** Longer texts do not fit on a card. */
const LONGEST = 60;
const REGULATION_PERIODS = 4;
/** `3rd & 7 at BUF 34`. Impossible downs and distances do occur. */
const DOWN = /^(1st|2nd|3rd|4th) & (\d{1,2}|Goal)( at [A-Z]{2,4} \d{1,2}| at 50)?$/;
const FINAL = /^Final(\/\d?OT)?$/;

/** The situation text of a card, in the words of this product. */
function situationText(status: EspnStatus, competition: Fields, sides: readonly Side[], weekId: string): string {
  const { play } = status;
  if (play.void) return headline(competition) ?? (play.void === 'postponed' ? 'Postponed' : 'Cancelled');
  if (play.status === 'Not Started') {
    return headline(competition) ?? ordinarySituation(weekId);
  }
  if (play.status === 'Final') return finalText(status, competition);
  if (status.name === 'HALFTIME') return 'Half-time';
  if (status.name === 'END_PERIOD') return `End of ${periodName(status.period)}`;
  const played = [periodName(status.period), status.clock].filter(Boolean).join(' ');
  if (interruptions.includes(status.name)) {
    return [status.name === 'SUSPENDED' ? 'Suspended' : 'Delayed', played].filter(Boolean).join(' · ');
  }
  return [played, ballText(fieldsOf(competition.situation), sides)].filter(Boolean).join(' · ');
}

/** `NFL Melbourne Game`, `Rain - Makeup date July 22` */
function headline(competition: Fields): string | null {
  const notes = listOf(competition.notes).map(fieldsOf);
  const text = textOf(notes.find((each) => each.type === 'event')?.headline);
  return text && text.length <= LONGEST ? text : null;
}

function finalText({ period }: EspnStatus, competition: Fields): string {
  const detail = textOf(fieldsOf(fieldsOf(competition.status).type).detail);
  if (detail && FINAL.test(detail)) return detail;
  return period > REGULATION_PERIODS ? 'Final/OT' : 'Final';
}

/** `Q1` to `Q4`, `OT`, `2OT`; empty before the first. */
function periodName(period: number): string {
  if (period < 1) return '';
  if (period <= REGULATION_PERIODS) return `Q${period}`;
  const overtimes = period - REGULATION_PERIODS;
  return overtimes === 1 ? 'OT' : `${overtimes}OT`;
}

/** `KC 2nd & 7 at BUF 34`: possession, down and position. Empty after scores and kick-offs. */
function ballText(situation: Fields, sides: readonly Side[]): string {
  const text = textOf(situation.downDistanceText);
  if (!text || !DOWN.test(text) || (numberOf(situation.down) ?? 0) < 1) return '';
  const owner = sides.find(({ id }) => id !== null && id === situation.possession);
  const ours = sides.reduce((words, { code, abbr }) => words.replace(new RegExp(`\\b${code}\\b`), abbr), text);
  return owner ? `${owner.abbr} ${ours}` : ours;
}

/** A game from a feed, with the feed's own id. */
export type FeedGame = FeedValues &
  Pick<Game, 'weekId' | 'home' | 'away' | 'kickoff' | 'timeTbd'> & {
    readonly sourceId: string;
    /** The source's codes of the teams. */
    readonly codes: { readonly home: string; readonly away: string };
    /** Missing unless the game is live. */
    readonly clock?: GameClock;
  };

/** Drops postponed or cancelled games if another game of the same teams replaces them. */
export function withoutReplaced(games: readonly FeedGame[]): FeedGame[] {
  const played = new Set(games.filter((game) => !game.void).map(pairing));
  return games.filter((game) => !game.void || !played.has(pairing(game)));
}

/** The last season with 17 weeks: nflverse numbers the post-season weeks after them. */
const LAST_SHORT_SEASON = 2020;

/** nflverse codes that differ from ESPN's. */
const nflverseCodes: Readonly<Record<string, string>> = { LAR: 'LA', WSH: 'WAS' };

/** The id of a new game in the format of nflverse: `2026_01_NE_SEA`. So a season has the same ids from the feed and from a file. */
export function gameId({ weekId, codes }: Pick<FeedGame, 'weekId' | 'codes'>): string {
  const { season, number } = parseWeekId(weekId) ?? { season: 0, number: 0 };
  const week = number > REGULAR_WEEKS && season <= LAST_SHORT_SEASON ? number - 1 : number;
  const [away, home] = [codes.away, codes.home].map((code) => nflverseCodes[code] ?? code);
  return `${season}_${String(week).padStart(2, '0')}_${away}_${home}`;
}

/** The values of a feed's game that are stored in ours. */
export function feedValuesOf(game: FeedValues): FeedValues {
  return Object.fromEntries(
    feedValueNames.flatMap((field) => (game[field] === undefined ? [] : [[field, game[field]] as const])),
  );
}

const feedValueNames = [
  'kickoff',
  'timeTbd',
  'status',
  'void',
  'homeScore',
  'awayScore',
  'spread',
  'situation',
  'weather',
] as const satisfies readonly (keyof FeedValues)[];

/** The requested week. */
export interface RequestedWeek extends EspnWeek {
  /** Our week id. */
  readonly weekId: string;
}

interface Sides {
  readonly home: Side & { readonly fields: Fields };
  readonly away: Side & { readonly fields: Fields };
}

const DATE = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?Z$/;
/** A season's first kick-off is not before 15 July, its last before March. */
const FIRST_DAY = '-07-15T00:00Z';
const LAST_DAY = '-03-01T00:00Z';
const EVENT_ID = /^\d{1,20}$/;
const INDOORS = 'Indoors';
const LONGEST_WEATHER = 40;
/** Stands for a team that has not been found out yet. */
const UNDECIDED = 'TBD';

/** Whether an event has a place for a team that is not known yet: a round of the post-season before its time. */
function isUndecided(event: Fields): boolean {
  return competitorsOf(event).some((each) => codeOf(each) === UNDECIDED);
}

/** ESPN's codes of the teams of the Pro Bowl, which is not picked. */
const allStars: readonly unknown[] = ['AFC', 'NFC'];

function isAllStarGame(event: Fields): boolean {
  return competitorsOf(event).some((each) => allStars.includes(codeOf(each)));
}

/** `NE at SEA`, or whatever names an event best. */
function eventName(event: Fields): string {
  const [home, away] = (['home', 'away'] as const).map((side) => {
    const competitor = competitorsOf(event).find((each) => each.homeAway === side);
    return competitor ? codeOf(competitor) : null;
  });
  return home && away ? `${away} at ${home}` : `event ${shown(event.id)}`;
}

/** Parses an event; null, with reports, if any essential part is invalid. */
function parseEvent(event: Fields, asked: RequestedWeek, report: Report): FeedGame | null {
  const competition = fieldsOf(listOf(event.competitions)[0]);
  const sourceId = textOf(event.id);
  if (sourceId === null || !EVENT_ID.test(sourceId)) return report('contradiction', `${shown(event.id)} is not an id.`);
  if (!isOfWeek(event, asked, report)) return null;
  const sides = parseSides(event, report);
  const status = parseStatus(event, report);
  if (!sides || !status) return null;
  const time = parseTime(event, competition, status, asked.season, report);
  const play = parsePlay(sides, status, report);
  if (!time || !play) return null;
  const { home, away } = sides;
  const spread = checkedSpread(
    parseSpread(competition, { home: home.code, away: away.code }, report),
    competition,
    report,
  );
  const weather = weatherText(event, competition);
  return {
    sourceId,
    weekId: asked.weekId,
    home: home.abbr,
    away: away.abbr,
    codes: { home: home.code, away: away.code },
    ...time,
    ...play,
    ...clockOf(status),
    situation: situationText(status, competition, [home, away], asked.weekId),
    ...(spread === null ? {} : { spread }),
    ...(weather === undefined ? {} : { weather }),
  };
}

/** Events before November 2022 have no week; then the week of the whole answer applies. */
function isOfWeek(event: Fields, { season, type, number }: EspnWeek, report: Report): boolean {
  const { year, type: part } = fieldsOf(event.season);
  const week = fieldsOf(event.week).number;
  if ((year !== undefined && year !== season) || (part !== undefined && part !== type)) {
    report('other_season', shown(event.season));
    return false;
  }
  if (week !== undefined && week !== number) report('other_week', `week ${shown(week)}`);
  return week === undefined || week === number;
}

function parseSides(event: Fields, report: Report): Sides | null {
  const competitors = competitorsOf(event);
  const home = competitors.filter((each) => each.homeAway === 'home').map((each) => sideOf(each));
  const away = competitors.filter((each) => each.homeAway === 'away').map((each) => sideOf(each));
  const [first] = home;
  const [second] = away;
  if (!first || !second || home.length + away.length !== competitors.length || competitors.length !== 2) {
    return report('contradiction', 'It does not have one team at home and one visiting.');
  }
  const unknown = [first, second].find((side) => side.abbr === '');
  if (unknown) return report('unknown_team', shown(unknown.code));
  if (first.abbr === second.abbr) return report('contradiction', `${first.abbr} cannot play against itself.`);
  return { home: first, away: second };
}

function sideOf(competitor: Fields): Side & { readonly fields: Fields } {
  const code = codeOf(competitor) ?? '';
  return { code, id: textOf(competitor.id), abbr: canonicalTeam(code) ?? '', fields: competitor };
}

/** An unknown time is given as midnight in New York, when no game kicks off. */
function parseTime(
  event: Fields,
  competition: Fields,
  { play }: EspnStatus,
  season: number,
  report: Report,
): Pick<Game, 'kickoff' | 'timeTbd'> | null {
  const text = textOf(competition.date) ?? textOf(event.date);
  const ms = text !== null && DATE.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(ms)) return report('bad_date', `${shown(text)} is not a date.`);
  if (ms < Date.parse(`${season}${FIRST_DAY}`) || ms >= Date.parse(`${season + 1}${LAST_DAY}`)) {
    return report('bad_date', `${text} does not lie in the season of ${season}.`);
  }
  const isOpen = play.status === 'Not Started' || play.void !== null;
  const timeTbd = isOpen && (competition.timeValid === false || utcToEastern(ms).time === '00:00');
  return { kickoff: timeTbd ? easternMidnight(easternDate(ms)) : ms, timeTbd };
}

/** A game that was called off has neither status nor score; a final score of 0 to 0 is rejected. */
function parsePlay(sides: Sides, { play }: EspnStatus, report: Report): Partial<FeedGame> | null {
  if (play.status === null) return { void: play.void };
  const { status } = play;
  if (status === 'Not Started') return { status, void: null, homeScore: 0, awayScore: 0 };
  const homeScore = parseScore(sides.home, report);
  const awayScore = parseScore(sides.away, report);
  if (homeScore === null || awayScore === null) return null;
  if (status === 'Final' && homeScore + awayScore === 0) return report('bad_score', 'It ended without a point.');
  return { status, void: null, homeScore, awayScore };
}

/** The clock of a live game; at half-time and between periods nothing is left. */
function clockOf({ play, period, clock }: EspnStatus): Pick<FeedGame, 'clock'> {
  if (play.status !== 'In Progress' || clock === null || period < 1) return {};
  const [minutes = 0, seconds = 0] = clock.split(':').map(Number);
  return { clock: { period, secondsLeft: minutes * 60 + seconds } };
}

/** ESPN gives scores as text, and sometimes as numbers. */
function parseScore({ code, fields }: Sides['home'], report: Report): number | null {
  const { score } = fields;
  const points = typeof score === 'string' && /^\d{1,3}$/.test(score) ? Number(score) : (numberOf(score) ?? Number.NaN);
  return isScore(points) ? points : report('bad_score', `${code}: ${shown(score)} is not a score.`);
}

function competitorsOf(event: Fields): Fields[] {
  return listOf(fieldsOf(listOf(event.competitions)[0]).competitors).map(fieldsOf);
}

function codeOf(competitor: Fields): string | null {
  return textOf(fieldsOf(competitor.team).abbreviation)?.toUpperCase() ?? null;
}

/**
 * The weather of a game as a text, such as `43°F Partly sunny`. For a roofed stadium ESPN gives the weather of the city, so the text is
 * `INDOORS`.
 * @returns undefined if ESPN has none: far ahead, abroad and after the end
 */
function weatherText(event: Fields, competition: Fields): string | undefined {
  if (at(competition, 'venue', 'indoor') === true) return INDOORS;
  const weather = fieldsOf(event.weather);
  const sky = textOf(weather.displayValue);
  if (sky === null || sky.length > LONGEST_WEATHER) return undefined;
  const degrees = numberOf(weather.temperature) ?? numberOf(weather.highTemperature);
  return degrees === null ? sky : `${Math.round(degrees)}°F ${sky}`;
}

/** A week from its scoreboard. */
export interface Scoreboard {
  readonly games: readonly FeedGame[];
  /** Number of games whose teams are not known yet. */
  readonly undecided: number;
  /** Teams on bye, by our abbreviations. */
  readonly byes: readonly string[];
}

/**
 * Parses a scoreboard. An answer to another request is rejected as a whole. Otherwise each event is parsed on its own, so that an invalid
 * one does not affect the others.
 */
export function parseScoreboard(body: unknown, asked: RequestedWeek): Parsed<Scoreboard> {
  const problems: FeedProblem[] = [];
  const report = reporterFor(problems, asked.weekId);
  if (!isAnswerTo(body, asked, report)) return { value: null, problems };
  const events = listOf(at(body, 'events'))
    .map(fieldsOf)
    .filter((event) => !isAllStarGame(event));
  const decided = events.filter((event) => !isUndecided(event));
  const games = decided.flatMap(
    (event) => parseEvent(event, asked, reporterFor(problems, `${asked.weekId} ${eventName(event)}`)) ?? [],
  );
  const value = {
    games: withoutRepetitions(games, report),
    undecided: events.length - decided.length,
    byes: byesOf(body),
  };
  return { value, problems };
}

/** A stub, no events, or another week is a failure despite status 200. */
function isAnswerTo(body: unknown, { season, type, number }: RequestedWeek, report: Report): boolean {
  const { events, season: answered, week } = fieldsOf(body);
  if (!Array.isArray(events) || answered === undefined) return refuse(report('stub', shown(body)));
  if (at(answered, 'year') !== season || at(answered, 'type') !== type) {
    return refuse(report('other_season', `${shown(answered)} instead of ${season}, type ${type}`));
  }
  if (at(week, 'number') !== number) return refuse(report('other_week', `${shown(week)} instead of ${number}`));
  return events.length > 0 || refuse(report('empty', 'It has no games.'));
}

function refuse(_: null): false {
  return false;
}

/**
 * Drops exact duplicates. A game that was called off may appear next to its replacement, which counts, and next to other games of its
 * teams. Any other repetition of a game, or of a team in the week, is rejected in both places.
 */
function withoutRepetitions(all: readonly FeedGame[], report: Report): FeedGame[] {
  const distinct = all.filter((game, index) => all.findIndex((other) => isDeepStrictEqual(other, game)) === index);
  const byId = Map.groupBy(distinct, ({ sourceId }) => sourceId);
  for (const [id, { length }] of byId) {
    if (length > 1) report('contradiction', `Event ${id} comes ${length} times with different content.`);
  }
  const events = withoutReplaced([...byId.values()].flatMap(([first]) => first ?? []));
  const seen = new Map<string, number>();
  for (const key of events.flatMap(namesOf)) seen.set(key, (seen.get(key) ?? 0) + 1);
  for (const [key, times] of seen) if (times > 1) report('team_twice', `${key} comes ${times} times.`);
  return events.filter(
    (game) => byId.get(game.sourceId)?.length === 1 && namesOf(game).every((key) => seen.get(key) === 1),
  );
}

/** The keys that only one event of a week may have. */
function namesOf({ home, away, void: called }: FeedGame): string[] {
  return called ? [`${away} at ${home}`] : [home, away];
}

function byesOf(body: unknown): string[] {
  const teams = listOf(at(body, 'week', 'teamsOnBye'));
  return teams.flatMap((team) => canonicalTeam(String(at(team, 'abbreviation') ?? '')) ?? []);
}
