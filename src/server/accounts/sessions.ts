import { createHmac } from 'node:crypto';
import { parseCookie } from 'cookie';
import { ID_PATTERN } from '#contract/shapes.ts';
import { MINUTE_MS } from '#core/time.ts';
import type { Db, Store } from '#server/platform/db/connect.ts';
import type { Caller, ClientInfo, Cookies } from '#server/platform/http/call.ts';
import type { Subject } from '#server/platform/http/session-store.ts';
import {
  addSession,
  dropOldestSessions,
  endSession,
  SESSION_LONGEST_MS,
  sessionReader,
  sessionUses,
} from '#server/platform/http/session-store.ts';
import { isSame } from '#server/platform/is-same.ts';
import { cookiePrefix, setCookie } from './cookies.ts';
import { ensureProfile } from './profile.ts';

export interface Sessions {
  readonly cookieName: string;
  /**
   * Starts a session with a new token and ends the browser's previous one, so that no earlier token stays valid. Give it the transaction of
   * what the session belongs to, such as a new account: a reply must not deny what was saved before a later write failed.
   * @returns the token of the session
   */
  begin(accountId: string, client: ClientInfo, previous: string | null, tx?: Db): Promise<string>;
  /**
   * Ends the session that a browser still has under the former name of the cookie over HTTPS. It no longer signs anyone in, and would only
   * appear as a duplicate in the list of devices.
   */
  endFormer(cookies: Cookies, tx: Db): Promise<void>;
  /** The `Set-Cookie` of a session. */
  cookieOf(token: string): string;
  /** The `Set-Cookie` that deletes the cookie. */
  readonly noCookie: string;
  /**
   * The caller of a request; null if not signed in. @param cookies as the browser sends them: `name=value; name=value`; or one `Set-Cookie`
   * @param client the client that uses the session now
   */
  read(cookies: string | undefined, subject: Partial<Subject>, client: () => ClientInfo): Promise<Caller | null>;
  /** Resolves when no use is being stored. */
  idle(): Promise<void>;
}

/** How often the use of a session is stored, which extends it, in ms. */
export const NOTED_EVERY_MS = 10 * MINUTE_MS;
/** Pause after a failed write, in ms: sessions can be read while nothing can be written. */
const REST_MS = MINUTE_MS;

/** Maximum number of cached cookies with a valid signature. */
const KNOWN_COOKIES = 10_000;

const isId = new RegExp(ID_PATTERN);

/**
 * The use of a session is stored in the background, so that no response waits for it.
 * @param asksSecondFactor whether admins and commissioners without a second factor have no such role
 */
export function createSessions(store: Store, secret: string, secure: boolean, asksSecondFactor: boolean): Sessions {
  const cookieName = `${cookiePrefix(secure)}.session_token`;
  const formerName = cookieName.replace('__Host-', '__Secure-');
  const readRow = sessionReader(store, asksSecondFactor);
  const tokenOf = tokenReader(secret);
  const uses = sessionUses(store);
  let restsUntil = 0;

  /** The cookie may outlive its session: the server decides whether a session has ended, not the browser. */
  const cookieOf = (token: string): string =>
    setCookie(secure, cookieName, `${token}.${signatureOf(token, secret)}`, SESSION_LONGEST_MS / 1000);

  function noteUse(token: string, address: string, now: number): void {
    uses.add({ token, at: now, address }).catch(() => {
      restsUntil = now + REST_MS;
    });
  }

  return {
    cookieName,
    cookieOf,
    noCookie: setCookie(secure, cookieName, '', 0),
    async begin(accountId, client, previous, tx = store.db) {
      if (previous !== null) await endSession(tx, previous);
      const token = await addSession(tx, accountId, client, Date.now());
      await dropOldestSessions(tx, accountId);
      return token;
    },
    async endFormer(cookies, tx) {
      const token = signedToken(cookies[formerName] ?? '', secret);
      if (token !== null) await endSession(tx, token);
    },
    async read(cookies, subject, client) {
      const cookie = parseCookie(cookies ?? '', { decode: asSent })[cookieName];
      const token = cookie === undefined ? null : tokenOf(cookie);
      const row = token === null ? null : await readRow(token, subjectOf(subject));
      const now = Date.now();
      if (token === null || !row || row.endsAt <= now) return null;
      if (row.usedAt + NOTED_EVERY_MS <= now && restsUntil <= now) noteUse(token, client().address, now);
      const user = row.user ?? (await ensureProfile(store.db, row, now));
      const { sessionId, accountId, email, hasRoles, poolId, isMember, isCommissioner, isPoolWeek, entryOwnerId } = row;
      const about = { hasRoles, poolId, isMember, isCommissioner, isPoolWeek, entryOwnerId };
      return { sessionId, token, accountId, email, user, ...about };
    },
    idle: () => uses.idle(),
  };
}

/** The subject of a request, from its path. */
function subjectOf({ poolId, weekId, entryId }: Partial<Subject>): Subject {
  return { poolId: idOf(poolId), weekId: idOf(weekId), entryId: idOf(entryId) };
}

/** An id from the path; an invalid one is looked up as empty. */
function idOf(text: string | undefined): string {
  return text !== undefined && isId.test(text) ? text : '';
}

function asSent(text: string): string {
  return text;
}

/**
 * Reads the token of a cookie; null if its signature is invalid. Valid cookies are cached, because decoding and verifying costs as much as
 * reading the session.
 */
function tokenReader(secret: string): (cookie: string) => string | null {
  const known = new Map<string, string>();
  return (cookie) => {
    const kept = known.get(cookie);
    if (kept !== undefined) return kept;
    const token = signedToken(parseCookie(`sent=${cookie}`).sent ?? '', secret);
    if (token === null) return null;
    if (known.size >= KNOWN_COOKIES) known.clear();
    known.set(cookie, token);
    return token;
  };
}

/** The token of a cookie `token.signature`, or null if the signature is invalid. */
function signedToken(cookie: string, secret: string): string | null {
  const at = cookie.lastIndexOf('.');
  if (at < 1) return null;
  const token = cookie.slice(0, at);
  return isSame(cookie.slice(at + 1), signatureOf(token, secret)) ? token : null;
}

function signatureOf(token: string, secret: string): string {
  return createHmac('sha256', secret).update(token).digest('base64');
}
