import { describe, expect, it } from 'vitest';
import { csvRecords } from '#core/csv-text.ts';
import { csvLine } from './csv.ts';

function valuesOf(text: string): string[][] {
  return [...csvRecords(text)].map((record) => record.map((field) => field.value));
}

describe('A line of CSV', () => {
  it.each(['a;b', 'a\tb', 'a,b'])('is written so that no program splits the field: %j', (text) => {
    expect(csvLine([text, 1])).toBe(`"${text}",1\n`);
  });

  it.each([
    ...['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', ' =1', '\n=1', "'=1"],
    ...['\uff1d1', '\uff0b1', '\uff0d1', '\uff201', '\ufe661', '\u22121'],
    ...['\u200b=1', '\ufeff=1', '\u00ad+1', '\u202e-1', '\u3164\u2060@A1', '\u200b\uff1d1'],
  ])('is written so that no spreadsheet runs it: %j', (text) => {
    expect(valuesOf(csvLine([text, -1, 'a=1']))).toEqual([[`'${text}`, '-1', 'a=1']]);
  });
});
