import type { OwnEntry } from '#contract/entries.ts';
import type { OwnSlot } from '#contract/picks.ts';
import { slotKey } from '#core/pick.ts';

/** Picks as an entry of the viewer has them. */
export function ownSlots(...picks: readonly OwnSlot[]): OwnEntry['picks'] {
  return Object.fromEntries(picks.map((pick) => [slotKey(pick), pick]));
}
