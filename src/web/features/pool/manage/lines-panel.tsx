import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { useState } from 'react';
import { MAX_LINE_REASON } from '#contract/games.ts';
import type { BodyOf } from '#contract/index.ts';
import type { PoolEditReply, PoolReply } from '#contract/pools.ts';
import type { GameReply } from '#contract/shapes.ts';
import { weekFreeze } from '#core/frozen-line.ts';
import { parseSpread } from '#core/validation.ts';
import { call, failureText } from '#web/lib/api.ts';
import { useClock } from '#web/lib/clock.ts';
import { PanelSection } from '#web/parts/panel/panel-section.tsx';
import { gamesQuery, poolQuery } from '#web/parts/queries.ts';
import { LONGEST_NUMBER, spreadText } from '#web/parts/spread-text.ts';
import { Button } from '#web/ui/button.tsx';
import { SelectField, TextField } from '#web/ui/field.tsx';
import { Loaded, Skeleton } from '#web/ui/loaded.tsx';
import { Refusal } from '#web/ui/refusal.tsx';
import { usePanelWeek } from './week-choice.tsx';

/** Corrects frozen lines of a pool. Nothing if its lines still move, or it has no weeks. */
export function LinesPanel({ pool }: { readonly pool: PoolEditReply }) {
  const week = usePanelWeek(pool);
  if (week === null || pool.settings.rules.line !== 'frozen') return null;
  return (
    <PanelSection title="Frozen lines" tools={week.tools}>
      <LinesOfWeek key={week.weekId} poolId={pool.id} weekId={week.weekId} />
    </PanelSection>
  );
}

interface WeekProps {
  readonly poolId: string;
  readonly weekId: string;
}

function LinesOfWeek({ poolId, weekId }: WeekProps) {
  const pool = useQuery(poolQuery(poolId));
  const games = useQuery(gamesQuery(poolId, weekId, pool.data));
  return (
    <Loaded query={pool} failure="Couldn't load the pool" skeleton={<Skeleton className="h-72" />}>
      {(own: PoolReply) => (
        <Loaded query={games} failure="Couldn't load games" skeleton={<Skeleton className="h-72" />}>
          {(all) => <LineForm poolId={own.id} weekId={weekId} games={all} />}
        </Loaded>
      )}
    </Loaded>
  );
}

function LineForm({ poolId, weekId, games }: WeekProps & { readonly games: readonly GameReply[] }) {
  const freeze = weekFreeze(games);
  const isTime = useClock((now) => freeze !== null && now >= freeze);
  const offered = games.filter((game) => isTime || game.frozenSpread !== null);
  const [gid, setGid] = useState('');
  const [line, setLine] = useState('');
  const [reason, setReason] = useState('');
  const saving = useCorrection({ poolId, weekId });
  const game = offered.find((each) => each.gid === gid) ?? offered[0];
  if (game === undefined) return <p className="text-ink-soft">The lines of this week freeze Tuesday 12:00 ET.</p>;

  const spread = parseSpread(line);
  const isReady = spread !== null && spread !== game.frozenSpread && reason.trim() !== '' && !saving.isPending;

  function save(event: FormEvent): void {
    event.preventDefault();
    if (!isReady || !game || spread === null) return;
    const correction = { gid: game.gid, spread, seen: { spread: game.frozenSpread }, reason };
    saving.mutate(correction, {
      onSuccess: () => {
        setLine('');
        setReason('');
      },
    });
  }

  return (
    <form onSubmit={save} noValidate>
      <SelectField
        label="Game"
        value={game.gid}
        options={offered.map((each) => [each.gid, `${each.away} @ ${each.home} · ${lineText(each)}`] as const)}
        onChange={setGid}
      />
      <TextField
        label="New line"
        value={line}
        autoComplete="off"
        maxLength={LONGEST_NUMBER}
        onChange={(event) => setLine(event.target.value)}
        note={line.trim() === '' ? 'Home side favored: above 0' : spreadText(game, line)}
      />
      <TextField
        label="Why is it corrected?"
        value={reason}
        autoComplete="off"
        maxLength={MAX_LINE_REASON}
        onChange={(event) => setReason(event.target.value)}
        note="Members read it in the pool's log."
      />
      <Refusal text={saving.isError ? failureText(saving.error) : null} />
      <p role="status" className="text-sm text-ink-soft">
        {saving.isSuccess && 'Corrected.'}
      </p>
      <Button type="submit" disabled={!isReady} className="mt-3">
        {saving.isPending ? 'Saving...' : 'Correct line'}
      </Button>
    </form>
  );
}

type Correction = BodyOf<'PUT /api/pools/:poolId/lines/:gid'> & { readonly gid: string };

/** Stores a correction; the pool and the games are read again whether it was stored or not. */
function useCorrection({ poolId, weekId }: WeekProps) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ gid, ...body }: Correction) =>
      call('PUT /api/pools/:poolId/lines/:gid', { params: { poolId, gid }, body }),
    onError: (error) => console.error('Error correcting the line', error),
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: poolQuery(poolId).queryKey }),
        client.invalidateQueries({ queryKey: gamesQuery(poolId, weekId).queryKey }),
      ]),
  });
}

function lineText(game: GameReply): string {
  return game.frozenSpread === null ? 'no line' : spreadText(game, String(game.frozenSpread));
}
