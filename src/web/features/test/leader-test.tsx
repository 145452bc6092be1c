import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { leaderChange, SIMULATED_LEAD, weekTop } from '#core/leader.ts';
import { formatPoints } from '#core/scoring.ts';
import { useMe } from '#web/lib/session-provider.tsx';
import { tellChange } from '#web/parts/leader-notice.ts';
import { usePool } from '#web/parts/pool-context.tsx';
import { standingsQuery } from '#web/parts/queries.ts';
import { useToast } from '#web/parts/toasts.tsx';
import { Button } from '#web/ui/button.tsx';
import { Loaded, Loading } from '#web/ui/loaded.tsx';
import { Failure } from '#web/ui/notice.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import type { TestScore } from './test-scores.ts';
import { levelled, ranked, simulatedTop, withLead } from './test-scores.ts';
import { TestSection } from './test-section.tsx';

const scoresSkeleton = <Skeleton className="h-72" />;

/** The scores of the pool's entries, and a lead that changes on this page alone. */
export function LeaderTest() {
  const { status, error, retry, pool } = usePool();
  return (
    <TestSection
      title="Scores and the lead"
      hint={`Gives somebody ${SIMULATED_LEAD} points more than the leader. Only this page sees it.`}
    >
      {pool?.details && <ScoresOfPool key={pool.id} poolId={pool.id} />}
      {pool !== null && !pool.details && <p className="text-ink-soft">You are not a member of this pool yet.</p>}
      {pool === null && status === 'loading' && <Loading>{scoresSkeleton}</Loading>}
      {pool === null && status === 'ready' && <p className="text-ink-soft">No pools available</p>}
      {status === 'failed' && <Failure title="Couldn't load pools" error={error} onRetry={retry} />}
    </TestSection>
  );
}

function ScoresOfPool({ poolId }: { readonly poolId: string }) {
  const standings = useQuery(standingsQuery(poolId));
  return (
    <Loaded query={standings} failure="Couldn't load scores" skeleton={scoresSkeleton}>
      {({ rows }) => (
        <Scores
          scores={rows.map(({ id, ownerId, name, totalHalves }) => ({
            id,
            ownerId,
            displayName: name,
            totalScore: totalHalves,
          }))}
        />
      )}
    </Loaded>
  );
}

function Scores({ scores }: { readonly scores: readonly TestScore[] }) {
  const me = useMe();
  const showToast = useToast();
  const [played, setPlayed] = useState<readonly TestScore[] | null>(null);
  const shown = ranked(played ?? scores);

  function show(next: readonly TestScore[]): void {
    const change = leaderChange(topOf(shown), topOf(next));
    const [first] = ranked(next);
    tellChange({ change, userId: me.id, name: first?.displayName ?? '', showToast });
    setPlayed(next);
  }

  return (
    <>
      <ol className="-mx-2 max-h-80 overflow-y-auto">
        {shown.map(({ id, ownerId, displayName, totalScore }) => (
          <li key={id} className="flex min-h-12 items-center gap-3 px-2 odd:bg-panel-low">
            <span className="min-w-0 flex-1 truncate">{displayName}</span>
            <span className="font-display text-lg font-semibold">{formatPoints(totalScore)}</span>
            <button
              type="button"
              aria-label={`Give ${displayName} the lead`}
              onClick={() => show(withLead(shown, id, simulatedTop(topOf(shown), { id, ownerId })))}
              className="min-h-11 rounded-lg px-3 font-display font-medium text-turf hover:bg-turf-wash"
            >
              Lead
            </button>
          </li>
        ))}
      </ol>
      <div className="mt-4 flex flex-wrap gap-2">
        <Button tone="plain" disabled={shown.length < 2} onClick={() => show(levelled(shown))}>
          Tie at the top
        </Button>
        <Button tone="plain" disabled={played === null} onClick={() => setPlayed(null)}>
          Real scores
        </Button>
      </div>
    </>
  );
}

function topOf(scores: readonly TestScore[]) {
  return weekTop(scores.map(({ id, ownerId, totalScore }) => ({ id, ownerId, score: totalScore })));
}
