import { useMutation } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { useEffect, useState } from 'react';
import { defaultRules, tidyRules } from '#core/rules/pool-rules.ts';
import { moneyUrlError, POOL_NAME_MAX, poolDescriptionError, poolNameError } from '#core/validation.ts';
import { call, failureText } from '#web/lib/api.ts';
import { useNavigate } from '#web/lib/navigation.tsx';
import { confirmLeave, useUnsavedChanges } from '#web/lib/unsaved-changes.ts';
import { usePoolsChanged } from '#web/parts/pool-edit/pool-edit.ts';
import { RulesFields } from '#web/parts/rules/rules-fields.tsx';
import { Button } from '#web/ui/button.tsx';
import { CheckRow } from '#web/ui/check-row.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Refusal } from '#web/ui/refusal.tsx';
import { TextArea } from '#web/ui/text-area.tsx';
import { TextField } from '#web/ui/text-field.tsx';

const blank = { name: '', description: '', moneyUrl: '', rules: defaultRules, plays: true };

interface NewPoolDialogProps {
  /** The one that is loaded. */
  readonly season: number | null;
  readonly onClose: () => void;
}

/** Makes a pool and leads on to inviting its players. */
export function NewPoolDialog({ season, onClose }: NewPoolDialogProps) {
  const [pool, setPool] = useState(blank);
  const [allWeeks, setAllWeeks] = useState(true);
  const go = useNavigate();
  const poolsChanged = usePoolsChanged();
  const creating = useMutation({
    mutationFn: () => call('POST /api/pools', { body: { ...pool, ...(allWeeks && season !== null && { season }) } }),
    onSuccess: () => void poolsChanged(),
    onError: (error) => console.error('Error creating the pool', error),
  });
  const madeId = creating.data?.id;
  useUnsavedChanges(pool !== blank && madeId === undefined);
  useEffect(() => {
    if (madeId !== undefined) go(`/admin/pools/edit/${madeId}`);
  }, [madeId, go]);

  const name = poolNameError(pool.name);
  const description = poolDescriptionError(pool.description);
  const moneyUrl = moneyUrlError(pool.moneyUrl.trim());
  const isReady = name === null && description === null && moneyUrl === null;
  const set = (some: Partial<typeof blank>): void => setPool({ ...pool, ...some });
  const close = (): void => {
    if (confirmLeave()) onClose();
  };

  function create(event: FormEvent): void {
    event.preventDefault();
    if (isReady && !creating.isPending && madeId === undefined) creating.mutate();
  }

  return (
    <Dialog title="New Pool" onClose={close}>
      <form onSubmit={create} noValidate>
        <TextField
          label="Name"
          required
          value={pool.name}
          autoComplete="off"
          maxLength={2 * POOL_NAME_MAX}
          onChange={(event) => set({ name: event.target.value })}
          error={pool.name === '' ? null : name}
        />
        <TextArea
          label="Description"
          value={pool.description}
          onChange={(event) => set({ description: event.target.value })}
          error={description}
        />
        <TextField
          label="Money URL"
          type="url"
          value={pool.moneyUrl}
          autoComplete="off"
          placeholder="https://"
          onChange={(event) => set({ moneyUrl: event.target.value })}
          error={moneyUrl}
        />
        <RulesFields rules={pool.rules} onChange={(some) => set({ rules: tidyRules({ ...pool.rules, ...some }) })} />
        {season !== null && <CheckRow label={`All weeks of ${season}`} checked={allWeeks} onChange={setAllWeeks} />}
        {pool.rules.format === 'survivor' && (
          <p className="py-1 text-sm text-ink-soft">
            Weeks that have already begun are left out, and nobody can join once the first game has locked.
          </p>
        )}
        <CheckRow label="I play too" checked={pool.plays} onChange={(plays) => set({ plays })} />
        <div className="mt-4">
          <Refusal text={creating.isError ? failureText(creating.error) : null} />
        </div>
        <div className="grid grid-cols-2 gap-3">
          <Button tone="plain" onClick={close}>
            Cancel
          </Button>
          <Button type="submit" disabled={!isReady || creating.isPending}>
            Create
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
