/**
 * `npm run screens`: takes a picture of every screen of a new demo league, on a phone and on a desktop, into docs/screens. Phones are
 * dark and desktops light; a screen whose themes differ in more than color is taken in both. `-- picks home` takes only screens whose
 * names begin so. `-- --both` takes each in both themes, into .build/screens.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Browser, Page } from '@playwright/test';
import { chromium } from '@playwright/test';
import { DEMO_PASSWORD } from '#server/demo/league.ts';
import { ensureChromium } from './find-chromium.ts';
import { freePort } from './free-port.ts';
import { startGuarded } from './guard.ts';
import { root } from './root.ts';
import type { Shot } from './shots.ts';
import { choosePool, formatShots, shots } from './shots.ts';

const sizes = {
  phone: { theme: 'dark', viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
  desktop: { theme: 'light', viewport: { width: 1280, height: 800 } },
} as const;
const themes = ['dark', 'light'] as const;

const takesBoth = process.argv.includes('--both');
const folder = join(root, takesBoth ? '.build/screens' : 'docs/screens');
const wanted = process.argv.slice(2).filter((each) => each !== '--both');
const chosen = [...shots, ...formatShots].filter(
  ({ name }) => wanted.length === 0 || wanted.some((part) => name.startsWith(part)),
);
const SETTLED_MS = 900;

const data = mkdtempSync(join(tmpdir(), 'pickem-screens-'));
const port = await freePort();
const url = `http://localhost:${port}`;
const server = startGuarded({
  command: process.execPath,
  args: [join(root, 'src/server/main.ts'), '--demo'],
  env: { ...process.env, PORT: String(port), DEMO_FILE: join(data, 'demo.db') },
  remove: data,
});
try {
  await opened();
  mkdirSync(folder, { recursive: true });
  const browser = await chromium.launch({
    executablePath: await ensureChromium(),
    args: ['--no-sandbox', '--disable-gpu'],
  });
  for (const size of Object.keys(sizes) as (keyof typeof sizes)[]) {
    for (const theme of themes) await takeAll(browser, size, theme);
  }
  await browser.close();
} finally {
  await server.stop();
  rmSync(data, { recursive: true, force: true });
}

async function opened(): Promise<void> {
  const { stdout } = server.process;
  if (!stdout) throw new Error('The demo league says nothing.');
  for await (const line of createInterface({ input: stdout })) if (line.includes('is open at')) return;
  throw new Error('The demo league did not start.');
}

/** Groups the screens by visitor, so that each signs in once. */
async function takeAll(browser: Browser, size: keyof typeof sizes, theme: (typeof themes)[number]): Promise<void> {
  const { theme: usual, ...device } = sizes[size];
  const taken = chosen.filter((shot) => takesBoth || shot.hasTwoLooks || theme === usual);
  for (const [who, each] of Map.groupBy(taken, (shot) => shot.who)) {
    const context = await browser.newContext({
      ...device,
      baseURL: url,
      colorScheme: theme,
      timezoneId: 'America/New_York',
      serviceWorkers: 'block',
    });
    const page = await context.newPage();
    if (who !== undefined) {
      await signIn(page, who);
      // The last pool of the pictures before is still chosen.
      await choosePool(page, 'Sunday Legends');
    }
    for (const shot of each) {
      const suffix = takesBoth || shot.hasTwoLooks ? `-${theme}` : '';
      await take(page, shot, `${shot.name}-${size}${suffix}.webp`);
    }
    await context.close();
  }
}

async function signIn(page: Page, who: string): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Email').fill(`${who}@demo.pickem`);
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
  await page.keyboard.press('Enter');
  await page.waitForURL('/');
}

async function take(page: Page, { path, act }: Shot, file: string): Promise<void> {
  await page.goto(path);
  await settle(page);
  if (act) {
    await act(page);
    await settle(page);
  }
  const picture = await page.screenshot({
    path: join(folder, file),
    type: 'webp',
    quality: 90,
    animations: 'disabled',
  });
  console.log(`${file} ${Math.round(picture.length / 1000)} KB`);
}

/** Waits until nothing loads and nothing moves. */
async function settle(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.waitForFunction(() => document.querySelector('[aria-busy="true"]') === null);
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  await page.waitForTimeout(SETTLED_MS);
}
