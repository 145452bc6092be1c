import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Message } from '#contract/talk.ts';
import { removePool } from '#server/manage/store.ts';
import { announce } from '#server/members/store.ts';
import { deleteMessage, editMessage, say, setTalk } from '#server/talk/store.ts';
import type { TestApp } from '#tests/app.ts';
import { createTestApp, withMail } from '#tests/app.ts';
import type { Person } from '#tests/builders.ts';
import { removeMember } from '#tests/builders.ts';
import { usualEngines } from '#tests/engines.ts';
import { aLeague } from '#tests/league.ts';
import type { Mailbox } from '#tests/mailbox.ts';
import { createMailbox } from '#tests/mailbox.ts';

describe.each(usualEngines)('What was posted before a process ended, on %s', (engine) => {
  let league: TestApp;
  let mailbox: Mailbox;
  let ann: Person;
  let bob: Person;
  let poolId: string;

  beforeEach(async () => {
    mailbox = createMailbox();
    league = await createTestApp(engine, { settings: withMail, transport: mailbox.transport });
    ({ ann, bob, poolId } = await aLeague(league, { commissioners: ['ann'], members: ['ann', 'bob'] }));
    const { db } = league.store;
    const ids = [ann, bob].map(({ accountId }) => accountId);
    await db.updateTable('accounts').set({ emailVerified: 1 }).where('id', 'in', ids).execute();
    for (const kind of ['mention', 'announcement'] as const) await want(kind);
    await setTalk(league.store, actor(), poolId, true);
  });

  afterEach(() => league.close());

  const speaker = () => ({ userId: ann.userId, runsPool: true, now: league.clock.now() });
  const actor = () => ({ adminId: ann.userId, now: league.clock.now() });

  async function want(kind: 'mention' | 'announcement'): Promise<void> {
    const choice = { kind, channel: 'mail', wanted: true } as const;
    (await league.call('PATCH /api/notifications', { as: bob, body: { choice } })).ok();
  }

  async function catchUp(): Promise<string[]> {
    await league.deps.notify.posted.catchUp();
    await league.deps.outbox.idle();
    return mailbox.mails.map(({ subject }) => subject);
  }

  test('is sent at the next start, and never twice', async () => {
    await say(league.store, speaker(), { poolId, text: `Hello @${bob.name}!`, key: 'one' });
    await announce(league.store, actor(), { poolId, text: 'We meet on Sunday.' });
    const sent = await catchUp();
    expect(sent).toHaveLength(2);
    expect(sent.join()).toContain('mentioned you');
    expect(sent.join()).toContain('News from');
    expect(await catchUp()).toHaveLength(2);
  });

  test('is one message for a reply that also mentions its author, and none for a reply to oneself', async () => {
    const bobs = { userId: bob.userId, runsPool: false, now: league.clock.now() };
    const quoted = (await say(league.store, bobs, { poolId, text: 'Go Birds', key: 'one' })) as Message;
    const reply = { poolId, text: `No, @${bob.name}`, replyTo: quoted.id };
    await say(league.store, speaker(), { ...reply, key: 'two' });
    await say(league.store, bobs, { poolId, text: 'Yes', key: 'three', replyTo: quoted.id });
    expect(await catchUp()).toEqual([expect.stringMatching(/replied to you in/)]);
    await deleteMessage(league.store, speaker(), { poolId, messageId: quoted.id });
    expect(mailbox.mails[0]?.text).not.toContain('Go Birds');
  });

  test('is not sent for a reply to somebody who left the pool', async () => {
    const bobs = { userId: bob.userId, runsPool: false, now: league.clock.now() };
    const quoted = (await say(league.store, bobs, { poolId, text: 'Go Birds', key: 'one' })) as Message;
    await say(league.store, speaker(), { poolId, text: 'No', key: 'two', replyTo: quoted.id });
    await removeMember(league.deps, poolId, bob.userId);
    expect(await catchUp()).toEqual([]);
  });

  test('is not sent if it was sent already', async () => {
    const params = { poolId };
    (await league.call('POST /api/pools/:poolId/announcements', { as: ann, params, body: { text: 'Once.' } })).ok();
    await league.deps.afterCommit.idle();
    expect(await catchUp()).toHaveLength(1);
  });

  test('is not sent a day later', async () => {
    await announce(league.store, actor(), { poolId, text: 'We meet on Sunday.' });
    league.clock.advance(86_400_001);
    expect(await catchUp()).toEqual([]);
  });

  test('is sent whatever was sent after it', async () => {
    await announce(league.store, actor(), { poolId, text: 'First.' });
    const params = { poolId };
    (await league.call('POST /api/pools/:poolId/announcements', { as: ann, params, body: { text: 'Second.' } })).ok();
    await league.deps.afterCommit.idle();
    expect(await catchUp()).toHaveLength(2);
  });

  test('is sent even if another post cannot be', async () => {
    await announce(league.store, actor(), { poolId, text: 'First.' });
    await announce(league.store, actor(), { poolId, text: 'Second.' });
    const { notifier } = league.deps.notify;
    vi.spyOn(notifier, 'notify').mockRejectedValueOnce(new Error('no database'));
    expect(await catchUp()).toHaveLength(1);
    expect(await catchUp()).toHaveLength(2);
  });

  test('is not sent to members who joined later', async () => {
    await announce(league.store, actor(), { poolId, text: 'We meet on Sunday.' });
    const joinedAt = league.clock.now() + 1;
    const { db } = league.store;
    await db.updateTable('pool_members').set({ joined_at: joinedAt }).where('user_id', '=', bob.userId).execute();
    expect(await catchUp()).toEqual([]);
  });

  test.each(['the talk was turned off', 'the pool was deleted', 'the message was deleted'])(
    'is not sent once %s',
    async (what) => {
      const said = await say(league.store, speaker(), { poolId, text: `Hello @${bob.name}!`, key: 'one' });
      if (what === 'the talk was turned off') await setTalk(league.store, actor(), poolId, false);
      else if (what === 'the pool was deleted') await removePool(league.store, actor(), poolId);
      else await deleteMessage(league.store, speaker(), { poolId, messageId: (said as Message).id });
      expect(await catchUp()).toEqual([]);
    },
  );

  test('is the message as it was said: an edit notifies nobody else', async () => {
    const said = await say(league.store, speaker(), { poolId, text: 'Hello @nobody!', key: 'one' });
    const messageId = (said as Message).id;
    await editMessage(league.store, speaker(), { poolId, messageId, text: `Hello @${bob.name}!` });
    await say(league.store, speaker(), { poolId, text: 'Hello @nobody!', key: 'one' });
    expect(await catchUp()).toEqual([]);
  });
});
