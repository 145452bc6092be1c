import type { ReactNode } from 'react';
import type { PoolReply } from '#contract/pools.ts';
import type { StandingRow } from '#contract/standings.ts';
import { ordinal } from '#core/ordinal.ts';
import { pointsText } from '#core/scoring.ts';
import { Link } from '#web/lib/navigation.tsx';
import { useMe } from '#web/lib/session-provider.tsx';
import { useEntries } from '#web/parts/entries.tsx';
import { usePool } from '#web/parts/pool-context.tsx';
import { Button, buttonLook } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { MyRank } from './my-rank.tsx';

interface SeasonOverProps {
  readonly pool: Pick<PoolReply, 'id' | 'continuedBy'>;
  readonly rows: readonly StandingRow[];
  readonly news: ReactNode;
}

/** Shown when all weeks of the pool are over: who won, and the person's own place. */
export function SeasonOver({ pool: { id: poolId, continuedBy }, rows, news }: SeasonOverProps) {
  const me = useMe();
  const { pools, select } = usePool();
  const next = pools.find(({ id }) => id === continuedBy);
  const { entry } = useEntries();
  const champions = rows.filter(({ rank, totalHalves }) => rank === 1 && totalHalves > 0);
  const [best] = champions;
  const mine = rows.find(({ id }) => id === entry?.id);
  return (
    <div className="grid grid-cols-1 gap-5 lg:grid-cols-3">
      <section className="board bolts flex flex-col gap-6 p-5 sm:p-7 lg:col-span-2">
        <div className="flex flex-wrap items-start justify-between gap-x-8 gap-y-5">
          <div className="flex min-w-0 flex-1 basis-64 items-center gap-5">
            <Icon name="trophy" className="size-20 shrink-0 text-led sm:size-28" />
            <div className="min-w-0">
              <h2 className="label text-board-soft">{champions.length > 1 ? 'Champions' : 'Champion'}</h2>
              <p className="led text-4xl leading-tight break-words sm:text-5xl">
                {champions.map(({ name }) => name).join(', ') || 'Nobody'}
              </p>
              {best && <p className="mt-2 text-board-ink">{pointsText(best.totalHalves)} over the season</p>}
            </div>
          </div>
          {mine && (
            <div className="sm:text-right">
              <h2 className="label text-board-soft">Your place</h2>
              <p className="led text-6xl sm:text-7xl">{ordinal(mine.rank)}</p>
              <p className="mt-2 text-board-ink">
                of {rows.length}, with {pointsText(mine.totalHalves)}
              </p>
            </div>
          )}
        </div>
        <p className="border-t border-board-line pt-4 text-board-soft">
          {next
            ? `The league plays on in ${next.name}.`
            : me.isAdmin
              ? 'Load the next season, then choose Play again on the card of this pool.'
              : 'An admin starts the pool again for the next season.'}
        </p>
        <div className="mt-auto flex flex-wrap gap-3">
          <Link to="/scoreboard" className={`${buttonLook('primary')} text-xl max-sm:flex-1`}>
            Final standings
          </Link>
          {next && (
            <Button tone="plain" onClick={() => select(next.id)} className="text-xl max-sm:flex-1">
              Go to {next.name}
            </Button>
          )}
          {me.isAdmin && !next && (
            <Link to="/admin/season" className={`${buttonLook('plain')} text-xl max-sm:flex-1`}>
              Load season
            </Link>
          )}
        </div>
      </section>
      <MyRank poolId={poolId} />
      {news}
    </div>
  );
}
