import { beforeEach, describe, expect, test } from 'vitest';
import { ANNOUNCEMENT_MAX, authorText } from '#core/announcements.ts';
import { writeAudit } from '#server/journal/audit-store.ts';
import { withMail } from '#tests/app.ts';
import type { Person } from '#tests/builders.ts';
import { addPerson, addPool, removeMember } from '#tests/builders.ts';
import { MINUTE } from '#tests/core-samples.ts';
import { aLeague, withLeague } from '#tests/league.ts';
import { createMailbox } from '#tests/mailbox.ts';

describe('Announcements of a commissioner', () => {
  const mailbox = createMailbox();
  const league = withLeague('sqlite', { settings: withMail, transport: mailbox.transport });
  let chris: Person;
  let ann: Person;
  let poolId: string;

  beforeEach(async () => {
    ({ chris, ann, poolId } = await aLeague(league, {
      name: 'Office',
      members: ['chris', 'ann'],
      commissioners: ['chris'],
    }));
  });

  const announce = (text: string, as = chris) =>
    league.call('POST /api/pools/:poolId/announcements', { as, params: { poolId }, body: { text } });
  const announced = async (as = ann) =>
    (await league.call('GET /api/pools/:poolId', { as, params: { poolId } })).ok().announcements ?? [];
  const texts = async () => (await announced()).map(({ fields }) => fields.map(({ name, after }) => [name, after]));

  test('are shown to the members line by line, and logged with their author', async () => {
    (await announce('  Dues are due: \r\n\n\n\n- on Sunday \u202e\n- in cash ')).ok();
    expect(await texts()).toEqual([[['text', 'Dues are due:\n\n- on Sunday\n- in cash']]]);
    const { entries } = (await league.call('GET /api/pools/:poolId/log', { as: ann, params: { poolId } })).ok();
    expect(entries[0]).toMatchObject({ act: 'pool.announce', actor: { name: chris.name }, fields: [{ name: 'text' }] });
  });

  test('name their author with their role, and after they closed their account as a former player', async () => {
    (await announce('Dues are due')).ok();
    const admin = await addPerson(league.deps, { name: 'Boss', isAdmin: true });
    (await announce('On Sunday', admin)).ok();
    const authors = async () => (await announced()).map(({ by }) => by && authorText(by));
    expect(await authors()).toEqual(['Boss', `${chris.name}, commissioner`]);
    const { db } = league.store;
    await db.deleteFrom('pool_commissioners').where('user_id', '=', chris.userId).execute();
    await db.updateTable('users').set({ display_name: 'Former player' }).where('id', '=', chris.userId).execute();
    league.deps.live.changed({ kind: 'everything' });
    expect(await authors()).toEqual(['Boss', 'Former player']);
    await writeAudit(db, { act: 'pool.announce', actorId: null, poolId, after: { text: 'By nobody' } }, 1);
    league.deps.live.changed({ kind: 'everything' });
    expect((await authors())[0]).toBeUndefined();
    expect(JSON.stringify(await announced())).not.toContain('@');
  });

  test('is neither nothing nor too long', async () => {
    for (const text of ['', ' \u200b ', 'x'.repeat(ANNOUNCEMENT_MAX + 1)])
      expect((await announce(text)).code).toBe('invalid_input');
    expect(await announced()).toEqual([]);
    expect((await announce('🏈'.repeat(ANNOUNCEMENT_MAX))).code).toBeNull();
  });

  test('are stored once if the same text is repeated at once', async () => {
    for (const wait of [0, 9 * MINUTE, 10 * MINUTE]) {
      league.clock.advance(wait);
      (await announce('Dues are due')).ok();
    }
    expect(await announced()).toHaveLength(2);
  });

  test('are mailed to members who want that, at a verified address, and never to the author', async () => {
    const [bob, cid, dan] = [await addPerson(league.deps), await addPerson(league.deps), await addPerson(league.deps)];
    const everybody = [chris, ann, bob, cid, dan];
    poolId = await addPool(league.deps, { name: 'Office', members: everybody, commissioners: [chris] });
    await removeMember(league.deps, poolId, dan.userId);
    const choice = { kind: 'announcement', channel: 'mail', wanted: true } as const;
    for (const as of [chris, ann, cid, dan])
      (await league.call('PATCH /api/notifications', { as, body: { choice } })).ok();
    const verified = [chris, ann, bob, dan].map(({ accountId }) => accountId);
    const emailVerified = 1;
    await league.store.db.updateTable('accounts').set({ emailVerified }).where('id', 'in', verified).execute();
    expect((await announce('Dues are due')).ok()).toEqual({ sentTo: 1 });
    await league.deps.outbox.idle();
    expect(mailbox.mails.map(({ to, subject }) => [to, subject])).toEqual([[ann.email, 'News from Office']]);
    expect(mailbox.mails[0]?.text).toMatch(new RegExp(`From ${chris.name}, commissioner:\\s+Dues are due`));
    expect((await announce('Dues are due')).ok()).toEqual({ sentTo: 0 });
    // A retry continues where sending failed.
    await league.store.db.deleteFrom('notifications').execute();
    expect((await announce('Dues are due')).ok()).toEqual({ sentTo: 1 });
  });

  test('is limited for each pool', async () => {
    for (let at = 0; at < 10; at += 1) (await announce(`Number ${at}`)).ok();
    expect((await announce('One more')).code).toBe('too_many_requests');
  });
});
