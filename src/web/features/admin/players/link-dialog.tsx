import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Player } from '#contract/players.ts';
import type { UserListing } from '#contract/users.ts';
import { usersQuery } from '#web/features/admin/queries.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Loaded } from '#web/ui/loaded.tsx';
import { SearchField } from '#web/ui/search-field.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { LinkPreview } from './link-preview.tsx';

interface LinkDialogProps {
  readonly player: Player;
  readonly onClose: () => void;
}

/** First the account is chosen, then told what linking would do, then it is confirmed. */
export function LinkDialog({ player, onClose }: LinkDialogProps) {
  const [account, setAccount] = useState<UserListing | null>(null);
  return (
    <Dialog title={`Link ${player.name} to an account`} onClose={onClose}>
      {account === null ? (
        <>
          <AccountList onChoose={setAccount} />
          <Button tone="plain" onClick={onClose} className="mt-4 w-full">
            Cancel
          </Button>
        </>
      ) : (
        <LinkPreview player={player} account={account} onBack={() => setAccount(null)} onClose={onClose} />
      )}
    </Dialog>
  );
}

function AccountList({ onChoose }: { readonly onChoose: (account: UserListing) => void }) {
  const people = useQuery(usersQuery);
  const [search, setSearch] = useState('');
  const word = search.trim().toLowerCase();
  const matches = ({ displayName, email }: UserListing): boolean =>
    email !== null && `${displayName} ${email}`.toLowerCase().includes(word);
  return (
    <>
      <SearchField label="Search by name or email" value={search} onChange={setSearch} />
      <Loaded query={people} failure="Couldn't load users" skeleton={<Skeleton className="mt-3 h-96" />}>
        {({ users }) => {
          const found = users.filter(matches);
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
                      <span className="block truncate font-medium">{account.displayName}</span>
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
