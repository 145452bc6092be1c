import { gameCounts, isOver } from '#core/game.ts';
import { dayWeekOf } from '#core/game-day/told-week.ts';
import { isLocked, lastLock } from '#core/locks.ts';
import type { Choice } from '#core/pick-letters.ts';
import { choiceOf } from '#core/pick-letters.ts';
import { pickOf } from '#core/picks.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import type { Halves } from '#core/scoring.ts';
import { pickHalves } from '#core/scoring.ts';
import type { Rank } from '#core/standings.ts';
import { rankRows, seasonTotal } from '#core/standings.ts';
import type { CountedPick, Side } from '#core/types.ts';
import type { AskedGame, PickReason } from '#core/why/pick.ts';
import type { AskedRow, AskedWeek } from '#core/why/week.ts';
import { whyWeek } from '#core/why/week.ts';
import type { RecapStage, ToldStandings } from './decided-week.ts';
import { stageOf, winnersOf } from './decided-week.ts';

/** What a week came to in a pool with points. */
export interface WeekRecap {
  /** For one entry; null where it does not play, or joined after the week without a pick of it. */
  readonly ownOf: (entryId: string) => OwnRecap | null;
  readonly weekId: string;
  readonly stage: RecapStage;
  /** By name: who won it, or who has the most so far. */
  readonly best: readonly string[];
  /** What they have. */
  readonly bestHalves: Halves;
  /** By their score of the week, the best first; without whoever joined after it and has no pick of it. */
  readonly scores: readonly WeekScore[];
}

/** An entry's score of a week. */
export interface WeekScore extends Rank {
  readonly id: string;
  readonly name: string;
  readonly halves: Halves;
}

/** What a week came to for one entry. */
export interface OwnRecap {
  readonly halves: Halves;
  /** In the week, of so many who played it. */
  readonly rank: number;
  readonly of: number;
  /** In the pool, after the week. */
  readonly place: number;
  /** How many places that is up, below 0 down; null where no week with a score was before. */
  readonly up: number | null;
  /** The right pick that the fewest others had; null where none was had by less than half of them. */
  readonly bestCall: Call | null;
  /** The pick that cost most, wrong or not made; null where there is none. */
  readonly costliest: Call | null;
}

/** A pick that is told. */
export interface Call {
  readonly game: AskedGame;
  /** The side that was right. */
  readonly right: Side;
  /** The side that was picked, or counted; null where none did. */
  readonly side: Side | null;
  /** The pool's line of the game; null where it has none. */
  readonly line: number | null;
  /** What it earned, or would have earned. */
  readonly halves: Halves;
  /** How many others had the right side, of those who had one. */
  readonly others: number;
  readonly of: number;
  /** Whether no pick was made. */
  readonly isMissed: boolean;
}

/** A week of a pool with points, from what everybody is told of it. */
export function weekRecap(week: AskedWeek, weekId: string, standings: ToldStandings): WeekRecap {
  const joinedAt = new Map(standings.rows.flatMap((row) => (row.joinedAt ? [[row.id, row.joinedAt] as const] : [])));
  const absent = absentFrom(week, joinedAt);
  const scores = rankRows(
    scoresOf(weekId, standings).filter(({ id }) => !absent.has(id)),
    ({ halves }) => halves,
  );
  const stage = stageOf(weekId, standings);
  const winners = winnersOf(weekId, standings);
  const best = scores.filter(({ id }) => winners.includes(id));
  const of = { week, scores, sides: sidesOf(week), joinedAt, ...placesAround(weekId, standings, week) };
  return {
    ownOf: (entryId) => ownRecap(of, entryId),
    weekId,
    stage,
    best: best.map(({ name }) => name),
    bestHalves: best[0]?.halves ?? 0,
    scores,
  };
}

/** How many have each side of a game. */
type SideCounts = Readonly<Record<Side, number>>;
/** Where everybody stands in the pool, by id. */
type Places = ReadonlyMap<string, number>;

/** What is the same for all entries of a week. */
interface RecapOf {
  readonly week: AskedWeek;
  readonly scores: readonly WeekScore[];
  /** By game. */
  readonly sides: ReadonlyMap<string, SideCounts>;
  /** When somebody joined, by id, where games had locked before. */
  readonly joinedAt: ReadonlyMap<string, number>;
  readonly after: Places;
  /** Null where no week with a score was before. */
  readonly before: Places | null;
}

function ownRecap({ week, scores, sides, joinedAt, after, before }: RecapOf, entryId: string): OwnRecap | null {
  const own = scores.find(({ id }) => id === entryId);
  const row = week.rows.find(({ id }) => id === entryId);
  const reason = whyWeek(week, entryId);
  if (own === undefined || row === undefined || reason === null) return null;
  const joined = joinedAt.get(entryId) ?? 0;
  // Nobody missed a game that had locked by the time they joined.
  const asked = reason.picks.filter(({ side, isAuto, game }) => !isLocked(game, joined) || (side !== null && !isAuto));
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

/** What stands for a pick that a member did not make. */
const unmade: ReadonlySet<Choice> = new Set(['none', 'auto']);

/** Members who joined once all games of a week had locked, and made no pick in it, by id. */
function absentFrom({ games, gids, rows }: AskedWeek, joinedAt: RecapOf['joinedAt']): ReadonlySet<string> {
  const lockAt = lastLock(games);
  if (lockAt === null) return new Set();
  const counting = new Set(games.filter(gameCounts).map(({ gid }) => gid));
  const places = gids.flatMap((gid, place) => (counting.has(gid) ? [place] : []));
  const late = rows.filter(({ id }) => isLocked({ lockAt }, joinedAt.get(id) ?? 0));
  const absent = late.filter(({ picks }) => places.every((place) => unmade.has(choiceOf(picks[place]))));
  return new Set(absent.map(({ id }) => id));
}

function scoresOf(weekId: string, { weeks, rows }: ToldStandings) {
  const at = weeks.indexOf(weekId);
  return rows.map(({ id, name, halves }) => ({ id, name, halves: halves[at] ?? 0 }));
}

function placesAround(
  weekId: string,
  standings: ToldStandings,
  { rules }: AskedWeek,
): Pick<RecapOf, 'after' | 'before'> {
  const at = standings.weeks.indexOf(weekId);
  const hasBefore = standings.rows.some(({ halves }) => halves.slice(0, at).some((score) => score !== null));
  return { after: placesAfter(standings, rules, at), before: hasBefore ? placesAfter(standings, rules, at - 1) : null };
}

/** Where everybody stood in the pool after the week of a place. */
function placesAfter({ weeks, finishedWeeks, rows }: ToldStandings, rules: PoolRules, at: number): Places {
  const season = weeks.slice(0, at + 1).map((id, place) => ({
    id,
    hasFinal: rows.some(({ halves }) => halves[place] !== null),
    isDecided: finishedWeeks.includes(id),
    lastLockAt: 0,
  }));
  const totals = rows.map(({ id, name, halves }) => {
    const scores = Object.fromEntries(season.map((week, place) => [week.id, halves[place] ?? 0]));
    return { id, name, total: seasonTotal(scores, season, rules).total };
  });
  return new Map(rankRows(totals, ({ total }) => total).map(({ id, rank }) => [id, rank]));
}

function sidesOf(week: AskedWeek): ReadonlyMap<string, SideCounts> {
  const { players } = dayWeekOf({ ...week, fixed: {} });
  const had = (gid: string, side: Side) => players.filter(({ picks }) => pickOf(picks, gid)?.side === side).length;
  return new Map(week.games.map(({ gid }) => [gid, { home: had(gid, 'home'), away: had(gid, 'away') }]));
}

/** What became of a pick of a game that has one right side; undefined where it has none, and the pick cost nothing. */
function callOf(
  { rules, gids }: AskedWeek,
  { values }: AskedRow,
  { game, line, outcome, cause, result, side, isBest, isAuto }: PickReason,
  sides: RecapOf['sides'],
): (Call & { readonly isRight: boolean }) | undefined {
  const isRight = result === 'correct';
  const isMissed = cause === 'missed' || isAuto;
  // A pick that counts without having been made is nobody's call.
  const tells = isRight ? !isAuto : isMissed || result === 'incorrect';
  if (!isOver(game) || !tells || (outcome !== 'home' && outcome !== 'away')) return undefined;
  const value = values?.[gids.indexOf(game.gid)] ?? 0;
  const right: CountedPick = { side: outcome, bus: false, ...(isBest && { best: true }), ...(values && { value }) };
  const { home, away } = sides.get(game.gid) ?? { home: 0, away: 0 };
  return {
    game,
    right: outcome,
    side,
    line,
    halves: pickHalves(right, game, rules),
    others: (outcome === 'home' ? home : away) - (side === outcome ? 1 : 0),
    of: home + away - (side === null ? 0 : 1),
    isMissed,
    isRight,
  };
}
