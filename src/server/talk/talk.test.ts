import { beforeEach, describe, expect, test } from 'vitest';
import { EDIT_MS, TALK_PAGE } from '#core/talk.ts';
import type { GameStatus } from '#core/types.ts';
import { AfterCommit } from '#server/after-commit.ts';
import { markStale } from '#server/journal/stale-store.ts';
import { WeekResults } from '#server/notify/results.ts';
import type { Person } from '#tests/builders.ts';
import { addGame, addPerson, addPool, putChoice, removeMember, WEEK_1, WEEK_2 } from '#tests/builders.ts';
import { HOUR, MINUTE, SUNDAY_1PM } from '#tests/core-samples.ts';
import { withLiveLeague } from '#tests/live-league.ts';
import { settle } from '#tests/settle.ts';
import { until } from '#tests/until.ts';
import { editMessage, say as sayInStore } from './store.ts';

const DAY = 24 * HOUR;

describe('The talk of a pool', () => {
  const { live, league } = withLiveLeague('sqlite');
  let chris: Person;
  let ann: Person;
  let bob: Person;
  let poolId: string;
  let keys = 0;

  beforeEach(async () => {
    league.clock.set(SUNDAY_1PM - HOUR);
    await league.store.db.deleteFrom('attempts').execute();
    chris = await addPerson(league.deps, { name: 'Chris' });
    [ann, bob] = [await addPerson(league.deps, { name: 'Ann' }), await addPerson(league.deps, { name: 'Bob' })];
    poolId = await addPool(league.deps, { members: [ann, bob], commissioners: [chris], weeks: [WEEK_1, WEEK_2] });
    await turn(true);
  });

  const turn = async (isOn: boolean) =>
    (await league.call('PUT /api/pools/:poolId/talk', { as: chris, params: { poolId }, body: { isOn } })).ok();

  function say(as: Person, text: string, key?: string) {
    keys += 1;
    const body = { text, key: key ?? `key number ${keys}` };
    return league.call('POST /api/pools/:poolId/talk', { as, params: { poolId }, body });
  }

  const read = async (as = ann, before?: number) => {
    const query = before === undefined ? {} : { before: String(before) };
    return (await league.call('GET /api/pools/:poolId/talk', { as, params: { poolId }, query })).ok();
  };
  const lines = async () => (await read()).messages.map(({ by, text }) => `${by?.name ?? '-'}: ${text}`);
  const edit = (as: Person, id: number, text: string) =>
    league.call('PATCH /api/pools/:poolId/talk/:messageId', {
      as,
      params: { poolId, messageId: `${id}` },
      body: { text },
    });
  const remove = async (as: Person, id: number) =>
    (await league.call('DELETE /api/pools/:poolId/talk/:messageId', { as, params: { poolId, messageId: `${id}` } }))
      .code ?? 'done';
  const mute = async (who: Person, muted: boolean) => {
    const params = { poolId, userId: who.userId };
    (await league.call('PUT /api/pools/:poolId/talk/muted/:userId', { as: chris, params, body: { muted } })).ok();
  };
  const listed = async (as: Person) =>
    (await league.call('GET /api/pools', { as })).ok().pools.find(({ id }) => id === poolId);
  const lastOf = async () =>
    (await league.call('GET /api/pools/:poolId', { as: ann, params: { poolId } })).ok().lastMessage;

  test('is off and empty in a new pool, and keeps what was said while it is off', async () => {
    (await say(ann, 'Hello')).ok();
    await turn(false);
    expect(await read()).toEqual({ isOn: false, hasOlder: false, messages: [] });
    expect((await say(ann, 'Anybody?')).code).toBe('talk_off');
    expect(await lastOf()).toBeUndefined();
    await turn(true);
    expect(await lines()).toEqual(['Ann: Hello']);
    const fresh = await addPool(league.deps, { members: [ann] });
    const params = { poolId: fresh };
    expect((await league.call('GET /api/pools/:poolId/talk', { as: ann, params })).ok().isOn).toBe(false);
  });

  test('has what members and commissioners say, the latest last, each once however often it is sent', async () => {
    const sent = (await say(ann, ' Go  Birds!\n\n\n\nNow ', 'the same key')).ok();
    expect((await say(ann, 'Go Birds!', 'the same key')).ok()).toEqual(sent);
    (await say(bob, 'No way', 'the same key')).ok();
    (await say(chris, 'Be nice')).ok();
    expect(await lines()).toEqual(['Ann: Go  Birds!\n\nNow', 'Bob: No way', 'Chris: Be nice']);
    const both = await Promise.all([say(ann, 'Twice', 'at the same time'), say(ann, 'Twice', 'at the same time')]);
    expect(both[0]?.ok()).toEqual(both[1]?.ok());
    expect(await lines()).toHaveLength(4);
  });

  test.each(['', ' \n\u200b ', 'x'.repeat(501)])('has no message %j', async (text) => {
    expect((await say(ann, text)).code).toBe('invalid_input');
    expect(await lines()).toEqual([]);
  });

  test('gets no message from a member who was removed while writing', async () => {
    const { id } = (await say(ann, 'Hello')).ok();
    await removeMember(league.deps, poolId, ann.userId);
    const speaker = { userId: ann.userId, runsPool: false, now: league.clock.now() };
    expect(await sayInStore(league.store, speaker, { poolId, text: 'Late', key: 'late' })).toBe('not_a_member');
    const change = { poolId, messageId: id, text: 'Changed' };
    expect(await editMessage(league.store, speaker, change)).toBe('not_a_member');
  });

  test('limits the messages of one person for a while', async () => {
    const codes = [];
    for (let at = 0; at < 14; at += 1) codes.push((await say(ann, `Message ${at}`)).code);
    expect(codes.slice(0, 12)).toEqual(Array(12).fill(null));
    expect(codes.at(-1)).toBe('too_many_attempts');
    expect((await say(bob, 'Calm down')).code).toBeNull();
  });

  test('is changed by the author for five minutes, and says so', async () => {
    const { id } = (await say(ann, 'Go Birds')).ok();
    league.clock.advance(EDIT_MS - 1);
    const edited = { text: 'Go Eagles', edited: league.clock.now() };
    expect((await edit(ann, id, 'Go Eagles')).ok()).toMatchObject(edited);
    expect((await read()).messages).toMatchObject([edited]);
    for (const as of [bob, chris]) expect((await edit(as, id, 'Go Cowboys')).code).toBe('message_not_found');
    league.clock.advance(1);
    expect((await edit(ann, id, 'Too late')).code).toBe('message_settled');
    expect(await lines()).toEqual(['Ann: Go Eagles']);
  });

  test('deletes the text of a message for the author or a commissioner', async () => {
    const ids = [(await say(ann, 'secret one')).ok().id, (await say(ann, 'secret two')).ok().id];
    expect(await remove(bob, ids[0] ?? 0)).toBe('message_not_found');
    expect(await remove(ann, ids[0] ?? 0)).toBe('done');
    expect(await remove(chris, ids[1] ?? 0)).toBe('done');
    expect(await remove(chris, ids[1] ?? 0)).toBe('message_not_found');
    expect((await read()).messages).toMatchObject([
      { text: null, deleted: 'author' },
      { text: null, deleted: 'commissioner' },
    ]);
    expect(JSON.stringify(await league.store.db.selectFrom('messages').selectAll().execute())).not.toContain('secret');
    const { entries } = (await league.call('GET /api/pools/:poolId/log', { as: ann, params: { poolId } })).ok();
    expect(entries.map(({ act, person }) => [act, person?.name])).toEqual([
      ['talk.delete', 'Ann'],
      ['talk.enable', undefined],
    ]);
    expect(JSON.stringify(entries)).not.toContain('secret');
  });

  test('is closed to muted members until they are unmuted', async () => {
    const { id } = (await say(ann, 'Nonsense')).ok();
    await mute(ann, true);
    expect((await say(ann, 'More')).code).toBe('talk_muted');
    expect((await edit(ann, id, 'More')).code).toBe('talk_muted');
    expect(await listed(ann)).toMatchObject({ isMuted: true });
    expect(await remove(ann, id)).toBe('done');
    await mute(ann, false);
    expect((await say(ann, 'Sorry')).code).toBeNull();
  });

  test('is read by its members alone', async () => {
    const { id } = (await say(ann, 'Among us')).ok();
    const stranger = await addPerson(league.deps);
    const other = await addPool(league.deps, { members: [stranger], commissioners: [stranger] });
    const page = await live.open({ as: stranger });
    page.watch({ kind: 'talk', poolId });
    await until(() => page.messages.some(({ kind }) => kind === 'refused'));
    const params = { poolId: other, messageId: `${id}` };
    const taken = await league.call('DELETE /api/pools/:poolId/talk/:messageId', { as: stranger, params });
    expect(taken.code).toBe('message_not_found');
    await removeMember(league.deps, poolId, bob.userId);
    league.deps.live.changed({ kind: 'everything' });
    expect((await league.call('GET /api/pools/:poolId/talk', { as: bob, params: { poolId } })).code).toBe(
      'not_a_member',
    );
    expect((await say(bob, 'Let me in')).code).toBe('not_a_member');
    expect(JSON.stringify(page.messages)).not.toContain('Among us');
  });

  test('is read page by page, backwards', async () => {
    const rows = Array.from({ length: TALK_PAGE * 2 + 10 }, (_, at) => ({
      pool_id: poolId,
      user_id: ann.userId,
      kind: 'said' as const,
      text: `Message ${at}`,
      at: 1,
      once: `old ${at}`,
    }));
    await league.store.db.insertInto('messages').values(rows).execute();
    const seen: (string | null)[] = [];
    let before: number | undefined;
    for (let hasOlder = true; hasOlder; ) {
      const page = await read(ann, before);
      seen.unshift(...page.messages.map(({ text }) => text));
      [before, hasOlder] = [page.messages[0]?.id, page.hasOlder];
    }
    expect(seen).toEqual(rows.map(({ text }) => text));
  });

  test('comes to open pages, with its changes', async () => {
    const page = await live.open({ as: bob });
    const topic = { kind: 'talk', poolId } as const;
    await page.watching(topic);
    const { id } = (await say(ann, 'Now')).ok();
    await until(() => JSON.stringify(page.state(topic)).includes('"text":"Now"'));
    await remove(ann, id);
    await until(() => JSON.stringify(page.state(topic)).includes('"deleted":"author"'));
    expect(JSON.stringify(page.state(topic))).not.toContain('Now');
  });

  test('limits the reactions of one person for a while, and shows them on open pages', async () => {
    const page = await live.open({ as: bob });
    const topic = { kind: 'talk', poolId } as const;
    await page.watching(topic);
    const { id } = (await say(ann, 'Now')).ok();
    const params = { poolId, messageId: `${id}` };
    const react = async (isOn: boolean) =>
      (
        await league.call('PUT /api/pools/:poolId/talk/:messageId/reactions', {
          as: ann,
          params,
          body: { kind: 'fire', isOn },
        })
      ).code;
    expect(await react(true)).toBeNull();
    await until(() => JSON.stringify(page.state(topic)).includes('"kind":"fire"'));
    const codes = [];
    for (let at = 0; at < 31; at += 1) codes.push(await react(at % 2 === 0));
    expect(codes.at(-1)).toBe('too_many_attempts');
  });

  test('has a mark of how far each member has read', async () => {
    expect(await lastOf()).toBe(0);
    const { id } = (await say(ann, 'Hello')).ok();
    expect(await lastOf()).toBe(id);
    const read = async (until: number) =>
      (await league.call('PUT /api/pools/:poolId/talk/read', { as: bob, params: { poolId }, body: { until } })).ok();
    await read(id);
    expect([(await listed(bob))?.readUntil, (await listed(ann))?.readUntil]).toEqual([id, 0]);
    const next = (await say(ann, 'Anybody?')).ok().id;
    await read(next);
    await read(id);
    expect((await listed(bob))?.readUntil, 'never moves back').toBe(next);
    const wrong = await league.call('PUT /api/pools/:poolId/talk/read', {
      as: bob,
      params: { poolId },
      body: { until: id + 99 },
    });
    expect(wrong.code).toBe('message_not_found');
  });

  test('posts once that a user joined', async () => {
    const dan = await addPerson(league.deps, { name: 'Dan' });
    const params = { poolId, userId: dan.userId };
    for (const enabled of [true, false, true])
      (await league.call('PUT /api/pools/:poolId/members/:userId', { as: live.admin, params, body: { enabled } })).ok();
    expect(await lines()).toEqual(['-: Dan joined the pool.']);
  });

  describe('while a week is played', () => {
    let games: string[];

    beforeEach(async () => {
      for (const table of ['announced_weeks', 'picks', 'games'] as const)
        await league.store.db.deleteFrom(table).execute();
      games = [
        await addGame(league.deps),
        await addGame(league.deps, { weekId: WEEK_2, kickoff: SUNDAY_1PM + 7 * DAY }),
      ];
      for (const [at, gid] of games.entries()) {
        for (const as of [ann, bob]) {
          const side = (as === ann) === (at === 0) ? 'home' : 'away';
          (await league.pick(as, poolId, { gid, side })).ok();
        }
      }
    });

    const finish = async (at: number, homeScore: number, status: GameStatus = 'Final') => {
      const body = { status, homeScore, awayScore: 10 } as const;
      (await league.call('PATCH /api/games/:gid', { as: live.admin, params: { gid: games[at] ?? '' }, body })).ok();
    };

    test('says who won once the result has stood for a while, and who leads from then on', async () => {
      league.clock.set(SUNDAY_1PM + HOUR);
      await finish(0, 20);
      await league.deps.notify.results.check();
      expect(await lines()).toEqual([]);
      await settle(league);
      expect(await lines()).toEqual(['-: Week 1 is decided. Ann won it with 1 point.']);
      league.clock.set(SUNDAY_1PM + 7 * DAY + HOUR);
      await finish(1, 20);
      await settle(league);
      expect((await lines()).at(-1)).toBe(
        '-: Week 2 is decided. Bob won it with 1 point. Ann and Bob now lead the pool.',
      );
    });

    test('says so too if the words of a post between were deleted', async () => {
      league.clock.set(SUNDAY_1PM + HOUR);
      await finish(0, 20);
      await settle(league);
      league.clock.set(SUNDAY_1PM + 7 * DAY + HOUR);
      const between = { pool_id: poolId, user_id: null, kind: 'week' as const, text: null, at: 1, once: 'week 0' };
      await league.store.db.insertInto('messages').values(between).execute();
      await finish(1, 20);
      await settle(league);
      expect((await lines()).at(-1)).toContain('Ann and Bob now lead the pool.');
    });

    test('corrects who won, once that has stood for a while, and says nothing of what was put right before', async () => {
      league.clock.set(SUNDAY_1PM + HOUR);
      await finish(0, 20);
      await settle(league);
      await finish(0, 3);
      await finish(0, 20);
      await settle(league);
      expect(await lines()).toHaveLength(1);
      await finish(0, 3);
      await settle(league);
      await settle(league);
      expect((await lines()).slice(1)).toEqual([
        '-: Corrected: Week 1 is decided. Bob won it with 1 point. Bob now leads the pool.',
      ]);
    });

    test('restarts the wait when a result changes', async () => {
      league.clock.set(SUNDAY_1PM + HOUR);
      await finish(0, 20);
      await league.deps.notify.results.check();
      league.clock.advance(14 * MINUTE);
      await finish(0, 3);
      await league.deps.notify.results.check();
      league.clock.advance(14 * MINUTE);
      await league.deps.notify.results.check();
      expect(await lines()).toEqual([]);
      league.clock.advance(MINUTE);
      await league.deps.notify.results.check();
      expect(await lines()).toEqual(['-: Week 1 is decided. Bob won it with 1 point.']);
    });

    test('takes back what was said of a game that goes on', async () => {
      league.clock.set(SUNDAY_1PM + HOUR);
      await finish(0, 20);
      await settle(league);
      await finish(0, 20, 'In Progress');
      await settle(league);
      expect(await lines()).toHaveLength(1);
      await finish(0, 3);
      await settle(league);
      expect((await lines()).at(-1)).toContain('Corrected: Week 1 is decided. Bob won it with 1 point.');
    });

    test('says nothing new of a result that is corrected a week later', async () => {
      league.clock.set(SUNDAY_1PM + HOUR);
      await finish(0, 20);
      await settle(league);
      league.clock.advance(7 * DAY + HOUR);
      await finish(0, 3);
      await settle(league);
      expect(await lines()).toHaveLength(1);
    });

    test('catches up after a restart with a week that ended meanwhile', async () => {
      league.clock.set(SUNDAY_1PM + HOUR);
      const final = { status: 'Final' as const, home_score: 20, away_score: 10, updated_at: league.clock.now() };
      await league.store.db
        .updateTable('games')
        .set(final)
        .where('gid', '=', games[0] ?? '')
        .execute();
      await markStale(league.store.db, [WEEK_1]);
      const { deps } = league;
      const next = new WeekResults({ ...deps, onError: () => {} });
      const afterCommit = new AfterCommit({ ...deps, now: deps.clock.now, onError: () => {} });
      afterCommit.onScored((...all) => next.scored(...all));
      afterCommit.start();
      next.start();
      await afterCommit.idle();
      await next.check();
      league.clock.advance(15 * MINUTE);
      await next.check();
      await Promise.all([afterCommit.stop(), next.stop()]);
      expect(await lines()).toEqual(['-: Week 1 is decided. Ann won it with 1 point.']);
    });

    test('says nothing new when somebody joins while the next week is played', async () => {
      league.clock.set(SUNDAY_1PM + HOUR);
      await finish(0, 20);
      await settle(league);
      await addGame(league.deps, { weekId: WEEK_2, home: 'KC', away: 'LV', kickoff: SUNDAY_1PM + 7 * DAY + 8 * HOUR });
      league.clock.set(SUNDAY_1PM + 6 * DAY + 23 * HOUR);
      await finish(1, 20);
      const dan = await addPerson(league.deps, { name: 'Dan' });
      const params = { poolId, userId: dan.userId };
      const body = { enabled: true };
      (await league.call('PUT /api/pools/:poolId/members/:userId', { as: live.admin, params, body })).ok();
      await settle(league);
      expect((await lines()).filter((line) => !line.includes('joined'))).toHaveLength(1);
    });

    test('says who won on the tiebreak if an admin called a game off', async () => {
      const rules = { tiebreak: 'closest' } as const;
      poolId = await addPool(league.deps, {
        members: [ann, bob],
        commissioners: [chris],
        weeks: [WEEK_1, WEEK_2],
        rules,
      });
      await turn(true);
      const monday = await addGame(league.deps, { kickoff: SUNDAY_1PM + 31 * HOUR, home: 'KC', away: 'BUF' });
      const [gid = ''] = games;
      const { db } = league.store;
      const tiebreak = db.updateTable('pool_weeks').set({ tiebreak_gid: gid }).where('pool_id', '=', poolId);
      await tiebreak.where('week_id', '=', WEEK_1).execute();
      for (const [as, total] of [
        [ann, 30],
        [bob, 5],
      ] as const) {
        (await league.pick(as, poolId, { gid, side: 'home' })).ok();
        const value = { gid, total };
        await putChoice(league.store, { poolId, userId: as.userId, kind: 'guess', about: WEEK_1, value });
      }
      league.clock.set(SUNDAY_1PM + HOUR);
      await finish(0, 20);
      const off = { as: live.admin, params: { gid: monday }, body: { void: 'postponed' as const } };
      (await league.call('PATCH /api/games/:gid', off)).ok();
      await settle(league);
      expect(await lines()).toEqual(['-: Week 1 is decided. Ann won it with 1 point.']);
    });

    test('two nodes post it once', async () => {
      const other = new WeekResults({ ...league.deps, onError: () => {} });
      league.clock.set(SUNDAY_1PM + HOUR);
      await finish(0, 20);
      await league.deps.notify.results.check();
      league.clock.advance(15 * MINUTE);
      await Promise.all([league.deps.notify.results.check(), other.check()]);
      expect(await lines()).toHaveLength(1);
    });

    test('announces no week that ended long ago, and nothing while it is off', async () => {
      league.clock.set(SUNDAY_1PM + 8 * DAY);
      await finish(0, 20);
      await settle(league);
      await turn(false);
      await finish(1, 20);
      await settle(league);
      await turn(true);
      await settle(league);
      expect(await lines()).toEqual([]);
    });

    test('announces only how many are left in a survivor pool, and who won it', async () => {
      poolId = await addPool(league.deps, {
        members: [ann, bob, chris],
        commissioners: [chris],
        weeks: [WEEK_1, WEEK_2, '2026-week3'],
        rules: { format: 'survivor' },
      });
      await turn(true);
      games.push(await addGame(league.deps, { weekId: '2026-week3', kickoff: SUNDAY_1PM + 14 * DAY }));
      for (const as of [ann, chris]) (await league.pick(as, poolId, { gid: games[0] ?? '', team: 'PHI' })).ok();
      (await league.pick(chris, poolId, { gid: games[1] ?? '', team: 'DAL', weekId: WEEK_2 })).ok();
      for (const week of [0, 1, 2]) {
        league.clock.set(SUNDAY_1PM + week * 7 * DAY + 10 * MINUTE);
        await finish(week, week === 1 ? 3 : 20);
        await settle(league);
      }
      expect(await lines()).toEqual([
        '-: Week 1 is decided. Out: 1. Still in: 2.',
        '-: Week 2 is decided. Out: 1. Chris won the pool.',
      ]);
    });
  });
});
