import type { Static } from 'typebox';
import { Type } from 'typebox';
import { HOOK_ADDRESS_MAX, HOOK_HOURS, hookTopicNames } from '#core/hooks/hooks.ts';
import { hookKinds } from '#core/hooks/kinds.ts';
import { outsideFailures } from '#core/outside.ts';
import { Maybe } from './log.ts';
import { routes } from './route.ts';
import { Done, Id, PoolParams, shape, Time } from './shapes.ts';

const Kind = Type.Enum([...hookKinds]);
const Topic = Type.Enum([...hookTopicNames]);

/** Why a message did not arrive: 'interrupted' if the server stopped during the delivery, 'outdated' if its result was corrected first. */
const problems = [...outsideFailures, 'interrupted', 'outdated'] as const;

/** One message of a hook, with the result of its last attempt. */
export const DeliveryReply = shape({
  id: Id,
  topic: Type.Enum([...hookTopicNames, 'test']),
  /** The week that it is about; null for a test. */
  weekId: Maybe(Id),
  /** In real time, as are all times of hooks. */
  at: Time,
  state: Type.Enum(['waiting', 'sending', 'sent', 'failed']),
  attempts: Type.Integer(),
  /** When it is tried next; null if it is not. */
  nextAt: Maybe(Time),
  /** Null if there was no response. */
  status: Maybe(Type.Integer()),
  problem: Maybe(Type.Enum([...problems])),
});
export type DeliveryReply = Static<typeof DeliveryReply>;

/** A hook. Its address is never sent by the server: anyone who knows it can post there. */
export const HookReply = shape({
  id: Id,
  kind: Kind,
  /** Its host, and the end of its address. */
  label: Type.String(),
  topics: Type.Array(Topic),
  hours: Type.Integer(),
  /** Off if the address reported that it is gone, until a test arrives there. */
  isOff: Type.Boolean(),
  /** The latest first. */
  deliveries: Type.Array(DeliveryReply),
});
export type HookReply = Static<typeof HookReply>;

const HookParams = shape({ poolId: Id, hookId: Id });

export const hooks = routes({
  'GET /api/pools/:poolId/hooks': {
    summary: 'The hooks of a pool, with what was sent by each',
    access: 'commissioner',
    params: PoolParams,
    reply: shape({ hooks: Type.Array(HookReply) }),
    errors: ['pool_not_found'],
  },
  'POST /api/pools/:poolId/hooks': {
    summary: 'Add an address that is told what happens in a pool; the secret of a signed one is answered this once',
    access: 'commissioner',
    params: PoolParams,
    body: shape({
      kind: Kind,
      address: Type.String({ maxLength: 2 * HOOK_ADDRESS_MAX }),
      topics: Type.Array(Topic, { minItems: 1, maxItems: hookTopicNames.length, uniqueItems: true }),
      hours: Type.Integer({ minimum: HOOK_HOURS.min, maximum: HOOK_HOURS.max }),
    }),
    reply: shape({ id: Id, secret: Maybe(Type.String()) }),
    errors: ['pool_not_found', 'too_many_hooks', 'too_many_requests'],
  },
  'DELETE /api/pools/:poolId/hooks/:hookId': {
    summary: 'Remove a hook, with what was sent by it',
    access: 'commissioner',
    params: HookParams,
    reply: Done,
    errors: ['pool_not_found', 'hook_not_found'],
  },
  'POST /api/pools/:poolId/hooks/:hookId/test': {
    summary: 'Send a test by a hook, and wait how it goes',
    access: 'commissioner',
    params: HookParams,
    reply: DeliveryReply,
    errors: ['pool_not_found', 'hook_not_found', 'too_many_requests'],
  },
  'POST /api/pools/:poolId/hooks/:hookId/deliveries/:deliveryId/replay': {
    summary: 'Send something once more that was sent or failed, and wait how it goes',
    access: 'commissioner',
    params: shape({ poolId: Id, hookId: Id, deliveryId: Id }),
    reply: DeliveryReply,
    errors: ['pool_not_found', 'hook_not_found', 'too_many_requests'],
  },
});
