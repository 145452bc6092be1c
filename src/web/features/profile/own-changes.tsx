import { useInfiniteQuery } from '@tanstack/react-query';
import { LogRecordList, OlderButton, ownAuditQuery } from '#web/parts/audit.tsx';
import { Loaded, Skeleton } from '#web/ui/loaded.tsx';

/** Changes that others made to the person's picks and scores. */
export function OwnChanges() {
  const changes = useInfiniteQuery(ownAuditQuery);
  return (
    <section aria-label="What was changed for you" className="panel mt-5 overflow-hidden p-5 sm:p-6">
      <h2 className="heading mb-2 text-xl">What was changed for you</h2>
      <p className="mb-3 text-ink-soft">
        What admins and commissioners did to your picks, your scores and your membership.
      </p>
      <Loaded query={changes} failure="Couldn't load changes" skeleton={<Skeleton className="h-24" />}>
        {(entries) =>
          entries.length === 0 ? (
            <p className="text-ink-faint">Nothing so far.</p>
          ) : (
            <>
              <LogRecordList entries={entries} className="-mx-2 overflow-hidden rounded-lg" />
              <OlderButton query={changes} />
            </>
          )
        }
      </Loaded>
    </section>
  );
}
