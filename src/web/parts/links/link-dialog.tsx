import type { UseQueryResult } from '@tanstack/react-query';
import { queryOptions, useMutation, useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import type { LinkReply } from '#contract/entries.ts';
import { call, failureText } from '#web/lib/api.ts';
import { useOnce } from '#web/lib/once.ts';
import { isRefusal } from '#web/lib/query.ts';
import { useMe } from '#web/lib/session-provider.tsx';
import { useToast } from '#web/parts/toasts.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { DialogFoot } from '#web/ui/dialog-foot.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Loaded } from '#web/ui/loaded.tsx';
import { Refusal } from '#web/ui/refusal.tsx';
import { SearchField } from '#web/ui/search-field.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { Effect } from './effect.tsx';
import { linkedText, linkLines } from './link-words.ts';
import { useLinksChanged } from './links-query.ts';

/** An account that an entry can be linked to. */
export interface Account {
  readonly id: string;
  readonly name: string;
  /** Only admins see it. */
  readonly email?: string | null;
}

/** An entry of a player without an account. */
export interface UnlinkedEntry {
  readonly entryId: string;
  readonly pool: { readonly id: string; readonly name: string };
}

interface LinkDialogProps {
  /** Of the player without an account. */
  readonly name: string;
  /** Their entry, or one in each of several pools. */
  readonly entries: readonly UnlinkedEntry[];
  /** The accounts to choose from; nobody links to their own. */
  readonly accounts: UseQueryResult<readonly Account[]>;
  readonly onClose: () => void;
}

/** Links entries to an account: it is chosen, then what linking would do is shown, then it is done. */
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

/** What became of linking one entry. */
interface Outcome {
  readonly linked?: LinkReply;
  readonly failure?: unknown;
}

/** Whether there is no point in trying again. */
function isSettled({ linked, failure }: Outcome = {}): boolean {
  return linked !== undefined || isRefusal(failure);
}

interface LinkToProps extends Pick<LinkDialogProps, 'entries' | 'onClose'> {
  readonly account: Account;
  readonly onBack: () => void;
}

/** What linking would do, entry by entry, and the button that does it; then what became of each. */
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
      {open.length > 0 && <p className="mb-4 text-sm text-ink-soft">This can be undone.</p>}
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
