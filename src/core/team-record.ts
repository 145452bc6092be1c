import { easternDate } from './eastern-time.ts';
import { isOver } from './game.ts';
import { canonicalTeam } from './teams.ts';
import type { Game, TeamRecord } from './types.ts';
import { isPostSeason } from './weeks.ts';

/** The title of the dialog before the season (section 2, Team stats dialog). */
export const PRESEASON_TITLE = 'Preseason';
/** The text below it. */
export const PRESEASON_TEXT = 'Team records will be available once the regular season begins';
/** The title of the dialog if records are not available (section 8). */
export const RECORDS_FAILED_TITLE = 'Unable to load team statistics';
/** The text below it. */
export const RECORDS_FAILED_TEXT = 'Please try again later';
/** The label of the built-in sample, which is used only in the demo (decisions, Screens). */
export const SAMPLE_LABEL = 'Sample data';

/** The month (1 to 12) in which a new season year begins; January and February belong to the season before. */
const FIRST_MONTH = 3;

/** Wins, losses and ties. */
export interface Results {
  readonly wins: number;
  readonly losses: number;
  readonly ties: number;
}

/** A source of records; the sample has no season. */
export interface RecordSource {
  readonly kind: 'standings' | 'team' | 'sample';
  readonly season: number | null;
}

type PlayedGame = Pick<Game, 'weekId' | 'home' | 'away' | 'homeScore' | 'awayScore' | 'status' | 'void'>;

const RECORD = /^\s*(\d{1,3})\s*-\s*(\d{1,3})(?:\s*-\s*(\d{1,3}))?\s*$/;

/** Formats `W-L`, or `W-L-T` if there are ties (section 7). */
export function recordText({ wins, losses, ties }: Results): string {
  return ties > 0 ? `${wins}-${losses}-${ties}` : `${wins}-${losses}`;
}

/** Parses `W-L` or `W-L-T` (section 7); null for a text that is neither. Never throws. */
export function parseRecord(text: string): Results | null {
  const match = RECORD.exec(text);
  return match && { wins: Number(match[1]), losses: Number(match[2]), ties: Number(match[3] ?? 0) };
}

/** The win percentage, 0 to 1; a tie counts half; 0 before the first game. */
export function winPercentage({ wins, losses, ties }: Results): number {
  const played = wins + losses + ties;
  return played > 0 ? (wins + ties / 2) / played : 0;
}

/** Formats a win percentage as in standings: `.647`, `1.000`. */
export function formatWinPercentage(share: number): string {
  return share.toFixed(3).replace(/^0/, '');
}

/** A team's record from the Final games of one regular season; playoff games are not included. */
export function teamRecord(abbr: string, games: readonly PlayedGame[]): TeamRecord {
  const team = canonicalTeam(abbr) ?? abbr;
  const finals = games.filter((game) => isOver(game) && !isPostSeason(game.weekId));
  const home = resultsOf(
    finals.filter((game) => plays(team, game.home)).map((game) => game.homeScore - game.awayScore),
  );
  const away = resultsOf(
    finals.filter((game) => plays(team, game.away)).map((game) => game.awayScore - game.homeScore),
  );
  return recordOf(home, away);
}

/** The record from results at home and away. */
export function recordOf(home: Results, away: Results): TeamRecord {
  const overall: Results = {
    wins: home.wins + away.wins,
    losses: home.losses + away.losses,
    ties: home.ties + away.ties,
  };
  return {
    ...overall,
    winPercentage: winPercentage(overall),
    homeRecord: recordText(home),
    awayRecord: recordText(away),
    overallRecord: recordText(overall),
  };
}

/** Whether neither team has played yet (decisions, Screens). */
export function isPreseason(home: Results, away: Results): boolean {
  return !hasPlayed(home) && !hasPlayed(away);
}

/** Whether a team has played: a record of 0-0 says nothing. */
export function hasPlayed({ wins, losses, ties }: Results): boolean {
  return wins + losses + ties > 0;
}

/** The season of a moment: the year it began in, from March to February, Eastern time. */
export function seasonAt(ms: number): number {
  const [year = 0, month = 0] = easternDate(ms).split('-').map(Number);
  return month >= FIRST_MONTH ? year : year - 1;
}

/**
 * The sources of records, in order (section 7), with the seasons computed from the date; the sample only in the demo. Team lists are not a
 * source (decision 022).
 */
export function recordSources(now: number, isDemo: boolean): RecordSource[] {
  const season = seasonAt(now);
  const sources: RecordSource[] = [
    { kind: 'standings', season },
    { kind: 'team', season },
    { kind: 'standings', season: season - 1 },
  ];
  return isDemo ? [...sources, { kind: 'sample', season: null }] : sources;
}

function resultsOf(margins: readonly number[]): Results {
  return {
    wins: margins.filter((margin) => margin > 0).length,
    losses: margins.filter((margin) => margin < 0).length,
    ties: margins.filter((margin) => margin === 0).length,
  };
}

function plays(team: string, abbr: string): boolean {
  return (canonicalTeam(abbr) ?? abbr) === team;
}
