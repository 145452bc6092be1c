/** The text of a response; null if it is longer than so many characters. */
export async function readText({ body }: Response, longest: number): Promise<string | null> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of body ?? []) {
    text += decoder.decode(chunk as Uint8Array, { stream: true });
    if (text.length > longest) return null;
  }
  return text + decoder.decode();
}
