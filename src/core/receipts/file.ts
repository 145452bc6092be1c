/** The file of a pool's receipts, as `verify.mjs` and the page read it (docs/receipts.md). */
import type { Receipt, ReceiptLine, ReceiptLink } from './receipts.ts';
import { FORMAT, VERSION } from './receipts.ts';

/** A pool's receipts, with what is visible in its weeks now. */
export interface ReceiptFile {
  /** The pool's hashed id. */
  readonly pool: string;
  readonly receipts: readonly Receipt[];
  readonly weeks: Readonly<Record<string, readonly ReceiptLine[]>>;
}

/** The longest file that is read, in characters. */
export const RECEIPT_FILE_MAX = 256_000_000;

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
