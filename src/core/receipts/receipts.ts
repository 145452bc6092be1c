/**
 * Lock receipts (beyond.md, section 6): one for each lock of a pool. A receipt lists what the lock made visible, and carries the hash of the
 * pool's previous receipt, so nothing that it lists can change without changing every later hash. `visible.ts` says what is listed,
 * `check.ts` verifies the chain.
 */

/** The SHA-256 of a text in UTF-8, as 64 hex digits. */
export type Hash = (text: string) => string | Promise<string>;

/**
 * What an entry had stored about one slot. The slot is `game:GID`, `value:GID` (of a confidence order), `tiebreak:WEEK`, `order:WEEK` or
 * `team:WEEK`. The value is null if the pick was taken back. The entry and who entered the pick are hashed ids (`hashedId`). Revision and
 * time (ms) are null for a `value`, and for a slot that is no longer locked.
 */
export type ReceiptLine = readonly [
  entry: string,
  slot: string,
  value: string | null,
  revision: number | null,
  madeAt: number | null,
  enteredBy: string | null,
];

/** What is hashed besides the list. */
export interface ReceiptHead {
  /** From 1, without gaps in a pool. */
  readonly number: number;
  readonly weekId: string;
  /** The lock (ms); null for a correction of what locked before. */
  readonly lockAt: number | null;
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

/** A pool's receipts, with what is visible in its weeks now. */
export interface ReceiptFile {
  /** The pool's hashed id. */
  readonly pool: string;
  readonly receipts: readonly Receipt[];
  readonly weeks: Readonly<Record<string, readonly ReceiptLine[]>>;
}

/** The longest file that is read, in characters. */
export const RECEIPT_FILE_MAX = 100_000_000;
const FORMAT = 'pickem-receipts';
const VERSION = 1;
/** The digits of a hash that are shown, printed and pushed. */
export const SHOWN_DIGITS = 20;
/** The digits of a hashed id. */
const ID_DIGITS = 32;
/** A receipt written later than this after its lock, in ms, says so. */
const LATE_MS = 60_000;

/** A hashed id: entries and people are listed under it, never by name. */
export async function hashedId(hash: Hash, id: string): Promise<string> {
  return (await hash(`pickem id ${id}`)).slice(0, ID_DIGITS);
}

/** What the first receipt of a pool has as the previous hash. */
export async function poolHash(hash: Hash, poolId: string): Promise<string> {
  return hash(`pickem pool ${poolId}`);
}

/** The text of a list that is hashed, in the only valid order: by entry, then by slot. */
export function listText(list: readonly ReceiptLine[]): string {
  return JSON.stringify(list.toSorted(compareLines));
}

function compareLines([entry, slot]: ReceiptLine, [otherEntry, otherSlot]: ReceiptLine): number {
  if (entry !== otherEntry) return entry < otherEntry ? -1 : 1;
  return slot < otherSlot ? -1 : Number(slot > otherSlot);
}

/** The hash of a receipt. */
export async function receiptHash(hash: Hash, head: ReceiptHead, listHash: string): Promise<string> {
  const { number, weekId, lockAt, madeAt, previous } = head;
  return hash(JSON.stringify([FORMAT, VERSION, number, weekId, lockAt, madeAt, previous, listHash]));
}

/** Adds hashes to a receipt. */
export async function sealed(hash: Hash, head: ReceiptHead, list: readonly ReceiptLine[]): Promise<ReceiptLink> {
  const listHash = await hash(listText(list));
  return { ...head, listHash, hash: await receiptHash(hash, head, listHash) };
}

/** Whether a receipt was written after its moment: the host could have changed its list before. */
export function isLate({ lockAt, madeAt }: Pick<ReceiptHead, 'lockAt' | 'madeAt'>): boolean {
  return lockAt !== null && madeAt > lockAt + LATE_MS;
}

/** The first digits of a hash in groups of four. */
export function shownHash(hash: string): string {
  return hash.slice(0, SHOWN_DIGITS).replace(/(.{4})(?=.)/g, '$1 ');
}

/** A receipt as people read it: `Lock receipt 12: 3f2a 91c0 …`. */
export function receiptText({ number, hash }: KeptReceipt, form: 'short' | 'whole' = 'short'): string {
  return `Lock receipt ${number}: ${form === 'whole' ? hash : shownHash(hash)}`;
}

/** The file of a pool's receipts. Lists are passed as text, because they are long and stored so. */
export function receiptFileText(
  pool: string,
  receipts: readonly (ReceiptLink & { readonly listText: string })[],
  weeks: ReceiptFile['weeks'],
): string {
  const lines = receipts.map(({ listText: text, ...link }) => {
    return `${JSON.stringify(link).slice(0, -1)},"list":${text}}`;
  });
  const head = `{"format":"${FORMAT}","version":${VERSION},"pool":${JSON.stringify(pool)}`;
  return `${head},\n"receipts":[\n${lines.join(',\n')}\n],\n"weeks":${JSON.stringify(weeks)}}\n`;
}

/** Reads a file of receipts. @returns what is wrong with it, in words, if it cannot be read */
export function readReceiptFile(text: string): ReceiptFile | { readonly problem: string } {
  if (text.length > RECEIPT_FILE_MAX) return { problem: 'The file is too long to be a file of receipts.' };
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return { problem: 'The file is not complete JSON: it was cut off or changed.' };
  }
  if (!isObject(parsed) || parsed.format !== FORMAT) return { problem: 'This is not a file of lock receipts.' };
  if (parsed.version !== VERSION)
    return { problem: `The file has version ${shortText(parsed.version)}; this program reads version ${VERSION}.` };
  const { pool, receipts, weeks } = parsed;
  if (!isText(pool)) return { problem: 'The file does not name its pool.' };
  if (!Array.isArray(receipts)) return { problem: 'The file has no list of receipts.' };
  const broken = receipts.findIndex((each) => !isReceipt(each));
  if (broken !== -1) return { problem: `Receipt ${broken + 1} in the file is not a receipt.` };
  if (!isObject(weeks)) return { problem: 'The file does not say what is visible now.' };
  const odd = Object.entries(weeks).find(([, list]) => !isReceiptList(list));
  if (odd !== undefined) return { problem: `What is visible in week ${shortText(odd[0])} cannot be read.` };
  return { pool, receipts: receipts as Receipt[], weeks: weeks as ReceiptFile['weeks'] };
}

function isReceipt(value: unknown): value is Receipt {
  if (!isObject(value)) return false;
  const { number, weekId, lockAt, madeAt, previous, listHash, hash, list } = value;
  const areTexts = [weekId, previous, listHash, hash].every(isText);
  return (
    Number.isSafeInteger(number) &&
    areTexts &&
    isMaybeNumber(lockAt) &&
    Number.isSafeInteger(madeAt) &&
    isReceiptList(list)
  );
}

/** Whether a value is the list of a receipt. */
export function isReceiptList(value: unknown): value is readonly ReceiptLine[] {
  return Array.isArray(value) && value.every(isLine);
}

function isLine(value: unknown): value is ReceiptLine {
  if (!Array.isArray(value) || value.length !== 6) return false;
  const [entry, slot, picked, revision, madeAt, enteredBy] = value;
  if (!isText(entry) || !isText(slot) || !isMaybeNumber(revision) || !isMaybeNumber(madeAt)) return false;
  return [picked, enteredBy].every((each) => each === null || isText(each));
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function isMaybeNumber(value: unknown): value is number | null {
  return value === null || Number.isSafeInteger(value);
}

/** A value for a message; nothing of a nested one, whose text may be too deep to make. */
function shortText(value: unknown): string {
  return typeof value === 'object' ? 'unknown' : String(value).slice(0, 20);
}
