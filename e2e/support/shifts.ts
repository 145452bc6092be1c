import type { Page } from '@playwright/test';
import { expect } from '@playwright/test';

/** Too small to be seen: the loading name shifts by this little when its font loads. */
export const UNSEEN_SHIFT = 0.001;

interface Shift {
  readonly value: number;
  readonly what: string;
}

interface ShiftEntry {
  readonly value: number;
  readonly sources: readonly { readonly node: Node | null }[];
}

/** Records all layout shifts of every page from now on, including those shortly after a tap. */
export async function noteShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const found: Shift[] = [];
    Object.assign(window, { found });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as unknown as ShiftEntry[]) {
        const what = entry.sources.map(({ node }) => node?.parentElement?.outerHTML.slice(0, 200) ?? '');
        found.push({ value: entry.value, what: what.join(' ') });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/** Compares the layout shift of the page since the last call with a limit. */
export async function expectShiftBelow(page: Page, most: number, where = 'layout shift'): Promise<void> {
  const shifts = await page.evaluate(() => (window as unknown as { found: Shift[] }).found.splice(0));
  const sum = shifts.reduce((total, { value }) => total + value, 0);
  expect.soft(sum, `${where}: ${JSON.stringify(shifts)}`).toBeLessThan(most);
}
