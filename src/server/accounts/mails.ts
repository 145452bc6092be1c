import { DAY_MS, HOUR_MS, MINUTE_MS } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import { poolsOfUser } from '#server/members/reads.ts';
import { offeredProviders, providerNames, sendsMail } from '#server/platform/env/settings.ts';
import { isMailable } from '#server/platform/mail/address.ts';
import type { Mail, Mailer } from '#server/platform/mail/mailer.ts';
import type { MessageHeader, SignInChange } from '#server/platform/mail/templates.ts';
import {
  accountClosedMessage,
  newDeviceMessage,
  passwordChangedMessage,
  providerConnectedMessage,
  providerRemovedMessage,
  resetMessage,
  signInChangeMessage,
  verifyMessage,
} from '#server/platform/mail/templates.ts';
import type { Sender } from '#server/platform/outbox/outbox.ts';
import { addMessages } from '#server/platform/outbox/store.ts';
import { findUserByAccount } from '#server/users/reads.ts';
import type { MailTokenPurpose } from './store.ts';
import { addMailToken, findCredentials, findCredentialsById } from './store.ts';

interface ToAddress {
  readonly email: string;
  /** The league's URL as the recipient uses it. */
  readonly site: string;
}

interface ToAccount extends ToAddress {
  readonly accountId: string;
}

/** A mail about an account, as far as it is known when it is posted; the rest, such as its link, when it is written. */
export type AccountMail =
  /** To the account of the address, if there is one; `wanted` is the screen that they requested before they had to sign in. */
  | (ToAddress & { readonly kind: 'reset'; readonly network: string; readonly wanted?: string | undefined })
  /** The account is gone. */
  | (ToAddress & { readonly kind: 'account closed' })
  | (ToAccount & { readonly kind: 'verify' })
  | (ToAccount & { readonly kind: 'password changed' | SignInChange })
  | (ToAccount & { readonly kind: 'new device'; readonly device: string; readonly network: string })
  /** `provider` by its name. */
  | (ToAccount & { readonly kind: 'provider connected' | 'provider removed'; readonly provider: string });

/** How long a mailed link for a new password is valid. */
const RESET_MINUTES = 60;
/** How long a link that confirms an address is valid. */
const VERIFY_DAYS = 3;

/** The page of the web app behind each kind of link. */
const pages: Readonly<Record<MailTokenPurpose, string>> = { reset: '/reset', verify: '/verify' };

/** A link with its token in the fragment, which browsers do not send, so that it is in no log and no Referer. */
export function linkTo(site: string, purpose: MailTokenPurpose, token: string, wanted?: string): string {
  const link = new URL(pages[purpose], site);
  link.hash = new URLSearchParams({ token, ...(wanted === undefined ? {} : { to: wanted }) }).toString();
  return link.href;
}

/** A mail is not sent anymore after this time, in ms. */
const MAX_WAIT_MS = DAY_MS;
/** The same for a new password: who still wants one has asked again. */
const MAX_RESET_WAIT_MS = HOUR_MS;

/**
 * Sends a mail about an account in the background. It is stored first, so that it is not lost if the process ends before it is sent. Neither
 * the reply nor its duration reveals whether an address has an account. Does nothing if the league sends no mail.
 * @throws if the mail cannot be stored
 */
export async function postMail({ settings, store, outbox }: Deps, mail: AccountMail): Promise<void> {
  if (!sendsMail(settings)) return;
  const at = Date.now();
  const until = at + (mail.kind === 'reset' ? MAX_RESET_WAIT_MS : MAX_WAIT_MS);
  const message = { kind: 'account mail', lane: 'awaited', recipient: mail.email, content: mail, at, until } as const;
  await addMessages(store.db, [message]);
  outbox.wake([mail.email]);
}

/** The same after a change that is stored: the reply must not deny it, so a mail that cannot be stored is only reported. */
export function postMailOfChange(deps: Deps, mail: AccountMail): Promise<void> {
  return postMail(deps, mail).catch(deps.report('A mail about an account could not be stored'));
}

type MailDeps = Pick<Deps, 'settings' | 'store' | 'accounts'>;

/** Sends mails about accounts. One that may have arrived is sent again: without its link, its owner would be locked out. */
export function accountMailSender(deps: MailDeps, mailer: Mailer): Sender {
  return mailer(({ content, attempts }) => write(deps, content as AccountMail, attempts > 1), true);
}

/** @param isAgain whether it may have been written before @returns null if there is nothing to send */
async function write(deps: MailDeps, mail: AccountMail, isAgain: boolean): Promise<Mail | null> {
  if (mail.kind === 'reset') return writeReset(deps, mail, isAgain);
  if (mail.kind === 'account closed') return accountClosedMessage({ to: mail.email, site: mail.site, poolName: null });
  if ((await findCredentialsById(deps.store.db, mail.accountId)) === null) return null;
  const header = await headerFor(deps, mail);
  switch (mail.kind) {
    case 'verify':
      return verifyMessage(header, await newLink(deps, mail, 'verify', VERIFY_DAYS * DAY_MS), VERIFY_DAYS);
    case 'password changed':
      return passwordChangedMessage(header);
    case 'provider connected':
      return providerConnectedMessage(header, mail.provider);
    case 'provider removed':
      return providerRemovedMessage(header, mail.provider);
    case 'passkey added':
    case 'passkey removed':
    case 'second factor on':
    case 'second factor off':
    case 'recovery code used':
    case 'wrong codes':
      return signInChangeMessage(header, mail.kind);
    case 'new device': {
      // The owner got several such mails just before.
      if (!isAgain && (await deps.accounts.limits.take([['new device of', mail.accountId]])) > 0) return null;
      const providers = offeredProviders(deps.settings).map((provider) => providerNames[provider]);
      return newDeviceMessage(header, { device: mail.device, network: mail.network, providers });
    }
  }
}

async function writeReset(
  deps: MailDeps,
  mail: AccountMail & { kind: 'reset' },
  isAgain: boolean,
): Promise<Mail | null> {
  const { email, network, wanted } = mail;
  const account = isMailable(email) ? await findCredentials(deps.store.db, email) : null;
  if (!isAgain) deps.accounts.security.note({ event: 'reset-asked', accountId: account?.accountId ?? null, network });
  if (account === null) return null;
  const addressee = { ...mail, accountId: account.accountId };
  const url = await newLink(deps, addressee, 'reset', RESET_MINUTES * MINUTE_MS, wanted);
  return resetMessage(await headerFor(deps, addressee), url, RESET_MINUTES);
}

interface Addressee {
  readonly accountId: string;
  readonly email: string;
  readonly site: string;
}

async function newLink(
  deps: MailDeps,
  { accountId, email, site }: Addressee,
  purpose: MailTokenPurpose,
  livesMs: number,
  wanted?: string,
): Promise<string> {
  const now = Date.now();
  const link = { accountId, purpose, mailedTo: email, expiresAt: now + livesMs };
  return linkTo(site, purpose, await addMailToken(deps.store.db, link, now), wanted);
}

/** The header with the reader's pool, the first one if they are in several. */
async function headerFor({ store }: MailDeps, { accountId, email, site }: Addressee): Promise<MessageHeader> {
  const user = await findUserByAccount(store.db, accountId);
  const pools = user ? await poolsOfUser(store.db, user.id) : [];
  return { to: email, site, poolName: pools[0]?.name ?? null };
}
