import type { ImportRequest } from '#contract/imports.ts';
import { teamSlot } from '#core/formats/survivor/survivor.ts';
import type { SlotWish } from '#core/pick.ts';
import type { ImportedSeason } from './season-store.ts';

/** The picks of an import, by position in its lists. */
export interface ImportSlots extends Pick<ImportRequest, 'entries' | 'gids' | 'picks' | 'guesses' | 'orders'> {
  /** In a survivor pool: what it has of its season, in order. */
  readonly season?: ImportedSeason;
  /** The positions of the entries that were the importer's own when it began. */
  readonly own?: readonly number[];
  /** Whether members were told of it, and so are told if it is undone. */
  readonly isAnnounced?: true;
}

/** A pick of an import, by position in its lists. */
interface Item {
  readonly entry: number;
  readonly games: readonly number[];
  readonly wishOf: (gids: readonly string[], weekId: string) => SlotWish;
}

/** What is imported, in the order in which it is written. */
export function itemsOf({ picks, guesses = [], orders = [], season }: Omit<ImportSlots, 'entries' | 'gids'>): Item[] {
  const sides = picks.map(([entry, game, side]): Item => {
    return { entry, games: [game], wishOf: ([gid = '']) => ({ kind: 'pick', about: gid, value: { side } }) };
  });
  const totals = guesses.map(([entry, game, total]): Item => {
    return { entry, games: [game], wishOf: ([gid = ''], about) => ({ kind: 'guess', about, value: { gid, total } }) };
  });
  const places = orders.map(([entry, games]): Item => {
    return { entry, games, wishOf: (order, about) => ({ kind: 'order', about, value: { order } }) };
  });
  const teams = (season?.teams ?? []).map(({ entry, game, team, isSecond }): Item => {
    const wishOf: Item['wishOf'] = ([gid = ''], weekId) => {
      return { kind: 'team', about: teamSlot(weekId, isSecond), value: { gid, team } };
    };
    return { entry, games: [game], wishOf };
  });
  return [...sides, ...totals, ...places, ...teams];
}
