import { LeaderWatch } from '#web/parts/leader-watch.tsx';
import { Celebration } from './celebration.tsx';

/** What happens when the lead changes. */
export function LeaderMoment() {
  return (
    <>
      <LeaderWatch />
      <Celebration />
    </>
  );
}
