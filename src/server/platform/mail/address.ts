/** The addresses that browsers accept in `<input type="email">`, with a dot in the domain; no list, no comment, no quotes. */
const ADDRESS = /^[\w.!#$%&'*+/=?^`{|}~-]+@(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/i;

/** Normalizes an address for accounts. */
export function tidyEmail(text: string): string {
  return text.trim().toLowerCase();
}

/** Whether mail servers would accept an address; the rule of section 5 allows more. */
export function isMailable(email: string): boolean {
  return email.length <= 254 && ADDRESS.test(email);
}
