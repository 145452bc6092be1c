import type { UseQueryResult } from '@tanstack/react-query';
import { queryOptions, useMutation, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { useState } from 'react';
import type { LinkReply, UnlinkReply } from '#contract/entries.ts';
import { MAX_UNLINK_REASON } from '#contract/entries.ts';
import { changeText } from '#core/changed-outcome.ts';
import { formatDay, formatTime } from '#core/kickoff-text.ts';
import { call, failureText } from '#web/lib/api.ts';
import { useOnce } from '#web/lib/once.ts';
import { ADMIN_KEY, isRefusal } from '#web/lib/query.ts';
import { useMe } from '#web/lib/session-provider.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog, DialogFoot } from '#web/ui/dialog.tsx';
import { TextField } from '#web/ui/field.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Loaded, Skeleton } from '#web/ui/loaded.tsx';
import { Refusal } from '#web/ui/refusal.tsx';
import { SearchField } from '#web/ui/search-field.tsx';
import { useToast } from './toasts.tsx';

/** An account that an entry can be linked to. */
export interface Account {
  readonly id: string;
  readonly name: string;
  /** Only admins see it. */
  readonly email?: string | null;
}

/** An entry of a player without an account. */
interface UnlinkedEntry {
  readonly entryId: string;
  readonly pool: { readonly id: string; readonly name: string };
}

interface LinkDialogProps {
  /** The name of the player without an account. */
  readonly name: string;
  /** Their entry, or one in each of several pools. */
  readonly entries: readonly UnlinkedEntry[];
  /** The accounts to choose from; nobody can link to their own. */
  readonly accounts: UseQueryResult<readonly Account[]>;
  readonly onClose: () => void;
}

/** Links entries to an account: choose it, preview the effect, confirm. */
export function LinkDialog({ name, entries, accounts, onClose }: LinkDialogProps) {
  const [account, setAccount] = useState<Account | null>(null);
  return (
    <Dialog key={account?.id} title={`Link ${name} to an account`} onClose={onClose}>
      {account === null ? (
        <>
          <Accounts accounts={accounts} onChoose={setAccount} />
          <Button tone="plain" onClick={onClose} className="mt-4 w-full">
            Cancel
          </Button>
        </>
      ) : (
        <LinkTo account={account} entries={entries} onBack={() => setAccount(null)} onClose={onClose} />
      )}
    </Dialog>
  );
}

interface AccountsProps extends Pick<LinkDialogProps, 'accounts'> {
  readonly onChoose: (account: Account) => void;
}

function Accounts({ accounts, onChoose }: AccountsProps) {
  const me = useMe();
  const [search, setSearch] = useState('');
  const word = search.trim().toLowerCase();
  const matches = ({ id, name, email }: Account): boolean =>
    id !== me.id && `${name} ${email ?? ''}`.toLowerCase().includes(word);
  return (
    <>
      <SearchField label="Search accounts" value={search} onChange={setSearch} />
      <Loaded query={accounts} failure="Couldn't load accounts" skeleton={<Skeleton className="mt-3 h-96" />}>
        {(all) => {
          const found = all.filter(matches);
          return (
            <>
              <p role="status" className="mt-3 mb-1 text-sm text-ink-soft">
                {found.length === 0 ? 'No account found.' : 'Whose account is it?'}
              </p>
              <ul className="-mx-2 max-h-80 overflow-y-auto">
                {found.map((account) => (
                  <li key={account.id} className="striped-row">
                    <button
                      type="button"
                      onClick={() => onChoose(account)}
                      className="block min-h-12 w-full px-3 py-1.5 text-left outline-offset-[-3px]"
                    >
                      <span className="block truncate font-medium">{account.name}</span>
                      <span className="block truncate text-sm text-ink-soft">{account.email}</span>
                    </button>
                  </li>
                ))}
              </ul>
            </>
          );
        }}
      </Loaded>
    </>
  );
}

function previewQuery(entryId: string, userId: string) {
  return queryOptions({
    queryKey: ['link', entryId, userId],
    queryFn: ({ signal }) => call('GET /api/entries/:entryId/link/:userId', { params: { entryId, userId } }, signal),
    refetchOnMount: 'always',
    gcTime: 0,
    meta: { failure: 'Error fetching what a link would do' },
  });
}

/** The result of linking one entry. */
interface Outcome {
  readonly linked?: LinkReply;
  readonly failure?: unknown;
}

/** Whether another try is pointless. */
function isSettled({ linked, failure }: Outcome = {}): boolean {
  return linked !== undefined || isRefusal(failure);
}

interface LinkToProps extends Pick<LinkDialogProps, 'entries' | 'onClose'> {
  readonly account: Account;
  readonly onBack: () => void;
}

/** A preview of linking each entry, and the button that links them; then the results. */
function LinkTo({ account, entries, onBack, onClose }: LinkToProps) {
  const toast = useToast();
  const linksChanged = useLinksChanged();
  const previews = useQueries({ queries: entries.map(({ entryId }) => previewQuery(entryId, account.id)) });
  const [outcomes, setOutcomes] = useState<ReadonlyMap<string, Outcome>>(new Map());
  const open = entries.filter(({ entryId }, at) => previews[at]?.isSuccess && !isSettled(outcomes.get(entryId)));
  const hasLinked = [...outcomes.values()].some(({ linked }) => linked !== undefined);

  async function link({ entryId, pool }: UnlinkedEntry): Promise<void> {
    const params = { entryId, userId: account.id };
    const outcome = await call('POST /api/entries/:entryId/link/:userId', { params }).then(
      (linked): Outcome => ({ linked }),
      (failure: unknown): Outcome => ({ failure }),
    );
    setOutcomes((before) => new Map(before).set(entryId, outcome));
    if (outcome.linked === undefined) {
      console.error('Error linking an entry', outcome.failure);
      return;
    }
    if (entries.length === 1) {
      toast({ type: 'success', title: linkedText(outcome.linked) });
      onClose();
    }
    void linksChanged(pool.id);
  }

  const linking = useMutation({
    mutationFn: async () => {
      for (const entry of open) await link(entry);
    },
  });
  const linkAll = useOnce(linking);
  return (
    <>
      <p className="mb-3">
        <span className="font-medium">{account.name}</span>{' '}
        <span className="break-words text-ink-soft">{account.email}</span>
      </p>
      <ul className="mb-4 grid gap-4">
        {entries.map(({ entryId, pool }, at) => (
          <li key={entryId}>
            <h3 className="label mb-1 break-words text-ink-soft">{pool.name}</h3>
            <Preview query={previews[at]} outcome={outcomes.get(entryId)} />
          </li>
        ))}
      </ul>
      {open.length > 0 && (
        <p className="mb-4 text-sm text-ink-soft">This can be undone. Withdrawn picks stay withdrawn.</p>
      )}
      <DialogFoot>
        <div className="grid grid-cols-2 gap-3">
          <Button tone="plain" onClick={hasLinked ? onClose : onBack}>
            {hasLinked ? 'Close' : 'Back'}
          </Button>
          {(open.length > 0 || !hasLinked) && (
            <Button
              disabled={open.length === 0 || previews.some(({ isPending }) => isPending)}
              isPaused={linking.isPending}
              onClick={() => linkAll()}
            >
              {linking.isPending ? 'Linking...' : 'Link'}
            </Button>
          )}
        </div>
      </DialogFoot>
    </>
  );
}

interface PreviewProps {
  readonly query: UseQueryResult<LinkReply> | undefined;
  readonly outcome: Outcome | undefined;
}

function Preview({ query, outcome = {} }: PreviewProps) {
  const { linked, failure } = outcome;
  return (
    <>
      <p role="status" className="flex items-start gap-2 break-words text-turf empty:hidden">
        {linked && (
          <>
            <Icon name="check" />
            {linkedText(linked)}
          </>
        )}
      </p>
      <Refusal text={failure === undefined ? null : failureText(failure)} />
      {query && !isSettled(outcome) && <Effect query={query} linesOf={linkLines} />}
    </>
  );
}

interface UnlinkDialogProps {
  readonly pool: { readonly id: string; readonly name: string };
  readonly entryId: string;
  /** The name of the player without an account. */
  readonly playerName: string;
  readonly accountName: string;
  readonly onClose: () => void;
}

function effectQuery(entryId: string) {
  return queryOptions({
    queryKey: ['link', entryId],
    queryFn: ({ signal }) => call('GET /api/entries/:entryId/link', { params: { entryId } }, signal),
    refetchOnMount: 'always',
    gcTime: 0,
    meta: { failure: 'Error fetching what undoing a link would do' },
  });
}

/** Unlinks an entry after a preview. Requires a reason once a game has locked since. */
export function UnlinkDialog({ pool, entryId, playerName, accountName, onClose }: UnlinkDialogProps) {
  const toast = useToast();
  const linksChanged = useLinksChanged();
  const effect = useQuery(effectQuery(entryId));
  const [reason, setReason] = useState('');
  const unlinking = useMutation({
    mutationFn: () => call('DELETE /api/entries/:entryId/link', { params: { entryId }, body: { reason } }),
    onSuccess: () => {
      toast({ type: 'success', title: `The link of ${playerName} is undone` });
      onClose();
      void linksChanged(pool.id);
    },
    onError: (error) => {
      console.error('Error undoing a link', error);
      // A game may have locked meanwhile.
      void effect.refetch();
    },
  });
  const unlink = useOnce(unlinking);
  const lacksReason = effect.data?.needsReason === true && reason.trim() === '';

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (effect.isSuccess && !lacksReason) unlink();
  }

  return (
    <Dialog title={`Undo the link of ${playerName}`} onClose={onClose}>
      <form onSubmit={submit} noValidate>
        <div className="mb-4">
          <p className="label mb-1 break-words text-ink-soft">{pool.name}</p>
          <Effect query={effect} linesOf={(reply) => unlinkLines(reply, accountName)} />
        </div>
        {effect.data?.needsReason && (
          <TextField
            label="Why is it undone?"
            note="A game has locked since. Members read it in the pool's log."
            required
            value={reason}
            maxLength={MAX_UNLINK_REASON}
            autoComplete="off"
            onChange={(event) => setReason(event.target.value)}
            error={null}
          />
        )}
        <Refusal text={unlinking.isError && !effect.isError ? failureText(unlinking.error) : null} />
        <div className="grid grid-cols-2 gap-3">
          <Button tone="plain" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" disabled={!effect.isSuccess} isPaused={lacksReason || unlinking.isPending}>
            {unlinking.isPending ? 'Undoing...' : 'Undo link'}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

interface EffectProps<T> {
  readonly query: UseQueryResult<T>;
  readonly linesOf: (reply: T) => readonly string[];
}

/** A preview of a link or unlink, or why it can't be done. */
function Effect<T extends Pick<LinkReply, 'changes'>>({ query, linesOf }: EffectProps<T>) {
  if (isRefusal(query.error)) return <Refusal text={failureText(query.error)} />;
  return (
    <Loaded query={query} failure="Couldn't load the preview" skeleton={<Skeleton className="h-24" />}>
      {(reply) => (
        <div className="grid gap-2">
          {linesOf(reply).map((line) => (
            <p key={line} className="break-words">
              {line}
            </p>
          ))}
          {reply.changes.length > 0 && (
            <ul
              aria-label="Results that change"
              className="grid gap-1 rounded-lg bg-amber-wash px-3 py-2.5 text-sm text-amber"
            >
              {reply.changes.map((change) => (
                <li key={`${change.what} ${change.of}`} className="break-words">
                  {changeText(change)}
                </li>
              ))}
            </ul>
          )}
        </div>
      )}
    </Loaded>
  );
}

/** The effects of linking an entry to an account. @param timeZone by default the device's own */
export function linkLines(reply: LinkReply, timeZone?: string): string[] {
  const { entryName, accountName, way, becomesMember, withdrawn } = reply;
  return [
    ...(way === 'given' ? [`${accountName} gets the entry '${entryName}'.`] : filledLines(reply)),
    ...(becomesMember ? [`${accountName} becomes a member of the pool.`] : []),
    ...(withdrawn > 0 ? [withdrawnText(reply, timeZone)] : []),
  ];
}

function filledLines({ entryName, accountName, intoName, filled, kept }: LinkReply): string[] {
  const gets = filled === 0 ? 'gets no picks' : `is filled with ${picks(filled)} of locked games`;
  const left = kept === 0 ? '' : `; ${kept} ${are(kept)} left out because it has its own`;
  const own = intoName === null || intoName === accountName ? 'entry' : `entry '${intoName}'`;
  return [`${accountName}'s ${own} ${gets}${left}.`, `'${entryName}' leaves the standings.`];
}

function withdrawnText({ accountName, way, withdrawn, nextLock }: LinkReply, timeZone: string | undefined): string {
  const gone = `${picks(withdrawn)} of open games ${are(withdrawn)} withdrawn`;
  if (way === 'filled') return `${gone}. What ${accountName} has picked stays.`;
  if (nextLock === null) return `${gone}.`;
  const what = withdrawn === 1 ? 'it' : 'them';
  const when = `${formatDay(nextLock, timeZone)}, ${formatTime(nextLock, timeZone)}`;
  return `${gone}. ${accountName} has to make ${what} again before ${when}.`;
}

function linkedText({ entryName, accountName }: LinkReply): string {
  return `${entryName} is linked to ${accountName}`;
}

/** The effects of unlinking an entry. */
export function unlinkLines({ entryName, returned, kept }: UnlinkReply, accountName: string): string[] {
  const stay = kept === 0 ? '' : `; ${kept} changed since then ${kept === 1 ? 'stays' : 'stay'}`;
  return [
    `'${entryName}' is without an account again.`,
    ...(returned + kept > 0
      ? [`${picks(returned)} ${returned === 1 ? 'leaves' : 'leave'} ${accountName}'s entry${stay}.`]
      : []),
    'Picks of open games that the link withdrew stay withdrawn.',
  ];
}

function picks(count: number): string {
  return count === 1 ? '1 pick' : `${count} picks`;
}

function are(count: number): string {
  return count === 1 ? 'is' : 'are';
}

/** The linked entries of a pool, for its commissioners and admins. */
export function linksQuery(poolId: string) {
  return queryOptions({
    queryKey: ['pool', poolId, 'links'],
    queryFn: ({ signal }) => call('GET /api/pools/:poolId/links', { params: { poolId } }, signal),
    refetchOnMount: 'always',
    meta: { failure: 'Error fetching links' },
  });
}

/** Reads everything about the pool again after a link changed, and what the admin screens show. */
function useLinksChanged(): (poolId: string) => Promise<void> {
  const client = useQueryClient();
  return (poolId) =>
    client.invalidateQueries({ predicate: ({ queryKey: [name, of] }) => name === ADMIN_KEY[0] || of === poolId });
}
