import { generateSync } from 'otplib/functional';
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { LinkWish } from '#contract/pick-links.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import { beginSecondFactor, choosePickLinks, confirmSecondFactor } from '#server/accounts/second-factor-store.ts';
import { markVerified } from '#server/accounts/store.ts';
import { sendReminders } from '#server/notify/reminders.ts';
import { addPickLink, deleteOldPickLinks } from '#server/users/pick-link-store.ts';
import { withMail } from '#tests/app.ts';
import type { Person } from '#tests/builders.ts';
import { addGame, addSession, deletePool, WEEK_1, WEEK_2 } from '#tests/builders.ts';
import { HOUR, MINUTE, SUNDAY_1PM } from '#tests/core-samples.ts';
import { dumpTables } from '#tests/database.ts';
import { usualEngines } from '#tests/engines.ts';
import { entryIdOf } from '#tests/entry-ids.ts';
import { aLeague, withLeague } from '#tests/league.ts';
import { createMailbox } from '#tests/mailbox.ts';

const FRIDAY = SUNDAY_1PM - 48 * HOUR;
const side = (about: string, value: 'home' | 'away' = 'home'): LinkWish => ({
  kind: 'pick',
  about,
  value: { side: value },
});

describe.each(usualEngines)('A pick link on %s', (engine) => {
  const mailbox = createMailbox();
  const league = withLeague(engine, {
    settings: { ...withMail, trustProxy: ['127.0.0.1'] },
    transport: mailbox.transport,
  });

  let [first, second, monday, later] = ['', '', '', ''];
  beforeAll(async () => {
    first = await addGame(league.deps, { home: 'KC', away: 'LV' });
    second = await addGame(league.deps, { home: 'SF', away: 'SEA' });
    monday = await addGame(league.deps, { home: 'NYG', away: 'DAL', kickoff: SUNDAY_1PM + 31 * HOUR });
    later = await addGame(league.deps, { weekId: WEEK_2, home: 'KC', away: 'SF', kickoff: SUNDAY_1PM + 168 * HOUR });
  });

  async function aPool(rules: Partial<PoolRules> = {}) {
    const weeks = [WEEK_1, WEEK_2];
    const people = { members: ['ann', 'bob'], admins: ['root', 'vera'] } as const;
    const made = await aLeague(league, { name: 'Office', weeks, rules, ...people, now: FRIDAY });
    return { ...made, entryId: entryIdOf(made.poolId, made.ann.userId) };
  }

  async function linkFor({ userId }: Person, poolId: string, weekId = WEEK_1): Promise<string> {
    const expiresAt = SUNDAY_1PM + 32 * HOUR;
    const token = await addPickLink(league.store.db, { userId, poolId, weekId, now: league.clock.now(), expiresAt });
    return token ?? 'none';
  }

  let calls = 0;
  const headers = () => {
    calls += 1;
    return { 'x-forwarded-for': `198.51.${calls >> 8}.${calls & 255}` };
  };
  const open = (token: string) => league.call('POST /api/pick-link', { body: { token }, headers: headers() });
  const fill = (token: string, entryId: string, ...picks: LinkWish[]) =>
    league.call('POST /api/pick-link/picks', { body: { token, entryId, picks }, headers: headers() });
  const codes = async (filling: ReturnType<typeof fill>) =>
    (await filling).ok().picks.map((each) => (each.saved ? 'saved' : each.code));
  const stored = async (entryId: string) => {
    const query = league.store.db.selectFrom('picks').select(['about', 'value']).where('entry_id', '=', entryId);
    return Object.fromEntries((await query.execute()).map(({ about, value }) => [about, JSON.parse(value ?? 'null')]));
  };

  test('is in the mail of a reminder, and its token nowhere in the database', async () => {
    const { ann, bob, entryId } = await aPool();
    await markVerified(league.store, league.store.db, ann.accountId, ann.email);
    const choice = { kind: 'missing-picks', channel: 'mail', wanted: true } as const;
    (await league.call('PATCH /api/notifications', { as: ann, body: { choice } })).ok();
    league.clock.set(SUNDAY_1PM - 2 * HOUR);
    const { store, clock, notify, outbox } = league.deps;
    const site = league.deps.settings.publicUrl.origin;
    await sendReminders({ store, clock, notifier: notify.notifier, site }, new AbortController().signal);
    await outbox.idle();
    const { text = '', html = '' } = await mailbox.to(ann.email, /missing/);
    const token = /\/fill#token=([\w-]+)/.exec(text)?.[1] ?? 'none';
    expect(text).toContain(`enter this one: ${token}`);
    expect(html).toContain(`/fill#token=${token}`);
    expect(JSON.stringify(await dumpTables(store.db))).not.toContain(token);
    const shown = (await open(token)).ok();
    expect(shown).toMatchObject({ poolName: 'Office', weekId: WEEK_1, expiresAt: SUNDAY_1PM + 31 * HOUR + 5 * MINUTE });
    expect(shown.games.map(({ gid }) => gid)).toEqual([first, second, monday]);
    expect(shown.entries).toMatchObject([{ id: entryId, name: null, asked: 3 }]);
    expect(shown.entries[0]?.slots.map(({ isMade }) => isMade)).toEqual([false, false, false]);
    for (const word of [ann.email, bob.email, ann.name, bob.name]) expect((await open(token)).text).not.toContain(word);
    expect(await codes(fill(token, entryId, side(first), side(monday, 'away')))).toEqual(['saved', 'saved']);
    expect(await stored(entryId)).toEqual({ [first]: { side: 'home' }, [monday]: { side: 'away' } });
  });

  test('fills in only what is missing; what is made is shown as made, without its side', async () => {
    const { ann, poolId, entryId } = await aPool();
    (await league.pick(ann, poolId, { gid: first, side: 'away' })).ok();
    const token = await linkFor(ann, poolId);
    const opened = await open(token);
    expect(opened.text).not.toMatch(/"side"|"value"/);
    expect(opened.ok().entries).toEqual([
      {
        id: entryId,
        name: null,
        asked: 2,
        slots: [
          { kind: 'pick', about: first, isMade: true },
          { kind: 'pick', about: second, isMade: false },
          { kind: 'pick', about: monday, isMade: false },
        ],
      },
    ]);
    const replies = [
      await fill(token, entryId, side(first, 'home')),
      await fill(token, entryId, side(first, 'away'), side(second)),
    ];
    expect(replies.map((each) => each.ok().picks)).toMatchObject([
      [{ saved: false, code: 'already_made' }],
      [{ saved: false, code: 'already_made' }, { saved: true }],
    ]);
    for (const { text } of replies) expect(text).not.toMatch(/"side"|"value"/);
    expect(await codes(fill(token, entryId, side(second, 'away')))).toEqual(['already_made']);
    expect(await stored(entryId)).toEqual({ [first]: { side: 'away' }, [second]: { side: 'home' } });
  });

  test('fills in no more than the pool asks for, and nothing that has locked, until the last lock of its week', async () => {
    const { ann, poolId, entryId } = await aPool({ games: 2 });
    const token = await linkFor(ann, poolId);
    expect((await open(token)).ok().entries).toMatchObject([{ asked: 2 }]);
    league.clock.set(SUNDAY_1PM + HOUR);
    expect((await open(token)).ok().games.map(({ gid }) => gid)).toEqual([monday]);
    expect(await codes(fill(token, entryId, side(first)))).toEqual(['game_locked']);
    league.clock.set(FRIDAY);
    expect(await codes(fill(token, entryId, side(first), side(second), side(monday)))).toEqual([
      'saved',
      'saved',
      'too_many_picks',
    ]);
    expect((await open(token)).ok().entries).toMatchObject([
      { asked: 0, slots: [{ about: first }, { about: second }] },
    ]);
    league.clock.set(SUNDAY_1PM + 31 * HOUR + 5 * MINUTE);
    expect([(await open(token)).code, (await fill(token, entryId, side(monday))).code]).toEqual([
      'link_expired',
      'link_expired',
    ]);
    await deleteOldPickLinks(league.store.db, SUNDAY_1PM + 33 * HOUR);
    expect(await league.store.db.selectFrom('pick_links').where('pool_id', '=', poolId).selectAll().execute()).toEqual(
      [],
    );
  });

  test('that is forwarded reaches no other week, pool, person or session', async () => {
    const { ann, bob, poolId, entryId } = await aPool();
    const other = await aPool();
    const token = await linkFor(ann, poolId);
    const reply = await fill(token, entryId, side(later), {
      kind: 'guess',
      about: WEEK_2,
      value: { gid: later, total: 40 },
    });
    expect(reply.ok().picks).toMatchObject([{ code: 'not_by_link' }, { code: 'not_by_link' }]);
    for (const id of [entryIdOf(poolId, bob.userId), other.entryId, 'none'])
      expect((await fill(token, id, side(first))).code).toBe('entry_not_found');
    const cookie = `${league.deps.accounts.sessions.cookieName}=${token}`;
    expect((await league.call('GET /api/pools', { as: { cookie } })).code).toBe('not_signed_in');
    expect(reply.headers['set-cookie']).toBeUndefined();
    const foreign = { 'sec-fetch-site': 'cross-site', ...headers() };
    const body = { token, entryId, picks: [side(first)] };
    expect((await league.call('POST /api/pick-link/picks', { body, headers: foreign })).code).toBe('foreign_origin');
    expect(await stored(entryId)).toEqual({});
  });

  test('that a mail scanner opens changes nothing and still works', async () => {
    const { ann, poolId, entryId } = await aPool();
    const token = await linkFor(ann, poolId);
    const before = await dumpTables(league.store.db);
    const page = await league.app.inject({ method: 'GET', url: '/fill' });
    expect(page.statusCode).toBeLessThan(500);
    for (let times = 0; times < 5; times += 1) (await open(token)).ok();
    // The limits by address count it.
    const after = { ...(await dumpTables(league.store.db)), attempts: before.attempts };
    expect(after).toEqual(before);
    expect(await codes(fill(token, entryId, side(first)))).toEqual(['saved']);
  });

  test('never changes a pick that its owner saves at the same time', async () => {
    const { ann, poolId, entryId } = await aPool();
    const token = await linkFor(ann, poolId);
    const both = [first, second, monday].map(async (gid, at) => {
      const own = () => league.pick(ann, poolId, { gid, side: 'away' });
      const linked = () => codes(fill(token, entryId, side(gid, 'home')));
      return at % 2 === 0 ? Promise.all([own(), linked()]) : Promise.all([linked(), own()]);
    });
    for (const results of await Promise.all(both)) {
      const [own] = results.filter((each) => !Array.isArray(each));
      if (own && 'ok' in own) own.ok();
    }
    expect(Object.values(await stored(entryId))).toEqual(Array(3).fill({ side: 'away' }));
  });

  test('is judged by itself, whatever its owner saves in the same batch', async () => {
    const { ann, poolId, entryId } = await aPool();
    const write = (about: string, value: 'home' | 'away', link: object) => {
      const actor = { by: 'self', userId: ann.userId, ...link } as const;
      const wish = { kind: 'pick', about, value: { side: value } } as const;
      return league.deps.picks.add({ poolId, entryId, wish, actor, basedOn: null });
    };
    const own = (about: string) => write(about, 'away', {});
    const linked = (about: string) => write(about, 'home', { hasPickLink: true });
    expect(await Promise.all([own(first), linked(first)])).toMatchObject([
      { value: { side: 'away' } },
      { saved: false, refusal: 'already_made' },
    ]);
    expect(await Promise.all([linked(second), own(second)])).toMatchObject([
      { value: { side: 'home' } },
      { value: { side: 'away' } },
    ]);
  });

  test('is limited by address', async () => {
    const from = { 'x-forwarded-for': '203.0.113.7' };
    const answers: unknown[] = [];
    for (let times = 0; times < 41; times += 1)
      answers.push((await league.call('POST /api/pick-link', { body: { token: 'none' }, headers: from })).code);
    expect(new Set(answers.slice(0, 40))).toEqual(new Set(['link_expired']));
    expect(answers.at(-1)).toBe('too_many_attempts');
  });

  type Scene = Awaited<ReturnType<typeof aPool>>;
  /** Turns on the second factor of an account. */
  const secondFactor = ({ accountId }: Person, wants: number) =>
    league.store.db
      .insertInto('second_factors')
      .values({
        account_id: accountId,
        secret: 'A',
        made_at: 1,
        confirmed_at: 1,
        last_step: 1,
        wants_pick_links: wants,
      })
      .execute();

  test('is not for accounts with a second factor, unless they ask for it', async () => {
    const { ann, bob, poolId } = await aPool();
    const [ofAnn, ofBob] = [await linkFor(ann, poolId), await linkFor(bob, poolId)];
    await secondFactor(ann, 0);
    await secondFactor(bob, 1);
    expect([(await open(ofAnn)).code, (await open(ofBob)).code]).toEqual(['link_expired', null]);
    expect(await linkFor(ann, poolId)).toBe('none');
    expect((await open(await linkFor(bob, poolId))).code).toBeNull();
  });

  test('fills in teams, and none that would reveal another', async () => {
    const { ann, poolId, entryId } = await aPool({ format: 'survivor' });
    const token = await linkFor(ann, poolId);
    const team = (name: string): LinkWish => ({ kind: 'team', about: WEEK_1, value: { gid: first, team: name } });
    (await league.pick(ann, poolId, { gid: later, team: 'KC', weekId: WEEK_2 })).ok();
    for (const name of ['KC', 'LV']) expect(await codes(fill(token, entryId, team(name)))).toEqual(['not_by_link']);
    (await league.pick(ann, poolId, { team: null, weekId: WEEK_2 })).ok();
    expect((await open(token)).ok().entries).toMatchObject([{ asked: 1, slots: [{ kind: 'team', isMade: false }] }]);
    expect(await codes(fill(token, entryId, team('KC')))).toEqual(['saved']);
    for (const name of ['KC', 'LV']) expect(await codes(fill(token, entryId, team(name)))).toEqual(['already_made']);
    const opened = await open(token);
    expect(opened.ok().entries).toMatchObject([{ asked: 0, slots: [{ kind: 'team', isMade: true }] }]);
  });

  test('fills in the guess of its week', async () => {
    const { ann, poolId, entryId } = await aPool({ tiebreak: 'closest' });
    const token = await linkFor(ann, poolId);
    const gid = (await open(token)).ok().tiebreakGid ?? 'none';
    const guess = (total: number): LinkWish => ({ kind: 'guess', about: WEEK_1, value: { gid, total } });
    expect(gid).toBe(monday);
    expect(await codes(fill(token, entryId, guess(41)))).toEqual(['saved']);
    const again = await fill(token, entryId, guess(41));
    expect(again.ok().picks).toMatchObject([{ code: 'already_made' }]);
    expect(again.ok().link?.entries[0]?.slots.at(-1)).toEqual({ kind: 'guess', about: WEEK_1, isMade: true });
    expect(await stored(entryId)).toEqual({ [WEEK_1]: { gid, total: 41 } });
  });

  test('each use is logged, and told to its owner on every channel, once a minute', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
    onTestFinished(() => void vi.useRealTimers());
    const { ann, poolId, entryId } = await aPool();
    await markVerified(league.store, league.store.db, ann.accountId, ann.email);
    const choice = { kind: 'announcement', channel: 'mail', wanted: false } as const;
    (await league.call('PATCH /api/notifications', { as: ann, body: { choice } })).ok();
    const token = await linkFor(ann, poolId);
    (await open(token)).ok();
    expect(await codes(fill(token, entryId, side(first), side(second)))).toEqual(['saved', 'saved']);
    expect(await codes(fill(token, entryId, side(first)))).toEqual(['already_made']);
    expect(await codes(fill(token, entryId, side(monday)))).toEqual(['saved']);
    const { afterCommit, outbox, accounts } = league.deps;
    await afterCommit.idle();
    await outbox.idle();
    const mails = mailbox.mails.filter(({ to }) => to === ann.email);
    expect(mails.map(({ subject }) => subject)).toEqual(['News from Office']);
    expect(mails[0]?.text).toContain('2 picks for Week 1 were filled in with the link in your reminder. Not you?');
    // Whoever stops the announcements of pools still gets this one.
    for (const body of [mails[0]?.text, mails[0]?.html]) expect(body).not.toMatch(/Stop these emails|unsubscribe/);
    expect(mails[0]?.headers).toBeUndefined();
    await accounts.security.flush();
    const query = league.store.db.selectFrom('security_log').select(['event', 'detail', 'times']);
    const logged = await query.where('account_id', '=', ann.accountId).execute();
    expect(logged).toEqual([
      { event: 'pick-link-used', detail: '2 picks', times: 1 },
      { event: 'pick-link-used', detail: '1 pick', times: 1 },
    ]);
  });

  const ends: Readonly<Record<string, (scene: Scene) => Promise<unknown>>> = {
    'a new password': async ({ ann }) =>
      (
        await league.call('POST /api/auth/change-password', { as: await fresh(ann), body: { password: 'Tailgate77' } })
      ).ok(),
    'sign-out everywhere': async ({ ann }) =>
      (await league.call('POST /api/auth/sign-out-everywhere', { as: ann })).ok(),
    'sign-out by an admin': async ({ ann, root }) =>
      (await league.call('DELETE /api/users/:userId/sessions', { as: root, params: { userId: ann.userId } })).ok(),
    'being disabled': async ({ ann, root }) => {
      const params = { userId: ann.userId };
      for (const isEnabled of [false, true])
        (await league.call('PATCH /api/users/:userId', { as: root, params, body: { isEnabled } })).ok();
    },
    'being removed from the pool': async ({ ann, root, poolId }) => {
      const params = { poolId, userId: ann.userId };
      for (const enabled of [false, true])
        (await league.call('PUT /api/pools/:poolId/members/:userId', { as: root, params, body: { enabled } })).ok();
    },
    'the end of the pool': async ({ poolId }) => deletePool(league.deps, poolId),
    'a second factor, for good': async ({ ann: { accountId } }) => {
      const secret = (await beginSecondFactor(league.store, accountId, Date.now())) ?? '';
      const code = generateSync({ secret, epoch: Math.floor(Date.now() / 1000) });
      const { db } = league.store;
      const session = db.selectFrom('sessions').select('id').where('userId', '=', accountId);
      const sessionId = (await session.executeTakeFirstOrThrow()).id;
      const turnedOn = await confirmSecondFactor(league.store, { accountId, sessionId }, code, Date.now());
      expect(turnedOn).toHaveProperty('recoveryCodes');
      await db.deleteFrom('second_factors').where('account_id', '=', accountId).execute();
    },
    'turning it off while there is a second factor': async ({ ann }) => {
      await secondFactor(ann, 1);
      for (const isWanted of [false, true]) await choosePickLinks(league.store, ann.accountId, isWanted);
    },
  };
  const fresh = async ({ accountId }: Person) => addSession(league.deps, accountId);

  test.each(Object.keys(ends))('ends with %s', async (name) => {
    const scene = await aPool();
    const token = await linkFor(scene.ann, scene.poolId);
    (await open(token)).ok();
    await ends[name]?.(scene);
    expect((await open(token)).code).toBe('link_expired');
    expect((await fill(token, scene.entryId, side(first))).code).toBe('link_expired');
  });
});
