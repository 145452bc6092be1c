/** The browser of the end-to-end tests: one that is installed, else one that can be installed now. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { aptInstall, mayUseApt } from './apt.ts';
import { findOnPath, isExecutable } from './find-on-path.ts';
import { root } from './root.ts';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const macApps = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** The path of an installed Chromium or Chrome. @throws when CHROMIUM_PATH names none */
export async function installedChromium(): Promise<string | undefined> {
  const chosen = process.env.CHROMIUM_PATH;
  if (chosen) {
    if (isExecutable(chosen)) return chosen;
    throw new Error(`CHROMIUM_PATH is '${chosen}', which is not a program.`);
  }
  return findOnPath(...names) ?? macApps.find(isExecutable) ?? (await playwrightChromium());
}

/** The same, but installs one where there is none. @throws saying what to do */
export async function ensureChromium(): Promise<string> {
  const found = await installedChromium();
  if (found) return found;
  if (mayUseApt()) aptInstall('chromium');
  else downloadWithPlaywright();
  const installed = await installedChromium();
  if (installed) return installed;
  throw new Error('No browser for the tests: install Chromium or Chrome, or name one in CHROMIUM_PATH.');
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
