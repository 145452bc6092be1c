/** A season as it is played: its games, what becomes of them, and when. */
import { easternToUtc } from '#core/eastern-time.ts';
import { teams } from '#core/teams.ts';
import { weekId } from '#core/weeks.ts';
import type { GameWrite } from '#server/game-changes/store.ts';

const SEASON = 2026;
/** The first Thursday. Between weeks 8 and 9 the clocks go back. */
const THURSDAY = Date.UTC(2026, 8, 10);
const DAY_MS = 24 * 60 * 60_000;
const HOUR_MS = 60 * 60_000;
/** A game is over by then. */
const LENGTH_MS = 3.25 * HOUR_MS;

/** Day after Thursday and Eastern time of each game of a week. */
const SLOTS = [
  [0, '20:15'],
  ...Array.from({ length: 8 }, () => [3, '13:00'] as const),
  ...Array.from({ length: 3 }, () => [3, '16:25'] as const),
  [3, '20:20'],
  [4, '19:00'],
  [4, '20:15'],
] as const;
/** Weeks in which the second game is played in London, and the one with a game on Wednesday. */
const LONDON = [4, 5, 6, 7];
const WEDNESDAY = 12;
/** The game whose home team survivors choose, each week another team, and the week in which it is called off; then they take that of another. */
export const CHOSEN = 5;
export const INSTEAD = 12;
const CALLED_OFF = 6;

/** What an admin does to a game. */
export interface Change {
  readonly at: number;
  readonly gid: string;
  readonly body:
    | { readonly kickoff: number }
    | { readonly void: 'postponed' | null }
    | { readonly status: 'In Progress' }
    | { readonly status: 'Final'; readonly homeScore: number; readonly awayScore: number };
}

export interface Season {
  readonly weekIds: readonly string[];
  readonly games: readonly GameWrite[];
  readonly changes: readonly Change[];
  /** When nobody sends anything: in the night before the Sunday of every second week, from (ms) and until. */
  readonly outages: readonly (readonly [number, number])[];
}

/** The moment (ms) of an Eastern time so many days after the Thursday of a week, from 1. */
export function momentOf(week: number, days: number, time: string): number {
  const date = new Date(THURSDAY + ((week - 1) * 7 + days) * DAY_MS).toISOString().slice(0, 10);
  return easternToUtc(date, time);
}

/** The week of a game. */
export function weekOf(gid: string): string {
  return gid.slice(0, gid.lastIndexOf('-'));
}

/** The first weeks of the season. */
export function seasonOf(weeks: number): Season {
  const numbers = Array.from({ length: weeks }, (_, at) => at + 1);
  const games = numbers.flatMap(gamesOf);
  const moves = movesOf(weeks);
  const ends = games.map(({ gid, kickoff }): Change => {
    const moved = moves.findLast((move) => move.gid === gid && 'kickoff' in move.body)?.body;
    const begins = moved && 'kickoff' in moved ? moved.kickoff : kickoff;
    return { at: begins + LENGTH_MS, gid, body: { status: 'Final', homeScore: 20, awayScore: 10 } };
  });
  const off = new Set(moves.filter(({ gid, body }) => isOff(body) && !comesBack(moves, gid)).map(({ gid }) => gid));
  const played = playedOtherwise(weeks);
  const without = new Set([...off, ...played.filter(({ replacesEnd }) => replacesEnd).map(({ gid }) => gid)]);
  const changes = [...moves, ...ends.filter(({ gid }) => !without.has(gid)), ...played];
  return {
    weekIds: numbers.map((week) => weekId(SEASON, week)),
    games,
    changes: changes.sort((a, b) => a.at - b.at),
    outages: numbers
      .filter((week) => week % 2 === 0)
      .map((week) => [momentOf(week, 2, '15:00'), momentOf(week, 3, '01:00')]),
  };
}

function gamesOf(week: number): GameWrite[] {
  const id = weekId(SEASON, week);
  return SLOTS.map(([days, time], at) => {
    const [day, clock] = at === 1 ? slotOfSecond(week) : [days, time];
    return {
      gid: `${id}-${at}`,
      weekId: id,
      home: teams[(2 * at + week) % teams.length]?.abbr ?? '',
      away: teams[(2 * at + week + 1) % teams.length]?.abbr ?? '',
      kickoff: momentOf(week, day, clock),
      timeTbd: false,
      status: 'Not Started',
      homeScore: 0,
      awayScore: 0,
      spread: (at % 15) - 7,
    };
  });
}

function slotOfSecond(week: number): readonly [number, string] {
  if (week === WEDNESDAY) return [-1, '20:00'];
  return LONDON.includes(week) ? [3, '09:30'] : [3, '13:00'];
}

/** A game of Sunday goes to Monday, one of Thursday to Wednesday; two are called off, one is and comes back. */
function movesOf(weeks: number): Change[] {
  const of = (week: number, game: number) => `${weekId(SEASON, week)}-${game}`;
  const all: readonly (Change & { readonly week: number })[] = [
    { week: 2, at: momentOf(2, 1, '12:00'), gid: of(2, 9), body: { kickoff: momentOf(2, 4, '17:00') } },
    { week: 3, at: momentOf(3, 2, '12:00'), gid: of(3, 10), body: { void: 'postponed' } },
    {
      week: CALLED_OFF,
      at: momentOf(CALLED_OFF, 2, '12:00'),
      gid: of(CALLED_OFF, CHOSEN),
      body: { void: 'postponed' },
    },
    { week: 10, at: momentOf(10, 2, '12:00'), gid: of(10, 11), body: { void: 'postponed' } },
    { week: 10, at: momentOf(10, 3, '09:00'), gid: of(10, 11), body: { void: null } },
    { week: 13, at: momentOf(13, -2, '12:00'), gid: of(13, 0), body: { kickoff: momentOf(13, -1, '20:00') } },
  ];
  return all.filter(({ week }) => week <= weeks).map(({ week: _, ...change }) => change);
}

/**
 * Games whose result turns out otherwise: corrected the next day, corrected at once, Final by mistake at half-time, stopped and finished a day
 * later, and corrected when a week is old.
 */
function playedOtherwise(weeks: number): (Change & { readonly replacesEnd: boolean })[] {
  const last = (week: number) => `${weekId(SEASON, week)}-14`;
  const final = (homeScore: number, awayScore: number) => ({ status: 'Final', homeScore, awayScore }) as const;
  const all: readonly (Change & { readonly week: number; readonly replacesEnd?: boolean })[] = [
    { week: 1, at: momentOf(1, 5, '10:00'), gid: last(1), body: final(10, 20) },
    { week: 2, at: momentOf(2, 4, '23:45'), gid: last(2), body: final(10, 20) },
    { week: 3, at: momentOf(3, 4, '21:45'), gid: last(3), body: final(14, 0), replacesEnd: true },
    { week: 3, at: momentOf(3, 4, '22:00'), gid: last(3), body: { status: 'In Progress' } },
    { week: 3, at: momentOf(3, 4, '23:30'), gid: last(3), body: final(14, 28) },
    { week: 4, at: momentOf(4, 4, '22:00'), gid: last(4), body: { void: 'postponed' }, replacesEnd: true },
    { week: 4, at: momentOf(4, 5, '18:00'), gid: last(4), body: { void: null } },
    { week: 4, at: momentOf(4, 5, '21:00'), gid: last(4), body: final(3, 17) },
    { week: 7, at: momentOf(7, 13, '12:00'), gid: last(7), body: final(10, 20) },
    { week: 8, at: momentOf(8, 6, '15:00'), gid: `${weekId(SEASON, 8)}-3`, body: final(0, 3) },
  ];
  return all
    .filter(({ week }) => week <= weeks)
    .map(({ week: _, replacesEnd = false, ...change }) => ({ ...change, replacesEnd }));
}

function isOff(body: Change['body']): boolean {
  return 'void' in body && body.void !== null;
}

function comesBack(moves: readonly Change[], gid: string): boolean {
  return moves.some(({ gid: each, body }) => each === gid && 'void' in body && body.void === null);
}
