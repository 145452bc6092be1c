/** What the cases that measure a phone share: two browsers, and lines about the work of their pages. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import type { Browser } from '@playwright/test';
import { chromium } from '@playwright/test';
import { ensureChromium } from '../../scripts/find-chromium.ts';
import { root } from '../../scripts/root.ts';
import type { Aim, Line, Round } from '../measure.ts';
import { median, ratioOf } from '../measure.ts';
import { startOwn } from '../servers.ts';
import type { BusyPage } from './busy-page.ts';

/** One frame at 60 a second: what takes no longer is not noticed. */
export const FRAME: Aim = { of: 'own', is: 'below', value: 16 };

/** A browser of its own for each page, and the port of our server. */
export interface Phones {
  readonly own: Browser;
  readonly raw: Browser;
  readonly port: number;
}

/** Builds the web app and serves it from a database, for as long as `act` takes. */
export async function withPhones<T>(location: string, act: (phones: Phones) => Promise<T>): Promise<T> {
  const build = spawnSync(process.execPath, [join(root, 'scripts/build.ts'), '--if-stale'], { stdio: 'inherit' });
  if (build.status !== 0) throw new Error('The web app could not be built.');
  const executablePath = await ensureChromium();
  const args = ['--no-sandbox', '--disable-gpu', '--disable-background-networking'];
  const server = await startOwn(location);
  const own = await chromium.launch({ executablePath, args });
  const raw = await chromium.launch({ executablePath, args });
  try {
    return await act({ own, raw, port: server.port });
  } finally {
    await Promise.all([own.close(), raw.close()]);
    await server.kill();
  }
}

/** What keeps figures of our page from counting. */
export async function problemsOf({ page }: BusyPage): Promise<string[]> {
  const isLost = await page.getByText('Connection lost').isVisible();
  return isLost ? ['the page lost its connection'] : [];
}

interface LineExtras {
  readonly unit?: Line['unit'];
  readonly aim?: Aim;
  readonly problems: readonly string[];
}

export function lineOf(name: string, rounds: readonly Round[], { unit = 'ms', aim, problems }: LineExtras): Line {
  return {
    name,
    engine: null,
    unit,
    own: median(rounds.map(({ own }) => own)),
    raw: median(rounds.map(({ raw }) => raw)),
    ratio: rounds.every(({ raw }) => raw > 0) ? ratioOf(rounds) : null,
    p50: null,
    p99: null,
    rawP99: null,
    aim: aim ?? null,
    problems,
  };
}
