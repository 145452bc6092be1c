import type { OutcomeChannel, ProviderOutcome } from '#contract/providers.ts';
import type { Provider } from '#contract/shapes.ts';
import { call } from './api.ts';

const NAME: OutcomeChannel = 'pickem-provider';
const LOOK_EVERY_MS = 500;

/** Why somebody visits a provider, and where he goes on to where the whole page has to go there. */
export interface Visit {
  readonly act: 'sign-in' | 'connect';
  readonly provider: Provider;
  readonly next: string;
  /** The password of the account that a provider is connected to, where it has one. */
  readonly currentPassword?: string | undefined;
}

/**
 * Opens the page of a provider: in a popup, or in place of this page where popups are blocked.
 * @param isSure whether the provider is known to be set up; else the popup waits for the server's word
 * @returns the popup, or null when this page is on its way there
 * @throws ApiError
 */
export async function openVisit(visit: Visit, isSure: boolean): Promise<Window | null> {
  // A popup is let through more surely within the click, before anything is waited for.
  const popup = isSure ? openPopup('') : null;
  try {
    const url = await begin(visit, popup || !isSure ? 'popup' : 'redirect');
    if (popup) popup.location.replace(url);
    if (popup || isSure) return popup ?? leaveFor(url);
    return openPopup(url) ?? leaveFor(await begin(visit, 'redirect'));
  } catch (error) {
    popup?.close();
    throw error;
  }
}

/** Hears how visits end, in this window or in others. @returns how to stop */
export function hearOutcomes(listener: (outcome: ProviderOutcome) => void): () => void {
  const channel = new BroadcastChannel(NAME);
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    const outcome = asOutcome(data);
    if (outcome) listener(outcome);
  };
  return () => channel.close();
}

/**
 * Calls back when the person has closed the popup. Some providers cut the tie to their window, which then counts as
 * closed while it is in use: only where the person has been back on this page for a while, it is believed.
 * @returns how to stop
 */
export function watchClosing(popup: Window, onClosed: () => void): () => void {
  let looks = 0;
  const timer = setInterval(() => {
    looks = popup.closed && document.hasFocus() ? looks + 1 : 0;
    if (looks < 3) return;
    clearInterval(timer);
    onClosed();
  }, LOOK_EVERY_MS);
  return () => clearInterval(timer);
}

/** Why the visit that this page comes back from has failed, if it did. */
export function failureLeft(): string | null {
  try {
    const outcome = asOutcome(JSON.parse(sessionStorage.getItem(NAME) ?? 'null'));
    return outcome?.kind === 'failed' ? outcome.message : null;
  } catch {
    return null;
  }
}

export function forgetFailure(): void {
  try {
    sessionStorage.removeItem(NAME);
  } catch {
    // A browser that forbids storage has kept nothing.
  }
}

async function begin({ act, provider, next, currentPassword }: Visit, mode: 'popup' | 'redirect'): Promise<string> {
  const input = { params: { provider }, body: { mode, next } };
  const proof = currentPassword === undefined ? {} : { currentPassword };
  const { url } =
    act === 'connect'
      ? await call('POST /api/auth/providers/:provider/connect', { ...input, body: { ...input.body, ...proof } })
      : await call('POST /api/auth/providers/:provider/sign-in', input);
  return url;
}

function openPopup(url: string): Window | null {
  return window.open(url, NAME, 'popup,width=520,height=680');
}

function leaveFor(url: string): null {
  location.assign(url);
  return null;
}

function asOutcome(data: unknown): ProviderOutcome | null {
  return typeof data === 'object' && data !== null && 'kind' in data ? (data as ProviderOutcome) : null;
}
