import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { GameReply } from '#contract/shapes.ts';
import type { SurvivorResult, TeamChoice } from '#core/formats/survivor.ts';
import type { WeekHolder } from '#core/formats/survivor-week.ts';
import { isLocked } from '#core/locks.ts';
import { useClock } from '#web/lib/clock.ts';
import { useEntries, useOwnWeek } from '#web/parts/entries.tsx';
import type { ShownWeekChoice } from '#web/parts/picks/pick-context.tsx';
import { useOwnWeekChoice, usePickSaving } from '#web/parts/picks/pick-context.tsx';
import { standingsQuery } from '#web/parts/queries.ts';
import type { LiveScore } from './live-score.ts';
import { liveScoreOf } from './live-score.ts';
import type { Win } from './win.ts';
import { winOf } from './win.ts';

/** A week of a survivor pool as its player has it: the team as tapped last, and the saving of it. */
export interface TeamWeek extends Omit<ShownWeekChoice<'team'>, 'choice' | 'stored' | 'pick'> {
  readonly holder: WeekHolder;
  /** What the standings made of the week; undefined until that is known. */
  readonly result: SurvivorResult | undefined;
  /** Whether the player has won the pool. */
  readonly win: Win | null;
  /** How the team does while its game runs. */
  readonly live: LiveScore | null;
  /** How many are left; undefined until that is known. */
  readonly lives: number | undefined;
  /** The last tap is confirmed. */
  readonly isSaved: boolean;
  /** Chooses a team; null takes it back. */
  readonly choose: (team: TeamChoice | null) => void;
}

/** @param games of the week, with the pool's locks */
export function useTeamWeek(poolId: string, weekId: string, games: readonly GameReply[]): TeamWeek {
  const { choice, stored, pick, ...saving } = useOwnWeekChoice(poolId, weekId, 'team');
  const { saved } = usePickSaving(poolId, weekId);
  const { data: own } = useOwnWeek(poolId, weekId);
  const { data: standings } = useQuery(standingsQuery(poolId));
  const entryId = useEntries().entry?.id;
  const shownGame = games.find(({ gid }) => gid === choice?.team?.gid);
  // What has not arrived by the lock of its game does not count.
  const isLate = useClock((now) => saving.isSending && shownGame !== undefined && isLocked(shownGame, now));
  const team = (isLate ? stored : choice)?.team ?? null;
  const survival = standings?.rows.find(({ id }) => id === entryId)?.survival;
  // A game that ends tells the standings first.
  const outWeekId = (survival ?? own)?.outWeekId ?? null;
  const holder = useMemo<WeekHolder>(
    () => ({
      choice: team,
      used: new Map(Object.entries(own?.used ?? {})),
      outWeekId,
    }),
    [team, own, outWeekId],
  );
  const result = survival?.weeks[standings?.weeks.indexOf(weekId) ?? -1]?.result;
  const game = games.find(({ gid }) => gid === holder.choice?.gid);
  const live = holder.choice && game ? liveScoreOf(game, holder.choice.team) : null;
  const win = standings && entryId !== undefined ? winOf(standings, entryId) : null;
  const choose: TeamWeek['choose'] = (wanted) => pick({ kind: 'team', weekId, team: wanted });
  return { ...saving, holder, result, win, live, lives: survival?.lives, isSaved: saved, choose };
}
