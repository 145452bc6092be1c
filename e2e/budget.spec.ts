import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { root } from '../scripts/root.ts';
import { signInToDemo } from './demo-login.ts';
import { expect, test } from './support/test.ts';

test.use({ onlyReads: true, size: 'desktop' });

/** The limit of any first screen, in kilobytes of 1000 bytes, with the best gzip compression. */
const SCRIPTS = 160;
const STYLES = 15;
const screens = ['/login', '/', '/picks', '/matchup', '/scoreboard'] as const;
/** The one with the most scripts and styles. A long run weighs the others, too. */
const heaviest = '/';

const ANSWER_MS = 1000;

/** The size of the inline script. */
function ownScript(): number {
  const page = readFileSync(join(root, 'dist/web/index.html'), 'utf8');
  return gzipSync(/<script>(.*?)<\/script>/s.exec(page)?.[1] ?? '', { level: 9 }).length;
}

/** All scripts and styles that a page loads by itself, until no more are requested. */
async function filesOf(page: Page, path: string): Promise<Map<string, number>> {
  const files = new Map<string, number>([['at the top of the page .js', ownScript()]]);
  // No late request of the previous screen is counted.
  await page.goto('about:blank');
  page.on('request', (request) => {
    const file = new URL(request.url()).pathname;
    if (/\.(js|css)$/.test(file))
      files.set(file, gzipSync(readFileSync(join(root, 'dist/web', file)), { level: 9 }).length);
  });
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.waitForLoadState('networkidle');
  return files;
}

function sum(files: ReadonlyMap<string, number>, ending: string): number {
  return [...files].reduce((total, [file, bytes]) => total + (file.endsWith(ending) ? bytes : 0), 0) / 1000;
}

for (const path of screens) {
  test(`${path} loads at most ${SCRIPTS} KB of scripts and ${STYLES} KB of styles`, {
    tag: path === heaviest ? [] : '@long',
  }, async ({ page }) => {
    if (path !== '/login') await signInToDemo(page, 'alex');
    const files = await filesOf(page, path);
    const sizes = [...files].map(([file, bytes]) => `${file} ${bytes}`).join('\n');
    test
      .info()
      .annotations.push({ type: 'size', description: `${sum(files, '.js')} KB js, ${sum(files, '.css')} KB css` });
    expect(files.size).toBeGreaterThan(4);
    expect(sum(files, '.js'), sizes).toBeLessThanOrEqual(SCRIPTS);
    expect(sum(files, '.css'), sizes).toBeLessThanOrEqual(STYLES);
  });
}

test('on the second visit, no call of the first screen waits for another', { tag: '@long' }, async ({ page }) => {
  await signInToDemo(page, 'alex', '/picks');
  await expect(page.getByRole('article').first()).toBeVisible();
  await page.waitForLoadState('networkidle');
  // Replies take long enough to distinguish calls that wait for another from those that do not.
  await page.route(/\/api\/(session|pools)/, async (route) => {
    await pause(ANSWER_MS);
    await route.continue();
  });
  await page.reload();
  await expect(page.getByRole('article').first()).toBeVisible();
  await page.waitForLoadState('networkidle');
  const calls = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter(({ name }) => /\/api\/(session|pools)/.test(name))
      .map((entry) => ({
        name: new URL(entry.name).pathname,
        begins: entry.startTime,
        ends: (entry as PerformanceResourceTiming).responseEnd,
      })),
  );
  expect(calls.length).toBeGreaterThanOrEqual(5);
  const names = calls.map(({ name }) => name);
  expect(new Set(names).size, names.join()).toBe(names.length);
  const [lastBegin, firstEnd] = [
    Math.max(...calls.map(({ begins }) => begins)),
    Math.min(...calls.map(({ ends }) => ends)),
  ];
  expect(lastBegin, JSON.stringify(calls)).toBeLessThan(firstEnd);
});
