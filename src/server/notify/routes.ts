import { ECDH } from 'node:crypto';
import type { DeliveryReply, NotificationsReply, notify as table } from '#contract/notify.ts';
import { hookLabel, readHookAddress } from '#core/hooks/hooks.ts';
import { kindOf } from '#core/hooks/kinds.ts';
import type { HookNews } from '#core/hooks/news.ts';
import { DEFAULT_HOURS, reminderHours } from '#core/notify/moments.ts';
import { knownZone } from '#core/notify/quiet.ts';
import type { OutsideFailure } from '#core/outside.ts';
import { testMessage } from '#core/push.ts';
import type { ReminderState } from '#core/reminders.ts';
import { reminderState } from '#core/reminders.ts';
import { HOUR_MS } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import { actorOf, writeAudit } from '#server/journal/audit-store.ts';
import type { Clock } from '#server/platform/clock.ts';
import { leagueTime } from '#server/platform/clock.ts';
import type { Db } from '#server/platform/db/connect.ts';
import { transact } from '#server/platform/db/transactions.ts';
import type { Handlers } from '#server/platform/http/call.ts';
import { fail, invalid } from '#server/platform/http/call.ts';
import { tooManyRequests } from '#server/platform/http/limits.ts';
import type { OutboxMessage } from '#server/platform/outbox/store.ts';
import { findMessage } from '#server/platform/outbox/store.ts';
import { findPool } from '#server/pools/reads.ts';
import { newSecret } from './hook-sender.ts';
import { addHook, addTest, deliveriesOf, hooksOfPool, removeHook, replay } from './hook-store.ts';
import { initialHookState } from './hooks.ts';
import { missingPicks } from './missing-reads.ts';
import { SLICE } from './notifier.ts';
import { deviceOfSession, devicesOf, subscribe, unsubscribe } from './push-store.ts';
import { keyByHand, remindSome } from './reminders.ts';
import { choicesOf, findByToken, notifiedUsers, setChoice, setSettings, settingsOf, zonesOf } from './store.ts';

export const notify: Pick<Handlers, keyof typeof table> = {
  'GET /api/notifications': ({ deps, caller }) => replyFor(deps, caller.user.id),

  'PATCH /api/notifications': async ({ deps, caller, body }) => {
    const { choice, zone: given, hours, asked } = body;
    // Browsers may name zones that this server does not know. Such users get Eastern time; their choices are stored all the same.
    const zone = given === undefined ? null : knownZone(given);
    await transact(deps.store, async (tx) => {
      await setSettings(tx, caller.user.id, {
        ...(hours !== undefined && { hours }),
        ...(zone !== null && { zone }),
        ...(asked !== undefined && { asked }),
      });
      if (choice !== undefined) await setChoice(tx, caller.user.id, choice);
    });
    return replyFor(deps, caller.user.id);
  },

  'GET /api/unsubscribe/:token': async ({ deps, params }) => {
    const { db } = deps.store;
    const found = await findByToken(db, params.token);
    if (found === null) return fail('link_expired');
    const { userId, kind, channel } = found;
    const choices = await choicesOf(db, userId);
    const isOff = choices.some((choice) => choice.kind === kind && choice.channel === channel && !choice.wanted);
    return { kind, channel, isOff };
  },

  'POST /unsubscribe/:token': async ({ deps, params }) => {
    const { db } = deps.store;
    const found = await findByToken(db, params.token);
    if (found === null) return fail('link_expired');
    const { userId, kind, channel } = found;
    await setChoice(db, userId, { kind, channel, wanted: false });
    return { kind, channel };
  },

  'GET /api/push': async ({ deps, caller }) => {
    const whose = { sessionId: caller.sessionId, userId: caller.user.id };
    const isOn = (await deviceOfSession(deps.store.db, whose, Date.now())) !== null;
    return { publicKey: await deps.notify.push.publicKey(), isOn };
  },

  'PUT /api/push': async ({ deps, caller, body: { endpoint, keys, zone } }) => {
    if (deps.outside.problemOf(endpoint) !== null) return invalid('endpoint', UNREACHABLE);
    if (!isKey(keys.p256dh)) return invalid('keys', UNREACHABLE);
    const whose = { sessionId: caller.sessionId, userId: caller.user.id };
    const known = zone === undefined ? null : knownZone(zone);
    const isThere = await subscribe(deps.store, whose, { endpoint, ...keys }, known, Date.now());
    return isThere ? { ok: true } : fail('session_not_found');
  },

  'DELETE /api/push': async ({ deps, caller }) => {
    await unsubscribe(deps.store.db, caller.sessionId);
    return { ok: true };
  },

  'POST /api/push/test': async ({ deps, caller }) => {
    const wait = await deps.accounts.limits.take([['push test by', caller.user.id]]);
    if (wait > 0) return tooManyRequests(wait);
    return { isTaken: await deps.notify.pushSender.sendTo(caller.user.id, caller.sessionId, testMessage) };
  },

  'GET /api/pools/:poolId/weeks/:weekId/missing': async ({ deps, caller, params }) => {
    if (!caller.isPoolWeek) return fail('week_not_found');
    const { openGames, canRemind, entries } = await remindable(deps, params);
    return {
      openGames,
      canRemind,
      entries: entries.map(({ id, name, missing, lacksOrder, reminder }) => {
        return { id, name, missing, reminder, ...(lacksOrder && { lacksOrder }) };
      }),
    };
  },

  'POST /api/pools/:poolId/weeks/:weekId/reminders': async ({ deps, caller, params, site }) => {
    const { store } = deps;
    const pool = await findPool(store.db, params.poolId);
    if (!pool) return fail('pool_not_found');
    if (!caller.isPoolWeek) return fail('week_not_found');
    const { entries, canRemind } = await remindable(deps, params);
    const players = [...new Map(entries.map((entry) => [entry.ownerId, entry])).values()];
    if (!canRemind && players.length > 0) return fail('reminders_need_mail');
    const { adminId: actorId, now } = actorOf(deps, caller);
    const ready = players.filter(({ reminder }) => reminder === 'ready').map(({ ownerId }) => ownerId);
    const zones = await zonesOf(store.db, ready);
    const notification = { key: keyByHand(params), consent: 'not refused', site } as const;
    const reminding = { week: { ...params, poolName: pool.name }, notification, isByHand: true, of: {} };
    const entry = { act: 'reminder.send', actorId, ...params, after: { players: ready.length } } as const;
    let sent = 0;
    for (let at = 0; at < ready.length; at += SLICE) {
      const slice = new Map(ready.slice(at, at + SLICE).map((id) => [id, zones.get(id) ?? null]));
      // One log record covers all reminders. It is written with the first claims.
      const onClaim = (tx: Db) => (sent > 0 ? Promise.resolve() : writeAudit(tx, entry, now));
      sent += await remindSome({ ...deps, notifier: deps.notify.notifier }, { ...reminding, zones: slice, onClaim });
    }
    const count = (state: ReminderState) => players.filter((player) => player.reminder === state).length;
    return {
      sent,
      // Players whom another commissioner reminded at the same time still counted as ready above.
      alreadyReminded: count('reminded') + count('ready') - sent,
      optedOut: count('opted_out'),
      withoutMail: count('no_mail'),
    };
  },

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
    const read = readHookAddress(body.kind, body.address);
    if ('problem' in read) return invalid('address', read.problem);
    const { address } = read;
    if (deps.outside.problemOf(address))
      return invalid(
        'address',
        "We can't post there. Use a public https:// address without a password or an unusual port",
      );
    const wait = await deps.accounts.limits.take([['hook of', params.poolId]]);
    if (wait > 0) return tooManyRequests(wait);
    const secret = kindOf(body.kind).isSigned ? newSecret() : null;
    const hook = { ...params, ...body, address, secret };
    const actor = { adminId: caller.user.id, now: deps.clock.now() };
    const added = await addHook(deps.store, actor, hook, async (tx) => {
      return JSON.stringify(await initialHookState(tx, params.poolId, actor.now));
    });
    if (added === 'known_address') return invalid('address', 'This pool already posts there');
    if (typeof added === 'string') return fail(added);
    poolChanged(deps, params.poolId);
    return { id: added.id, secret };
  },

  'DELETE /api/pools/:poolId/hooks/:hookId': async ({ deps, caller, params: { poolId, hookId } }) => {
    if (!(await removeHook(deps.store, actorOf(deps, caller), poolId, hookId))) return fail('hook_not_found');
    poolChanged(deps, poolId);
    return { ok: true };
  },

  'POST /api/pools/:poolId/hooks/:hookId/test': async ({ deps, caller, params }) => {
    const wait = await deps.accounts.limits.take([['hook of', params.poolId]]);
    if (wait > 0) return tooManyRequests(wait);
    const id = await addTest(deps.store, actorOf(deps, caller), params, byHand());
    return id === null ? fail('hook_not_found') : sendByHand(deps, params.poolId, id);
  },

  'POST /api/pools/:poolId/hooks/:hookId/deliveries/:deliveryId/replay': async ({ deps, caller, params }) => {
    const wait = await deps.accounts.limits.take([['hook of', params.poolId]]);
    if (wait > 0) return tooManyRequests(wait);
    if (!(await replay(deps.store, actorOf(deps, caller), params, byHand()))) return fail('hook_not_found');
    return sendByHand(deps, params.poolId, params.deliveryId);
  },
};

async function replyFor({ store: { db }, notify: { notifier } }: Deps, userId: string): Promise<NotificationsReply> {
  const { hours, zone, asked } = await settingsOf(db, userId);
  return {
    channels: notifier.open,
    hasDevice: (await devicesOf(db, [userId], Date.now())).size > 0,
    choices: await choicesOf(db, userId),
    hours: reminderHours.find((each) => each === hours) ?? DEFAULT_HOURS,
    zone,
    asked,
  };
}

const UNREACHABLE = "This browser's notifications can't be reached from here. Try another browser.";

/** Whether a text is a point on the curve, so that messages can be encrypted for it. */
function isKey(p256dh: string): boolean {
  try {
    ECDH.convertKey(p256dh, 'prime256v1', 'base64url');
    return true;
  } catch {
    return false;
  }
}

interface PoolWeek {
  readonly poolId: string;
  readonly weekId: string;
}

/** The entries with missing picks in a week, and which of their owners can be reminded. */
async function remindable({ store: { db }, notify: { notifier }, clock }: Deps, week: PoolWeek) {
  const missing = await missingPicks(db, week.poolId, week.weekId, clock.now());
  const ids = [...new Set(missing.entries.map(({ ownerId }) => ownerId))];
  const reminded = await notifiedUsers(db, { kind: 'missing-picks', key: keyByHand(week) });
  const { agreed, reached } = await notifier.reachable(db, { kind: 'missing-picks', consent: 'not refused' }, ids);
  const stateOf = (id: string) =>
    reminderState({ isReminded: reminded.has(id), wantsReminders: agreed.has(id), hasMail: reached.has(id) });
  const entries = missing.entries.map((entry) => ({ ...entry, reminder: stateOf(entry.ownerId) }));
  const canRemind = notifier.open.includes('mail') || entries.some(({ reminder }) => reminder !== 'no_mail');
  return { openGames: missing.openGames, canRemind, entries };
}

/** How long a message that a user sends by hand stays valid, in ms of real time. */
const BY_HAND_MS = HOUR_MS;

function byHand() {
  const at = Date.now();
  return { at, until: at + BY_HAND_MS };
}

async function sendByHand(deps: Deps, poolId: string, deliveryId: string) {
  await deps.outbox.sendNow(deliveryId);
  poolChanged(deps, poolId);
  const delivery = await findMessage(deps.store.db, deliveryId);
  return delivery === null ? fail('hook_not_found') : toReply(delivery, deps.clock);
}

/** Makes pages read the pool's log again. */
function poolChanged(deps: Deps, poolId: string): void {
  deps.afterCommit.changed({ kind: 'pools', poolIds: [poolId] });
}

/** Converts real times to the league's clock. */
function toReply(message: OutboxMessage, clock: Clock): DeliveryReply {
  const { id, content, at, state, attempts, nextAt, status, failure } = message;
  const news = content as HookNews;
  return {
    id,
    topic: news.topic,
    weekId: news.topic === 'test' ? null : news.weekId,
    at: leagueTime(clock, at),
    state,
    attempts,
    nextAt: state === 'waiting' ? leagueTime(clock, nextAt) : null,
    status,
    problem: failure as OutsideFailure | 'interrupted' | 'outdated' | null,
  };
}
