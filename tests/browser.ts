/** A headless browser: it stores the cookies of a test app and follows redirects to a provider and back. */

import type { ProviderOutcome } from '#contract/accounts.ts';
import type { BodyOf, ParamsOf, RouteName } from '#contract/index.ts';
import type { Provider } from '#contract/shapes.ts';
import type { Input, Reply, TestApp } from './app.ts';

type Said<K extends RouteName> = (ParamsOf<K> extends undefined ? object : { readonly params: ParamsOf<K> }) &
  (BodyOf<K> extends undefined ? object : { readonly body: BodyOf<K> });

/** The password of all users in tests with browsers. */
export const PASSWORD = 'Tailgate7';

/** The call that starts a provider flow. Connecting requires the password, which accounts without one ignore. */
export function startOf(act: 'sign-in' | 'connect') {
  return { mode: 'popup' as const, ...(act === 'connect' && { currentPassword: PASSWORD }) };
}

/** The page to which a provider redirects. */
export interface ReturnPage {
  readonly status: number;
  readonly html: string;
  readonly outcome: ProviderOutcome;
  readonly mode: 'popup' | 'redirect';
  readonly goTo: string;
}

export interface TestBrowser {
  readonly cookies: ReadonlyMap<string, string>;
  /** The cookies as a header. */
  readonly cookie: string;
  call<K extends RouteName>(name: K, said: Said<K>, headers?: Readonly<Record<string, string>>): Promise<Reply<K>>;
  /** Opens the page to which a provider redirected the browser. */
  comeBack(address: string): Promise<ReturnPage>;
  /** Runs a whole provider flow. */
  visit(act: 'sign-in' | 'connect', provider: Provider, start?: Partial<Start>): Promise<ReturnPage>;
  /** Sets a cookie, as an attacker might. */
  plant(name: string, value: string): void;
}

type Start = BodyOf<'POST /api/auth/providers/:provider/sign-in'>;

let opened = 0;

/** A new, unused IP address. */
function newAddress(): string {
  opened += 1;
  return `198.18.${opened >> 8}.${opened & 255}`;
}

/** @param address its IP address, believed by a league that trusts 127.0.0.1 as proxy */
export function openBrowser({ app, call }: TestApp, address = newAddress()): TestBrowser {
  const cookies = new Map<string, string>();
  const from = { 'x-forwarded-for': address };
  const header = () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');

  function keep(setCookies: unknown): void {
    for (const setCookie of [setCookies ?? []].flat()) {
      const [pair = '', ...flags] = String(setCookie).split('; ');
      const at = pair.indexOf('=');
      if (flags.includes('Max-Age=0')) cookies.delete(pair.slice(0, at));
      else cookies.set(pair.slice(0, at), pair.slice(at + 1));
    }
  }

  const browser: TestBrowser = {
    cookies,
    get cookie() {
      return header();
    },
    async call(name, said, headers = {}) {
      const input = { ...said, headers: { cookie: header(), ...from, ...headers } } as unknown as Input<typeof name>;
      const reply = await call(name, input);
      keep(reply.headers['set-cookie']);
      return reply;
    },
    async comeBack(location) {
      const { pathname, search } = new URL(location);
      // A provider is another site, and this request is a navigation, not a call.
      const headers = { cookie: header(), 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', ...from };
      const answer = await app.inject({ url: pathname + search, headers });
      keep(answer.headers['set-cookie']);
      const data = /data-visit="([^"]*)"/.exec(answer.payload)?.[1] ?? 'null';
      return { status: answer.statusCode, html: answer.payload, ...JSON.parse(unescapeHtml(data)) };
    },
    async visit(act, provider, start = {}) {
      const said = { params: { provider }, body: { ...startOf(act), ...start } };
      const { url } = (await browser.call(`POST /api/auth/providers/:provider/${act}`, said)).ok();
      const answer = await fetch(url, { redirect: 'manual' });
      return browser.comeBack(answer.headers.get('location') ?? '');
    },
    plant: (name, value) => void cookies.set(name, value),
  };
  return browser;
}

function unescapeHtml(text: string): string {
  return text
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
}
