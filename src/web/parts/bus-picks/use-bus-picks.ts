import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { BusPickGame } from '#contract/picks.ts';
import type { Side } from '#core/types.ts';
import { call, failureText } from '#web/lib/api.ts';

/** The week of an entry, as an admin may know it. */
export interface PlayerWeek {
  readonly poolId: string;
  readonly weekId: string;
  readonly entryId: string;
}

/** What is to become of the pick of a game: a side, or null to clear it. */
export type PickChange = Side | null;

export function busPicksQuery({ poolId, weekId, entryId }: PlayerWeek) {
  return queryOptions({
    queryKey: ['admin', 'bus', poolId, weekId, entryId],
    queryFn: ({ signal }) =>
      call('GET /api/admin/pools/:poolId/weeks/:weekId/bus/:entryId', { params: { poolId, weekId, entryId } }, signal),
    refetchOnMount: 'always',
    meta: { failure: 'Error fetching the picks of a player' },
  });
}

/** Picks that an admin is about to enter for a player. */
export interface BusPicksState {
  /** By gid. */
  readonly changes: ReadonlyMap<string, PickChange>;
  /** Why a pick was refused, by gid. */
  readonly refusals: ReadonlyMap<string, string>;
  /** The same change again takes it back. */
  readonly change: (gid: string, change: PickChange) => void;
  /** One after the other; each that is refused stays, with the reason. Resolves to whether all were entered or cleared. */
  readonly send: (reason: string) => Promise<boolean>;
}

export function useBusPicks(week: PlayerWeek): BusPicksState {
  const client = useQueryClient();
  const { queryKey } = busPicksQuery(week);
  const [changes, setChanges] = useState<ReadonlyMap<string, PickChange>>(new Map());
  const [refusals, setRefusals] = useState<ReadonlyMap<string, string>>(new Map());

  async function send(reason: string): Promise<boolean> {
    const refused = new Map<string, string>();
    for (const [gid, side] of changes) {
      try {
        const game = await enter(week, gid, side, reason);
        client.setQueryData(
          queryKey,
          (held) => held && { ...held, games: held.games.map((each) => latest(each, game)) },
        );
        setChanges((open) => without(open, gid));
      } catch (error) {
        console.error('Error entering a pick for a player', error);
        refused.set(gid, failureText(error));
      }
    }
    setRefusals(refused);
    if (refused.size > 0) void client.invalidateQueries({ queryKey });
    return refused.size === 0;
  }

  return {
    changes,
    refusals,
    change: (gid, change) => {
      setChanges((open) =>
        open.get(gid) === change && open.has(gid) ? without(open, gid) : new Map(open).set(gid, change),
      );
      setRefusals((shown) => without(shown, gid));
    },
    send,
  };
}

function enter({ poolId, entryId }: PlayerWeek, gid: string, side: PickChange, reason: string): Promise<BusPickGame> {
  const body = { side, reason };
  return call('PUT /api/pools/:poolId/picks/:gid/bus/:entryId', { params: { poolId, gid, entryId }, body });
}

function latest(held: BusPickGame, saved: BusPickGame): BusPickGame {
  return held.gid === saved.gid ? saved : held;
}

function without<T>(map: ReadonlyMap<string, T>, gid: string): ReadonlyMap<string, T> {
  return new Map([...map].filter(([key]) => key !== gid));
}
