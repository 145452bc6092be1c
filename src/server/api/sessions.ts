import type { sessions as routes } from '#contract/sessions.ts';
import { connectionOf } from '../auth/address.ts';
import { deviceWords, networkWords } from '../auth/device.ts';
import type { Caller, Place } from '../auth/session.ts';
import type { Deps } from '../deps.ts';
import type { Handlers } from '../http/call.ts';
import { fail } from '../http/call.ts';
import { commitChange } from '../live/commit-change.ts';
import { forgetDevices } from '../store/accounts.ts';
import { endOtherSessions, endOwnSession, sessionsOfAccount } from '../store/own-sessions.ts';
import { signUserOut } from '../store/user-admin.ts';
import { actorOf } from './acting.ts';

export const sessions: Pick<Handlers, keyof typeof routes> = {
  'GET /api/sessions': ({ deps, caller, place }) => listFor(deps, caller, place),

  'DELETE /api/sessions/:sessionId': async ({ deps, caller, params, place }) => {
    if (!(await endOwnSession(deps.store.db, caller.accountId, params.sessionId))) return fail('session_not_found');
    await noteEnded(deps, caller, place, 'signed out another device');
    return listFor(deps, caller, place);
  },

  'POST /api/sessions/end-others': async ({ deps, caller, cookies, place, setCookies }) => {
    const { accountId } = caller;
    const deviceKey = await forgetDevices(deps.store.db, accountId);
    setCookies([deps.devices.remember(cookies, { accountId, deviceKey })]);
    const ended = await endOtherSessions(deps.store.db, accountId, caller.sessionId);
    if (ended) await noteEnded(deps, caller, place, 'signed out all other devices');
    return listFor(deps, caller, place);
  },

  'DELETE /api/users/:userId/sessions': async ({ deps, caller, params, place }) => {
    const { userId } = params;
    const origin = { network: connectionOf(place.address), at: Date.now() };
    const refusal = await signUserOut(deps.store, actorOf(deps, caller), userId, origin);
    if (refusal) return fail(refusal);
    await commitChange(deps, { kind: 'sessions', userId });
    return { ok: true };
  },
};

async function noteEnded(deps: Deps, { accountId, user }: Caller, { address }: Place, detail: string): Promise<void> {
  await commitChange(deps, { kind: 'sessions', userId: user.id });
  deps.security.note({ event: 'session-ended', accountId, network: connectionOf(address), detail });
}

async function listFor({ store }: Deps, { accountId, sessionId }: Caller, { address }: Place) {
  const now = Date.now();
  const found = await sessionsOfAccount(store.db, accountId, now);
  const list = found.map((session) => {
    const isCurrent = session.id === sessionId;
    return {
      id: session.id,
      device: deviceWords(session.userAgent),
      network: networkWords(isCurrent ? address : session.address, address),
      lastSeenAt: isCurrent ? now : session.usedAt,
      isCurrent,
    };
  });
  return { sessions: list, now };
}
