import type { BrowserContext, Response } from '@playwright/test';

/** Signing in and out concerns nobody but the test that does it, and no test that only reads asks how far somebody has read. */
const OWN = /\/api\/(auth\/sign-(in|out)|pools\/[^/]+\/talk\/read)$/;

/** What pages change on the server, for tests that share it and may only read. */
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
  // What a test answers itself comes from no server.
  const server = await response.serverAddr().catch(() => null);
  return server === null ? [] : [`${method} ${response.url()}`];
}

/**
 * Runs in the page, before anything else there: the pool that somebody chooses would be the one the next test starts with. A route would
 * do the same, but pages whose requests are routed have no cache.
 */
function keepProfile(): void {
  const send = window.fetch;
  window.fetch = (input, init) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input, location.href);
    return pathname === '/api/profile' ? Promise.resolve(Response.json({})) : send(input, init);
  };
}
