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
      asked.add(address);
      remember(EARLY_KEY, JSON.stringify({ ...read(), [path]: [...asked] }));
    }
    const answer = answers.get(address);
    answers.delete(address);
    return answer;
  };
}

function fetchNow(address: string): Promise<Response> {
  const answer = fetch(address, { signal: AbortSignal.timeout(LONGEST_MS) });
  // Whoever asks for it hears of the failure.
  answer.catch(() => {});
  return answer;
}

function read(): Readonly<Record<string, readonly string[]>> {
  try {
    return JSON.parse(remembered(EARLY_KEY) ?? '{}');
  } catch {
    return {};
  }
}
