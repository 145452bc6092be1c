/** What browsers take for an address in `<input type="email">`, with a dot in the domain; no list, no comment, no quotes. */
const ADDRESS = /^[\w.!#$%&'*+/=?^`{|}~-]+@(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/i;

/** An address as accounts keep it. */
export function tidyEmail(text: string): string {
  return text.trim().toLowerCase();
}

/** Whether mail servers would take an address; the rule of section 5 lets more pass. */
export function isMailable(email: string): boolean {
  return email.length <= 254 && ADDRESS.test(email);
}
