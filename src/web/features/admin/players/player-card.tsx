import type { Player } from '#contract/entries.ts';
import { formatDay } from '#core/kickoff-text.ts';
import { Button } from '#web/ui/button.tsx';

type PlayerPool = Player['pools'][number];

/** What an admin does with a player. */
export type PlayerAct =
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

/** One player with their entries, and what an admin can do for them. */
export function PlayerCard({ player, onAct }: PlayerCardProps) {
  const { name, pools } = player;
  const isLinked = pools.some(({ linked }) => linked !== null);
  // Of several entries in a pool one after the other: each link changes what the next one does there.
  const unlinked = pools.filter(({ linked }) => linked === null);
  const oneEach = unlinked.filter(({ id }, at) => unlinked.findIndex((pool) => pool.id === id) === at);
  return (
    <li className="striped-row p-4">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <p className="min-w-0 font-medium break-words">{name}</p>
        <div className="flex flex-wrap gap-2">
          {!isLinked && (
            <Button tone="plain" aria-label={`Rename ${name}`} onClick={() => onAct({ act: 'rename', player })}>
              Rename
            </Button>
          )}
          {oneEach.length > 1 && (
            <Button
              tone="plain"
              aria-label={`Link in all pools: ${name}`}
              onClick={() => onAct({ act: 'link', player, pools: oneEach })}
            >
              Link in all pools
            </Button>
          )}
        </div>
      </div>
      {pools.length === 0 && <p className="text-sm text-ink-soft">In no pool</p>}
      <ul>
        {pools.map((pool) => (
          <li key={pool.entryId} className="mt-2 flex items-center justify-between gap-4">
            <PoolEntry pool={pool} />
            <LinkButton player={player} pool={pool} onAct={onAct} />
          </li>
        ))}
      </ul>
    </li>
  );
}

function PoolEntry({ pool: { name, picks, linked } }: { readonly pool: PlayerPool }) {
  return (
    <div className="min-w-0 text-sm break-words text-ink-soft">
      <p>
        {name}: {picks} {picks === 1 ? 'pick' : 'picks'}
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
      <Button tone="plain" aria-label={label} onClick={() => onAct({ act: 'link', player, pools: [pool] })}>
        Link
      </Button>
    );
  }
  const label = `Undo the link of ${player.name} in ${pool.name}`;
  return (
    <Button tone="plain" aria-label={label} onClick={() => onAct({ act: 'unlink', player, pool, linked })}>
      Undo
    </Button>
  );
}
