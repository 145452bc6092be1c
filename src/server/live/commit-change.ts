import type { Store } from '#server/store/engine/connect.ts';
import { rescoreStale } from '../store/scores.ts';
import type { Change } from './changes.ts';
import type { Live } from './live.ts';

export interface Writer {
  readonly store: Store;
  readonly live: Pick<Live, 'changed'>;
}

/**
 * What follows a write, called after its commit: scores that became stale are worked out, then live pages and other nodes
 * hear of the change. Pages hear of it also where scoring failed; then the marks stay, and the next change tries again. A
 * change of no games is told to nobody.
 */
export async function commitChange({ store, live }: Writer, change: Change): Promise<void> {
  if (change.kind === 'picks' || change.kind === 'sessions') {
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
  } finally {
    if (change.kind !== 'games') live.changed(change);
    if (weekIds.size > 0 && change.kind !== 'everything')
      live.changed({ kind: 'games', weekIds: [...weekIds], ...(scored && { scored }) });
  }
}
