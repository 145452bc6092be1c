/** A league that listens on a port of its own, with two players, an admin, a stranger and two games, for tests of live pages. */
import type { AddressInfo } from 'node:net';
import type { TopicRef } from '#contract/live.ts';
import type { Engine } from '#server/store/engine/connect.ts';
import type { TestApp, TestAppOptions } from './app.ts';
import { createTestApp } from './app.ts';
import type { Person } from './builders.ts';
import { addGame, addPerson, addPool, WEEK_1 } from './builders.ts';
import { HOUR, SUNDAY_1PM } from './core-samples.ts';
import type { LivePage, PageOptions } from './live-page.ts';
import { openPage } from './live-page.ts';

export interface LiveLeague {
  readonly league: TestApp;
  readonly port: number;
  readonly ann: Person;
  readonly bob: Person;
  /** An admin who is no member of the pool. */
  readonly admin: Person;
  /** Somebody who is signed in, and no member of the pool. */
  readonly stranger: Person;
  readonly poolId: string;
  /** Games of week 1: one at 13:00, an hour from now, the other at 16:00. */
  readonly early: string;
  readonly late: string;
  readonly games: TopicRef & { kind: 'games' };
  readonly matchup: TopicRef & { kind: 'matchup' };
  readonly standings: TopicRef & { kind: 'standings' };
  readonly picks: TopicRef & { kind: 'picks' };
  open(options?: PageOptions): Promise<LivePage>;
  pick(as: Person, gid: string, side: 'home' | 'away'): Promise<void>;
  close(): Promise<void>;
}

/** Opens the port of a test app. */
async function listenOn({ app }: TestApp): Promise<number> {
  await app.listen({ host: '127.0.0.1', port: 0 });
  return (app.server.address() as AddressInfo).port;
}

/** Its pages are sent what changes, and never by a reading that comes now and then. */
export async function openLiveLeague(engine: Engine, options?: TestAppOptions): Promise<LiveLeague> {
  const league = await createTestApp(engine, { ...options, liveTimes: { rereadMs: HOUR, ...options?.liveTimes } });
  const { deps } = league;
  const [ann, bob] = [await addPerson(deps, { name: 'Ann' }), await addPerson(deps, { name: 'Bob' })];
  const admin = await addPerson(deps, { isAdmin: true });
  const stranger = await addPerson(deps);
  const poolId = await addPool(deps, { members: [ann, bob] });
  const early = await addGame(deps);
  const late = await addGame(deps, { home: 'KC', away: 'LV', kickoff: SUNDAY_1PM + 3 * HOUR });
  const port = await listenOn(league);
  const pages: LivePage[] = [];
  return {
    league,
    port,
    ann,
    bob,
    admin,
    stranger,
    poolId,
    early,
    late,
    games: { kind: 'games', weekId: WEEK_1 },
    matchup: { kind: 'matchup', poolId, weekId: WEEK_1 },
    standings: { kind: 'standings', poolId },
    picks: { kind: 'picks', poolId, weekId: WEEK_1 },
    async open(pageOptions) {
      const page = await openPage(port, pageOptions);
      pages.push(page);
      return page;
    },
    async pick(as, gid, side) {
      (await league.call('PUT /api/pools/:poolId/picks/:gid', { as, params: { poolId, gid }, body: { side } })).ok();
    },
    async close() {
      const faults = pages.flatMap((page) => page.faults);
      await Promise.all(pages.map((page) => page.close()));
      await league.close();
      if (faults.length > 0) throw new Error(`A page received ${faults.join(', ')}.`);
    },
  };
}
