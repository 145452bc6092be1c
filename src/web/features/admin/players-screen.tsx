import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { useState } from 'react';
import type { Player } from '#contract/entries.ts';
import type { ReplyOf } from '#contract/index.ts';
import { formatDay } from '#core/kickoff-text.ts';
import { cleanName } from '#core/names.ts';
import { PROFILE_NAME_MAX, profileNameError } from '#core/validation.ts';
import { call, failureText } from '#web/lib/api.ts';
import { confirmLeave, useUnsavedChanges } from '#web/lib/unsaved-changes.ts';
import type { Account } from '#web/parts/links.tsx';
import { LinkDialog, UnlinkDialog } from '#web/parts/links.tsx';
import { Screen } from '#web/parts/screen.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { TextField } from '#web/ui/field.tsx';
import { Loaded, Skeleton } from '#web/ui/loaded.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Refusal } from '#web/ui/refusal.tsx';
import { SearchField } from '#web/ui/search-field.tsx';
import { playersQuery, usersQuery } from './queries.ts';

/** Imported players without an account. */
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

/** Rendered beside the lists: a linked player moves from one list to the other while the dialog is open. */
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
      <ul className="gap-3 md:columns-2 xl:columns-3">
        {players.map((player) => (
          <PlayerCard key={player.id} player={player} onAct={onAct} />
        ))}
      </ul>
    </section>
  );
}

type PlayerPool = Player['pools'][number];

/** An action on a player. */
type PlayerAct =
  | { readonly act: 'rename'; readonly player: Player }
  | { readonly act: 'link'; readonly player: Player; readonly pools: readonly PlayerPool[] }
  | {
      readonly act: 'unlink';
      readonly player: Player;
      readonly pool: PlayerPool;
      readonly linked: NonNullable<PlayerPool['linked']>;
    };

interface PlayerCardProps {
  readonly player: Player;
  readonly onAct: (act: PlayerAct) => void;
}

/** One player with their entries, and the actions for them. */
function PlayerCard({ player, onAct }: PlayerCardProps) {
  const { name, pools } = player;
  const isLinked = pools.some(({ linked }) => linked !== null);
  // Several entries in a pool are linked one after the other: each link changes the effect of the next.
  const unlinked = pools.filter(({ linked }) => linked === null);
  const oneEach = unlinked.filter(({ id }, at) => unlinked.findIndex((pool) => pool.id === id) === at);
  return (
    <li className="panel mb-3 break-inside-avoid p-4 pt-2">
      <div className="flex items-center justify-between gap-4">
        <p className="heading min-w-0 text-lg break-words">{name}</p>
        {!isLinked && (
          <Button tone="text" aria-label={`Rename ${name}`} onClick={() => onAct({ act: 'rename', player })}>
            Rename
          </Button>
        )}
      </div>
      {pools.length === 0 && <p className="text-sm text-ink-soft">In no pool</p>}
      <ul>
        {pools.map((pool) => (
          <li
            key={pool.entryId}
            className="striped-row flex min-h-11 items-center justify-between gap-4 rounded-lg px-2"
          >
            <PoolEntry pool={pool} />
            <LinkButton player={player} pool={pool} onAct={onAct} />
          </li>
        ))}
      </ul>
      {oneEach.length > 1 && (
        <Button
          tone="plain"
          className="mt-2 w-full"
          aria-label={`Link in all pools: ${name}`}
          onClick={() => onAct({ act: 'link', player, pools: oneEach })}
        >
          Link in all pools
        </Button>
      )}
    </li>
  );
}

function PoolEntry({ pool: { name, picks, linked } }: { readonly pool: PlayerPool }) {
  return (
    <div className="min-w-0 text-sm break-words text-ink-soft">
      <p>
        <span className="text-ink">{name}</span>: {picks} {picks === 1 ? 'pick' : 'picks'}
      </p>
      {linked && (
        <p className="text-turf">
          Linked to {linked.name} since {formatDay(linked.at)}
        </p>
      )}
    </div>
  );
}

function LinkButton({ player, pool, onAct }: PlayerCardProps & { readonly pool: PlayerPool }) {
  const { linked } = pool;
  if (linked === null) {
    const label = `Link ${player.name} in ${pool.name}`;
    return (
      <Button tone="text" aria-label={label} onClick={() => onAct({ act: 'link', player, pools: [pool] })}>
        Link
      </Button>
    );
  }
  const label = `Undo the link of ${player.name} in ${pool.name}`;
  return (
    <Button tone="text" aria-label={label} onClick={() => onAct({ act: 'unlink', player, pool, linked })}>
      Undo
    </Button>
  );
}

interface RenameDialogProps {
  readonly player: Player;
  readonly onClose: () => void;
}

export function RenameDialog({ player, onClose }: RenameDialogProps) {
  const client = useQueryClient();
  const [name, setName] = useState(player.name);
  const error = profileNameError(name);
  const isChanged = cleanName(name) !== player.name;
  useUnsavedChanges(isChanged);
  const saving = useMutation({
    mutationFn: () =>
      call('PATCH /api/admin/players/:playerId', {
        params: { playerId: player.id },
        body: { displayName: cleanName(name) },
      }),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: playersQuery.queryKey });
      onClose();
    },
    onError: (failure) => console.error('Error renaming a player', failure),
  });

  function close(): void {
    if (!isChanged || confirmLeave()) onClose();
  }

  function save(event: FormEvent): void {
    event.preventDefault();
    if (error === null && !saving.isPending) saving.mutate();
  }

  return (
    <Dialog title={`Rename ${player.name}`} onClose={close}>
      <form onSubmit={save} noValidate>
        <TextField
          label="Name"
          value={name}
          maxLength={PROFILE_NAME_MAX}
          autoComplete="off"
          onChange={(event) => setName(event.target.value)}
          error={error}
        />
        <p className="text-sm text-ink-soft">Later imports will look for the new name.</p>
        <Refusal text={saving.error && failureText(saving.error)} />
        <div className="grid grid-cols-2 gap-3">
          <Button tone="plain" onClick={close}>
            Cancel
          </Button>
          <Button type="submit" disabled={error !== null} isPaused={saving.isPending}>
            {saving.isPending ? 'Saving...' : 'Save'}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
