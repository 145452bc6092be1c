import { beforeAll, describe, expect, test } from 'vitest';
import type { FeedField } from '#core/types.ts';
import { recordRun } from '#server/platform/jobs/store.ts';
import { createTestApp } from '#tests/app.ts';
import type { Person } from '#tests/builders.ts';
import { addGame, addPerson, addPool, WEEK_1 } from '#tests/builders.ts';
import { HOUR, inPoints, SUNDAY_1PM } from '#tests/core-samples.ts';
import { withLeague } from '#tests/league.ts';
import { syncGames } from './sync.ts';

/** Nobody answers there. */
const nowhere = new URL('http://127.0.0.1:9');

describe('The feed over the API', () => {
  const league = withLeague('sqlite', { settings: { feed: nowhere } });
  let admin: Person;
  let player: Person;

  beforeAll(async () => {
    admin = await addPerson(league.deps, { isAdmin: true });
    player = await addPerson(league.deps);
  });
  test('admins see how it is, and where it went wrong', async () => {
    const problems = [{ kind: 'timeout', where: 'season 2026', detail: 'no answer within 15000 ms' }];
    const now = league.clock.now();
    const run = { job: 'season 2026', slot: now - HOUR, ranAt: now - 1000, succeeded: false };
    await recordRun(league.store.db, { ...run, problems: JSON.stringify(problems) });
    const reply = (await league.call('GET /api/feed', { as: admin })).ok();
    expect(reply).toMatchObject({ host: '127.0.0.1:9', status: { state: 'failing', failures: 1 } });
    expect(reply.jobs.find((job) => job.name === 'season 2026')).toMatchObject({ failures: 1, problems });
  });

  test('a server whose feed fails is ready, and strangers learn nothing about it', async () => {
    expect((await league.call('GET /readyz', {})).ok()).toEqual({ ok: true });
  });

  test('a league without a feed says so', async () => {
    const other = await createTestApp('sqlite');
    const as = await addPerson(other.deps, { isAdmin: true });
    expect((await other.call('GET /api/feed', { as })).ok().status.state).toBe('off');
    await other.close();
  });

  test('records of a game: the own schedule says that nobody has played yet', async () => {
    const gid = await addGame(league.deps);
    const reply = (await league.call('GET /api/games/:gid/records', { as: player, params: { gid } })).ok();
    expect(reply).toMatchObject({ season: 2026, preseason: true, isSample: false, home: { overallRecord: '0-0' } });
  });

  test('records that cannot be had fail with the text of section 8', async () => {
    const gid = await addGame(league.deps, { kickoff: SUNDAY_1PM - 10 * HOUR, home: 'KC', away: 'LV' });
    const reply = await league.call('GET /api/games/:gid/records', { as: player, params: { gid } });
    expect(reply).toMatchObject({ status: 503, code: 'records_unavailable' });
    expect(reply.text).toContain('Unable to load team statistics');
    const missing = await league.call('GET /api/games/:gid/records', { as: player, params: { gid: 'nowhere' } });
    expect(missing.code).toBe('game_not_found');
  });

  test('what an admin set goes back to the feed by one call, and scores follow', async () => {
    const gid = await addGame(league.deps, { home: 'DET', away: 'MIN' });
    const poolId = await addPool(league.deps, { members: [player] });
    (await league.pick(player, poolId, { gid, side: 'away' })).ok();
    league.clock.set(SUNDAY_1PM + 4 * HOUR);
    const update = { gid, weekId: WEEK_1, status: 'Final', homeScore: 20, awayScore: 24 } as const;
    await syncGames(league.store, [update], league.clock.now);
    league.deps.afterCommit.changed({ kind: 'games', weekIds: [WEEK_1] });
    await league.deps.afterCommit.idle();
    const week = async () => {
      const read = { as: player, params: { poolId, weekId: WEEK_1 } };
      return inPoints(
        (await league.call('GET /api/pools/:poolId/weeks/:weekId/matchup', read)).ok().rows[0]?.weekHalves,
      );
    };
    const patch = (body: { homeScore?: number; returnToFeed?: FeedField[] }) =>
      league.call('PATCH /api/games/:gid', { as: admin, params: { gid }, body });
    expect(await week()).toBe(1);
    expect((await patch({ homeScore: 30 })).ok()).toMatchObject({ homeScore: 30, setByAdmin: ['score'] });
    expect(await week()).toBe(0);
    expect((await patch({ returnToFeed: ['score'] })).ok()).toMatchObject({ homeScore: 20, setByAdmin: [] });
    expect(await week()).toBe(1);
  });

  test.each([['weather'], ['score', 'score', 'score', 'score', 'score']])(
    'only fields that the feed fills can go back',
    async (...fields) => {
      const gid = await addGame(league.deps);
      const body = { returnToFeed: fields as FeedField[] };
      expect((await league.call('PATCH /api/games/:gid', { as: admin, params: { gid }, body })).code).toBe(
        'invalid_input',
      );
    },
  );
});
