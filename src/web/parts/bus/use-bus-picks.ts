import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { BusGame } from '#contract/bus.ts';
import type { Side } from '#core/types.ts';
import { call, failureText } from '#web/lib/api.ts';

/** One player's week, as an admin may know it. */
export interface BusPlace {
  readonly poolId: string;
  readonly weekId: string;
  readonly userId: string;
}

/** What is to become of the pick of a game: a side, or null to clear it. */
export type Wish = Side | null;

export function busQuery({ poolId, weekId, userId }: BusPlace) {
  return queryOptions({
    queryKey: ['admin', 'bus', poolId, weekId, userId],
    queryFn: ({ signal }) =>
      call('GET /api/admin/pools/:poolId/weeks/:weekId/bus/:userId', { params: { poolId, weekId, userId } }, signal),
    refetchOnMount: 'always',
    meta: { failure: 'Error fetching the picks of a player' },
  });
}

/** Picks that an admin is about to enter for a player. */
export interface BusDesk {
  /** By gid. */
  readonly wishes: ReadonlyMap<string, Wish>;
  readonly reason: string;
  /** Why a pick was refused, by gid. */
  readonly refusals: ReadonlyMap<string, string>;
  readonly saving: boolean;
  readonly setReason: (reason: string) => void;
  /** The same wish again takes it back. */
  readonly wish: (gid: string, wish: Wish) => void;
  readonly save: () => void;
}

interface Outcome {
  readonly count: number;
  readonly refused: number;
}

/** @param onSaved hears how many picks were entered or cleared, once all of them were */
export function useBusPicks(place: BusPlace, onSaved: (count: number) => void): BusDesk {
  const client = useQueryClient();
  const { queryKey } = busQuery(place);
  const [wishes, setWishes] = useState<ReadonlyMap<string, Wish>>(new Map());
  const [refusals, setRefusals] = useState<ReadonlyMap<string, string>>(new Map());
  const [reason, setReason] = useState('');

  /** One after the other; each that is refused stays, with the reason. */
  async function send(): Promise<Outcome> {
    const refused = new Map<string, string>();
    for (const [gid, side] of wishes) {
      try {
        const game = await enter(place, gid, side, reason);
        client.setQueryData(
          queryKey,
          (held) => held && { ...held, games: held.games.map((each) => latest(each, game)) },
        );
        setWishes((open) => without(open, gid));
      } catch (error) {
        console.error('Error entering a pick for a player', error);
        refused.set(gid, failureText(error));
      }
    }
    setRefusals(refused);
    if (refused.size > 0) void client.invalidateQueries({ queryKey });
    return { count: wishes.size - refused.size, refused: refused.size };
  }

  const saving = useMutation({
    mutationFn: send,
    onSuccess: ({ count, refused }) => {
      if (refused === 0) onSaved(count);
    },
  });

  return {
    wishes,
    reason,
    refusals,
    saving: saving.isPending,
    setReason,
    wish: (gid, wish) => {
      setWishes((open) =>
        open.get(gid) === wish && open.has(gid) ? without(open, gid) : new Map(open).set(gid, wish),
      );
      setRefusals((shown) => without(shown, gid));
    },
    save: () => {
      if (!saving.isPending && wishes.size > 0) saving.mutate();
    },
  };
}

function enter({ poolId, userId }: BusPlace, gid: string, side: Wish, reason: string): Promise<BusGame> {
  const body = { side, ...(reason.trim() === '' ? {} : { reason: reason.trim() }) };
  return call('PUT /api/pools/:poolId/picks/:gid/bus/:userId', { params: { poolId, gid, userId }, body });
}

function latest(held: BusGame, saved: BusGame): BusGame {
  return held.gid === saved.gid ? saved : held;
}

function without<T>(map: ReadonlyMap<string, T>, gid: string): ReadonlyMap<string, T> {
  return new Map([...map].filter(([key]) => key !== gid));
}
