import type { KyselyPlugin } from 'kysely';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { LiveMessage, TopicRef } from '#contract/live.ts';
import type { Topic } from '#server/topics.ts';
import type { TestApp } from '#tests/app.ts';
import type { Person } from '#tests/builders.ts';
import { addPerson, addPool, addSession, removeMember, setEnabled, WEEK_1, WEEK_2 } from '#tests/builders.ts';
import { HOUR } from '#tests/core-samples.ts';
import { aLeague } from '#tests/league.ts';
import { noTopics } from '#tests/topics.ts';
import { until } from '#tests/until.ts';
import type { HubDeps, Viewer } from './hub.ts';
import { Hub, toRowState } from './hub.ts';
import { Snapshot } from './live.ts';

const games: TopicRef = { kind: 'games', weekId: WEEK_1 };
const gamesNext: TopicRef = { kind: 'games', weekId: WEEK_2 };

class TestViewer implements Viewer {
  readonly token: string;
  readonly userId: string;
  readonly isAdmin: boolean;
  readonly messages: LiveMessage[] = [];
  isClosed = false;

  constructor({ token, userId }: Pick<Person, 'token' | 'userId'>, isAdmin = false) {
    this.token = token;
    this.userId = userId;
    this.isAdmin = isAdmin;
  }

  send(message: string): void {
    this.messages.push(JSON.parse(message));
  }

  close(): void {
    this.isClosed = true;
  }

  get kinds(): string[] {
    return this.messages.map((message) => message.kind);
  }
}

describe('The hub', () => {
  let league: TestApp;
  let parts: HubDeps<Topic>;
  let hub: Hub<Topic>;
  let player: Person;
  let poolId: string;
  let value: number;
  let loads: string[];
  let errors: unknown[];

  beforeEach(async () => {
    ({ league, player, poolId } = await aLeague('sqlite', { members: ['player'] }));
    value = 0;
    loads = [];
    errors = [];
    parts = {
      store: league.store,
      now: league.clock.now,
      live: {
        topics: noTopics,
        async read(topic) {
          const name = noTopics.nameOf(topic);
          loads.push(name);
          const parts = toRowState({}, [{ id: 'row', value, name }], 'id');
          return new Snapshot({ parts, rows: 'rows', validUntil: Number.POSITIVE_INFINITY });
        },
        forget: () => {},
      },
      onError: (error) => errors.push(error),
      asksSecondFactor: false,
      rereadMs: HOUR,
    };
    hub = new Hub(parts);
  });

  afterEach(async () => {
    vi.useRealTimers();
    await hub.close();
    await league.close();
  });

  function connect(person: Pick<Person, 'token' | 'userId'>, isAdmin = false): TestViewer {
    const viewer = new TestViewer(person, isAdmin);
    hub.connect(viewer);
    return viewer;
  }

  const matchup = (): TopicRef => ({ kind: 'matchup', poolId, weekId: WEEK_1 });
  const entries = (): TopicRef => ({ kind: 'picks', poolId });

  test('sends nothing to a page that left before its topic was read', async () => {
    const [gone, bored, stays] = [connect(player), connect(player), connect(player)];
    for (const viewer of [gone, bored, stays]) hub.watch(viewer, [games]);
    hub.disconnect(gone);
    hub.watch(bored, []);
    await until(() => stays.messages.length > 0);
    value = 1;
    hub.changed({ kind: 'games', weekIds: [WEEK_1] });
    await until(() => stays.kinds.includes('change'));
    expect(gone.messages).toEqual([]);
    expect(bored.messages).toEqual([]);
    hub.watch(bored, [games]);
    await until(() => bored.kinds.includes('state'));
  });

  test('lets nobody join a topic that they gave up while they were asked about', async () => {
    let answer = () => {};
    const asked = new Promise<void>((resolve) => {
      answer = resolve;
    });
    let isAsked = false;
    const slow: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        isAsked = true;
        await asked;
        return result;
      },
    };
    const db = league.store.db.withPlugin(slow);
    const slowHub = new Hub({ ...parts, store: { ...league.store, db } });
    const [bored, gone, stays] = [new TestViewer(player), new TestViewer(player), new TestViewer(player)];
    for (const viewer of [bored, gone, stays]) slowHub.connect(viewer);
    for (const viewer of [bored, gone, stays]) slowHub.watch(viewer, [games]);
    await until(() => isAsked);
    slowHub.watch(bored, []);
    slowHub.disconnect(gone);
    answer();
    await until(() => stays.messages.length > 0);
    await slowHub.close();
    expect(bored.messages).toEqual([]);
    expect(gone.messages).toEqual([]);
    expect(errors).toEqual([]);
  });

  test('forgets a topic that nobody watches any more', async () => {
    const [viewer, stays] = [connect(player), connect(player)];
    hub.watch(viewer, [games]);
    await until(() => viewer.kinds.includes('state'));
    hub.watch(stays, [gamesNext]);
    await until(() => stays.kinds.includes('state'));
    hub.watch(viewer, []);
    hub.changed({ kind: 'everything' });
    // Topics are read in the order in which they were first watched.
    await until(() => loads.length >= 3);
    expect(loads).toEqual([games, gamesNext, gamesNext].map((ref) => noTopics.nameOf(ref as Topic)));
    hub.watch(viewer, [games]);
    await until(() => loads.length === 4);
    hub.disconnect(viewer);
    expect(hub.size).toBe(1);
    hub.watch(viewer, [games]);
    hub.watch(stays, [gamesNext, matchup()]);
    await until(() => stays.messages.length === 2);
    expect(loads).toHaveLength(5);
  });

  test('reads the games of all pools before anything else that a score changes', async () => {
    const other = await addPool(league.deps, { members: [player] });
    const viewer = connect(player);
    const refs = [poolId, other].flatMap((id): TopicRef[] => [
      { kind: 'standings', poolId: id },
      { kind: 'poolGames', poolId: id, weekId: WEEK_1 },
    ]);
    hub.watch(viewer, refs);
    await until(() => viewer.messages.length === refs.length);
    loads = [];
    hub.changed({ kind: 'games', weekIds: [WEEK_1], scored: true });
    await until(() => loads.length === refs.length);
    // The first one had begun.
    expect(loads.map((name) => name.split(' ')[0])).toEqual(['standings', 'poolGames', 'poolGames', 'standings']);
  });

  test('gives nobody the topics of the role that they had when they connected, if they lost it before they asked', async () => {
    const late = connect(player, true);
    hub.watch(late, [matchup()]);
    await until(() => late.isClosed);
    expect(late.messages).toEqual([]);
    expect(loads).toEqual([]);
    expect(hub.size).toBe(0);
  });

  test('asks again about people where the database did not answer', async () => {
    const viewer = connect(player);
    hub.watch(viewer, [matchup()]);
    await until(() => viewer.kinds.includes('state'));
    await sql`alter table pool_members rename to elsewhere`.execute(league.store.db);
    const newcomer = connect(player);
    hub.watch(newcomer, [games]);
    hub.changed({ kind: 'everything' });
    await until(() => errors.length >= 2);
    await sql`alter table elsewhere rename to pool_members`.execute(league.store.db);
    await removeMember(league.deps, poolId, player.userId);
    await until(() => viewer.kinds.includes('refused') && newcomer.kinds.includes('state'));
    expect(viewer.messages.at(-1)).toEqual({ kind: 'refused', topic: matchup(), code: 'not_a_member' });
    expect(newcomer.kinds).toEqual(['state']);
  });

  test('notifies each page of a session separately', async () => {
    const otherPool = await addPool(league.deps, { members: [player] });
    const [one, other] = [connect(player), connect(player)];
    hub.watch(one, [matchup()]);
    hub.watch(other, [{ kind: 'matchup', poolId: otherPool, weekId: WEEK_1 }]);
    await until(() => one.messages.length > 0 && other.messages.length > 0);
    await removeMember(league.deps, otherPool, player.userId);
    hub.changed({ kind: 'everything' });
    await until(() => other.kinds.includes('refused'));
    value = 1;
    hub.changed({ kind: 'picks', poolId, weekId: WEEK_1, userId: 'somebody' });
    await until(() => one.kinds.includes('change'));
    expect(one.kinds).toEqual(['state', 'change']);
    expect(other.kinds).toEqual(['state', 'refused']);
  });

  test('asks about one person alone where only their sessions changed', async () => {
    const other = await addPerson(league.deps);
    const { token } = await addSession(league.deps, player.accountId);
    const [here, elsewhere, hers] = [connect(player), connect({ ...player, token }), connect(other)];
    for (const viewer of [here, elsewhere, hers]) hub.watch(viewer, [games]);
    await until(() => [here, elsewhere, hers].every((viewer) => viewer.kinds.includes('state')));
    await league.store.db.deleteFrom('sessions').where('token', 'in', [token, other.token]).execute();
    hub.changed({ kind: 'sessions', userId: player.userId });
    await until(() => elsewhere.isClosed);
    expect(elsewhere.messages.at(-1)).toEqual({ kind: 'goodbye', code: 'not_signed_in' });
    const later = connect(player);
    hub.watch(later, [games]);
    await until(() => later.kinds.includes('state'));
    expect(here.isClosed || hers.isClosed).toBe(false);
    expect(hub.size).toBe(3);
  });

  test('reads what many watch before the own entries of each player', async () => {
    const viewer = connect(player);
    hub.watch(viewer, [entries(), matchup(), games]);
    await until(() => viewer.messages.length === 3);
    loads.length = 0;
    hub.changed({ kind: 'everything' });
    hub.changed({ kind: 'everything' });
    const own = `picks ${poolId} ${player.userId}`;
    await until(() => loads.length >= 3);
    expect(loads[2]).toBe(own);
    hub.changed({ kind: 'everything' });
    await until(() => loads.filter((name) => name === own).length === 2);
    expect(loads).toHaveLength(6);
  });

  test('reads only what a change touches', async () => {
    const viewer = connect(player);
    hub.watch(viewer, [games, matchup(), entries(), gamesNext, { kind: 'standings', poolId }]);
    await until(() => viewer.messages.length === 5);
    loads.length = 0;
    hub.changed({ kind: 'games', weekIds: [WEEK_2] });
    await until(() => loads.length >= 3);
    hub.changed({ kind: 'everything' });
    await until(() => loads.at(-1)?.startsWith('picks ') === true);
    expect(loads.slice(0, 3).sort()).toEqual([
      `games ${WEEK_2}`,
      `matchup false ${poolId} ${WEEK_1}`,
      `standings ${poolId}`,
    ]);
    expect(loads).toHaveLength(8);
  });

  test('closed, it sends everyone away, lets nobody in and reads nothing more', async () => {
    const viewer = connect(player);
    hub.watch(viewer, [games, matchup()]);
    await until(() => viewer.messages.length === 2);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    hub.changed({ kind: 'everything' });
    hub.changed({ kind: 'games', weekIds: [WEEK_1] });
    await setEnabled(league.deps, player.userId, false);
    const before = [...loads];
    await hub.close();
    expect(viewer.isClosed).toBe(true);
    const late = connect(player);
    expect(late.isClosed).toBe(true);
    hub.watch(late, [games]);
    hub.changed({ kind: 'everything' });
    hub.changed({ kind: 'sessions', userId: player.userId });
    expect(vi.getTimerCount()).toBe(0);
    expect(loads).toEqual(before);
    expect(viewer.kinds).toEqual(['state', 'state']);
    expect(errors).toEqual([]);
  });
});
