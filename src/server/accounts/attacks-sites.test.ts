/** Attacks by way of other sites, and what each of them got. */
import { describe } from 'vitest';
import type { RouteName } from '#contract/index.ts';
import { routeTable } from '#contract/index.ts';
import type { Attack } from '#tests/attacks.ts';
import { tryAttacks } from '#tests/attacks.ts';

const START = 'POST /api/auth/providers/:provider/sign-in';
const evil = 'https://evil.example.com';

const otherSites: Attack[] = [
  {
    name: 'calls from another site, of every kind that changes something',
    got: ['foreign_origin'],
    async run({ league, signUp, newEmail }) {
      const victim = await signUp(newEmail());
      const names = (Object.keys(routeTable) as RouteName[]).filter(
        (name) => !name.startsWith('GET ') && !('isOpenToOthers' in routeTable[name]),
      );
      const codes = new Set<unknown>();
      for (const name of names) {
        const [method = '', url = ''] = name.split(' ');
        for (const from of [
          { 'sec-fetch-site': 'cross-site' },
          { 'sec-fetch-site': 'same-site' },
          { origin: evil },
          {},
        ]) {
          const headers = { cookie: victim.cookie, 'content-type': 'application/json', ...from };
          const reply = await league.app.inject({ method: method as 'POST', url, headers, payload: '{}' });
          codes.add(reply.json().error.code);
        }
      }
      return [...codes];
    },
  },
  {
    name: 'a form of another site, as text',
    got: 'foreign_origin',
    async run({ league }) {
      const headers = { origin: 'null', 'content-type': 'text/plain' };
      const payload = '{"email":"a@example.org","password":"Tailgate7"}';
      const reply = await league.app.inject({ method: 'POST', url: '/api/auth/sign-in', headers, payload });
      return reply.json().error.code;
    },
  },
  {
    name: 'ways on to other sites after a sign-in',
    got: ['/'],
    async run({ browser, provider, newEmail }) {
      const targets = [
        evil,
        '//evil.example.com',
        '/\\evil.example.com',
        '\t//evil.example.com',
        'javascript:alert(1)',
      ];
      const reached = new Set<string>();
      for (const next of targets) {
        const email = newEmail();
        provider.be({ id: email, email, emailVerified: true });
        const { outcome, goTo } = await browser().visit('sign-in', 'google', { mode: 'redirect', next });
        reached.add(outcome.kind === 'failed' ? outcome.code : outcome.next).add(goTo);
      }
      return [...reached];
    },
  },
  {
    name: 'fields that might name another way on',
    got: ['invalid_input'],
    async run({ browser }) {
      const codes = new Set<unknown>();
      for (const field of [
        'callbackURL',
        'errorCallbackURL',
        'newUserCallbackURL',
        'scopes',
        'idToken',
        'additionalParams',
      ]) {
        const body = { mode: 'popup' as const, [field]: evil };
        codes.add((await browser().call(START, { params: { provider: 'google' }, body })).code);
      }
      return [...codes];
    },
  },
  {
    name: 'calls that other sign-in systems have',
    got: ['route_not_found'],
    async run({ league, signUp, newEmail }) {
      const { cookie } = await signUp(newEmail());
      const calls: [string, string][] = [
        ['POST', 'sign-up/email'],
        ['POST', 'sign-in/email'],
        ['POST', 'sign-in/social'],
        ['POST', 'link-social'],
        ['POST', 'update-user'],
        ['POST', 'change-email'],
        ['POST', 'delete-user'],
        ['POST', 'request-password-reset'],
        ['POST', 'callback/google'],
        ['GET', 'get-session'],
        ['GET', 'list-accounts'],
        ['GET', 'verify-email'],
        ['GET', 'error'],
        ['GET', 'ok'],
      ];
      const headers = { cookie, 'sec-fetch-site': 'same-origin' };
      const codes = new Set<unknown>();
      for (const [method, path] of calls) {
        const reply = await league.app.inject({ method: method as 'GET', url: `/api/auth/${path}`, headers });
        codes.add(reply.json().error.code);
      }
      return [...codes];
    },
  },
];

describe('An attacker', () => {
  tryAttacks('sqlite', [...otherSites]);
});
