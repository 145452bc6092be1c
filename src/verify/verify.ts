/**
 * `node verify.mjs FILE [HASH...]` checks a file of lock receipts on any computer, without the server that wrote it. Runs on Node 20 and
 * later. Exits with 0 if nothing was changed, 1 if something was, and 2 if it could not check.
 */
import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { counted } from '#core/listed.ts';
import type { Checked, Correction, FindingNames } from '#core/receipts/check.ts';
import {
  checkReceipts,
  closedText,
  findingsTitle,
  findingText,
  proofSentences,
  rangesText,
} from '#core/receipts/check.ts';
import type { ReceiptFile } from '#core/receipts/file.ts';
import { RECEIPT_FILE_MAX, readReceiptFile } from '#core/receipts/file.ts';
import { receiptText, SHOWN_DIGITS, shownHash, typedHash } from '#core/receipts/receipts.ts';

const USAGE = `Usage: node verify.mjs FILE [HASH...]. A HASH is one that you kept: at least its first ${SHOWN_DIGITS} digits, in quotes if it has spaces.`;
/** The most corrections that are printed, and the most findings. */
const MAX_PRINTED = 50;
/** The longest printed line, in characters. */
const LINE_MAX = 500;

interface Problem {
  readonly problem: string;
}

const names: FindingNames = {
  about: (entry, slot) => (entry === '' ? slot : `${entry.slice(0, 8)}, ${slot}`),
  value: (_slot, value) => valueText(value),
  time: timeText,
};

async function main([path, ...given]: readonly string[]): Promise<number> {
  const kept = given.flatMap((text) => typedHash(text) ?? []);
  if (path === undefined || kept.length < given.length) return fail({ problem: USAGE });
  const file = readFile(path);
  if ('problem' in file) return fail(file);
  const checked = await checkReceipts(sha256, file, kept);
  print(process.stdout, [...reportLines(file, checked), '', ...proofSentences]);
  return checked.findings.length === 0 ? 0 : 1;
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function readFile(path: string): ReceiptFile | Problem {
  try {
    const stats = statSync(path);
    if (!stats.isFile()) return { problem: `${path} is not a file.` };
    if (stats.size > RECEIPT_FILE_MAX) return { problem: `${path} is too long to be a file of receipts.` };
    return readReceiptFile(readFileSync(path, 'utf8'));
  } catch (error) {
    return { problem: `${path} cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown error'}).` };
  }
}

function fail({ problem }: Problem): number {
  print(process.stderr, [problem]);
  return 2;
}

/** Prints lines. A file from elsewhere must not control the terminal or flood it. */
function print(stream: NodeJS.WriteStream, lines: readonly string[]): void {
  const shown = lines.map((line) => line.slice(0, LINE_MAX).replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '?'));
  stream.write(`${shown.join('\n')}\n`);
}

function reportLines(
  { pool, week }: ReceiptFile,
  { receipts, lines, late, corrections, closed, latest, findings }: Checked,
): string[] {
  return [
    `Pool ${shownHash(pool)}`,
    `${counted(receipts, 'receipt')}, ${counted(lines, 'line')}${latest === null ? '' : `; the latest is ${receiptText(latest, 'whole')}`}`,
    ...(week === undefined ? [] : [`Only the lists of ${week} are in this file; of other weeks it has the chain.`]),
    ...(late.length === 0 ? [] : [`Written late: ${rangesText(late)}`]),
    ...(closed === 0 ? [] : [closedText(closed)]),
    ...shortened(corrections.flatMap(correctionLines)),
    findings.length === 0 ? holdsText(corrections) : `${findingsTitle(findings)}:`,
    ...shortened(findings.map((finding) => `- ${findingText(finding, names)}`)),
  ];
}

function shortened(lines: readonly string[]): readonly string[] {
  const more = lines.length - MAX_PRINTED;
  return more > 0 ? [...lines.slice(0, MAX_PRINTED), `... and ${more} more`] : lines;
}

function holdsText(corrections: Checked['corrections']): string {
  return corrections.length === 0
    ? 'Nothing was changed.'
    : `Nothing else was changed after it was locked: ${counted(corrections.length, 'correction')}.`;
}

function correctionLines({ number, weekId, madeAt, by: author, changes }: Correction): string[] {
  return changes.map(({ entry, slot, was, is, madeAt: storedAt, enteredBy }) => {
    const by = enteredBy === null ? 'not entered by anybody else' : `entered by ${enteredBy.slice(0, 8)}`;
    const stored = storedAt === null ? '' : ` (${by}, ${timeText(storedAt)})`;
    const about = `${weekId ?? 'the pool'}, ${names.about(entry, slot)}`;
    const made = author === null ? '' : `, by ${author.slice(0, 8)}`;
    return `Corrected by receipt ${number} on ${timeText(madeAt)}${made}: ${about}: ${valueText(was)}, then ${valueText(is)}${stored}`;
  });
}

/** The value of a slot in words. */
function valueText(value: string | null): string {
  return value === null ? 'no pick' : `'${value}'`;
}

/** A time (ms) in words, in UTC. */
function timeText(ms: number | null): string {
  if (ms === null) return 'no time';
  const date = new Date(ms);
  return Number.isNaN(date.getTime()) ? String(ms) : date.toISOString();
}

process.exitCode = await main(process.argv.slice(2));
