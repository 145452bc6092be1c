import type { DeliveryReply, hooks as routes } from '#contract/hooks.ts';
import { hookAddressError, hookLabel } from '#core/hooks/hooks.ts';
import { kindOf } from '#core/hooks/kinds.ts';
import type { OutsideFailure } from '#core/outside.ts';
import { HOUR_MS } from '#core/time.ts';
import { tooManyRequests } from '../auth/refusals.ts';
import type { Clock } from '../clock.ts';
import { leagueTime } from '../clock.ts';
import type { Deps } from '../deps.ts';
import type { Handlers } from '../http/call.ts';
import { fail, invalid } from '../http/call.ts';
import { knownOf } from '../notify/hooks/pool-news.ts';
import { newSecret } from '../notify/hooks/signature.ts';
import type { Delivery } from '../store/hook-deliveries.ts';
import { addTest, deliveriesOf, findDelivery, replay } from '../store/hook-deliveries.ts';
import { addHook, hooksOfPool, removeHook } from '../store/hooks.ts';
import { actorOf } from './actor.ts';

/** What somebody sends by hand is news for so long, in ms of real time. */
const BY_HAND_MS = HOUR_MS;

export const hooks: Pick<Handlers, keyof typeof routes> = {
  'GET /api/pools/:poolId/hooks': async ({ deps, params }) => {
    const { db } = deps.store;
    const all = await hooksOfPool(db, params.poolId);
    const deliveries = await deliveriesOf(
      db,
      all.map(({ id }) => id),
    );
    return {
      hooks: all.map(({ id, kind, address, topics, hours, isOff }) => {
        const sent = (deliveries.get(id) ?? []).map((each) => toReply(each, deps.clock));
        return { id, kind, label: hookLabel(address), topics: [...topics], hours, isOff, deliveries: sent };
      }),
    };
  },

  'POST /api/pools/:poolId/hooks': async ({ deps, caller, params, body }) => {
    const address = body.address.trim();
    const problem = hookAddressError(body.kind, address);
    if (problem) return invalid('address', problem);
    if (deps.outside.problemOf(address))
      return invalid(
        'address',
        "We can't post there. Use a public https:// address without a password or an unusual port",
      );
    const wait = await deps.limits.take([['hook of', params.poolId]]);
    if (wait > 0) return tooManyRequests(wait);
    const secret = kindOf(body.kind).isSigned ? newSecret() : null;
    const hook = { ...params, ...body, address, secret };
    const actor = { adminId: caller.user.id, now: deps.clock.now() };
    const added = await addHook(deps.store, actor, hook, async (tx) => {
      return JSON.stringify(await knownOf(tx, params.poolId, actor.now));
    });
    if (added === 'known_address') return invalid('address', 'This pool already posts there');
    if (typeof added === 'string') return fail(added);
    tellPool(deps, params.poolId);
    return { id: added.id, secret };
  },

  'DELETE /api/pools/:poolId/hooks/:hookId': async ({ deps, caller, params: { poolId, hookId } }) => {
    if (!(await removeHook(deps.store, actorOf(deps, caller), poolId, hookId))) return fail('hook_not_found');
    tellPool(deps, poolId);
    return { ok: true };
  },

  'POST /api/pools/:poolId/hooks/:hookId/test': async ({ deps, caller, params }) => {
    const wait = await deps.limits.take([['hook of', params.poolId]]);
    if (wait > 0) return tooManyRequests(wait);
    const id = await addTest(deps.store, actorOf(deps, caller), params, byHand());
    return id === null ? fail('hook_not_found') : sendByHand(deps, params.poolId, id);
  },

  'POST /api/pools/:poolId/hooks/:hookId/deliveries/:deliveryId/replay': async ({ deps, caller, params }) => {
    const wait = await deps.limits.take([['hook of', params.poolId]]);
    if (wait > 0) return tooManyRequests(wait);
    if (!(await replay(deps.store, actorOf(deps, caller), params, byHand()))) return fail('hook_not_found');
    return sendByHand(deps, params.poolId, params.deliveryId);
  },
};

function byHand() {
  const at = Date.now();
  return { at, until: at + BY_HAND_MS };
}

async function sendByHand(deps: Deps, poolId: string, deliveryId: string) {
  await deps.hooks.send(deliveryId);
  tellPool(deps, poolId);
  const delivery = await findDelivery(deps.store.db, deliveryId);
  return delivery === null ? fail('hook_not_found') : toReply(delivery, deps.clock);
}

/** Pages of the pool's log read again. */
function tellPool(deps: Deps, poolId: string): void {
  deps.afterCommit.changed({ kind: 'pools', poolIds: [poolId] });
}

/** Messages go by real time; people read the league's. */
function toReply({ id, news, at, state, attempts, nextAt, status, failure }: Delivery, clock: Clock): DeliveryReply {
  return {
    id,
    topic: news.topic,
    weekId: news.topic === 'test' ? null : news.weekId,
    at: leagueTime(clock, at),
    state,
    attempts,
    nextAt: state === 'waiting' && nextAt !== null ? leagueTime(clock, nextAt) : null,
    status,
    problem: failure as OutsideFailure | 'interrupted' | 'outdated' | null,
  };
}
