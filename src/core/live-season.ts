/** Live numbers of a season: its standings if every game of the week that is being played ended as it stands (beyond 13). */
import { gameCounts } from './game.ts';
import type { GameNow } from './leading-now.ts';
import { gamesNow, sideOf } from './leading-now.ts';
import type { LiveRow, LiveWeek } from './live-week.ts';
import { ended, scoresNow, tiebreakNow, weekNow } from './live-week.ts';
import { lastLock } from './locks.ts';
import { choiceOf, isAutoLetter } from './pick-letters.ts';
import { resultNow } from './picks.ts';
import type { VisibleEntry, VisibleStandings } from './recap/decided-week.ts';
import { rankedAfter, rankedBefore } from './recap/ranked-after.ts';
import type { PoolRules } from './rules/pool-rules.ts';
import type { Halves, ScoredGame } from './scoring.ts';
import { isWeekDecided } from './scoring.ts';
import { lateWeeks } from './standings.ts';
import { guessOff } from './tiebreak.ts';

/** What an entry has now in the season. */
export interface SeasonNumber {
  readonly halves: Halves;
  readonly rank: number;
  /** How many places it has gained since the week began, negative if it lost some; null if no earlier week has a score. */
  readonly moved: number | null;
}

/** By entry, by rank now, then by name. */
export type SeasonNow = ReadonlyMap<string, SeasonNumber>;

/** The standings of a pool, with the owners of entries. */
export interface LiveStandings extends VisibleStandings {
  readonly rows: readonly (VisibleEntry & { readonly ownerId: string })[];
}

/**
 * Computes the season now. Once every game of the week has begun, the week counts as decided: it can be dropped, and it separates level
 * entries. Before that it does neither.
 */
export function seasonNow(weekId: string, week: LiveWeek, standings: LiveStandings): SeasonNow {
  const { rules } = week;
  const at = standings.weeks.indexOf(weekId);
  const now = rankedAfter(standingsNow(weekId, week, standings), rules, standings.weeks.length - 1);
  const before = new Map(rankedBefore(standings, rules, at)?.map(({ id, rank }) => [id, rank]));
  return new Map(
    now.map(({ id, total, rank }) => {
      const was = before.get(id);
      return [id, { halves: total, rank, moved: was === undefined ? null : was - rank }];
    }),
  );
}

/** The standings with the week as it stands in place of its official scores. */
function standingsNow(weekId: string, week: LiveWeek, standings: LiveStandings): VisibleStandings {
  const { weeks, finishedWeeks } = standings;
  const at = weeks.indexOf(weekId);
  const isOver = finishedWeeks.includes(weekId) || isWeekDecided(ended(week), false);
  const scores = new Map(scoresNow(week).map(({ id, score }) => [id, score]));
  const late = isOver ? lateScores(weekId, week, standings, scores) : new Map<string, Halves>();
  const tiesOf = tiesNow(week, scores, isOver);
  const rows = standings.rows.map((row) => ({
    ...row,
    halves: row.halves.with(at, late.get(row.id) ?? scores.get(row.id) ?? null),
    ties: row.ties && tiesOf(row.id, row.ties, at),
  }));
  return { ...standings, finishedWeeks: isOver ? [...finishedWeeks, weekId] : finishedWeeks, rows };
}

/** The scores of entries that joined after the week's last lock and have no pick in it, if the pool gives them the lowest. */
function lateScores(
  weekId: string,
  { rules, games, gids, rows }: LiveWeek,
  standings: LiveStandings,
  scores: ReadonlyMap<string, Halves>,
): ReadonlyMap<string, Halves> {
  const joined = Map.groupBy(standings.rows, ({ ownerId }) => ownerId);
  const entrants = standings.rows.map(({ id, name, ownerId, joinedAt = 0 }) => ({
    id,
    name,
    joinedAt,
    isFirst: (joined.get(ownerId) ?? []).every((other) => other.id === id || (other.joinedAt ?? 0) > joinedAt),
    weeks: { [weekId]: scores.get(id) ?? 0 },
  }));
  const counting = new Set(games.filter(gameCounts).map(({ gid }) => gid));
  const hasPicked = ({ picks }: LiveRow) =>
    gids.some((gid, at) => counting.has(gid) && choiceOf(picks[at]) !== 'none' && !isAutoLetter(picks[at]));
  const pickers = new Set(rows.filter(hasPicked).map(({ id }) => id));
  const season = [{ id: weekId, hasFinal: true, isDecided: true, lastLockAt: lastLock(games) ?? 0 }];
  const late = lateWeeks(entrants, season, new Map([[weekId, pickers]]), rules);
  return new Map([...late].flatMap(([id, weeks]) => (weeks[weekId] === undefined ? [] : [[id, weeks[weekId]]])));
}

/** What separates level entries in the week now: of the right picks also those of running games, the rest once it is over. */
function tiesNow(week: LiveWeek, scores: ReadonlyMap<string, Halves>, isOver: boolean) {
  const { rules, games, gids, rows } = week;
  const running = games.flatMap((game) => {
    const now = gamesNow(gids, [game], rules)[0];
    return now === undefined || now.leading === null ? [] : [{ game, now }];
  });
  const letters = new Map(rows.map(({ id, picks }) => [id, picks]));
  const rightNow = (id: string) => running.filter(({ game, now }) => isRight(letters.get(id) ?? '', game, now, rules));
  const winners = new Set(isOver ? weekNow(week).winners : []);
  const tiebreak = tiebreakNow(week) ?? undefined;
  return (id: string, { won, correct, off }: NonNullable<VisibleEntry['ties']>, at: number) => ({
    won: won.with(at, winners.has(id)),
    correct: correct.with(at, (correct[at] ?? 0) + rightNow(id).length),
    off: off.with(at, isOver && scores.has(id) ? guessOff(tiebreak, id) : 0),
  });
}

function isRight(letters: string, game: ScoredGame, now: GameNow, rules: PoolRules): boolean {
  const side = sideOf(choiceOf(letters[now.place]), now);
  return side !== null && resultNow(side, game, rules) === 'correct';
}
