import { setTimeout as pause } from 'node:timers/promises';
import type { Browser, CDPSession, Page } from '@playwright/test';

/** A phone is about this many times slower than a desktop. */
const SLOW_DOWN = 4;
/** Long enough for a change to arrive and to be drawn. */
const WINDOW_MS = 700;
const SETTLE_MS = 1500;

/** A page on a slow phone whose work can be measured. */
export interface BusyPage {
  readonly page: Page;
  /** How long the main thread is at work for what `act` brings about, in ms, beyond what it does anyhow. */
  cost(act: () => Promise<void>): Promise<number>;
}

interface Where {
  readonly port: number;
  readonly cookie: string;
  readonly path: string;
}

/** @param where null for an empty page */
export async function openBusyPage(browser: Browser, where: Where | null): Promise<BusyPage> {
  const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 };
  const context = await browser.newContext(phone);
  const page = await context.newPage();
  if (where) {
    const url = `http://localhost:${where.port}`;
    const [name = '', value = ''] = where.cookie.split('=');
    await context.addCookies([{ name, value, url }]);
    await page.goto(url + where.path);
    await page.waitForLoadState('networkidle');
  }
  await pause(SETTLE_MS);
  const cdp = await context.newCDPSession(page);
  // Processor time, so that what else the machine does is not counted.
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOW_DOWN });
  return {
    page,
    async cost(act) {
      await page.bringToFront();
      const idle = await workDuring(cdp, async () => {});
      return Math.max(0, (await workDuring(cdp, act)) - idle);
    },
  };
}

async function workDuring(cdp: CDPSession, act: () => Promise<void>): Promise<number> {
  const before = await workSoFar(cdp);
  const over = pause(WINDOW_MS);
  await act();
  await over;
  return (await workSoFar(cdp)) - before;
}

/** Scripts, styles, layout and painting: everything that runs on the main thread, in ms. */
async function workSoFar(cdp: CDPSession): Promise<number> {
  const { metrics } = await cdp.send('Performance.getMetrics');
  const task = metrics.find(({ name }) => name === 'TaskDuration');
  if (!task) throw new Error('The browser does not tell how busy it is.');
  return task.value * 1000;
}
