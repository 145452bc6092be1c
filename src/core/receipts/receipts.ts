/**
 * Lock receipts (beyond.md, section 6): one for each lock of a pool. A receipt lists what the lock made visible, and carries the hash of the
 * pool's previous receipt, so nothing that it lists can change without changing every later hash. `visible.ts` says what is listed,
 * `check.ts` verifies the chain.
 */

/** The SHA-256 of a text in UTF-8, as 64 hex digits. */
export type Hash = (text: string) => string | Promise<string>;

/**
 * What an entry had stored about one slot. The slot is `game:GID`, `value:GID` (in a confidence pool), `tiebreak:WEEK`, `order:WEEK` or
 * `team:WEEK`, `team:WEEK:2` for a second team. The value is null if the pick was taken back. The entry and who entered the pick are hashed ids (`hashedId`). Revision and
 * time (ms) are null for a `value`, and for a slot that is no longer listed: its game moved, or a link was undone. Lines without an entry are
 * about the week's games: `lock:GID` has the lock (ms), `teams:GID` the teams.
 *
 * In receipts without a week, each entry has an `owner` (its number and its owner's hashed id) and a `name` (the hash of it with a secret, or
 * `CLOSED`), and each `rule:NAME` a value, without an entry.
 */
export type ReceiptLine = readonly [
  entry: string,
  slot: string,
  value: string | null,
  revision: number | null,
  madeAt: number | null,
  enteredBy: string | null,
];

/** Who a correction is by, if not a person: the results, a timer, a file, a link, a new version of Pick'em, or its command line. */
export type ReceiptCause = 'feed' | 'timer' | 'import' | 'link' | 'upgrade' | 'host';

/** What is hashed besides the list. */
export interface ReceiptHead {
  /** 1 for receipts from before corrections had an author and pools lines of their own. */
  readonly version: ReceiptVersion;
  /** From 1, without gaps in a pool. */
  readonly number: number;
  /** Null for a receipt of what is not of a week: entries and rules. */
  readonly weekId: string | null;
  /** The lock (ms); null for a correction of what locked before. */
  readonly lockAt: number | null;
  /** Of a correction, a `ReceiptCause` or a person's hashed id; null for a lock, and if nobody is known to have made it. */
  readonly by: string | null;
  /** When the server wrote it, ms. */
  readonly madeAt: number;
  /** The hash of the pool's previous receipt; before the first, the pool's hashed id. */
  readonly previous: string;
}

/** A link of the chain, without its list. */
export interface ReceiptLink extends ReceiptHead {
  /** The SHA-256 of the list. */
  readonly listHash: string;
  readonly hash: string;
}

export interface Receipt extends ReceiptLink {
  readonly list: readonly ReceiptLine[];
}

/** A receipt by its number and hash: what people keep. */
export type KeptReceipt = Pick<ReceiptLink, 'number' | 'hash'>;

/** In place of the name of an entry whose owner closed their account: nobody can check or find it any more. */
export const CLOSED = 'closed';

/** The format that every hash and file has. */
export const FORMAT = 'pickem-receipts';
/** The version of new receipts and files. */
export const VERSION = 2;
export const versions = [1, VERSION] as const;
export type ReceiptVersion = (typeof versions)[number];
/** The digits of a hash that are shown, printed and pushed. */
export const SHOWN_DIGITS = 20;
/** The digits of a hashed id. */
const ID_DIGITS = 32;
/** A receipt is late if it was written more than this after its lock, in ms. */
export const LATE_MS = 60_000;

/** A hashed id: entries and people are listed under it, never by name. */
export async function hashedId(hash: Hash, id: string): Promise<string> {
  return hashedText(hash, `pickem id ${id}`);
}

/** The hash of a text, as lines have it. */
export async function hashedText(hash: Hash, text: string): Promise<string> {
  return (await hash(text)).slice(0, ID_DIGITS);
}

/** What the first receipt of a pool has as the previous hash. */
export async function poolHash(hash: Hash, poolId: string): Promise<string> {
  return hash(`pickem pool ${poolId}`);
}

/** The text of a list that is hashed, in the only valid order: by entry, then by slot. */
export function listText(list: readonly ReceiptLine[]): string {
  const byEntry = [...Map.groupBy(list, ([entry]) => entry)].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify(byEntry.flatMap(([, own]) => own.toSorted(compareSlots)));
}

function compareSlots([, slot]: ReceiptLine, [, otherSlot]: ReceiptLine): number {
  return slot < otherSlot ? -1 : Number(slot > otherSlot);
}

/** The hash of a receipt. */
export async function receiptHash(hash: Hash, head: ReceiptHead, listHash: string): Promise<string> {
  const { version, number, weekId, lockAt, madeAt, by, previous } = head;
  const author = version === 1 ? [] : [by];
  return hash(JSON.stringify([FORMAT, version, number, weekId, lockAt, madeAt, ...author, previous, listHash]));
}

/** Adds hashes to a receipt. @param list the text of its list */
export async function sealed(hash: Hash, head: ReceiptHead, list: string): Promise<ReceiptLink> {
  const listHash = await hash(list);
  return { ...head, listHash, hash: await receiptHash(hash, head, listHash) };
}

/** Whether a receipt was written so long after its lock that the host could have changed what it lists. */
export function isLate({ lockAt, madeAt }: Pick<ReceiptHead, 'lockAt' | 'madeAt'>): boolean {
  return lockAt !== null && madeAt > lockAt + LATE_MS;
}

/** The first digits of a hash in groups of four. */
export function shownHash(hash: string): string {
  return hash.slice(0, SHOWN_DIGITS).replace(/(.{4})(?=.)/g, '$1 ');
}

/** The digits of a hash as a person typed or pasted it, maybe with the text before it; null if they are too few to be told apart. */
export function typedHash(text: string): string | null {
  const digits = text.replace(/^.*:/s, '').replace(/\s/g, '').toLowerCase();
  return digits.length >= SHOWN_DIGITS && /^[0-9a-f]{1,64}$/.test(digits) ? digits : null;
}

/** A receipt as people read it: `Lock receipt 12: 3f2a 91c0 …`. */
export function receiptText({ number, hash }: KeptReceipt, form: 'short' | 'whole' = 'short'): string {
  return `Lock receipt ${number}: ${form === 'whole' ? hash : shownHash(hash)}`;
}
