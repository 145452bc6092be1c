/** The file of a pool's receipts, as `verify.mjs` and the page read it (docs/receipts.md). */
import type { Receipt, ReceiptLine, ReceiptLink, ReceiptVersion } from './receipts.ts';
import { FORMAT, VERSION, versions } from './receipts.ts';

/** A receipt in a file. In the file of a week those of other weeks have no list: their links alone complete the chain. */
export type FiledReceipt = ReceiptLink & Partial<Pick<Receipt, 'list'>>;

/** A pool's receipts, with what is visible in its weeks now. */
export interface ReceiptFile {
  /** The pool's hashed id. */
  readonly pool: string;
  /** The only week with lists; missing if all weeks have theirs. */
  readonly week?: string;
  readonly receipts: readonly FiledReceipt[];
  readonly weeks: Readonly<Record<string, readonly ReceiptLine[]>>;
  /** What is visible besides the weeks: entries and rules. Empty in a file of version 1. */
  readonly listed: readonly ReceiptLine[];
}

/** Whether a receipt has its list in the file of a week, or of all weeks: that of the week has what belongs to no week, too. */
export function hasListIn(week: string | undefined, weekId: unknown): boolean {
  return week === undefined || weekId === null || weekId === week;
}

/** The name of the file of a week, or of all weeks. */
export function receiptFileName(week: string | undefined): string {
  return week === undefined ? 'receipts.json' : `receipts-${week}.json`;
}

/** The longest file that is read, in characters. */
export const RECEIPT_FILE_MAX = 256_000_000;

/** A receipt to write. Its list is passed as text, because it is long and stored so; null leaves it out. */
export type WrittenReceipt = ReceiptLink & { readonly listText: string | null };

type Each<T> = AsyncIterable<T> | Iterable<T>;

/**
 * The text of a file of receipts, piece by piece, so that it is never in memory as a whole.
 * @param weeks what is visible in each week, in batches @param listed what is visible besides
 */
export async function* receiptFileText(
  { pool, week }: Pick<ReceiptFile, 'pool' | 'week'>,
  receipts: Each<WrittenReceipt>,
  weeks: Each<readonly [weekId: string, batches: Each<readonly ReceiptLine[]>]>,
  listed: readonly ReceiptLine[],
): AsyncGenerator<string> {
  yield `${JSON.stringify({ format: FORMAT, version: VERSION, pool, week }).slice(0, -1)},\n"receipts":[\n`;
  let comma = '';
  for await (const { listText, ...link } of receipts) {
    const text = JSON.stringify(link);
    yield `${comma}${listText === null ? text : `${text.slice(0, -1)},"list":${listText}}`}`;
    comma = ',\n';
  }
  yield '\n],\n"weeks":{';
  comma = '';
  for await (const [weekId, batches] of weeks) {
    yield `${comma}${JSON.stringify(weekId)}:[`;
    comma = '';
    for await (const lines of batches) {
      if (lines.length === 0) continue;
      yield `${comma}${JSON.stringify(lines).slice(1, -1)}`;
      comma = ',';
    }
    yield ']';
    comma = ',';
  }
  yield `},\n"listed":${JSON.stringify(listed)}}\n`;
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
  const version = versions.find((each) => each === parsed.version);
  if (version === undefined)
    return {
      problem: `The file has version ${shortText(parsed.version)}; this program reads versions up to ${VERSION}.`,
    };
  const { pool, week, receipts: written, weeks, listed } = parsed;
  if (!isText(pool)) return { problem: 'The file does not name its pool.' };
  if (week !== undefined && !isText(week)) return { problem: 'The file does not name its week.' };
  if (!Array.isArray(written)) return { problem: 'The file has no list of receipts.' };
  const receipts = version === 1 ? written.map(asOfVersion1) : written;
  const broken = receipts.findIndex((each) => !isReceipt(each, week));
  if (broken !== -1) return { problem: `Receipt ${broken + 1} in the file is not a receipt.` };
  if (!isObject(weeks)) return { problem: 'The file does not say what is visible now.' };
  const odd = Object.entries(weeks).find(([, list]) => !isReceiptList(list));
  if (odd !== undefined) return { problem: `What is visible in week ${shortText(odd[0])} cannot be read.` };
  if (version > 1 && !isReceiptList(listed)) return { problem: 'The entries and rules in the file cannot be read.' };
  return {
    pool,
    ...(week === undefined ? {} : { week }),
    receipts: receipts as FiledReceipt[],
    weeks: weeks as ReceiptFile['weeks'],
    listed: version > 1 ? (listed as readonly ReceiptLine[]) : [],
  };
}

/** A receipt of a file from before receipts had a version. */
function asOfVersion1(receipt: unknown): unknown {
  return isObject(receipt) ? { version: 1 satisfies ReceiptVersion, by: null, ...receipt } : receipt;
}

/** @param week the only week with lists; undefined if all weeks have theirs */
function isReceipt(value: unknown, week: string | undefined): value is FiledReceipt {
  if (!isObject(value)) return false;
  const { version, number, weekId, lockAt, madeAt, by, previous, listHash, hash, list } = value;
  const areTexts = [previous, listHash, hash].every(isText);
  return (
    versions.some((each) => each === version) &&
    Number.isSafeInteger(number) &&
    areTexts &&
    [weekId, by].every((each) => each === null || isText(each)) &&
    // Hashes of version 1 cover no author.
    (version !== 1 || by === null) &&
    isMaybeNumber(lockAt) &&
    Number.isSafeInteger(madeAt) &&
    (hasListIn(week, weekId) ? isReceiptList(list) : list === undefined)
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
