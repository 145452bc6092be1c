import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { gameColumns, optionalGameColumns, optionalPickColumns, pickColumns } from '#core/csv-columns.ts';
import { readCsv } from '#server/cli/export.ts';
import { placePicks } from '#server/cli/picks-places.ts';
import { parsePicks } from '#server/cli/picks-rows.ts';
import { readSeason } from '#server/season/season-rows.ts';
import { aGame } from '#tests/core-samples.ts';

const text = 'Season;Week;Player;Pick\r\n2024;1;Zo\u00eb;KC\r\n';
const utf16 = Buffer.from(`\ufeff${text}`, 'utf16le');

describe('A file on the disk', () => {
  let folder: string;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'pickem-csv-'));
  });

  afterAll(() => rmSync(folder, { recursive: true }));

  function write(bytes: Uint8Array): string {
    const file = join(folder, 'picks.csv');
    writeFileSync(file, bytes);
    return file;
  }

  function read(bytes: Uint8Array) {
    const told = vi.spyOn(console, 'error').mockReturnValue();
    const { rows, flaws } = readCsv(write(bytes), pickColumns);
    const notices = told.mock.calls.flat();
    told.mockRestore();
    return { players: rows.map((row) => row.get('player')), flaws, notices };
  }

  it.each([
    ['UTF-8', Buffer.from(text)],
    ['UTF-8 with a byte order mark', Buffer.from(`\ufeff${text}`)],
    ['UTF-16, little-endian', utf16],
    ['UTF-16, big-endian', Buffer.from(utf16).swap16()],
  ])('may be %s', (_encoding, bytes) => {
    expect(read(bytes)).toEqual({ players: ['Zo\u00eb'], flaws: [], notices: [] });
  });

  it('is read as Windows-1252 if it is not UTF-8, which is reported', () => {
    const { players, flaws, notices } = read(Buffer.from(text, 'latin1'));
    expect({ players, flaws }).toEqual({ players: ['Zo\u00eb'], flaws: [] });
    expect(notices).toEqual([expect.stringMatching(/picks\.csv is not UTF-8\. It was read as Windows-1252/)]);
  });

  it('is refused with a clear message if it is a workbook', () => {
    const message = 'This is an Excel workbook. Save it as CSV and import that.';
    for (const bytes of [
      [0x50, 0x4b, 3, 4, 0x14, 0, 0xff],
      [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1],
    ]) {
      expect(read(Uint8Array.from(bytes))).toEqual({
        players: [],
        flaws: [{ line: 1, column: 1, message }],
        notices: [],
      });
    }
  });

  it('is read or refused with a clear message, whatever its bytes', () => {
    const told = vi.spyOn(console, 'error').mockReturnValue();
    const cells = fc.constantFrom(
      '2024',
      '1',
      'Ann',
      'KC',
      'New York',
      '',
      '"',
      '"a""b"',
      '\u2028',
      '__proto__',
      '\ud83c',
    );
    const separator = fc.constantFrom(',', ';', '\t', '\r', '\r\n', 'sep=;\n');
    const anyTable = fc.tuple(
      fc.constantFrom(pickColumns, [...gameColumns, ...optionalGameColumns]),
      separator,
      fc.array(fc.tuple(cells, separator)),
    );
    const anyText = anyTable.map(([header, first, rest]) => `${header.join(first)}\n${rest.flat().join('')}`);
    const anyBytes = fc.oneof(
      fc.uint8Array({ maxLength: 300 }),
      anyText.map((each) => Buffer.from(each)),
      anyText.map((each) => Buffer.from(`\ufeff${each}`, 'utf16le')),
    );
    fc.assert(
      fc.property(anyBytes, (bytes) => {
        const file = write(bytes);
        const { rows, flaws } = readCsv(file, pickColumns, optionalPickColumns);
        placePicks(parsePicks(rows, flaws), [aGame({ weekId: '2024-week1', away: 'BAL', home: 'KC' })], flaws);
        const season = readSeason(readCsv(file, gameColumns, optionalGameColumns), 2024);
        for (const flaw of [...flaws, ...season.flaws]) expect(flaw.message).toMatch(/\.$|^.+: Display name .+$/);
      }),
    );
    told.mockRestore();
  });
});
