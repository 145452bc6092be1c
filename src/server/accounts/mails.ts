import { DAY_MS, MINUTE_MS } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import { poolsOfUser } from '#server/members/reads.ts';
import { offeredProviders, providerNames, sendsMail } from '#server/platform/env/settings.ts';
import type { ClientInfo } from '#server/platform/http/call.ts';
import type { MessageHeader } from '#server/platform/mail/templates.ts';
import {
  newDeviceMessage,
  passwordChangedMessage,
  providerConnectedMessage,
  providerRemovedMessage,
  resetMessage,
  verifyMessage,
} from '#server/platform/mail/templates.ts';
import { deviceText, networkText } from './devices.ts';
import { findUserByAccount } from './reads.ts';
import type { MailTokenPurpose } from './store.ts';
import { addMailToken } from './store.ts';

/** How long a mailed link for a new password is valid. */
const RESET_MINUTES = 60;
/** How long a link that confirms an address is valid. */
const VERIFY_DAYS = 3;

/** The page of the web app behind each kind of link. */
const pages: Readonly<Record<MailTokenPurpose, string>> = { reset: '/reset', verify: '/verify' };

/** The recipient of a mail, and the league's URL as they use it. */
export interface Addressee {
  readonly accountId: string;
  readonly email: string;
  readonly site: string;
  /** The screen they requested before they had to sign in. */
  readonly wanted?: string | undefined;
}

/** A link with its token in the fragment, which browsers do not send, so that it is in no log and no Referer. */
export function linkTo(site: string, purpose: MailTokenPurpose, token: string, wanted?: string): string {
  const link = new URL(pages[purpose], site);
  link.hash = new URLSearchParams({ token, ...(wanted === undefined ? {} : { to: wanted }) }).toString();
  return link.href;
}

/** @param find runs in the background, so that neither the answer nor its duration reveals whether the account exists */
export function mailReset(deps: Deps, find: () => Promise<Addressee | null>): void {
  deps.notify.mailer.post('awaited', async () => {
    const addressee = await find();
    if (!addressee) return null;
    const url = await newLink(deps, addressee, 'reset', RESET_MINUTES * MINUTE_MS);
    return resetMessage(await headerFor(deps, addressee), url, RESET_MINUTES);
  });
}

/** Does nothing if the league sends no mail. */
export function mailVerification(deps: Deps, addressee: Addressee): void {
  if (!sendsMail(deps.settings)) return;
  deps.notify.mailer.post('awaited', async () => {
    const url = await newLink(deps, addressee, 'verify', VERIFY_DAYS * DAY_MS);
    return verifyMessage(await headerFor(deps, addressee), url, VERIFY_DAYS);
  });
}

/** Does nothing if the league sends no mail. */
export function mailPasswordChanged(deps: Deps, addressee: Addressee): void {
  if (!sendsMail(deps.settings)) return;
  deps.notify.mailer.post('awaited', async () => passwordChangedMessage(await headerFor(deps, addressee)));
}

/**
 * Notifies the owner of a device that signs in for the first time. Does nothing if the league sends no mail, or if the owner got several
 * such mails just before.
 */
export function mailNewDevice(deps: Deps, addressee: Addressee, { address, userAgent }: ClientInfo): void {
  if (!sendsMail(deps.settings)) return;
  deps.notify.mailer.post('awaited', async () => {
    if ((await deps.accounts.limits.take([['new device of', addressee.accountId]])) > 0) return null;
    const providers = offeredProviders(deps.settings).map((provider) => providerNames[provider]);
    const newDevice = { device: deviceText(userAgent), network: networkText(address, null), providers };
    return newDeviceMessage(await headerFor(deps, addressee), newDevice);
  });
}

/** Does nothing if the league sends no mail. @param provider by its name */
export function mailProviderConnected(deps: Deps, addressee: Addressee, provider: string): void {
  if (!sendsMail(deps.settings)) return;
  deps.notify.mailer.post('awaited', async () => providerConnectedMessage(await headerFor(deps, addressee), provider));
}

/** Does nothing if the league sends no mail. @param provider by its name */
export function mailProviderRemoved(deps: Deps, addressee: Addressee, provider: string): void {
  if (!sendsMail(deps.settings)) return;
  deps.notify.mailer.post('awaited', async () => providerRemovedMessage(await headerFor(deps, addressee), provider));
}

async function newLink(deps: Deps, addressee: Addressee, purpose: MailTokenPurpose, livesMs: number): Promise<string> {
  const { accountId, email, site, wanted } = addressee;
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
