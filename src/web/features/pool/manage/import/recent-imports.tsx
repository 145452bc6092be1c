import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { ImportReply } from '#contract/imports.ts';
import { asksFor } from '#core/formats/traits.ts';
import { counted } from '#core/listed.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import { compareWeeks, weekName } from '#core/weeks.ts';
import { call, failureText } from '#web/lib/api.ts';
import { Link } from '#web/lib/navigation.tsx';
import { ADMIN_KEY } from '#web/lib/query.ts';
import { PanelSection } from '#web/parts/panel/panel-section.tsx';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/dialog.tsx';
import { ProgressBar } from '#web/ui/progress-bar.tsx';
import { importsQuery, isActive } from './import-queries.ts';

interface PoolProps {
  readonly poolId: string;
  readonly rules: Pick<PoolRules, 'format'>;
}

/** The imports of the last day: those that are being written show their progress, the others can be undone. */
export function RecentImports({ poolId, rules }: PoolProps) {
  const client = useQueryClient();
  const { data: imports } = useQuery(importsQuery(poolId));
  const states = imports?.map(({ id, state }) => `${id} ${state}`).join();
  const before = useRef(states);
  const list = useRef<HTMLDivElement>(null);
  const running = imports?.find(({ state }) => state === 'running')?.id;
  useEffect(() => {
    // The form is gone once the import begins.
    if (running !== undefined) list.current?.scrollIntoView({ block: 'nearest' });
  }, [running]);
  useEffect(() => {
    // With the state of an import, the picks and players of the pool have changed.
    if (before.current !== undefined && before.current !== states)
      void client.invalidateQueries({ queryKey: ADMIN_KEY });
    before.current = states;
  }, [client, states]);
  if (imports === undefined || imports.length === 0) return null;
  return (
    <div ref={list}>
      <PanelSection title="Imports of the last day">
        <ul className="grid gap-2">
          {imports.map((each) => (
            <li key={each.id} className="striped-row rounded-lg px-2 py-2">
              <Import poolId={poolId} rules={rules} {...each} />
            </li>
          ))}
        </ul>
      </PanelSection>
    </div>
  );
}

const timeOfDay = new Intl.DateTimeFormat('en-US', { weekday: 'short', hour: 'numeric', minute: '2-digit' });

function Import({ poolId, rules, ...imported }: PoolProps & ImportReply) {
  const { name, weekIds, at, state, total, done, undoUntil } = imported;
  const lastWeek = weekIds.toSorted(compareWeeks).at(-1);
  const [asks, setAsks] = useState(false);
  const isRunning = state === 'running';
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <div className="min-w-0 flex-1 basis-64">
          <p className="break-words">{name}</p>
          <p role="status" className="text-sm text-ink-soft">
            {`${timeOfDay.format(at)}. ${stateText(imported, rules)}`}
          </p>
          {state === 'done' && lastWeek !== undefined && (
            <Link to={`/matchup?week=${encodeURIComponent(lastWeek)}`} className="text-sm text-blue underline">
              {`See MatchUp of ${weekName(lastWeek)}`}
            </Link>
          )}
        </div>
        {undoUntil !== null && state !== 'undoing' && (
          <Button tone="plain" aria-label={`${isRunning ? 'Cancel' : 'Undo'} ${name}`} onClick={() => setAsks(true)}>
            {isRunning ? 'Cancel' : 'Undo'}
          </Button>
        )}
      </div>
      {isActive(imported) && (
        <div className="mt-2">
          <ProgressBar label={`Progress of ${name}`} value={done} max={total} />
        </div>
      )}
      {asks && <UndoDialog poolId={poolId} imported={imported} onClose={() => setAsks(false)} />}
    </>
  );
}

function stateText({ state, total, done, written, newPlayers }: ImportReply, rules: PoolProps['rules']): string {
  if (state === 'running') return `${done.toLocaleString('en-US')} of ${counted(total, 'pick')}...`;
  if (state === 'undoing') return 'Being undone...';
  if (state === 'undone') return 'Undone.';
  const players = newPlayers === 0 ? '' : `, ${counted(newPlayers, 'player')} added`;
  const kept = total - written;
  const why = asksFor('team', rules)
    ? 'not taken: the entry was out, had used the team, or has chosen a later one'
    : 'left as they were';
  return `${counted(written, 'pick')} written${players}${kept === 0 ? '' : `, ${kept.toLocaleString('en-US')} ${why}`}.`;
}

interface UndoDialogProps extends Pick<PoolProps, 'poolId'> {
  readonly imported: ImportReply;
  readonly onClose: () => void;
}

function UndoDialog({ poolId, imported: { id, name, at, state, written }, onClose }: UndoDialogProps) {
  const client = useQueryClient();
  const undoing = useMutation({
    mutationFn: () => call('POST /api/pools/:poolId/imports/:importId/undo', { params: { poolId, importId: id } }),
    onSuccess: onClose,
    onError: (error) => console.error('Error undoing an import', error),
    onSettled: () => client.invalidateQueries({ queryKey: importsQuery(poolId).queryKey }),
  });
  const isRunning = state === 'running';
  return (
    <ConfirmDialog
      title={`${isRunning ? 'Cancel' : 'Undo'} ${name}`}
      action={isRunning ? 'Stop and undo' : 'Undo'}
      danger
      isPending={undoing.isPending}
      refusal={undoing.isError ? failureText(undoing.error) : null}
      onConfirm={() => undoing.mutate()}
      onClose={onClose}
    >
      <p>
        {`${counted(written, 'pick')}, imported ${timeOfDay.format(at)}. They are taken back, what they replaced returns, and players it added who have no other picks leave the pool.`}
      </p>
    </ConfirmDialog>
  );
}
