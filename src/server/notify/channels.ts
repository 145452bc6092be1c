/**
 * The notification channels. To add one, see "How do I add" in docs/architecture.md.
 */
import type { Clock } from '#server/platform/clock.ts';
import type { Db } from '#server/platform/db/connect.ts';
import type { Settings } from '#server/platform/env/settings.ts';
import type { HeldPool } from '#server/pools/reads.ts';
import type { DecidedWeek } from '#server/talk/store.ts';
import { postWeek } from '#server/talk/store.ts';
import type { EntryNames } from './hooks.ts';
import { addDecided } from './hooks.ts';
import { mailChannel } from './mail.ts';
import type { Channel } from './notifier.ts';
import { pushChannel } from './push.ts';

/** Channels to one person, who chooses the kinds of notifications for each. */
export function personalChannels(settings: Settings): readonly Channel[] {
  return [mailChannel(settings), pushChannel(settings)];
}

/** A channel to a whole pool. Writes the result of a decided week, in the transaction that announces it. */
type PoolChannel = (
  tx: Db,
  pool: HeldPool,
  week: DecidedWeek,
  names: ReadonlyMap<string, EntryNames>,
  clock: Clock,
) => Promise<void>;

export const poolChannels: readonly PoolChannel[] = [postWeek, addDecided];
