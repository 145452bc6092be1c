import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AuditFilters } from '#web/parts/audit/audit-query.ts';
import { auditQuery } from '#web/parts/audit/audit-query.ts';
import { EntryList } from '#web/parts/audit/entry-list.tsx';
import { OlderButton } from '#web/parts/audit/older-button.tsx';
import { Screen } from '#web/parts/screen.tsx';
import { buttonLook } from '#web/ui/button.tsx';
import { Loaded } from '#web/ui/loaded.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { LogFilters } from './log-filters.tsx';

/** What admins did. */
export function LogScreen() {
  const [filters, setFilters] = useState<AuditFilters>({});
  const log = useInfiniteQuery(auditQuery(filters));
  const isFiltered = Object.keys(filters).length > 0;
  return (
    <Screen
      title="Log"
      over="Admin"
      tools={
        <a href={csvAddress(filters)} download className={buttonLook('plain')}>
          Download CSV
        </a>
      }
    >
      <LogFilters filters={filters} onChange={setFilters} />
      <Loaded query={log} failure="The log could not be loaded" skeleton={<Skeleton className="h-96" />}>
        {(entries) =>
          entries.length === 0 ? (
            <Notice icon="clock" title={isFiltered ? 'Nothing matches' : 'Nothing yet'}>
              <p>{isFiltered ? 'Choose other filters.' : 'What admins do is listed here from now on.'}</p>
            </Notice>
          ) : (
            <>
              <EntryList entries={entries} className="panel overflow-hidden" />
              <OlderButton query={log} />
            </>
          )
        }
      </Loaded>
    </Screen>
  );
}

function csvAddress(filters: AuditFilters): string {
  return `/api/admin/audit.csv?${new URLSearchParams(filters)}`;
}
