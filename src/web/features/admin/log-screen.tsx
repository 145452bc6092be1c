import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { SecurityEntry } from '#contract/accounts.ts';
import type { UserListing } from '#contract/admin.ts';
import { COMMAND_LINE } from '#contract/log.ts';
import type { AuditGroup } from '#core/audit.ts';
import { auditGroups } from '#core/audit.ts';
import { recordTime } from '#core/kickoff-text.ts';
import { addressOf } from '#web/lib/api.ts';
import type { AuditFilters } from '#web/parts/audit.tsx';
import { auditQuery, LogRecordList, OlderButton } from '#web/parts/audit.tsx';
import { poolsQuery } from '#web/parts/queries.ts';
import { Screen } from '#web/parts/screen.tsx';
import { buttonLook } from '#web/ui/button.tsx';
import { SelectField } from '#web/ui/field.tsx';
import { Loaded, Skeleton } from '#web/ui/loaded.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Segments } from '#web/ui/segments.tsx';
import { securityQuery, usersQuery } from './queries.ts';

type Shown = 'changes' | 'security';
const logParts: readonly (readonly [Shown, string])[] = [
  ['changes', 'Changes'],
  ['security', 'Sign-ins and security'],
];

/** What admins did, and what concerns the security of accounts. */
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
      <Segments label="Part of the log" value={shown} options={logParts} onChange={setShown} />
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
              <LogRecordList entries={entries} className="panel overflow-hidden" />
              <OlderButton query={log} />
            </>
          )
        }
      </Loaded>
    </>
  );
}

interface LogFiltersProps {
  readonly filters: AuditFilters;
  readonly onChange: (filters: AuditFilters) => void;
}

const groupNames: Readonly<Record<AuditGroup, string>> = {
  games: 'Games',
  picks: 'Picks',
  users: 'Users',
  pools: 'Pools',
};
const groups: readonly Option[] = auditGroups.map((group) => [group, groupNames[group]]);

function LogFilters({ filters, onChange }: LogFiltersProps) {
  const { data: people } = useQuery(usersQuery);
  const { data: pools = [] } = useQuery(poolsQuery);
  const users = people?.users ?? [];
  const filter = (name: keyof AuditFilters, label: string, all: string, options: readonly Option[]) => (
    <SelectField
      label={label}
      value={filters[name] ?? ''}
      options={[['', all], ...options]}
      onChange={(value) => onChange(withFilter(filters, name, value))}
    />
  );
  return (
    <search aria-label="Filter the log" className="mb-2 grid grid-cols-2 gap-x-3 md:grid-cols-4">
      {filter('group', 'What', 'Everything', groups)}
      {filter('actorId', 'Admin', 'All admins', [
        ...userOptions(users.filter(({ isAdmin }) => isAdmin)),
        [COMMAND_LINE, 'The command line'],
      ])}
      {filter('userId', 'Person concerned', 'Everybody', userOptions(users))}
      {filter(
        'poolId',
        'Pool',
        'All pools',
        pools.map(({ id, name }) => [id, name] as const),
      )}
    </search>
  );
}

function withFilter(filters: AuditFilters, name: keyof AuditFilters, value: string): AuditFilters {
  const { [name]: _, ...others } = filters;
  return value === '' ? others : { ...others, [name]: value };
}

/** Sign-ins, failures and other events that concern the security of accounts. */
export function SecurityLog() {
  const [userId, setUserId] = useState('');
  const { data: people } = useQuery(usersQuery);
  const log = useInfiniteQuery(securityQuery(userId));
  return (
    <>
      <search aria-label="Filter the log" className="mb-2 grid md:grid-cols-3">
        <SelectField
          label="Person"
          value={userId}
          options={[['', 'Everybody'], ...userOptions(people?.users ?? [])]}
          onChange={setUserId}
          note="Entries are kept for 90 days."
        />
      </search>
      <Loaded query={log} failure="Couldn't load the log" skeleton={<Skeleton className="h-96" />}>
        {(entries) =>
          entries.length === 0 ? (
            <Notice icon="clock" title={userId === '' ? 'Nothing yet' : 'Nothing matches'}>
              <p>{userId === '' ? 'Sign-ins show up here.' : 'Nothing about them in the last 90 days.'}</p>
            </Notice>
          ) : (
            <>
              <ol className="@container panel overflow-hidden">
                {entries.map((entry) => (
                  <Entry key={entry.id} entry={entry} />
                ))}
              </ol>
              <OlderButton query={log} />
            </>
          )
        }
      </Loaded>
    </>
  );
}

function Entry({ entry }: { readonly entry: SecurityEntry }) {
  const { person, actor, words, detail, network, times, at } = entry;
  const details = [detail, actor === null ? '' : `by ${actor.name}`].filter((text) => text !== '');
  return (
    <li className="striped-row gap-x-6 px-4 py-3 @3xl:flex @3xl:justify-between">
      <div className="max-w-[70ch] min-w-0">
        <p className="font-medium break-words">
          {person?.name ?? 'Somebody'} {words}
          {times > 1 && <span className="text-ink-soft"> × {times.toLocaleString('en-US')}</span>}
        </p>
        {details.length > 0 && <p className="text-sm break-words">{details.join(' · ')}</p>}
      </div>
      <p className="flex flex-wrap justify-between gap-x-4 text-sm text-ink-soft @3xl:w-80 @3xl:shrink-0">
        <span className="break-words">{network}</span>
        <time dateTime={new Date(at).toISOString()}>{recordTime(at)}</time>
      </p>
    </li>
  );
}

/** A value with its text. */
export type Option = readonly [value: string, text: string];

/** The users to choose from. Users of the same name are distinguished by their addresses. */
function userOptions(users: readonly UserListing[]): Option[] {
  const text = ({ displayName, email }: UserListing): string =>
    users.filter((user) => user.displayName === displayName).length > 1
      ? `${displayName} (${email ?? 'no account'})`
      : displayName;
  return users.map((user) => [user.id, text(user)] as const).sort(([, a], [, b]) => a.localeCompare(b));
}
