import type { ownAccount as table } from '#contract/own-account.ts';
import { listText } from '#core/listed.ts';
import type { Handlers } from '#server/platform/http/call.ts';
import { fail } from '#server/platform/http/call.ts';
import { networkOf } from '#server/platform/http/limits.ts';
import { sessionsOfAccount } from '#server/platform/http/session-store.ts';
import { closeAccount } from './closing-store.ts';
import { deviceText, networkText } from './devices.ts';
import { postMailOfChange } from './mails.ts';
import { ownData } from './own-data-reads.ts';
import { requireOwner } from './sign-in.ts';
import { findCredentialsById } from './store.ts';

export const ownAccount: Pick<Handlers, keyof typeof table> = {
  'GET /api/profile/data': async ({ deps, caller, client }) => {
    const { store, clock } = deps;
    const { accountId, sessionId, user, hasRoles } = caller;
    const sessions = (await sessionsOfAccount(store.db, accountId, Date.now())).map(
      ({ id, address, userAgent, usedAt }) => {
        const network = networkText(id === sessionId ? client.address : address, client.address);
        return { device: deviceText(userAgent), network, lastSeenAt: usedAt };
      },
    );
    const own = await ownData(store.db, { user, hasRoles, accountId, now: clock.now() });
    const text = JSON.stringify({ savedAt: clock.now(), ...own, sessions }, null, 2);
    return { download: { name: 'my-data.json', type: 'application/json; charset=utf-8', text } };
  },

  'POST /api/profile/close': async ({ deps, caller, body, client, site, setCookies }) => {
    const { accountId, sessionId, email, user } = caller;
    const { store, clock, afterCommit } = deps;
    const before = (await findCredentialsById(store.db, accountId))?.passwordHash ?? null;
    const stranger = await requireOwner(deps, caller, { password: body.currentPassword, client });
    if (stranger) return stranger;
    const closer = { accountId, sessionId, before, userId: user.id, network: networkOf(client.address) };
    const closed = await closeAccount(store, closer, { now: clock.now(), realNow: Date.now() });
    if ('refusal' in closed) {
      const { refusal } = closed;
      return refusal === 'last_commissioner' ? { failure: refusal, message: onlyText(closed.pools) } : fail(refusal);
    }
    afterCommit.changed({ kind: 'sessions', userId: user.id });
    afterCommit.changed({ kind: 'pools', poolIds: [...closed.poolIds], userIds: [user.id] });
    for (const poolId of closed.poolIds) afterCommit.changed({ kind: 'entries', poolId, userId: user.id });
    await postMailOfChange(deps, { kind: 'account closed', email, site });
    setCookies([deps.accounts.sessions.noCookie]);
    return { ok: true };
  },
};

function onlyText(pools: readonly string[]): string {
  return `You are the only commissioner of ${listText(pools)}. Name another one first.`;
}
