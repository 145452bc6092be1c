import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { MembersReply, PoolPerson } from '#contract/members.ts';
import { may } from '#core/permissions.ts';
import type { SectionProps } from '#web/features/pool/sections.tsx';
import { useMe } from '#web/lib/session-provider.tsx';
import { PanelSection } from '#web/parts/panel/panel-section.tsx';
import { JoinRequests } from '#web/parts/pool-edit/join-requests.tsx';
import { membersQuery } from '#web/parts/pool-edit/members-query.ts';
import { useRequester } from '#web/parts/requester.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Loaded } from '#web/ui/loaded.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { MemberDialog } from './member-dialog.tsx';
import { AddPlayer } from './paper-player.tsx';
import { RemovedMembers } from './removed-members.tsx';

/** Who plays in the pool and who runs it; for those who do, requests to join and what they may do. */
export function MembersSection({ pool }: SectionProps) {
  const members = useQuery(membersQuery(pool.id));
  return (
    <Loaded query={members} failure="Couldn't load the members" skeleton={<Skeleton className="h-96" />}>
      {(reply) => <People poolId={pool.id} reply={reply} />}
    </Loaded>
  );
}

interface PeopleProps {
  readonly poolId: string;
  readonly reply: MembersReply;
}

function People({ poolId, reply: { people, removed = [], requests = [] } }: PeopleProps) {
  const me = useMe();
  const requester = useRequester();
  const acts = may(requester, 'setMember');
  const [chosen, setChosen] = useState<string | null>(null);
  const person = people.find(({ id }) => id === chosen);
  const players = people.filter(({ plays }) => plays).length;
  return (
    <div className={acts ? 'halves' : ''}>
      <div className="grid gap-4">
        <JoinRequests poolId={poolId} requests={requests} />
        <PanelSection title={players === 1 ? '1 player' : `${players} players`}>
          <ul>
            {people.map((each) => (
              <li key={each.id} className="striped-row flex min-h-11 items-center gap-3 rounded-lg px-2 py-1">
                <Person person={each} isOwn={each.id === me.id} />
                {acts && (
                  <button
                    type="button"
                    aria-label={`Manage ${each.name}`}
                    onClick={() => setChosen(each.id)}
                    className="grid min-h-11 place-items-center px-1 font-display font-medium text-amber underline underline-offset-4"
                  >
                    Manage
                  </button>
                )}
              </li>
            ))}
          </ul>
        </PanelSection>
      </div>
      {acts && (
        <div className="grid gap-4">
          <AddPlayer poolId={poolId} />
          <RemovedMembers poolId={poolId} removed={removed} />
        </div>
      )}
      {acts && person && <MemberDialog poolId={poolId} person={person} onClose={() => setChosen(null)} />}
    </div>
  );
}

interface PersonProps {
  readonly person: PoolPerson;
  readonly isOwn: boolean;
}

function Person({ person: { name, plays, isCommissioner, isPaper }, isOwn }: PersonProps) {
  return (
    <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2">
      <span className="min-w-0 truncate font-medium">{name}</span>
      {isOwn && <Badge tone="good">You</Badge>}
      {isCommissioner && <Badge tone="warn">Commissioner</Badge>}
      {!plays && <Badge tone="plain">Not playing</Badge>}
      {isPaper && <Badge tone="plain">On paper</Badge>}
    </span>
  );
}
