import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import type { RouteName } from '#contract/index.ts';
import { routeTable } from '#contract/index.ts';
import { cleanName } from '#core/names.ts';
import { createUser } from '#server/users/store.ts';
import type { Person } from '#tests/builders.ts';
import { addPerson, WEEK_1 } from '#tests/builders.ts';
import { anyText } from '#tests/core-samples.ts';
import { dumpTables } from '#tests/database.ts';
import { engines } from '#tests/engines.ts';
import { entryIdOf } from '#tests/entry-ids.ts';
import { aLeague, withLeague } from '#tests/league.ts';
import { rounds } from '#tests/long.ts';

const oddIds = [
  '\u0000',
  'x\u0000y',
  '..',
  'a/b',
  "' or '1'='1",
  '__proto__',
  'constructor',
  'null',
  'x'.repeat(101),
  'x'.repeat(5000),
  '🏈',
  '%',
  ' ',
  '*',
];

/** Every place of a route that takes an id; the others hold right ones. */
const places = (Object.keys(routeTable) as RouteName[]).flatMap((route) =>
  [...route.matchAll(/:(\w+)/g)].map(([place]) => ({ route, place })),
);

const bodies: Partial<Record<RouteName, object>> = {
  'PATCH /api/entries/:entryId': { name: 'Lucky' },
  'PUT /api/entries/:entryId/picks': {
    picks: [{ kind: 'pick', about: 'x', value: { side: 'home' } }],
    reason: 'phoned in',
  },
  'PUT /api/entries/:entryId/default': { value: { teams: ['KC'] } },
  'PUT /api/entries/:entryId/buy-back': { weekId: '2026-week1' },
  'DELETE /api/entries/:entryId/buy-back': { weekId: '2026-week1' },
  'DELETE /api/entries/:entryId/link': { reason: 'a mix-up' },
  'PATCH /api/games/:gid': { homeScore: 1 },
  'PATCH /api/weeks/:weekId/games': { games: [{ gid: 'x', spread: 1, seen: { spread: null } }] },
  'PATCH /api/admin/players/:playerId': { displayName: 'Tom' },
  'PATCH /api/users/:userId': { isEnabled: true },
  'PATCH /api/pools/:poolId': { change: {}, seen: {} },
  'PUT /api/pools/:poolId/members/:userId': { enabled: true },
  'PUT /api/pools/:poolId/weeks/:weekId': { enabled: true },
  'PUT /api/pools/:poolId/requests/:userId': { confirm: true },
  'POST /api/auth/providers/:provider/sign-in': { mode: 'popup' },
  'POST /api/auth/providers/:provider/connect': { mode: 'popup' },
};

/** Texts that people do not type: halves of characters, zeros, controls. */
const oddTexts = [
  '\u0000',
  'Sam\u0000',
  '\ud800Sam',
  '\u202eSam',
  'Sam\u200b',
  '\u007f\u0001',
  "Robert'); drop table picks;--",
];

describe.each(engines)('on %s', (engine) => {
  const league = withLeague(engine);
  let admin: Person;
  let poolId: string;
  let playerId: string;
  let gid: string;

  beforeAll(async () => {
    ({ admin, poolId, gid } = await aLeague(league, { admins: ['admin'], members: ['admin'], games: { gid: {} } }));
    playerId = await createUser(league.store.db, { displayName: 'Old Tom', accountId: null }, 1);
  });

  function send(method: string, path: string, payload: object | undefined, as: Person | null = admin) {
    return league.app.inject({
      method: method as 'PUT',
      url: path
        .replace(':poolId', poolId)
        .replace(':weekId', WEEK_1)
        .replace(':gid', gid)
        .replace(':entryId', entryIdOf(poolId, admin.userId))
        .replace(':userId', admin.userId)
        .replace(':playerId', playerId)
        .replace(':provider', 'google'),
      headers: { 'sec-fetch-site': 'same-origin', ...(as ? { cookie: as.cookie } : {}) },
      ...(payload ? { payload } : {}),
    });
  }

  test('a parameter is refused if it is there twice, or if nobody asked for it', async () => {
    const statusOf = async (query: string) => (await send('GET', `/api/admin/audit?${query}`, undefined)).statusCode;
    expect(await statusOf('limit=1')).toBe(200);
    for (const query of ['limit=1&limit=2', 'limit[]=1', 'foreign=1'])
      expect([query, await statusOf(query)]).toEqual([query, 400]);
  });

  test('an unknown id is refused in every place of every route', async () => {
    // What a caller has left of a limit may shrink by it.
    const stored = async () => ({ ...(await dumpTables(league.store.db)), attempts: [] });
    const before = await stored();
    for (const { route, place } of places) {
      const [method = '', path = ''] = route.split(' ');
      for (const id of oddIds) {
        const label = `${place} of ${route}: ${JSON.stringify(id)}`;
        const answer = await send(method, path.replace(place, encodeURIComponent(id)), bodies[route]);
        // An entry of somebody with an account is linked to nobody, whoever that is.
        expect(route.includes('/link/:userId') ? [400, 404, 409] : [400, 404, 410], label).toContain(answer.statusCode);
        expect(Object.keys(answer.json()), label).toEqual(['error']);
        expect(answer.json().error.message.length, label).toBeLessThan(100);
      }
    }
    expect(await stored()).toEqual(before);
  });

  test.each(oddTexts)('a display name is either stored, cleaned, or refused: %j', async (displayName) => {
    const answer = await send('PATCH', '/api/profile', { displayName }, await addPerson(league.deps));
    expect([200, 400]).toContain(answer.statusCode);
    if (answer.statusCode === 400) expect(answer.json().error.field).toBe('displayName');
    else expect(answer.json().displayName).toBe(cleanName(displayName));
  });

  test('any text as display name is either stored, cleaned, or refused', async () => {
    await fc.assert(
      fc.asyncProperty(anyText, async (displayName) => {
        const as = await addPerson(league.deps);
        const answer = await send('PATCH', '/api/profile', { displayName }, as);
        expect([200, 400]).toContain(answer.statusCode);
        const session = await send('GET', '/api/session', undefined, as);
        if (answer.statusCode === 200) expect(session.json().user.displayName).toBe(cleanName(displayName));
      }),
      { numRuns: rounds(25, 100) },
    );
  });

  test('a NUL character in a body is refused before anything is done, however deep it is, and its place is named', async () => {
    const flawed = 'a\u0000b';
    const name = 'Zeros';
    const settings = { change: { description: flawed }, seen: { description: '' } };
    const tries = [
      ['POST', '/api/pools', { name, description: flawed, moneyUrl: '' }, 'description'],
      ['PATCH', '/api/pools/:poolId', settings, 'change.description'],
      ['PATCH', '/api/profile', { displayName: flawed }, 'displayName'],
    ] as const;
    const before = await dumpTables(league.store.db);
    for (const [method, path, body, field] of tries) {
      const { error } = (await send(method, path, body)).json();
      expect(error).toEqual({
        code: 'invalid_input',
        field,
        message: `${field} has characters that are not allowed.`,
      });
    }
    expect(await dumpTables(league.store.db)).toEqual(before);
  });

  test.each(['sign-in', 'sign-up'])('any text as e-mail address is refused without fuss: %s', async (act) => {
    const displayName = act === 'sign-up' ? { displayName: 'Kim' } : {};
    const emails = [
      '\u0000@example.org',
      'a\u0000b@example.org',
      'ü@exämple.org',
      'a@b.c',
      '"a b"@example.org',
      'a..b@example.org',
      `${'x'.repeat(300)}@example.org`,
    ];
    for (const email of emails) {
      const answer = await send('POST', `/api/auth/${act}`, { email, password: 'Abc', ...displayName }, null);
      expect([400, 401], email).toContain(answer.statusCode);
    }
    await fc.assert(
      fc.asyncProperty(anyText, anyText, async (email, password) => {
        const answer = await send(
          'POST',
          `/api/auth/${act}`,
          { email, password: `${password}!`, ...displayName },
          null,
        );
        expect([400, 401]).toContain(answer.statusCode);
      }),
      { numRuns: rounds(20, 60) },
    );
  });
});
