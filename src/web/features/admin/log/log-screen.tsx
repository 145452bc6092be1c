import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { addressOf } from '#web/lib/api.ts';
import type { AuditFilters } from '#web/parts/audit/audit-query.ts';
import { auditQuery } from '#web/parts/audit/audit-query.ts';
import { EntryList } from '#web/parts/audit/entry-list.tsx';
import { OlderButton } from '#web/parts/audit/older-button.tsx';
import { Screen } from '#web/parts/screen.tsx';
import { buttonLook } from '#web/ui/button.tsx';
import { Loaded } from '#web/ui/loaded.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Segments } from '#web/ui/segments.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { LogFilters } from './log-filters.tsx';
import { SecurityLog } from './security-log.tsx';

type Shown = 'changes' | 'security';
const choices: readonly (readonly [Shown, string])[] = [
  ['changes', 'Changes'],
  ['security', 'Sign-ins and security'],
];

/** What admins did, and what concerns the safety of accounts. */
export function LogScreen() {
  const [shown, setShown] = useState<Shown>('changes');
  const [filters, setFilters] = useState<AuditFilters>({});
  const download = (
    <a href={addressOf('GET /api/admin/audit.csv', { query: filters })} download className={buttonLook('plain')}>
      Download CSV
    </a>
  );
  return (
    <Screen title="Log" over="Admin" tools={shown === 'changes' && download}>
      <Segments label="Part of the log" value={shown} options={choices} onChange={setShown} />
      {shown === 'changes' ? <Changes filters={filters} onFilters={setFilters} /> : <SecurityLog />}
    </Screen>
  );
}

interface ChangesProps {
  readonly filters: AuditFilters;
  readonly onFilters: (filters: AuditFilters) => void;
}

function Changes({ filters, onFilters }: ChangesProps) {
  const log = useInfiniteQuery(auditQuery(filters));
  const isFiltered = Object.keys(filters).length > 0;
  return (
    <>
      <LogFilters filters={filters} onChange={onFilters} />
      <Loaded query={log} failure="Couldn't load the log" skeleton={<Skeleton className="h-96" />}>
        {(entries) =>
          entries.length === 0 ? (
            <Notice icon="clock" title={isFiltered ? 'Nothing matches' : 'Nothing yet'}>
              <p>{isFiltered ? 'Choose other filters.' : 'What admins do shows up here.'}</p>
            </Notice>
          ) : (
            <>
              <EntryList entries={entries} className="panel overflow-hidden" />
              <OlderButton query={log} />
            </>
          )
        }
      </Loaded>
    </>
  );
}
