import { easternDate, easternMidnight, utcToEastern } from '#core/eastern-time.ts';
import { canonicalTeam } from '#core/teams.ts';
import type { Game } from '#core/types.ts';
import { isScore } from '#core/validation.ts';
import type { FeedGame } from '#server/feed/feed-game.ts';
import type { Fields } from './json.ts';
import { at, fieldsOf, listOf, numberOf, shown, textOf } from './json.ts';
import type { Report } from './problems.ts';
import type { Side } from './situation.ts';
import { situationText } from './situation.ts';
import { parseSpread } from './spread.ts';
import type { EspnStatus } from './status.ts';
import { parseStatus } from './status.ts';
import type { EspnWeek } from './weeks.ts';

/** The week that was asked for. */
export interface RequestedWeek extends EspnWeek {
  /** Our id of it. */
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
export function isUndecided(event: Fields): boolean {
  return competitorsOf(event).some((each) => codeOf(each) === UNDECIDED);
}

/** `NE at SEA`, or whatever names an event best. */
export function eventName(event: Fields): string {
  const [home, away] = (['home', 'away'] as const).map((side) => {
    const competitor = competitorsOf(event).find((each) => each.homeAway === side);
    return competitor ? codeOf(competitor) : null;
  });
  return home && away ? `${away} at ${home}` : `event ${shown(event.id)}`;
}

/** What an event says of its game; null, with reports, where any of what decides makes no sense. */
export function parseEvent(event: Fields, asked: RequestedWeek, report: Report): FeedGame | null {
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
  const spread = parseSpread(competition, { home: home.code, away: away.code }, report);
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

/** Before November 2022 events do not name their week; then that of the whole answer stands. */
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

/** A time that is not known yet stands at midnight in New York, which is no time to kick off. */
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

/** A game that was called off has neither status nor score; one that has ended without a point is not believed. */
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

/** The clock of a game under way; at half-time and between periods it shows that nothing is left. */
function clockOf({ play, period, clock }: EspnStatus): Pick<FeedGame, 'clock'> {
  if (play.status !== 'In Progress' || clock === null || period < 1) return {};
  const [minutes = 0, seconds = 0] = clock.split(':').map(Number);
  return { clock: { period, secondsLeft: minutes * 60 + seconds } };
}

/** Scores are texts. */
function parseScore({ code, fields }: Sides['home'], report: Report): number | null {
  const { score } = fields;
  const points = typeof score === 'string' && /^\d{1,3}$/.test(score) ? Number(score) : Number.NaN;
  return isScore(points) ? points : report('bad_score', `${code}: ${shown(score)} is not a score.`);
}

function competitorsOf(event: Fields): Fields[] {
  return listOf(fieldsOf(listOf(event.competitions)[0]).competitors).map(fieldsOf);
}

function codeOf(competitor: Fields): string | null {
  return textOf(fieldsOf(competitor.team).abbreviation)?.toUpperCase() ?? null;
}

/**
 * The weather of a game as a text, such as `43°F Partly sunny`. Under a roof it is that of the city, which says nothing.
 * @returns undefined where ESPN does not know it: far ahead, abroad and after the end
 */
function weatherText(event: Fields, competition: Fields): string | undefined {
  if (at(competition, 'venue', 'indoor') === true) return INDOORS;
  const weather = fieldsOf(event.weather);
  const sky = textOf(weather.displayValue);
  if (sky === null || sky.length > LONGEST_WEATHER) return undefined;
  const degrees = numberOf(weather.temperature) ?? numberOf(weather.highTemperature);
  return degrees === null ? sky : `${Math.round(degrees)}°F ${sky}`;
}
