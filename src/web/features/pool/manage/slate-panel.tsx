import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { PoolEditReply, PoolReply } from '#contract/pools.ts';
import type { GameReply } from '#contract/shapes.ts';
import { gameCounts } from '#core/game.ts';
import { kickoffText } from '#core/kickoff-text.ts';
import { counted } from '#core/listed.ts';
import { choiceOf } from '#core/pick-letters.ts';
import { call, failureText } from '#web/lib/api.ts';
import { useClock } from '#web/lib/clock.ts';
import { confirmLeave, useUnsavedChanges } from '#web/lib/unsaved-changes.ts';
import { PanelSection } from '#web/parts/panel/panel-section.tsx';
import { poolEditQuery } from '#web/parts/pool-edit/pool-edit.ts';
import { gamesQuery, matchupQuery, poolQuery } from '#web/parts/queries.ts';
import { Button } from '#web/ui/button.tsx';
import { CheckRow } from '#web/ui/check-row.tsx';
import { Loaded, Skeleton } from '#web/ui/loaded.tsx';
import { Refusal } from '#web/ui/refusal.tsx';
import { usePanelWeek } from './week-choice.tsx';

/** Chooses the games of a week. Nothing if they are not chosen by hand, or the pool has no weeks. */
export function SlatePanel({ pool }: { readonly pool: PoolEditReply }) {
  const week = usePanelWeek(pool, confirmLeave);
  const weekRules = useQuery(poolQuery(pool.id)).data?.weekRules;
  if (week === null || (weekRules?.[week.weekId] ?? pool.settings.rules).slate !== 'chosen') return null;
  return (
    <PanelSection title="Games of the week" tools={week.tools}>
      <SlateOfWeek key={week.weekId} poolId={pool.id} weekId={week.weekId} />
    </PanelSection>
  );
}

interface WeekProps {
  readonly poolId: string;
  readonly weekId: string;
}

function SlateOfWeek({ poolId, weekId }: WeekProps) {
  const pool = useQuery(poolQuery(poolId));
  const deadlines = pool.data?.deadlines;
  const games = useQuery(gamesQuery(poolId, weekId, { ...(deadlines && { deadlines }) }));
  return (
    <Loaded query={pool} failure="Couldn't load the pool" skeleton={<Skeleton className="h-72" />}>
      {(own: PoolReply) => (
        <Loaded query={games} failure="Couldn't load games" skeleton={<Skeleton className="h-72" />}>
          {(all) => (
            <SlateForm
              poolId={poolId}
              weekId={weekId}
              games={all}
              leftOut={own.leftOut ?? []}
              settlesAt={own.slateLocks?.[weekId]}
            />
          )}
        </Loaded>
      )}
    </Loaded>
  );
}

interface FormProps extends WeekProps {
  readonly games: readonly GameReply[];
  readonly leftOut: readonly string[];
  /** When the week keeps its games, ms; undefined if no game locks. */
  readonly settlesAt: number | undefined;
}

function SlateForm({ poolId, weekId, games, leftOut, settlesAt = Number.POSITIVE_INFINITY }: FormProps) {
  const [draft, setDraft] = useState<ReadonlySet<string> | null>(null);
  const saving = useChoice({ poolId, weekId });
  const isSettled = useClock((now) => now >= settlesAt);
  const stored = new Set(games.flatMap(({ gid }) => (leftOut.includes(gid) ? [gid] : [])));
  const out = isSettled || draft === null ? stored : draft;
  const isChanged = games.some(({ gid }) => out.has(gid) !== stored.has(gid));
  const losing = usePicksOf({ poolId, weekId }, [...out]);
  useUnsavedChanges(isChanged);
  if (games.length === 0) return <p className="text-ink-soft">This week has no games yet.</p>;

  function toggle(gid: string, isIn: boolean): void {
    setDraft(new Set(isIn ? [...out].filter((each) => each !== gid) : [...out, gid]));
  }

  const played = games.filter((game) => gameCounts(game) && !out.has(game.gid)).length;
  const note = isSettled
    ? 'A game of this week has locked, so its games stay as they are.'
    : 'Games can be left out until the first lock of the week. Picks of them are kept, but count only if the game comes back.';
  return (
    <>
      <p className="mb-2 text-sm text-ink-soft">{note}</p>
      {games.map((game) => (
        <CheckRow
          key={game.gid}
          label={`${game.away} @ ${game.home}`}
          note={Object.values(kickoffText(game)).join(', ')}
          checked={!out.has(game.gid)}
          disabled={isSettled}
          onChange={(isIn) => toggle(game.gid, isIn)}
        />
      ))}
      {losing > 0 && (
        <p className="mt-2 text-amber">{`${counted(losing, 'pick')} of games that you leave out won't count.`}</p>
      )}
      <Refusal text={saving.isError ? failureText(saving.error) : null} />
      <p role="status" className="mt-2 text-sm text-ink-soft">
        {played === 0 && 'Choose at least one game.'}
        {saving.isSuccess && !isChanged && 'Saved.'}
      </p>
      {!isSettled && (
        <Button
          className="mt-3"
          disabled={!isChanged || played === 0 || saving.isPending}
          onClick={() => saving.mutate([...out], { onSuccess: () => setDraft(null) })}
        >
          {saving.isPending ? 'Saving...' : `Save: ${counted(played, 'game')}`}
        </Button>
      )}
    </>
  );
}

/** How many picks the games of a week have. Everybody sees which games are picked, but not which side. */
function usePicksOf({ poolId, weekId }: WeekProps, gids: readonly string[]): number {
  const { data } = useQuery(matchupQuery(poolId, weekId));
  const places = gids.map((gid) => data?.games.indexOf(gid) ?? -1).filter((at) => at >= 0);
  const picks = data?.rows.flatMap((row) => places.map((at) => choiceOf(row.picks[at]))) ?? [];
  return picks.filter((choice) => choice !== 'none' && choice !== 'auto').length;
}

/** Stores the games that are left out; the pool and the numbers of its games are read again whether they were stored or not. */
function useChoice({ poolId, weekId }: WeekProps) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (leftOut: string[]) =>
      call('PUT /api/pools/:poolId/weeks/:weekId/slate', { params: { poolId, weekId }, body: { leftOut } }),
    onError: (error) => console.error('Error choosing the games of a week', error),
    onSettled: () => {
      void client.invalidateQueries({ queryKey: poolEditQuery(poolId).queryKey });
      return client.invalidateQueries({ queryKey: poolQuery(poolId).queryKey });
    },
  });
}
