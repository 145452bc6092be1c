import { useQuery } from '@tanstack/react-query';
import { admits } from '#core/permissions.ts';
import type { SectionProps } from '#web/features/pool/sections.tsx';
import { Link } from '#web/lib/navigation.tsx';
import { useMe } from '#web/lib/session-provider.tsx';
import { useRequester } from '#web/parts/requester.ts';
import { buttonLook } from '#web/ui/button.tsx';
import { Loaded, Loading, Skeleton } from '#web/ui/loaded.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { AllTimeTable } from './all-time.tsx';
import { almanacQuery, courseQuery, ownRecordQuery, rivalsQuery } from './almanac-queries.ts';
import { Champions } from './champions.tsx';
import { Course } from './course.tsx';
import { OwnTeams } from './own-teams.tsx';
import { Records } from './records.tsx';
import { Rivals } from './rivals.tsx';
import './almanac.css';

/** The history of a pool and the seasons before it: champions, tables and records, and what the viewer did. */
export function AlmanacSection({ pool }: SectionProps) {
  const me = useMe();
  const almanac = useQuery(almanacQuery(pool.id));
  const course = useQuery(courseQuery(pool.id));
  const own = useQuery(ownRecordQuery(pool.id));
  const rivals = useQuery(rivalsQuery(pool.id, me.id));
  // Shown at once, so that nothing moves.
  if ([almanac, course, own, rivals].some(({ isPending }) => isPending)) return <Loading>{almanacSkeleton}</Loading>;
  return (
    <Loaded query={almanac} failure="Couldn't load the almanac" skeleton={almanacSkeleton}>
      {(reply) =>
        reply.years.every(({ table }) => table.length === 0) ? (
          <NothingYet />
        ) : (
          <>
            <div className="almanac">
              <Champions poolId={pool.id} years={reply.years} />
              <div className="almanac-part almanac-own">
                <Course query={course} />
                <OwnTeams query={own} />
                <Rivals poolId={pool.id} almanac={reply} />
              </div>
              <div className="almanac-part">
                <AllTimeTable rows={reply.allTime} />
                <Records records={reply.records} />
              </div>
            </div>
            <p className="mt-4 px-1 text-sm text-ink-soft">
              Worked out from picks; typed years count for titles and places only.
            </p>
          </>
        )
      }
    </Loaded>
  );
}

const almanacSkeleton = (
  <div className="halves">
    <Skeleton className="h-96" />
    <Skeleton className="h-96" />
  </div>
);

function NothingYet() {
  const canAdd = admits('commissioner', useRequester());
  return (
    <Notice icon="trophy" title="The first page is still empty">
      <p>Once a week is decided, this is where champions, records and rivals go.</p>
      {canAdd && (
        <Link to="/pool/manage/almanac" className={buttonLook('primary')}>
          Add years from before
        </Link>
      )}
    </Notice>
  );
}
