import type { Command } from 'commander';
import { displayNameFor } from '#core/names.ts';
import { HOUR_MS } from '#core/time.ts';
import { emailError } from '#core/validation.ts';
import { linkTo } from '#server/accounts/mails.ts';
import { ensureProfile } from '#server/accounts/profile.ts';
import { takeSecondFactor } from '#server/accounts/second-factor-store.ts';
import { addMailToken, createAccount } from '#server/accounts/store.ts';
import type { AccountState } from '#server/admin/store.ts';
import { changeUser, findAccount, grantAdmin } from '#server/admin/store.ts';
import { writeAudit } from '#server/journal/audit-store.ts';
import type { Db, Store } from '#server/platform/db/connect.ts';
import type { Kind } from '#server/platform/db/meta.ts';
import { readMeta, SERVED_AT_KEY } from '#server/platform/db/meta.ts';
import { DEFAULT_PORT, readSettings } from '#server/platform/env/settings.ts';
import { notifyServers } from '#server/platform/live/live.ts';
import { withDatabase } from './database.ts';
import { Problem } from './options.ts';

/** How long a link to set a password is valid. */
const LINK_HOURS = 24;

/** Creates an account without a sign-in method and with an unverified address. */
async function inviteAccount(store: Store, email: string): Promise<AccountState> {
  await createAccount(store, { email, displayName: displayNameFor({ email }), passwordHash: null }, Date.now());
  const account = await findAccount(store.db, email);
  if (!account) throw new Error(`The account ${email} could not be created.`);
  return account;
}

/** A one-time link to set the password of an account. Using it does not verify the address. */
async function passwordLink(db: Db, publicUrl: URL, accountId: string): Promise<string> {
  const now = Date.now();
  const expiresAt = now + LINK_HOURS * HOUR_MS;
  const token = await addMailToken(db, { accountId, purpose: 'reset', mailedTo: null, expiresAt }, now);
  return linkTo(publicUrl.origin, 'reset', token);
}

/**
 * The base URL of links: that of the option, else PUBLIC_URL, else the address by which the league was last served; the demo's is this
 * machine. @throws SettingsError if it is no such address @throws Problem if it isn't known
 */
async function linkBase(db: Db, kind: Kind, url: string | undefined): Promise<URL> {
  const local = kind === 'demo' ? `http://localhost:${process.env.PORT?.trim() || DEFAULT_PORT}` : null;
  const known = url?.trim() || process.env.PUBLIC_URL?.trim() || local || (await readMeta(db, SERVED_AT_KEY));
  if (!known) throw new Problem("The address of the league isn't known yet: say --url https://pool.example.org.");
  return readSettings({ ...process.env, PUBLIC_URL: known }, kind).publicUrl;
}

const URL_OPTION = ['--url <url>', 'the address of the league, if it was never served'] as const;

interface LinkOptions {
  readonly url?: string;
}

const createHelp = `
Makes an account without a password that is an admin, and prints a link to set the password: it works once, for
${LINK_HOURS} hours. While nobody has signed in with the account, the command can be repeated for a new link. The link leads to
--url, else to PUBLIC_URL, else to the address by which the league was last served.`;

const grantHelp = `
The address must have been verified: anyone can sign up under an address that is not theirs.`;

const revokeHelp = `
At least one enabled admin always remains.`;

const resetHelp = `
For a league that sends no mail. The link works once, for ${LINK_HOURS} hours, and leads to --url, else to PUBLIC_URL, else to the
address by which the league was last served. Give it to nobody but the owner of the account: setting the password signs everybody else out.`;

const secondFactorHelp = `
For somebody who lost their phone and their recovery codes. They sign in with their password alone again, on every device anew.
Make sure that it is them who asks.`;

/** `admin create|grant|revoke|reset-link|remove-second-factor EMAIL` */
export function addAdmin(parent: Command): void {
  parent
    .command('create')
    .description('make an account for an admin and print a link to set its password')
    .argument('<email>', 'an address that has no account yet')
    .option(...URL_OPTION)
    .addHelpText('after', createHelp)
    .action((email: string, { url }: LinkOptions, command: Command) =>
      withDatabase(command, 'create', create(email, url)),
    );
  parent
    .command('grant')
    .description('make somebody who has an account an admin')
    .argument('<email>', 'the verified address of the account')
    .addHelpText('after', grantHelp)
    .action((email: string, _: object, command: Command) => withDatabase(command, 'refuse', grant(email)));
  parent
    .command('revoke')
    .description('take the admin role from somebody')
    .argument('<email>', 'the address of the account')
    .addHelpText('after', revokeHelp)
    .action((email: string, _: object, command: Command) => withDatabase(command, 'refuse', revoke(email)));
  parent
    .command('reset-link')
    .description('print a link by which somebody sets a new password')
    .argument('<email>', 'the address of the account')
    .option(...URL_OPTION)
    .addHelpText('after', resetHelp)
    .action((email: string, { url }: LinkOptions, command: Command) =>
      withDatabase(command, 'refuse', resetLink(email, url)),
    );
  parent
    .command('remove-second-factor')
    .description('turn off the second factor of somebody who lost it')
    .argument('<email>', 'the address of the account')
    .addHelpText('after', secondFactorHelp)
    .action((email: string, _: object, command: Command) => withDatabase(command, 'refuse', removeSecondFactor(email)));
}

type Act = Parameters<typeof withDatabase>[2];

function create(text: string, url: string | undefined): Act {
  const email = addressOf(text);
  return async (store, kind) => {
    const publicUrl = await linkBase(store.db, kind, url);
    const known = await findAccount(store.db, email);
    if (known?.hasLogin) throw new Problem(`${email} has an account already. ${adviceFor(known)}`);
    const account = known ?? (await inviteAccount(store, email));
    await makeAdmin(store, account, 'admin.create');
    await notifyServers(store);
    console.log(`${email} is an admin. Set a password within ${LINK_HOURS} hours at`);
    console.log(await passwordLink(store.db, publicUrl, account.accountId));
  };
}

function adviceFor({ email, isVerified }: AccountState): string {
  return isVerified ? `'admin grant ${email}' makes it an admin.` : 'Its address must be verified first.';
}

function grant(text: string): Act {
  const email = addressOf(text);
  return async (store) => {
    const account = await accountOf(store.db, email);
    if (account.user?.isAdmin) return console.log(`${email} is an admin already.`);
    if (!account.isVerified) {
      throw new Problem(`${email} was never verified, so anyone may have signed up under it. Nothing was changed.`);
    }
    await makeAdmin(store, account, 'admin.grant');
    await notifyServers(store);
    console.log(`${email} is an admin now.`);
    if (account.user?.isEnabled === false) console.log('The account is disabled, which an admin can change.');
  };
}

function revoke(text: string): Act {
  const email = addressOf(text);
  return async (store: Store) => {
    const { user } = await accountOf(store.db, email);
    if (!user?.isAdmin) return console.log(`${email} is no admin.`);
    const now = Date.now();
    const origin = { network: null, at: now };
    if (await changeUser(store, { adminId: null, now }, user.id, { isAdmin: false }, origin)) {
      throw new Problem(`${email} is the last enabled admin, and one must remain. Nothing was changed.`);
    }
    await notifyServers(store);
    console.log(`${email} is no longer an admin.`);
  };
}

function resetLink(text: string, url: string | undefined): Act {
  const email = addressOf(text);
  return async (store, kind) => {
    const { accountId, user } = await accountOf(store.db, email);
    const publicUrl = await linkBase(store.db, kind, url);
    const link = await store.db.transaction().execute(async (tx) => {
      const whose = user ? { userId: user.id } : {};
      await writeAudit(tx, { act: 'user.reset-link', actorId: null, ...whose }, Date.now());
      return passwordLink(tx, publicUrl, accountId);
    });
    console.log(`${email} can set a new password within ${LINK_HOURS} hours at`);
    console.log(link);
  };
}

function removeSecondFactor(text: string): Act {
  const email = addressOf(text);
  return async (store) => {
    const { user } = await accountOf(store.db, email);
    const now = Date.now();
    const origin = { network: null, at: now };
    const taken = await takeSecondFactor(store, { adminId: null, now }, user?.id ?? '', origin);
    if ('refusal' in taken) return console.log(`${email} has no second factor.`);
    await notifyServers(store);
    console.log(`${email} signs in without a second factor now.`);
  };
}

async function accountOf(db: Db, email: string): Promise<AccountState> {
  const account = await findAccount(db, email);
  if (!account) throw new Problem(`There is no account with the address ${email}.`);
  return account;
}

async function makeAdmin(
  store: Store,
  { accountId, accountName, email }: Omit<AccountState, 'user'>,
  act: 'admin.create' | 'admin.grant',
): Promise<void> {
  const user = await ensureProfile(store.db, { accountId, accountName, email }, Date.now());
  await grantAdmin(store, user.id, act, Date.now());
}

function addressOf(text: string): string {
  const email = text.trim().toLowerCase();
  const problem = emailError(email);
  if (problem) throw new Problem(`'${text}': ${problem}`);
  return email;
}
