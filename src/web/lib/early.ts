import { remember, remembered } from './storage.ts';

declare global {
  /** The answer to a reading call that was made before the app was there; each is handed out once. */
  var earlyAnswer: ((address: string) => Promise<Response> | undefined) | undefined;
}

/** The calls of the first moments, by the path that made them. Forgotten when somebody else, or nobody, is signed in. */
export const EARLY_KEY = 'early';

/** What is called later than this after the page was opened does not belong to its first screen. */
const FIRST_MOMENTS_MS = 5000;
const LONGEST_MS = 15_000;
const SESSION = '/api/session';

/**
 * Calls what the same screen called when it was opened last, all at once and before the app is there: else the pool waits
 * for the session, the week for the pool, and the games for the week. `earlyAnswer` hands the answers out, and notes what is asked.
 */
export function fetchEarly(): void {
  const path = location.pathname;
  const calls = read();
  const asked = new Set<string>();
  const answers = new Map([SESSION, ...(calls[path] ?? [])].map((address) => [address, fetchNow(address)]));
  globalThis.earlyAnswer = (address) => {
    if (performance.now() > FIRST_MOMENTS_MS || location.pathname !== path) return undefined;
    if (address !== SESSION && !asked.has(address)) {
      const noted = read();
      // The first call begins a new list.
      const before = asked.size === 0 ? [] : (noted[path] ?? []);
      asked.add(address);
      remember(EARLY_KEY, JSON.stringify({ ...noted, [path]: [...before, address] }));
    }
    const answer = answers.get(address);
    answers.delete(address);
    return answer;
  };
}

/** Leaves nothing noted of any pool but these: what is closed to the person by now would be refused call by call. */
export function forgetOtherPools(poolIds: readonly string[]): void {
  const isOpen = (address: string): boolean => {
    const poolId = /^\/api\/pools\/([^/]+)/.exec(address)?.[1];
    return poolId === undefined || poolIds.includes(poolId);
  };
  const noted = Object.entries(read());
  if (noted.every(([, addresses]) => addresses.every(isOpen))) return;
  const open = noted.map(([path, addresses]) => [path, addresses.filter(isOpen)]);
  remember(EARLY_KEY, JSON.stringify(Object.fromEntries(open)));
}

function fetchNow(address: string): Promise<Response> {
  const answer = fetch(address, { signal: AbortSignal.timeout(LONGEST_MS) });
  // Whoever asks for it hears of the failure.
  answer.catch(() => {});
  return answer;
}

function read(): Readonly<Record<string, readonly string[]>> {
  try {
    const noted: Record<string, unknown> = JSON.parse(remembered(EARLY_KEY) ?? '{}');
    const lists = Object.entries(noted).filter(([, addresses]) => isTexts(addresses));
    return Object.fromEntries(lists as [string, string[]][]);
  } catch {
    return {};
  }
}

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((each) => typeof each === 'string');
}
