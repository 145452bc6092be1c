/** A league that listens on its own port, with two players, an admin, a stranger and two games, for tests of live pages. */
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll } from 'vitest';
import type { TopicRef } from '#contract/live.ts';
import type { Engine } from '#server/platform/db/connect.ts';
import type { TestApp, TestAppOptions } from './app.ts';
import { createTestApp } from './app.ts';
import type { Person } from './builders.ts';
import { WEEK_1 } from './builders.ts';
import { HOUR, SUNDAY_1PM } from './core-samples.ts';
import type { League } from './league.ts';
import { aLeague } from './league.ts';
import type { LivePage, PageOptions } from './live-page.ts';
import { openPage } from './live-page.ts';

/** An admin and a stranger are not in the pool; `early` begins at 13:00, an hour from now, `late` at 16:00. */
export interface LiveLeague extends League<'ann' | 'bob' | 'admin' | 'stranger', 'early' | 'late'> {
  readonly port: number;
  readonly games: TopicRef & { kind: 'games' };
  readonly matchup: TopicRef & { kind: 'matchup' };
  readonly standings: TopicRef & { kind: 'standings' };
  readonly entries: TopicRef & { kind: 'picks' };
  open(options?: PageOptions): Promise<LivePage>;
  pick(as: Person, gid: string, side: 'home' | 'away'): Promise<void>;
  close(): Promise<void>;
}

/** Opens the port of a test app. */
async function listenOn({ app }: TestApp): Promise<number> {
  await app.listen({ host: '127.0.0.1', port: 0 });
  return (app.server.address() as AddressInfo).port;
}

/** Its pages get changes only when they are reported: regular rereading is off. */
export async function openLiveLeague(engine: Engine, options?: TestAppOptions): Promise<LiveLeague> {
  const opened = await createTestApp(engine, { ...options, liveTimes: { rereadMs: HOUR, ...options?.liveTimes } });
  const made = await aLeague(opened, {
    members: ['ann', 'bob'],
    admins: ['admin'],
    strangers: ['stranger'],
    games: { early: {}, late: { home: 'KC', away: 'LV', kickoff: SUNDAY_1PM + 3 * HOUR } },
  });
  const { league, poolId } = made;
  const port = await listenOn(league);
  const pages: LivePage[] = [];
  return {
    ...made,
    port,
    games: { kind: 'games', weekId: WEEK_1 },
    matchup: { kind: 'matchup', poolId, weekId: WEEK_1 },
    standings: { kind: 'standings', poolId },
    entries: { kind: 'picks', poolId },
    async open(pageOptions) {
      const page = await openPage(port, pageOptions);
      pages.push(page);
      return page;
    },
    async pick(as, gid, side) {
      (await league.pick(as, poolId, { gid, side })).ok();
    },
    async close() {
      const faults = pages.flatMap((page) => page.faults);
      await Promise.all(pages.map((page) => page.close()));
      await league.close();
      if (faults.length > 0) throw new Error(`A page received ${faults.join(', ')}.`);
    },
  };
}

/** A live league that opens before the first test of a block and closes after the last, with shortcuts for tests. */
export function withLiveLeague(engine: Engine, options?: TestAppOptions) {
  const live = {} as LiveLeague;
  const [league, admin, ann, bob] = [{} as TestApp, {} as Person, {} as Person, {} as Person];
  beforeAll(async () => {
    const opened = await openLiveLeague(engine, options);
    Object.assign(league, opened.league);
    for (const [known, person] of [
      [admin, opened.admin],
      [ann, opened.ann],
      [bob, opened.bob],
    ] as const)
      Object.assign(known, person);
    Object.assign(live, opened, { league, admin, ann, bob });
  });
  afterAll(() => live.close());
  return { live, league, admin, ann, bob };
}
