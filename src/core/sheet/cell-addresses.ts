/** The addresses of cells and rows in the XML of a workbook. */

/** An address as its cell or row names it; null if its tag is not XML. */
export interface CellAddress {
  readonly tag: 'c' | 'row';
  readonly address: string | null;
}

/** What is no tag, with how it ends. */
const passages = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
] as const;
/** The letters that end a name or stand between attributes. */
const SPACE = ' \t\r\n';
const AFTER_NAME = `${SPACE}/>=`;

/**
 * The addresses of all cells and rows (`r`), in any namespace. Each letter is read once, whatever the text: nothing is looked at again, and
 * the first tag of a cell that is not XML is the last.
 */
export function* cellAddresses(xml: string): Generator<CellAddress> {
  let at = xml.indexOf('<');
  while (at >= 0) {
    const passage = passages.find(([begin]) => xml.startsWith(begin, at));
    if (passage) {
      const end = xml.indexOf(passage[1], at + passage[0].length);
      if (end < 0) return;
      at = xml.indexOf('<', end);
      continue;
    }
    let end = endOfName(xml, at + 1);
    const name = xml.slice(at + 1, end);
    const tag = name.slice(name.lastIndexOf(':') + 1);
    if (tag === 'c' || tag === 'row') {
      for (let next = readAttribute(xml, end); next !== 'end'; next = readAttribute(xml, end)) {
        if (next === 'broken') {
          yield { tag, address: null };
          return;
        }
        if (next.name === 'r') yield { tag, address: next.value };
        end = next.end;
      }
    }
    at = xml.indexOf('<', end);
  }
}

interface Attribute {
  readonly name: string;
  readonly value: string;
  /** Where it ends. */
  readonly end: number;
}

/** The next attribute of a tag. */
function readAttribute(xml: string, from: number): Attribute | 'end' | 'broken' {
  const begin = afterSpace(xml, from);
  if (xml[begin] === '>' || xml.startsWith('/>', begin)) return 'end';
  const nameEnd = endOfName(xml, begin);
  const equals = afterSpace(xml, nameEnd);
  const open = afterSpace(xml, equals + 1);
  const quote = xml[open];
  if (nameEnd === begin || xml[equals] !== '=' || (quote !== '"' && quote !== "'")) return 'broken';
  const close = xml.indexOf(quote, open + 1);
  if (close < 0) return 'broken';
  const value = xml.slice(open + 1, close);
  return value.includes('<') ? 'broken' : { name: xml.slice(begin, nameEnd), value, end: close + 1 };
}

function endOfName(xml: string, from: number): number {
  let at = from;
  while (at < xml.length && !AFTER_NAME.includes(xml.charAt(at))) at += 1;
  return at;
}

function afterSpace(xml: string, from: number): number {
  let at = from;
  while (at < xml.length && SPACE.includes(xml.charAt(at))) at += 1;
  return at;
}
