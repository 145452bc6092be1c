import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReplyOf } from '#contract/index.ts';
import type { Player } from '#contract/entries.ts';
import { playersQuery, usersQuery } from '#web/features/admin/queries.ts';
import type { Account } from '#web/parts/links/link-dialog.tsx';
import { LinkDialog } from '#web/parts/links/link-dialog.tsx';
import { UnlinkDialog } from '#web/parts/links/unlink-dialog.tsx';
import { Screen } from '#web/parts/screen.tsx';
import { Loaded } from '#web/ui/loaded.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { SearchField } from '#web/ui/search-field.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import type { PlayerAct } from './player-card.tsx';
import { PlayerCard } from './player-card.tsx';
import { RenameDialog } from './rename-dialog.tsx';

/** Those who came with an import and have no account. */
export function PlayersScreen() {
  const players = useQuery(playersQuery);
  const [search, setSearch] = useState('');
  const [opened, setOpened] = useState<PlayerAct | null>(null);
  return (
    <Screen
      title="Players"
      over="Admin"
      tools={<SearchField label="Search by name" value={search} onChange={setSearch} />}
    >
      <p className="mb-4 max-w-3xl text-ink-soft">
        Players who came with an import have no account. Link their entries to the account of the same person.
      </p>
      <Loaded query={players} failure="Couldn't load players" skeleton={<Skeleton className="h-96" />}>
        {(reply) => <Found players={reply.players} search={search} onAct={setOpened} />}
      </Loaded>
      {opened && <ActDialog opened={opened} onClose={() => setOpened(null)} />}
    </Screen>
  );
}

interface ActDialogProps {
  readonly opened: PlayerAct;
  readonly onClose: () => void;
}

/** Beside the lists: a player who is linked moves from one to the other while the dialog is open. */
function ActDialog({ opened, onClose }: ActDialogProps) {
  const { player } = opened;
  switch (opened.act) {
    case 'rename':
      return <RenameDialog player={player} onClose={onClose} />;
    case 'link':
      return <LinkPlayer player={player} pools={opened.pools} onClose={onClose} />;
    case 'unlink':
      return (
        <UnlinkDialog
          pool={opened.pool}
          entryId={opened.pool.entryId}
          playerName={player.name}
          accountName={opened.linked.name}
          onClose={onClose}
        />
      );
  }
}

interface LinkPlayerProps {
  readonly player: Player;
  readonly pools: readonly Player['pools'][number][];
  readonly onClose: () => void;
}

function LinkPlayer({ player, pools, onClose }: LinkPlayerProps) {
  const accounts = useQuery({ ...usersQuery, select: accountsOf });
  const entries = pools.map(({ entryId, id, name }) => ({ entryId, pool: { id, name } }));
  return <LinkDialog name={player.name} entries={entries} accounts={accounts} onClose={onClose} />;
}

function accountsOf({ users }: ReplyOf<'GET /api/users'>): Account[] {
  return users
    .filter(({ email, isEnabled }) => email !== null && isEnabled)
    .map(({ id, displayName, email }) => ({ id, name: displayName, email }));
}

interface FoundProps {
  readonly players: readonly Player[];
  readonly search: string;
  readonly onAct: (act: PlayerAct) => void;
}

function Found({ players, search, onAct }: FoundProps) {
  if (players.length === 0) {
    return (
      <Notice icon="user" title="Everybody has an account">
        <p>Imported players without an account show up here.</p>
      </Notice>
    );
  }
  const found = players.filter(({ name }) => name.toLowerCase().includes(search.trim().toLowerCase()));
  if (found.length === 0) {
    return (
      <Notice icon="search" title="Nobody found">
        <p>No name matches.</p>
      </Notice>
    );
  }
  const isLinked = ({ pools }: Player): boolean => pools.length > 0 && pools.every(({ linked }) => linked !== null);
  return (
    <>
      <List title="Without an account" players={found.filter((player) => !isLinked(player))} onAct={onAct} />
      <List title="Linked to an account" players={found.filter(isLinked)} onAct={onAct} />
    </>
  );
}

interface ListProps extends Omit<FoundProps, 'search'> {
  readonly title: string;
}

function List({ title, players, onAct }: ListProps) {
  if (players.length === 0) return null;
  return (
    <section aria-label={title} className="mb-5">
      <h2 className="heading mb-2 text-xl">
        {title} <span className="text-ink-faint">{players.length}</span>
      </h2>
      <ul className="panel overflow-hidden">
        {players.map((player) => (
          <PlayerCard key={player.id} player={player} onAct={onAct} />
        ))}
      </ul>
    </section>
  );
}
