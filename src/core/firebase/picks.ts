import type { Side } from '#core/types.ts';
import type { LeftOut, Place } from './tree.ts';
import { childrenOf, isMap, textOf } from './tree.ts';
import { readWeekId } from './week-id.ts';

/** A pick of an export. */
export interface OldPick {
  readonly path: string;
  readonly poolId: string;
  readonly uid: string;
  readonly weekId: string;
  readonly gid: string;
  readonly side: Side;
  /** Whether an admin entered it. */
  readonly bus: boolean;
}

const PICK = /^(home|away)(?:\s*,\s*(?:(bus)\s*)?)?$/i;

/** Reads `PoolPicks/{poolId}/{uid}/{weekId}/{gid}`, without those of deleted pools. */
export function readPicks(picks: Place, deleted: ReadonlySet<string>, leftOut: LeftOut[]): OldPick[] {
  return childrenOf(picks, leftOut).flatMap((pool) => {
    if (!deleted.has(pool.key)) return childrenOf(pool, leftOut).flatMap((user) => readUser(pool.key, user, leftOut));
    leftOut.push({ path: pool.path, reason: 'The pool was deleted.' });
    return [];
  });
}

function readUser(poolId: string, user: Place, leftOut: LeftOut[]): OldPick[] {
  return childrenOf(user, leftOut).flatMap((week) => {
    const weekId = readWeekId(week.key);
    if (weekId !== null && isMap(week.value))
      return childrenOf(week, leftOut).flatMap((place): OldPick[] => {
        const [, side, bus] = PICK.exec(textOf(place) ?? '') ?? [];
        if (side !== undefined) {
          const { key: gid, path } = place;
          const isHome = side.toLowerCase() === 'home';
          return [{ path, poolId, uid: user.key, weekId, gid, side: isHome ? 'home' : 'away', bus: bus !== undefined }];
        }
        leftOut.push({ path: place.path, reason: 'This is not a pick: home or away, and bus after a comma.' });
        return [];
      });
    leftOut.push({
      path: week.path,
      reason: weekId === null ? 'This is not the id of a week.' : 'These are not picks.',
    });
    return [];
  });
}
