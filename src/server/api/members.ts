import type { MembersReply, members as routes } from '#contract/members.ts';
import { compareNames } from '#core/name-order.ts';
import { admits } from '#core/permissions.ts';
import { distinctNames } from '#core/standings.ts';
import { requestsSeen } from '#server/store/joining.ts';
import { commissionersOf, shownEntries } from '#server/store/members.ts';
import type { Handlers } from '../http/call.ts';
import type { Db } from '../store/engine/connect.ts';
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
