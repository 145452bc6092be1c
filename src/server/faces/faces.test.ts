import { beforeEach, describe, expect, test } from 'vitest';
import { closeAccount } from '#server/accounts/closing-store.ts';
import { addSession, removeMember, setEnabled } from '#tests/builders.ts';
import { dumpTables } from '#tests/database.ts';
import { engines } from '#tests/engines.ts';
import { JPEG, PNG, pngWithNotes, SECRET, WEBP } from '#tests/face-samples.ts';
import { aLeague, withLeague } from '#tests/league.ts';

describe.each(engines)('Pictures of people on %s', (engine) => {
  const league = withLeague(engine);
  let world: Awaited<ReturnType<typeof made>>;

  const made = () =>
    aLeague(league, { members: ['ann', 'bob'], commissioners: ['chris'], admins: ['ada'], strangers: ['sam'] });
  type Name = 'ann' | 'bob' | 'chris' | 'ada' | 'sam';

  beforeEach(async () => {
    await league.store.db.deleteFrom('attempts').execute();
    world = await made();
  });

  function send(as: Name, bytes: Uint8Array, type = 'image/png') {
    const headers = { 'sec-fetch-site': 'same-origin', cookie: world[as].cookie, 'content-type': type };
    return league.app.inject({ method: 'PUT', url: '/api/profile/face', headers, payload: Buffer.from(bytes) });
  }

  async function uploaded(as: Name, bytes: Uint8Array = PNG): Promise<string> {
    const answer = await send(as, bytes);
    expect(answer.statusCode, answer.payload).toBe(200);
    return answer.json<{ version: string }>().version;
  }

  function read(as: Name, url: string, more: Readonly<Record<string, string>> = {}) {
    return league.app.inject({ url, headers: { 'sec-fetch-site': 'same-origin', cookie: world[as].cookie, ...more } });
  }

  const pictureOf = (who: Name) => `/api/pools/${world.poolId}/faces/${world[who].userId}`;
  const statusFor = async (as: Name, who: Name) => (await read(as, pictureOf(who))).statusCode;
  const listFor = async (as: Name) =>
    (await league.call('GET /api/pools/:poolId/faces', { as: world[as], params: { poolId: world.poolId } })).ok();
  const hide = async (hidden: boolean) => {
    const params = { poolId: world.poolId, userId: world.ann.userId };
    (
      await league.call('PUT /api/pools/:poolId/faces/:userId/hidden', { as: world.chris, params, body: { hidden } })
    ).ok();
  };
  const stop = (stopped: boolean) =>
    league.call('PUT /api/admin/faces/:userId/stopped', {
      as: world.ada,
      params: { userId: world.ann.userId },
      body: { stopped },
    });
  const own = async () => (await league.call('GET /api/profile/face', { as: world.ann })).ok();
  const logged = async () => {
    const query = league.store.db.selectFrom('audit_log').select(['act', 'pool_id', 'actor_id']).orderBy('id');
    const rows = await query.where('user_id', '=', world.ann.userId).where('act', 'like', 'face.%').execute();
    return rows.map(({ act, pool_id, actor_id }) => {
      const by = (['ann', 'chris', 'ada'] as const).find((name) => world[name].userId === actor_id);
      return `${act} by ${by}${pool_id === null ? '' : ' in the pool'}`;
    });
  };

  test('are seen by those who share a pool with a person, by commissioners and admins, and by nobody else', async () => {
    const version = await uploaded('ann');
    expect(await listFor('bob')).toEqual({ faces: [{ userId: world.ann.userId, version }], hidden: [] });
    const statuses = [];
    for (const as of ['ann', 'bob', 'chris', 'ada', 'sam'] as const) statuses.push(await statusFor(as, 'ann'));
    expect(statuses).toEqual([200, 200, 200, 200, 404]);
    expect((await read('sam', `/api/admin/faces/${world.ann.userId}`)).statusCode).toBe(403);
    expect((await read('sam', '/api/profile/face/picture')).statusCode).toBe(404);
    await removeMember(league.deps, world.poolId, world.bob.userId);
    expect(await statusFor('bob', 'ann')).toBe(404);
  });

  test('are not shown in a pool that the person left, nor while they are disabled', async () => {
    await uploaded('ann');
    await uploaded('bob');
    await removeMember(league.deps, world.poolId, world.ann.userId);
    await setEnabled(league.deps, world.bob.userId, false);
    expect((await listFor('chris')).faces).toEqual([]);
    expect(await statusFor('chris', 'ann')).toBe(404);
    expect(await statusFor('chris', 'bob')).toBe(404);
  });

  test.each([
    ['image/png', PNG],
    ['image/jpeg', JPEG],
    ['image/webp', WEBP],
  ])('of type %s keep it, and nothing in them can run', async (type, file) => {
    await uploaded('ann', file);
    const answer = await read('bob', pictureOf('ann'));
    expect(answer.headers).toMatchObject({
      'content-type': type,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'private, max-age=300',
    });
    expect(Uint8Array.from(answer.rawPayload)).toEqual(file);
    const again = await read('bob', pictureOf('ann'), { 'if-none-match': String(answer.headers.etag) });
    expect([again.statusCode, again.payload]).toEqual([304, '']);
  });

  test('are stored without metadata, so that nobody gets them', async () => {
    await uploaded('ann', pngWithNotes());
    const { rawPayload } = await read('bob', pictureOf('ann'));
    expect(rawPayload.includes(SECRET)).toBe(false);
    expect(Uint8Array.from(rawPayload)).toEqual(PNG);
  });

  test('are refused with a reason, and the last one stays', async () => {
    const version = await uploaded('ann');
    const answer = await send('ann', Uint8Array.from(Buffer.from('GIF89a')));
    expect(answer.json()).toEqual({
      error: { code: 'invalid_input', field: 'picture', message: 'Choose a PNG, JPEG or WebP picture.' },
    });
    expect((await send('ann', PNG, 'text/html')).json().error.code).toBe('unsupported_type');
    expect((await send('ann', Uint8Array.from(Buffer.from('{}')), 'application/json')).json().error.code).toBe(
      'unsupported_type',
    );
    expect((await send('ann', new Uint8Array(33 * 1024))).json().error.code).toBe('too_large');
    expect((await own()).version).toBe(version);
  });

  test('can be uploaded a few times, and then more slowly', async () => {
    for (let at = 0; at < 10; at += 1) await uploaded('ann');
    expect((await send('ann', PNG)).json().error.code).toBe('too_many_attempts');
    await uploaded('bob');
  });

  test('can be replaced and removed by the person, which is logged', async () => {
    const first = await uploaded('ann');
    const second = await uploaded('ann', JPEG);
    expect(second).not.toBe(first);
    expect((await own()).version).toBe(second);
    (await league.call('DELETE /api/profile/face', { as: world.ann })).ok();
    (await league.call('DELETE /api/profile/face', { as: world.ann })).ok();
    expect(await own()).toEqual({ isOn: true, isStopped: false, version: null });
    expect(await statusFor('bob', 'ann')).toBe(404);
    expect(await logged()).toEqual(['face.store by ann', 'face.store by ann', 'face.remove by ann']);
  });

  test('can be hidden in a pool by its commissioner, also later ones, and shown again', async () => {
    await uploaded('ann');
    await hide(true);
    await hide(true);
    await uploaded('ann', WEBP);
    expect(await listFor('bob')).toEqual({ faces: [], hidden: [] });
    expect(await listFor('chris')).toEqual({ faces: [], hidden: [world.ann.userId] });
    expect(await statusFor('bob', 'ann')).toBe(404);
    expect((await read('ann', '/api/profile/face/picture')).statusCode).toBe(200);
    await hide(false);
    expect(await statusFor('bob', 'ann')).toBe(200);
    expect(await logged()).toEqual([
      'face.store by ann',
      'face.hide by chris in the pool',
      'face.store by ann',
      'face.show by chris in the pool',
    ]);
    const params = { poolId: world.poolId, userId: world.sam.userId };
    const input = { as: world.chris, params, body: { hidden: true } };
    expect((await league.call('PUT /api/pools/:poolId/faces/:userId/hidden', input)).code).toBe('player_not_found');
  });

  test('are removed by an admin, who stops uploads until they allow them again', async () => {
    const version = await uploaded('ann');
    const all = async () => (await league.call('GET /api/admin/faces', { as: world.ada })).ok();
    expect((await all()).faces).toContainEqual({ userId: world.ann.userId, version });
    expect((await read('ada', `/api/admin/faces/${world.ann.userId}`)).statusCode).toBe(200);
    (await stop(true)).ok();
    (await stop(true)).ok();
    expect((await all()).stopped).toContain(world.ann.userId);
    expect(await own()).toEqual({ isOn: true, isStopped: true, version: null });
    expect((await send('ann', PNG)).json().error.code).toBe('face_stopped');
    (await stop(false)).ok();
    await uploaded('ann');
    expect(await logged()).toEqual(['face.store by ann', 'face.stop by ada', 'face.allow by ada', 'face.store by ann']);
  });

  test('are in the data that a person saves, and go with their account', async () => {
    await uploaded('ann');
    await hide(true);
    const saved = JSON.parse((await league.call('GET /api/profile/data', { as: world.ann })).text);
    expect(saved.picture).toMatchObject({ type: 'image/png', base64: Buffer.from(PNG).toString('base64') });
    const session = await league.store.db
      .selectFrom('sessions')
      .select('id')
      .where('userId', '=', world.ann.accountId)
      .executeTakeFirstOrThrow();
    const { accountId, userId } = world.ann;
    const closer = { accountId, userId, sessionId: session.id, before: null, network: '' };
    const closed = await closeAccount(league.store, closer, { now: 1, realNow: 1 });
    expect(closed).toEqual({ poolIds: [world.poolId] });
    const rows = await dumpTables(league.store.db);
    for (const table of ['faces', 'hidden_faces', 'stopped_faces'])
      expect((rows[table] ?? []).filter((row) => JSON.stringify(row).includes(userId))).toEqual([]);
    expect((await stop(true)).code).toBe('player_not_found');
  });

  test('stay out of the file of a pool', async () => {
    await uploaded('ann');
    const params = { poolId: world.poolId };
    const file = await league.call('GET /api/pools/:poolId/file', { as: world.chris, params });
    expect(file.status).toBe(200);
    expect(file.text).not.toContain(Buffer.from(PNG).toString('base64').slice(0, 40));
    // As the name of a field: the digits of a hash may spell a face.
    expect(file.text).not.toMatch(/"[^"]*(face|picture)[^"]*":/i);
  });
});

describe('A league without pictures', () => {
  const league = withLeague('sqlite', { settings: { faces: false } });

  test('takes and shows none, and lets people remove what they had', async () => {
    const { ann, poolId } = await aLeague(league, { members: ['ann'] });
    const { cookie } = await addSession(league.deps, ann.accountId);
    const headers = { 'sec-fetch-site': 'same-origin', cookie, 'content-type': 'image/png' };
    const sent = await league.app.inject({
      method: 'PUT',
      url: '/api/profile/face',
      headers,
      payload: Buffer.from(PNG),
    });
    expect(sent.json().error.code).toBe('faces_off');
    const stored = {
      user_id: ann.userId,
      type: 'image/png' as const,
      picture: Buffer.from(PNG),
      version: 'v',
      stored_at: 1,
    };
    await league.store.db.insertInto('faces').values(stored).execute();
    const params = { poolId };
    expect((await league.call('GET /api/pools/:poolId/faces', { as: ann, params })).ok().faces).toEqual([]);
    const picture = { poolId, userId: ann.userId };
    expect((await league.call('GET /api/pools/:poolId/faces/:userId', { as: ann, params: picture })).code).toBe(
      'face_not_found',
    );
    expect((await league.call('GET /api/profile/face', { as: ann })).ok()).toMatchObject({
      isOn: false,
      version: null,
    });
    (await league.call('DELETE /api/profile/face', { as: ann })).ok();
    expect(await league.store.db.selectFrom('faces').selectAll().execute()).toEqual([]);
  });
});
