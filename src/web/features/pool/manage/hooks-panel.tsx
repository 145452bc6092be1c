import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import type { DeliveryReply, HookReply } from '#contract/notify.ts';
import type { HookTopic } from '#core/hooks/hooks.ts';
import {
  HOOK_HOURS,
  HOOKS_EACH,
  hookTopicNames,
  hookTopics,
  LACKING_FROM,
  readHookAddress,
} from '#core/hooks/hooks.ts';
import type { HookKind } from '#core/hooks/kinds.ts';
import { hookKinds, kindOf, kinds } from '#core/hooks/kinds.ts';
import { recordTime } from '#core/kickoff-text.ts';
import { weekName } from '#core/weeks.ts';
import { call, failureText } from '#web/lib/api.ts';
import { useOnce } from '#web/lib/once.ts';
import { confirmLeave, useUnsavedChanges } from '#web/lib/unsaved-changes.ts';
import { PanelSection } from '#web/parts/panel/panel-section.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { CheckRow } from '#web/ui/check-row.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { ConfirmDialog, Dialog } from '#web/ui/dialog.tsx';
import { focusFirstFlaw, SelectField, TextField } from '#web/ui/field.tsx';
import { Loaded, Skeleton } from '#web/ui/loaded.tsx';
import { Refusal } from '#web/ui/refusal.tsx';

/** The webhooks of a pool. */
export function HooksPanel({ poolId }: { readonly poolId: string }) {
  const [adds, setAdds] = useState(false);
  const query = useQuery(hooksQuery(poolId));
  return (
    <PanelSection title="Chat apps and webhooks">
      <p className="mb-3 text-ink-soft">
        Post the pool's news to Discord, Slack, GroupMe, Telegram or an app of your own. It never gives picks away.
      </p>
      <Loaded query={query} failure="Couldn't load the webhooks" skeleton={<Skeleton className="h-12" />}>
        {({ hooks }) => (
          <>
            <ul>
              {hooks.map((hook) => (
                <HookRow key={hook.id} poolId={poolId} hook={hook} />
              ))}
            </ul>
            {hooks.length < HOOKS_EACH ? (
              <Button tone="plain" onClick={() => setAdds(true)} className="mt-1">
                Add a webhook
              </Button>
            ) : (
              <p className="text-sm text-ink-soft">A pool can have {HOOKS_EACH} webhooks. Remove one to add another.</p>
            )}
          </>
        )}
      </Loaded>
      {adds && <HookDialog poolId={poolId} onClose={() => setAdds(false)} />}
    </PanelSection>
  );
}

interface HookRowProps {
  readonly poolId: string;
  readonly hook: HookReply;
}

/** One hook with its deliveries. */
function HookRow({ poolId, hook }: HookRowProps) {
  const { id, kind, label, topics, hours, isOff, deliveries } = hook;
  const [removes, setRemoves] = useState(false);
  const sending = useSend(poolId, id);
  const send = useOnce(sending);
  const topicTexts = topics.map((topic) =>
    topic === 'lock.coming' ? `${hookTopics[topic]} (${hours} h ahead)` : hookTopics[topic],
  );
  return (
    <li className="mb-4">
      <h3 className="font-medium break-words">
        {kinds[kind].name} <span className="text-ink-soft">{label}</span> {isOff && <Badge tone="bad">Off</Badge>}
      </h3>
      <p className="text-sm break-words text-ink-soft">{topicTexts.join(' · ')}</p>
      {isOff && (
        <p className="text-sm text-red">
          The address said it's gone, so we stopped calling it. Send a test: if it arrives, news goes there again.
        </p>
      )}
      <div className="mt-2 grid grid-cols-2 gap-3">
        <Button
          tone="plain"
          aria-label={`Send a test: ${label}`}
          isPaused={sending.isPending}
          onClick={() => send(null)}
        >
          {sending.isPending ? 'Sending...' : 'Send a test'}
        </Button>
        <Button tone="plain" aria-label={`Remove: ${label}`} onClick={() => setRemoves(true)}>
          Remove
        </Button>
      </div>
      <div className="mt-2">
        <Refusal text={sending.isError ? failureText(sending.error) : null} />
      </div>
      <p role="status" className="text-sm text-ink-soft">
        {sending.isSuccess &&
          `${subjectOf(sending.data)}${sending.variables === null ? '' : ', sent again'}: ${stateOf(sending.data).text}`}
      </p>
      {deliveries.length > 0 && (
        <details open>
          <summary className="min-h-11 py-2 text-sm">Last messages</summary>
          <ol>
            {deliveries.map((delivery) => (
              <Delivery
                key={delivery.id}
                kind={kind}
                delivery={delivery}
                isBusy={sending.isPending}
                onAgain={() => send(delivery.id)}
              />
            ))}
          </ol>
        </details>
      )}
      {removes && <RemoveDialog poolId={poolId} hook={hook} onClose={() => setRemoves(false)} />}
    </li>
  );
}

interface DeliveryProps {
  readonly kind: HookKind;
  readonly delivery: DeliveryReply;
  readonly isBusy: boolean;
  readonly onAgain: () => void;
}

function Delivery({ kind, delivery, isBusy, onAgain }: DeliveryProps) {
  const { tone, text } = stateOf(delivery);
  const problem = problemOf(kind, delivery);
  const subject = subjectOf(delivery);
  const hasEnded = delivery.state === 'sent' || delivery.state === 'failed';
  return (
    <li className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 py-1">
      <div className="min-w-0 flex-1 text-sm break-words">
        <p>
          {subject} <Badge tone={tone}>{text}</Badge>
        </p>
        <p className="text-ink-soft">{[recordTime(delivery.at), problem].filter(Boolean).join(' · ')}</p>
        {delivery.nextAt !== null && delivery.attempts > 0 && (
          <p className="text-ink-soft">Next try {recordTime(delivery.nextAt)}</p>
        )}
      </div>
      {hasEnded && (
        <Button tone="plain" isPaused={isBusy} aria-label={`Send again: ${subject}`} onClick={onAgain}>
          Send again
        </Button>
      )}
    </li>
  );
}

function RemoveDialog({ poolId, hook, onClose }: HookRowProps & { readonly onClose: () => void }) {
  const client = useQueryClient();
  const removing = useMutation({
    mutationFn: () => call('DELETE /api/pools/:poolId/hooks/:hookId', { params: { poolId, hookId: hook.id } }),
    onSuccess: onClose,
    onError: (error) => console.error('Error removing a webhook', error),
    onSettled: () => client.invalidateQueries({ queryKey: hooksQuery(poolId).queryKey }),
  });
  return (
    <ConfirmDialog
      title="Remove webhook"
      action="Remove"
      danger
      isPending={removing.isPending}
      refusal={removing.isError ? failureText(removing.error) : null}
      onConfirm={() => removing.mutate()}
      onClose={onClose}
    >
      <p>{hook.label} won't get this pool's news anymore. Its message history is deleted too.</p>
    </ConfirmDialog>
  );
}

/** Sends a test message, or sends the message with an id again. */
function useSend(poolId: string, hookId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (deliveryId: string | null) =>
      deliveryId === null
        ? call('POST /api/pools/:poolId/hooks/:hookId/test', { params: { poolId, hookId } })
        : call('POST /api/pools/:poolId/hooks/:hookId/deliveries/:deliveryId/replay', {
            params: { poolId, hookId, deliveryId },
          }),
    onError: (error) => console.error('Error sending by a webhook', error),
    onSettled: () => client.invalidateQueries({ queryKey: hooksQuery(poolId).queryKey }),
  });
}

/** The subject of a message. */
function subjectOf({ topic, weekId }: DeliveryReply): string {
  const week = weekId === null ? '' : weekName(weekId);
  const words = {
    test: 'Test',
    'week.opened': `${week} opens`,
    'lock.coming': `${week} is about to lock`,
    'week.decided': `${week} is decided`,
    'leader.changed': `New leader after ${week}`,
  } as const;
  return words[topic];
}

const problemTexts = {
  bad_address: "We can't call this address.",
  closed_address: 'The address leads into a private network, and we never call those.',
  unknown_name: "There's no such host. Check the address.",
  unreachable: "Nothing answers there, or its certificate isn't right.",
  no_answer: 'No answer came. The message may have arrived.',
  interrupted: 'Our server stopped in the middle. The message may have arrived.',
  outdated: 'The result has been corrected since, so it was not sent.',
} as const satisfies Record<NonNullable<DeliveryReply['problem']>, string>;

/** Why the last attempt failed; null if it succeeded, or there was none. */
function problemOf(kind: HookKind, { state, status, problem }: DeliveryReply): string | null {
  if (problem !== null) return problemTexts[problem];
  if (status === null || state === 'sent') return null;
  const gone = kindOf(kind).gone?.[status];
  if (gone !== undefined) return `${gone} (${status}).`;
  if (status === 410) return "It says it's gone for good (410).";
  if (status === 420 || status === 429) return `It asks us to wait (${status}).`;
  if (status >= 300 && status < 400) return `It redirects, and we don't follow (${status}).`;
  return `It answered with an error (${status}).`;
}

/** The state of a message. */
function stateOf({ state, attempts }: DeliveryReply) {
  if (state === 'sent') return { tone: 'good', text: '✓ Arrived' } as const;
  if (state === 'failed') return { tone: 'bad', text: 'Failed' } as const;
  const isAgain = state === 'waiting' && attempts > 0;
  return isAgain ? ({ tone: 'warn', text: 'Trying again' } as const) : ({ tone: 'plain', text: 'On its way' } as const);
}

interface HookDialogProps {
  readonly poolId: string;
  readonly onClose: () => void;
}

interface Draft {
  readonly kind: HookKind;
  /** By field of the kind. */
  readonly entered: readonly string[];
  readonly topics: readonly HookTopic[];
  readonly hours: number;
}

const newHook: Draft = { kind: 'discord', entered: [], topics: hookTopicNames, hours: HOOK_HOURS.usual };

const HOURS_BEFORE = [1, 2, 3, 6, 12, 24, 48] as const;

/** Adds a hook, and shows its secret once if it has one. */
function HookDialog({ poolId, onClose }: HookDialogProps) {
  const client = useQueryClient();
  const [draft, setDraft] = useState(newHook);
  const [hasLeft, setLeft] = useState(false);
  const { kind, entered, topics, hours } = draft;
  const { fields } = kindOf(kind);
  const address = fields
    .map((_, at) => entered[at] ?? '')
    .join(' ')
    .trim();
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
  const read = readHookAddress(kind, address);
  const wrong = 'problem' in read ? read : null;
  const close = (): void => {
    if (confirmLeave()) onClose();
  };

  function add(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    // The field in error is marked, so that it is found.
    flushSync(() => setLeft(true));
    if (wrong !== null) focusFirstFlaw(event.currentTarget);
    else if (topics.length > 0) post();
  }

  if (adding.data?.secret) return <Secret secret={adding.data.secret} onClose={onClose} />;
  return (
    <Dialog title="Add a webhook" onClose={close}>
      <form onSubmit={add} noValidate>
        <SelectField
          label="App"
          value={kind}
          options={hookKinds.map((each) => [each, kinds[each].choice] as const)}
          onChange={(chosen) => setDraft({ ...draft, kind: chosen })}
        />
        {fields.map(({ label, note }, at) => (
          <TextField
            key={label}
            label={label}
            value={entered[at] ?? ''}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            note={note}
            onChange={(event) => {
              const texts = fields.map((_, each) => (each === at ? event.target.value : (entered[each] ?? '')));
              setDraft({ ...draft, entered: texts });
              if (adding.isError) adding.reset();
            }}
            onBlur={() => at === fields.length - 1 && setLeft(address !== '')}
            error={hasLeft && wrong !== null && (wrong.field ?? 0) === at ? wrong.problem : null}
          />
        ))}
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
              onChange={(checked) => setDraft({ ...draft, topics: withTopic(topics, topic, checked) })}
            />
          ))}
        </fieldset>
        {topics.includes('lock.coming') && (
          <SelectField
            label="How long before the lock"
            value={String(hours)}
            options={HOURS_BEFORE.map((each) => [String(each), each === 1 ? '1 hour' : `${each} hours`] as const)}
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

/** The topics in their display order, after one was added or removed. */
function withTopic(topics: readonly HookTopic[], topic: HookTopic, isIn: boolean): HookTopic[] {
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

/** The hooks of a pool, with the deliveries of each. */
function hooksQuery(poolId: string) {
  return queryOptions({
    queryKey: ['hooks', poolId],
    queryFn: ({ signal }) => call('GET /api/pools/:poolId/hooks', { params: { poolId } }, signal),
  });
}
