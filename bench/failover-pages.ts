/** A process with open pages that connect again, as those of browsers do, and follow the score of one game. */
import { setTimeout as pause } from 'node:timers/promises';
import { WebSocket } from 'ws';
import type { LiveMessage } from '#contract/live.ts';
import { LIVE_PATH } from '#contract/live.ts';
import type { PlannedPage } from './pages.ts';
import { serve, steadyNow } from './processes.ts';

const OPENED_AT_A_TIME = 100;
const FIRST_DELAY_MS = 500;
const MAX_DELAY_MS = 15_000;
const LOOK_MS = 20;

interface Page {
  isConnected: boolean;
  /** The last score of the game; null while the page is not connected. */
  score: number | null;
}

const pages: Page[] = [];
let losses = 0;

async function open(port: number, gid: string, planned: readonly PlannedPage[]): Promise<void> {
  for (let at = 0; at < planned.length; at += OPENED_AT_A_TIME) {
    for (const each of planned.slice(at, at + OPENED_AT_A_TIME)) keepOpen(port, gid, each);
    while (pages.some(({ score }) => score === null)) await pause(LOOK_MS);
  }
}

/** Waits as long before each try as `web/lib/live/live-provider.tsx`. */
function keepOpen(port: number, gid: string, { cookie, watch }: PlannedPage): void {
  const page: Page = { isConnected: false, score: null };
  pages.push(page);
  let failures = 0;
  const tryOnce = () => {
    const url = `ws://127.0.0.1:${port}${LIVE_PATH}`;
    const socket = new WebSocket(url, {
      headers: { cookie, 'sec-fetch-site': 'same-origin' },
      perMessageDeflate: false,
    });
    socket.on('open', () => {
      page.isConnected = true;
      socket.send(JSON.stringify({ watch }));
    });
    socket.on('message', (data) => {
      failures = 0;
      page.score = scoreIn(JSON.parse(String(data)), gid) ?? page.score;
    });
    socket.on('error', () => undefined);
    socket.on('close', () => {
      if (page.isConnected) losses += 1;
      Object.assign(page, { isConnected: false, score: null });
      setTimeout(tryOnce, Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** failures) * (0.5 + Math.random() / 2));
      failures += 1;
    });
  };
  tryOnce();
}

/** The score of the game in a message; undefined if it's not there. */
function scoreIn(message: LiveMessage, gid: string): number | undefined {
  if (!('topic' in message) || message.topic.kind !== 'poolGames' || message.kind === 'refused') return undefined;
  const games = (message.kind === 'state' ? message.rows : message.set) as readonly {
    gid: string;
    homeScore: number;
  }[];
  return games.find((game) => game.gid === gid)?.homeScore;
}

/** Waits until all pages have a score. @returns when they had it, how many don't, and how many connections were lost since the last call */
async function haveScore(score: number, timeoutMs: number) {
  const deadline = steadyNow() + timeoutMs;
  const missing = () => pages.filter((page) => page.score !== score).length;
  while (missing() > 0 && steadyNow() < deadline) await pause(LOOK_MS);
  const result = { at: steadyNow(), missing: missing(), losses };
  losses = 0;
  return result;
}

const acts = { open, haveScore };
export type FailoverPagesActs = typeof acts;
serve(acts);
