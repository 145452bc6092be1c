import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { HOUR, SUNDAY_1PM } from '#tests/core-samples.ts';
import type { Content } from '#tests/receipt-samples.ts';
import {
  ANN,
  aReceiptFile,
  BOB,
  CHRIS,
  chained,
  contents,
  fileText,
  lockLine,
  sha256,
  WEEK_1,
  WEEK_2,
  weekFile,
  weeks,
} from '#tests/receipt-samples.ts';
import type { FindingNames } from './check.ts';
import { checkReceipts, continues, findingText, goneLine, rangesText } from './check.ts';
import type { ReceiptFile } from './file.ts';
import { readReceiptFile } from './file.ts';
import type { Receipt, ReceiptHead, ReceiptLine, ReceiptLink } from './receipts.ts';
import { isLate, listText, receiptText, sealed } from './receipts.ts';

const names: FindingNames = {
  about: (entry, slot) => `${entry.slice(0, 4)}, ${slot}`,
  value: (_slot, value) => (value === null ? 'no pick' : `'${value}'`),
  time: (ms) => (ms === null ? 'no time' : new Date(ms).toISOString()),
};
const file = await aReceiptFile();
const [first, second, third, fourth] = file.receipts as [Receipt, Receipt, Receipt, Receipt];
const hashes = file.receipts.map(({ hash }) => hash);

/** The file with one receipt replaced. */
const withReceipt = (receipt: Receipt): ReceiptFile => {
  return { ...file, receipts: file.receipts.map((each) => (each.number === receipt.number ? receipt : each)) };
};

/** The file with one visible line replaced or, by null, removed. */
const withVisible = (slot: string, entry: string, line: ReceiptLine | null): ReceiptFile => {
  const isIt = ([ofEntry, ofSlot]: ReceiptLine) => ofEntry === entry && ofSlot === slot;
  const changed = weeks[WEEK_1].flatMap((each) => (isIt(each) ? (line === null ? [] : [line]) : [each]));
  return { ...file, weeks: { ...weeks, [WEEK_1]: changed } };
};

/** The file with a new chain over other content. */
const rebuilt = async (all: readonly Content[], visible: ReceiptFile['weeks'] = weeks): Promise<ReceiptFile> => {
  return { pool: file.pool, receipts: await chained(file.pool, all), weeks: visible, listed: file.listed };
};

/** What Ann picked first, changed everywhere. */
const otherLine: ReceiptLine = [ANN, 'game:g1', 'away', 1, SUNDAY_1PM - HOUR, null];
const otherList = first.list.map((line) => (line[0] === ANN ? otherLine : line));
const otherWeeks = { ...weeks, [WEEK_1]: weeks[WEEK_1].with(0, otherLine) };
const otherContents = contents.with(0, { ...(contents[0] as Content), list: otherList });

/** A receipt with hashes of its own. */
const resealed = async (head: ReceiptHead, list: readonly ReceiptLine[]) => ({
  ...(await sealed(sha256, head, listText(list))),
  list,
});
const firstAnew = await resealed(first, otherList);
const secondAgain = await resealed(second, []);
const thirdElsewhere = await resealed({ ...third, previous: first.hash }, []);

/** Bob's corrected pick, at a revision after the next. */
const skipping: ReceiptLine = [BOB, 'game:g1', 'home', 4, SUNDAY_1PM + 5 * HOUR, CHRIS];
const skipped = await rebuilt(contents.with(2, { ...(contents[2] as Content), list: [skipping] }), {
  ...weeks,
  [WEEK_1]: weeks[WEEK_1].with(3, skipping),
});

const findingsOf = async (changed: ReceiptFile, kept: readonly string[] = []) => {
  return (await checkReceipts(sha256, changed, kept)).findings.map((finding) => [
    finding.kind,
    findingText(finding, names),
  ]);
};

describe('A check of receipts', () => {
  test('finds nothing if nothing was changed, and lists what was late or corrected', async () => {
    expect(await checkReceipts(sha256, file, [second.hash, fourth.hash.slice(0, 20)])).toEqual({
      receipts: 4,
      lines: 10,
      late: [4],
      corrections: [
        {
          number: 3,
          weekId: WEEK_1,
          madeAt: SUNDAY_1PM + 5 * HOUR,
          by: CHRIS,
          changes: [
            { entry: BOB, slot: 'game:g1', was: 'away', is: 'home', madeAt: SUNDAY_1PM + 5 * HOUR, enteredBy: CHRIS },
          ],
        },
      ],
      closed: 0,
      latest: { number: 4, hash: fourth.hash },
      findings: [],
    });
  });

  test('finds nothing in a pool without receipts', async () => {
    const none = { receipts: 0, lines: 0, late: [], corrections: [], closed: 0, latest: null, findings: [] };
    expect(await checkReceipts(sha256, { pool: file.pool, receipts: [], weeks: {}, listed: [] })).toEqual(none);
  });

  test('accepts an order that is shown again after games left its week', async () => {
    const order = (games: string): ReceiptLine => [BOB, `order:${WEEK_1}`, games, 1, SUNDAY_1PM - HOUR, null];
    const [whole, back] = [SUNDAY_1PM + 5 * HOUR, SUNDAY_1PM + 400 * HOUR];
    const shown = { weekId: WEEK_1, lockAt: whole, madeAt: whole, list: [order('g1 g2')] };
    const sealed = { ...shown, lockAt: null, madeAt: whole + HOUR, by: 'feed', list: [goneLine(order('g1 g2'))] };
    const again = { ...shown, lockAt: back, madeAt: back, list: [order('g1')] };
    const other = { ...again, list: [order('g2 g1')] };
    const kinds = async (last: Content, line: ReceiptLine) => {
      const visible = { ...weeks, [WEEK_1]: [...weeks[WEEK_1], line] };
      const { findings } = await checkReceipts(sha256, await rebuilt([...contents, shown, sealed, last], visible));
      return findings.map(({ kind }) => kind);
    };
    expect(await kinds(again, order('g1'))).toEqual([]);
    expect(await kinds(other, order('g2 g1'))).toEqual(['backdated']);
  });

  test('lists a pick of a game that moved to another week as taken out of its week', async () => {
    const moved: ReceiptLine = [ANN, 'game:g1', 'home', 1, SUNDAY_1PM - HOUR, null];
    const gone = { weekId: WEEK_1, lockAt: null, madeAt: SUNDAY_1PM + 300 * HOUR, by: 'feed', list: [goneLine(moved)] };
    const again = { weekId: WEEK_2, lockAt: SUNDAY_1PM + 300 * HOUR, madeAt: SUNDAY_1PM + 300 * HOUR, list: [moved] };
    const visible = { [WEEK_1]: weeks[WEEK_1].slice(1), [WEEK_2]: [moved, ...weeks[WEEK_2]] };
    const { findings, corrections } = await checkReceipts(sha256, await rebuilt([...contents, gone, again], visible));
    expect(findings).toEqual([]);
    const nobody = { madeAt: null, enteredBy: null };
    expect(corrections.at(-1)?.changes).toEqual([{ entry: ANN, slot: 'game:g1', was: 'home', is: null, ...nobody }]);
  });

  test('accepts a pick that comes back as it was after its game left the week, but no other', async () => {
    const later = { weekId: WEEK_1, lockAt: null, madeAt: SUNDAY_1PM + 300 * HOUR, by: 'feed' };
    const pick: ReceiptLine = [ANN, 'game:g1', 'home', 1, SUNDAY_1PM - HOUR, null];
    const back = (line: ReceiptLine) =>
      rebuilt([...contents, { ...later, list: [goneLine(pick)] }, { ...later, list: [line] }], {
        ...weeks,
        [WEEK_1]: weeks[WEEK_1].with(0, line),
      });
    expect(await findingsOf(await back(pick))).toEqual([]);
    expect(
      (await findingsOf(await back(pick.with(2, 'away') as unknown as ReceiptLine))).map(([kind]) => kind),
    ).toEqual(['backdated']);
  });

  test('lists a pick as a correction if an earlier lock made its game visible; teams of one week lock with their games', async () => {
    const later = SUNDAY_1PM + 300 * HOUR;
    const lock = (at: number, line: ReceiptLine): Content => ({ weekId: WEEK_2, lockAt: at, madeAt: at, list: [line] });
    const added: ReceiptLine = [BOB, 'game:g3', 'home', 1, SUNDAY_1PM, null];
    const team = (entry: string, gid: string): ReceiptLine => [
      entry,
      `team:${WEEK_2}`,
      `${gid} KC`,
      1,
      SUNDAY_1PM,
      null,
    ];
    const all = [...contents, lock(later, added), lock(later + 1, team(ANN, 'g4')), lock(later + 2, team(BOB, 'g5'))];
    const { corrections } = await checkReceipts(sha256, await rebuilt(all));
    expect(corrections.map(({ number }) => number)).toEqual([3, 5]);
  });

  test('lists a change as a correction even if a receipt calls it a lock', async () => {
    const disguised = { ...(contents[2] as Content), lockAt: SUNDAY_1PM + 5 * HOUR };
    const { corrections } = await checkReceipts(sha256, await rebuilt(contents.with(2, disguised)));
    expect(corrections.map(({ number }) => number)).toEqual([3]);
  });

  test.each<[string, ReceiptFile, (readonly [kind: string, text: string])[]]>([
    [
      'a side',
      withVisible('game:g1', ANN, otherLine),
      [['value-changed', "aaaa, game:g1: the value was changed. Receipt 1 has 'home', now it is 'away'."]],
    ],
    [
      'a pick that was taken back',
      withVisible('game:g2', BOB, [BOB, 'game:g2', 'home', 3, SUNDAY_1PM, null]),
      [['value-changed', "bbbb, game:g2: the value was changed. Receipt 2 has no pick, now it is 'home'."]],
    ],
    [
      'a time',
      withVisible('game:g1', ANN, [ANN, 'game:g1', 'home', 1, SUNDAY_1PM - 2 * HOUR, null]),
      [
        [
          'time-changed',
          'aaaa, game:g1: the time was changed. Receipt 1 has 2026-09-13T16:00:00.000Z, now it is 2026-09-13T15:00:00.000Z.',
        ],
      ],
    ],
    [
      'who entered a pick',
      withVisible('game:g1', ANN, [ANN, 'game:g1', 'home', 1, SUNDAY_1PM - HOUR, CHRIS]),
      [['author-changed', 'aaaa, game:g1: who entered it was changed since receipt 1.']],
    ],
    [
      'a pick that is gone',
      withVisible('game:g1', ANN, null),
      [['revision-missing', 'aaaa, game:g1: revision 1 is missing.']],
    ],
    [
      'a value that is gone',
      withVisible('value:g2', ANN, null),
      [['revision-missing', 'aaaa, value:g2: what receipt 2 has is missing.']],
    ],
    [
      'a pick that is back at an earlier revision',
      withVisible('game:g1', BOB, [BOB, 'game:g1', 'away', 2, SUNDAY_1PM - HOUR, null]),
      [['revision-missing', 'bbbb, game:g1: revision 3 is missing.']],
    ],
    [
      'a pick that was entered again without a receipt',
      withVisible('game:g1', ANN, [ANN, 'game:g1', 'home', 2, SUNDAY_1PM + HOUR, CHRIS]),
      [['not-listed', 'aaaa, game:g1: it was changed after receipt 1 without a receipt.']],
    ],
    [
      'a pick that was added without a receipt',
      { ...file, weeks: { ...weeks, [WEEK_2]: [...weeks[WEEK_2], [BOB, 'game:g3', 'home', 1, SUNDAY_1PM, null]] } },
      [['not-listed', 'bbbb, game:g3: no receipt lists it.']],
    ],
    [
      'a week that is gone',
      { ...file, weeks: { [WEEK_1]: weeks[WEEK_1] } },
      [
        ['revision-missing', ', lock:g3: what receipt 4 has is missing.'],
        ['revision-missing', 'aaaa, game:g3: revision 1 is missing.'],
      ],
    ],
    [
      'a receipt that is gone, and whose picks no receipt lists now',
      { ...file, receipts: [first, third, fourth] },
      [
        ['missing-receipt', 'Receipt 2 is missing.'],
        ['not-listed', 'aaaa, game:g2: no receipt lists it.'],
        ['not-listed', 'aaaa, value:g2: no receipt lists it.'],
        ['not-listed', 'bbbb, game:g2: no receipt lists it.'],
        ['not-listed', ', lock:g2: no receipt lists it.'],
      ],
    ],
    [
      'receipts in another order',
      { ...file, receipts: [first, third, second, fourth] },
      [['receipts-reordered', 'The receipts are in another order.']],
    ],
    [
      'a list in another order',
      withReceipt({ ...second, list: second.list.toReversed() }),
      [['list-reordered', 'The list of receipt 2 is in another order.']],
    ],
    [
      'a list that was changed together with the pick',
      { ...withReceipt({ ...first, list: otherList }), weeks: otherWeeks },
      [['list-changed', 'The list of receipt 1 was changed: its hash does not match.']],
    ],
    [
      'a list that was changed together with its hash',
      { ...withReceipt({ ...first, list: otherList, listHash: sha256(listText(otherList)) }), weeks: otherWeeks },
      [['receipt-changed', 'Receipt 1 was changed: its hash does not match.']],
    ],
    [
      'a receipt that was written anew',
      { ...withReceipt(firstAnew), weeks: otherWeeks },
      [['chain-broken', 'Receipt 2 does not follow the receipt before it.']],
    ],
    [
      'a receipt that is no longer late',
      withReceipt({ ...fourth, madeAt: fourth.lockAt ?? 0 }),
      [['receipt-changed', 'Receipt 4 was changed: its hash does not match.']],
    ],
    [
      'a second receipt with the number of another',
      { ...file, receipts: [first, secondAgain, second, third, fourth] },
      [['chain-broken', 'Receipt 2 does not follow the receipt before it.']],
    ],
    [
      'the chain of another pool',
      { ...file, pool: sha256('another pool') },
      [['chain-broken', 'Receipt 1 does not follow the receipt before it.']],
    ],
    ['a correction that never got a receipt', skipped, [['revision-missing', 'bbbb, game:g1: revision 3 is missing.']]],
  ])('names %s', async (_what, changed, findings) => {
    expect(await findingsOf(changed)).toEqual(findings);
  });

  test('finds only with a kept hash that the chain was cut or rebuilt', async () => {
    const cut = { ...file, receipts: [first, second, third], weeks: { [WEEK_1]: weeks[WEEK_1] } };
    const lost = (hash: string) => [
      'kept-missing',
      `No receipt of this pool has this hash: ${hash}. If its digits and the pool are right, the chain was cut or rebuilt.`,
    ];
    for (const changed of [cut, await rebuilt(otherContents, otherWeeks)]) {
      expect(await findingsOf(changed)).toEqual([]);
      expect(await findingsOf(changed, hashes.slice(3))).toEqual([lost(fourth.hash)]);
      expect(await findingsOf(changed, [fourth.hash.slice(0, 20)])).toEqual([lost(fourth.hash.slice(0, 20))]);
    }
  });

  test('names a change after a receipt had listed it that says it was made before', async () => {
    const laundered: ReceiptLine = [BOB, 'game:g1', 'home', 3, SUNDAY_1PM - HOUR, null];
    const changed = await rebuilt(contents.with(2, { ...(contents[2] as Content), list: [laundered] }), {
      ...weeks,
      [WEEK_1]: weeks[WEEK_1].map((line) => (line[0] === BOB && line[1] === 'game:g1' ? laundered : line)),
    });
    expect((await findingsOf(changed)).map(([kind]) => kind)).toEqual(['backdated']);
    // After the lock, but before the correction that it replaces.
    const between: ReceiptLine = [BOB, 'game:g1', 'away', 4, SUNDAY_1PM + 3 * HOUR, CHRIS];
    const again: Content = { ...(contents[2] as Content), madeAt: SUNDAY_1PM + 300 * HOUR, list: [between] };
    const twice = await rebuilt([...contents, again], { ...weeks, [WEEK_1]: weeks[WEEK_1].with(3, between) });
    expect((await findingsOf(twice)).map(([kind]) => kind)).toEqual(['backdated']);
  });

  test('names the lock of a game that was moved after it was reached', async () => {
    const later = lockLine('g1', SUNDAY_1PM + 9 * HOUR);
    const team: ReceiptLine = [ANN, `team:${WEEK_1}`, 'g1 KC', 1, SUNDAY_1PM, null];
    const list = [later, team];
    const shifted: Content = { weekId: WEEK_1, lockAt: SUNDAY_1PM + 9 * HOUR, madeAt: SUNDAY_1PM + 9 * HOUR, list };
    const changed = await rebuilt([...contents, shifted], {
      ...weeks,
      [WEEK_1]: [...weeks[WEEK_1].filter(([, slot]) => slot !== 'lock:g1'), ...list],
    });
    expect((await findingsOf(changed)).map(([kind]) => kind)).toEqual(['value-changed', 'unauthored']);
    const kept = await rebuilt(contents, changed.weeks);
    expect((await findingsOf(kept)).map(([kind]) => kind)).toEqual(['value-changed', 'not-listed']);
  });

  test('names what a receipt lists that nobody made, even as one of a lock, and a receipt of an earlier version after a later one', async () => {
    const later: Content = { ...(contents[2] as Content), lockAt: SUNDAY_1PM + 5 * HOUR, by: null };
    const inLock = await rebuilt(contents.with(2, later));
    expect((await findingsOf(inLock)).map(([kind]) => kind)).toEqual(['unauthored']);
    const teams: ReceiptLine = ['', 'teams:g1', 'LV KC', null, null, null];
    const added: Content = { ...later, lockAt: null, list: [teams] };
    const inNoLock = await rebuilt([...contents, added], { ...weeks, [WEEK_1]: [...weeks[WEEK_1], teams] });
    expect((await findingsOf(inNoLock)).map(([kind]) => kind)).toEqual(['unauthored']);
    const lower: Content = { ...(contents[2] as Content), version: 1, by: null };
    const older = await rebuilt(contents.with(2, lower));
    expect((await findingsOf(older)).map(([kind]) => kind)).toEqual(['chain-broken']);
  });

  test.each([
    [[], ''],
    [[4], '4'],
    [[1, 2, 3, 7, 9, 10], '1–3, 7, 9–10'],
  ])('shortens the numbers %j to %j', (numbers, text) => expect(rangesText(numbers)).toBe(text));

  test('does not count the receipts that an absurd number leaves out', async () => {
    const absurd = { ...file, receipts: [...file.receipts, { ...fourth, number: Number.MAX_SAFE_INTEGER }] };
    const { findings } = await checkReceipts(sha256, absurd);
    expect(findings.length).toBeLessThan(200);
  });

  test('finds any change of one field of one line, in a list or in what is visible', async () => {
    const lists = file.receipts.flatMap(({ number, list }) => list.map((_, at) => ({ number, at })));
    const visible = Object.entries(weeks).flatMap(([weekId, list]) => list.map((_, at) => ({ weekId, at })));
    const anyText = fc.string({ maxLength: 40 });
    const anyField = fc.oneof(
      fc.record({ field: fc.constantFrom(0, 1), value: anyText }),
      fc.record({ field: fc.constantFrom(2, 5), value: fc.option(anyText) }),
      fc.record({ field: fc.constantFrom(3, 4), value: fc.option(fc.maxSafeInteger()) }),
    );
    const check = async (place: (typeof lists)[number] | (typeof visible)[number], field: number, value: unknown) => {
      const change = (list: readonly ReceiptLine[]) =>
        list.map((line, at) => (at === place.at ? line.with(field, value as never) : line) as unknown as ReceiptLine);
      const changed =
        'number' in place
          ? {
              ...file,
              receipts: file.receipts.map((each) =>
                each.number === place.number ? { ...each, list: change(each.list) } : each,
              ),
            }
          : { ...file, weeks: { ...file.weeks, [place.weekId]: change(file.weeks[place.weekId] ?? []) } };
      fc.pre(JSON.stringify(changed) !== JSON.stringify(file));
      expect((await checkReceipts(sha256, changed)).findings).not.toEqual([]);
    };
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...lists, ...visible), anyField, (place, { field, value }) =>
        check(place, field, value),
      ),
    );
  });
});

describe('A chain continues from a kept receipt', () => {
  const links = file.receipts.map(({ list: _list, ...link }): ReceiptLink => link);
  const kept = { number: 2, hash: second.hash };

  test.each<[string, boolean, readonly ReceiptLink[]]>([
    ['if every link follows', true, links.slice(1)],
    ['if nothing came after it', true, links.slice(1, 2)],
    ['but not if it is gone', false, []],
    ['but not if it has another hash', false, [{ ...second, hash: first.hash }, third]],
    ['but not if the links begin elsewhere', false, links],
    ['but not if one is left out', false, [second, fourth]],
    ['but not if one was changed', false, [second, { ...third, madeAt: 1 }, fourth]],
    ['but not if one was written anew', false, [second, thirdElsewhere]],
  ])('%s', async (_what, expected, from) => {
    expect(await continues(sha256, kept, from)).toBe(expected);
  });
});

describe('A receipt', () => {
  test('is read by its number and 20 digits of its hash, or all 64', () => {
    const kept = { number: 57, hash: '3f2a91c0'.repeat(8) };
    expect(receiptText(kept)).toBe('Lock receipt 57: 3f2a 91c0 3f2a 91c0 3f2a');
    expect(receiptText(kept, 'whole')).toBe(`Lock receipt 57: ${kept.hash}`);
  });

  test('is late if it was written more than a minute after its lock', () => {
    expect([60_000, 60_001].map((ms) => isLate({ lockAt: 5, madeAt: 5 + ms }))).toEqual([false, true]);
    expect(isLate({ lockAt: null, madeAt: 5 })).toBe(false);
  });
});

const text = await fileText(file);

describe('A file of receipts', () => {
  const nested = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
  const changed = (change: (file: Record<string, unknown>) => object) => JSON.stringify(change(JSON.parse(text)));
  const withLine = (line: readonly unknown[]) => changed((all) => ({ ...all, weeks: { [WEEK_1]: [line] } }));
  const noLine = 'What is visible in week 2026-week1 cannot be read.';

  test('is read as it was written', async () => {
    expect(readReceiptFile(text)).toEqual(file);
    const ofWeek = weekFile(file, WEEK_1);
    expect(readReceiptFile(await fileText(ofWeek))).toEqual(ofWeek);
  });

  test('is the JSON of its parts, with a line for each receipt', () => {
    const lines = file.receipts.map((receipt) => JSON.stringify(receipt)).join(',\n');
    const head = `{"format":"pickem-receipts","version":2,"pool":"${file.pool}"`;
    const visible = `"weeks":${JSON.stringify(weeks)},\n"listed":${JSON.stringify(file.listed)}`;
    expect(text).toBe(`${head},\n"receipts":[\n${lines}\n],\n${visible}}\n`);
  });

  test.each([
    ['nothing', '', 'The file is not complete JSON: it was cut off or changed.'],
    ['a part of it', text.slice(0, -100), 'The file is not complete JSON: it was cut off or changed.'],
    ['only brackets', '['.repeat(1_000_000), 'The file is not complete JSON: it was cut off or changed.'],
    ['other JSON', '{"format":"other"}', 'This is not a file of lock receipts.'],
    ['a deep list', nested, 'This is not a file of lock receipts.'],
    ['null', 'null', 'This is not a file of lock receipts.'],
    [
      'another version',
      changed((all) => ({ ...all, version: 3 })),
      'The file has version 3; this program reads versions up to 2.',
    ],
    [
      'a nested version',
      text.replace('"version":2', `"version":${nested}`),
      'The file has version unknown; this program reads versions up to 2.',
    ],
    ['no pool', changed((all) => ({ ...all, pool: null })), 'The file does not name its pool.'],
    ['no receipts', changed((all) => ({ ...all, receipts: {} })), 'The file has no list of receipts.'],
    [
      'a receipt without a hash',
      changed((all) => ({ ...all, receipts: [first, { ...second, hash: undefined }] })),
      'Receipt 2 in the file is not a receipt.',
    ],
    [
      'a number that is not whole',
      changed((all) => ({ ...all, receipts: [{ ...first, number: 1.5 }] })),
      'Receipt 1 in the file is not a receipt.',
    ],
    [
      'an odd entry',
      changed((all) => ({ ...all, listed: [[ANN, 'owner', 1, null, null, null]] })),
      'The entries and rules in the file cannot be read.',
    ],
    [
      'an author that no hash covers',
      changed((all) => ({ ...all, receipts: [{ ...first, version: 1, by: 'link' }] })),
      'Receipt 1 in the file is not a receipt.',
    ],
    ['no weeks', changed((all) => ({ ...all, weeks: [] })), 'The file does not say what is visible now.'],
    ['a line that is too short', withLine([ANN, 'game:g1', 'home', 1, 5]), noLine],
    ['a line that is too long', withLine([ANN, 'game:g1', 'home', 1, 5, null, null]), noLine],
    ['a line with an odd value', withLine([ANN, 'game:g1', { side: 'home' }, 1, 5, null]), noLine],
    ['a line with an odd time', withLine([ANN, 'game:g1', 'home', 1, '5', null]), noLine],
  ])('is refused in words if it is %s', (_what, odd, problem) => {
    expect(readReceiptFile(odd)).toEqual({ problem });
  });
});
