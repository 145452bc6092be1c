import type { LeftOut, Place } from './tree.ts';
import { childrenOf, fieldsOf, isMap, numberOf } from './tree.ts';
import { readWeekId } from './week-id.ts';

/** A weekly score that the old system stored. It is compared and never imported. */
export interface OldScore {
  readonly path: string;
  readonly poolId: string;
  readonly uid: string;
  readonly weekId: string;
  readonly score: number;
}

/**
 * Reads `PoolScores/{poolId}`: `{uid}/weeks/{weekId}`, and `{weekId}/{uid}` or `{weekId}/scores/{uid}`. Deleted pools are left out, as their
 * picks are.
 */
export function readScores(scores: Place, deleted: ReadonlySet<string>, leftOut: LeftOut[]): OldScore[] {
  return childrenOf(scores, leftOut).flatMap((pool) => {
    if (deleted.has(pool.key)) return [];
    return childrenOf(pool, leftOut).flatMap((place) => {
      const weekId = readWeekId(place.key);
      return weekId === null ? scoresOfUser(pool.key, place, leftOut) : scoresOfWeek(pool.key, place, weekId, leftOut);
    });
  });
}

function scoresOfUser(poolId: string, user: Place, leftOut: LeftOut[]): OldScore[] {
  const weeks = fieldsOf(user)('weeks');
  if (weeks === undefined || !isMap(weeks.value)) {
    leftOut.push({ path: user.path, reason: 'This has no scores by week.' });
    return [];
  }
  return childrenOf(weeks, leftOut).flatMap((place) => {
    const weekId = readWeekId(place.key);
    if (weekId !== null) return scoreAt({ place, poolId, uid: user.key, weekId }, leftOut);
    leftOut.push({ path: place.path, reason: 'This is not the id of a week.' });
    return [];
  });
}

function scoresOfWeek(poolId: string, week: Place, weekId: string, leftOut: LeftOut[]): OldScore[] {
  const scores = fieldsOf(week)('scores') ?? week;
  // Its `picks` are those of PoolPicks.
  const places = childrenOf(scores, leftOut).filter(({ key }) => key.toLowerCase() !== 'picks');
  return places.flatMap((place) => scoreAt({ place, poolId, uid: place.key, weekId }, leftOut));
}

interface At extends Pick<OldScore, 'poolId' | 'uid' | 'weekId'> {
  readonly place: Place;
}

function scoreAt({ place, ...of }: At, leftOut: LeftOut[]): OldScore[] {
  const score = numberOf(place);
  if (score !== null) return [{ path: place.path, ...of, score }];
  leftOut.push({ path: place.path, reason: 'This is not a score.' });
  return [];
}
