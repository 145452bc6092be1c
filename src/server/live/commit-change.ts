import type { Store } from '#server/store/engine/connect.ts';
import type { Clock } from '../clock.ts';
import type { PrizeScope } from '../store/prize-news.ts';
import { tellPrizes } from '../store/prize-news.ts';
import { rescoreStale } from '../store/scores.ts';
import type { Change } from './changes.ts';
import type { Live } from './live.ts';
import { postDecidedWeeks } from './talk-posts.ts';

export interface Writer {
  readonly store: Store;
  readonly live: Pick<Live, 'changed'>;
  readonly clock: Clock;
}

/**
 * What follows a write, called after its commit: scores that became stale are worked out, prizes that changed hands noted, then live pages and other
 * nodes hear of the change, and the talk of pools of weeks that are decided by it. Pages hear of it also where scoring failed; then the marks stay, and the next change tries again. A
 * change of no games is told to nobody.
 */
export async function commitChange({ store, live, clock }: Writer, change: Change): Promise<void> {
  if (change.kind === 'picks' || change.kind === 'sessions' || change.kind === 'talk') {
    live.changed(change);
    return;
  }
  const weekIds = new Set(change.kind === 'games' ? change.weekIds : []);
  let scored = false;
  try {
    for (const weekId of await rescoreStale(store)) {
      weekIds.add(weekId);
      scored = true;
    }
    for (const scope of scopesOf(change, [...weekIds])) await tellPrizes(store, scope, clock.now);
  } finally {
    if (change.kind !== 'games') live.changed(change);
    if (weekIds.size > 0 && change.kind !== 'everything')
      live.changed({ kind: 'games', weekIds: [...weekIds], ...(scored && { scored }) });
  }
  for (const poolId of await postDecidedWeeks(store, [...weekIds], clock.now())) live.changed({ kind: 'talk', poolId });
}

/** Where a change, and the scores that followed from it, may have given prizes to others. */
function scopesOf(
  change: Exclude<Change, { kind: 'picks' | 'sessions' | 'talk' }>,
  weekIds: readonly string[],
): PrizeScope[] {
  if (change.kind === 'everything') return ['everywhere'];
  const weeks = change.kind === 'entries' ? [...weekIds, change.weekId] : weekIds;
  return [
    ...(change.kind === 'pools' && change.poolIds.length > 0 ? [{ poolIds: change.poolIds }] : []),
    ...(weeks.length > 0 ? [{ weekIds: weeks }] : []),
  ];
}
