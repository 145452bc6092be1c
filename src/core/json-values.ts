import { endOfString } from './json-depth.ts';

const [QUOTE, COMMA, BRACKET, BRACE] = ['"', ',', '[', '{'].map((sign) => sign.charCodeAt(0));

/**
 * Whether a JSON text has more than about `most` values, each of which takes memory, however short its text. Reads the text once, without
 * parsing it.
 */
export function hasMoreValues(text: string, most: number): boolean {
  let count = 1;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charCodeAt(at);
    if (sign === QUOTE) at = endOfString(text, at);
    else if (sign === COMMA || sign === BRACKET || sign === BRACE) {
      count += 1;
      if (count > most) return true;
    }
  }
  return false;
}
