import { expect, test } from 'vitest';
import { WEEK_1 } from '#tests/builders.ts';
import { aLeague } from '#tests/league.ts';

test('Replies of calls are not cached, or revalidated each time', async () => {
  const { league, ann: as, poolId } = await aLeague('sqlite', { members: ['ann'] });
  const params = { poolId, weekId: WEEK_1 };
  const cachingOf = async (call: Promise<{ headers: { 'cache-control'?: unknown } }>) => {
    return (await call).headers['cache-control'];
  };
  const own = league.call('GET /api/pools/:poolId/entries', { as, params: { poolId } });
  expect(await cachingOf(own)).toBe('private, no-cache');
  expect(await cachingOf(league.call('GET /api/session', { as }))).toBe('no-store');
  expect(await cachingOf(league.call('PATCH /api/profile', { as, body: { displayName: 'Kim' } }))).toBe('no-store');
  expect(await cachingOf(league.call('GET /api/pools/:poolId/entries', { params: { poolId } }))).toBe('no-store');
  const shared = league.call('GET /api/pools/:poolId/weeks/:weekId/matchup', { as, params });
  expect(await cachingOf(shared)).toBe('private, no-cache');
  await league.close();
});
