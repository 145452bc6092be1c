/** A made-up chain of lock receipts, for tests of its check. */
import { hash as digest } from 'node:crypto';
import type { ReceiptFile } from '#core/receipts/file.ts';
import { hasListIn, receiptFileText } from '#core/receipts/file.ts';
import type { Receipt, ReceiptHead, ReceiptLine } from '#core/receipts/receipts.ts';
import { listText, sealed, VERSION } from '#core/receipts/receipts.ts';
import { HOUR, SUNDAY_1PM } from './core-samples.ts';

/** The SHA-256 of a text, in hex. */
export function sha256(text: string): string {
  return digest('sha256', text, 'hex');
}

export const ANN = 'a'.repeat(32);
export const BOB = 'b'.repeat(32);
/** The commissioner. */
export const CHRIS = 'c'.repeat(32);
export const WEEK_1 = '2026-week1';
export const WEEK_2 = '2026-week2';

/** The content of a receipt before it is chained. */
export type Content = Pick<ReceiptHead, 'weekId' | 'lockAt' | 'madeAt'> &
  Partial<Pick<ReceiptHead, 'by' | 'version'>> & { readonly list: readonly ReceiptLine[] };

const annFirst: ReceiptLine = [ANN, 'game:g1', 'home', 1, SUNDAY_1PM - HOUR, null];
const bobFirst: ReceiptLine = [BOB, 'game:g1', 'away', 2, SUNDAY_1PM - HOUR, null];
const annSecond: ReceiptLine = [ANN, 'game:g2', 'home best', 1, SUNDAY_1PM - HOUR, null];
const annValue: ReceiptLine = [ANN, 'value:g2', '2', null, null, null];
const bobSecond: ReceiptLine = [BOB, 'game:g2', null, 3, SUNDAY_1PM, null];
const bobCorrected: ReceiptLine = [BOB, 'game:g1', 'home', 3, SUNDAY_1PM + 5 * HOUR, CHRIS];
const annThird: ReceiptLine = [ANN, 'game:g3', 'away', 1, SUNDAY_1PM, null];

/** The lock of a game. */
export const lockLine = (gid: string, lockAt: number): ReceiptLine => [
  '',
  `lock:${gid}`,
  String(lockAt),
  null,
  null,
  null,
];

const LATER = SUNDAY_1PM + 4 * HOUR;
const NEXT_WEEK = SUNDAY_1PM + 200 * HOUR;

const locked = (weekId: string, lockAt: number, lateMs: number, list: readonly ReceiptLine[]): Content => {
  return { weekId, lockAt, madeAt: lockAt + lateMs, list };
};

/** Two locks of a week, a correction of the first, and a lock of the next week, whose receipt is late. */
export const contents: readonly Content[] = [
  locked(WEEK_1, SUNDAY_1PM, 1000, [annFirst, bobFirst, lockLine('g1', SUNDAY_1PM)]),
  locked(WEEK_1, LATER, 1000, [annSecond, annValue, bobSecond, lockLine('g2', LATER)]),
  { weekId: WEEK_1, lockAt: null, madeAt: SUNDAY_1PM + 5 * HOUR, by: CHRIS, list: [bobCorrected] },
  locked(WEEK_2, NEXT_WEEK, HOUR, [annThird, lockLine('g3', NEXT_WEEK)]),
];

/** The visible values after them. */
export const weeks = {
  [WEEK_1]: [annFirst, annSecond, annValue, bobCorrected, bobSecond, lockLine('g1', SUNDAY_1PM), lockLine('g2', LATER)],
  [WEEK_2]: [annThird, lockLine('g3', NEXT_WEEK)],
} as const satisfies ReceiptFile['weeks'];

/** The chain of a pool's receipts. */
export async function chained(pool: string, all: readonly Content[]): Promise<Receipt[]> {
  const receipts: Receipt[] = [];
  for (const { list, ...content } of all) {
    const place = { number: receipts.length + 1, previous: receipts.at(-1)?.hash ?? pool };
    const head = { version: VERSION, by: null, ...content, ...place } as const;
    receipts.push({ ...(await sealed(sha256, head, listText(list))), list: JSON.parse(listText(list)) });
  }
  return receipts;
}

/** A file of receipts in which nothing was changed. */
export async function aReceiptFile(): Promise<
  Omit<ReceiptFile, 'receipts'> & { readonly receipts: readonly Receipt[] }
> {
  const pool = sha256('pool');
  return { pool, receipts: await chained(pool, contents), weeks, listed: [] };
}

/** The same file with the lists of one week only. */
export function weekFile(file: ReceiptFile, week: string): ReceiptFile {
  const receipts = file.receipts.map(({ list, ...link }) => {
    return hasListIn(week, link.weekId) && list !== undefined ? { ...link, list } : link;
  });
  return { ...file, week, receipts, weeks: { [week]: file.weeks[week] ?? [] } };
}

/** The whole content of a stream. */
export async function pieces<T>(read: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const piece of read) all.push(piece);
  return all;
}

/** The text of a file of receipts. */
export async function fileText({ receipts, weeks: visible, listed, ...head }: ReceiptFile): Promise<string> {
  const written = receipts.map(({ list, ...link }) => ({
    ...link,
    listText: list === undefined ? null : listText(list),
  }));
  const batches = Object.entries(visible).map(([weekId, lines]) => [weekId, [lines]] as const);
  return (await pieces(receiptFileText(head, written, batches, listed))).join('');
}
