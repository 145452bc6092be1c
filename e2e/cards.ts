import type { Locator, Page } from '@playwright/test';
import type { Side } from '#core/types.ts';

/** The cards of games that can still be picked. */
export function openCards(page: Page): Locator {
  return page.getByRole('article').filter({ has: page.locator('[data-side]:enabled') });
}

/** The half of a card that picks a side. */
export function half(card: Locator, side: Side): Locator {
  return card.locator(`[data-side="${side}"]`);
}

/** The line of games that were over when the page was opened; a tap shows their cards. */
export function endedLine(page: Page | Locator, text: string | RegExp): Locator {
  return page.getByRole('button', { name: text, expanded: false });
}
