import type { MembersReply, members as routes } from '#contract/members.ts';
import type { JoinRequest } from '#contract/pool-admin.ts';
import { compareNames } from '#core/name-order.ts';
import { admits } from '#core/permissions.ts';
import { distinctNames } from '#core/standings.ts';
import type { Caller } from '../auth/session.ts';
import type { Handlers } from '../http/call.ts';
import { commissionersOf } from '../store/commissioners.ts';
import type { Db } from '../store/engine/connect.ts';
import { requestsFor } from '../store/joining.ts';
import { membersOfPool, mutedMembers, paperPlayers, removedMembers } from '../store/members.ts';

export const members: Pick<Handlers, keyof typeof routes> = {
  'GET /api/pools/:poolId/members': async ({ deps: { store }, caller, params: { poolId } }) => {
    const people = await peopleOf(store.db, poolId);
    if (!admits('commissioner', caller)) return { people };
    const muted = await mutedMembers(store.db, poolId);
    const removed = await removedMembers(store.db, poolId);
    return {
      people: people.map((each) => ({ ...each, ...(muted.has(each.id) && { isMuted: true }) })),
      removed,
      requests: await requestsSeen(store.db, poolId, caller),
    };
  },
};

/** The requests to join a pool: their addresses are admins' alone. */
export async function requestsSeen(db: Db, poolId: string, { user }: Caller): Promise<JoinRequest[]> {
  const requests = await requestsFor(db, poolId);
  return user.isAdmin ? requests : requests.map((request) => ({ ...request, email: null }));
}

async function peopleOf(db: Db, poolId: string): Promise<MembersReply['people']> {
  const players = await membersOfPool(db, poolId);
  const paper = await paperPlayers(db, poolId);
  const running = (await commissionersOf(db, poolId)).filter(({ isEnabled }) => isEnabled);
  const playing = new Set(players.map(({ id }) => id));
  const runs = new Set(running.map(({ id }) => id));
  const others = running.filter(({ id }) => !playing.has(id)).map(({ id, displayName }) => ({ id, name: displayName }));
  const names = distinctNames([...players, ...others]);
  return [...names]
    .map(([id, name]) => ({
      id,
      name,
      plays: playing.has(id),
      isCommissioner: runs.has(id),
      isPaper: paper.has(id),
    }))
    .sort(compareNames);
}
