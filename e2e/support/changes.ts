import type { BrowserContext, Response } from '@playwright/test';

/** Signing in and out affects only the test that does it, and no read-only test checks how far a person has read. */
const OWN = /\/api\/(auth\/sign-(in|out)|pools\/[^/]+\/talk\/read)$/;

/** Watches for changes that pages make on the server, in tests that share it and may only read. */
export interface ChangeWatch {
  watch(context: BrowserContext): Promise<void>;
  found(): Promise<readonly string[]>;
}

export function watchChanges(): ChangeWatch {
  const asked: Promise<string[]>[] = [];
  return {
    watch: async (context) => {
      context.on('response', (response) => asked.push(changesOf(response)));
      await context.addInitScript(keepProfile);
    },
    found: async () => (await Promise.all(asked)).flat(),
  };
}

async function changesOf(response: Response): Promise<string[]> {
  const method = response.request().method();
  if (/^(GET|HEAD)$/.test(method) || OWN.test(response.url()) || !response.ok()) return [];
  // A reply of the test itself does not come from the server.
  const server = await response.serverAddr().catch(() => null);
  return server === null ? [] : [`${method} ${response.url()}`];
}

/**
 * Runs in the page before any other script. Otherwise a chosen pool would be the one that the next test starts with. A route could do the
 * same, but pages with routes have no cache.
 */
function keepProfile(): void {
  const send = window.fetch;
  window.fetch = (input, init) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input, location.href);
    return pathname === '/api/profile' ? Promise.resolve(Response.json({})) : send(input, init);
  };
}
