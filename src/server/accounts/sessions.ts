import { createHmac, timingSafeEqual } from 'node:crypto';
import { parseCookie, stringifySetCookie } from 'cookie';
import { ID_PATTERN } from '#contract/shapes.ts';
import { MINUTE_MS } from '#core/time.ts';
import type { Store } from '#server/platform/db/connect.ts';
import type { Caller, ClientInfo, Cookies } from '#server/platform/http/call.ts';
import type { AccountsLibrary } from './library.ts';
import { ensureProfile } from './profile.ts';
import type { Subject } from './store.ts';
import { dropOldestSessions, endSession, SESSION_LONGEST_MS, sessionReader, sessionUses } from './store.ts';

export interface Sessions {
  readonly cookieName: string;
  /**
   * Begins a session under a new token and ends the one that the browser had, so that no token known before is worth
   * anything afterward.
   * @returns the token of the session
   */
  begin(accountId: string, client: ClientInfo, previous: string | null): Promise<string>;
  /**
   * Ends the session that a browser still has under the name that the cookie once had over HTTPS. Nobody is signed in by it; it
   * would only stand beside the next one in the list of their devices.
   */
  endFormer(cookies: Cookies): Promise<void>;
  /** The `Set-Cookie` of a session. */
  cookieOf(token: string): string;
  /**
   * Who a request comes from; null for nobody.
   * @param cookies as the browser sends them: `name=value; name=value`; or one as it is set
   * @param client where the session is used now
   */
  read(cookies: string | undefined, subject: Partial<Subject>, client: () => ClientInfo): Promise<Caller | null>;
  /** Resolves when nothing is being noted. */
  idle(): Promise<void>;
}

/** A session in use is noted as used, and so extended, this often, in ms. */
export const NOTED_EVERY_MS = 10 * MINUTE_MS;
/** Where that fails it rests for so long, in ms: reading goes on while nothing can be written. */
const REST_MS = MINUTE_MS;

/** So many characters of a browser's name are kept. */
const LONGEST_AGENT = 300;

/** So many cookies with a right signature are remembered. */
const KNOWN_COOKIES = 10_000;

const isId = new RegExp(ID_PATTERN);

/**
 * Reads sessions with one query of our own. That a session is in use is noted in the background, so that no answer waits for it.
 * A test holds its answers against the accounts library's.
 */
export async function createSessions(store: Store, accounts: AccountsLibrary, secret: string): Promise<Sessions> {
  const context = await accounts.$context;
  const { name: cookieName, attributes } = context.authCookies.sessionToken;
  const formerName = cookieName.replace('__Host-', '__Secure-');
  const readRow = sessionReader(store);
  const tokenOf = tokenReader(secret);
  const uses = sessionUses(store);
  let restsUntil = 0;

  /** The cookie may outlive its session: whether a session is over is known here, not in the browser. */
  const cookieOf = (token: string): string =>
    stringifySetCookie({
      name: cookieName,
      value: `${token}.${signatureOf(token, secret).toString('base64')}`,
      path: '/',
      httpOnly: true,
      sameSite: 'lax',
      secure: attributes.secure ?? true,
      maxAge: SESSION_LONGEST_MS / 1000,
    });

  function noteUse(token: string, address: string, now: number): void {
    uses.add({ token, at: now, address }).catch(() => {
      restsUntil = now + REST_MS;
    });
  }

  return {
    cookieName,
    cookieOf,
    async begin(accountId, { address, userAgent }, previous) {
      if (previous !== null) await endSession(store.db, previous);
      const origin = { ipAddress: address, userAgent: userAgent.slice(0, LONGEST_AGENT) };
      const { token } = await context.internalAdapter.createSession(accountId, false, origin);
      await dropOldestSessions(store.db, accountId);
      return token;
    },
    async endFormer(cookies) {
      const token = signedToken(cookies[formerName] ?? '', secret);
      if (token !== null) await endSession(store.db, token);
    },
    async read(cookies, subject, client) {
      const cookie = parseCookie(cookies ?? '', { decode: asSent })[cookieName];
      const token = cookie === undefined ? null : tokenOf(cookie);
      const row = token === null ? null : await readRow(token, subjectOf(subject));
      const now = Date.now();
      if (token === null || !row || row.endsAt <= now) return null;
      if (row.usedAt + NOTED_EVERY_MS <= now && restsUntil <= now) noteUse(token, client().address, now);
      const user = row.user ?? (await ensureProfile(store.db, row, now));
      const { sessionId, accountId, email, poolId, isMember, isCommissioner, isPoolWeek, entryOwnerId } = row;
      const about = { poolId, isMember, isCommissioner, isPoolWeek, entryOwnerId };
      return { sessionId, token, accountId, email, user, ...about };
    },
    idle: () => uses.idle(),
  };
}

/** What a request is about, by what its path has. */
function subjectOf({ poolId, weekId, entryId }: Partial<Subject>): Subject {
  return { poolId: idOf(poolId), weekId: idOf(weekId), entryId: idOf(entryId) };
}

/** An id as the path has it; what cannot be one is looked up as none. */
function idOf(text: string | undefined): string {
  return text !== undefined && isId.test(text) ? text : '';
}

function asSent(text: string): string {
  return text;
}

/**
 * Reads the token of a cookie as it was sent; null where its signature is not ours. One that was found right is not decoded and
 * worked out again, which costs as much as reading the session.
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

/** The token of a cookie `token.signature`, or null where the signature is not ours. */
function signedToken(cookie: string, secret: string): string | null {
  const at = cookie.lastIndexOf('.');
  if (at < 1) return null;
  const token = cookie.slice(0, at);
  const given = Buffer.from(cookie.slice(at + 1));
  const expected = Buffer.from(createHmac('sha256', secret).update(token).digest('base64'));
  return given.length === expected.length && timingSafeEqual(given, expected) ? token : null;
}

function signatureOf(token: string, secret: string): Buffer {
  return createHmac('sha256', secret).update(token).digest();
}
