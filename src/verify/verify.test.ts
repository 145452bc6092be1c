import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { proofSentences } from '#core/receipts/check.ts';
import type { ReceiptFile } from '#core/receipts/file.ts';
import { RECEIPT_FILE_MAX, receiptFileText } from '#core/receipts/file.ts';
import type { ReceiptLine } from '#core/receipts/receipts.ts';
import { listText, shownHash } from '#core/receipts/receipts.ts';
import { ANN, aReceiptFile, CHRIS, chained, contents, WEEK_1, weeks } from '#tests/receipt-samples.ts';
import { buildVerify } from '../../scripts/vite/verify-program.ts';

const file = await aReceiptFile();
const hashes = file.receipts.map(({ hash }) => hash);
const latest = `Lock receipt 4: ${hashes[3]}`;
const corrected = `Corrected by receipt 3 on 2026-09-13T22:00:00.000Z: ${WEEK_1}, bbbbbbbb, game:g1: 'away', then 'home' (entered by cccccccc, 2026-09-13T22:00:00.000Z)`;
const head = [
  `Pool ${shownHash(file.pool)}`,
  `4 receipts, 10 lines; the latest is ${latest}`,
  'Written late: 4',
  corrected,
];
const end = ['', ...proofSentences, ''];

function textOf({ pool, receipts, weeks: visible }: ReceiptFile): string {
  const lists = receipts.map(({ list, ...link }) => ({ ...link, listText: listText(list) }));
  return receiptFileText(pool, lists, visible);
}

/** The file with another first line of what is visible. */
function withLine(line: ReceiptLine): string {
  return textOf({
    ...file,
    weeks: { ...weeks, [WEEK_1]: weeks[WEEK_1].with(0, line as (typeof weeks)[typeof WEEK_1][0]) },
  });
}

const HOLDS = 'Nothing else was changed after it was locked: 1 correction.';

describe('verify.mjs', () => {
  const folder = mkdtempSync(join(tmpdir(), 'pickem-verify-'));
  const program = join(folder, 'verify.mjs');
  const path = join(folder, 'receipts.json');

  beforeAll(async () => writeFileSync(program, await buildVerify()));
  afterAll(() => rmSync(folder, { recursive: true }));

  const run = (...args: string[]) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], {
      encoding: 'utf8',
      cwd: folder,
    });
    return { status, stdout, stderr };
  };
  const check = (text: string, ...kept: string[]) => {
    writeFileSync(path, text);
    return run(path, ...kept);
  };
  const report = (status: number, ...lines: string[]) => ({
    status,
    stdout: [...lines, ...end].join('\n'),
    stderr: '',
  });

  test('says what a file covers, and that nothing was changed', () => {
    expect(check(textOf(file))).toEqual(report(0, ...head, HOLDS));
  });

  test('finds kept hashes in whole, or their first digits as they are printed', () => {
    const kept = [hashes[0] ?? '', shownHash(hashes[3] ?? '').toUpperCase()];
    expect(check(textOf(file), ...kept)).toEqual(report(0, ...head, HOLDS));
  });

  test('names each change', () => {
    const other = '0'.repeat(20);
    expect(check(withLine([ANN, 'game:g1', 'away', 1, weeks[WEEK_1][0][4], null]), other)).toEqual(
      report(
        1,
        ...head,
        '1 thing was changed:',
        "- aaaaaaaa, game:g1: the value was changed. Receipt 1 has 'home', now it is 'away'.",
        `- No receipt of this pool has this hash: ${other}. If its digits and the pool are right, the chain was cut or rebuilt.`,
      ),
    );
  });

  test('lists 50 corrections, and how many more there are', async () => {
    const lines = Array.from({ length: 53 }, (_, at): ReceiptLine => [ANN, `game:late${at}`, 'home', 1, 5, CHRIS]);
    const all = [...contents, { weekId: WEEK_1, lockAt: null, madeAt: 5, list: lines }];
    const visible = { ...weeks, [WEEK_1]: [...weeks[WEEK_1], ...lines] };
    const { stdout } = check(textOf({ ...file, receipts: await chained(file.pool, all), weeks: visible }));
    expect(stdout.match(/^Corrected by /gm)).toHaveLength(50);
    expect(stdout).toContain('\n... and 4 more\nNothing else was changed after it was locked: 2 corrections.\n');
  });

  test('does not let a file control the terminal', () => {
    const { status, stdout } = check(withLine([ANN, 'game:g1', '\u001b[2J\u202e', 1, 5, null]));
    expect([status, stdout.includes("now it is '?[2J?'")]).toEqual([1, true]);
  });

  test.each([
    ['is cut off', textOf(file).slice(0, -9), 'The file is not complete JSON: it was cut off or changed.'],
    ['is empty', '', 'The file is not complete JSON: it was cut off or changed.'],
    ['is no JSON', 'PK\u0003\u0004', 'The file is not complete JSON: it was cut off or changed.'],
    ['is full of brackets', '['.repeat(10_000_000), 'The file is not complete JSON: it was cut off or changed.'],
    ['is about something else', '{"entries":[]}', 'This is not a file of lock receipts.'],
    [
      'is of a later version',
      textOf(file).replace('"version":1', '"version":2'),
      'The file has version 2; this program reads version 1.',
    ],
  ])('refuses a file that %s', (_what, text, problem) => {
    expect(check(text)).toEqual({ status: 2, stdout: '', stderr: `${problem}\n` });
  });

  test('refuses a file that is missing, a folder or too long', () => {
    const long = join(folder, 'long.json');
    writeFileSync(long, '');
    truncateSync(long, RECEIPT_FILE_MAX + 1);
    for (const [name, problem] of [
      ['missing.json', 'missing.json cannot be read (ENOENT).'],
      ['.', '. is not a file.'],
      ['long.json', 'long.json is too long to be a file of receipts.'],
    ] as const)
      expect(run(name)).toEqual({ status: 2, stdout: '', stderr: `${problem}\n` });
  });

  test.each([
    ['a file', []],
    ['at least 20 digits of a hash', ['receipts.json', '0123456789abcdef012']],
    ['no more digits than a hash has', ['receipts.json', '0'.repeat(65)]],
    ['hexadecimal digits', ['receipts.json', 'x'.repeat(64)]],
  ])('asks for %s', (_what, args) => {
    expect(run(...args)).toMatchObject({ status: 2, stdout: '', stderr: expect.stringMatching(/^Usage: .*\n$/) });
  });
});
