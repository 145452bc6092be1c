import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { useState } from 'react';
import type { HookTopic } from '#core/hooks/hooks.ts';
import { HOOK_HOURS, hookAddressError, hookTopicNames, hookTopics, LACKING_FROM } from '#core/hooks/hooks.ts';
import type { HookKind } from '#core/hooks/kinds.ts';
import { hookKinds, kinds } from '#core/hooks/kinds.ts';
import { call, failureText } from '#web/lib/api.ts';
import { useOnce } from '#web/lib/once.ts';
import { confirmLeave, useUnsavedChanges } from '#web/lib/unsaved-changes.ts';
import { Button } from '#web/ui/button.tsx';
import { CheckRow } from '#web/ui/check-row.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Refusal } from '#web/ui/refusal.tsx';
import { Segments } from '#web/ui/segments.tsx';
import { SelectField } from '#web/ui/select-field.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { hooksQuery } from './hooks-query.ts';

interface HookDialogProps {
  readonly poolId: string;
  readonly onClose: () => void;
}

interface Draft {
  readonly kind: HookKind;
  readonly address: string;
  readonly topics: readonly HookTopic[];
  readonly hours: number;
}

const fresh: Draft = { kind: 'discord', address: '', topics: hookTopicNames, hours: HOOK_HOURS.usual };

const HOURS = [1, 2, 3, 6, 12, 24, 48] as const;

/** Adds a hook, and shows its secret once where it has one. */
export function HookDialog({ poolId, onClose }: HookDialogProps) {
  const client = useQueryClient();
  const [draft, setDraft] = useState(fresh);
  const [hasLeft, setLeft] = useState(false);
  const { kind, topics, hours } = draft;
  const address = draft.address.trim();
  const adding = useMutation({
    mutationFn: () =>
      call('POST /api/pools/:poolId/hooks', {
        params: { poolId },
        body: { kind, address, topics: [...topics], hours },
      }),
    onSuccess: ({ secret }) => secret === null && onClose(),
    onError: (error) => console.error('Error adding a webhook', error),
    onSettled: () => client.invalidateQueries({ queryKey: hooksQuery(poolId).queryKey }),
  });
  const post = useOnce(adding);
  useUnsavedChanges(address !== '' && !adding.isSuccess);
  const wrong = hookAddressError(kind, address);
  const close = (): void => {
    if (confirmLeave()) onClose();
  };

  function add(event: FormEvent): void {
    event.preventDefault();
    setLeft(true);
    if (wrong === null && topics.length > 0) post();
  }

  if (adding.data?.secret) return <Secret secret={adding.data.secret} onClose={onClose} />;
  return (
    <Dialog title="Add a webhook" onClose={close}>
      <form onSubmit={add} noValidate>
        <Segments
          label="Kind"
          value={kind}
          options={hookKinds.map((each) => [each, kinds[each].choice] as const)}
          onChange={(chosen) => setDraft({ ...draft, kind: chosen })}
        />
        <TextField
          label="Address of the webhook"
          type="url"
          value={draft.address}
          autoComplete="off"
          note={kinds[kind].note}
          onChange={(event) => {
            setDraft({ ...draft, address: event.target.value });
            if (adding.isError) adding.reset();
          }}
          onBlur={() => setLeft(address !== '')}
          error={hasLeft ? wrong : null}
        />
        <fieldset className="mb-3">
          <legend className="label mb-1 text-ink-soft">Tell it when</legend>
          {hookTopicNames.map((topic) => (
            <CheckRow
              key={topic}
              label={hookTopics[topic]}
              note={
                topic === 'lock.coming'
                  ? `Says how many still have picks to make, in pools of ${LACKING_FROM} or more.`
                  : null
              }
              checked={topics.includes(topic)}
              onChange={(checked) => setDraft({ ...draft, topics: changed(topics, topic, checked) })}
            />
          ))}
        </fieldset>
        {topics.includes('lock.coming') && (
          <SelectField
            label="How long before the lock"
            value={String(hours)}
            options={HOURS.map((each) => [String(each), each === 1 ? '1 hour' : `${each} hours`] as const)}
            onChange={(chosen) => setDraft({ ...draft, hours: Number(chosen) })}
          />
        )}
        <Refusal text={adding.isError ? failureText(adding.error) : null} />
        <div className="grid grid-cols-2 gap-3">
          <Button tone="plain" onClick={close}>
            Cancel
          </Button>
          <Button type="submit" disabled={topics.length === 0} isPaused={adding.isPending}>
            Add
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** In the order in which they are shown. */
function changed(topics: readonly HookTopic[], topic: HookTopic, isIn: boolean): HookTopic[] {
  return hookTopicNames.filter((each) => (each === topic ? isIn : topics.includes(each)));
}

/** Only its button closes it: the secret is not shown again. */
function Secret({ secret, onClose }: { readonly secret: string; readonly onClose: () => void }) {
  return (
    <Dialog title="Keep this secret" onClose={() => {}}>
      <p className="mb-4 text-ink-soft">
        Your app uses it to check that a message really comes from this pool. Copy it now. You won't see it again.
      </p>
      <TextField label="Secret" readOnly value={secret} autoComplete="off" onFocus={(event) => event.target.select()} />
      <div className="grid grid-cols-2 gap-3">
        <CopyButton label="Copy" text={secret} tone="plain" />
        <Button onClick={onClose}>I've saved it</Button>
      </div>
    </Dialog>
  );
}
