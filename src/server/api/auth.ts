import type { auth as routes } from '#contract/auth.ts';
import { cleanName } from '#core/names.ts';
import { emailError, passwordError, signUpNameError } from '#core/validation.ts';
import { isTooWeak } from '#core/weak-password.ts';
import { connectionOf } from '../auth/address.ts';
import { isMailable, tidyEmail } from '../auth/email.ts';
import { enter } from '../auth/enter.ts';
import type { Attempt } from '../auth/limits.ts';
import { mailVerification } from '../auth/mails.ts';
import { sessionOf } from '../auth/me.ts';
import { tooBusy, tooMany } from '../auth/refusals.ts';
import type { Failure, Handlers } from '../http/call.ts';
import { fail, invalid } from '../http/call.ts';
import { createAccount, endSessions, findEntry } from '../store/accounts.ts';

export const auth: Pick<Handlers, keyof typeof routes> = {
  'GET /api/session': async ({ deps, caller }) => sessionOf(deps, caller),

  'POST /api/auth/sign-up': async (call) => {
    const { deps, body, place, site } = call;
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
    if (isTooWeak(body.password, { email, displayName })) return fail('weak_password');
    const connection = connectionOf(place.address);
    if (deps.passwords.isBusy([connection])) return tooBusy();
    const wait = await deps.limits.take([
      ['sign-up from', connection],
      ['sign-up as', email],
    ]);
    if (wait > 0) return tooMany(wait);
    if (await findEntry(deps.store.db, email)) return fail('email_taken');
    const passwordHash = await deps.passwords.hash(body.password, [connection]);
    if (passwordHash === null) return tooBusy();
    const accountId = await createAccount(deps.store, { email, displayName, passwordHash }, Date.now());
    if (accountId === null) return fail('email_taken');
    mailVerification(deps, { accountId, email, site });
    return enter(call, { accountId, accountName: displayName, email });
  },

  'POST /api/auth/sign-in': async (call) => {
    const { deps, body, cookies, place } = call;
    const email = tidyEmail(body.email);
    const problem = emailError(email);
    if (problem) return invalid('email', problem);
    if (!isMailable(email)) return fail('invalid_email');
    const entry = await findEntry(deps.store.db, email);
    const device = entry && deps.devices.find(cookies, entry.accountId);
    const connection = connectionOf(place.address);
    const attempts: Attempt[] = device
      ? [['sign-in on', device]]
      : [
          ['sign-in to', email],
          ['sign-in from', connection],
        ];
    const keys = device ? [`device ${device}`] : [connection, `account ${email}`];
    if (deps.passwords.isBusy(keys)) return tooBusy();
    const wait = await deps.limits.take(attempts);
    if (wait > 0) return tooMany(wait);
    if (!entry) return fail('user_not_found');
    const isRight = await deps.passwords.verify(entry.passwordHash, body.password, keys);
    if (isRight === null) return tooBusy();
    if (!isRight) return fail('wrong_password');
    await deps.limits.giveBack(attempts);
    return enter(call, entry);
  },

  'POST /api/auth/sign-out': async ({ deps, caller, headers, setCookies }) => {
    const answer = await deps.accounts.api.signOut({ headers, returnHeaders: true });
    setCookies(answer.headers.getSetCookie());
    if (caller) deps.live.changed({ kind: 'sessions', userId: caller.user.id });
    return { ok: true };
  },

  'POST /api/auth/sign-out-everywhere': async ({ deps, caller, headers, setCookies }) => {
    await endSessions(deps.store.db, caller.accountId);
    const answer = await deps.accounts.api.signOut({ headers, returnHeaders: true });
    setCookies(answer.headers.getSetCookie());
    deps.live.changed({ kind: 'sessions', userId: caller.user.id });
    return { ok: true };
  },
};

function firstProblem(problems: Readonly<Record<string, string | null>>): Failure<'invalid_input'> | null {
  for (const [field, problem] of Object.entries(problems)) if (problem) return invalid(field, problem);
  return null;
}
