import type { Page, Response } from '@playwright/test';
import { signInToDemo } from './demo-login.ts';
import { expect, test } from './support/test.ts';

test.use({ onlyReads: true, size: 'desktop' });

for (const path of ['/matchup', '/scoreboard']) {
  test(`${path} fetches each of its scripts once, without import cycles`, { tag: '@long' }, async ({ page }) => {
    await signInToDemo(page, 'alex', '/profile');
    await page.waitForLoadState('networkidle');
    const scripts = collectScripts(page);
    await page.goto(path);
    await expect(page.getByRole('rowheader').or(page.getByRole('listitem')).first()).toBeVisible();
    await page.waitForLoadState('networkidle');

    const fetched = await scripts();
    const names = fetched.map(({ name }) => name);
    expect(names.length).toBeGreaterThan(5);
    expect(names).toEqual([...new Set(names)]);
    const imports = new Map(fetched.map(({ name, text }) => [name, importsOf(text)]));
    for (const name of names) expect(reachable(imports, name), `what ${name} imports`).not.toContain(name);
  });
}

/** React schedules its work with messages to itself: about twenty while a page opens, thousands if it waits in a busy loop. */
const MOST_MESSAGES = 500;

test('nothing renders in a busy loop while a page opens', async ({ page }) => {
  await page.addInitScript(countMessages);
  await signInToDemo(page, 'alex', '/matchup');
  await expect(page.getByRole('rowheader').or(page.getByRole('listitem')).first()).toBeVisible();
  await page.waitForLoadState('networkidle');
  const messages = await page.evaluate(() => (window as unknown as { messages: number }).messages);
  expect(messages).toBeGreaterThan(0);
  expect(messages).toBeLessThan(MOST_MESSAGES);
});

/** Runs in the page. */
function countMessages(): void {
  const counter = Object.assign(window, { messages: 0 });
  const post = MessagePort.prototype.postMessage;
  MessagePort.prototype.postMessage = function (this: MessagePort, message: unknown, options?: unknown) {
    counter.messages += 1;
    post.call(this, message, options as StructuredSerializeOptions);
  };
}

interface Script {
  readonly name: string;
  readonly text: string;
}

/** The scripts of the app that a page fetches from now on. */
function collectScripts(page: Page): () => Promise<Script[]> {
  const fetched: Promise<Script>[] = [];
  const collect = (response: Response): void => {
    const name = /\/assets\/app\/([^/]+\.js)$/.exec(response.url())?.[1];
    if (name) fetched.push(response.text().then((text) => ({ name, text })));
  };
  page.on('response', collect);
  return () => {
    page.off('response', collect);
    return Promise.all(fetched);
  };
}

/** The scripts that must be loaded before a script can run. */
function importsOf(text: string): string[] {
  return [...text.matchAll(/(?:from|import)\s*["']\.\/([^"']+)["']/g)].map(([, name = '']) => name);
}

function reachable(imports: ReadonlyMap<string, readonly string[]>, from: string): Set<string> {
  const found = new Set<string>();
  const waiting = [...(imports.get(from) ?? [])];
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (found.has(name)) continue;
    found.add(name);
    waiting.push(...(imports.get(name) ?? []));
  }
  return found;
}
