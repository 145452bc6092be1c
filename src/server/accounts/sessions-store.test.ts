import { beforeAll, describe, expect, test, vi } from 'vitest';
import { prepareStore } from '#server/deps.ts';
import { sessionReader } from '#server/platform/http/session-store.ts';
import { accessOfViewers } from '#server/platform/live/viewers.ts';
import { leagueSettings } from '#tests/app.ts';
import type { Person } from '#tests/builders.ts';
import { addPerson, WEEK_1, WEEK_2 } from '#tests/builders.ts';
import { HOUR } from '#tests/core-samples.ts';
import { engines } from '#tests/engines.ts';
import { aLeague, withLeague } from '#tests/league.ts';

describe.each(engines)('A session on %s', (engine) => {
  const league = withLeague(engine);
  let ann: Person;
  let poolId: string;

  beforeAll(async () => {
    ({ ann, poolId } = await aLeague(league, { members: ['ann'] }));
  });

  test('that asks about two weeks at once is answered about each', async () => {
    const read = sessionReader(league.store, false);
    const weeks = [WEEK_1, WEEK_2, WEEK_1];
    const answers = await Promise.all(weeks.map((weekId) => read(ann.token, { poolId, weekId, entryId: '' })));
    expect(answers.map((answer) => answer?.isPoolWeek)).toEqual([true, false, true]);
  });

  test('watches until its end and no longer', async () => {
    const viewer = { token: ann.token, userId: ann.userId, poolIds: [poolId] };
    const session = await sessionReader(league.store, false)(ann.token, { poolId, weekId: '', entryId: '' });
    const endsAt = session?.endsAt ?? 0;
    const mayWatchAt = async (now: number) =>
      (await accessOfViewers(league.store, [viewer], now, false)).has(ann.token);
    expect(endsAt).toBeGreaterThan(Date.now() + HOUR);
    expect([await mayWatchAt(endsAt - 1), await mayWatchAt(endsAt)]).toEqual([true, false]);
  });

  test('ends once its league moves from an address without encryption to https', async () => {
    const isHeld = async (token: string) =>
      (await sessionReader(league.store, false)(token, { poolId, weekId: '', entryId: '' })) !== null;
    const said = vi.spyOn(console, 'error').mockReturnValue();
    const serveAt = (url: string) =>
      prepareStore(league.store, { ...leagueSettings, logLevel: 'error', publicUrl: new URL(url) });
    const { token } = await addPerson(league.deps);
    for (const url of ['http://192.168.1.10:4280', 'http://pool.local:4280']) {
      await serveAt(url);
      expect(await isHeld(token)).toBe(true);
    }
    await serveAt('https://pool.example.org');
    expect(await isHeld(token)).toBe(false);
    expect(said.mock.calls).toEqual([[expect.stringContaining('everybody has to sign in once more')]]);
    said.mockRestore();
    const later = await addPerson(league.deps);
    await serveAt('https://other.example.org');
    expect(await isHeld(later.token)).toBe(true);
  });
});
