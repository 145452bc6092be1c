/** Verifies a pool's receipts: the chain in itself, against what is visible now, and against hashes that people kept. */

import type { ReceiptFile } from './file.ts';
import type { Hash, KeptReceipt, Receipt, ReceiptLine, ReceiptLink } from './receipts.ts';
import { isLate, listText, receiptHash } from './receipts.ts';

/** A slot of an entry that is not as a receipt says. */
interface SlotFinding {
  readonly entry: string;
  readonly slot: string;
  /** The last receipt that lists it; null if there is none. */
  readonly number: number | null;
}

/** What receipts prove, and what they do not, in sentences that the page and the program show. */
export const proofSentences = [
  'Once a hash has left the server, nobody, not even the host, can change what it covers without everyone who kept it being able to prove it.',
  'Until then, you trust the host.',
  'Imported picks are covered as they came, with no proof of when they were made.',
] as const;

/** Something that was changed. */
export type Finding =
  | { readonly kind: 'missing-receipt'; readonly number: number }
  | { readonly kind: 'receipts-reordered' }
  | { readonly kind: 'list-reordered'; readonly number: number }
  | { readonly kind: 'list-changed'; readonly number: number }
  | { readonly kind: 'receipt-changed'; readonly number: number }
  | { readonly kind: 'chain-broken'; readonly number: number }
  | { readonly kind: 'kept-missing'; readonly hash: string }
  | ({ readonly kind: 'value-changed'; readonly was: string | null; readonly is: string | null } & SlotFinding)
  | ({ readonly kind: 'time-changed'; readonly was: number | null; readonly is: number | null } & SlotFinding)
  | ({ readonly kind: 'author-changed' } & SlotFinding)
  | ({ readonly kind: 'revision-missing'; readonly revision: number | null } & SlotFinding)
  | ({ readonly kind: 'not-listed' } & SlotFinding);

/** A receipt that says what was corrected after a lock. */
export interface Correction extends Pick<Receipt, 'number' | 'weekId' | 'madeAt'> {
  readonly changes: readonly {
    readonly entry: string;
    readonly slot: string;
    readonly was: string | null;
    readonly is: string | null;
  }[];
}

/** The result of a check. */
export interface Checked {
  readonly receipts: number;
  readonly lines: number;
  /** The numbers of receipts that were written late. */
  readonly late: readonly number[];
  readonly corrections: readonly Correction[];
  /** The latest receipt; null if there is none. */
  readonly latest: KeptReceipt | null;
  readonly findings: readonly Finding[];
}

/**
 * Checks the receipts of a pool.
 * @param kept hashes from mails, messages or prints, in whole or their first digits, in lower case
 */
export async function checkReceipts(hash: Hash, file: ReceiptFile, kept: readonly string[] = []): Promise<Checked> {
  const { pool, weeks } = file;
  const receipts = file.receipts.toSorted((a, b) => a.number - b.number);
  const isInOrder = receipts.every((receipt, at) => receipt === file.receipts[at]);
  const ofChain: Finding[] = isInOrder ? [] : [{ kind: 'receipts-reordered' }];
  let before: KeptReceipt = { number: 0, hash: pool };
  for (const receipt of receipts) {
    for (let number = before.number + 1; number < receipt.number && ofChain.length < MOST; number += 1)
      ofChain.push({ kind: 'missing-receipt', number });
    ofChain.push(...(await receiptFindings(hash, receipt, before)));
    before = receipt;
  }
  const folded = foldReceipts(receipts);
  const weekIds = new Set([...Object.keys(weeks), ...folded.covered.keys()]);
  const visible = new Map(Object.entries(weeks));
  const ofWeeks = [...weekIds].flatMap((weekId) => weekFindings(folded.covered.get(weekId), visible.get(weekId)));
  const missing = kept.filter((digits) => !receipts.some((receipt) => receipt.hash.startsWith(digits)));
  const ofKept = missing.map((digits) => ({ kind: 'kept-missing', hash: digits }) as const);
  const latest = receipts.at(-1);
  return {
    receipts: receipts.length,
    lines: receipts.reduce((sum, { list }) => sum + list.length, 0),
    late: receipts.filter(isLate).map(({ number }) => number),
    corrections: folded.corrections,
    latest: latest === undefined ? null : { number: latest.number, hash: latest.hash },
    findings: [...ofChain, ...folded.findings, ...ofWeeks, ...ofKept],
  };
}

/** Missing receipts are listed one by one until the chain has this many findings. */
const MOST = 100;

async function receiptFindings(hash: Hash, receipt: Receipt, before: KeptReceipt): Promise<Finding[]> {
  const { number, list, listHash } = receipt;
  const isSorted = JSON.stringify(list) === listText(list);
  const isListed = (await hash(listText(list))) === listHash;
  const isSealed = (await receiptHash(hash, receipt, listHash)) === receipt.hash;
  // If a receipt before it is missing, there is nothing to compare with. A number that comes twice follows nothing.
  const follows = before.number === number - 1 ? receipt.previous === before.hash : before.number < number;
  return [
    ...(isSorted ? [] : [{ kind: 'list-reordered', number } as const]),
    ...(isListed ? [] : [{ kind: 'list-changed', number } as const]),
    ...(isSealed ? [] : [{ kind: 'receipt-changed', number } as const]),
    ...(follows ? [] : [{ kind: 'chain-broken', number } as const]),
  ];
}

/** The latest line of each slot, with its receipt, by entry and slot. */
export type Covered = Map<string, { readonly line: ReceiptLine; readonly number: number }>;

/** What the receipts of a pool say, by week; what they corrected; and revisions that they skip. */
interface Folded {
  readonly covered: ReadonlyMap<string, Covered>;
  readonly corrections: readonly Correction[];
  readonly findings: readonly Finding[];
}

/** The key of a line in `Covered`. */
export function slotKey([entry, slot]: ReceiptLine): string {
  return `${entry} ${slot}`;
}

/** Adds up the lists of receipts, in order. */
export function foldReceipts(
  receipts: readonly Pick<Receipt, 'number' | 'weekId' | 'lockAt' | 'madeAt' | 'list'>[],
): Folded {
  const byWeek = new Map<string, Covered>();
  /** The lock whose receipt first listed a game, by week and game. */
  const locks = new Map<string, number>();
  const corrections: Correction[] = [];
  const findings: Finding[] = [];
  for (const { number, weekId, lockAt, madeAt, list } of receipts) {
    const covered = byWeek.get(weekId) ?? new Map();
    byWeek.set(weekId, covered);
    const changes: Correction['changes'][number][] = [];
    for (const line of list) {
      const [entry, slot, value, revision] = line;
      const before: ReturnType<Covered['get']> = covered.get(slotKey(line));
      // What a lock lists again, or of a game that an earlier one listed, was changed after that.
      const game = `${weekId} ${slot}`;
      if (lockAt !== null && slot.startsWith('game:') && !locks.has(game)) locks.set(game, lockAt);
      if (lockAt === null || before !== undefined || (locks.get(game) ?? lockAt) !== lockAt)
        changes.push({ entry, slot, was: before?.line[2] ?? null, is: value });
      const last = before?.line[3] ?? null;
      if (last !== null && revision !== null && revision !== last + 1)
        findings.push({ kind: 'revision-missing', entry, slot, number, revision: last + 1 });
      if (isGone(line)) {
        covered.delete(slotKey(line));
        locks.delete(game);
      } else covered.set(slotKey(line), { line, number });
    }
    if (changes.length > 0) corrections.push({ number, weekId, madeAt, changes });
  }
  return { covered: byWeek, corrections, findings };
}

/** The line of a slot that is no longer locked: its game moved to another week. */
export function goneLine([entry, slot]: ReceiptLine): ReceiptLine {
  return [entry, slot, null, null, null, null];
}

function isGone([, , value, revision]: ReceiptLine): boolean {
  return value === null && revision === null;
}

function weekFindings(covered: Covered = new Map(), lines: readonly ReceiptLine[] = []): Finding[] {
  const seen = new Map(lines.map((line) => [slotKey(line), line]));
  const gone = [...covered].flatMap(([key, { line, number }]): Finding[] => {
    const [entry, slot, , revision] = line;
    return seen.has(key) ? [] : [{ kind: 'revision-missing', entry, slot, number, revision }];
  });
  return [...gone, ...lines.flatMap((line) => lineFinding(covered.get(slotKey(line)), line))];
}

function lineFinding(
  known: ReturnType<Covered['get']>,
  [entry, slot, value, revision, madeAt, enteredBy]: ReceiptLine,
): Finding[] {
  if (known === undefined) return [{ kind: 'not-listed', entry, slot, number: null }];
  const [, , knownValue, knownRevision, knownMadeAt, knownBy] = known.line;
  const at = { entry, slot, number: known.number };
  if (knownRevision !== null && revision !== null && revision < knownRevision)
    return [{ kind: 'revision-missing', ...at, revision: knownRevision }];
  if (knownValue !== value) return [{ kind: 'value-changed', ...at, was: knownValue, is: value }];
  if (knownRevision !== revision) return [{ kind: 'not-listed', ...at }];
  if (knownMadeAt !== madeAt) return [{ kind: 'time-changed', ...at, was: knownMadeAt, is: madeAt }];
  return knownBy === enteredBy ? [] : [{ kind: 'author-changed', ...at }];
}

/**
 * Whether links continue a chain from a receipt that a browser kept.
 * @param links from the kept number on, in order, as the server has them now
 */
export async function continues(hash: Hash, kept: KeptReceipt, links: readonly ReceiptLink[]): Promise<boolean> {
  const [first] = links;
  if (first === undefined || first.number !== kept.number || first.hash !== kept.hash) return false;
  for (const [at, link] of links.entries()) {
    const before = links[at - 1];
    if (before !== undefined && (link.number !== before.number + 1 || link.previous !== before.hash)) return false;
    if ((await receiptHash(hash, link, link.listHash)) !== link.hash) return false;
  }
  return true;
}

/** Names an entry by its hashed id, and a slot. */
export interface FindingNames {
  readonly entry: (hashed: string) => string;
  readonly slot: (slot: string) => string;
}

/** A finding in words. */
export function findingText(finding: Finding, names: FindingNames): string {
  switch (finding.kind) {
    case 'missing-receipt':
      return `Receipt ${finding.number} is missing.`;
    case 'receipts-reordered':
      return 'The receipts are in another order.';
    case 'list-reordered':
      return `The list of receipt ${finding.number} is in another order.`;
    case 'list-changed':
      return `The list of receipt ${finding.number} was changed: its hash does not match.`;
    case 'receipt-changed':
      return `Receipt ${finding.number} was changed: its hash does not match.`;
    case 'chain-broken':
      return `Receipt ${finding.number} does not follow the receipt before it.`;
    case 'kept-missing':
      return `No receipt has the hash that was kept: ${finding.hash}. The chain was cut or rebuilt.`;
  }
  const about = `${names.entry(finding.entry)}, ${names.slot(finding.slot)}`;
  const listed = finding.number === null ? '' : `receipt ${finding.number} `;
  switch (finding.kind) {
    case 'value-changed':
      return `${about}: the value was changed. ${capitalized(listed)}has ${valueText(finding.was)}, now it is ${valueText(finding.is)}.`;
    case 'time-changed':
      return `${about}: the time was changed. ${capitalized(listed)}has ${timeText(finding.was)}, now it is ${timeText(finding.is)}.`;
    case 'author-changed':
      return `${about}: who entered it was changed since receipt ${finding.number}.`;
    case 'revision-missing':
      return finding.revision === null
        ? `${about}: what ${listed}has is missing.`
        : `${about}: revision ${finding.revision} is missing.`;
    case 'not-listed':
      return finding.number === null
        ? `${about}: no receipt lists it.`
        : `${about}: it was changed after ${listed}without a receipt.`;
  }
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The value of a slot in words. */
export function valueText(value: string | null): string {
  return value === null ? 'no pick' : `'${value}'`;
}

/** A time (ms) in words, in UTC. */
export function timeText(ms: number | null): string {
  if (ms === null) return 'no time';
  const date = new Date(ms);
  return Number.isNaN(date.getTime()) ? String(ms) : date.toISOString();
}
