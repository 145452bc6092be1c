import type { Deps } from '../deps.ts';
import type { Envelope } from '../mail/letters.ts';
import { passwordChangedLetter, providerJoinedLetter, resetLetter, verifyLetter } from '../mail/letters.ts';
import type { LinkPurpose } from '../store/links.ts';
import { addLink } from '../store/links.ts';
import { poolsOfUser } from '../store/members.ts';
import { findUserByAccount } from '../store/users.ts';
import { sendsMail } from './me.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** A mailed link for a new password works for this long. */
const RESET_MINUTES = 60;
/** A link that confirms an address works for this long. */
const VERIFY_DAYS = 3;

/** The page of the web app behind each kind of link. */
const pages: Readonly<Record<LinkPurpose, string>> = { reset: '/reset', verify: '/verify' };

/** Whom to write to, and the address of the league as he uses it. */
export interface Addressee {
  readonly accountId: string;
  readonly email: string;
  readonly site: string;
  /** The screen he wanted before he was asked to sign in. */
  readonly wanted?: string | undefined;
}

export function linkTo(site: string, purpose: LinkPurpose, token: string, wanted?: string): string {
  const link = new URL(pages[purpose], site);
  link.searchParams.set('token', token);
  if (wanted !== undefined) link.searchParams.set('to', wanted);
  return link.href;
}

/** @param find looked up in the background, so that nobody learns from the answer or its time whether there is anyone */
export function mailReset(deps: Deps, find: () => Promise<Addressee | null>): void {
  deps.mailer.post(async () => {
    const addressee = await find();
    if (!addressee) return null;
    const url = await newLink(deps, addressee, 'reset', RESET_MINUTES * MINUTE_MS);
    return resetLetter(await envelopeFor(deps, addressee), url, RESET_MINUTES);
  });
}

/** Does nothing where the league sends no mail. */
export function mailVerification(deps: Deps, addressee: Addressee): void {
  if (!sendsMail(deps.settings)) return;
  deps.mailer.post(async () => {
    const url = await newLink(deps, addressee, 'verify', VERIFY_DAYS * DAY_MS);
    return verifyLetter(await envelopeFor(deps, addressee), url, VERIFY_DAYS);
  });
}

/** Does nothing where the league sends no mail. */
export function mailPasswordChanged(deps: Deps, addressee: Addressee): void {
  if (!sendsMail(deps.settings)) return;
  deps.mailer.post(async () => passwordChangedLetter(await envelopeFor(deps, addressee)));
}

/** Does nothing where the league sends no mail. @param provider by its name */
export function mailProviderJoined(deps: Deps, addressee: Addressee, provider: string): void {
  if (!sendsMail(deps.settings)) return;
  deps.mailer.post(async () => providerJoinedLetter(await envelopeFor(deps, addressee), provider));
}

async function newLink(deps: Deps, addressee: Addressee, purpose: LinkPurpose, livesMs: number): Promise<string> {
  const { accountId, email, site, wanted } = addressee;
  const now = Date.now();
  const link = { accountId, purpose, mailedTo: email, expiresAt: now + livesMs };
  return linkTo(site, purpose, await addLink(deps.store.db, link, now), wanted);
}

/** Names the pool of the reader where he has exactly one, or the first of several. */
async function envelopeFor({ store }: Deps, { accountId, email, site }: Addressee): Promise<Envelope> {
  const user = await findUserByAccount(store.db, accountId);
  const pools = user ? await poolsOfUser(store.db, user.id) : [];
  return { to: email, site, poolName: pools[0]?.name ?? null };
}
