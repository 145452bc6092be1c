import { beforeEach, describe, expect, test } from 'vitest';
import type { QueryOf } from '#contract/index.ts';
import type { AuditReply } from '#contract/log.ts';
import type { AuditEntry } from '#server/journal/audit-store.ts';
import { writeAudit } from '#server/journal/audit-store.ts';
import type { Person } from '#tests/builders.ts';
import { addGame, addPerson, addPool, WEEK_1, WEEK_2 } from '#tests/builders.ts';
import { HOUR, MINUTE, SUNDAY_1PM } from '#tests/core-samples.ts';
import { entryIdOf } from '#tests/entry-ids.ts';
import { withLeague } from '#tests/league.ts';

const LOCK = SUNDAY_1PM + 5 * MINUTE;

describe('The log of a pool', () => {
  const league = withLeague('sqlite');
  let admin: Person;
  let sam: Person;
  let ann: Person;
  let poolId: string;
  let otherPool: string;
  let gid: string;

  beforeEach(async () => {
    const { deps, clock } = league;
    clock.set(SUNDAY_1PM - HOUR);
    await league.store.db.deleteFrom('audit_log').execute();
    admin = await addPerson(deps, { isAdmin: true, name: 'Commissioner' });
    sam = await addPerson(deps, { name: 'Sam' });
    ann = await addPerson(deps, { name: 'Ann' });
    poolId = await addPool(deps, { members: [sam, ann], name: 'Old Boys' });
    otherPool = await addPool(deps, { members: [sam], name: 'Other' });
    gid = await addGame(deps, { home: 'BUF', away: 'KC' });
  });

  async function read(as = ann, query: QueryOf<'GET /api/pools/:poolId/log'> = {}): Promise<AuditReply> {
    return (await league.call('GET /api/pools/:poolId/log', { as, params: { poolId }, query })).ok();
  }

  const acts = async () => (await read()).entries.map((entry) => entry.act);

  async function enter(side: 'home' | 'away' | null, reason: string): Promise<void> {
    (await league.enter(admin, entryIdOf(poolId, sam.userId), { gid, side }, reason)).ok();
  }

  const note = (entry: Partial<AuditEntry>) =>
    writeAudit(league.store.db, { act: 'pool.edit', actorId: admin.userId, ...entry }, league.clock.now());

  test('shows a bus pick once its game is locked: for whom, which game and which side, not why', async () => {
    await enter('home', 'likes the Bills');
    await enter(null, 'likes the Chiefs now');
    league.clock.set(LOCK - 1);
    for (const as of [ann, sam, admin]) {
      const { text } = await league.call('GET /api/pools/:poolId/log', { as, params: { poolId } });
      expect(JSON.parse(text)).toMatchObject({ entries: [] });
    }
    league.clock.set(LOCK);
    const { entries } = await read();
    expect(entries).toMatchObject([
      { act: 'bus.clear', actor: { name: 'Commissioner' }, person: { name: 'Sam' }, weekId: WEEK_1 },
      { act: 'bus.enter', actor: { name: 'Commissioner' }, person: { name: 'Sam' }, weekId: WEEK_1 },
    ]);
    expect(entries[1]).toMatchObject({
      game: { gid, label: 'KC @ BUF' },
      fields: [{ name: 'side', before: null, after: 'home' }],
    });
    expect(JSON.stringify(entries)).not.toMatch(/likes/);
  });

  test('shows what affected the scores of an entry: the reason only to its owner, and nothing about others', async () => {
    await enter('home', 'phoned in');
    await note({ act: 'bus.enter', poolId, weekId: WEEK_1, gid, userId: ann.userId, after: { side: 'away' } });
    await note({ act: 'pool.edit', poolId, after: { dropWeeks: 1, why: 'agreed' } });
    await note({ act: 'pool.edit', poolId, after: { name: 'Young Boys' } });
    await note({ act: 'line.correct', poolId, weekId: WEEK_2, gid: 'other', after: { spread: 3 } });
    await note({ act: 'game.edit', weekId: WEEK_1, gid, after: { homeScore: 21 } });
    await note({ act: 'pool.announce', poolId, after: { text: 'Cheers' } });
    const entryId = entryIdOf(poolId, sam.userId);
    const about = (as: Person, weekId?: string) => read(as, { entryId, ...(weekId && { weekId }) });
    const actsOf = ({ entries }: AuditReply) => entries.map(({ act }) => act);
    expect(actsOf(await about(sam))).toEqual(['game.edit', 'line.correct', 'pool.edit']);
    league.clock.set(LOCK);
    const own = await about(sam, WEEK_1);
    expect(actsOf(own)).toEqual(['game.edit', 'pool.edit', 'bus.enter']);
    expect(own.entries.at(-1)?.fields).toContainEqual(expect.objectContaining({ name: 'reason', after: 'phoned in' }));
    const seen = await about(ann, WEEK_1);
    expect(actsOf(seen)).toEqual(actsOf(own));
    expect(JSON.stringify(seen)).not.toMatch(/phoned/);
    expect(actsOf(await about(ann, WEEK_2))).toEqual(['line.correct', 'pool.edit']);
  });

  test('names an entry that is not called like its owner', async () => {
    poolId = await addPool(league.deps, { members: [sam, ann], rules: { entries: 2 } });
    const input = { as: sam, params: { poolId }, body: { name: 'Second Wind' } };
    const { id } = (await league.call('POST /api/pools/:poolId/entries', input)).ok();
    (await league.enter(admin, id, { gid, side: 'home' }, 'Text')).ok();
    await enter('away', 'phoned in');
    league.clock.set(LOCK);
    const [first, second] = (await read(ann, {})).entries;
    expect(first).toMatchObject({ act: 'bus.enter', person: { name: 'Sam' } });
    expect(first).not.toHaveProperty('entry');
    expect(second).toMatchObject({ act: 'bus.enter', person: { name: 'Sam' }, entry: { id, name: 'Second Wind' } });
    expect((await read(ann, { entryId: id })).entries.map(({ entry }) => entry?.id)).toContain(id);
    expect((await read(ann, { entryId: entryIdOf(poolId, sam.userId) })).entries).toMatchObject([{ act: 'bus.enter' }]);
  });

  test('leaves out an entered pick whose game is gone', async () => {
    await note({ act: 'bus.enter', poolId, gid: 'gone', userId: sam.userId, after: { side: 'home', reason: 'home!' } });
    league.clock.set(LOCK);
    expect(await acts()).toEqual([]);
  });

  test('shows changed rules and settings, members and weeks, in the order of the acts', async () => {
    const body = {
      change: { name: 'New Boys', rules: { dropWeeks: 2, useSpread: true, push: 'half' } },
      seen: { name: 'Old Boys', rules: { dropWeeks: 0, useSpread: false, push: 'home' } },
    } as const;
    (await league.call('PATCH /api/pools/:poolId', { as: admin, params: { poolId }, body })).ok();
    const member = { poolId, userId: sam.userId };
    for (const enabled of [false, true])
      (
        await league.call('PUT /api/pools/:poolId/members/:userId', { as: admin, params: member, body: { enabled } })
      ).ok();
    const week = { as: admin, params: { poolId, weekId: WEEK_1 }, body: { enabled: false } };
    (await league.call('PUT /api/pools/:poolId/weeks/:weekId', week)).ok();
    const { entries } = await read();
    expect(entries.map((entry) => entry.act)).toEqual(['week.disable', 'member.enable', 'member.disable', 'pool.edit']);
    const changes = entries[3]?.fields.map(({ name, before, after }) => [name, before, after]);
    expect(changes).toEqual([
      ['name', 'Old Boys', 'New Boys'],
      ['useSpread', false, true],
      ['push', 'home', 'half'],
      ['dropWeeks', 0, 2],
    ]);
    expect(entries[1]?.person).toEqual({ id: sam.userId, name: 'Sam' });
  });

  test('has edits of games in its weeks by which scores change, with those fields alone', async () => {
    const elsewhere = await addGame(league.deps, { weekId: WEEK_2 });
    const edit = async (id: string, body: object) =>
      (await league.call('PATCH /api/games/:gid', { as: admin, params: { gid: id }, body })).ok();
    await edit(elsewhere, { homeScore: 3 });
    await edit(gid, { allowTimeUpdate: false });
    await edit(gid, { homeScore: 7, allowSpreadUpdate: false });
    const lines = [gid, elsewhere].map((id) => ({ gid: id, label: 'KC @ BUF', before: {}, after: { awayScore: 3 } }));
    await note({ act: 'games.edit', weekId: WEEK_1, after: { games: lines } });
    const { entries } = await read();
    expect(entries.map((entry) => [entry.act, entry.fields.map(({ name }) => name), entry.lines.length])).toEqual([
      ['games.edit', [], 2],
      ['game.edit', ['homeScore'], 0],
    ]);
  });

  test('has nothing of other pools, of accounts, of links, invites, reminders and refused requests, and no address', async () => {
    const secret = { email: 'ann@example.org', userIds: ['someone'], token: 'secret' };
    await note({ poolId: otherPool, after: { name: 'Elsewhere' } });
    await note({ act: 'user.enable', userId: sam.userId, after: secret });
    await note({ act: 'player.link', userId: sam.userId, after: secret });
    for (const act of ['pool.invite', 'reminder.send', 'request.refuse'] as const)
      await note({ act, poolId, userId: sam.userId, after: secret });
    expect(await acts()).toEqual([]);
    await note({ act: 'picks.import', poolId, after: { ...secret, written: 3 } });
    await note({ act: 'member.enable', poolId, userId: sam.userId, after: { ...secret, member: true } });
    const { text } = await league.call('GET /api/pools/:poolId/log', { as: ann, params: { poolId } });
    expect(text).toContain('written');
    expect(text).not.toMatch(/@example|someone|secret/);
  });

  test('is read page by page, each log record once, whatever its subject', async () => {
    for (let homeScore = 1; homeScore <= 3; homeScore += 1) {
      await note({ poolId, after: { dropWeeks: homeScore } });
      await note({ act: 'game.edit', gid, weekId: WEEK_1, after: { homeScore } });
    }
    const first = await read(ann, { limit: '4' });
    await note({ poolId, after: { dropWeeks: 6 } });
    const second = await read(ann, { limit: '4', before: String(first.next) });
    const seen = [first, second].flatMap((page) => page.entries.map((entry) => [entry.act, entry.fields[0]?.after]));
    const pair = (count: number) => [
      ['game.edit', count],
      ['pool.edit', count],
    ];
    expect(seen).toEqual([3, 2, 1].flatMap(pair));
    expect(second.next).toBeNull();
  });

  test('is visible to current members only', async () => {
    const member = { params: { poolId, userId: ann.userId }, body: { enabled: false } };
    (await league.call('PUT /api/pools/:poolId/members/:userId', { as: admin, ...member })).ok();
    const reply = await league.call('GET /api/pools/:poolId/log', { as: ann, params: { poolId } });
    expect([reply.status, reply.code]).toEqual([403, 'not_a_member']);
  });
});
