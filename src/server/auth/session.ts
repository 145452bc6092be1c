import { createHmac, timingSafeEqual } from 'node:crypto';
import { isAPIError } from 'better-auth/api';
import { parseCookie, stringifySetCookie } from 'cookie';
import { ID_PATTERN } from '#contract/shapes.ts';
import type { User } from '#core/types.ts';
import { endSession } from '../store/accounts.ts';
import type { Store } from '../store/connect.ts';
import type { SessionRow, Subject } from '../store/sessions.ts';
import { sessionReader } from '../store/sessions.ts';
import type { Accounts } from './accounts.ts';
import { SESSION_S, SESSION_UPDATE_S } from './accounts.ts';
import { ensureProfile } from './profile.ts';

/** The person behind a request. */
export interface Caller {
  readonly sessionId: string;
  /** What the session is known by; live connections are asked about again by it. */
  readonly token: string;
  readonly accountId: string;
  readonly email: string;
  readonly user: User;
  /** The living pool that the request is about, if there is one. */
  readonly poolId: string | null;
  /** Whether he is an enabled member of that pool. */
  readonly isMember: boolean;
  /** Whether the week that the request is about is one of that pool's. */
  readonly isPoolWeek: boolean;
}

/** Who a request comes from, and the cookies that the answer has to set because the session was extended. */
export interface SessionReading {
  readonly caller: Caller | null;
  readonly setCookies: readonly string[];
}

/** Where a session is used from. */
export interface Place {
  readonly address: string;
  readonly userAgent: string;
}

export interface Sessions {
  readonly cookieName: string;
  /**
   * Begins a session under a new token and ends the one that the browser had, so that no token known before is worth
   * anything afterwards.
   * @returns the `Set-Cookie` of the session
   */
  begin(accountId: string, place: Place, previous: string | null): Promise<string>;
  /** @param cookies as the browser sends them: `name=value; name=value`; or one as it is set */
  read(cookies: string | undefined, subject: Partial<Subject>, headers: () => Headers): Promise<SessionReading>;
}

/** So many characters of a browser's name are kept. */
const LONGEST_AGENT = 300;

/** So many cookies with a right signature are remembered. */
const KNOWN_COOKIES = 10_000;

const isId = new RegExp(ID_PATTERN);

const nobody: SessionReading = { caller: null, setCookies: [] };

/**
 * Reads sessions with one query of our own; the accounts library takes over when a session is old enough to be extended.
 * A test holds its answers against the library's.
 */
export async function createSessions(store: Store, accounts: Accounts, secret: string): Promise<Sessions> {
  const context = await accounts.$context;
  const { name: cookieName, attributes } = context.authCookies.sessionToken;
  const readRow = sessionReader(store);
  const tokenOf = tokenReader(secret);

  return {
    cookieName,
    async begin(accountId, { address, userAgent }, previous) {
      if (previous !== null) await endSession(store.db, previous);
      const origin = { ipAddress: address, userAgent: userAgent.slice(0, LONGEST_AGENT) };
      const { token } = await context.internalAdapter.createSession(accountId, false, origin);
      return stringifySetCookie({
        name: cookieName,
        value: `${token}.${signatureOf(token, secret).toString('base64')}`,
        path: '/',
        httpOnly: true,
        sameSite: 'lax',
        secure: attributes.secure ?? true,
        maxAge: SESSION_S,
      });
    },
    async read(cookies, { poolId, weekId }, headers) {
      const cookie = parseCookie(cookies ?? '', { decode: asSent })[cookieName];
      const token = cookie === undefined ? null : tokenOf(cookie);
      const row = token === null ? null : await readRow(token, { poolId: idOf(poolId), weekId: idOf(weekId) });
      const now = Date.now();
      if (token === null || !row || row.expiresAt <= now) return nobody;
      const setCookies = isDueForUpdate(row, now) ? await extend(accounts, headers()) : [];
      if (!setCookies) return nobody;
      const user = row.user ?? (await ensureProfile(store.db, row, now));
      const { sessionId, accountId, email, isMember, isPoolWeek } = row;
      return {
        caller: { sessionId, token, accountId, email, user, poolId: row.poolId, isMember, isPoolWeek },
        setCookies,
      };
    },
  };
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

function isDueForUpdate(row: SessionRow, now: number): boolean {
  return row.expiresAt - SESSION_S * 1000 + SESSION_UPDATE_S * 1000 <= now;
}

/** Lets the library extend a session. @returns the cookies to set, or null where the session was ended meanwhile */
async function extend(accounts: Accounts, headers: Headers): Promise<string[] | null> {
  try {
    const answer = await accounts.api.getSession({ headers, returnHeaders: true });
    return answer.response ? answer.headers.getSetCookie() : null;
  } catch (error) {
    if (isAPIError(error) && error.status === 'UNAUTHORIZED') return null;
    throw error;
  }
}
