import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { MembersReply, PoolPerson } from '#contract/members.ts';
import type { PoolReply } from '#contract/pools.ts';
import { admits } from '#core/permissions.ts';
import type { SectionProps } from '#web/features/pool/sections.tsx';
import { failureText } from '#web/lib/api.ts';
import { useMe } from '#web/lib/session-provider.tsx';
import { PoolFace } from '#web/parts/face.tsx';
import { linksQuery } from '#web/parts/links.tsx';
import { PanelSection } from '#web/parts/panel/panel-section.tsx';
import { useRequester } from '#web/parts/requester.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Loaded, Skeleton } from '#web/ui/loaded.tsx';
import { Refusal } from '#web/ui/refusal.tsx';
import { JoinRequests } from './join-requests.tsx';
import { AddPlayer, MemberDialog, useSetPerson } from './member-dialog.tsx';
import { membersQuery } from './members-query.ts';
import { MyEntries } from './my-entries.tsx';

/** Who plays in the pool and who runs it; for commissioners and admins also the join requests and the actions. */
export function MembersSection({ pool }: SectionProps) {
  const members = useQuery(membersQuery(pool.id));
  return (
    <Loaded query={members} failure="Couldn't load the members" skeleton={<Skeleton className="h-96" />}>
      {(reply) => <People pool={pool} reply={reply} />}
    </Loaded>
  );
}

interface PeopleProps {
  readonly pool: PoolReply;
  readonly reply: MembersReply;
}

function People({ pool, reply: { people, removed = [], requests = [] } }: PeopleProps) {
  const me = useMe();
  const requester = useRequester();
  const acts = admits('commissioner', requester);
  const links = useQuery({ ...linksQuery(pool.id), enabled: acts });
  const [chosen, setChosen] = useState<string | null>(null);
  const person = people.find(({ id }) => id === chosen);
  const players = people.filter(({ plays }) => plays).length;
  return (
    <div className={acts ? 'halves' : ''}>
      <div className="grid gap-4">
        <MyEntries pool={pool} />
        <JoinRequests poolId={pool.id} requests={requests} />
        <PanelSection title={players === 1 ? '1 player' : `${players} players`}>
          <ul className={acts ? '' : 'gap-x-8 sm:columns-2 lg:columns-3'}>
            {people.map((each) => (
              <li
                key={each.id}
                className="striped-row flex break-inside-avoid min-h-11 items-center gap-3 rounded-lg px-2 py-1"
              >
                <PoolFace userId={each.id} name={each.name} />
                <Person person={each} isOwn={each.id === me.id} withEntries={pool.rules.entries > 1} />
                {acts && (
                  <Button tone="text" aria-label={`Manage ${each.name}`} onClick={() => setChosen(each.id)}>
                    Manage
                  </Button>
                )}
              </li>
            ))}
          </ul>
        </PanelSection>
      </div>
      {acts && (
        <div className="grid gap-4">
          <AddPlayer poolId={pool.id} />
          <RemovedMembers poolId={pool.id} removed={removed} />
        </div>
      )}
      {acts && person && <MemberDialog pool={pool} person={person} links={links} onClose={() => setChosen(null)} />}
    </div>
  );
}

interface PersonProps {
  readonly person: PoolPerson;
  readonly isOwn: boolean;
  /** Whether the pool allows several entries: then a name may be that of an entry only. */
  readonly withEntries: boolean;
}

function Person({ person: { name, plays, entries, isCommissioner, isPaper }, isOwn, withEntries }: PersonProps) {
  const hasOtherNames = withEntries && entries.some((entry) => entry.name !== name);
  return (
    <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2">
      <span className="min-w-0 truncate font-medium">{name}</span>
      {isOwn && <Badge tone="good">You</Badge>}
      {isCommissioner && <Badge tone="warn">Commissioner</Badge>}
      {!plays && <Badge tone="plain">Not playing</Badge>}
      {isPaper && <Badge tone="plain">No account</Badge>}
      {hasOtherNames && (
        <span className="min-w-0 basis-full text-sm break-words text-ink-soft">
          {entries.map((entry) => entry.name).join(' · ')}
        </span>
      )}
    </span>
  );
}

interface Removed {
  readonly id: string;
  readonly name: string;
}

interface RemovedMembersProps {
  readonly poolId: string;
  readonly removed: readonly Removed[];
}

/** Removed members, who can be added again; nothing if there are none. */
function RemovedMembers({ poolId, removed }: RemovedMembersProps) {
  if (removed.length === 0) return null;
  return (
    <PanelSection title="Removed">
      <ul>
        {removed.map((each) => (
          <Row key={each.id} poolId={poolId} {...each} />
        ))}
      </ul>
    </PanelSection>
  );
}

function Row({ poolId, id, name }: Removed & { readonly poolId: string }) {
  const setting = useSetPerson({ poolId, id, name });
  return (
    <li className="striped-row rounded-lg px-2 py-1">
      <div className="flex min-h-11 items-center gap-3">
        <span className="min-w-0 flex-1 truncate">{name}</span>
        <Button
          tone="plain"
          aria-label={`Let ${name} in again`}
          isPaused={setting.isPending}
          onClick={() => setting.mutate({ role: 'members', enabled: true })}
        >
          Let in again
        </Button>
      </div>
      <Refusal text={setting.isError ? failureText(setting.error) : null} />
    </li>
  );
}
