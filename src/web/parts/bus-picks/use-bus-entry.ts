import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { WeekChoice } from '#contract/picks.ts';
import { call, failureText } from '#web/lib/api.ts';
import type { PlayerWeek } from './use-bus-picks.ts';

/** What a player has of a week as a whole, and their guess, as an admin may know it. */
export function busEntryQuery({ poolId, weekId, entryId }: PlayerWeek) {
  return queryOptions({
    queryKey: ['admin', 'bus-entry', poolId, weekId, entryId],
    queryFn: ({ signal }) =>
      call(
        'GET /api/admin/pools/:poolId/weeks/:weekId/bus/:entryId/entry',
        { params: { poolId, weekId, entryId } },
        signal,
      ),
    refetchOnMount: 'always',
    meta: { failure: 'Error fetching what a player entered' },
  });
}

/** A guess as it is typed, with the game that it is of. */
interface TypedGuess {
  readonly gid: string;
  readonly text: string;
}

/** An order or a team, and a guess, that an admin is about to enter for a player; undefined where they leave it. */
export interface BusEntryState {
  readonly entry: WeekChoice | null | undefined;
  readonly guess: TypedGuess | undefined;
  readonly isDirty: boolean;
  /** Why the last try was refused. */
  readonly failure: string | null;
  readonly setEntry: (entry: WeekChoice | null) => void;
  readonly setGuess: (guess: TypedGuess) => void;
  /** Resolves to whether everything was entered. */
  readonly send: (reason: string) => Promise<boolean>;
}

export function useBusEntry(week: PlayerWeek): BusEntryState {
  const { poolId, weekId, entryId } = week;
  const client = useQueryClient();
  const [entry, setEntry] = useState<WeekChoice | null>();
  const [guess, setGuess] = useState<TypedGuess>();
  const params = { poolId, weekId, entryId };
  const saving = useMutation({
    mutationFn: async (reason: string) => {
      const body = { reason };
      if (entry !== undefined) {
        await call('PUT /api/pools/:poolId/weeks/:weekId/entry/bus/:entryId', { params, body: { ...body, entry } });
        setEntry(undefined);
      }
      if (guess !== undefined) {
        const total = guess.text === '' ? null : Number(guess.text);
        const told = { ...body, gid: guess.gid, guess: total };
        await call('PUT /api/pools/:poolId/weeks/:weekId/guess/bus/:entryId', { params, body: told });
        setGuess(undefined);
      }
    },
    onError: (error) => console.error('Error entering a week for a player', error),
    onSettled: () => client.invalidateQueries({ queryKey: busEntryQuery(week).queryKey }),
  });
  const isDirty = entry !== undefined || guess !== undefined;
  return {
    entry,
    guess,
    isDirty,
    failure: saving.error && failureText(saving.error),
    setEntry,
    setGuess,
    send: (reason) =>
      saving.mutateAsync(reason).then(
        () => true,
        () => false,
      ),
  };
}
