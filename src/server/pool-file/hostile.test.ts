import { beforeAll, describe, expect, test } from 'vitest';
import type { PoolFile } from '#contract/pool-file.ts';
import type { TestApp } from '#tests/app.ts';
import { createTestApp } from '#tests/app.ts';
import type { Person } from '#tests/builders.ts';
import { addGame, addPerson, removeMember, WEEK_1, WEEK_2 } from '#tests/builders.ts';
import { HOUR, MINUTE, SUNDAY_1PM } from '#tests/core-samples.ts';
import { setDatabaseClock } from '#tests/database-clock.ts';
import { usualEngines } from '#tests/engines.ts';
import { entryIdOf } from '#tests/entry-ids.ts';
import { aLeague, withLeague } from '#tests/league.ts';
import { digestOf } from './reads.ts';

const LOCK = SUNDAY_1PM + 5 * MINUTE;
const post = { userId: null, at: 1, editedAt: null, deletedBy: null };
const aWeekPost = { kind: 'week', weekId: WEEK_1, userIds: ['p', 'e'], winners: ['e'], halves: 4, newLeaders: ['p'] };
const record = {
  at: 1,
  actorId: null,
  act: 'bus.enter',
  weekId: null,
  gid: null,
  userId: null,
  entryId: null,
  before: '{}',
  after: '{}',
};

const deep = `${'['.repeat(9000)}${']'.repeat(9000)}`;

describe.each(usualEngines)('A pool file on %s', (engine) => {
  const league = withLeague(engine, { settings: { pools: 'everyone' } });
  let fan: Person;
  let victim: Person;
  let poolId: string;
  let base: PoolFile;

  async function move(app: TestApp, now: number): Promise<void> {
    app.clock.set(now);
    if (engine === 'postgres') await setDatabaseClock(app.store, now);
  }

  const fileOf = async (as: Person, id: string) =>
    JSON.parse((await league.call('GET /api/pools/:poolId/file', { as, params: { poolId: id } })).text) as PoolFile;

  beforeAll(async () => {
    ({ fan, victim, poolId } = await aLeague(league, {
      members: ['fan', 'victim'],
      commissioners: ['fan'],
      games: { early: {}, late: { kickoff: SUNDAY_1PM + 3 * HOUR, home: 'KC', away: 'BUF' } },
    }));
    await move(league, LOCK);
    base = await fileOf(fan, poolId);
  });

  let made = 0;
  /** A file of a small pool with one entry, changed. */
  function forged(change: Partial<PoolFile>): PoolFile {
    made += 1;
    const member = { enabled: true, joinedAt: 1, isMuted: false };
    const file: PoolFile = {
      ...base,
      pool: { ...base.pool, id: `forged${made}` },
      games: [],
      lines: [],
      people: [{ id: 'p', name: 'Pat', member, isCommissioner: true }],
      entries: [
        { id: `forged${made}:p`, playerId: 'p', ownerId: 'p', number: 1, name: null, joinedAt: 1, outAt: null },
      ],
      picks: [],
      log: [],
      talk: [],
      money: null,
      payments: [],
      receipts: [],
      ...change,
    };
    return { ...file, digest: digestOf(file) };
  }

  /** A pick of the one entry. */
  const aPick = () => ({
    entryId: `forged${made + 1}:p`,
    kind: 'pick' as const,
    about: base.games[0]?.gid ?? '',
    value: '{"side":"home"}',
    revision: 1,
    madeAt: 1,
    enteredBy: null,
    reason: null,
  });

  const week = (id: string) => ({ id, enabled: true, deadline: null, tiebreakGid: null, tiebreakFixedAt: null });

  /** Another league, with an admin. */
  async function elsewhere() {
    const other = await createTestApp(engine);
    await move(other, LOCK + MINUTE);
    return { other, admin: await addPerson(other.deps, { isAdmin: true }) };
  }

  test.each<[string, () => Partial<PoolFile>, string]>([
    ['a week that the league lacks', () => ({ weeks: [week('2099-week1')] }), 'The league does not have this week.'],
    ['a week that a member would add', () => ({ weeks: [week(WEEK_2)] }), 'The league does not have this week.'],
    [
      "a record about somebody else's entry",
      () => ({ log: [{ ...record, entryId: entryIdOf(poolId, victim.userId) }] }),
      'log.0: It names something that is not in the file.',
    ],
    ['a record about an unknown week', () => ({ log: [{ ...record, weekId: '2026-week9' }] }), 'log.0: It names'],
    ['a record about an unknown game', () => ({ log: [{ ...record, gid: base.games[0]?.gid ?? '' }] }), 'log.0: It'],
    ['a record from after it was written', () => ({ log: [{ ...record, at: LOCK + 1 }] }), 'log.0.at: This is after'],
    ['a time in the future', () => ({ writtenAt: LOCK + 2 * HOUR }), 'writtenAt: This is in the future.'],
    [
      'details of a record that nest too deep',
      () => ({ log: [record, { ...record, after: `{"spread":${deep}}` }] }),
      'log.1.after: This nests more than 16 levels deep.',
    ],
    ['details that are no object', () => ({ log: [{ ...record, before: '[]' }] }), 'log.0.before: This is not JSON of'],
    [
      'a post that nests too deep',
      () => ({
        talk: [
          { ...post, kind: 'week', text: JSON.stringify({ ...aWeekPost, a: 1 }).replace('1}', `${deep}}`), once: 'a' },
        ],
      }),
      'talk.0.text: This nests more than 16 levels deep.',
    ],
    [
      'a pick that nests too deep',
      () => ({ picks: [{ ...aPick(), value: `{"side":${deep},"side":"home"}` }] }),
      'picks.0.value: This nests more than 16 levels deep.',
    ],
    [
      'a team of a game in a list',
      () => {
        const [game] = base.games;
        const value = JSON.stringify({ gid: [game?.gid], team: game?.home });
        return { games: base.games, picks: [{ ...aPick(), kind: 'team', about: WEEK_1, value }] };
      },
      'picks.0.value: This is not a team.',
    ],
    ['a post without its fields', () => ({ talk: [{ ...post, kind: 'week', text: '{}', once: 'a' }] }), 'talk.0.text:'],
    [
      'a post of another kind',
      () => ({ talk: [{ ...post, kind: 'joined', text: JSON.stringify(aWeekPost), once: 'a' }] }),
      'talk.0.text: This is not a post of this kind.',
    ],
    ['a message of nobody', () => ({ talk: [{ ...post, kind: 'said', text: 'a', once: 'a' }] }), 'talk.0.userId:'],
    [
      'a message that is too long',
      () => ({ talk: [{ ...post, kind: 'said', userId: 'p', text: 'a'.repeat(501), once: 'a' }] }),
      'talk.0.text: A message must be at most 500 characters long.',
    ],
    [
      'a reply to a later message',
      () => ({ talk: [{ ...post, kind: 'said', userId: 'p', text: 'a', once: 'a', replyTo: 0 }] }),
      'talk.0.replyTo: A message replies to an earlier one.',
    ],
    [
      'a reaction twice',
      () => {
        const reaction = { userId: 'p', kind: 'fire' as const, at: 1 };
        const said = { ...post, kind: 'said', userId: 'p', text: 'a', once: 'a' };
        return { talk: [{ ...said, reactions: [reaction, reaction] }] };
      },
      'talk.0.reactions: Somebody has the same reaction twice.',
    ],
    [
      'a reaction to a deleted message',
      () => {
        const said = { ...post, kind: 'said', userId: 'p', text: null, once: 'a' };
        return { talk: [{ ...said, reactions: [{ userId: 'p', kind: 'fire', at: 1 }] }] };
      },
      'talk.0.reactions: A deleted message has none.',
    ],
    [
      'a payment for nothing known',
      () => {
        const noted = { notedBy: 'p', notedAt: 1, undoneBy: null, undoneAt: null };
        return { payments: [{ entryId: `forged${made + 1}:p`, purpose: 'beer', cents: 1, ...noted }] };
      },
      'payments.0: It names',
    ],
    [
      'too much talk',
      () => ({
        talk: Array.from({ length: 100_001 }, (_, at) => ({ ...post, kind: 'said', text: 'a', once: `${at}` })),
      }),
      'talk: There are 100001, but at most 100000 can be read here.',
    ],
  ])('is refused with %s', async (_, change, text) => {
    const reply = await league.call('POST /api/pools/file', { as: fan, body: forged(change()) });
    expect(`${reply.code} ${reply.text}`).toContain(text);
  });

  test('adds a week without games only to a season that is here, so that the season of the league stays', async () => {
    const { other, admin } = await elsewhere();
    await addGame(other.deps, {});
    const { season } = (await other.call('GET /api/season', { as: admin })).ok();
    const empty = forged({ weeks: [week(WEEK_1), week(WEEK_2)] });
    (await other.call('POST /api/pools/file', { as: admin, body: empty })).ok();
    const reply = await other.call('POST /api/pools/file', {
      as: admin,
      body: forged({ weeks: [week('2099-week1')] }),
    });
    expect(reply.text).toContain('The league does not have this week.');
    expect((await other.call('GET /api/season', { as: admin })).ok().season).toBe(season);
    await other.close();
  });

  test('keeps its posts in their order, with the ids that people have here and without those of others', async () => {
    const taken = {
      id: fan.userId,
      name: 'Pat',
      member: { enabled: true, joinedAt: 1, isMuted: false },
      isCommissioner: false,
    };
    const userIds = [fan.userId, victim.userId];
    const talk = Array.from({ length: 3 }, (_, at) => ({
      ...post,
      kind: 'week',
      text: JSON.stringify({ ...aWeekPost, userIds, winners: [], halves: at, newLeaders: [] }),
      once: `${9 - at}`,
    }));
    const body = forged({ people: [taken], entries: [], talk });
    const { id } = (await league.call('POST /api/pools/file', { as: fan, body })).ok();
    const { talk: kept, people } = await fileOf(fan, id);
    const own = people.find(({ name }) => name === 'Pat')?.id;
    expect(own).not.toBe(fan.userId);
    expect(kept.map(({ text }) => JSON.parse(text ?? ''))).toMatchObject([
      { userIds: [own], halves: 0 },
      { userIds: [own], halves: 1 },
      { userIds: [own], halves: 2 },
    ]);
  });

  test('brings no record into the logs of the league: they stay in that of the pool, marked', async () => {
    const planted = { ...record, at: Date.UTC(2023, 8, 1), act: 'pool.announce', actorId: 'p', weekId: WEEK_1 };
    const log = ['{"text":"I won"}', '{"7":1,"imported":false,"text":"I won"}', '{"imported":{"text":"I won"}}'].map(
      (after, at) => ({ ...planted, at: planted.at + at, after }),
    );
    const { other, admin } = await elsewhere();
    const pool = { ...base.pool, name: 'Main pool' };
    const people = [
      { id: 'p', name: 'Chief Admin', member: { enabled: true, joinedAt: 1, isMuted: false }, isCommissioner: true },
    ];
    let file = forged({ pool, people, games: base.games, log });
    for (const records of [3, 4]) {
      const { id } = (await other.call('POST /api/pools/file', { as: admin, body: file })).ok();
      const poolLog = (await other.call('GET /api/pools/:poolId/log', { as: admin, params: { poolId: id } })).ok();
      const [own, ...brought] = poolLog.entries;
      expect(own).toMatchObject({ act: 'pool.import', actor: { id: admin.userId } });
      expect(own).not.toHaveProperty('isImported');
      expect(brought.map(({ isImported }) => isImported)).toEqual(Array.from({ length: records }, () => true));
      const sent = brought
        .filter(({ act }) => act === 'pool.announce')
        .map(({ actor, fields }) => [actor?.name, fields[0]?.after]);
      expect(sent).toEqual([
        ['Chief Admin', undefined],
        ['Chief Admin', 'I won'],
        ['Chief Admin', 'I won'],
      ]);
      const audit = (await other.call('GET /api/admin/audit', { as: admin, query: { poolId: id } })).ok();
      expect(audit.entries.map(({ act }) => act)).toEqual(['pool.import']);
      const shown = (await other.call('GET /api/pools/:poolId', { as: admin, params: { poolId: id } })).ok();
      expect(shown.announcements).toBeUndefined();
      const csv = (await other.call('GET /api/admin/audit.csv', { as: admin })).text;
      expect(csv).not.toContain('Chief Admin');
      expect(csv).not.toContain('2023');
      const params = { poolId: id };
      const written = (await other.call('GET /api/pools/:poolId/file', { as: admin, params })).text;
      const next = { ...(JSON.parse(written) as PoolFile), entries: [], picks: [], receipts: [] };
      file = { ...next, pool: { ...next.pool, id: `${id}again` } };
      file = { ...file, digest: digestOf(file) };
    }
    await other.close();
  });

  test('stores what was checked of a pick, where a field stands in it twice', async () => {
    const { other, admin } = await elsewhere();
    const value = '{"side":"away", "side":"home"}';
    const body = forged({ games: base.games, picks: [{ ...aPick(), value }] });
    const { id } = (await other.call('POST /api/pools/file', { as: admin, body })).ok();
    const [stored] = await other.store.db
      .selectFrom('picks')
      .select('value')
      .where('entry_id', '=', `forged${made}:p`)
      .execute();
    expect([id, stored?.value]).toEqual([body.pool.id, '{"side":"home"}']);
    await other.close();
  });

  test('may have the name of an entry of a removed member twice', async () => {
    const {
      poolId: id,
      ann,
      bob,
      runner,
    } = await aLeague(league, {
      members: ['ann', 'bob'],
      commissioners: ['runner'],
      rules: { entries: 3 },
    });
    const add = async (as: Person, name: string) =>
      (await league.call('POST /api/pools/:poolId/entries', { as, params: { poolId: id }, body: { name } })).ok();
    await add(ann, 'Lucky');
    await removeMember(league.deps, id, ann.userId);
    // An earlier version gave the name away.
    const made = await add(bob, 'Luckier');
    await league.store.db.updateTable('entries').set({ name: 'Lucky' }).where('id', '=', made.id).execute();
    const body = await fileOf(runner, id);
    const { other, admin } = await elsewhere();
    (await other.call('POST /api/pools/file', { as: admin, body })).ok();
    await other.close();
    await move(league, LOCK);
  });

  test.each([
    ['moving', null],
    ['frozen', 'Its line is -2.5 in the file, -3 in the league.'],
  ] as const)('of a pool with %s lines is compared by them', async (line, flaw) => {
    const { poolId: id, runner } = await aLeague(league, {
      commissioners: ['runner'],
      weeks: ['2026-week7'],
      rules: { useSpread: true, line },
    });
    const score = { weekId: '2026-week7', home: 'SF', away: 'SEA', status: 'Final', homeScore: 7, spread: -3 } as const;
    const gid = await addGame(league.deps, score);
    await league.store.db.updateTable('games').set({ frozen_spread: -2.5 }).where('gid', '=', gid).execute();
    await move(league, LOCK);
    const body = await fileOf(runner, id);
    await league.store.db.deleteFrom('games').where('gid', '=', gid).execute();
    const { other, admin } = await elsewhere();
    await addGame(other.deps, { gid, ...score });
    await other.store.db.updateTable('games').set({ frozen_spread: -3 }).where('gid', '=', gid).execute();
    const reply = await other.call('POST /api/pools/file', { as: admin, body });
    await other.close();
    if (flaw === null) expect(reply.code).toBe(null);
    else expect(reply.text).toContain(flaw);
  });

  test('adds no game of a team that plays already that week, in the league or in the file', async () => {
    const { other, admin } = await elsewhere();
    const send = async (games: readonly { readonly home: string; readonly away: string }[]) => {
      const [sample] = base.games;
      if (sample === undefined) throw new Error('no game');
      const body = forged({ games: games.map((game, at) => ({ ...sample, ...game, gid: `added${at}` })) });
      return (await other.call('POST /api/pools/file', { as: admin, body })).text;
    };
    await addGame(other.deps, { home: 'MIA', away: 'KC' });
    expect(await send([{ home: 'KC', away: 'BUF' }])).toContain('A team would play twice, with KC @ MIA');
    const twice = [
      { home: 'SF', away: 'SEA' },
      { home: 'LAR', away: 'SF' },
    ];
    expect(await send(twice)).toContain('A team would play twice, with SF @ LAR');
    await other.close();
  });

  test('has the log with the fields that members read', async () => {
    const { poolId: id, runner } = await aLeague(league, { commissioners: ['runner'] });
    await move(league, LOCK);
    const logged = { at: 1, actor_id: runner.userId, act: 'pool.announce', pool_id: id, week_id: WEEK_1 };
    const after = JSON.stringify({ text: 'hello', secret: 'key' });
    await league.store.db
      .insertInto('audit_log')
      .values({ ...logged, before: '{}', after })
      .execute();
    expect((await fileOf(runner, id)).log.map(({ act, after: text }) => [act, text])).toContainEqual([
      'pool.announce',
      '{"text":"hello"}',
    ]);
  });
});
