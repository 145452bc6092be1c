import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { useState } from 'react';
import type { OwnEntry } from '#contract/entries.ts';
import type { PoolReply } from '#contract/pools.ts';
import { PROFILE_NAME_MAX, profileNameError } from '#core/validation.ts';
import { call, failureText } from '#web/lib/api.ts';
import { useClock } from '#web/lib/clock.ts';
import { useEntries } from '#web/parts/entries.tsx';
import { moneyQuery } from '#web/parts/money/money-query.ts';
import { PanelSection } from '#web/parts/panel/panel-section.tsx';
import { ownPicksQuery, standingsQuery } from '#web/parts/queries.ts';
import { useToast } from '#web/parts/toasts.tsx';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog, Dialog } from '#web/ui/dialog.tsx';
import { TextField } from '#web/ui/field.tsx';
import { Refusal } from '#web/ui/refusal.tsx';
import { membersQuery } from './members-query.ts';

const LABEL = "Entry's name";
const DEFAULT_NAME = 'Leave it empty for the default name.';

const actLook =
  'grid min-h-11 place-items-center px-1 font-display font-medium text-amber underline underline-offset-4';

type Opened = { readonly act: 'rename' | 'giveUp'; readonly entry: OwnEntry } | { readonly act: 'add' } | null;

/** How often an open page reads which entries can be given up. */
const REFRESH_MS = 30_000;

/** Which of the viewer's entries can be given up. */
function givingUpQuery(poolId: string) {
  return queryOptions({
    queryKey: ['pool', poolId, 'giving-up'],
    queryFn: ({ signal }) => call('GET /api/pools/:poolId/entries/giving-up', { params: { poolId } }, signal),
    refetchOnMount: 'always',
    refetchInterval: REFRESH_MS,
    meta: { failure: 'Error fetching which entries can be given up' },
  });
}

/** Tells whether the page offers to give up an entry: none between a lock and the next reply. */
function useGivingUp(poolId: string, enabled: boolean): (entryId: string) => boolean {
  const { data } = useQuery({ ...givingUpQuery(poolId), enabled });
  const isValid = useClock((now) => data !== undefined && now < data.validUntil);
  return (entryId) => isValid && data?.entries.find(({ id }) => id === entryId)?.refusal === null;
}

/** The viewer's entries in a pool that allows several: add, rename, or withdraw one. */
export function MyEntries({ pool: { id, rules } }: { readonly pool: Pick<PoolReply, 'id' | 'rules'> }) {
  const { entries } = useEntries();
  const [opened, setOpened] = useState<Opened>(null);
  const close = (): void => setOpened(null);
  const hasSeveral = entries.length > 1;
  const canGiveUp = useGivingUp(id, hasSeveral);
  if (rules.entries === 1 || entries.length === 0) return null;
  return (
    <PanelSection title="My entries">
      <p className="mb-2 text-ink-soft">
        You play {entries.length} of up to {rules.entries}. Each has picks and a place of its own.
        {hasSeveral && ' You can give one up until a game or a payment counts for it.'}
      </p>
      <ul>
        {entries.map((entry) => (
          <li key={entry.id} className="striped-row flex min-h-11 flex-wrap items-center gap-x-3 rounded-lg px-2 py-1">
            <span className="min-w-0 flex-1 basis-32 font-medium break-words">{entry.name}</span>
            <button
              type="button"
              aria-label={`Rename ${entry.name}`}
              onClick={() => setOpened({ act: 'rename', entry })}
              className={actLook}
            >
              Rename
            </button>
            {canGiveUp(entry.id) && (
              <button
                type="button"
                aria-label={`Give up ${entry.name}`}
                onClick={() => setOpened({ act: 'giveUp', entry })}
                className={actLook}
              >
                Give up
              </button>
            )}
          </li>
        ))}
      </ul>
      {entries.length < rules.entries && (
        <Button className="mt-3" onClick={() => setOpened({ act: 'add' })}>
          Add entry
        </Button>
      )}
      {opened?.act === 'add' && <AddDialog poolId={id} onClose={close} />}
      {opened?.act === 'rename' && <RenameDialog poolId={id} entry={opened.entry} onClose={close} />}
      {opened?.act === 'giveUp' && <GiveUpDialog poolId={id} entry={opened.entry} onClose={close} />}
    </PanelSection>
  );
}

interface OfPool {
  readonly poolId: string;
  readonly onClose: () => void;
}

function AddDialog({ poolId, onClose }: OfPool) {
  const toast = useToast();
  const { choose } = useEntries();
  const entriesChanged = useEntriesChanged(poolId);
  async function add(name: string): Promise<void> {
    const body = name === '' ? {} : { name };
    const entry = await call('POST /api/pools/:poolId/entries', { params: { poolId }, body });
    // The new entry can be chosen only after it was read.
    await entriesChanged();
    choose(entry.id);
    toast({ type: 'success', title: `${entry.name} is in` });
  }
  return (
    <Dialog title="Add entry" onClose={onClose}>
      <p className="mb-4 text-ink-soft">
        It counts 0 for weeks that are decided. If the pool has an entry fee, it's due for each entry.
      </p>
      <NameForm
        label={LABEL}
        name=""
        emptyNote={DEFAULT_NAME}
        action="Add entry"
        tone="primary"
        save={add}
        onSaved={onClose}
      />
      <Button tone="plain" className="w-full" onClick={onClose}>
        Cancel
      </Button>
    </Dialog>
  );
}

interface OfEntry extends OfPool {
  readonly entry: OwnEntry;
}

function RenameDialog({ poolId, entry, onClose }: OfEntry) {
  const entriesChanged = useEntriesChanged(poolId);
  return (
    <Dialog title={`Rename ${entry.name}`} onClose={onClose}>
      <NameForm
        label={LABEL}
        name={entry.name}
        emptyNote={DEFAULT_NAME}
        action="Rename"
        tone="primary"
        save={(name) =>
          call('PATCH /api/entries/:entryId', { params: { entryId: entry.id }, body: { name: name || null } })
        }
        onSaved={onClose}
        onSettled={entriesChanged}
      />
      <Button tone="plain" className="w-full" onClick={onClose}>
        Cancel
      </Button>
    </Dialog>
  );
}

function GiveUpDialog({ poolId, entry, onClose }: OfEntry) {
  const toast = useToast();
  const entriesChanged = useEntriesChanged(poolId);
  const givingUp = useMutation({
    mutationFn: () => call('DELETE /api/entries/:entryId', { params: { entryId: entry.id } }),
    onSuccess: () => {
      toast({ type: 'success', title: `${entry.name} is out of the pool` });
      onClose();
    },
    onError: (error) => console.error('Error giving up an entry', error),
    onSettled: () => void entriesChanged(),
  });
  return (
    <ConfirmDialog
      title={`Give up ${entry.name}`}
      action="Give up"
      danger
      isPending={givingUp.isPending}
      refusal={givingUp.isError ? failureText(givingUp.error) : null}
      onConfirm={() => givingUp.mutate()}
      onClose={onClose}
    >
      <p>It leaves the standings, with its picks. This can't be undone.</p>
    </ConfirmDialog>
  );
}

interface NameFormProps {
  readonly label: string;
  /** Empty for something new. */
  readonly name: string;
  /** The meaning of an empty name; without it, a name is required. */
  readonly emptyNote?: string;
  readonly action: string;
  readonly tone: 'primary' | 'plain';
  readonly save: (name: string) => Promise<unknown>;
  readonly onSaved: (name: string) => void;
  readonly onSettled?: () => Promise<unknown>;
}

/** Names a player or an entry. */
export function NameForm({ label, name, emptyNote, action, tone, save, onSaved, onSettled }: NameFormProps) {
  const [typed, setTyped] = useState(name);
  const saving = useMutation({
    mutationFn: save,
    onSuccess: (_, saved) => {
      onSaved(saved);
      setTyped(name);
    },
    onError: (error) => console.error('Error saving a name', error),
    onSettled: () => void onSettled?.(),
  });
  const text = typed.trim();
  const wrong = text === '' && emptyNote !== undefined ? null : profileNameError(typed);
  const isReady = wrong === null && (text !== name || text === '') && !saving.isPending;

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (isReady) saving.mutate(text);
  }

  return (
    <form onSubmit={submit} noValidate className="last:mb-0 mb-4">
      <TextField
        label={label}
        note={emptyNote}
        value={typed}
        autoComplete="off"
        maxLength={2 * PROFILE_NAME_MAX}
        onChange={(event) => setTyped(event.target.value)}
        error={typed === name ? null : wrong}
      />
      <Refusal text={saving.isError ? failureText(saving.error) : null} />
      <Button type="submit" tone={tone} disabled={!isReady} className="w-full">
        {action}
      </Button>
    </form>
  );
}

/** After an entry was added, removed or renamed: reads again everything that shows the pool's entries. */
export function useEntriesChanged(poolId: string): () => Promise<unknown> {
  const client = useQueryClient();
  const keys = [
    ownPicksQuery(poolId).queryKey,
    membersQuery(poolId).queryKey,
    givingUpQuery(poolId).queryKey,
    standingsQuery(poolId).queryKey,
    moneyQuery(poolId).queryKey,
    // Of all weeks.
    ['matchup', poolId],
  ];
  return () => Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })));
}
