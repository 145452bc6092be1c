import type { EarlierEntriesReply, EarlierSlot, EarlierWish } from '#contract/earlier-picks.ts';
import type { OwnPicksReply } from '#contract/entries.ts';
import type { OwnSlot } from '#contract/picks.ts';
import { wishOf } from '#core/earlier-wish.ts';
import type { SlotWish } from '#core/pick.ts';

/**
 * Own picks in the form of pages of the release before, which stay open until their users agree to update. The release after this one
 * drops this file, and what imports it.
 */
export function wishOfEarlier(wish: EarlierWish): SlotWish {
  return wishOf(wish) as unknown as SlotWish;
}

/** Why a wish was refused. */
export function earlierRefusal<R extends { readonly code: string; readonly message: string }>(refused: R) {
  const { code, message } = refused;
  return code === 'newer_choice' ? { saved: false as const, code: 'newer_entry' as const, message } : refused;
}

/** What is stored in a slot. */
export function earlierSlot({ kind, value, revision, reason }: OwnSlot): EarlierSlot {
  const entered = { revision, ...(reason !== undefined && { bus: reason }) };
  switch (kind) {
    case 'pick':
      return { side: null, ...value, ...entered };
    case 'guess':
      return {
        gid: value?.gid ?? '',
        guess: value?.total ?? null,
        ...entered,
        ...(value?.cleared && { cleared: true }),
      };
    case 'order':
      return { entry: value && { order: [...value.order] }, ...entered };
    case 'team':
      return { entry: value && { gid: value.gid, team: value.team }, ...entered, ...(value?.auto && { auto: true }) };
  }
}

/** The caller's entries in a pool, with their picks. */
export function earlierEntries({ entries, picks }: OwnPicksReply): EarlierEntriesReply {
  const ofKinds = (entryId: string, kinds: readonly string[]) =>
    Object.fromEntries(
      picks.flatMap((pick) =>
        pick.entryId === entryId && kinds.includes(pick.kind) ? [[pick.about, earlierSlot(pick)]] : [],
      ),
    );
  return {
    entries: entries.map(({ defaultWeeks: _, ...entry }) => ({
      ...entry,
      guesses: ofKinds(entry.id, ['guess']) as EarlierEntriesReply['entries'][number]['guesses'],
      weeks: ofKinds(entry.id, ['order', 'team']) as EarlierEntriesReply['entries'][number]['weeks'],
    })),
    picks: picks.flatMap((pick): EarlierEntriesReply['picks'] => {
      const { kind, about: gid, entryId } = pick;
      if (kind !== 'pick') return [];
      return [{ key: `${entryId} ${gid}`, entryId, gid, ...(earlierSlot(pick) as { side: null; revision: number }) }];
    }),
  };
}
