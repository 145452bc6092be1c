/** A league with mail and providers, for attacks on its accounts. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ProviderOutcome } from '#contract/accounts.ts';
import type { Engine } from '#server/platform/db/connect.ts';
import type { TestApp } from './app.ts';
import { behindProxy, createTestApp, withMail } from './app.ts';
import type { TestBrowser } from './browser.ts';
import { openBrowser, PASSWORD } from './browser.ts';
import type { Mailbox } from './mailbox.ts';
import { createMailbox } from './mailbox.ts';
import type { OAuthServer } from './oauth-server.ts';
import { startOAuthServer } from './oauth-server.ts';

/** A league with its mail and providers, and helpers for its users. */
export interface Scene {
  readonly league: TestApp;
  readonly mailbox: Mailbox;
  readonly provider: OAuthServer;
  readonly sessionCookie: string;
  newEmail(): string;
  browser(): TestBrowser;
  /** Signs up a user with a password. @returns their browser */
  signUp(email: string): Promise<TestBrowser>;
  /** Sets a new password by a mailed link. */
  reset(email: string, password: string, disconnectProviders?: boolean): Promise<string | null>;
  signIn(email: string, password: string): Promise<string>;
  /** The user of a browser's session. */
  whoIs(browser: TestBrowser): Promise<string | null>;
}

export interface Attack {
  readonly name: string;
  readonly got: unknown;
  run(scene: Scene): Promise<unknown>;
}

/** Runs attacks on an engine, within a `describe`. @returns the scene, available once the tests run */
export function tryAttacks(engine: Engine, attacks: readonly Attack[]): () => Scene {
  let scene: Scene;

  beforeAll(async () => {
    scene = await setScene(engine);
  });

  afterAll(async () => {
    await scene.league.close();
    await scene.provider.stop();
  });

  test.each(attacks.map((attack) => ({ ...attack, gets: JSON.stringify(attack.got) })))(
    'who tries $name gets $gets',
    async ({ run, got }) => {
      expect(await run(scene)).toEqual(got);
    },
  );

  return () => scene;
}

async function setScene(engine: Engine): Promise<Scene> {
  let made = 0;
  const [mailbox, provider] = [createMailbox(), await startOAuthServer()];
  const settings = { ...withMail, ...behindProxy, providers: provider.providers };
  const league = await createTestApp(engine, { settings, transport: mailbox.transport });
  const browser = () => openBrowser(league);
  return {
    league,
    mailbox,
    provider,
    browser,
    sessionCookie: league.deps.accounts.sessions.cookieName,
    newEmail: () => {
      made += 1;
      return `person${made}@example.org`;
    },
    async signUp(email) {
      const new_ = browser();
      (await new_.call('POST /api/auth/sign-up', { body: { email, password: PASSWORD, displayName: 'Kim' } })).ok();
      return new_;
    },
    async reset(email, password, disconnectProviders = false) {
      (await browser().call('POST /api/auth/reset-request', { body: { email } })).ok();
      const token = await mailbox.tokenFor(email, '/reset');
      return (await browser().call('POST /api/auth/reset', { body: { token, password, disconnectProviders } })).code;
    },
    signIn: async (email, password) =>
      (await browser().call('POST /api/auth/sign-in', { body: { email, password } })).code ?? 'ok',
    whoIs: async (each) => (await each.call('GET /api/session', {})).ok().user?.email ?? null,
  };
}

/** The error code of a visit to a provider, or what it did. */
export function codeOf(outcome: ProviderOutcome): string {
  return outcome.kind === 'failed' ? outcome.code : outcome.kind;
}

/** The kinds of login of an account. */
export async function loginsOf({ store }: TestApp, email: string): Promise<string[]> {
  const rows = await store.db
    .selectFrom('logins')
    .innerJoin('accounts', 'accounts.id', 'logins.userId')
    .select('providerId')
    .where('accounts.email', '=', email)
    .execute();
  return rows.map((row) => row.providerId).sort();
}
