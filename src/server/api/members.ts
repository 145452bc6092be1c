import type { MembersReply, members as routes } from '#contract/members.ts';
import type { JoinRequest } from '#contract/pool-admin.ts';
import { byOwner } from '#core/entries.ts';
import { compareNames } from '#core/name-order.ts';
import { admits } from '#core/permissions.ts';
import { distinctNames } from '#core/standings.ts';
import type { Caller } from '../auth/session.ts';
import type { Handlers } from '../http/call.ts';
import { commissionersOf } from '../store/commissioners.ts';
import type { Db } from '../store/engine/connect.ts';
import type { PoolEntry } from '../store/entry-reads.ts';
import { entriesOfPool } from '../store/entry-reads.ts';
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

/** The entries of a pool by their names in it, by owner. */
export async function shownEntries(
  db: Db,
  poolId: string,
): Promise<ReadonlyMap<string, { id: string; name: string }[]>> {
  const entries = await entriesOfPool(db, poolId);
  const names = distinctNames(entries);
  const shown = (own: readonly PoolEntry[]) => own.map(({ id, name }) => ({ id, name: names.get(id) ?? name }));
  return new Map([...byOwner(entries)].map(([ownerId, own]) => [ownerId, shown(own)]));
}

async function peopleOf(db: Db, poolId: string): Promise<MembersReply['people']> {
  const players = await membersOfPool(db, poolId);
  const paper = await paperPlayers(db, poolId);
  const running = (await commissionersOf(db, poolId)).filter(({ isEnabled }) => isEnabled);
  const shown = await shownEntries(db, poolId);
  const playing = new Set(players.map(({ id }) => id));
  const runs = new Set(running.map(({ id }) => id));
  const others = running.filter(({ id }) => !playing.has(id)).map(({ id, displayName }) => ({ id, name: displayName }));
  const names = distinctNames([...players, ...others]);
  return [...names]
    .map(([id, name]) => ({
      id,
      name,
      plays: playing.has(id),
      entries: shown.get(id) ?? [],
      isCommissioner: runs.has(id),
      isPaper: paper.has(id),
    }))
    .sort(compareNames);
}
