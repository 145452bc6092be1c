import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { storedZip } from '#core/sheet/zip.ts';
import { workbook } from '#tests/workbook.ts';
import { readFile } from './read-file.ts';

async function refusalOf(bytes: Uint8Array): Promise<string> {
  const content = await readFile(bytes);
  return 'refusal' in content ? content.refusal : 'It was read.';
}

async function rowsOf(bytes: Uint8Array): Promise<unknown> {
  const content = await readFile(bytes);
  return 'tables' in content ? content.tables.map(({ name, rows }) => [name, rows]) : content.refusal;
}

const text = (content: string): Uint8Array => new TextEncoder().encode(content);

beforeEach(() => {
  vi.spyOn(console, 'warn').mockReturnValue();
});
afterEach(() => {
  vi.restoreAllMocks();
});

describe('A file', () => {
  it('may be CSV, in any encoding', async () => {
    expect(await rowsOf(text('a;b\n1;2'))).toEqual([
      [
        '',
        [
          ['a', 'b'],
          ['1', '2'],
        ],
      ],
    ]);
    expect(await rowsOf(Buffer.from('\uFEFFZoë\tKC', 'utf16le'))).toEqual([['', [['Zoë', 'KC']]]]);
  });

  it('may be a workbook with several sheets; dates are marked', async () => {
    const bytes = workbook({
      'Week 1': [
        ['Game', 'Sam'],
        ['BUF @ KC', 'KC'],
        ['Points', 7.5],
        ['Record', { serial: 45811 }],
      ],
      'Week 2': [['x', '']],
      Empty: [],
    });
    expect(await rowsOf(bytes)).toEqual([
      [
        'Week 1',
        [
          ['Game', 'Sam'],
          ['BUF @ KC', 'KC'],
          ['Points', '7.5'],
          ['Record', { date: 'June 3' }],
        ],
      ],
      ['Week 2', [['x']]],
    ]);
  });

  it('may be a large packed workbook, which is unpacked without workers', async () => {
    const rows = Array.from({ length: 3000 }, (_, at) => [`Player ${at}`, ...Array.from({ length: 16 }, () => 'KC')]);
    const content = await readFile(workbook({ Picks: rows }, true));
    expect('tables' in content && content.tables[0]?.rows.length).toBe(3000);
  });

  it.each([
    ['empty', new Uint8Array(), 'This file is empty.'],
    ['only blank', text(' ,\n,'), 'This file has no cells with text.'],
    ['an image', Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAAB', 'base64'), /isn't a CSV file or an Excel workbook/],
    ['an old workbook', Buffer.from('d0cf11e0a1b11ae1', 'hex'), /old \(\.xls\) or password-protected/],
    ['cut', workbook({ A: [['a']] }).subarray(0, 300), /damaged/],
    ['another archive', storedZip([['content.xml', text('<a/>')]]), /isn't a CSV file or an Excel workbook/],
    ['a workbook of nonsense', storedZip([['xl/workbook.xml', text('<')]]), /damaged/],
    ['a text with a broken quote', text('a,"b'), 'Line 1, character 3: This quote is never closed.'],
    ['too long', text('a\n'.repeat(20_001)), /At most 20,000 rows and 400 columns/],
    ['too wide', text('a,'.repeat(401)), /At most 20,000 rows/],
    [
      'a workbook with a cell far away',
      workbook({ A: [['a']] }, false, '<row r="2"><c r="XFD2"><v>1</v></c></row>'),
      /At most/,
    ],
    [
      'a workbook with a row far away',
      workbook({ A: [['a']] }, false, '<row r="99999999"><c r="A99999999"/></row>'),
      /damaged/,
    ],
  ])('is refused if it is %s', async (_what, bytes, refusal) => {
    expect(await refusalOf(bytes)).toMatch(refusal);
  });

  it('may name addresses in comments and texts of a workbook', async () => {
    const bytes = workbook(
      { A: [['a <c r="ZZZ1">']] },
      false,
      `<!-- it's <c r="ZZZ1 --><row r="2"><c r='A2' t="n"><v>1</v></c></row>`,
    );
    expect(await rowsOf(bytes)).toEqual([['A', [['a <c r="ZZZ1">'], ['1']]]]);
  });

  it('has the names of its tables cut, as their texts', async () => {
    const content = await readFile(workbook({ ['W'.repeat(10_000)]: [['a'.repeat(10_000)]] }));
    const [table] = 'tables' in content ? content.tables : [];
    expect([table?.name.length, String(table?.rows[0]?.[0]).length]).toEqual([200, 200]);
  });

  it('is refused if it unpacks to more than it says', async () => {
    const bytes = workbook({ A: [['a']] }, true);
    const view = new DataView(bytes.buffer);
    const start = view.getUint32(bytes.length - 22 + 16, true);
    expect(view.getUint16(start + 10, true)).toBe(8);
    view.setUint32(start + 24, 3, true);
    expect(await refusalOf(bytes)).toMatch(/damaged/);
  });
});
