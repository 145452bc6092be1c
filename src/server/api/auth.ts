import { isAPIError } from 'better-auth/api';
import type { auth as routes, Session } from '#contract/auth.ts';
import type { ErrorCode } from '#contract/errors.ts';
import { emailError, passwordError, signUpNameError } from '#core/validation.ts';
import { sessionOf } from '../auth/me.ts';
import { ensureProfile } from '../auth/profile.ts';
import type { Deps } from '../deps.ts';
import type { Failure, Handlers } from '../http/call.ts';
import { fail, invalid } from '../http/call.ts';
import { hasAccount } from '../store/accounts.ts';

type AuthRoute = keyof typeof routes;

export const auth: Pick<Handlers, AuthRoute> = {
  'GET /api/session': async ({ deps, caller }) => sessionOf(deps, caller),

  'POST /api/auth/sign-up': async ({ deps, body, headers, setCookies }) => {
    if (deps.settings.signUp === 'closed') return fail('sign_up_closed');
    const email = body.email.trim().toLowerCase();
    const displayName = body.displayName.trim();
    const wrong = firstProblem({
      email: emailError(email),
      password: passwordError(body.password),
      displayName: signUpNameError(displayName),
    });
    if (wrong) return wrong;
    if (await hasAccount(deps.store.db, email)) return fail('email_taken');
    try {
      const { headers: answer, response } = await deps.accounts.api.signUpEmail({
        body: { email, password: body.password, name: displayName },
        headers,
        returnHeaders: true,
      });
      setCookies(answer.getSetCookie());
      return signedIn(deps, { accountId: response.user.id, accountName: displayName, email, displayName });
    } catch (error) {
      // The library does not say why: somebody else may have signed up with this address in the same moment.
      if (codeOf(error) === 'FAILED_TO_CREATE_USER' && (await hasAccount(deps.store.db, email)))
        return fail('email_taken');
      return explain(error, signUpErrors);
    }
  },

  'POST /api/auth/sign-in': async ({ deps, body, headers, setCookies }) => {
    const email = body.email.trim().toLowerCase();
    const problem = emailError(email);
    if (problem) return invalid('email', problem);
    if (!(await hasAccount(deps.store.db, email))) return fail('user_not_found');
    try {
      const { headers: answer, response } = await deps.accounts.api.signInEmail({
        body: { email, password: body.password },
        headers,
        returnHeaders: true,
      });
      setCookies(answer.getSetCookie());
      return signedIn(deps, { accountId: response.user.id, accountName: response.user.name, email });
    } catch (error) {
      return explain(error, signInErrors);
    }
  },

  'POST /api/auth/sign-out': async ({ deps, caller, headers, setCookies }) => {
    const answer = await deps.accounts.api.signOut({ headers, returnHeaders: true });
    setCookies(answer.headers.getSetCookie());
    if (caller) deps.live.changed({ kind: 'sessions', userId: caller.user.id });
    return { ok: true };
  },

  'POST /api/auth/sign-out-everywhere': async ({ deps, caller, headers, setCookies }) => {
    const { internalAdapter } = await deps.accounts.$context;
    await internalAdapter.deleteUserSessions(caller.accountId);
    const answer = await deps.accounts.api.signOut({ headers, returnHeaders: true });
    setCookies(answer.headers.getSetCookie());
    deps.live.changed({ kind: 'sessions', userId: caller.user.id });
    return { ok: true };
  },
};

/** What the accounts library refuses, in our words. */
const signUpErrors = {
  USER_ALREADY_EXISTS: 'email_taken',
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: 'email_taken',
  PASSWORD_TOO_SHORT: 'weak_password',
  PASSWORD_TOO_LONG: 'weak_password',
  INVALID_EMAIL: 'invalid_email',
} as const;

const signInErrors = {
  INVALID_EMAIL_OR_PASSWORD: 'wrong_password',
  PASSWORD_TOO_LONG: 'wrong_password',
  INVALID_EMAIL: 'invalid_email',
} as const;

function explain<Code extends ErrorCode>(error: unknown, codes: Readonly<Record<string, Code>>): Failure<Code> {
  const code = codes[codeOf(error)];
  if (!code) throw error;
  return fail(code);
}

function codeOf(error: unknown): string {
  return isAPIError(error) ? String(error.body?.code) : '';
}

function firstProblem(problems: Readonly<Record<string, string | null>>): Failure<'invalid_input'> | null {
  for (const [field, problem] of Object.entries(problems)) if (problem) return invalid(field, problem);
  return null;
}

async function signedIn(deps: Deps, profile: Parameters<typeof ensureProfile>[1]): Promise<Session> {
  const user = await ensureProfile(deps.store.db, profile, Date.now());
  return sessionOf(deps, { user, accountId: profile.accountId, email: profile.email });
}
