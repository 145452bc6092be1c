import { DAY_MS, MINUTE_MS } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import { poolsOfUser } from '#server/members/reads.ts';
import { offeredProviders, providerNames, sendsMail } from '#server/platform/env/settings.ts';
import { isMailable } from '#server/platform/mail/address.ts';
import type { Mail } from '#server/platform/mail/mailer.ts';
import type { MessageHeader } from '#server/platform/mail/templates.ts';
import {
  accountClosedMessage,
  newDeviceMessage,
  passwordChangedMessage,
  providerConnectedMessage,
  providerRemovedMessage,
  resetMessage,
  verifyMessage,
} from '#server/platform/mail/templates.ts';
import { findUserByAccount } from '#server/users/reads.ts';
import type { AccountMail, WaitingMail } from './mail-store.ts';
import { abandonedMails, addWaitingMail, HELD_MS, holdMail, removeWaitingMail } from './mail-store.ts';
import type { MailTokenPurpose } from './store.ts';
import { addMailToken, findCredentials, findCredentialsById } from './store.ts';

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

/**
 * Sends a mail about an account in the background. It is stored first, so that it is not lost if the process ends before it is sent. Neither
 * the reply nor its duration reveals whether an address has an account. Does nothing if the league sends no mail.
 */
export async function postMail(deps: Deps, mail: AccountMail): Promise<void> {
  if (!sendsMail(deps.settings)) return;
  const { db } = deps.store;
  try {
    send(deps, await addWaitingMail(db, mail, Date.now()));
  } catch (error) {
    deps.report('A mail could not be stored before it was sent')(error);
    deps.notify.mailer.post('awaited', () => write(deps, mail, false));
  }
}

/** @param isAgain whether another process may have written it before */
function send(deps: Deps, waiting: WaitingMail, isAgain = false): void {
  const { store, notify, accounts } = deps;
  const { id, mail } = waiting;
  accounts.mailsUnderWay.set(id, waiting);
  const onEnd = async (isOver: boolean): Promise<void> => {
    accounts.mailsUnderWay.delete(id);
    if (isOver) await removeWaitingMail(store.db, id).catch(deps.report('A sent mail could not be removed'));
  };
  notify.mailer.post('awaited', () => write(deps, mail, isAgain), { id, onEnd });
}

/** How often a process looks for mails that another one left, and extends its hold on those that it sends, in ms. */
const LOOK_MS = HELD_MS / 3;

/** Sends the mails about accounts that a process left when it ended. @returns a function that stops it and waits for a run in progress */
export function startLeftMails(deps: Deps): () => Promise<void> {
  let last: Promise<void> = Promise.resolve();
  const look = (): void => {
    last = last.then(() => sendLeftMails(deps, Date.now())).catch(deps.report('Waiting mails could not be read'));
  };
  look();
  const timer = setInterval(look, LOOK_MS).unref();
  return () => {
    clearInterval(timer);
    return last;
  };
}

/** @param now real time in ms */
export async function sendLeftMails(deps: Deps, now: number): Promise<void> {
  const { store, accounts } = deps;
  for (const [id, waiting] of accounts.mailsUnderWay) {
    const held = await holdMail(store.db, waiting, now);
    if (held && accounts.mailsUnderWay.has(id)) accounts.mailsUnderWay.set(id, held);
  }
  const { abandoned, expired } = await abandonedMails(store.db, now);
  for (const { mail } of expired) deps.report('A mail was not sent in time')(new Error(mail.kind));
  for (const waiting of abandoned) {
    const held = accounts.mailsUnderWay.has(waiting.id) ? null : await holdMail(store.db, waiting, now);
    if (held) send(deps, held, true);
  }
}

/** @returns null if there is nothing to send */
async function write(deps: Deps, mail: AccountMail, isAgain: boolean): Promise<Mail | null> {
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
    case 'new device': {
      // The owner got several such mails just before.
      if (!isAgain && (await deps.accounts.limits.take([['new device of', mail.accountId]])) > 0) return null;
      const providers = offeredProviders(deps.settings).map((provider) => providerNames[provider]);
      return newDeviceMessage(header, { device: mail.device, network: mail.network, providers });
    }
  }
}

async function writeReset(deps: Deps, mail: AccountMail & { kind: 'reset' }, isAgain: boolean): Promise<Mail | null> {
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
  deps: Deps,
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
async function headerFor({ store }: Deps, { accountId, email, site }: Addressee): Promise<MessageHeader> {
  const user = await findUserByAccount(store.db, accountId);
  const pools = user ? await poolsOfUser(store.db, user.id) : [];
  return { to: email, site, poolName: pools[0]?.name ?? null };
}
