import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { proofSentences } from '#core/receipts/check.ts';
import type { ReceiptFile } from '#core/receipts/file.ts';
import { RECEIPT_FILE_MAX } from '#core/receipts/file.ts';
import type { ReceiptLine } from '#core/receipts/receipts.ts';
import { shownHash } from '#core/receipts/receipts.ts';
import { SUNDAY_1PM } from '#tests/core-samples.ts';
import {
  ANN,
  aReceiptFile,
  CHRIS,
  chained,
  contents,
  fileText,
  WEEK_1,
  WEEK_2,
  weekFile,
  weeks,
} from '#tests/receipt-samples.ts';
import { buildVerify } from '../../scripts/vite/verify-program.ts';

const file = await aReceiptFile();
const hashes = file.receipts.map(({ hash }) => hash);
const latest = `Lock receipt 4: ${hashes[3]}`;
const corrected = `Corrected by receipt 3 on 2026-09-13T22:00:00.000Z, by cccccccc: ${WEEK_1}, bbbbbbbb, game:g1: 'away', then 'home' (entered by cccccccc, 2026-09-13T22:00:00.000Z)`;
const head = [
  `Pool ${shownHash(file.pool)}`,
  `4 receipts, 10 lines; the latest is ${latest}`,
  'Written late: 4',
  corrected,
];
const end = ['', ...proofSentences, ''];

/** The file with another first line of what is visible. */
function withLine(line: ReceiptLine): ReceiptFile {
  return { ...file, weeks: { ...weeks, [WEEK_1]: weeks[WEEK_1].with(0, line as (typeof weeks)[typeof WEEK_1][0]) } };
}

const text = await fileText(file);
const unlisted = await fileText({ ...weekFile(file, WEEK_1), week: WEEK_2 });

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
    expect(check(text)).toEqual(report(0, ...head, HOLDS));
  });

  test('finds kept hashes in whole, or their first digits as they are printed', () => {
    const kept = [hashes[0] ?? '', shownHash(hashes[3] ?? '').toUpperCase()];
    expect(check(text, ...kept)).toEqual(report(0, ...head, HOLDS));
  });

  test('names each change', async () => {
    const other = '0'.repeat(20);
    const changed = withLine([ANN, 'game:g1', 'away', 1, weeks[WEEK_1][0][4], null]);
    expect(check(await fileText(changed), other)).toEqual(
      report(
        1,
        ...head,
        '1 thing was changed:',
        "- aaaaaaaa, game:g1: the value was changed. Receipt 1 has 'home', now it is 'away'.",
        `- No receipt of this pool has this hash: ${other}. If its digits and the pool are right, the chain was cut or rebuilt.`,
      ),
    );
  });

  test('checks the file of a week: its lists, and the whole chain', async () => {
    const only = (week: string) => `Only the lists of ${week} are in this file; of other weeks it has the chain.`;
    expect(check(await fileText(weekFile(file, WEEK_1)), hashes[3] ?? '')).toEqual(
      report(
        0,
        `Pool ${shownHash(file.pool)}`,
        `4 receipts, 8 lines; the latest is ${latest}`,
        only(WEEK_1),
        'Written late: 4',
        corrected,
        HOLDS,
      ),
    );
    const ofSecond = check(await fileText(weekFile(file, WEEK_2)));
    expect([
      ofSecond.status,
      ofSecond.stdout.includes(`${only(WEEK_2)}\nWritten late: 4\nNothing was changed.`),
    ]).toEqual([0, true]);
  });

  test('names what was changed in the file of a week: a list, the chain of other weeks, and what is visible', async () => {
    const week = weekFile(file, WEEK_2);
    const ofWeek1 = weekFile(withLine([ANN, 'game:g1', 'away', 1, weeks[WEEK_1][0][4], null]), WEEK_1);
    const [first, ...rest] = week.receipts;
    const changes = [
      [(await fileText(week)).replace('"game:g3","away"', '"game:g3","home"'), 'The list of receipt 4 was changed'],
      [await fileText({ ...week, receipts: rest }), 'Receipt 1 is missing.'],
      [
        await fileText({ ...week, receipts: [{ ...(first as typeof first & object), madeAt: 1 }, ...rest] }),
        'Receipt 1 was changed: its hash does not match.',
      ],
      [await fileText(ofWeek1), 'aaaaaaaa, game:g1: the value was changed.'],
    ] as const;
    for (const [changed, said] of changes) {
      const { status, stdout } = check(changed);
      expect([status, stdout.includes(said)], said).toEqual([1, true]);
    }
  });

  test('lists 50 corrections, and how many more there are', async () => {
    const lines = Array.from(
      { length: 53 },
      (_, at): ReceiptLine => [ANN, `game:late${at}`, 'home', 1, SUNDAY_1PM, CHRIS],
    );
    const all = [...contents, { weekId: WEEK_1, lockAt: null, madeAt: SUNDAY_1PM, by: CHRIS, list: lines }];
    const visible = { ...weeks, [WEEK_1]: [...weeks[WEEK_1], ...lines] };
    const { stdout } = check(await fileText({ ...file, receipts: await chained(file.pool, all), weeks: visible }));
    expect(stdout.match(/^Corrected by /gm)).toHaveLength(50);
    expect(stdout).toContain('\n... and 4 more\nNothing else was changed after it was locked: 2 corrections.\n');
  });

  test('does not let a file control the terminal', async () => {
    const { status, stdout } = check(await fileText(withLine([ANN, 'game:g1', '\u001b[2J\u202e', 1, 5, null])));
    expect([status, stdout.includes("now it is '?[2J?'")]).toEqual([1, true]);
  });

  test.each([
    ['is cut off', text.slice(0, -9), 'The file is not complete JSON: it was cut off or changed.'],
    ['is empty', '', 'The file is not complete JSON: it was cut off or changed.'],
    ['is no JSON', 'PK\u0003\u0004', 'The file is not complete JSON: it was cut off or changed.'],
    ['is full of brackets', '['.repeat(10_000_000), 'The file is not complete JSON: it was cut off or changed.'],
    ['lacks a list of its week', unlisted, 'Receipt 1 in the file is not a receipt.'],
    ['is about something else', '{"entries":[]}', 'This is not a file of lock receipts.'],
    [
      'is of a later version',
      text.replace('"version":2', '"version":3'),
      'The file has version 3; this program reads versions up to 2.',
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
