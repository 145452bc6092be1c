import { Suspense } from 'react';
import { lazyPart } from '#web/lib/lazy.tsx';
import type { TiebreakProps } from './tiebreak.tsx';

const Tiebreak = lazyPart<TiebreakProps>(async () => (await import('./tiebreak.tsx')).Tiebreak);

/** The guess of a week, in pools that have a tiebreak. */
export function WeekTiebreak(props: TiebreakProps) {
  return (
    props.pool.tiebreaks && (
      <div className="min-h-32">
        <Suspense>
          <Tiebreak {...props} />
        </Suspense>
      </div>
    )
  );
}
