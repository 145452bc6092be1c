import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContext, Locator, Page, Response } from '@playwright/test';
import { expect, test } from '@playwright/test';
import type { AxeResults, RunOptions } from 'axe-core';
import { isLong } from '#tests/long.ts';
import { root } from '../../scripts/root.ts';

export const themes = ['light', 'dark'] as const;
export type Theme = (typeof themes)[number];

/** Signs in with the call of the sign-in form, and opens a page as that person. */
export async function signIn(page: Page, email: string, password: string, path = '/'): Promise<void> {
  const headers = { 'sec-fetch-site': 'same-origin', 'user-agent': await page.evaluate(() => navigator.userAgent) };
  const answer = await page.request.post('/api/auth/sign-in', { headers, data: { email, password } });
  expect(answer.status(), `sign-in of ${email}`).toBe(200);
  await page.goto(path);
}

/** Ends the session of a browser on a server, if there is one. */
export async function signOut(context: BrowserContext, server: string): Promise<void> {
  const headers = { 'sec-fetch-site': 'same-origin' };
  // The server closes connections that have been idle for long.
  const answer = await context.request.post(`${server}/api/auth/sign-out`, { headers, maxRetries: 2 });
  expect(answer.status(), 'sign-out').toBe(200);
}

/** The response to the page's next change (PATCH). */
export function nextChange(page: Page): Promise<Response> {
  return page.waitForResponse((response) => response.request().method() === 'PATCH');
}

/** Runs an action on the current page in each theme, and then restores the theme. */
export async function inBothThemes(page: Page, act: (theme: Theme) => Promise<void>): Promise<void> {
  const own = await page.evaluate(() => document.documentElement.dataset.theme as Theme);
  for (const theme of themes) {
    await test.step(`in the ${theme} theme`, async () => {
      await page.evaluate(showTheme, theme);
      await act(theme);
    });
  }
  await page.evaluate(showTheme, own);
}

/** Runs in the page. Sets the theme and finishes its color transitions. */
function showTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
  for (const each of document.getAnimations()) if (each instanceof CSSTransition) each.finish();
}

/** Accessible names begin with the visible text, or voice control would not find them. Axe checks this only on request. */
const SEEN_IS_HEARD = 'label-content-name-mismatch';

/** The axe rules about colors, which are the only difference between the themes. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/** Expects that neither of two visible elements covers a part of the other. */
export async function expectSeparate(one: Locator, other: Locator): Promise<void> {
  await expect
    .poll(async () => {
      const [a, b] = await Promise.all([one.boundingBox(), other.boundingBox()]);
      return a !== null && b !== null && (a.y + a.height <= b.y || b.y + b.height <= a.y);
    })
    .toBe(true);
}

const axeSource = readFileSync(join(root, 'node_modules/axe-core/axe.min.js'), 'utf8');

/** Expects no barriers for people who do without sight, mouse or colors, as far as axe can detect them. */
export async function expectNoBarriers(page: Page, only?: readonly string[]): Promise<void> {
  if (await page.evaluate(() => !('axe' in window))) await page.evaluate(axeSource);
  const { violations } = await page.evaluate(runAxe, {
    resultTypes: ['violations'],
    ...(only ? { runOnly: [...only] } : { rules: { [SEEN_IS_HEARD]: { enabled: true } } }),
  } satisfies RunOptions);
  const found = violations.flatMap(({ id, help, nodes }) =>
    nodes.map((node) => `${id}: ${help}: ${node.target.join(' ')} ${node.failureSummary ?? ''}`),
  );
  expect(found, 'findings of axe').toEqual([]);
}

/** Runs in the page. */
function runAxe(options: RunOptions): Promise<AxeResults> {
  return (window as unknown as { axe: typeof import('axe-core') }).axe.run(document, options);
}

/** All checks in the first theme, and those of colors in the second. */
export function expectNoBarriersInBothThemes(page: Page): Promise<void> {
  return inBothThemes(page, (theme) => expectNoBarriers(page, theme === themes[0] ? undefined : COLOUR_RULES));
}

/** `expectNoBarriers` in a long run. The usual run looks at the screens and dialogs of every-screen.spec.ts alone. */
export async function checkAxe(page: Page): Promise<void> {
  if (isLong) await expectNoBarriers(page);
}

/** `expectNoBarriersInBothThemes` in a long run. */
export async function checkAxeInBothThemes(page: Page): Promise<void> {
  if (isLong) await expectNoBarriersInBothThemes(page);
}
