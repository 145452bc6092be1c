/** The baseline of the talk: all messages as paragraphs in a list that scrolls, without a framework. */

/** Runs in the page. */
export function drawPlainTalk(texts: readonly string[]): void {
  document.body.innerHTML = '<div role="log" style="height: 500px; overflow-y: auto; font: 16px sans-serif"></div>';
  const log = document.querySelector('div');
  log?.append(
    ...texts.map((text) => {
      const line = document.createElement('p');
      line.textContent = text;
      return line;
    }),
  );
  log?.scrollTo(0, log.scrollHeight);
}

/** Runs in the page: one more message, and the list moves to it. */
export function addPlainMessage(text: string): void {
  const log = document.querySelector('div');
  const line = document.createElement('p');
  line.textContent = text;
  log?.append(line);
  log?.scrollTo(0, log.scrollHeight);
}
