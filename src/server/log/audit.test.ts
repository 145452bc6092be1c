import { setImmediate as nextTurn } from 'node:timers/promises';
import { beforeEach, describe, expect, test } from 'vitest';
import type { QueryOf } from '#contract/index.ts';
import type { AuditReply } from '#contract/log.ts';
import { linkEntry, unlinkEntry } from '#server/entry-changes/link-store.ts';
import type { AuditEntry } from '#server/journal/audit-store.ts';
import { writeAudit } from '#server/journal/audit-store.ts';
import { createUser } from '#server/users/store.ts';
import type { Person } from '#tests/builders.ts';
import { addGame, addPerson, addPool, removeMember, WEEK_1, WEEK_2 } from '#tests/builders.ts';
import { HOUR, MINUTE, SUNDAY_1PM } from '#tests/core-samples.ts';
import { entryIdOf } from '#tests/entry-ids.ts';
import { withLeague } from '#tests/league.ts';

const LOCK = SUNDAY_1PM + 5 * MINUTE;

describe('The log', () => {
  const league = withLeague('sqlite');
  let admin: Person;
  let other: Person;
  let sam: Person;
  let poolId: string;
  let gid: string;

  beforeEach(async () => {
    const { deps, clock } = league;
    clock.set(SUNDAY_1PM - HOUR);
    await league.store.db.deleteFrom('audit_log').execute();
    admin = await addPerson(deps, { isAdmin: true, name: 'Commissioner' });
    other = await addPerson(deps, { isAdmin: true, name: 'Deputy' });
    sam = await addPerson(deps, { name: 'Sam' });
    poolId = await addPool(deps, { members: [sam], name: 'Old Boys' });
    gid = await addGame(deps, { home: 'BUF', away: 'KC' });
  });

  async function read(query: QueryOf<'GET /api/admin/audit'> = {}): Promise<AuditReply> {
    return (await league.call('GET /api/admin/audit', { as: admin, query })).ok();
  }

  const mine = async (as = sam) => (await league.call('GET /api/audit/mine', { as })).ok().entries;

  const file = (query: QueryOf<'GET /api/admin/audit.csv'> = {}) =>
    league.call('GET /api/admin/audit.csv', { as: admin, query });

  async function edit(body: object, as = admin, id = gid): Promise<void> {
    (await league.call('PATCH /api/games/:gid', { as, params: { gid: id }, body })).ok();
  }

  async function enter(side: 'home' | 'away' | null, reason = 'phoned in'): Promise<void> {
    (await league.enter(admin, entryIdOf(poolId, sam.userId), { gid, side }, reason)).ok();
  }

  const note = (entry: Partial<AuditEntry>) =>
    writeAudit(league.store.db, { act: 'season.load', actorId: null, ...entry }, league.clock.now());

  test.each([
    ['is not JSON', '{"homeScore":'],
    ['is no object', '[7]'],
    ['nests too deep', `{"homeScore":${'['.repeat(50_000)}${']'.repeat(50_000)}}`],
  ])('says so of a record that %s, between those that can be read', async (_, broken) => {
    await edit({ homeScore: 7 });
    await note({ act: 'pool.edit', poolId, actorId: admin.userId });
    await note({ act: 'pool.announce', poolId, userId: sam.userId, after: { text: 'hello' } });
    await edit({ homeScore: 14 });
    const { db } = league.store;
    await db.updateTable('audit_log').set({ after: broken }).where('act', 'like', 'pool.%').execute();
    const seen = (entries: AuditReply['entries']) => entries.map(({ act, isUnreadable }) => [act, isUnreadable]);
    const [last, first] = [
      ['game.edit', undefined],
      ['game.edit', undefined],
    ];
    const all = [last, ['pool.announce', true], ['pool.edit', true], first];
    expect(seen((await read()).entries)).toEqual(all);
    const pool = await league.call('GET /api/pools/:poolId/log', { as: sam, params: { poolId } });
    expect(seen(pool.ok().entries)).toEqual(all);
    expect((await file()).text.split('\n').filter((line) => line.endsWith(",This record can't be read."))).toHaveLength(
      2,
    );
    (await league.call('GET /api/pools/:poolId', { as: sam, params: { poolId } })).ok();
    (await league.call('GET /api/pools/:poolId/file', { as: admin, params: { poolId } })).ok();
  });

  test('shows in words who did what, to whom, where and when', async () => {
    await enter('home', 'ill');
    league.clock.set(LOCK);
    expect((await read()).entries).toEqual([
      {
        id: expect.any(Number),
        at: SUNDAY_1PM - HOUR,
        act: 'bus.enter',
        words: 'entered a pick',
        group: 'picks',
        actor: { id: admin.userId, name: 'Commissioner' },
        person: { id: sam.userId, name: 'Sam' },
        pool: { id: poolId, name: 'Old Boys' },
        weekId: WEEK_1,
        game: { gid, label: 'KC @ BUF' },
        fields: [
          { name: 'side', label: 'pick', before: null, after: 'home' },
          { name: 'reason', label: 'reason', before: null, after: 'ill' },
        ],
        lines: [],
      },
    ]);
  });

  test('shows lists and objects as text, acts of the command line without a user, unknown acts by their name', async () => {
    await note({ after: { weeks: ['a', 'b'], counts: { added: 3 } } });
    await league.store.db.updateTable('audit_log').set({ act: 'pool.paint' }).execute();
    expect((await read()).entries).toMatchObject([
      {
        act: 'pool.paint',
        words: 'pool.paint',
        group: null,
        actor: null,
        game: null,
        fields: [
          { name: 'weeks', before: null, after: 'a, b' },
          { name: 'counts', before: null, after: '{"added":3}' },
        ],
      },
    ]);
  });

  test('shows as much of an edit of several games as it can, in every stored format', async () => {
    const line = { gid, label: 'KC @ BUF', before: { homeScore: 0 }, after: { homeScore: 7 } };
    const fields = [{ name: 'homeScore', label: 'home score', before: 0, after: 7 }];
    for (const games of [undefined, 'all', [null, { gid }, line]]) await note({ act: 'games.edit', after: { games } });
    expect((await read()).entries.map(({ lines }) => lines)).toEqual([[{ gid, label: 'KC @ BUF', fields }], [], []]);
    expect((await file()).text).toContain('KC @ BUF home score: 7');
  });

  test('is read by group, by who did it, to whom, and by pool and game', async () => {
    await note({});
    await edit({ spread: 3 }, other);
    await enter('home');
    const acts = async (query: object) => (await read(query)).entries.map((entry) => entry.act);
    expect(await acts({})).toEqual(['bus.enter', 'game.edit', 'season.load']);
    expect(await acts({ group: 'games' })).toEqual(['game.edit', 'season.load']);
    expect(await acts({ actorId: other.userId })).toEqual(['game.edit']);
    expect(await acts({ actorId: 'command-line' })).toEqual(['season.load']);
    expect(await acts({ userId: sam.userId })).toEqual(['bus.enter']);
    expect(await acts({ poolId })).toEqual(['bus.enter']);
    expect(await acts({ gid })).toEqual(['bus.enter', 'game.edit']);
    expect(await acts({ gid, group: 'users' })).toEqual([]);
    const lineOf = (id: string) => ({ gid: id, label: 'LV @ KC', before: {}, after: {} });
    await note({ act: 'games.edit', after: { games: [lineOf('2026_01_LV_KC')] } });
    expect(await acts({ gid: '2026_01_LV_KC' })).toEqual(['games.edit']);
    for (const near of ['2026_0__LV_KC', '2026_01_LV']) expect(await acts({ gid: near })).toEqual([]);
  });

  test('is read page by page, each entry once, also while new ones arrive', async () => {
    for (let at = 0; at < 7; at += 1) await note({ after: { at } });
    const first = await read({ limit: '3' });
    await note({ after: { at: 'new' } });
    const second = await read({ limit: '3', before: String(first.next) });
    const third = await read({ limit: '3', before: String(second.next) });
    const seen = [first, second, third].flatMap((page) => page.entries.map((entry) => entry.fields[0]?.after));
    expect(seen).toEqual([6, 5, 4, 3, 2, 1, 0]);
    expect(third.next).toBeNull();
  });

  test.each([
    ['limit', { limit: '0' }],
    ['limit', { limit: '201' }],
    ['before', { before: 'x' }],
    ['group', { group: 'gossip' }],
    ['actorId', { actorId: 'a b' }],
    ['page', { page: '2' }],
  ])('refuses what it cannot mean: %s %j', async (field, query) => {
    const reply = await league.call('GET /api/admin/audit', { as: admin, query: query as object });
    expect([reply.status, JSON.parse(reply.text).error.field]).toEqual([400, field]);
  });

  describe('Until the game locks', () => {
    test('it reveals neither the side of a bus pick nor the reason, which may name it', async () => {
      await enter('home', 'likes the Bills');
      await enter(null);
      const told = (await read()).entries.map((entry) => entry.fields.map(({ before, after }) => [before, after]));
      expect(told).toEqual([
        [
          ['sealed', null],
          [null, 'sealed'],
        ],
        [
          [null, 'sealed'],
          [null, 'sealed'],
        ],
      ]);
      const text = (await file()).text;
      expect(text).toContain('pick: sealed');
      expect(text).not.toMatch(/home|Bills/);
      league.clock.set(LOCK);
      expect((await file()).text).toContain('pick: home; reason: likes the Bills');
    });

    test('it masks sides in the log record of any other act too, and always if no game is named', async () => {
      await note({ gid, after: { was: 'away', nested: { g: 'home' } } });
      await note({ after: { pick: 'home' } });
      expect(JSON.stringify(await read())).not.toMatch(/"(home|away)"|\\"home\\"/);
      league.clock.set(LOCK);
      const { entries } = await read();
      expect(entries.map((entry) => entry.fields.map((field) => field.after))).toEqual([
        ['sealed'],
        ['away', '{"g":"home"}'],
      ]);
    });
  });

  describe('As a file', () => {
    test('it is CSV to save, with a header and the same filters', async () => {
      await edit({ homeScore: 7, status: 'Final' });
      await note({});
      const reply = await file({ group: 'games', gid });
      expect(reply.headers).toMatchObject({
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': 'attachment; filename="audit.csv"',
      });
      const [header, line, ...others] = reply.text.split('\n');
      expect(header).toBe('id,time,who,what,person,pool,week,game,before,after');
      expect(line).toMatch(/^\d+,2026-.*Z,Commissioner,edited a game,,,2026-week1,KC @ BUF,/);
      expect(line).toContain('home score: 7');
      expect(others).toEqual(['']);
    });

    test('no cell begins like a formula', async () => {
      const names = ['=1+1', '+1', '-1', '@SUM(A1)', '\tx'];
      for (const name of names) {
        const person = await addPerson(league.deps, { name });
        await note({ userId: person.userId });
      }
      const lines = (await file()).text.split('\n').slice(1, -1);
      const people = lines.map((line) => /,loaded a season,"?([^",]*)/.exec(line)?.[1]);
      expect(people).toEqual(names.map((name) => `'${name}`).reverse());
    });

    test('it has every entry, however many there are', async () => {
      for (let at = 0; at < 503; at += 1) await note({ after: { at } });
      expect((await file()).text.split('\n')).toHaveLength(505);
    });

    test('others are served while a long one is read', async () => {
      const row = { at: 1, actor_id: null, act: 'season.load', before: '{}', after: '{}' };
      const nowhere = { pool_id: null, week_id: null, gid: null, user_id: null };
      const rows = Array.from({ length: 500 }, () => ({ ...row, ...nowhere }));
      for (let slice = 0; slice < 6; slice += 1) await league.store.db.insertInto('audit_log').values(rows).execute();
      const turnsOf = async (query: QueryOf<'GET /api/admin/audit.csv'>) => {
        let turns = 0;
        let done = false;
        const reading = file(query).finally(() => {
          done = true;
        });
        for (; !done; turns += 1) await nextTurn();
        expect((await reading).status).toBe(200);
        return turns;
      };
      const few = await turnsOf({ gid: 'none' });
      expect(await turnsOf({})).toBeGreaterThanOrEqual(few + 5);
    });
  });

  describe('A player reads', () => {
    test('their own bus picks, with the side, and nothing of others', async () => {
      const ann = await addPerson(league.deps);
      await enter('home', 'ill');
      expect(await mine()).toMatchObject([
        {
          act: 'bus.enter',
          actor: { name: 'Commissioner' },
          fields: [
            { name: 'side', after: 'home' },
            { name: 'reason', after: 'ill' },
          ],
        },
      ]);
      expect(await mine(ann)).toEqual([]);
    });

    test('edits of games in weeks of their pools by which scores change, and no others', async () => {
      const elsewhere = await addGame(league.deps, { weekId: WEEK_2 });
      await edit({ homeScore: 3 }, admin, elsewhere);
      await edit({ allowTimeUpdate: false });
      await edit({ homeScore: 7, allowSpreadUpdate: false });
      expect((await mine()).map((entry) => [entry.game?.gid, entry.fields.map((field) => field.name)])).toEqual([
        [gid, ['homeScore']],
      ]);
      await removeMember(league.deps, poolId, sam.userId);
      expect(await mine()).toEqual([]);
    });

    test('that they became a member, and that their pool got another rule or other weeks', async () => {
      await note({ act: 'member.enable', poolId, userId: sam.userId, after: { enabled: true } });
      await note({ act: 'member.enable', poolId, userId: admin.userId, after: { enabled: true } });
      await note({ act: 'pool.edit', poolId, before: { name: 'Old' }, after: { name: 'New' } });
      await note({ act: 'pool.edit', poolId, after: { useSpread: true, moneyUrl: 'https://pay.example.org' } });
      await note({ act: 'week.enable', poolId, weekId: WEEK_2 });
      const entries = await mine();
      expect(entries.map((entry) => entry.act)).toEqual(['week.enable', 'pool.edit', 'member.enable']);
      expect(entries[1]?.fields.map((field) => field.name)).toEqual(['useSpread']);
    });

    test('what was entered for an entry before it became theirs by a link', async () => {
      const old = await createUser(league.store.db, { displayName: 'Old Sam', accountId: null }, 1);
      const pool = await addPool(league.deps, { members: [sam, { userId: old }], rules: { entries: 2 } });
      const entryId = entryIdOf(pool, old);
      const by = { userId: admin.userId, isAdmin: true, clock: league.clock.now };
      await note({ act: 'bus.enter', poolId: pool, gid, userId: old, after: { side: 'home' } });
      expect(await mine()).toEqual([]);
      await linkEntry(league.store, entryId, sam.userId, by);
      const [link, bus] = await mine();
      expect([link?.act, bus?.act]).toEqual(['player.link', 'bus.enter']);
      expect(bus?.fields).toMatchObject([{ name: 'side', after: 'sealed' }]);
      league.clock.set(LOCK);
      expect((await mine())[1]?.fields).toMatchObject([{ name: 'side', after: 'home' }]);
      await unlinkEntry(league.store, entryId, { ...by, reason: 'The wrong Sam' });
      expect((await mine()).map((entry) => entry.act)).toEqual(['player.unlink', 'player.link']);
    });

    test('no address and no name of another player in any entry', async () => {
      const secret = { email: 'ann@example.org', userIds: ['ann'], side: 'home' };
      await note({ act: 'picks.import', poolId, after: { ...secret, written: 3 } });
      await note({ act: 'user.enable', userId: sam.userId, after: secret });
      const text = JSON.stringify(await mine());
      expect(text).toContain('written');
      expect(text).not.toMatch(/ann|"home"/);
    });
  });
});
