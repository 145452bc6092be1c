import { gameCounts, isOver } from '#core/game.ts';
import { dayWeekOf } from '#core/game-day/visible-week.ts';
import { lastLock } from '#core/locks.ts';
import { lockedBeforeJoining } from '#core/newcomers.ts';
import type { Choice } from '#core/pick-letters.ts';
import { choiceOf } from '#core/pick-letters.ts';
import { pickOf } from '#core/picks.ts';
import type { Halves } from '#core/scoring.ts';
import { pickHalves } from '#core/scoring.ts';
import { shownLine } from '#core/spread.ts';
import type { Rank } from '#core/standings.ts';
import { rankRows } from '#core/standings.ts';
import type { CountedPick, Side } from '#core/types.ts';
import type { AskedGame, PickReason } from '#core/why/pick.ts';
import type { AskedRow, AskedWeek } from '#core/why/week.ts';
import { whyWeek } from '#core/why/week.ts';
import type { RecapStage, VisibleStandings } from './decided-week.ts';
import { stageOf, winnersOf } from './decided-week.ts';
import type { RankedEntry } from './ranked-after.ts';
import { rankedAfter, rankedBefore } from './ranked-after.ts';

/** The recap of a week in a pool with points. */
export interface WeekRecap {
  /** For one entry; null if it does not play, or joined after the week without a pick in it. */
  readonly ownOf: (entryId: string) => OwnRecap | null;
  readonly weekId: string;
  readonly stage: RecapStage;
  /** Who won it, or who has the most so far, by name. */
  readonly best: readonly string[];
  /** The same entries, by id. */
  readonly bestIds: readonly string[];
  /** The score of the leaders. */
  readonly bestHalves: Halves;
  /** By score of the week, best first. Leaves out entries that don't play it, or joined after it and have no pick in it. */
  readonly scores: readonly WeekScore[];
}

/** An entry's score of a week. */
export interface WeekScore extends Rank {
  readonly id: string;
  readonly name: string;
  readonly halves: Halves;
}

/** The result of a week for one entry. */
export interface OwnRecap {
  readonly halves: Halves;
  /** The place in the week, among the entries that played it. */
  readonly rank: number;
  readonly of: number;
  /** The place in the pool, after the week. */
  readonly place: number;
  /** How many places that is up, negative for down; null if there was no earlier week with a score. */
  readonly up: number | null;
  /** The right pick that the fewest others had; null unless fewer than half of them had it. */
  readonly bestCall: Call | null;
  /** The wrong or missing pick that cost most; null if there is none. */
  readonly costliest: Call | null;
}

/** A pick that the recap shows. */
export interface Call {
  readonly game: AskedGame;
  /** The side that was right. */
  readonly right: Side;
  /** The side that was picked, or counted; null if neither. */
  readonly side: Side | null;
  /** The line of the game that the pool shows; null if there is none. */
  readonly line: number | null;
  /** What the pick earned, or would have earned. */
  readonly halves: Halves;
  /** How many others had the right side, among those who had a side. */
  readonly others: number;
  readonly of: number;
  /** Whether no pick was made. */
  readonly isMissed: boolean;
}

/** A week of a pool with points, from data that everybody may see. */
export function weekRecap(week: AskedWeek, weekId: string, standings: VisibleStandings): WeekRecap {
  const joinedAt = new Map(standings.rows.flatMap((row) => (row.joinedAt ? [[row.id, row.joinedAt] as const] : [])));
  const absent = absentFrom(week, joinedAt);
  const stage = stageOf(weekId, standings);
  const scores = rankRows(
    scoresOf(weekId, standings, stage).filter(({ id }) => !absent.has(id)),
    ({ halves }) => halves,
  );
  const winners = winnersOf(weekId, standings);
  const best = scores.filter(({ id }) => winners.includes(id));
  const of = { week, scores, sides: sidesOf(week), joinedAt, ...placesAround(weekId, standings, week) };
  return {
    ownOf: (entryId) => ownRecap(of, entryId),
    weekId,
    stage,
    best: best.map(({ name }) => name),
    bestIds: best.map(({ id }) => id),
    bestHalves: best[0]?.halves ?? 0,
    scores,
  };
}

/** The number of listed scores, besides those of the viewer's entries. */
const MAX_LISTED = 5;

/** The scores of a week that its recap lists: the best ones, and those of the viewer's entries. @param mine the entries, by id */
export function listedScores(scores: readonly WeekScore[], mine: ReadonlySet<string>): readonly WeekScore[] {
  return scores.filter(({ id }, at) => at < MAX_LISTED || mine.has(id));
}

/** How many entries have each side of a game. */
type SideCounts = Readonly<Record<Side, number>>;
/** The places of all entries in the pool, by id. */
type Places = ReadonlyMap<string, number>;

/** The facts that are the same for all entries of a week. */
interface RecapOf {
  readonly week: AskedWeek;
  readonly scores: readonly WeekScore[];
  /** By game. */
  readonly sides: ReadonlyMap<string, SideCounts>;
  /** When an entry joined, by id, if games had locked before. */
  readonly joinedAt: ReadonlyMap<string, number>;
  readonly after: Places;
  /** Null if there was no earlier week with a score. */
  readonly before: Places | null;
}

function ownRecap({ week, scores, sides, joinedAt, after, before }: RecapOf, entryId: string): OwnRecap | null {
  const own = scores.find(({ id }) => id === entryId);
  const row = week.rows.find(({ id }) => id === entryId);
  const joined = joinedAt.get(entryId) ?? 0;
  const reason = whyWeek(week, entryId, joined);
  if (own === undefined || row === undefined || reason === null) return null;
  const asked = reason.picks.filter(
    ({ side, isAuto, game }) => !lockedBeforeJoining(game, joined) || (side !== null && !isAuto),
  );
  const calls = asked.flatMap((pick) => callOf(week, row, pick, sides) ?? []);
  const [bestCall = null] = calls
    .filter(({ isRight, others, of }) => isRight && 2 * others < of)
    .toSorted((a, b) => a.others - b.others || b.halves - a.halves);
  const [costliest = null] = calls
    .filter(({ isRight }) => !isRight)
    .toSorted((a, b) => b.halves - a.halves || b.others - a.others);
  const place = after.get(entryId) ?? 0;
  const up = before && (before.get(entryId) ?? 0) - place;
  return { halves: own.halves, rank: own.rank, place, up, of: scores.length, bestCall, costliest };
}

/** The letter for a pick that a member did not make. */
const unmade: ReadonlySet<Choice> = new Set(['none', 'auto']);

/** The members who joined after all games of a week had locked and made no pick in it, by id. */
function absentFrom({ games, gids, rows }: AskedWeek, joinedAt: RecapOf['joinedAt']): ReadonlySet<string> {
  const lockAt = lastLock(games);
  if (lockAt === null) return new Set();
  const counting = new Set(games.filter(gameCounts).map(({ gid }) => gid));
  const places = gids.flatMap((gid, place) => (counting.has(gid) ? [place] : []));
  const late = rows.filter(({ id }) => lockedBeforeJoining({ lockAt }, joinedAt.get(id) ?? 0));
  const absent = late.filter(({ picks }) => places.every((place) => unmade.has(choiceOf(picks[place]))));
  return new Set(absent.map(({ id }) => id));
}

/** The scores of a week. Once it has begun, a score of null is that of an entry that does not play it. */
function scoresOf(weekId: string, { weeks, rows }: VisibleStandings, stage: RecapStage) {
  const at = weeks.indexOf(weekId);
  const played = stage === 'coming' ? rows : rows.filter(({ halves }) => halves[at] !== null);
  return played.map(({ id, name, halves }) => ({ id, name, halves: halves[at] ?? 0 }));
}

function placesAround(
  weekId: string,
  standings: VisibleStandings,
  { rules }: AskedWeek,
): Pick<RecapOf, 'after' | 'before'> {
  const at = standings.weeks.indexOf(weekId);
  const before = rankedBefore(standings, rules, at);
  return { after: placesOf(rankedAfter(standings, rules, at)), before: before && placesOf(before) };
}

function placesOf(ranked: readonly RankedEntry[]): Places {
  return new Map(ranked.map(({ id, rank }) => [id, rank]));
}

function sidesOf(week: AskedWeek): ReadonlyMap<string, SideCounts> {
  const { players } = dayWeekOf({ ...week, fixed: {} });
  const had = (gid: string, side: Side) => players.filter(({ picks }) => pickOf(picks, gid)?.side === side).length;
  return new Map(week.games.map(({ gid }) => [gid, { home: had(gid, 'home'), away: had(gid, 'away') }]));
}

/** The result of a pick of a game that has one right side; undefined if it has none and the pick cost nothing. */
function callOf(
  { rules, gids }: AskedWeek,
  { values }: AskedRow,
  { game, outcome, cause, result, side, isBest, isAuto }: PickReason,
  sides: RecapOf['sides'],
): (Call & { readonly isRight: boolean }) | undefined {
  const isRight = result === 'correct';
  const isMissed = cause === 'missed' || cause === 'limit' || isAuto;
  // A pick that counts without having been made is not the member's own.
  const tells = isRight ? !isAuto : isMissed || result === 'incorrect';
  if (!isOver(game) || !tells || (outcome !== 'home' && outcome !== 'away')) return undefined;
  const value = values?.[gids.indexOf(game.gid)] ?? 0;
  const right: CountedPick = { side: outcome, bus: false, ...(isBest && { best: true }), ...(values && { value }) };
  const { home, away } = sides.get(game.gid) ?? { home: 0, away: 0 };
  return {
    game,
    right: outcome,
    side,
    line: shownLine(game, rules),
    halves: pickHalves(right, game, rules),
    others: (outcome === 'home' ? home : away) - (side === outcome ? 1 : 0),
    of: home + away - (side === null ? 0 : 1),
    isMissed,
    isRight,
  };
}
