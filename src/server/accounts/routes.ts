import type { SecurityEntry, accounts as table } from '#contract/accounts.ts';
import type { Provider } from '#contract/shapes.ts';
import { providers as allProviders } from '#contract/shapes.ts';
import { cleanName } from '#core/names.ts';
import { wantedPath } from '#core/own-path.ts';
import type { SecurityEvent } from '#core/security-events.ts';
import { eventText } from '#core/security-events.ts';
import { emailError, forgotPasswordError, passwordError, signUpNameError } from '#core/validation.ts';
import type { Deps } from '#server/deps.ts';
import { actorOf } from '#server/journal/audit-store.ts';
import { named, nextPage, pageOf } from '#server/log/reads.ts';
import type { Db } from '#server/platform/db/connect.ts';
import { providerNames, sendsMail } from '#server/platform/env/settings.ts';
import type { Caller, ClientInfo, Failure, Handlers } from '#server/platform/http/call.ts';
import { fail, invalid } from '#server/platform/http/call.ts';
import { networkOf, tooBusy, tooMany } from '#server/platform/http/limits.ts';
import { endOwnSession, endSession, endSessions, sessionsOfAccount } from '#server/platform/http/session-store.ts';
import { isMailable, tidyEmail } from '#server/platform/mail/address.ts';
import { findUserByAccount } from '#server/users/reads.ts';
import { deviceText, networkText } from './devices.ts';
import type { Attempt } from './limits.ts';
import { postMail, postMailOfChange } from './mails.ts';
import { isWeak } from './passwords.ts';
import { meOf, sessionOf } from './profile.ts';
import { oauthFlow, providerErrorText, startOAuthFlow } from './providers.ts';
import type { LoggedEvent } from './security-store.ts';
import { readSecurityLog } from './security-store.ts';
import { askForCode, beginSession, requireOwner, signIn, welcome } from './sign-in.ts';
import { signUserOut } from './sign-out-store.ts';
import type { AccountCredentials, SignInMethods } from './store.ts';
import {
  changePassword,
  createAccount,
  disconnectProvider,
  endDevices,
  findCredentials,
  findCredentialsById,
  findMailToken,
  heldPasswordHash,
  markVerified,
  replaceHash,
  resetPassword,
  signInMethods,
} from './store.ts';

export const accounts: Pick<Handlers, keyof typeof table> = {
  'GET /api/session': async ({ deps, caller, cookies }) =>
    sessionOf(deps, caller, caller === null && deps.accounts.pending.find(cookies, Date.now()) !== null),

  'POST /api/auth/sign-up': async (call) => {
    const { deps, body, client, site } = call;
    if (deps.settings.signUp === 'closed') return fail('sign_up_closed');
    const email = tidyEmail(body.email);
    const displayName = cleanName(body.displayName);
    const wrong = firstProblem({
      email: emailError(email),
      password: passwordError(body.password),
      displayName: signUpNameError(displayName),
    });
    if (wrong) return wrong;
    if (!isMailable(email)) return fail('invalid_email');
    if (isWeak(body.password, { email, displayName })) return fail('weak_password');
    const network = networkOf(client.address);
    if (deps.accounts.passwords.isBusy([network])) return tooBusy();
    const wait = await deps.accounts.limits.take([
      ['sign-up from', client.address],
      ['sign-up as', email],
    ]);
    if (wait > 0) return tooMany(wait);
    if (await findCredentials(deps.store.db, email)) return fail('email_taken');
    const passwordHash = await deps.accounts.passwords.hash(body.password, [network]);
    if (passwordHash === null) return tooBusy();
    let token = '';
    const signInto = async (tx: Db, id: string) => {
      token = await beginSession(call, tx, id);
    };
    const accountId = await createAccount(deps.store, { email, displayName, passwordHash }, Date.now(), signInto);
    if (accountId === null) return fail('email_taken');
    deps.accounts.security.note({ event: 'sign-up', accountId, network });
    await postMailOfChange(deps, { kind: 'verify', accountId, email, site });
    return welcome(call, { accountId, accountName: displayName, email, deviceKey: null }, token, true);
  },

  'POST /api/auth/sign-in': async (call) => {
    const { deps, body, cookies, client } = call;
    const email = tidyEmail(body.email);
    const problem = emailError(email);
    if (problem) return invalid('email', problem);
    if (!isMailable(email)) return fail('invalid_email');
    const entry = await findCredentials(deps.store.db, email);
    const accountId = entry?.accountId ?? null;
    const device = entry && deps.accounts.devices.find(cookies, entry);
    const network = networkOf(client.address);
    const note = (event: SecurityEvent, detail: string) =>
      deps.accounts.security.note({ event, accountId, network, detail });
    const attempts: Attempt[] = device
      ? [['sign-in on', device]]
      : [
          ['sign-in to', email],
          ['sign-in from', client.address],
        ];
    const keys = device ? [`device ${device}`] : [network, `account ${email}`];
    if (deps.accounts.passwords.isBusy(keys)) return tooBusy();
    const wait = await deps.accounts.limits.take(attempts);
    if (wait > 0) return tooMany(wait, accountId);
    if (!entry) {
      note('sign-in-failed', 'unknown address');
      return fail('user_not_found');
    }
    const isRight = await deps.accounts.passwords.verify(entry.passwordHash, body.password, keys);
    if (isRight === null) return tooBusy();
    if (!isRight) {
      note('sign-in-failed', 'wrong password');
      return fail('wrong_password');
    }
    await deps.accounts.limits.refund(attempts);
    const renewed = { ...entry, passwordHash: await renewHash(deps, entry, body.password, keys) };
    const signedIn = await signIn(call, entry);
    if (signedIn === null) {
      askForCode(call, entry, 'password');
      return sessionOf(deps, null, true);
    }
    const { session, token } = signedIn;
    const isStill = await isStillRight(deps, renewed, body.password, keys);
    if (isStill) return session;
    if (isStill === null) {
      await endSession(deps.store.db, token);
      return tooBusy();
    }
    await endSessions(deps.store.db, entry.accountId);
    return fail('wrong_password');
  },

  'POST /api/auth/sign-out': async ({ deps, caller, client, setCookies }) => {
    if (caller) await endSession(deps.store.db, caller.token);
    setCookies([deps.accounts.sessions.noCookie, deps.accounts.pending.release]);
    if (caller) await noteEnded(deps, caller, client, 'signed out');
    return { ok: true };
  },

  'POST /api/auth/sign-out-everywhere': async ({ deps, caller, cookies, client, setCookies }) => {
    const { accountId } = caller;
    const { deviceKey } = await endDevices(deps.store, accountId, null);
    const { sessions, devices } = deps.accounts;
    setCookies([sessions.noCookie, devices.remember(cookies, { accountId, deviceKey })]);
    await noteEnded(deps, caller, client, 'signed out everywhere');
    return { ok: true };
  },

  'POST /api/auth/reset-request': async ({ deps, body, client, site }) => {
    const email = tidyEmail(body.email);
    const problem = forgotPasswordError(email);
    if (problem) return invalid('email', problem);
    if (!sendsMail(deps.settings)) return fail('mail_not_set_up');
    const network = networkOf(client.address);
    const wait = await deps.accounts.limits.take([
      ['reset from', client.address],
      ['reset of', email],
    ]);
    if (wait > 0) return tooMany(wait);
    await postMail(deps, { kind: 'reset', email, site, network, wanted: wantedPath(body.next) });
    return { ok: true };
  },

  'POST /api/auth/reset/check': async ({ deps, body }) => {
    const link = await findMailToken(deps.store.db, 'reset', body.token, Date.now());
    return link ? { ok: true } : fail('link_expired');
  },

  'POST /api/auth/reset': async (call) => {
    const { deps, body, cookies, client, site, setCookies } = call;
    const problem = passwordError(body.password);
    if (problem) return invalid('password', problem);
    const { db } = deps.store;
    const link = await findMailToken(db, 'reset', body.token, Date.now());
    const entry = link && (await findCredentialsById(db, link.accountId));
    if (!link || !entry) return fail('link_expired');
    const { accountId, accountName, email } = entry;
    const user = await findUserByAccount(db, accountId);
    if (isWeak(body.password, { email, displayName: user?.displayName ?? accountName })) return fail('weak_password');
    const network = networkOf(client.address);
    const passwordHash = await deps.accounts.passwords.hash(body.password, [network]);
    if (passwordHash === null) return tooBusy();
    const password = { hash: passwordHash, disconnectsProviders: body.disconnectProviders === true };
    let token: string | null = null;
    const alongside = async (tx: Db, { hasPassword, providers }: SignInMethods) => {
      // Failed attempts to guess the old password must not delay the owner.
      await deps.accounts.limits.forgive(['sign-in to', email], tx);
      // An account created on the command line: nobody used it before, so nobody has to be warned.
      const isFirst = link.mailedTo === null && !hasPassword && providers.length === 0;
      token = isFirst ? await beginSession(call, tx, accountId) : null;
    };
    const reset = await resetPassword(deps.store, link, password, Date.now(), alongside);
    if (reset === null) return fail('link_expired');
    const { deviceKey } = reset;
    deps.accounts.security.note({ event: 'reset-done', accountId, network });
    if (password.disconnectsProviders) noteAllRemoved(deps, accountId, network);
    if (user) deps.afterCommit.changed({ kind: 'sessions', userId: user.id });
    if (token !== null) {
      deps.accounts.security.note({ event: 'sign-in', accountId, network, detail: 'first password' });
      return { session: await welcome(call, { ...entry, deviceKey }, token, true) };
    }
    setCookies([deps.accounts.devices.remember(cookies, { accountId, deviceKey })]);
    await postMailOfChange(deps, { kind: 'password changed', accountId, email, site });
    return { session: null };
  },

  'POST /api/auth/change-password': async (call) => {
    const { deps, caller, body, cookies, client, site } = call;
    const { accountId, email } = caller;
    const problem = passwordError(body.password);
    if (problem) return invalid('password', problem);
    const entry = await findCredentialsById(deps.store.db, accountId);
    if (!entry) throw new Error(`There is no account ${accountId}.`);
    if (isWeak(body.password, { email, displayName: caller.user.displayName })) return fail('weak_password');
    const keys = [`account ${accountId}`];
    const network = networkOf(client.address);
    const refused = await requireOwner(deps, caller, { password: body.currentPassword, client });
    if (refused) return refused;
    const passwordHash = await deps.accounts.passwords.hash(body.password, keys);
    if (passwordHash === null) return tooBusy();
    const owner = { accountId, sessionId: caller.sessionId, before: entry.passwordHash };
    const isKnown = deps.accounts.devices.find(cookies, entry) !== null;
    const password = { hash: passwordHash, disconnectsProviders: body.disconnectProviders === true };
    let token = '';
    const signInto = async (tx: Db) => {
      token = await beginSession(call, tx, accountId);
    };
    const deviceKey = await changePassword(deps.store, owner, password, Date.now(), signInto);
    if (deviceKey === null) return fail('wrong_password');
    deps.accounts.security.note({ event: 'password-changed', accountId, network });
    if (password.disconnectsProviders) noteAllRemoved(deps, accountId, network);
    await postMailOfChange(deps, { kind: 'password changed', accountId, email, site });
    return welcome(call, { ...entry, deviceKey }, token, isKnown);
  },

  'POST /api/auth/providers/:provider/sign-in': async (call) => {
    const { deps, params, body, client } = call;
    const refused = await refusalOf(deps, params.provider, client.address);
    if (refused) return refused;
    return startOAuthFlow(call, params.provider, oauthFlow('sign-in', body.mode, body.next));
  },

  'POST /api/auth/providers/:provider/connect': async (call) => {
    const { deps, caller, params, body, client } = call;
    const refused = await refusalOf(deps, params.provider, client.address);
    if (refused) return refused;
    const stranger = await requireOwner(deps, caller, { password: body.currentPassword, client });
    if (stranger) return stranger;
    return startOAuthFlow(call, params.provider, oauthFlow('connect', body.mode, body.next));
  },

  'POST /api/auth/providers/:provider/disconnect': async ({ deps, caller, params, body, client, site }) => {
    const stranger = await requireOwner(deps, caller, { password: body.currentPassword, client });
    if (stranger) return stranger;
    const { accountId, email } = caller;
    const usable = allProviders.filter((provider) => deps.settings.providers[provider]);
    const { providers: before } = await signInMethods(deps.store.db, accountId);
    const left = await disconnectProvider(deps.store, accountId, params.provider, usable);
    if (!left) return fail('last_way_in');
    if (before.includes(params.provider)) {
      const [network, detail] = [networkOf(client.address), providerNames[params.provider]];
      deps.accounts.security.note({ event: 'provider-removed', accountId, network, detail });
      await postMailOfChange(deps, { kind: 'provider removed', accountId, email, site, provider: detail });
    }
    return (await meOf(deps, caller)) ?? fail('not_signed_in');
  },

  'GET /api/admin/security-log': async ({ deps, query }) => {
    await writeNoted(deps);
    const page = pageOf(query);
    const events = await readSecurityLog(deps.store.db, query.userId, page);
    return { entries: events.map(entryOf), next: nextPage(page, events) };
  },

  'GET /api/sessions': ({ deps, caller, client }) => listFor(deps, caller, client),

  'DELETE /api/sessions/:sessionId': async ({ deps, caller, params, client }) => {
    if (!(await endOwnSession(deps.store.db, caller.accountId, params.sessionId))) return fail('session_not_found');
    await noteEnded(deps, caller, client, 'signed out another device');
    return listFor(deps, caller, client);
  },

  'POST /api/sessions/end-others': async ({ deps, caller, cookies, client, setCookies }) => {
    const { accountId } = caller;
    const { deviceKey, ended } = await endDevices(deps.store, accountId, caller.sessionId);
    setCookies([deps.accounts.devices.remember(cookies, { accountId, deviceKey })]);
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

  'POST /api/auth/verify': async ({ deps, caller, body }) => {
    const { store } = deps;
    // The link can be used again: mail scanners open links before their readers do.
    const link = await findMailToken(store.db, 'verify', body.token, Date.now());
    if (link && link.accountId !== caller.accountId) return fail('other_account');
    const isDone = link?.mailedTo && (await markVerified(store, store.db, link.accountId, link.mailedTo));
    return isDone ? { ok: true } : fail('link_expired');
  },

  'POST /api/auth/verify-again': async ({ deps, caller, site }) => {
    const { accountId, email } = caller;
    if ((await signInMethods(deps.store.db, accountId)).emailVerified) return { ok: true };
    if (!sendsMail(deps.settings)) return fail('mail_not_set_up');
    const wait = await deps.accounts.limits.take([['verify again', accountId]]);
    if (wait > 0) return tooMany(wait);
    await postMail(deps, { kind: 'verify', accountId, email, site });
    return { ok: true };
  },
};

/**
 * Rehashes a correct password if its hash has an outdated format; skipped if the hasher is busy.
 * @returns the stored hash, as far as this sign-in knows
 */
async function renewHash(
  deps: Deps,
  { accountId, passwordHash }: AccountCredentials,
  password: string,
  keys: readonly string[],
): Promise<string | null> {
  if (passwordHash === null || !deps.accounts.passwords.isOutdated(passwordHash)) return passwordHash;
  const renewed = await deps.accounts.passwords.hash(password, keys);
  if (renewed === null || !(await replaceHash(deps.store, accountId, passwordHash, renewed))) return passwordHash;
  return renewed;
}

/**
 * Whether a password is still correct after its session was created: if a new password was set during the sign-in, that ended the earlier
 * sessions, but not this one. Null if the hasher is too busy to check.
 */
async function isStillRight(
  { store, accounts: { passwords } }: Deps,
  { accountId, passwordHash }: AccountCredentials,
  password: string,
  keys: readonly string[],
): Promise<boolean | null> {
  const hash = await heldPasswordHash(store.engine, store.db, accountId);
  if (hash === null || hash === passwordHash) return hash !== null;
  return passwords.verify(hash, password, keys);
}

function firstProblem(problems: Readonly<Record<string, string | null>>): Failure<'invalid_input'> | null {
  for (const [field, problem] of Object.entries(problems)) if (problem) return invalid(field, problem);
  return null;
}

function noteAllRemoved({ accounts: { security } }: Deps, accountId: string, network: string): void {
  security.note({ event: 'provider-removed', accountId, network, detail: 'all, with the new password' });
}

type Refusal = Failure<'provider_not_set_up' | 'too_many_attempts'>;

async function refusalOf(deps: Deps, provider: Provider, address: string): Promise<Refusal | null> {
  if (!deps.settings.providers[provider]) {
    return { failure: 'provider_not_set_up', message: providerErrorText(provider, 'provider_not_set_up') };
  }
  const wait = await deps.accounts.limits.take([['provider from', address]]);
  return wait > 0 ? tooMany(wait) : null;
}

/** Writes pending records, so that they can be read. If the database cannot be written, only earlier records are read. */
async function writeNoted({ accounts: { security }, storage }: Deps): Promise<void> {
  try {
    await security.flush();
  } catch (error) {
    if (storage.note(error) === null) throw error;
  }
}

function entryOf(logged: LoggedEvent): SecurityEntry {
  const { id, at, event, accountId, userId, userName, actorId, actorName, network, detail, times } = logged;
  const person = named(userId ?? accountId, userName);
  return { id, at, event, words: eventText(event), person, actor: named(actorId, actorName), network, detail, times };
}

async function noteEnded(
  deps: Deps,
  { accountId, user }: Caller,
  { address }: ClientInfo,
  detail: string,
): Promise<void> {
  deps.afterCommit.changed({ kind: 'sessions', userId: user.id });
  deps.accounts.security.note({ event: 'session-ended', accountId, network: networkOf(address), detail });
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
