import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { TeamChoice } from '#core/formats/survivor.ts';
import type { WeekHolder } from '#core/formats/survivor-week.ts';
import { usePickSaving } from '#web/parts/picks/pick-context.tsx';
import type { EntryState } from '#web/parts/picks/use-entry.ts';
import { useEntry } from '#web/parts/picks/use-entry.ts';
import { ownPicksQuery } from '#web/parts/queries.ts';

/** A week of a survivor pool as its player has it: the team as tapped last, and the saving of it. */
export interface OwnWeek extends Omit<EntryState, 'entry' | 'enter'> {
  readonly holder: WeekHolder;
  /** The last tap is confirmed. */
  readonly isSaved: boolean;
  /** Chooses a team; null takes it back. */
  readonly choose: (choice: TeamChoice | null) => void;
}

export function useOwnWeek(poolId: string, weekId: string): OwnWeek {
  const { entry, enter, ...saving } = useEntry(poolId, weekId);
  const { saved } = usePickSaving(poolId, weekId);
  const { data: own } = useQuery(ownPicksQuery(poolId, weekId));
  const holder = useMemo<WeekHolder>(
    () => ({
      choice: entry && 'team' in entry ? entry : null,
      used: new Map(Object.entries(own?.used ?? {})),
      outWeekId: own?.outWeekId ?? null,
    }),
    [entry, own],
  );
  return { ...saving, holder, isSaved: saved, choose: enter };
}
