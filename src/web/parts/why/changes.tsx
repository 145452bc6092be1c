import { useInfiniteQuery } from '@tanstack/react-query';
import { scoreAuditQuery } from '#web/parts/audit/audit-query.ts';
import { EntryList } from '#web/parts/audit/entry-list.tsx';
import { OlderButton } from '#web/parts/audit/older-button.tsx';
import { Loaded } from '#web/ui/loaded.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

interface ChangesProps {
  readonly poolId: string;
  readonly entryId: string;
  /** Null for all weeks. */
  readonly weekId: string | null;
}

/** What was entered for an entry, and what was corrected for everybody, where scores can have changed by it. */
export function Changes({ poolId, entryId, weekId }: ChangesProps) {
  const log = useInfiniteQuery(scoreAuditQuery(poolId, entryId, weekId));
  return (
    <section aria-label="Entered and corrected" className="mt-5">
      <h3 className="heading text-xl">Entered and corrected</h3>
      <Loaded query={log} failure="Couldn't load the log" skeleton={<Skeleton className="mt-2 h-12" />}>
        {(entries) =>
          entries.length === 0 ? (
            <p className="text-ink-soft">Nothing was entered or corrected.</p>
          ) : (
            <>
              <EntryList
                // Every entry is about this pool.
                entries={entries.map((entry) => ({ ...entry, pool: null }))}
                className="-mx-2 mt-1 overflow-hidden rounded-lg"
              />
              <OlderButton query={log} />
            </>
          )
        }
      </Loaded>
    </section>
  );
}
