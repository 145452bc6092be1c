import { describe, expect, it } from 'vitest';
import { cellAddresses } from './cell-addresses.ts';

const addressesIn = (xml: string) => [...cellAddresses(xml)].map(({ tag, address }) => `${tag} ${address}`);

describe('The addresses of cells and rows', () => {
  it.each<[string, string, string[]]>([
    [
      'of cells and rows',
      '<row r="1"><c r="A1"><v>1</v></c><c t="s" r=\'B1\' s="2"/></row>',
      ['row 1', 'c A1', 'c B1'],
    ],
    ['in a namespace', '<x:row\n r = "2"><x:c\tr="A2"/></x:row>', ['row 2', 'c A2']],
    ['behind a > in another attribute', '<c t="a>b" r="ZZZ9"/>', ['c ZZZ9']],
    ['each, if one has two', '<c r="A1" r="ZZZ9"/>', ['c A1', 'c ZZZ9']],
    ['none of other tags and attributes', '<col r="1"/><cols/><c/><row ht="3"></row><c xr="A1"/><v>c r="A1"</v>', []],
    ['none in comments and texts', `<!-- it's <c r="B1 --><v><![CDATA[<c r="C1">]]></v><c r="A1"/>`, ['c A1']],
    ['none after a comment that is never closed', '<c r="A1"/><!-- <c r="B1"/>', ['c A1']],
    ['that are broken, as the last', '<c r=A1/><c r="B1"/>', ['c null']],
    ['without an end', '<c r="A1', ['c null']],
    ['cut within a tag', '<c r="A1" ', ['c A1', 'c null']],
    ['with a tag in a value', '<c r="A1<c r="B1"/>', ['c null']],
  ])('%s', (_, xml, addresses) => {
    expect(addressesIn(xml)).toEqual(addresses);
  });

  // At these lengths, work that grows with the square takes longer than a test may.
  it.each([
    '<c ',
    '<c a ',
    '<c r',
    "<c a='",
    '<c r="',
    '<x:',
    '<!--',
    '<![CDATA[',
    '<c a="1" ',
    '<',
    ' ',
    'c:',
    '<c a=""/>',
  ])('are found in a text of many times %j', (part) => {
    const text = part.repeat(200_000);
    expect(addressesIn(text).length).toBeLessThan(2);
    expect(addressesIn(`<c ${text}`).length).toBeLessThan(2);
  });
});
