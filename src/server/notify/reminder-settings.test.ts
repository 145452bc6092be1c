import { createECDH } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { setMembers } from '#server/members/store.ts';
import type { Settings } from '#server/platform/env/settings.ts';
import type { Outside } from '#server/platform/outside.ts';
import type { TestApp } from '#tests/app.ts';
import { createTestApp, PUBLIC_URL, withMail } from '#tests/app.ts';
import { auditRows } from '#tests/audit-rows.ts';
import type { Person } from '#tests/builders.ts';
import { addGame, addPerson, addPool, removeMember, setEnabled, WEEK_1, WEEK_2 } from '#tests/builders.ts';
import { HOUR, SUNDAY_1PM } from '#tests/core-samples.ts';
import { dumpTables } from '#tests/database.ts';
import { entryIdOf } from '#tests/entry-ids.ts';
import { aLeague } from '#tests/league.ts';
import type { Mailbox } from '#tests/mailbox.ts';
import { createMailbox } from '#tests/mailbox.ts';

describe('Who has not picked', () => {
  let league: TestApp;
  let mailbox: Mailbox;
  let admin: Person;
  let ann: Person;
  let bob: Person;
  let poolId: string;
  let early: string;

  beforeEach(async () => {
    mailbox = createMailbox();
    league = await createTestApp('sqlite', { settings: withMail, transport: mailbox.transport });
    ({ admin, ann, bob, poolId, early } = await aLeague(league, {
      name: 'Office',
      admins: ['admin'],
      members: ['ann', 'bob'],
      weeks: [WEEK_1, WEEK_2],
      games: {
        early: {},
        late: { home: 'KC', away: 'LV', kickoff: SUNDAY_1PM + 3 * HOUR },
        cancelled: { home: 'NE', away: 'NYJ', void: 'cancelled' },
      },
    }));
    await verify(ann, bob);
  });

  afterEach(() => league.close());

  async function verify(...people: Person[]): Promise<void> {
    const ids = people.map((person) => person.accountId);
    const emailVerified = 1;
    await league.store.db.updateTable('accounts').set({ emailVerified }).where('id', 'in', ids).execute();
  }

  const params = () => ({ poolId, weekId: WEEK_1 });
  const missing = async () =>
    (await league.call('GET /api/pools/:poolId/weeks/:weekId/missing', { as: admin, params: params() })).ok();
  const remind = (as = admin, weekId = WEEK_1) =>
    league.call('POST /api/pools/:poolId/weeks/:weekId/reminders', { as, params: { poolId, weekId } });
  const pick = async (as: Person, side: 'home' | 'away' | null = 'home') =>
    (await league.pick(as, poolId, { gid: early, side })).ok();
  const wants = async (as: Person, wanted: boolean) => {
    const choice = { kind: 'missing-picks', channel: 'mail', wanted } as const;
    return (await league.call('PATCH /api/notifications', { as, body: { choice } })).ok();
  };
  const recipients = async () => {
    await league.deps.outbox.idle();
    return mailbox.mails.map((mail) => mail.to).sort();
  };

  test('names the number of games that can still be picked, not the sides', async () => {
    await pick(ann);
    const all = { openGames: 2, canRemind: true };
    const bobs = { id: entryIdOf(poolId, bob.userId), name: 'Bob', missing: 2, reminder: 'ready' };
    expect(await missing()).toEqual({
      ...all,
      entries: [{ id: entryIdOf(poolId, ann.userId), name: 'Ann', missing: 1, reminder: 'ready' }, bobs],
    });
    await pick(ann, 'away');
    expect((await missing()).entries[0]?.missing).toBe(1);
    await pick(ann, null);
    expect((await missing()).entries[0]?.missing).toBe(2);
    league.clock.set(SUNDAY_1PM + HOUR);
    expect(await missing()).toMatchObject({ openGames: 1, entries: [{ missing: 1 }, { missing: 1 }] });
    league.clock.set(SUNDAY_1PM + 24 * HOUR);
    expect(await missing()).toEqual({ openGames: 0, canRemind: true, entries: [] });
  });

  test('covers each entry, and is mailed once with all of them', async () => {
    poolId = await addPool(league.deps, { name: 'Twice', members: [ann], rules: { entries: 2 } });
    const input = { as: ann, params: { poolId }, body: { name: 'Second Wind' } };
    const { id } = (await league.call('POST /api/pools/:poolId/entries', input)).ok();
    await pick(ann);
    expect((await missing()).entries).toEqual([
      { id: entryIdOf(poolId, ann.userId), name: 'Ann', missing: 1, reminder: 'ready' },
      { id, name: 'Second Wind', missing: 2, reminder: 'ready' },
    ]);
    expect((await remind()).ok()).toMatchObject({ sent: 1 });
    expect((await mailbox.to(ann.email)).text).toContain('Second Wind');
    expect(await recipients()).toEqual([ann.email]);
    expect((await missing()).entries.map(({ reminder }) => reminder)).toEqual(['reminded', 'reminded']);
  });

  test('is mailed for an order alone where every pick of a pool with confidence is made', async () => {
    poolId = await addPool(league.deps, { name: 'Sure', members: [ann], rules: { format: 'confidence' } });
    const input = { as: ann, params: params() };
    const { games } = (await league.call('GET /api/pools/:poolId/weeks/:weekId/games', input)).ok();
    for (const { gid } of games.filter((game) => game.void === null))
      (await league.pick(ann, poolId, { gid, side: 'home' })).ok();
    expect((await remind()).ok()).toMatchObject({ sent: 1 });
    const mail = await mailbox.to(ann.email);
    expect(mail.subject).toBe('Sure, Week 1: your order is missing');
    expect(mail.text).toContain('The games of this week are not in order yet.');
    expect(mail.text).not.toContain('picks to make');
  });

  test('counts members who are enabled, and nobody else', async () => {
    const [off, removed] = [await addPerson(league.deps), await addPerson(league.deps)];
    for (const { userId } of [off, removed]) {
      const member = { poolId, userId };
      (
        await league.call('PUT /api/pools/:poolId/members/:userId', {
          as: admin,
          params: member,
          body: { enabled: true },
        })
      ).ok();
    }
    await setEnabled(league.deps, off.userId, false);
    await removeMember(league.deps, poolId, removed.userId);
    expect((await missing()).entries.map(({ name }) => name)).toEqual(['Ann', 'Bob']);
  });

  test('is mailed once for a week, with the way to say no', async () => {
    await pick(ann);
    expect((await remind()).ok()).toEqual({ sent: 2, alreadyReminded: 0, optedOut: 0, withoutMail: 0 });
    expect(await recipients()).toEqual([ann.email, bob.email].sort());
    const mail = await mailbox.to(ann.email);
    expect(mail.subject).toBe('Office, Week 1: 1 pick is missing');
    expect(mail.text).toContain("Pick'em · Office");
    expect(mail.text).toContain('The next game locks on Sun, Sep 13 at 1:00 PM EDT.');
    expect(mail.text).toContain(`Make your picks:\n${PUBLIC_URL}/picks`);
    for (const body of [mail.text, mail.html]) expect(body).toContain(`${PUBLIC_URL}/unsubscribe/`);
    expect((await mailbox.to(bob.email)).subject).toBe('Office, Week 1: 2 picks are missing');
    expect((await missing()).entries.map(({ reminder }) => reminder)).toEqual(['reminded', 'reminded']);
    expect((await remind()).ok()).toEqual({ sent: 0, alreadyReminded: 2, optedOut: 0, withoutMail: 0 });
    expect(await recipients()).toHaveLength(2);
    const about = { actorId: admin.userId, poolId, weekId: WEEK_1 };
    expect(await auditRows(league.store.db)).toEqual([
      { act: 'reminder.send', ...about, before: {}, after: { players: 2 } },
    ]);
  });

  test('is mailed for another week again', async () => {
    (await remind()).ok();
    await addGame(league.deps, { weekId: WEEK_2, kickoff: SUNDAY_1PM + 7 * 24 * HOUR });
    expect((await remind(admin, WEEK_2)).ok().sent).toBe(2);
  });

  test('gets one mail also where admins ask for it at the same moment', async () => {
    const others = [await addPerson(league.deps, { isAdmin: true }), await addPerson(league.deps, { isAdmin: true })];
    const replies = await Promise.all([admin, ...others].map((as) => remind(as)));
    const counts = replies.map((reply) => reply.ok());
    expect(counts.reduce((sum, { sent }) => sum + sent, 0)).toBe(2);
    for (const { sent, alreadyReminded } of counts) expect(sent + alreadyReminded).toBe(2);
    expect(await recipients()).toEqual([ann.email, bob.email].sort());
  });

  test('is not mailed if they want no reminders, have picked, or never verified the address', async () => {
    const [carl, dora] = [
      await addPerson(league.deps, { name: 'Carl' }),
      await addPerson(league.deps, { name: 'Dora' }),
    ];
    for (const { userId } of [carl, dora]) {
      const input = { as: admin, params: { poolId, userId }, body: { enabled: true } };
      (await league.call('PUT /api/pools/:poolId/members/:userId', input)).ok();
    }
    await verify(dora);
    expect((await wants(bob, false)).choices).toEqual([{ kind: 'missing-picks', channel: 'mail', wanted: false }]);
    (
      await league.call('PATCH /api/games/:gid', { as: admin, params: { gid: early }, body: { void: 'postponed' } })
    ).ok();
    const { games } = (
      await league.call('GET /api/pools/:poolId/weeks/:weekId/games', { as: dora, params: params() })
    ).ok();
    for (const { gid } of games.filter((game) => game.void === null))
      (await league.pick(dora, poolId, { gid, side: 'home' })).ok();
    const states = (await missing()).entries.map(({ name, reminder }) => [name, reminder]);
    expect(states).toEqual([
      ['Ann', 'ready'],
      ['Bob', 'opted_out'],
      ['Carl', 'no_mail'],
    ]);
    expect((await remind()).ok()).toEqual({ sent: 1, alreadyReminded: 0, optedOut: 1, withoutMail: 1 });
    expect(await recipients()).toEqual([ann.email]);
    expect((await wants(bob, true)).choices[0]?.wanted).toBe(true);
    expect((await remind()).ok().sent).toBe(1);
  });

  test('is not mailed for a week that is none of the pool’s', async () => {
    const before = await dumpTables(league.store.db);
    for (const weekId of ['2026-week9', 'no-such-week'])
      expect((await remind(admin, weekId)).code).toBe('week_not_found');
    expect(await dumpTables(league.store.db)).toEqual(before);
  });

  test('is not mailed by a league that sends no mail, and the admin learns what to set', async () => {
    const { location } = league.store;
    const mute = await createTestApp('sqlite', { location });
    const input = { as: admin, params: params() };
    const reply = await mute.call('POST /api/pools/:poolId/weeks/:weekId/reminders', input);
    expect([reply.status, reply.code]).toEqual([503, 'reminders_need_mail']);
    expect(reply.text).toContain('SMTP_URL');
    const listed = await mute.call('GET /api/pools/:poolId/weeks/:weekId/missing', input);
    expect(listed.ok()).toMatchObject({ canRemind: false, openGames: 2 });
    await mute.close();
    expect((await missing()).entries.map(({ reminder }) => reminder)).toEqual(['ready', 'ready']);
  });

  describe('with devices', () => {
    let app: TestApp;
    const mails = createMailbox();
    const taking: Outside = { problemOf: () => null, post: async () => ({ status: 201, retryAfterMs: 0 }) };
    const press = () => app.call('POST /api/pools/:poolId/weeks/:weekId/reminders', { as: admin, params: params() });

    async function open(settings: Partial<Settings>): Promise<void> {
      const { location } = league.store;
      app = await createTestApp('sqlite', { location, settings, outside: taking, transport: mails.transport });
    }

    async function addDevice(as: Person, at: number): Promise<void> {
      const keys = createECDH('prime256v1');
      keys.generateKeys();
      const p256dh = keys.getPublicKey('base64url');
      const body = { endpoint: `https://push.test/${as.userId}-${at}`, keys: { p256dh, auth: 'b'.repeat(22) } };
      (await app.call('PUT /api/push', { as, body })).ok();
    }

    afterEach(() => app.close());

    test('each user is counted once, regardless of devices and channels', async () => {
      await open(withMail);
      const people = await Promise.all(
        Array.from({ length: 28 }, (_, at) => addPerson(league.deps, { name: `Player ${at}` })),
      );
      const ids = people.map(({ userId }) => userId);
      await setMembers(league.store.db, poolId, ids, 1);
      const emailVerified = 1;
      await league.store.db.updateTable('accounts').set({ emailVerified }).execute();
      for (const [at, person] of people.entries()) await addDevice(person, at);
      const everybody = people.length + 2;
      expect((await press()).ok()).toEqual({ sent: everybody, alreadyReminded: 0, optedOut: 0, withoutMail: 0 });
      expect((await press()).ok()).toEqual({ sent: 0, alreadyReminded: everybody, optedOut: 0, withoutMail: 0 });
      const log = await auditRows(league.store.db);
      expect(log.filter(({ act }) => act === 'reminder.send')).toHaveLength(1);
    });

    test('a league without mail reminds by them', async () => {
      await open({});
      await addDevice(ann, 0);
      expect((await press()).ok()).toEqual({ sent: 1, alreadyReminded: 0, optedOut: 0, withoutMail: 1 });
    });
  });
});
