import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Player } from '#contract/players.ts';
import { playersQuery } from '#web/features/admin/queries.ts';
import { Screen } from '#web/parts/screen.tsx';
import { Loaded } from '#web/ui/loaded.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { SearchField } from '#web/ui/search-field.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { PlayerCard } from './player-card.tsx';

/** Those who came with an import and have no account. */
export function PlayersScreen() {
  const players = useQuery(playersQuery);
  const [search, setSearch] = useState('');
  return (
    <Screen
      title="Players"
      over="Admin"
      tools={<SearchField label="Search by name" value={search} onChange={setSearch} />}
    >
      <p className="mb-4 max-w-3xl text-ink-soft">
        Players who came with an import have no account. Link one to the account of the same person, and their pools and
        picks go there.
      </p>
      <Loaded query={players} failure="Couldn't load players" skeleton={<Skeleton className="h-96" />}>
        {(reply) => <Found players={reply.players} search={search} />}
      </Loaded>
    </Screen>
  );
}

function Found({ players, search }: { readonly players: readonly Player[]; readonly search: string }) {
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
  const waiting = found.filter(({ linked }) => linked === null);
  const linked = found.filter((player) => player.linked !== null);
  return (
    <>
      <List title="Without an account" players={waiting} />
      <List title="Linked to an account" players={linked} />
    </>
  );
}

function List({ title, players }: { readonly title: string; readonly players: readonly Player[] }) {
  if (players.length === 0) return null;
  return (
    <section aria-label={title} className="mb-5">
      <h2 className="heading mb-2 text-xl">
        {title} <span className="text-ink-faint">{players.length}</span>
      </h2>
      <ul className="panel overflow-hidden">
        {players.map((player) => (
          <PlayerCard key={player.id} player={player} />
        ))}
      </ul>
    </section>
  );
}
