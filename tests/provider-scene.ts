/** A league whose Google and Facebook are a test server, and its users. */
import type { Selectable } from 'kysely';
import { afterAll, beforeAll } from 'vitest';
import type { Engine } from '#server/platform/db/connect.ts';
import type { Schema } from '#server/platform/db/schema.ts';
import type { TestApp } from './app.ts';
import { behindProxy, createTestApp, withMail } from './app.ts';
import type { TestBrowser } from './browser.ts';
import { openBrowser, PASSWORD } from './browser.ts';
import type { Mailbox } from './mailbox.ts';
import { createMailbox } from './mailbox.ts';
import type { OAuthServer } from './oauth-server.ts';
import { startOAuthServer } from './oauth-server.ts';

let made = 0;

/** A new identity. */
export function stranger() {
  made += 1;
  return { id: `id-${made}`, name: `Stranger ${made}`, email: `stranger${made}@example.org` };
}

/** The user signed in to a browser. */
export async function me(browser: TestBrowser) {
  return (await browser.call('GET /api/session', {})).ok().user;
}

/** The provider of a test file; available once the tests run. */
export function withProvider(): () => OAuthServer {
  let provider: OAuthServer;
  beforeAll(async () => {
    provider = await startOAuthServer();
  });
  afterAll(() => provider.stop());
  return () => provider;
}

export interface ProviderScene {
  readonly league: TestApp;
  readonly mailbox: Mailbox;
  /** Signs up a user with a password. @returns their browser */
  signUp(email: string): Promise<TestBrowser>;
  /** Follows the link of the mail that confirms an address. */
  verify(browser: TestBrowser, email: string): Promise<void>;
  /** The logins of an account. */
  loginsOf(email: string): Promise<Selectable<Schema['logins']>[]>;
}

/** A league with mail and a provider; available once the tests run. */
export function withProviderScene(engine: Engine, provider: () => OAuthServer): () => ProviderScene {
  let scene: ProviderScene;
  beforeAll(async () => {
    const mailbox = createMailbox();
    const settings = { providers: provider().providers, ...withMail, ...behindProxy };
    const league = await createTestApp(engine, { settings, transport: mailbox.transport });
    scene = {
      league,
      mailbox,
      async signUp(email) {
        const browser = openBrowser(league);
        (
          await browser.call('POST /api/auth/sign-up', { body: { email, password: PASSWORD, displayName: 'Kim' } })
        ).ok();
        return browser;
      },
      async verify(browser, email) {
        const token = await mailbox.tokenFor(email, '/verify');
        (await browser.call('POST /api/auth/verify', { body: { token } })).ok();
      },
      loginsOf: (email) =>
        league.store.db
          .selectFrom('logins')
          .innerJoin('accounts', 'accounts.id', 'logins.userId')
          .selectAll('logins')
          .where('accounts.email', '=', email)
          .execute(),
    };
  });
  afterAll(() => scene.league.close());
  return () => scene;
}
