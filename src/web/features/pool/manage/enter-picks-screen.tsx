import { useParams } from 'wouter';
import { admits } from '#core/permissions.ts';
import { MEMBERS, RULES } from '#web/features/pool/paths.ts';
import { Redirect } from '#web/lib/navigation.tsx';
import { PoolGate } from '#web/parts/pool-gate.tsx';
import { useRequester } from '#web/parts/requester.ts';
import { Skeleton } from '#web/ui/loaded.tsx';
import { EnterPicks } from './enter-picks.tsx';

/** Enters picks of an entry of the chosen pool. */
export function EnterPicksScreen() {
  const { entryId = '' } = useParams();
  const mayEnter = admits('commissioner', useRequester());
  return (
    <PoolGate title="Enter picks" noPool="Please select a pool" skeleton={<Skeleton className="h-96" />}>
      {(pool) =>
        mayEnter ? (
          <EnterPicks pool={pool} entryId={entryId} back={{ to: MEMBERS, text: 'Back to Members' }} />
        ) : (
          <Redirect path={RULES} />
        )
      }
    </PoolGate>
  );
}
