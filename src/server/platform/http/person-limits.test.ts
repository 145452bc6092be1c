import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { TestApp } from '#tests/app.ts';
import { createTestApp } from '#tests/app.ts';
import type { Person } from '#tests/builders.ts';
import { addSession } from '#tests/builders.ts';
import { aLeague } from '#tests/league.ts';
import type { Picker } from '#tests/pick.ts';
import { createPersonLimits } from './limits.ts';

const BURST = 200;
const SECOND = 1000;

describe('Calls of one person', () => {
  let league: TestApp;
  let now = 0;
  let [poolId, gid] = ['', ''];
  let sam: Person;
  let kim: Person;

  beforeEach(async () => {
    league = await createTestApp('sqlite', { personLimits: createPersonLimits(undefined, () => now) });
    ({ sam, kim, poolId, gid } = await aLeague(league, { members: ['sam', 'kim'], games: { gid: {} } }));
  });

  afterEach(() => league.close());

  const pick = (as: Picker, games = 1) =>
    league.pick(as, poolId, ...Array.from({ length: games }, () => ({ gid, side: 'home' as const })));

  /** Uses up what somebody has at once, but for some. */
  async function spend(as: Person, left = 0): Promise<void> {
    const most = 64;
    for (let n = BURST - left; n > 0; n -= most) (await pick(as, Math.min(n, most))).ok();
  }

  test('that change something are taken 200 at once, then two a second; others are not held up', async () => {
    await spend(sam);
    const refused = await pick(sam);
    expect([refused.status, refused.code, refused.headers['retry-after']]).toEqual([429, 'too_many_requests', '1']);
    expect(JSON.parse(refused.text).error.message).toBe(
      'That was a lot in a short time. Please try again in a moment.',
    );
    (await pick(kim)).ok();
    now += SECOND;
    expect([(await pick(sam)).code, (await pick(sam)).code, (await pick(sam)).code]).toEqual([
      null,
      null,
      'too_many_requests',
    ]);
  });

  test('count together as changes in whichever of their browsers they are made, and whatever is changed', async () => {
    await spend(sam);
    expect((await pick({ ...sam, ...(await addSession(league.deps, sam.accountId)) })).code).toBe('too_many_requests');
    const rename = await league.call('PATCH /api/profile', { as: sam, body: { displayName: 'Samuel' } });
    expect(rename.code).toBe('too_many_requests');
  });

  test('count as changes for each pick that a call carries', async () => {
    await spend(sam, 20);
    expect((await pick(sam, 16)).code).toBeNull();
    const refused = await pick(sam, 16);
    expect([refused.code, refused.headers['retry-after']]).toEqual(['too_many_requests', '6']);
    expect((await pick(sam, 3)).code).toBeNull();
    expect((await pick(sam)).code).toBeNull();
    expect((await pick(sam)).code).toBe('too_many_requests');
  });

  test('that change too much leave reading, and ending the sessions that make them', async () => {
    await spend(sam);
    (await league.call('GET /api/pools', { as: sam })).ok();
    (await league.call('POST /api/auth/sign-out-everywhere', { as: sam })).ok();
    expect((await pick(sam)).code).toBe('not_signed_in');
  });

  test('that end sessions count for the session they come from: its flood ends, another one ends it', async () => {
    const owner = await addSession(league.deps, sam.accountId);
    const endNone = () => league.call('DELETE /api/sessions/:sessionId', { as: sam, params: { sessionId: 'none' } });
    for (let n = 0; n < 60; n += 1) expect((await endNone()).code).toBe('session_not_found');
    const refused = await endNone();
    expect([refused.code, refused.headers['retry-after']]).toEqual(['too_many_requests', '1']);
    (await league.call('POST /api/sessions/end-others', { as: owner })).ok();
    expect((await endNone()).code).toBe('not_signed_in');
  });

  test('that end sessions still allow signing out, whatever the session has done', async () => {
    const endOthers = () => league.call('POST /api/sessions/end-others', { as: sam });
    for (let n = 0; n < 60; n += 1) (await endOthers()).ok();
    expect((await endOthers()).code).toBe('too_many_requests');
    (await league.call('POST /api/auth/sign-out', { as: sam })).ok();
    expect((await endOthers()).code).toBe('not_signed_in');
  });

  test('of any kind that go on after many refusals are held, so that a flood does not slow others down', async () => {
    const calls = () => league.call('GET /api/pools', { as: sam });
    for (let n = 0; n < 300; n += 1) (await calls()).ok();
    for (let n = 0; n < 20; n += 1) expect((await calls()).code).toBe('too_many_requests');
    let answered = 0;
    const flood = Array.from({ length: 40 }, async () => {
      const reply = await calls();
      answered += 1;
      return reply.code;
    });
    (await league.call('GET /api/pools', { as: kim })).ok();
    expect(answered).toBe(0);
    expect(new Set(await Promise.all(flood))).toEqual(new Set(['too_many_requests']));
  });
});
