import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { SecurityEntry } from '#contract/accounts.ts';
import { securityQuery, usersQuery } from '#web/features/admin/queries.ts';
import { entryTime } from '#web/parts/audit/entry-text.ts';
import { OlderButton } from '#web/parts/audit/older-button.tsx';
import { Loaded } from '#web/ui/loaded.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { SelectField } from '#web/ui/select-field.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { userOptions } from './user-options.ts';

/** Sign-ins, failures and what else concerns the safety of accounts. */
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
              <ol className="panel overflow-hidden">
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
    <li className="striped-row px-4 py-3">
      <p className="font-medium break-words">
        {person?.name ?? 'Somebody'} {words}
        {times > 1 && <span className="text-ink-soft"> × {times.toLocaleString('en-US')}</span>}
      </p>
      {details.length > 0 && <p className="text-sm break-words">{details.join(' · ')}</p>}
      <p className="flex flex-wrap justify-between gap-x-4 text-sm text-ink-soft">
        <span className="break-words">{network}</span>
        <time dateTime={new Date(at).toISOString()}>{entryTime(at)}</time>
      </p>
    </li>
  );
}
