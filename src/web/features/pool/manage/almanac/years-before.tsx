import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { AlmanacPlanReply } from '#contract/almanac.ts';
import { counted, listedNames } from '#core/listed.ts';
import { call, failureText } from '#web/lib/api.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/dialog.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { useAlmanacChanged } from './plan-query.ts';
import { YearDialog } from './year-dialog.tsx';

type TypedYear = AlmanacPlanReply['typed'][number];

interface YearsBeforeProps {
  readonly poolId: string;
  readonly plan: AlmanacPlanReply;
}

/** The final tables that commissioners typed. */
export function YearsBefore({ poolId, plan }: YearsBeforeProps) {
  const [edited, setEdited] = useState<TypedYear | 'new' | null>(null);
  const [removed, setRemoved] = useState<TypedYear | null>(null);
  return (
    <>
      <p className="mb-3 text-ink-soft">
        Played before Pick'em? Paste the final tables of those years. A champion alone is enough.
      </p>
      {plan.typed.length > 0 && (
        <ul className="mb-3">
          {plan.typed.map((typed) => (
            <YearRow
              key={typed.year}
              typed={typed}
              onEdit={() => setEdited(typed)}
              onRemove={() => setRemoved(typed)}
            />
          ))}
        </ul>
      )}
      <Button tone="plain" onClick={() => setEdited('new')}>
        <Icon name="plus" />
        Add a year
      </Button>
      {edited !== null && (
        <YearDialog
          poolId={poolId}
          plan={plan}
          opened={edited === 'new' ? null : edited}
          onClose={() => setEdited(null)}
        />
      )}
      {removed !== null && <RemoveDialog poolId={poolId} typed={removed} onClose={() => setRemoved(null)} />}
    </>
  );
}

interface YearRowProps {
  readonly typed: TypedYear;
  readonly onEdit: () => void;
  readonly onRemove: () => void;
}

function YearRow({ typed: { year, places }, onEdit, onRemove }: YearRowProps) {
  return (
    <li className="flex min-h-14 flex-wrap items-center gap-x-4 gap-y-1 striped-row rounded-lg px-3 py-2">
      <span className="min-w-12 shrink-0 font-display text-2xl font-semibold text-amber">{year}</span>
      <span className="min-w-0 flex-1 basis-40">
        <span className="block font-medium break-words">{championText(places)}</span>
        <span className="block text-sm text-ink-soft">{counted(places.length, 'place')}</span>
      </span>
      <span className="grid grid-cols-2 gap-2 max-sm:w-full">
        <Button tone="plain" aria-label={`Edit ${year}`} onClick={onEdit}>
          Edit
        </Button>
        <Button tone="plain" aria-label={`Remove ${year}`} onClick={onRemove}>
          Remove
        </Button>
      </span>
    </li>
  );
}

/** Who finished first: `Ann and Bob`. */
function championText(places: TypedYear['places']): string {
  const names = places.filter(({ place }) => place === 1).map(({ name }) => name);
  return names.length === 0 ? 'Nobody in first place' : listedNames(names);
}

interface RemoveDialogProps {
  readonly poolId: string;
  /** As it was when the dialog was opened. */
  readonly typed: TypedYear;
  readonly onClose: () => void;
}

function RemoveDialog({ poolId, typed: { year, places }, onClose }: RemoveDialogProps) {
  const changed = useAlmanacChanged(poolId);
  const removing = useMutation({
    mutationFn: () =>
      call('PUT /api/pools/:poolId/almanac/years', { params: { poolId }, body: { year, places: [], seen: places } }),
    onSuccess: onClose,
    onError: (error) => console.error('Error removing a year of the almanac', error),
    onSettled: changed,
  });
  return (
    <ConfirmDialog
      title={`Remove ${year}?`}
      action="Remove"
      danger
      isPending={removing.isPending}
      refusal={removing.isError ? failureText(removing.error) : null}
      onConfirm={() => removing.mutate()}
      onClose={onClose}
    >
      <p>
        The final table of {year} with {counted(places.length, 'place')} leaves the almanac, and its titles no longer
        count.
      </p>
    </ConfirmDialog>
  );
}
