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

/** Why a message did not arrive: 'interrupted' if the server stopped while it was on its way, 'outdated' if its result was corrected first. */
const problems = [...outsideFailures, 'interrupted', 'outdated'] as const;

/** One message by a hook, with how its last attempt went. */
export const DeliveryReply = shape({
  id: Id,
  topic: Type.Enum([...hookTopicNames, 'test']),
  /** The week that it is about; a test is about none. */
  weekId: Maybe(Id),
  /** In real time, like all of it. */
  at: Time,
  state: Type.Enum(['waiting', 'sending', 'sent', 'failed']),
  attempts: Type.Integer(),
  /** When it is tried next; null where it is not. */
  nextAt: Maybe(Time),
  /** Null where there was no answer. */
  status: Maybe(Type.Integer()),
  problem: Maybe(Type.Enum([...problems])),
});
export type DeliveryReply = Static<typeof DeliveryReply>;

/** A hook. Its address never leaves the server: whoever knows it can write there. */
export const HookReply = shape({
  id: Id,
  kind: Kind,
  /** Its host, and how the address ends. */
  label: Type.String(),
  topics: Type.Array(Topic),
  hours: Type.Integer(),
  /** Off where the address said that it is gone, until a test arrives there. */
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
