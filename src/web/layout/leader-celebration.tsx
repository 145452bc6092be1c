import { Suspense } from 'react';
import { lazyPart } from '#web/lib/lazy.tsx';
import { useCelebrations } from '#web/parts/celebrations.ts';
import { LeaderWatch } from '#web/parts/leader-watch.tsx';

const Celebration = lazyPart(async () => (await import('./celebration.tsx')).Celebration);

/** Watches the lead, and celebrates when the person takes it. */
export function LeaderCelebration() {
  const count = useCelebrations();
  return (
    <>
      <LeaderWatch />
      <Suspense>{count > 0 && <Celebration key={count} />}</Suspense>
    </>
  );
}
