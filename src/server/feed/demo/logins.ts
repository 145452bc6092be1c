import type { Accounts } from '../../auth/accounts.ts';
import type { NamedPerson } from './people.ts';
import { DEMO_PASSWORD } from './people.ts';

/** The account of a named person, with the demo's password where it had none. @returns its id */
export async function ensureLogin(accounts: Accounts, { email, name }: NamedPerson): Promise<string> {
  const { internalAdapter, password } = await accounts.$context;
  const known = await internalAdapter.findUserByEmail(email, { includeAccounts: true });
  const { id } =
    known?.user ??
    (await internalAdapter.createUser({ email, name, emailVerified: true }, { method: 'email-password' }));
  if (!known?.accounts.length) {
    const hash = await password.hash(DEMO_PASSWORD);
    await internalAdapter.linkAccount({ userId: id, providerId: 'credential', accountId: id, password: hash });
  }
  return id;
}
