import { useInfiniteQuery } from '@tanstack/react-query';
import { LogRecordList, OlderButton, poolAuditQuery } from '#web/parts/audit.tsx';
import { Loaded, Skeleton } from '#web/ui/loaded.tsx';
import type { SectionProps } from './sections.tsx';

/** The entered picks, corrections and changes in the pool. */
export function LogSection({ pool }: SectionProps) {
  const log = useInfiniteQuery(poolAuditQuery(pool.id));
  return (
    <section aria-label="Log" className="panel min-w-0 overflow-hidden p-5 sm:p-6">
      <p className="mb-3 text-ink-soft">
        What was entered, corrected and changed in this pool. Sides show once their game locks.
      </p>
      <Loaded query={log} failure="Couldn't load the log" skeleton={<Skeleton className="h-72" />}>
        {(entries) =>
          entries.length === 0 ? (
            <p className="text-ink-faint">Nothing so far.</p>
          ) : (
            <>
              <LogRecordList
                // Every record is about this pool.
                entries={entries.map((entry) => ({ ...entry, pool: null }))}
                className="-mx-2 overflow-hidden rounded-lg"
              />
              <OlderButton query={log} />
            </>
          )
        }
      </Loaded>
    </section>
  );
}
