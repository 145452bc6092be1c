import { beforeEach, describe, expect, test } from 'vitest';
import type { Message } from '#contract/talk.ts';
import type { ReactionKind } from '#core/reactions.ts';
import { copyPool } from '#server/manage/store.ts';
import type { Person } from '#tests/builders.ts';
import { addPool } from '#tests/builders.ts';
import { engines } from '#tests/engines.ts';
import { aLeague, withLeague } from '#tests/league.ts';
import { deleteMessage, editMessage, loadTalk, react, say, setMuted, setTalk } from './store.ts';

describe.each(engines)('Replies and reactions on %s', (engine) => {
  const league = withLeague(engine);
  let ann: Person;
  let bob: Person;
  let poolId: string;
  let keys = 0;

  beforeEach(async () => {
    ({ ann, bob, poolId } = await aLeague(league, { commissioners: ['ann'], members: ['ann', 'bob'] }));
    await setTalk(league.store, actor(), poolId, true);
  });

  const actor = () => ({ adminId: ann.userId, now: league.clock.now() });
  const speaker = (who: Person) => ({ userId: who.userId, runsPool: who === ann, now: league.clock.now() });
  const send = (who: Person, text: string, replyTo?: number, to = poolId) => {
    keys += 1;
    return say(league.store, speaker(who), { poolId: to, text, key: `key ${keys}`, replyTo });
  };
  const sent = async (who: Person, text: string, replyTo?: number) => (await send(who, text, replyTo)) as Message;
  const answer = (who: Person, messageId: number, kind: ReactionKind, isOn = true, to = poolId) =>
    react(league.store, speaker(who), { poolId: to, messageId, kind, isOn });
  const remove = (messageId: number) => deleteMessage(league.store, speaker(ann), { poolId, messageId });
  const messages = async (of = poolId) => (await loadTalk(league.store.db, of)).messages;
  const quotes = async (of = poolId) =>
    (await messages(of)).flatMap(({ replyTo }) => (replyTo ? `${replyTo.by?.name ?? '-'}: ${replyTo.text}` : []));

  test('a reply quotes the author and the first line as it is now, and keeps the quote if it is edited', async () => {
    const { id } = await sent(ann, 'Go Birds\nAgain');
    const reply = await sent(bob, 'No', id);
    expect(reply.replyTo).toEqual({ id, by: { id: ann.userId, name: ann.name }, text: 'Go Birds' });
    await editMessage(league.store, speaker(ann), { poolId, messageId: id, text: 'Go Eagles' });
    await editMessage(league.store, speaker(bob), { poolId, messageId: reply.id, text: 'Never' });
    expect(await quotes()).toEqual([`${ann.name}: Go Eagles`]);
  });

  test('a quote has no text once its message is deleted, also of a message that is not loaded', async () => {
    const { id } = await sent(ann, 'a secret');
    await sent(bob, 'No', id);
    const { id: last } = await sent(bob, 'Never', id);
    await remove(id);
    expect(await quotes()).toEqual([`${ann.name}: null`, `${ann.name}: null`]);
    expect(JSON.stringify(await messages())).not.toContain('secret');
    const { messages: some } = await loadTalk(league.store.db, poolId, last);
    expect(JSON.stringify(some)).not.toContain('secret');
  });

  test('a reply to a message of another pool, or to a deleted one, is refused', async () => {
    const other = await addPool(league.deps, { members: [ann, bob] });
    await setTalk(league.store, actor(), other, true);
    const { id } = await sent(ann, 'Among us');
    expect(await send(bob, 'Aha', id, other)).toBe('message_not_found');
    expect(await answer(bob, id, 'fire', true, other)).toBe('message_not_found');
    await remove(id);
    expect(await send(bob, 'Aha', id)).toBe('message_not_found');
    expect(await messages(other)).toEqual([]);
  });

  test('a reply that is sent again is the same message, even if what it quotes was deleted meanwhile', async () => {
    const { id } = await sent(ann, 'Go Birds');
    const reply = { poolId, text: 'No', key: 'the same key', replyTo: id };
    const first = (await say(league.store, speaker(bob), reply)) as Message;
    await remove(id);
    expect(await say(league.store, speaker(bob), reply)).toMatchObject({ id: first.id });
  });

  test('each person has each reaction once, however often it is set, and takes it back', async () => {
    const { id } = await sent(ann, 'Go Birds');
    await Promise.all([answer(bob, id, 'fire'), answer(bob, id, 'fire')]);
    league.clock.advance(1);
    await answer(ann, id, 'fire');
    await answer(bob, id, 'agree');
    const given = async () => (await messages())[0]?.reactions;
    expect(await given()).toEqual([
      { kind: 'agree', by: [bob.userId] },
      { kind: 'fire', by: [bob.userId, ann.userId] },
    ]);
    for (const kind of ['fire', 'agree', 'sad'] as const) await answer(bob, id, kind, false);
    expect(await given()).toEqual([{ kind: 'fire', by: [ann.userId] }]);
  });

  test('muted members do not react, deleted messages have no reactions', async () => {
    const { id } = await sent(ann, 'Go Birds');
    await answer(bob, id, 'fire');
    await setMuted(league.store, actor(), { poolId, userId: bob.userId }, true);
    expect(await answer(bob, id, 'fire', false)).toBe('talk_muted');
    await remove(id);
    expect(await answer(ann, id, 'fire')).toBe('message_not_found');
    expect((await messages())[0]).not.toHaveProperty('reactions');
  });

  test('posts of the app are quoted and reacted to', async () => {
    const { db } = league.store;
    const text = JSON.stringify({ kind: 'joined', userIds: [bob.userId] });
    const post = { pool_id: poolId, user_id: null, kind: 'joined' as const, text, at: 1, once: 'joined' };
    const { id } = await db.insertInto('messages').values(post).returning('id').executeTakeFirstOrThrow();
    await sent(bob, 'Hi', id);
    expect(await answer(ann, id, 'agree')).toMatchObject({ reactions: [{ kind: 'agree', by: [ann.userId] }] });
    expect(await quotes()).toEqual([`-: ${bob.name} joined the pool.`]);
  });

  test('a copy of the pool has them with its own messages', async () => {
    const { id } = await sent(ann, 'Go Birds');
    await sent(bob, 'No', id);
    await answer(bob, id, 'sad');
    const copyId = (await copyPool(league.store, actor(), poolId, league.clock.now)) ?? '';
    await remove(id);
    const [first, second] = await messages(copyId);
    expect(first).toMatchObject({ text: 'Go Birds', reactions: [{ kind: 'sad', by: [bob.userId] }] });
    expect(second?.replyTo).toMatchObject({ id: first?.id, text: 'Go Birds' });
  });
});
