import { useCelebrations } from '#web/parts/celebrations.ts';
import { LeaderWatch } from '#web/parts/leader-watch.tsx';
import { Celebration } from './celebration.tsx';

/** Watches the lead, and celebrates when the person takes it. */
export function LeaderCelebration() {
  const count = useCelebrations();
  return (
    <>
      <LeaderWatch />
      {count > 0 && <Celebration key={count} />}
    </>
  );
}
