import type { Halves } from './scoring.ts';

/** After a game of the active week turns Final, scores are read again after this delay, in ms (section 9). */
export const LEADER_RECHECK_MS = 2000;
/** The test page's simulated leader is this many points ahead (section 9). */
export const SIMULATED_LEAD = 10;

/**
 * The top of a week: the best score, the entries that have it, and their owners, each person once. Empty while there is no score above 0.
 */
export interface WeekTop {
  readonly halves: Halves;
  readonly entryIds: readonly string[];
  readonly ownerIds: readonly string[];
}

/** The top of a week in which nobody has scored. */
export const NOBODY: WeekTop = { halves: 0, entryIds: [], ownerIds: [] };

/** The notice that a change at the top requires. */
export type LeaderChange =
  | { readonly kind: 'none' }
  | { readonly kind: 'single'; readonly ownerId: string; readonly halves: Halves }
  | { readonly kind: 'tie'; readonly ownerIds: readonly string[]; readonly halves: Halves };

/** The top of a week's scores. */
export function weekTop(
  scores: readonly { readonly id: string; readonly ownerId: string; readonly score: Halves }[],
): WeekTop {
  const halves = scores.reduce((top, each) => Math.max(top, each.score), 0);
  if (halves === 0) return NOBODY;
  const best = scores.filter((each) => each.score === halves);
  return { halves, entryIds: best.map(({ id }) => id), ownerIds: [...new Set(best.map(({ ownerId }) => ownerId))] };
}

/**
 * Compares the top of the active week before and after a game turned Final. There is a notice if the top score is higher than before or the
 * people at the top changed (section 4). Several entries of one person alone at the top are one leader.
 */
export function leaderChange(before: WeekTop, after: WeekTop): LeaderChange {
  const [ownerId] = after.ownerIds;
  const unchanged = after.halves <= before.halves && samePeople(before.ownerIds, after.ownerIds);
  if (ownerId === undefined || unchanged) return { kind: 'none' };
  if (after.ownerIds.length === 1) return { kind: 'single', ownerId, halves: after.halves };
  return { kind: 'tie', ownerIds: after.ownerIds, halves: after.halves };
}

function samePeople(before: readonly string[], after: readonly string[]): boolean {
  const known = new Set(before);
  return known.size === after.length && after.every((ownerId) => known.has(ownerId));
}
