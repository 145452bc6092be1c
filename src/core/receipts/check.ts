/** Verifies a pool's receipts: the chain in itself, against what is visible now, and against hashes that people kept. */

import { capital } from '#core/listed.ts';
import type { FiledReceipt, ReceiptFile } from './file.ts';
import type { Hash, KeptReceipt, Receipt, ReceiptLine, ReceiptLink } from './receipts.ts';
import { CLOSED, isLate, LATE_MS, listText, receiptHash } from './receipts.ts';

/** Missing receipts are listed only until the chain has this many findings. */
const MAX_CHAIN_FINDINGS = 100;

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
  /** Something that was locked changed, and nothing that Pick'em does changed it. */
  | { readonly kind: 'unauthored'; readonly number: number }
  | ({ readonly kind: 'value-changed'; readonly was: string | null; readonly is: string | null } & SlotFinding)
  | ({ readonly kind: 'time-changed'; readonly was: number | null; readonly is: number | null } & SlotFinding)
  | ({ readonly kind: 'author-changed' } & SlotFinding)
  | ({ readonly kind: 'backdated'; readonly madeAt: number } & SlotFinding)
  | ({ readonly kind: 'revision-missing'; readonly revision: number | null } & SlotFinding)
  | ({ readonly kind: 'not-listed' } & SlotFinding);

/** A receipt that says what was corrected after a lock. */
export interface Correction extends Pick<Receipt, 'number' | 'weekId' | 'madeAt' | 'by'> {
  readonly changes: readonly {
    readonly entry: string;
    readonly slot: string;
    readonly was: string | null;
    readonly is: string | null;
    /** When it was stored, ms; null for a value, and for what is no longer listed. */
    readonly madeAt: number | null;
    /** The hashed id of who entered it; null if its owner, a file or a link did. */
    readonly enteredBy: string | null;
  }[];
}

/** The result of a check. */
export interface Checked {
  readonly receipts: number;
  readonly lines: number;
  /** The numbers of receipts that were written late. */
  readonly late: readonly number[];
  readonly corrections: readonly Correction[];
  /** The number of entries whose names nobody can check, because their accounts were closed. */
  readonly closed: number;
  /** The latest receipt; null if there is none. */
  readonly latest: KeptReceipt | null;
  readonly findings: readonly Finding[];
}

/**
 * Checks the receipts of a pool: the whole chain, and the lists that the file has.
 * @param kept hashes from mails, messages or prints, in whole or their first digits, in lower case
 */
export async function checkReceipts(hash: Hash, file: ReceiptFile, kept: readonly string[] = []): Promise<Checked> {
  const { pool, weeks, listed } = file;
  const receipts = file.receipts.toSorted((a, b) => a.number - b.number);
  const isInOrder = receipts.every((receipt, at) => receipt === file.receipts[at]);
  const ofChain: Finding[] = isInOrder ? [] : [{ kind: 'receipts-reordered' }];
  let before: ReceiptBefore = { number: 0, hash: pool, version: 1 };
  for (const receipt of receipts) {
    for (let number = before.number + 1; number < receipt.number && ofChain.length < MAX_CHAIN_FINDINGS; number += 1)
      ofChain.push({ kind: 'missing-receipt', number });
    ofChain.push(...(await receiptFindings(hash, receipt, before)));
    before = receipt;
  }
  const withLists = receipts.filter(hasList);
  const folded = foldReceipts(withLists);
  const ofPool = folded.covered.get(null) ?? new Map();
  // An entry or a rule that is newer than the pool's last receipt is not listed yet.
  const isListed = (line: ReceiptLine) => ofPool.has(slotKey(line));
  const visible = new Map<string | null, readonly ReceiptLine[]>(Object.entries(weeks));
  visible.set(null, listed.filter(isListed));
  const scopes = new Set([...visible.keys(), ...folded.covered.keys()]);
  const ofScopes = [...scopes].flatMap((scope) => scopeFindings(folded.covered.get(scope), visible.get(scope)));
  const missing = kept.filter((digits) => !receipts.some((receipt) => receipt.hash.startsWith(digits)));
  const ofKept = missing.map((digits) => ({ kind: 'kept-missing', hash: digits }) as const);
  const latest = receipts.at(-1);
  return {
    receipts: receipts.length,
    lines: withLists.reduce((sum, { list }) => sum + list.length, 0),
    late: receipts.filter(isLate).map(({ number }) => number),
    corrections: folded.corrections,
    closed: [...ofPool.values()].filter(({ line: [, slot, value] }) => slot === 'name' && value === CLOSED).length,
    latest: latest === undefined ? null : { number: latest.number, hash: latest.hash },
    findings: [...ofChain, ...folded.findings, ...ofScopes, ...ofKept],
  };
}

function hasList(receipt: FiledReceipt): receipt is Receipt {
  return receipt.list !== undefined;
}

/** The receipt before another one; before the first, the pool. */
type ReceiptBefore = KeptReceipt & Pick<Receipt, 'version'>;

async function receiptFindings(hash: Hash, receipt: FiledReceipt, before: ReceiptBefore): Promise<Finding[]> {
  const { number, list, listHash } = receipt;
  const isSorted = list === undefined || JSON.stringify(list) === listText(list);
  const isListed = list === undefined || (await hash(listText(list))) === listHash;
  const isSealed = (await receiptHash(hash, receipt, listHash)) === receipt.hash;
  // If a receipt before it is missing, there is nothing to compare with. A number that comes twice follows nothing.
  const isNext = before.number === number - 1 ? receipt.previous === before.hash : before.number < number;
  // By the rules of an earlier version less would be found.
  const follows = isNext && receipt.version >= before.version;
  return [
    ...(isSorted ? [] : [{ kind: 'list-reordered', number } as const]),
    ...(isListed ? [] : [{ kind: 'list-changed', number } as const]),
    ...(isSealed ? [] : [{ kind: 'receipt-changed', number } as const]),
    ...(follows ? [] : [{ kind: 'chain-broken', number } as const]),
  ];
}

/** A line, the receipt that has it, and when that was written (ms). */
interface CoveredLine {
  readonly line: ReceiptLine;
  readonly number: number;
  readonly writtenAt: number;
}

/** The latest line of each slot, by entry and slot. */
type Covered = Map<string, CoveredLine>;

/** What the receipts of a pool say, by week, or without one; what they corrected; and what is wrong about that. */
interface Folded {
  readonly covered: ReadonlyMap<string | null, Covered>;
  readonly corrections: readonly Correction[];
  readonly findings: readonly Finding[];
}

/** The key of a line in `Covered`. */
export function slotKey([entry, slot]: ReceiptLine): string {
  return `${entry} ${slot}`;
}

/** What the receipts of one week, or of what is not of a week, list in the end, by entry and slot. */
export function listedBy(receipts: readonly Pick<Receipt, 'list'>[]): ReadonlyMap<string, ReceiptLine> {
  const listed = new Map<string, ReceiptLine>();
  for (const { list } of receipts)
    for (const line of list)
      if (isGone(line)) listed.delete(slotKey(line));
      else listed.set(slotKey(line), line);
  return listed;
}

/** Adds up the lists of receipts, in order, and checks them. */
function foldReceipts(receipts: readonly Omit<Receipt, 'previous' | 'hash' | 'listHash'>[]): Folded {
  const scopes = new Map<string | null, { readonly covered: Covered; readonly gone: Covered }>();
  const corrections: Correction[] = [];
  const findings: Finding[] = [];
  for (const receipt of receipts) {
    const { number, weekId, lockAt, madeAt: writtenAt, by, list } = receipt;
    const { covered, gone } = scopes.get(weekId) ?? { covered: new Map(), gone: new Map() };
    scopes.set(weekId, { covered, gone });
    const locks = new Set(list.flatMap(([, slot]) => (slot.startsWith('lock:') ? [slot.slice(5)] : [])));
    const changes: Correction['changes'][number][] = [];
    for (const line of list) {
      const [entry, slot, value, revision, madeAt, enteredBy] = line;
      const before = covered.get(slotKey(line));
      const was = before?.line[2] ?? null;
      // What is listed again was changed; so was what is listed of a game that an earlier receipt locked.
      const isLate = isOfEarlierLock(line, covered, locks);
      const isChange = (lockAt === null && !isFirst(line, before, weekId)) || before !== undefined || isLate;
      if (isChange && was !== value) changes.push({ entry, slot, was, is: value, madeAt, enteredBy });
      const last = before?.line[3] ?? null;
      const isSamePick =
        before !== undefined &&
        ((by === 'import' && isByAnother(before.line, line)) || isOrderOfOtherGames(before.line, line));
      if (last !== null && revision !== null && revision !== last + 1 && !isSamePick)
        findings.push({ kind: 'revision-missing', entry, slot, number, revision: last + 1 });
      const left = gone.get(slotKey(line));
      const since = sinceOf(receipt, line, covered, before ?? left, isLate);
      const isBackdated = madeAt !== null && since !== null && madeAt < since - LATE_MS;
      const isBack = left !== undefined && (isSameLine(left.line, line) || isOrderOfOtherGames(left.line, line));
      if (isBackdated && !isSamePick && !isBack && !(by === 'link' && isCopy(line, covered)))
        findings.push({ kind: 'backdated', entry, slot, number, madeAt });
      // The first lock is final.
      if (slot.startsWith('lock:') && before !== undefined && was !== value && !isGone(line))
        findings.push({ kind: 'value-changed', entry, slot, number: before.number, was, is: value });
      if (isGone(line)) {
        covered.delete(slotKey(line));
        gone.set(slotKey(line), { line: before?.line ?? line, number, writtenAt });
      } else covered.set(slotKey(line), { line, number, writtenAt });
    }
    if (changes.length > 0) corrections.push({ number, weekId, madeAt: writtenAt, by, changes });
    if (isUnauthored(receipt, changes.length)) findings.push({ kind: 'unauthored', number });
  }
  return {
    covered: new Map([...scopes].map(([scope, { covered }]) => [scope, covered])),
    corrections,
    findings,
  };
}

/** Whether a receipt corrects something, even as one of a lock, and nobody is named for it. Corrections of version 1 name nobody. */
function isUnauthored({ version, lockAt, by }: Pick<Receipt, 'version' | 'lockAt' | 'by'>, changes: number): boolean {
  return version > 1 && by === null && (lockAt === null || changes > 0);
}

/** Whether a line lists for the first time what has no lock: an entry, a rule, or the teams of a game that locked under version 1. */
function isFirst([, slot]: ReceiptLine, before: CoveredLine | undefined, weekId: string | null): boolean {
  return before === undefined && (weekId === null || slot.startsWith('teams:'));
}

/**
 * The moment (ms) before which the pick of a line cannot have been made: when an earlier receipt was written that lists its slot, or the lock
 * of its game. Version 1 judges only slots that are listed. Null if there is none.
 */
function sinceOf(
  { version, weekId }: Pick<Receipt, 'version' | 'weekId'>,
  line: ReceiptLine,
  covered: Covered,
  before: CoveredLine | undefined,
  isLate: boolean,
): number | null {
  if (version === 1) return covered.get(slotKey(line))?.writtenAt ?? null;
  if (before !== undefined) return before.writtenAt;
  return isLate && weekId !== null ? (covered.get(` lock:${gameOfLine(line)}`)?.writtenAt ?? null) : null;
}

/** Whether two lines are the same. */
export function isSameLine(one: ReceiptLine, other: ReceiptLine): boolean {
  return one.every((part, at) => part === other[at]);
}

/** Whether two lines of a slot differ only in who entered the pick. */
export function isByAnother(one: ReceiptLine, other: ReceiptLine): boolean {
  return one.slice(0, 5).every((part, at) => part === other[at]);
}

/** Whether two lines have the same order, of which games left the week or came into it. */
function isOrderOfOtherGames(one: ReceiptLine, other: ReceiptLine): boolean {
  const isSamePick = one[1].startsWith('order:') && one.slice(3).every((part, at) => part === other[at + 3]);
  if (!isSamePick || one[2] === null || other[2] === null) return false;
  const [before, after] = [one[2].split(' '), other[2].split(' ')];
  const common = (all: readonly string[], others: readonly string[]) => all.filter((gid) => others.includes(gid));
  return common(before, after).join(' ') === common(after, before).join(' ');
}

/** Whether a line has the pick of another entry, as a link copies it: the same but for the mark of a best bet. */
function isCopy([entry, slot, value, , madeAt, enteredBy]: ReceiptLine, covered: Covered): boolean {
  return [...covered.values()].some(({ line }) => {
    const isSame = line[1] === slot && line[4] === madeAt && line[5] === enteredBy;
    return isSame && line[0] !== entry && (line[2] === value || line[2] === `${value} best`);
  });
}

/** Whether the game of a line was locked by an earlier receipt, not by this one. */
function isOfEarlierLock(line: ReceiptLine, covered: Covered, locks: ReadonlySet<string>): boolean {
  const [entry, slot] = line;
  const gid = gameOfLine(line);
  return entry !== '' && !slot.startsWith('order:') && !locks.has(gid) && covered.has(` lock:${gid}`);
}

/** What lines about one game call their slots. */
const ofGames: ReadonlySet<string> = new Set(['game', 'value', 'lock', 'teams']);

/** The gid of the game that a line is about; of an order the first. */
export function gameOfLine([, slot, value]: ReceiptLine): string {
  const colon = slot.indexOf(':');
  return ofGames.has(slot.slice(0, colon)) ? slot.slice(colon + 1) : (value?.split(' ')[0] ?? '');
}

/** The line of a slot that is no longer listed: its game moved to another week, or a link was undone. */
export function goneLine([entry, slot]: ReceiptLine): ReceiptLine {
  return [entry, slot, null, null, null, null];
}

/** Whether a line says that its slot is no longer listed. */
export function isGone([, , value, revision]: ReceiptLine): boolean {
  return value === null && revision === null;
}

function scopeFindings(covered: Covered = new Map(), lines: readonly ReceiptLine[] = []): Finding[] {
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
  /** The slot of an entry; of no entry for the lock of a game. */
  readonly about: (entry: string, slot: string) => string;
  readonly value: (slot: string, value: string | null) => string;
  /** @param ms null if there is none */
  readonly time: (ms: number | null) => string;
}

/** How many changes were found, in words; if there are none, how many hashes were not found. These may be of another pool. */
export function findingsTitle(findings: readonly Finding[]): string {
  const unknown = findings.filter(({ kind }) => kind === 'kept-missing').length;
  const count = (findings.length - unknown).toLocaleString('en-US');
  if (unknown === findings.length) return unknown === 1 ? '1 hash was not found' : `${unknown} hashes were not found`;
  return count === '1' ? '1 thing was changed' : `${count} things were changed`;
}

/** That names can no longer be checked. */
export function closedText(closed: number): string {
  const names = closed === 1 ? '1 name' : `${closed.toLocaleString('en-US')} names`;
  return `${names} can no longer be checked: ${closed === 1 ? 'its owner' : 'their owners'} closed the account.`;
}

/** Rising numbers with their runs shortened: `1–12, 14`. */
export function rangesText(numbers: readonly number[]): string {
  const starts = numbers.filter((number, at) => numbers[at - 1] !== number - 1);
  const ends = numbers.filter((number, at) => numbers[at + 1] !== number + 1);
  return starts.map((start, at) => (start === ends[at] ? `${start}` : `${start}–${ends[at]}`)).join(', ');
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
    case 'unauthored':
      return `Receipt ${finding.number} lists changes that nobody made in Pick'em: they were made in the database.`;
    case 'kept-missing':
      return `No receipt of this pool has this hash: ${finding.hash}. If its digits and the pool are right, the chain was cut or rebuilt.`;
  }
  const about = names.about(finding.entry, finding.slot);
  if (finding.kind === 'value-changed' && finding.slot === 'name')
    return `${about}: the name was changed. It is not the one that receipt ${finding.number} has.`;
  const listed = finding.number === null ? '' : `receipt ${finding.number} `;
  switch (finding.kind) {
    case 'value-changed':
      return `${about}: the value was changed. ${capital(listed)}has ${names.value(finding.slot, finding.was)}, now it is ${names.value(finding.slot, finding.is)}.`;
    case 'time-changed':
      return `${about}: the time was changed. ${capital(listed)}has ${names.time(finding.was)}, now it is ${names.time(finding.is)}.`;
    case 'author-changed':
      return `${about}: who entered it was changed since receipt ${finding.number}.`;
    case 'backdated':
      return `${about}: it was changed after a receipt had listed it, but its time is before that: ${names.time(finding.madeAt)}.`;
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
