/** Whether data reached a page by its live connection, or because the page read it again. */
import type { Page } from '@playwright/test';

/** Counts the reads of games and picks from now on, so that a test can recognize live updates. */
export function countReads(page: Page, what = /\/(games|matchup|picks|standings)$/): () => number {
  let count = 0;
  page.on('request', (request) => {
    if (what.test(request.url())) count += 1;
  });
  return () => count;
}

/** Resolves when a live connection that is opened from now on has delivered an update. */
export function liveUpdate(page: Page): Promise<void> {
  return new Promise((resolve) => {
    page.on('websocket', (socket) => socket.once('framereceived', () => resolve()));
  });
}
