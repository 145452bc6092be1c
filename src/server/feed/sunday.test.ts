import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isSpreadLocked } from '#core/game.ts';
import { isLocked } from '#core/locks.ts';
import type { Game } from '#core/types.ts';
import { gameStatuses } from '#core/types.ts';
import { gamesOfWeek } from '#server/games/reads.ts';
import { recount } from '#server/standings/store.ts';
import type { TestApp } from '#tests/app.ts';
import { createTestApp, TestClock } from '#tests/app.ts';
import type { Person } from '#tests/builders.ts';
import { addPerson, addPool, WEEK_1 } from '#tests/builders.ts';
import { MINUTE } from '#tests/core-samples.ts';
import { engines } from '#tests/engines.ts';
import { entryIdOf } from '#tests/entry-ids.ts';
import type { FeedNode } from '#tests/feed-node.ts';
import { startFeedNode } from '#tests/feed-node.ts';
import {
  begin,
  end,
  liveFrom,
  liveTo,
  outage,
  recordSunday,
  results,
  SLOW_MS,
  slowAnswerAt,
  troubled,
} from '#tests/sunday.ts';
import type { Replay } from './replay.ts';
import { readRecording, startReplay } from './replay.ts';

const PLAYERS = 5;
/** From here on every answer is waited for again. */
const slowEnd = slowAnswerAt + 2 * MINUTE;

/** The moments at which every node looks: often while games are live and the source breaks down. */
function* moments(): Generator<number> {
  for (let now = begin; now <= end; ) {
    yield now;
    const isSlow = now >= slowAnswerAt - 2 * MINUTE && now <= slowEnd;
    const isTroubled = now >= troubled.from && now < troubled.to;
    const isLive = now >= liveFrom && now < liveTo;
    now += isSlow ? MINUTE / 3 : isTroubled ? (2 / 3) * MINUTE : isLive ? 2 * MINUTE : 20 * MINUTE;
  }
}

describe.each(engines)('A Sunday on %s, with two nodes, while picks are saved', (engine) => {
  let folder: string;
  let replay: Replay;
  let league: TestApp;
  let nodes: FeedNode[];
  let players: Person[];
  let poolId: string;
  const clock = new TestClock(begin);
  const acknowledged = new Map<string, string>();
  const faults: string[] = [];
  const lines = new Map<string, Pick<Game, 'spread' | 'kickoff'>>();
  const furthest = new Map<string, number>();
  const seen: Record<string, unknown> = {};
  let saved = 0;
  let refused = 0;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'pickem-sunday-'));
    recordSunday(folder);
    replay = await startReplay(folder, { clock });
    league = await createTestApp(engine, { clock, settings: { feed: replay.url } });
    players = [];
    for (let made = 0; made < PLAYERS; made += 1) players.push(await addPerson(league.deps));
    poolId = await addPool(league.deps, { members: players, rules: { useSpread: true } });
    nodes = [1, 2].map(() => startFeedNode(league.store.location, replay.url));
    await liveThrough();
  });

  afterAll(async () => {
    for (const node of nodes) await node.stop();
    await league.close();
    await replay.close();
    rmSync(folder, { recursive: true });
  });

  async function liveThrough(): Promise<void> {
    let step = 0;
    for (const now of moments()) {
      clock.set(now);
      for (const node of nodes) node.tick(now);
      const saving = savePick(step);
      const idle = nodes.map((node) => node.idle());
      // A node that waits for a slow answer is not waited for.
      await (now >= slowAnswerAt && now < slowEnd ? Promise.race(idle) : Promise.all(idle));
      await saving;
      await checkInvariants(now);
      step += 1;
    }
    await Promise.all(nodes.map((node) => node.idle()));
  }

  /** Somebody changes their mind about some game. */
  async function savePick(step: number): Promise<void> {
    const as = players[step % PLAYERS];
    const games = await gamesOfWeek(league.store.db, WEEK_1);
    const game = games[Math.floor(step / PLAYERS) % games.length];
    if (!as || !game) return;
    const side = Math.floor(step / 7) % 2 === 0 ? 'home' : 'away';
    const reply = await league.pick(as, poolId, { gid: game.gid, side });
    if (reply.code === null) {
      saved += 1;
      acknowledged.set(`${entryIdOf(poolId, as.userId)} ${game.gid}`, side);
    } else {
      refused += 1;
      const isRight = reply.code === 'game_void' || (reply.code === 'game_locked' && (await hasLocked(game.gid)));
      if (!isRight) faults.push(`${reply.code} of ${game.gid} at ${new Date(clock.now()).toISOString()}`);
    }
  }

  const hasLocked = async (gid: string) => {
    const game = (await gamesOfWeek(league.store.db, WEEK_1)).find((each) => each.gid === gid);
    return game !== undefined && isLocked(game, clock.now());
  };

  /** Checks the invariants of each step against the previous one. */
  async function checkInvariants(now: number): Promise<void> {
    for (const game of await gamesOfWeek(league.store.db, WEEK_1)) {
      const before = lines.get(game.gid);
      const wasLocked = before && isSpreadLocked(before, now - MINUTE) && before.kickoff === game.kickoff;
      if (wasLocked && before.spread !== game.spread) faults.push(`line of ${game.gid} after its lock`);
      lines.set(game.gid, game);
      const status = gameStatuses.indexOf(game.status);
      if (status < (furthest.get(game.gid) ?? 0)) faults.push(`${game.gid} went back to ${game.status}`);
      furthest.set(game.gid, status);
    }
    if (now < outage.to) seen.outage = (await league.deps.feed.health()).status;
    if (now <= slowEnd + MINUTE / 3) seen.afterSlow = await gameNow('2026_01_DAL_PHI');
    if (now > outage.from && now < outage.to) {
      const params = { poolId, weekId: WEEK_1 };
      seen.page = (await league.call('GET /api/pools/:poolId/weeks/:weekId/games', { as: players[0], params })).status;
    }
  }

  const gameNow = async (gid: string) => (await gamesOfWeek(league.store.db, WEEK_1)).find((each) => each.gid === gid);

  test('every game ends right', async () => {
    const games = await gamesOfWeek(league.store.db, WEEK_1);
    expect(games.map((game) => game.gid).sort()).toEqual(Object.keys(results).sort());
    for (const game of games)
      expect(game, game.gid).toMatchObject({ ...results[game.gid], void: null, timeTbd: false });
  });

  test('no line changed after its lock, no status went back, no pick was refused without a reason', () => {
    expect(faults).toEqual([]);
  });

  test('no pick is lost', async () => {
    expect(saved).toBeGreaterThan(100);
    expect(refused).toBeGreaterThan(100);
    const rows = await league.store.db.selectFrom('game_picks').select(['entry_id', 'gid', 'side']).execute();
    expect(Object.fromEntries(rows.map((row) => [`${row.entry_id} ${row.gid}`, row.side]))).toEqual(
      Object.fromEntries(acknowledged),
    );
  });

  test('the scores are those of a full recount', async () => {
    expect(await recount(league.store)).toEqual([]);
    const scores = await league.store.db.selectFrom('week_scores').select('halves').execute();
    expect(scores.some(({ halves }) => halves > 0)).toBe(true);
  });

  test('no slot ran twice, and both nodes did their part', async () => {
    const slots = await league.store.db.selectFrom('feed_slots').select(['job', 'slot', 'node']).execute();
    const reports = nodes.map((node) => node.report());
    expect(reports.flatMap((report) => report.errors)).toEqual([]);
    expect(reports.reduce((sum, { runs }) => sum + runs, 0)).toBe(slots.length);
    expect(new Set(slots.map(({ node }) => node)).size).toBe(2);
    for (const { runs } of reports) expect(runs).toBeGreaterThan(slots.length / 10);
  });

  test('during the outage the page answered and admins saw that the feed failed; afterward it was well again', async () => {
    expect(seen.page).toBe(200);
    expect(seen.outage).toMatchObject({ state: 'failing' });
    expect((seen.outage as { failures: number }).failures).toBeGreaterThan(2);
    expect((await league.deps.feed.health()).status).toMatchObject({ state: 'ok', failures: 0 });
  });

  test('an answer that came late did not undo a newer one', () => {
    const delays = readRecording(folder).map((line) => line.delayMs ?? 0);
    expect(Math.max(...delays)).toBe(SLOW_MS);
    expect(seen.afterSlow).toMatchObject({ awayScore: 14, homeScore: 17 });
  });
});
