import { DAY_MS, HOUR_MS, MINUTE_MS } from '#core/time.ts';
import type { Db } from '#server/platform/db/connect.ts';
import { newId } from '#server/platform/db/ids.ts';
import { deleteMeta, metaFrom, replaceMeta, writeMeta } from '#server/platform/db/meta.ts';

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
  | (ToAccount & { readonly kind: 'password changed' })
  | (ToAccount & { readonly kind: 'new device'; readonly device: string; readonly network: string })
  /** `provider` by its name. */
  | (ToAccount & { readonly kind: 'provider connected' | 'provider removed'; readonly provider: string });

/** A posted mail, until it is sent or given up. */
export interface WaitingMail {
  readonly id: string;
  readonly mail: AccountMail;
  /** Real time in ms, like `heldUntil`. */
  readonly postedAt: number;
  /** Until when the process that sends it has it for itself; that process extends it. */
  readonly heldUntil: number;
}

/** How long a mail is held, in ms. */
export const HELD_MS = MINUTE_MS / 2;
/** A mail is not sent anymore after this time, in ms. */
const MAX_WAIT_MS = DAY_MS;
/** The same for a new password: who still wants one has asked again. */
const MAX_RESET_WAIT_MS = HOUR_MS;

const PREFIX = 'account mail ';

/** Stores a mail that this process is about to send. @param now real time in ms */
export async function addWaitingMail(db: Db, mail: AccountMail, now: number): Promise<WaitingMail> {
  const waiting = { id: newId(), mail, postedAt: now, heldUntil: now + HELD_MS };
  await writeMeta(db, PREFIX + waiting.id, JSON.stringify(waiting));
  return waiting;
}

/** Holds a mail for this process from now on. @returns null if another process took it, or it was removed */
export async function holdMail(db: Db, waiting: WaitingMail, now: number): Promise<WaitingMail | null> {
  const held = { ...waiting, heldUntil: now + HELD_MS };
  const [before, after] = [waiting, held].map((each) => JSON.stringify(each)) as [string, string];
  return (await replaceMeta(db, PREFIX + waiting.id, before, after)) ? held : null;
}

/** The mails that no process holds anymore, because it ended; and those that waited too long, which are removed. */
export async function abandonedMails(
  db: Db,
  now: number,
): Promise<{ readonly abandoned: readonly WaitingMail[]; readonly expired: readonly WaitingMail[] }> {
  const all = (await metaFrom(db, PREFIX)).map((value): WaitingMail => JSON.parse(value));
  const isExpired = ({ mail: { kind }, postedAt }: WaitingMail) =>
    postedAt + (kind === 'reset' ? MAX_RESET_WAIT_MS : MAX_WAIT_MS) <= now;
  const expired = all.filter(isExpired);
  for (const { id } of expired) await removeWaitingMail(db, id);
  return { abandoned: all.filter((each) => !isExpired(each) && each.heldUntil <= now), expired };
}

export async function removeWaitingMail(db: Db, id: string): Promise<void> {
  await deleteMeta(db, PREFIX + id);
}
