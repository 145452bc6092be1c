/**
 * Copies a text. At an address without encryption browsers have no clipboard, but copy what is selected.
 * @throws if the browser does not allow it
 */
export async function copyText(text: string): Promise<void> {
  if (isSecureContext) await navigator.clipboard.writeText(text);
  else copySelected(text);
}

function copySelected(text: string): void {
  const { activeElement } = document;
  // An open dialog makes everything outside of it inert.
  const place = document.querySelector('dialog:modal') ?? document.body;
  const field = document.createElement('textarea');
  field.value = text;
  field.readOnly = true;
  field.className = 'sr-only';
  place.append(field);
  field.select();
  field.setSelectionRange(0, text.length);
  const isCopied = document.execCommand('copy');
  field.remove();
  if (activeElement instanceof HTMLElement) activeElement.focus();
  if (!isCopied) throw new Error('The browser copied nothing.');
}
