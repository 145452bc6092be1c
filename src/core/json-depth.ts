/**
 * Where arrays and objects in a JSON text nest more than `most` levels deep: the offset of the first bracket beyond, null if there is none.
 * Deeper values can't be walked or written again safely, on any engine. Reads the text once and never recurses.
 */
export function tooDeepAt(text: string, most: number): number | null {
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at];
    if (sign === '"') at = endOfString(text, at);
    else if (sign === ']' || sign === '}') depth -= 1;
    else if (sign === '[' || sign === '{') {
      depth += 1;
      if (depth > most) return at;
    }
  }
  return null;
}

/** The offset of the quote that ends a string; that of the end of the text if none does. */
export function endOfString(text: string, begin: number): number {
  let at = begin + 1;
  for (;;) {
    const end = text.indexOf('"', at);
    if (end === -1) return text.length;
    let slashes = 0;
    while (text[end - 1 - slashes] === '\\') slashes += 1;
    if (slashes % 2 === 0) return end;
    at = end + 1;
  }
}
