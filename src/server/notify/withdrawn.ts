import { EASTERN_ZONE, formatDay, formatTime } from '#core/kickoff-text.ts';
import { commissionersOf } from '#server/store/members.ts';
import type { Deps } from '../deps.ts';
import { findPool } from '../store/pools.ts';

/** A link that withdrew picks of open games. */
interface Withdrawing {
  readonly poolId: string;
  readonly entryId: string;
  /** Who has the entry now. */
  readonly userId: string;
  readonly entryName: string;
  readonly accountName: string;
  readonly withdrawn: number;
  /** ms; null if no game is open */
  readonly nextLock: number | null;
}

/** Tells the owner of a linked entry, and whoever runs the pool, that its picks of open games were withdrawn, and until when to pick. */
export async function tellWithdrawn(
  { store, notifier, clock }: Pick<Deps, 'store' | 'notifier' | 'clock'>,
  { poolId, entryId, userId, entryName, accountName, withdrawn, nextLock }: Withdrawing,
  site: string,
): Promise<void> {
  if (withdrawn === 0) return;
  const pool = await findPool(store.db, poolId);
  if (pool === null) return;
  const picks = withdrawn === 1 ? '1 pick' : `${withdrawn} picks`;
  const was = withdrawn === 1 ? 'was' : 'were';
  const until =
    nextLock === null
      ? ''
      : ` The next game locks on ${formatDay(nextLock, EASTERN_ZONE)} at ${formatTime(nextLock, EASTERN_ZONE)}.`;
  const text = `${entryName} was linked to the account of ${accountName}, and ${picks} of open games ${was} withdrawn.${until}`;
  const running = (await commissionersOf(store.db, poolId)).map(({ id }) => id);
  const news = { kind: 'announcement', poolId, poolName: pool.name, text } as const;
  const to = new Map([userId, ...running].map((id) => [id, news]));
  await notifier.tell({
    kind: 'announcement',
    key: `link ${entryId} ${clock.now()}`,
    consent: 'not refused',
    site,
    to,
  });
}
