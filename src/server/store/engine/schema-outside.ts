import type { Generated } from 'kysely';
import type { HookKind } from '#core/hooks/hooks.ts';
import type { Flag } from './schema.ts';

/** The tables of what the league tells the outside (decisions 038 and 039). */
export interface OutsideSchema {
  pool_hooks: PoolHookTable;
  hook_deliveries: HookDeliveryTable;
  hook_pools: HookPoolTable;
  push_keys: PushKeyTable;
  push_subscriptions: PushSubscriptionTable;
}

/** An address that is told what happens in a pool. */
export interface PoolHookTable {
  id: string;
  pool_id: string;
  kind: HookKind;
  address: string;
  /** What messages are signed with: `whsec_` and base64. Null where none are. */
  secret: string | null;
  /** JSON list of `HookTopic`s. */
  topics: string;
  hours: number;
  made_by: string;
  /** On the league's clock. */
  made_at: number;
  /** When the address said that it is gone. */
  off_at: number | null;
  /** It asked to be left alone until then, in real time. */
  rests_until: Generated<number>;
}

/** One message to one hook. Times are real. */
export interface HookDeliveryTable {
  /** By which the receiver knows a message that comes again. */
  id: string;
  hook_id: string;
  /** What it is about, so that it is told once. */
  once: string;
  /** JSON of `HookNews`. */
  news: string;
  at: number;
  /** When it stops being news. */
  until: number;
  state: DeliveryState;
  attempts: Generated<number>;
  /** Waiting: when it is tried next. Sending: when whoever does so must be done. */
  next_at: number;
  /** How the last attempt was answered; null where it was not. */
  status: number | null;
  failure: string | null;
}

export type DeliveryState = 'waiting' | 'sending' | 'sent' | 'failed';

/** What the hooks of a pool know of it already. */
export interface HookPoolTable {
  pool_id: string;
  /** JSON of `ToldPool`. */
  told: string;
}

/** The one pair of keys by which push services know this league. */
export interface PushKeyTable {
  id: Flag;
  public_key: string;
  private_key: string;
  made_at: number;
}

/** A device that takes messages while its session lasts. */
export interface PushSubscriptionTable {
  id: string;
  session_id: string;
  user_id: string;
  endpoint: string;
  p256dh: string;
  auth: string;
  made_at: number;
  /** Its push service asked to be left alone until then, in real time. */
  rests_until: Generated<number>;
}
