import { useQuery } from '@tanstack/react-query';
import type { StandingsReply } from '#contract/standings.ts';
import { ordinal } from '#core/ordinal.ts';
import { formatPoints, hasScores } from '#core/scoring.ts';
import { useMe } from '#web/lib/session-provider.tsx';
import { useEntries } from '#web/parts/entries.tsx';
import { standingsQuery } from '#web/parts/queries.ts';
import { WhyAnswer } from '#web/parts/why/why-answer.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Loaded } from '#web/ui/loaded.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { StandingsLinks } from './standings-links.tsx';
import { WhyLink } from './why-link.tsx';

const NEAR = 5;

export function MyRank({ poolId }: { readonly poolId: string }) {
  const standings = useQuery(standingsQuery(poolId));
  return (
    <section className="panel flex flex-col p-5">
      <h2 className="heading text-xl">Standings</h2>
      <Loaded query={standings} failure="Couldn't load scores" skeleton={<Skeleton className="mt-3 h-59" />}>
        {(reply) => <Standings rows={reply.rows} />}
      </Loaded>
      <StandingsLinks standings={standings.data} />
      <WhyAnswer poolId={poolId} usual={null} />
    </section>
  );
}

function Standings({ rows }: Pick<StandingsReply, 'rows'>) {
  const me = useMe();
  const { entry } = useEntries();
  const mine = rows.find((row) => row.id === entry?.id);
  const [leader] = rows;
  if (leader === undefined || !hasScores(rows)) return <p className="mt-3 text-ink-soft">No scores available yet</p>;
  const anyPoint = leader.totalHalves > 0;
  const behind = mine ? leader.totalHalves - mine.totalHalves : 0;
  return (
    <>
      {!anyPoint && <p className="mt-3 text-ink-soft">No points yet.</p>}
      {anyPoint && mine && (
        <p className="mt-1 flex items-baseline gap-2">
          <WhyLink entryId={mine.id} className="font-display text-5xl font-semibold text-turf">
            {ordinal(mine.rank)}
          </WhyLink>
          <span className="text-ink-soft">
            of {rows.length}, {behind === 0 ? leadText(rows) : `${formatPoints(behind)} behind the leader`}
          </span>
        </p>
      )}
      <ol className="mt-3 flex flex-col">
        {near(rows, mine?.id).map((row) => (
          <li
            key={row.id}
            className={`relative flex min-h-9 items-center gap-3 rounded px-2 ${row.ownerId === me.id ? 'bg-turf-wash font-semibold text-turf' : ''}`}
          >
            <span className="w-6 text-right font-display text-ink-soft">{row.rank}</span>
            <span className="min-w-0 flex-1 truncate">{row.name}</span>
            {anyPoint && row.rank === 1 && <Icon name="trophy" label="Leader" className="size-4 text-amber" />}
            <WhyLink entryId={row.id} className="font-display text-lg font-semibold before:absolute before:inset-0">
              {formatPoints(row.totalHalves)}
            </WhyLink>
          </li>
        ))}
      </ol>
    </>
  );
}

function leadText(rows: StandingsReply['rows']): string {
  return rows[1]?.rank === 1 ? 'tied for the lead' : 'in the lead';
}

/** The leader and those around the chosen own entry. */
function near(rows: StandingsReply['rows'], myId: string | undefined): StandingsReply['rows'] {
  const place = rows.findIndex((row) => row.id === myId);
  if (place < NEAR) return rows.slice(0, NEAR);
  return [...rows.slice(0, 1), ...rows.slice(place - 2, place + 2)];
}
