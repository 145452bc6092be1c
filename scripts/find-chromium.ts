/** Finds the browser of the end-to-end tests, or installs one. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { aptInstall, mayUseApt } from './apt.ts';
import { findOnPath, isExecutable } from './find-on-path.ts';
import { root } from './root.ts';

/** Chromium without windows: the same engine, in three quarters of the time. */
const HEADLESS = 'chromium-headless-shell';
const names = [HEADLESS, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const macApps = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** The path of an installed Chromium or Chrome. @throws if CHROMIUM_PATH names none */
export async function installedChromium(): Promise<string | undefined> {
  const chosen = process.env.CHROMIUM_PATH;
  if (chosen) {
    if (isExecutable(chosen)) return chosen;
    throw new Error(`CHROMIUM_PATH is '${chosen}', which is not a program.`);
  }
  return findOnPath(...names) ?? macApps.find(isExecutable) ?? (await playwrightChromium());
}

/** The path of Chromium, which is installed if it is missing, or if apt has a faster one. @throws saying what to do */
export async function ensureChromium(): Promise<string> {
  if (!process.env.CHROMIUM_PATH && !findOnPath(HEADLESS) && mayUseApt()) installByApt();
  const found = await installedChromium();
  if (found) return found;
  downloadWithPlaywright();
  const downloaded = await installedChromium();
  if (downloaded) return downloaded;
  throw new Error('No browser for the tests: install Chromium or Chrome, or name one in CHROMIUM_PATH.');
}

/** Debian has a package of the headless one, Ubuntu has none. */
function installByApt(): void {
  try {
    aptInstall(HEADLESS);
  } catch (error) {
    if (!findOnPath(...names)) aptInstall('chromium');
    else console.error(error instanceof Error ? error.message : error);
  }
}

async function playwrightChromium(): Promise<string | undefined> {
  const { chromium } = await import('@playwright/test');
  const path = chromium.executablePath();
  return isExecutable(path) ? path : undefined;
}

function downloadWithPlaywright(): void {
  console.error("Downloading Playwright's Chromium ...");
  const cli = join(root, 'node_modules/@playwright/test/cli.js');
  spawnSync(process.execPath, [cli, 'install', 'chromium'], { stdio: ['ignore', 'inherit', 'inherit'] });
}
