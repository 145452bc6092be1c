import type { sessions as routes } from '#contract/sessions.ts';
import type { Caller, ClientInfo } from '#server/http/call.ts';
import { networkOf } from '../auth/address.ts';
import { deviceText, networkText } from '../auth/device.ts';
import type { Deps } from '../deps.ts';
import type { Handlers } from '../http/call.ts';
import { fail } from '../http/call.ts';
import { forgetDevices } from '../store/accounts.ts';
import { endOtherSessions, endOwnSession, sessionsOfAccount } from '../store/own-sessions.ts';
import { signUserOut } from '../store/user-admin.ts';
import { actorOf } from './actor.ts';

export const sessions: Pick<Handlers, keyof typeof routes> = {
  'GET /api/sessions': ({ deps, caller, client }) => listFor(deps, caller, client),

  'DELETE /api/sessions/:sessionId': async ({ deps, caller, params, client }) => {
    if (!(await endOwnSession(deps.store.db, caller.accountId, params.sessionId))) return fail('session_not_found');
    await noteEnded(deps, caller, client, 'signed out another device');
    return listFor(deps, caller, client);
  },

  'POST /api/sessions/end-others': async ({ deps, caller, cookies, client, setCookies }) => {
    const { accountId } = caller;
    const deviceKey = await forgetDevices(deps.store.db, accountId);
    setCookies([deps.devices.remember(cookies, { accountId, deviceKey })]);
    const ended = await endOtherSessions(deps.store.db, accountId, caller.sessionId);
    if (ended) await noteEnded(deps, caller, client, 'signed out all other devices');
    return listFor(deps, caller, client);
  },

  'DELETE /api/users/:userId/sessions': async ({ deps, caller, params, client }) => {
    const { userId } = params;
    const origin = { network: networkOf(client.address), at: Date.now() };
    const refusal = await signUserOut(deps.store, actorOf(deps, caller), userId, origin);
    if (refusal) return fail(refusal);
    deps.afterCommit.changed({ kind: 'sessions', userId });
    return { ok: true };
  },
};

async function noteEnded(
  deps: Deps,
  { accountId, user }: Caller,
  { address }: ClientInfo,
  detail: string,
): Promise<void> {
  deps.afterCommit.changed({ kind: 'sessions', userId: user.id });
  deps.security.note({ event: 'session-ended', accountId, network: networkOf(address), detail });
}

async function listFor({ store }: Deps, { accountId, sessionId }: Caller, { address }: ClientInfo) {
  const now = Date.now();
  const found = await sessionsOfAccount(store.db, accountId, now);
  const list = found.map((session) => {
    const isCurrent = session.id === sessionId;
    return {
      id: session.id,
      device: deviceText(session.userAgent),
      network: networkText(isCurrent ? address : session.address, address),
      lastSeenAt: isCurrent ? now : session.usedAt,
      isCurrent,
    };
  });
  return { sessions: list, now };
}
