import { setTimeout as pause } from 'node:timers/promises';
import type { Browser, Page } from '@playwright/test';

/** A phone is about this many times slower than a desktop. */
const SLOW_DOWN = 4;
/** Long enough for a change to arrive and to be drawn. */
const WINDOW_MS = 700;
const SETTLE_MS = 1500;
/** Marks in the trace between which the work is counted: beginning and ending it is work, too. */
const marks = ['begin', 'end'] as const;

/** What the main thread did for something, in ms of processor time. */
export interface Work {
  /** Scripts, styles, layout, painting, beyond what it does anyhow. */
  readonly all: number;
  /** The longest piece of it, during which the page answers nothing and draws nothing. */
  readonly longest: number;
}

/** A page on a slow phone whose work can be measured. */
export interface BusyPage {
  readonly page: Page;
  /** What the main thread does for what `act` brings about. */
  workFor(act: () => Promise<void>): Promise<Work>;
  /** The same task by task, with what it does anyhow, in ms of processor time. */
  tasksFor(act: () => Promise<void>): Promise<number[]>;
}

interface Where {
  readonly port: number;
  readonly cookie: string;
  readonly path: string;
}

/** @param browser one of its own, in which no other page is open @param where null for an empty page */
export async function openBusyPage(browser: Browser, where: Where | null): Promise<BusyPage> {
  const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 };
  // What moves by itself would be counted now and then.
  const context = await browser.newContext({ ...phone, reducedMotion: 'reduce' });
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
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOW_DOWN });
  return {
    page,
    async workFor(act) {
      const idle = await tasksDuring(browser, page, async () => {});
      const tasks = await tasksDuring(browser, page, act);
      return { all: Math.max(0, sum(tasks) - sum(idle)), longest: Math.max(0, ...tasks) };
    },
    tasksFor: (act) => tasksDuring(browser, page, act),
  };
}

/** An event of a trace; times are in µs. */
interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  /** Processor time, so that what else the machine does is not counted. */
  readonly tdur?: number;
}

/** What the main thread did in one window, in ms for each task. */
async function tasksDuring(browser: Browser, page: Page, act: () => Promise<void>): Promise<number[]> {
  const [begin, end] = marks;
  const mark = (name: string) => page.evaluate((text) => void performance.mark(text), name);
  await browser.startTracing(page, { categories: ['toplevel', 'blink.user_timing'] });
  await mark(begin);
  const over = pause(WINDOW_MS);
  await act();
  await over;
  await mark(end);
  const { traceEvents }: { traceEvents: TraceEvent[] } = JSON.parse(String(await browser.stopTracing()));
  const [from, to] = marks.map((text) => traceEvents.find(({ name }) => name === text));
  if (!from || !to) throw new Error('The browser does not tell when the work began.');
  const isMain = ({ pid, tid }: TraceEvent) => pid === from.pid && tid === from.tid;
  const tasks = traceEvents.filter((event) => event.name.endsWith('RunTask') && isMain(event));
  return tasks.filter(({ ts }) => ts > from.ts && ts < to.ts).map(({ tdur = 0 }) => tdur / 1000);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
