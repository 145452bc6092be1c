import { beforeAll, describe, expect, test } from 'vitest';
import type { Schema } from '#server/platform/db/schema.ts';
import { createUser } from '#server/users/store.ts';
import { withMail } from '#tests/app.ts';
import { openBrowser, PASSWORD } from '#tests/browser.ts';
import { addPool, putPick, WEEK_1 } from '#tests/builders.ts';
import { HOUR, MINUTE, SUNDAY_1PM } from '#tests/core-samples.ts';
import { entryIdOf } from '#tests/entry-ids.ts';
import { aLeague, withLeague } from '#tests/league.ts';
import { createMailbox } from '#tests/mailbox.ts';

/** The columns that somebody could sign in with, or act as a device or a calendar program with. */
const secrets = {
  accounts: ['deviceKey'],
  sessions: ['token', 'id'],
  logins: ['password', 'accessToken', 'refreshToken', 'idToken'],
  verifications: ['value'],
  mail_tokens: ['token_hash'],
  notifications: ['token_hash'],
  calendars: ['token_hash'],
  push_subscriptions: ['endpoint', 'p256dh', 'auth'],
} as const satisfies { readonly [K in keyof Schema]?: readonly (keyof Schema[K])[] };

interface Saved {
  readonly account: Readonly<Record<string, unknown>>;
  readonly entries: readonly { readonly pool: string; readonly picks: readonly Readonly<Record<string, unknown>>[] }[];
  readonly messages: readonly { readonly text: string }[];
  readonly reactions: readonly { readonly pool: string; readonly kind: string }[];
  readonly memberships: readonly { readonly pool: string }[];
  readonly requests: readonly object[];
  readonly imports: readonly object[];
  readonly sessions: readonly object[];
  readonly log: readonly { readonly act: string }[];
  readonly notifications: { readonly pushDevices: readonly object[]; readonly calendar: readonly object[] };
}

describe("One's own data", () => {
  const league = withLeague('sqlite', { settings: withMail, transport: createMailbox().transport });
  let text: string;
  let saved: Saved;
  let others: readonly string[];
  let open: string;

  beforeAll(async () => {
    const { poolId, boss, bob, early, late } = await aLeague(league, {
      name: 'Old Boys',
      admins: ['boss'],
      members: ['bob'],
      games: { early: {}, late: { kickoff: SUNDAY_1PM + 3 * HOUR, home: 'KC', away: 'BUF' } },
      rules: { entries: 3 },
    });
    open = late;
    const ann = openBrowser(league);
    const account = { email: 'ann@example.org', password: PASSWORD, displayName: 'Ann' };
    const { user } = (await ann.call('POST /api/auth/sign-up', { body: account })).ok();
    const annId = user?.id ?? '';
    const tom = await createUser(league.store.db, { displayName: 'Old Tom', accountId: null }, 1);
    for (const userId of [annId, tom]) {
      const joining = { as: boss, params: { poolId, userId }, body: { enabled: true } };
      (await league.call('PUT /api/pools/:poolId/members/:userId', joining)).ok();
    }
    const pick = (entryId: string, gid: string, side: 'home' | 'away') =>
      ann.call('PUT /api/entries/:entryId/picks', {
        params: { entryId },
        body: { picks: [{ kind: 'pick', about: gid, value: { side } }] },
      });
    const own = entryIdOf(poolId, annId);
    (await pick(own, early, 'home')).ok();
    league.clock.advance(MINUTE);
    (await pick(own, early, 'away')).ok();
    (await pick(own, late, 'away')).ok();
    (await league.enter(boss, entryIdOf(poolId, bob.userId), { gid: late, side: 'home' }, 'Bob phoned it in')).ok();
    await putPick(league.store, { poolId, gid: early, userId: tom, side: 'home', madeAt: SUNDAY_1PM - HOUR });
    await putPick(league.store, { poolId, gid: late, userId: tom, side: 'home', madeAt: SUNDAY_1PM - HOUR });
    const link = { as: boss, params: { entryId: entryIdOf(poolId, tom), userId: annId } };
    (await league.call('POST /api/entries/:entryId/link/:userId', link)).ok();
    const say = (words: string, as: { cookie: string }) =>
      league.call('POST /api/pools/:poolId/talk', { as, params: { poolId }, body: { text: words, key: words } });
    (await league.call('PUT /api/pools/:poolId/talk', { as: boss, params: { poolId }, body: { isOn: true } })).ok();
    const { id } = (await say('Go Eagles', ann)).ok();
    const message = { poolId, messageId: String(id) };
    const react = 'PUT /api/pools/:poolId/talk/:messageId/reactions';
    (await league.call(react, { as: ann, params: message, body: { kind: 'fire', isOn: true } })).ok();
    (await league.call(react, { as: bob, params: message, body: { kind: 'sad', isOn: true } })).ok();
    (await say('Bob was here', bob)).ok();
    (await ann.call('PUT /api/calendar', {})).ok();
    const keys = {
      p256dh: 'BDZwpWlrYQPODmHmJG3D7fLb0edun8rGjUqgfyx9zX9oLbcSvQqvCC0y3EneFlsc1X-X2jz56AgBmFDAGcpmnkI',
      auth: 'a'.repeat(22),
    };
    (await ann.call('PUT /api/push', { body: { endpoint: 'https://push.example.org/ann', keys } })).ok();
    league.clock.set(SUNDAY_1PM + 5 * MINUTE);
    const reply = await ann.call('GET /api/profile/data', {});
    expect(reply.headers['content-disposition']).toContain('my-data.json');
    text = reply.text;
    saved = JSON.parse(text);
    others = ['Bob', 'bob', bob.email, bob.userId, boss.email, 'phoned it in'];
  });

  test('has the account, its pools, devices and messages', () => {
    expect(saved.account).toMatchObject({ email: 'ann@example.org', name: 'Ann', hasPassword: true, providers: [] });
    expect(saved.memberships.map(({ pool }) => pool)).toEqual(['Old Boys']);
    expect(saved.messages.map((message) => message.text)).toEqual(['Go Eagles']);
    expect(saved.reactions).toMatchObject([{ pool: 'Old Boys', kind: 'fire' }]);
    expect(saved.sessions).toHaveLength(1);
    expect([saved.notifications.pushDevices, saved.notifications.calendar].map((list) => list.length)).toEqual([1, 1]);
    expect(saved.log.map(({ act }) => act)).toContain('member.enable');
  });

  test('has every state of the own picks, sealed ones too, but not what was entered before a link until it locks', () => {
    const states = saved.entries.map(({ picks }) =>
      picks.map(({ about, revision, value }) => {
        const side = typeof value === 'object' && value !== null && 'side' in value ? value.side : value;
        return `${about === open ? 'open' : 'locked'} ${revision} ${side}`;
      }),
    );
    expect(states.map((list) => list.toSorted()).toSorted()).toEqual(
      [
        ['locked 1 home', 'locked 2 away', 'open 1 away'],
        ['locked 1 home', 'locked 2 null', 'open 1 sealed', 'open 2 sealed'],
      ].toSorted(),
    );
  });

  test('names the week and the teams of each pick', () => {
    const games = saved.entries.flatMap(({ picks }) => picks.map(({ game }) => game));
    expect(games).toContainEqual({ week: WEEK_1, away: 'BUF', home: 'KC' });
    expect(games).not.toContain(undefined);
  });

  test('has the pools that one runs or asked to join, and the files that one imported', async () => {
    const pool = { name: 'Young Boys', members: ['bob'], commissioners: ['ann'], games: { game: {} } } as const;
    const { poolId, ann, bob, game } = await aLeague(league, { ...pool, now: SUNDAY_1PM + HOUR });
    const asked = await addPool(league.deps, { name: 'Wanted' });
    (await league.call('POST /api/pools/:poolId/requests', { as: ann, params: { poolId: asked } })).ok();
    const body = { entries: [entryIdOf(poolId, bob.userId)], newPlayers: [], gids: [game], replaces: false };
    const picks: [number, number, 'home'][] = [[0, 0, 'home']];
    const importing = { as: ann, params: { poolId }, body: { ...body, name: 'old.xlsx', picks } };
    (await league.call('POST /api/pools/:poolId/imports', importing)).ok();
    await league.deps.afterCommit.idle();
    const own = JSON.parse((await league.call('GET /api/profile/data', { as: ann })).text) as Saved;
    const role = { pool: 'Young Boys', isMember: false, joinedAt: null, commissionerSince: expect.any(Number) };
    expect(own.memberships).toEqual([{ ...role, isMuted: false }]);
    expect(own.requests).toEqual([{ pool: 'Wanted', askedAt: expect.any(Number) }]);
    expect(own.imports).toMatchObject([{ pool: 'Young Boys', name: 'old.xlsx', picks: 1, written: 1 }]);
  });

  test('has nothing about others, and nothing to sign in with', async () => {
    for (const word of others) expect(text, word).not.toContain(word);
    for (const [table, columns] of Object.entries(secrets)) {
      const rows: Record<string, unknown>[] = await league.store.db
        .selectFrom(table as keyof typeof secrets)
        .selectAll()
        .execute();
      for (const column of columns) {
        const values = rows.flatMap((row) => (typeof row[column] === 'string' ? [row[column]] : []));
        for (const value of values) expect(text, `${table}.${column}`).not.toContain(value);
      }
    }
  });
});
