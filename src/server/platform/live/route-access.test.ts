import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { MAX_TOPICS } from '#contract/live.ts';
import { addCommissioner } from '#server/members/store.ts';
import type { Store } from '#server/platform/db/connect.ts';
import { connect } from '#server/platform/db/connect.ts';
import { addPool, addSession, deletePool, removeMember, setEnabled, WEEK_1 } from '#tests/builders.ts';
import { entryIdOf } from '#tests/entry-ids.ts';
import type { LiveLeague } from '#tests/live-league.ts';
import { openLiveLeague } from '#tests/live-league.ts';
import type { LivePage, PageOptions } from '#tests/live-page.ts';
import { Refused } from '#tests/live-page.ts';
import { runCliProcess } from '#tests/run-cli.ts';
import { until } from '#tests/until.ts';
import { EVERYTHING } from './changes.ts';

describe('The doors of live pages', () => {
  let live: LiveLeague;

  beforeEach(async () => {
    live = await openLiveLeague('sqlite');
  });

  afterEach(() => live.close());

  async function refusedTo(options: PageOptions): Promise<Refused> {
    const answer: unknown = await live.open(options).catch((error: unknown) => error);
    if (answer instanceof Refused) return answer;
    throw new Error('The socket was opened.');
  }

  describe('stay shut', () => {
    test('to nobody, to a session that is over and to a disabled account', async () => {
      expect(await refusedTo({})).toMatchObject({ status: 401, code: 'not_signed_in' });
      expect(await refusedTo({ as: { cookie: live.ann.cookie.slice(0, -6) } })).toMatchObject({
        code: 'not_signed_in',
      });
      await live.league.store.db.deleteFrom('sessions').where('token', '=', live.bob.token).execute();
      expect(await refusedTo({ as: live.bob })).toMatchObject({ status: 401, code: 'not_signed_in' });
      await setEnabled(live.league.deps, live.ann.userId, false);
      expect(await refusedTo({ as: live.ann })).toMatchObject({ status: 403, code: 'account_disabled' });
    });

    test('to pages of elsewhere', async () => {
      const elsewhere: [string, Record<string, string>][] = [
        ['another origin', { origin: 'https://evil.example.org' }],
        ['an origin of another scheme', { origin: 'http://pool.example.org' }],
        ['the origin of a sandbox', { origin: 'null' }],
        ['another site', { 'sec-fetch-site': 'cross-site' }],
        ['another host of the same site', { 'sec-fetch-site': 'same-site' }],
        ['no site at all', { 'sec-fetch-site': 'none' }],
        ['nowhere that they name', {}],
      ];
      for (const [where, headers] of elsewhere) {
        const { status, code } = await refusedTo({ as: live.ann, headers });
        expect([where, status, code]).toEqual([where, 403, 'foreign_origin']);
      }
    });

    test('to a plain request', async () => {
      const headers = { cookie: live.ann.cookie, 'sec-fetch-site': 'same-origin' };
      const answer = await live.league.app.inject({ url: '/api/live', headers });
      expect([answer.statusCode, answer.json().error.code]).toEqual([404, 'route_not_found']);
    });
  });

  const topics = (count: number) => Array.from({ length: count }, () => ({ kind: 'games', weekId: WEEK_1 }));

  test('a page that says what no page says is closed, and the others live on', async () => {
    const nonsense: [string, string | Buffer, number][] = [
      ['no JSON', 'hello', 1008],
      ['nothing', '', 1008],
      ['null', 'null', 1008],
      ['another message', '{"kind":"state"}', 1008],
      ['a topic that there is not', '{"watch":[{"kind":"users"}]}', 1008],
      ['a topic with more than belongs to it', '{"watch":[{"kind":"games","weekId":"w","poolId":"p"}]}', 1008],
      ["somebody else's entries", '{"watch":[{"kind":"entries","poolId":"p","userId":"u"}]}', 1008],
      ['an id that cannot be', '{"watch":[{"kind":"standings","poolId":"a b"}]}', 1008],
      ['too many topics', JSON.stringify({ watch: topics(MAX_TOPICS + 1) }), 1008],
      ['bytes that are no text', Buffer.from([0xff, 0xfe, 0]), 1008],
      ['too much', JSON.stringify({ watch: [], more: 'x'.repeat(9000) }), 1009],
    ];
    const other = await live.open({ as: live.ann });
    const pages = await Promise.all(nonsense.map(() => live.open({ as: live.ann })));
    for (const [at, page] of pages.entries()) page.socket.send(nonsense[at]?.[1] ?? '');
    await until(() => pages.every(({ closed }) => closed !== null));
    const codes = pages.map(({ closed }, at) => [nonsense[at]?.[0], closed?.code]);
    expect(codes).toEqual(nonsense.map(([what, , code]) => [what, code]));
    await other.watching(live.games);
    expect(other.kinds(live.games)).toEqual(['state']);
  });

  test('a page may watch up to the limit of topics', async () => {
    const page = await live.open({ as: live.ann });
    const weeks = Array.from(
      { length: MAX_TOPICS },
      (_, at) => ({ kind: 'games', weekId: `2026-week${at + 1}` }) as const,
    );
    await page.watching(...weeks);
    expect(weeks.map((ref) => page.kinds(ref))).toEqual(weeks.map(() => ['state']));
  });

  describe('close behind', () => {
    let hers: LivePage;
    let his: LivePage;

    beforeEach(async () => {
      [hers, his] = [await live.open({ as: live.ann }), await live.open({ as: live.bob })];
      for (const page of [hers, his]) await page.watching(live.games, live.matchup, live.standings, live.entries);
    });

    /** Expects that the next change is sent to Bob, but not to Ann. */
    async function missesWhatFollows(): Promise<void> {
      const messageCount = hers.messages.length;
      await live.pick(live.bob, live.early, 'home');
      await until(() => his.state(live.matchup)?.rows[entryIdOf(live.poolId, live.bob.userId)]?.picks === '?-');
      await hers.hasAllSent();
      expect(hers.messages.slice(messageCount).filter(({ kind }) => kind !== 'beat')).toEqual([]);
    }

    test('a member who is removed keeps the games, and loses what is of the pool', async () => {
      await removeMember(live.league.deps, live.poolId, live.ann.userId);
      live.league.deps.live.changed(EVERYTHING);
      const lost = [live.matchup, live.standings, live.entries];
      await until(() => lost.every((ref) => hers.refusal(ref) !== null));
      for (const ref of lost) expect(hers.refusal(ref)).toBe('not_a_member');
      expect(hers.refusal(live.games)).toBeNull();
      expect(hers.closed).toBeNull();
      await until(() => Object.keys(his.state(live.matchup)?.rows ?? {}).length === 1);
      await missesWhatFollows();
    });

    test('whom an admin removes, disables, or takes a pool from: at once', async () => {
      const { call } = live.league;
      const { poolId, admin, ann, bob } = live;
      const params = { poolId, userId: ann.userId };
      (await call('PUT /api/pools/:poolId/members/:userId', { as: admin, params, body: { enabled: false } })).ok();
      const lost = [live.matchup, live.standings, live.entries];
      await until(() => lost.every((ref) => hers.refusal(ref) === 'not_a_member'));
      expect([hers.refusal(live.games), hers.closed]).toEqual([null, null]);
      const userParams = { userId: ann.userId };
      (await call('PATCH /api/users/:userId', { as: admin, params: userParams, body: { isEnabled: false } })).ok();
      await until(() => hers.goodbye === 'not_signed_in');
      (await call('DELETE /api/pools/:poolId', { as: admin, params: { poolId } })).ok();
      await until(() => lost.every((ref) => his.refusal(ref) === 'pool_not_found'));
      expect((await call('GET /api/pools/:poolId', { as: bob, params: { poolId } })).code).toBe('pool_not_found');
    });

    test('a commissioner is named, gets bus marks at once, and loses them at once', async () => {
      const { poolId, admin, ann, bob } = live;
      const busOf = (page: LivePage) =>
        Object.values(page.state(live.matchup)?.rows ?? {}).every((row) => 'bus' in row);
      const put = async (userId: string, enabled: boolean) => {
        const input = { as: admin, params: { poolId, userId }, body: { enabled } };
        (await live.league.call('PUT /api/pools/:poolId/commissioners/:userId', input)).ok();
      };
      expect([busOf(hers), busOf(his)]).toEqual([false, false]);
      await put(bob.userId, true);
      await put(ann.userId, true);
      await until(() => busOf(hers) && busOf(his));
      await put(ann.userId, false);
      await until(() => !busOf(hers));
      expect(busOf(his)).toBe(true);
      expect([hers.closed, hers.refusal(live.matchup)]).toEqual([null, null]);
      await live.pick(bob, live.early, 'home');
      await until(() => JSON.stringify(hers.state(live.matchup)?.rows).includes('?'));
      expect(busOf(hers)).toBe(false);
    });

    test('a commissioner of another pool gets nothing of this one, and a former one loses it at once', async () => {
      const { poolId, admin, bob, stranger } = live;
      const { deps, call, store, clock } = live.league;
      const otherId = await addPool(deps, { commissioners: [stranger] });
      const other = { kind: 'matchup', poolId: otherId, weekId: WEEK_1 } as const;
      const own = [{ kind: 'pool', poolId } as const, live.matchup, live.standings, live.entries];
      const page = await live.open({ as: stranger });
      await page.watching(other, ...own);
      expect([other, ...own].map((ref) => page.refusal(ref))).toEqual([null, ...own.map(() => 'not_a_member')]);

      await addCommissioner(store.db, { adminId: null, now: clock.now() }, { poolId, userId: stranger.userId });
      const again = await live.open({ as: stranger });
      await again.watching(other, ...own);
      expect(own.map((ref) => again.refusal(ref))).toEqual(own.map(() => null));
      for (const [userId, enabled] of [
        [bob.userId, true],
        [stranger.userId, false],
      ] as const) {
        const input = { as: admin, params: { poolId, userId }, body: { enabled } };
        (await call('PUT /api/pools/:poolId/commissioners/:userId', input)).ok();
      }
      await until(() => own.every((ref) => again.refusal(ref) === 'not_a_member'));
      expect([again.refusal(other), again.closed]).toEqual([null, null]);
    });

    test('everyone in a pool that is deleted', async () => {
      await deletePool(live.league.deps, live.poolId);
      live.league.deps.live.changed(EVERYTHING);
      await until(() => [hers, his].every((page) => page.refusal(live.standings) === 'pool_not_found'));
      expect(hers.refusal(live.games)).toBeNull();
    });

    test('somebody who is disabled', async () => {
      await setEnabled(live.league.deps, live.ann.userId, false);
      live.league.deps.live.changed(EVERYTHING);
      await until(() => hers.closed !== null);
      expect(hers.goodbye).toBe('account_disabled');
      await missesWhatFollows();
    });

    test('somebody who signs out: all pages of that session, and no other', async () => {
      const other = await addSession(live.league.deps, live.ann.accountId);
      const elsewhere = await live.open({ as: other });
      await elsewhere.watching(live.standings);
      (await live.league.call('POST /api/auth/sign-out', { as: live.ann })).ok();
      await until(() => hers.closed !== null);
      expect(hers.goodbye).toBe('not_signed_in');
      await missesWhatFollows();
      expect(elsewhere.closed).toBeNull();
    });

    test('somebody whom another process shuts out', async () => {
      const { location } = live.league.store;
      await another(location, async (store) => {
        await store.db.updateTable('users').set({ is_enabled: 0 }).where('id', '=', live.ann.userId).execute();
      });
      await until(() => hers.closed !== null);
      expect(hers.goodbye).toBe('account_disabled');
    });

    test('an admin whose role the command line takes', async () => {
      await live.league.store.db.updateTable('users').set({ is_admin: 1 }).where('id', '=', live.ann.userId).execute();
      live.league.deps.live.changed(EVERYTHING);
      await until(() => hers.closed !== null);
      const back = await live.open({ as: live.ann });
      await back.watching(live.matchup);
      expect(back.state(live.matchup)?.rows[entryIdOf(live.poolId, live.bob.userId)]).toHaveProperty('bus');
      const { code, stderr } = await runCliProcess([
        'admin',
        'revoke',
        live.ann.email,
        '--database',
        live.league.store.location,
      ]);
      expect([code, stderr]).toEqual([0, '']);
      await until(() => back.closed !== null);
      expect(back.closed).toEqual({ code: 1001, reason: 'come back' });
    });
  });

  /** Writes as another process does. */
  async function another(location: string, write: (store: Store) => Promise<void>): Promise<void> {
    const store = connect(location);
    try {
      await write(store);
    } finally {
      await store.close();
    }
  }
});
