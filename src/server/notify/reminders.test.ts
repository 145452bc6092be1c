import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ChannelName } from '#core/notify/kinds.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import { catchUp } from '#server/locks/store.ts';
import { setMembers } from '#server/members/store.ts';
import type { OutboxKind } from '#server/platform/db/schema.ts';
import { addMessages } from '#server/platform/outbox/store.ts';
import { latestReceipt } from '#server/receipts/reads.ts';
import { createUser } from '#server/users/store.ts';
import type { TestApp } from '#tests/app.ts';
import { createTestApp, PUBLIC_URL, withMail } from '#tests/app.ts';
import type { Person } from '#tests/builders.ts';
import { addGame, addPerson, addPool, removeMember, setEnabled, WEEK_1, WEEK_2 } from '#tests/builders.ts';
import { HOUR, MINUTE, SUNDAY_1PM } from '#tests/core-samples.ts';
import { entryIdOf } from '#tests/entry-ids.ts';
import type { Mailbox } from '#tests/mailbox.ts';
import { createMailbox } from '#tests/mailbox.ts';
import { settle } from '#tests/settle.ts';
import type { Channel } from './notifier.ts';
import { Notifier } from './notifier.ts';
import { sendReminders } from './reminders.ts';

const LOCK = SUNDAY_1PM + 5 * MINUTE;
const THURSDAY = SUNDAY_1PM - 65 * HOUR;

describe('Reminders by themselves', () => {
  let league: TestApp;
  let mailbox: Mailbox;
  let ann: Person;
  let bob: Person;
  let poolId: string;
  let gid: string;

  beforeEach(async () => {
    mailbox = createMailbox();
    league = await createTestApp('sqlite', { settings: withMail, transport: mailbox.transport });
    [ann, bob] = [await addPerson(league.deps), await addPerson(league.deps)];
    league.clock.set(THURSDAY - 48 * HOUR);
    poolId = await poolOf({});
    gid = await addGame(league.deps);
    await verify(ann, bob);
    for (const as of [ann, bob]) await want(as);
  });

  afterEach(() => league.close());

  const poolOf = (rules: Partial<PoolRules>, members = [ann, bob]) =>
    addPool(league.deps, { name: 'Office', members, rules, weeks: [WEEK_1, WEEK_2] });

  async function verify(...people: Person[]): Promise<void> {
    const ids = people.map(({ accountId }) => accountId);
    const emailVerified = 1;
    await league.store.db.updateTable('accounts').set({ emailVerified }).where('id', 'in', ids).execute();
  }

  const change = (as: Person, body: object) => league.call('PATCH /api/notifications', { as, body });
  const want = async (as: Person, wanted = true) =>
    (await change(as, { choice: { kind: 'missing-picks', channel: 'mail', wanted } })).ok();
  const pick = async (as: Person, game = gid) => (await league.pick(as, poolId, { gid: game, side: 'home' })).ok();

  /** Runs the job on several nodes at once. @returns the recipients */
  async function mailedAt(at: number, apps: readonly TestApp[] = [league]): Promise<string[]> {
    const before = mailbox.mails.length;
    league.clock.set(at);
    await Promise.all(apps.map(({ deps }) => deps.notify.jobs.tick()));
    await Promise.all(apps.map(({ deps }) => deps.outbox.idle()));
    return mailbox.mails
      .slice(before)
      .map(({ to }) => to)
      .sort();
  }
  const everybody = () => [ann.email, bob.email].sort();

  test('go once to members who asked for them and lack a pick', async () => {
    await pick(bob);
    expect(await mailedAt(LOCK - 3 * HOUR - 10 * MINUTE)).toEqual([]);
    expect(await mailedAt(LOCK - 3 * HOUR)).toEqual([ann.email]);
    expect(mailbox.mails[0]).toMatchObject({ subject: 'Office, Week 1: 1 pick is missing' });
    expect(mailbox.mails[0]?.text).toContain('because you asked to be reminded');
    for (const minutes of [5, 60, 170, 185]) expect(await mailedAt(LOCK - 3 * HOUR + minutes * MINUTE)).toEqual([]);
  });

  test('do not go to users who did not ask, or are no members, disabled, unverified, or without an account', async () => {
    const [silent, off, gone, unverified, stopped] = (await Promise.all(
      ['S', 'O', 'G', 'U', 'T'].map((name) => addPerson(league.deps, { name })),
    )) as [Person, Person, Person, Person, Person];
    const paper = await createUser(league.store.db, { displayName: 'Paper', accountId: null }, 1);
    const all = [silent, off, gone, unverified, stopped];
    await setMembers(league.store.db, poolId, [...all.map(({ userId }) => userId), paper], 1);
    await verify(silent, off, gone, stopped);
    for (const as of [off, gone, unverified, stopped]) await want(as);
    await want(stopped, false);
    await setEnabled(league.deps, off.userId, false);
    await removeMember(league.deps, poolId, gone.userId);
    expect(await mailedAt(LOCK - 3 * HOUR)).toEqual(everybody());
  });

  test('come before the first lock and before Sunday, for games that are still open then', async () => {
    const first = await addGame(league.deps, { home: 'KC', away: 'LV', kickoff: THURSDAY });
    expect(await mailedAt(THURSDAY - 2 * HOUR)).toEqual(everybody());
    await pick(ann, first);
    expect(await mailedAt(LOCK - 3 * HOUR)).toEqual(everybody());
    expect(mailbox.mails.map(({ subject }) => subject)).toEqual([
      'Office, Week 1: 2 picks are missing',
      'Office, Week 1: 2 picks are missing',
      'Office, Week 1: 1 pick is missing',
      'Office, Week 1: 1 pick is missing',
    ]);
  });

  test('come when each user wants them, and not at night', async () => {
    (await change(ann, { hours: 24 })).ok();
    (await change(bob, { zone: 'Australia/Sydney' })).ok();
    // An unknown zone is ignored, not refused.
    expect((await change(bob, { zone: 'Etc/Unknown' })).ok().zone).toBe('Australia/Sydney');
    expect((await league.call('GET /api/session', { as: bob })).ok().user?.zone).toBe('Australia/Sydney');
    expect(await mailedAt(LOCK - 24 * HOUR)).toEqual([ann.email]);
    expect(await mailedAt(Date.parse('2026-09-13T11:30Z'))).toEqual([bob.email]);
    expect((await mailbox.to(bob.email)).text).toContain('locks on Mon, Sep 14 at 3:00 AM GMT+10.');
    expect((await mailbox.to(ann.email)).text).toContain('locks on Sun, Sep 13 at 1:00 PM EDT.');
  });

  test('follow a kick-off that moves, each of the two at most once', async () => {
    const [game] = (
      await league.call('GET /api/pools/:poolId/weeks/:weekId/games', { as: ann, params: { poolId, weekId: WEEK_1 } })
    ).ok().games;
    expect(game?.gid).toBe(gid);
    await addGame(league.deps, { gid, kickoff: SUNDAY_1PM + 7 * HOUR });
    expect(await mailedAt(LOCK - 3 * HOUR)).toEqual([]);
    expect(await mailedAt(LOCK + 4 * HOUR)).toEqual(everybody());
    await addGame(league.deps, { gid, kickoff: SUNDAY_1PM + 28 * HOUR });
    expect(await mailedAt(LOCK + 25 * HOUR)).toEqual(everybody());
    expect(await mailedAt(LOCK + 26 * HOUR)).toEqual([]);
  });

  test('go by a deadline that is days before the games', async () => {
    await league.store.db.deleteFrom('pool_members').where('pool_id', '=', poolId).execute();
    await poolOf({ deadline: 'own', deadlineDay: 'wednesday', deadlineTime: '20:00' });
    const wednesday = THURSDAY - 24 * HOUR;
    expect(await mailedAt(wednesday - 3 * HOUR - 10 * MINUTE)).toEqual([]);
    expect(await mailedAt(wednesday - 3 * HOUR)).toEqual(everybody());
    expect(await mailedAt(LOCK - 3 * HOUR)).toEqual([]);
  });

  test('go by the pool’s lock, once for a week that locks as a whole', async () => {
    await poolOf({ deadline: 'week' }, [ann]);
    for (const game of [gid, await addGame(league.deps, { home: 'KC', away: 'LV', kickoff: THURSDAY })])
      await pick(ann, game);
    expect(await mailedAt(THURSDAY - 2 * HOUR)).toEqual(everybody());
    expect(mailbox.mails.find(({ to }) => to === ann.email)?.subject).toBe('Office, Week 1: 2 picks are missing');
    expect(await mailedAt(LOCK - 3 * HOUR)).toEqual([bob.email]);
  });

  test.each([
    [
      'all of them',
      false,
      'picks are missing for 2 entries',
      ['Ann: 1 pick is missing.', 'Second Wind: 1 pick is missing.'],
    ],
    ['one of them', true, '1 pick is missing for Second Wind', ['Second Wind: 1 pick is missing.']],
  ])('are one mail to somebody with several entries, and name %s', async (_, isPicked, missing, lines) => {
    for (const as of [ann, bob]) await pick(as);
    const { userId } = ann;
    await league.store.db.updateTable('users').set({ display_name: 'Ann' }).where('id', '=', userId).execute();
    poolId = await poolOf({ entries: 2 }, [ann]);
    const input = { as: ann, params: { poolId }, body: { name: 'Second Wind' } };
    const { id } = (await league.call('POST /api/pools/:poolId/entries', input)).ok();
    if (isPicked) await pick(ann);
    expect(await mailedAt(LOCK - 3 * HOUR)).toEqual([ann.email]);
    const { subject, text } = await mailbox.to(ann.email);
    expect(subject).toBe(`Office, Week 1: ${missing}`);
    expect(text.split('\n').filter((line) => /^[^:]+: .*missing\.$/.test(line))).toEqual(lines);
    expect(text).toContain(`entry=${encodeURIComponent(isPicked ? id : entryIdOf(poolId, userId))}`);
  });

  test('know orders and teams', async () => {
    await pick(ann);
    await pick(bob);
    await addGame(league.deps, { home: 'KC', away: 'LV', void: 'cancelled' });
    const survivor = await poolOf({ format: 'survivor' });
    (await league.pick(bob, survivor, { gid, team: 'PHI' })).ok();
    expect(await mailedAt(LOCK - 3 * HOUR)).toEqual([ann.email]);
    const { subject, text } = await mailbox.to(ann.email);
    expect(subject).toBe('Office, Week 1: your team is missing');
    expect(text).toContain(`Choose your team:\n${PUBLIC_URL}/picks?pool=${survivor}`);
  });

  test.each([
    ['both teams', [], 'your two teams are missing', 'two teams'],
    ['the second one', ['PHI'], 'your second team is missing', 'a second team'],
  ])('say in a week with two teams that %s is missing', async (_, chosen, missing, toChoose) => {
    for (const as of [ann, bob]) await pick(as);
    await addGame(league.deps, { home: 'KC', away: 'LV' });
    const survivor = await poolOf({ format: 'survivor', twoTeamsFrom: 1 }, [bob]);
    for (const team of chosen) (await league.pick(bob, survivor, { gid, team })).ok();
    await mailedAt(LOCK - 3 * HOUR);
    const { subject, text } =
      mailbox.mails.findLast(({ to, text: body }) => to === bob.email && body.includes(survivor)) ?? {};
    expect(subject).toBe(`Office, Week 1: ${missing}`);
    expect(text).toContain(`You still have ${toChoose} to choose.`);
    expect(text).toContain('Choose your teams:');
  });

  test('ask for another team if the game of the first is called off, which stays hidden from others', async () => {
    for (const as of [ann, bob]) await pick(as);
    const survivor = await poolOf({ format: 'survivor' }, [ann]);
    const off = await addGame(league.deps, { home: 'KC', away: 'LV' });
    (await league.pick(ann, survivor, { gid: off, team: 'KC' })).ok();
    await addGame(league.deps, { gid: off, home: 'KC', away: 'LV', void: 'cancelled' });
    expect(await mailedAt(LOCK - 3 * HOUR)).toEqual([ann.email]);
    expect((await mailbox.to(ann.email)).subject).toBe('Office, Week 1: your team is missing');
    const missing = {
      as: await addPerson(league.deps, { isAdmin: true }),
      params: { poolId: survivor, weekId: WEEK_1 },
    };
    expect((await league.call('GET /api/pools/:poolId/weeks/:weekId/missing', missing)).ok().entries).toEqual([]);
  });

  test('do not ask for a team once the pool is won', async () => {
    const next = await addGame(league.deps, { weekId: WEEK_2, kickoff: SUNDAY_1PM + 168 * HOUR });
    for (const as of [ann, bob]) for (const game of [gid, next]) await pick(as, game);
    const survivor = await poolOf({ format: 'survivor' });
    (await league.pick(ann, survivor, { gid, team: 'PHI' })).ok();
    league.clock.set(LOCK + HOUR);
    await addGame(league.deps, { gid, status: 'Final', homeScore: 20, awayScore: 3 });
    expect(await mailedAt(LOCK + 165 * HOUR)).toEqual([]);
  });

  test('come once from two nodes and after a restart', async () => {
    const { location } = league.store;
    const options = { settings: withMail, transport: mailbox.transport, location, clock: league.clock };
    const other = await createTestApp('sqlite', options);
    league.clock.set(LOCK - 3 * HOUR);
    const nodes = [league, other].map(({ deps }) => ({ ...deps, ...deps.notify, site: PUBLIC_URL }));
    // Bypasses the job's slots, so that both nodes claim at the same time.
    await Promise.all(nodes.map((deps) => sendReminders(deps, new AbortController().signal)));
    await Promise.all(nodes.map(({ outbox }) => outbox.idle()));
    expect(mailbox.mails.map(({ to }) => to).sort()).toEqual(everybody());
    await other.close();
    const restarted = await createTestApp('sqlite', options);
    expect(await mailedAt(LOCK - 2 * HOUR, [restarted, league])).toEqual([]);
    await restarted.close();
  });

  describe('and a channel that is full', () => {
    /** An outbox with a full channel. */
    const outboxOf = (full: ChannelName | null) => ({
      hasRoom: async (kind: OutboxKind) => kind !== full,
      wake: () => {},
    });
    const channels = (['mail', 'push'] as const).map((name): Channel => {
      const reach: Channel['reach'] = async (_db, ids) => new Map(ids.map((id) => [id, [id]]));
      return { name, isOpen: true, isChosen: false, reach };
    });

    test('does not keep the server from ending', async () => {
      const ending = new AbortController();
      const notifier = new Notifier(league.store, league.clock, outboxOf('mail'), channels);
      const ready = notifier.round(ending.signal, HOUR).ready();
      ending.abort();
      expect(await ready).toEqual([]);
    });

    test('holds up no other, and has its messages with a later run', async () => {
      for (const as of [ann, bob])
        (await change(as, { choice: { kind: 'missing-picks', channel: 'push', wanted: true } })).ok();
      league.clock.set(LOCK - 3 * HOUR);
      const run = async (full: ChannelName | null) => {
        const notifier = new Notifier(league.store, league.clock, outboxOf(full), channels);
        const round = notifier.round.bind(notifier);
        notifier.round = (signal) => round(signal, 20);
        await sendReminders({ ...league.deps, notifier, site: PUBLIC_URL }, new AbortController().signal);
        const rows = await league.store.db.deleteFrom('outbox').returning(['kind', 'recipient']).execute();
        return rows.map(({ kind, recipient }) => `${kind} ${recipient}`).sort();
      };
      const to = (name: ChannelName) => [ann, bob].map(({ userId }) => `${name} ${userId}`).sort();
      expect(await run('mail')).toEqual(to('push'));
      expect(await run(null)).toEqual(to('mail'));
    });
  });

  test('are turned off by the link in them, by a mail program without a session, and by nothing else', async () => {
    (await change(ann, { choice: { kind: 'mention', channel: 'mail', wanted: true } })).ok();
    await mailedAt(LOCK - 3 * HOUR);
    const mail = await mailbox.to(ann.email);
    expect(mail.headers?.['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click');
    const url = mail.headers?.['List-Unsubscribe']?.replace(/[<>]/g, '') ?? '';
    expect(mail.text).toContain(url);
    const oneClick = (path: string, headers: Record<string, string> = {}) =>
      league.app.inject({
        method: 'POST',
        url: path,
        headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://mail.example', ...headers },
        payload: 'List-Unsubscribe=One-Click',
      });
    expect((await oneClick(`${PUBLIC_URL}/unsubscribe/nobody-has-it`)).statusCode).toBe(410);
    const token = url.split('/').at(-1) ?? '';
    const read = async () => (await league.call('GET /api/unsubscribe/:token', { params: { token } })).ok();
    expect(await read()).toEqual({ kind: 'missing-picks', channel: 'mail', isOff: false });
    const reply = await oneClick(url, { 'sec-fetch-site': 'cross-site' });
    expect([reply.statusCode, reply.json()]).toEqual([200, { kind: 'missing-picks', channel: 'mail' }]);
    expect((await league.call('GET /api/notifications', { as: ann })).ok().hasDevice).toBe(false);
    const of = async (as: Person) => (await league.call('GET /api/notifications', { as })).ok().choices;
    expect(await of(ann)).toEqual([
      { kind: 'mention', channel: 'mail', wanted: true },
      { kind: 'missing-picks', channel: 'mail', wanted: false },
    ]);
    expect((await of(bob))[0]?.wanted).toBe(true);
    expect((await read()).isOff).toBe(true);
    expect((await oneClick(`${PUBLIC_URL}/api/auth/sign-out`)).statusCode).toBe(403);
  });

  test('and of a week’s result once it is announced, of its corrections, and not at night', async () => {
    (await change(ann, { choice: { kind: 'week-result', channel: 'mail', wanted: true } })).ok();
    await pick(ann);
    await pick(bob);
    league.clock.set(LOCK + 3 * HOUR);
    const boss = await addPerson(league.deps, { isAdmin: true });
    const score = async (homeScore: number) => {
      const body = { homeScore, awayScore: 10, status: 'Final' } as const;
      (await league.call('PATCH /api/games/:gid', { as: boss, params: { gid }, body })).ok();
    };
    expect(await mailedAt(LOCK + 3 * HOUR)).toEqual([]);
    // A member who joins after the week has not played it.
    const cy = await addPerson(league.deps);
    await verify(cy);
    await setMembers(league.store.db, poolId, [cy.userId], LOCK + HOUR);
    (await change(cy, { choice: { kind: 'week-result', channel: 'mail', wanted: true } })).ok();
    await catchUp(league.store, { poolId }, league.clock.now);
    await score(20);
    // Results are announced after a delay.
    expect(await mailedAt(LOCK + 3 * HOUR + 10 * MINUTE)).toEqual([]);
    await settle(league);
    expect(await mailedAt(Date.parse('2026-09-14T02:30Z'))).toEqual([]);
    expect(await mailedAt(Date.parse('2026-09-14T13:00Z'))).toEqual([ann.email]);
    const { subject, text } = await mailbox.to(ann.email);
    expect(subject).toBe('Week 1 in Office is decided');
    expect(text).toContain(`Week 1 is decided. ${ann.name} and ${bob.name} won it with 1 point.`);
    expect(text).toContain('You scored 1 point, 1st of 2 this week. 1st in the pool.');
    expect(text).toContain(`${PUBLIC_URL}/recap/2026-week1?pool=${poolId}`);
    const receipt = `\n\nLock receipt 2: ${(await latestReceipt(league.store.db, poolId))?.hash}\n\nSee the recap:`;
    expect(text).toContain(receipt);
    await score(3);
    expect(await mailedAt(Date.parse('2026-09-14T14:00Z'))).toEqual([]);
    await settle(league);
    expect(await mailedAt(Date.parse('2026-09-14T14:30Z'))).toEqual([ann.email]);
    const corrected = await mailbox.to(ann.email);
    expect(corrected.subject).toBe('Corrected: Week 1 in Office is decided');
    expect(corrected.text).toContain('You scored 0 points');
    expect(corrected.text).toContain(receipt);
    expect(await mailedAt(Date.parse('2026-09-14T15:00Z'))).toEqual([]);
    const about = { kind: 'week-result', key: `${poolId} ${WEEK_1}` } as const;
    expect(await league.deps.notify.notifier.waiting(poolId, about)).toEqual([]);
  });

  test('send a result in one mail with a line for each entry', async () => {
    for (const as of [ann, bob]) await pick(as);
    poolId = await poolOf({ entries: 2 }, [ann]);
    const input = { as: ann, params: { poolId }, body: { name: 'Second Wind' } };
    (await league.call('POST /api/pools/:poolId/entries', input)).ok();
    await pick(ann);
    (await change(ann, { choice: { kind: 'week-result', channel: 'mail', wanted: true } })).ok();
    league.clock.set(LOCK + 3 * HOUR);
    const body = { homeScore: 20, awayScore: 10, status: 'Final' } as const;
    const boss = await addPerson(league.deps, { isAdmin: true });
    (await league.call('PATCH /api/games/:gid', { as: boss, params: { gid }, body })).ok();
    await settle(league);
    await mailedAt(LOCK + 4 * HOUR);
    const mails = mailbox.mails.filter(({ text }) => text.includes(`pool=${poolId}`));
    expect(mails.map(({ to }) => to)).toEqual([ann.email]);
    expect(mails[0]?.text).toContain(`${ann.name}: You scored 1 point, 1st of 2 this week. 1st in the pool.`);
    expect(mails[0]?.text).toContain('Second Wind: You scored 0 points, 2nd of 2 this week. 2nd in the pool.');
    expect(mails[0]?.text).not.toContain('Lock receipt');
  });

  test('of a week’s result are not mailed if it changed while they waited', async () => {
    const about = { poolId, poolName: 'Office', weekId: WEEK_1, isCorrection: false, receipt: null } as const;
    const site = PUBLIC_URL;
    for (const [all, facts] of [
      ['Bob won it.', { entryIds: ['e1'], digest: 'of another result' }],
      ['Ann won it.', undefined],
    ] as const) {
      const content = { news: { kind: 'week-result', ...about, all, own: [] }, key: all, site, facts };
      const when = { at: Date.now(), until: Date.now() + HOUR };
      await addMessages(league.store.db, [
        { kind: 'mail', lane: 'scheduled', recipient: ann.userId, content, ...when },
      ]);
    }
    await league.deps.outbox.look();
    await league.deps.outbox.idle();
    expect(mailbox.mails.map(({ text }) => /(Ann|Bob) won it/.exec(text)?.[1])).toEqual(['Ann']);
  });

  test('cost no queries for a result once all readers have it or cannot be reached', async () => {
    (await change(ann, { choice: { kind: 'week-result', channel: 'push', wanted: true } })).ok();
    const waiting = () =>
      league.deps.notify.notifier.waiting(poolId, { kind: 'week-result', key: `${poolId} ${WEEK_1}` });
    expect(await waiting()).toEqual([]);
    (await change(bob, { choice: { kind: 'week-result', channel: 'mail', wanted: true } })).ok();
    expect((await waiting()).map(({ userId }) => userId)).toEqual([bob.userId]);
  });

  test('are notified of mentions by one author a few times an hour, and still of those by others', async () => {
    const params = { poolId };
    const boss = await addPerson(league.deps, { isAdmin: true });
    (await league.call('PUT /api/pools/:poolId/talk', { as: boss, params, body: { isOn: true } })).ok();
    (await change(ann, { choice: { kind: 'mention', channel: 'mail', wanted: true } })).ok();
    const cy = await addPerson(league.deps);
    await setMembers(league.store.db, poolId, [cy.userId], 1);
    const say = async (as: Person, key: string) =>
      (await league.call('POST /api/pools/:poolId/talk', { as, params, body: { text: `@${ann.name} hi`, key } })).ok();
    for (let at = 0; at < 8; at += 1) await say(bob, `flood number ${at}`);
    await say(cy, 'one by another');
    league.clock.advance(HOUR);
    await say(bob, 'an hour later');
    await league.deps.outbox.idle();
    const authors = mailbox.mails.map(({ subject }) => subject.replace(' mentioned you in Office', ''));
    expect(authors).toEqual([...Array.from({ length: 5 }, () => bob.name), cy.name, bob.name]);
  });

  test('are notified of mentions once for each message', async () => {
    const params = { poolId };
    const boss = await addPerson(league.deps, { isAdmin: true });
    (await league.call('PUT /api/pools/:poolId/talk', { as: boss, params, body: { isOn: true } })).ok();
    (await change(ann, { choice: { kind: 'mention', channel: 'mail', wanted: true } })).ok();
    const say = (as: Person, key: string) =>
      league.call('POST /api/pools/:poolId/talk', { as, params, body: { text: `@${ann.name} @${bob.name} hi`, key } });
    for (const key of ['message one', 'message one', 'message two']) (await say(bob, key)).ok();
    (await say(ann, 'own message')).ok();
    await league.deps.outbox.idle();
    expect(mailbox.mails.map(({ to, subject }) => [to, subject])).toEqual(
      [1, 2].map(() => [ann.email, `${bob.name} mentioned you in Office`]),
    );
  });
});
