import { ECDH } from 'node:crypto';
import type { push as routes } from '#contract/push.ts';
import { knownZone } from '#core/notify/quiet.ts';
import { testMessage } from '#core/push.ts';
import { tooManyRequests } from '../auth/refusals.ts';
import type { Handlers } from '../http/call.ts';
import { fail, invalid } from '../http/call.ts';
import { setSettings } from '../store/notification-choices.ts';
import { subscribe, unsubscribe } from '../store/push.ts';

const UNREACHABLE = "This browser's notifications can't be reached from here. Try another browser.";

export const push: Pick<Handlers, keyof typeof routes> = {
  'GET /api/push': async ({ deps, caller }) => {
    const isOn = await deps.push.isOn(caller.user.id, caller.sessionId);
    return { publicKey: await deps.push.publicKey(), isOn };
  },

  'PUT /api/push': async ({ deps, caller, body: { endpoint, keys, zone } }) => {
    if (deps.outside.problemOf(endpoint) !== null) return invalid('endpoint', UNREACHABLE);
    if (!isKey(keys.p256dh)) return invalid('keys', UNREACHABLE);
    const whose = { sessionId: caller.sessionId, userId: caller.user.id };
    const isThere = await subscribe(deps.store, whose, { endpoint, ...keys }, Date.now());
    if (!isThere) return fail('session_not_found');
    const known = zone === undefined ? null : knownZone(zone);
    if (known !== null) await setSettings(deps.store.db, caller.user.id, { zone: known });
    return { ok: true };
  },

  'DELETE /api/push': async ({ deps, caller }) => {
    await unsubscribe(deps.store.db, caller.sessionId);
    return { ok: true };
  },

  'POST /api/push/test': async ({ deps, caller }) => {
    const wait = await deps.limits.take([['push test by', caller.user.id]]);
    if (wait > 0) return tooManyRequests(wait);
    return { isTaken: await deps.push.sendTo(caller.user.id, caller.sessionId, testMessage) };
  },
};

/** Whether a text is a point of the curve, for which messages can be encrypted. */
function isKey(p256dh: string): boolean {
  try {
    ECDH.convertKey(p256dh, 'prime256v1', 'base64url');
    return true;
  } catch {
    return false;
  }
}
