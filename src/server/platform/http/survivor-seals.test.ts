import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { OwnPicksReply } from '#contract/entries.ts';
import type { LiveMessage } from '#contract/live.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import { missingPicks } from '#server/notify/missing-reads.ts';
import type { Person } from '#tests/builders.ts';
import { addGame, addPool, WEEK_1, WEEK_2 } from '#tests/builders.ts';
import { HOUR, MINUTE, SUNDAY_1PM } from '#tests/core-samples.ts';
import { usualEngines } from '#tests/engines.ts';
import { entryIdOf } from '#tests/entry-ids.ts';
import { withLiveLeague } from '#tests/live-league.ts';
import type { WeekChoice } from '#tests/pick.ts';
import { until } from '#tests/until.ts';

const LATE = SUNDAY_1PM + 7 * HOUR;
const LOCK = SUNDAY_1PM + 5 * MINUTE;

describe.each(usualEngines)("Other people's teams on %s", (engine) => {
  const { live, league, ann } = withLiveLeague(engine);
  let poolId: string;
  let [early, late, next] = ['', '', ''];
  let line = 0;

  beforeEach(async () => {
    league.clock.set(SUNDAY_1PM - HOUR);
    const { db } = league.store;
    for (const table of ['picks', 'feed_games', 'week_scores', 'games'] as const) await db.deleteFrom(table).execute();
    poolId = await addPool(league.deps, {
      members: [ann, live.bob],
      weeks: [WEEK_1, WEEK_2],
      rules: { format: 'survivor' },
    });
    early = await addGame(league.deps);
    late = await addGame(league.deps, { home: 'KC', away: 'LV', kickoff: LATE });
    next = await addGame(league.deps, { weekId: WEEK_2, home: 'SF', away: 'SEA', kickoff: LATE + 7 * 24 * HOUR });
  });

  async function enter(entry: WeekChoice | null, weekId: string = WEEK_1) {
    return league.pick(ann, poolId, { ...(entry ?? { team: null }), weekId });
  }

  const edit = async (gid: string, body: object) =>
    (await league.call('PATCH /api/games/:gid', { as: live.admin, params: { gid }, body })).ok();

  /** What a page of Bob's hears of the pool while somebody enters something. */
  async function heard(act: () => Promise<unknown>): Promise<readonly LiveMessage[]> {
    const page = await live.open({ as: live.bob });
    const games = { kind: 'games', weekId: WEEK_2 } as const;
    const weeks = [WEEK_1, WEEK_2].flatMap((weekId) => [
      { kind: 'matchup', poolId, weekId } as const,
      { kind: 'activePlayers', poolId, weekId } as const,
    ]);
    await page.watching(
      games,
      ...weeks,
      { kind: 'entries', poolId },
      { kind: 'standings', poolId },
      { kind: 'pool', poolId },
    );
    const before = page.messages.length;
    await act();
    // What was entered before a game changes is told before that.
    const known = page.about(games).length;
    line += 1;
    await edit(next, { spread: line });
    await until(() => page.about(games).length > known);
    return page.messages
      .slice(before)
      .filter((message) => message.kind !== 'beat' && !page.about(games).includes(message));
  }

  test('live pages show that there is one, but no change from one to another', async () => {
    (await enter({ gid: early, team: 'PHI' })).ok();
    expect(await heard(async () => (await enter({ gid: late, team: 'KC' })).ok())).toEqual([]);
    const first = await heard(async () => {
      (await enter(null)).ok();
      (await enter({ gid: early, team: 'DAL' })).ok();
    });
    expect(JSON.stringify(first)).not.toMatch(/DAL|PHI|"made":false/);
  });

  test('at the lock of its game it is revealed, and one of a later game is not', async () => {
    (await enter({ gid: early, team: 'PHI' })).ok();
    (await enter({ gid: next, team: 'SEA' }, WEEK_2)).ok();
    const told = async (as: Person) => {
      const { rows } = (await league.call('GET /api/pools/:poolId/standings', { as, params: { poolId } })).ok();
      return rows.find(({ ownerId }) => ownerId === ann.userId)?.survival?.weeks;
    };
    const made = { result: 'open', made: true };
    league.clock.set(LOCK - 1);
    for (const as of [live.bob, live.admin, ann]) expect(await told(as)).toEqual([made, made]);
    league.clock.set(LOCK);
    for (const as of [live.bob, live.admin, ann])
      expect(await told(as)).toEqual([{ result: 'open', team: 'PHI' }, made]);
  });

  test('where all go on, a late team of one puts another out, whose page follows at once', async () => {
    const rules: Partial<PoolRules> = { format: 'survivor', allOut: 'goOn' };
    poolId = await addPool(league.deps, { members: [ann, live.bob], weeks: [WEEK_1, WEEK_2], rules });
    league.clock.set(LATE + HOUR);
    for (const gid of [early, late]) await edit(gid, { status: 'Final', homeScore: 7 });
    const page = await live.open({ as: live.bob });
    const topic = { kind: 'picks', poolId } as const;
    await page.watching(topic);
    const outWeek = () => JSON.stringify(page.about(topic).at(-1)).match(/"outWeekId":"([^"]*)"/)?.[1];
    expect(outWeek()).toBeUndefined();
    const enterFor = async (entry: WeekChoice | null) => {
      (await league.enter(live.admin, entryIdOf(poolId, ann.userId), entry ?? { team: null })).ok();
    };
    await enterFor({ gid: early, team: 'PHI' });
    await until(() => outWeek() === WEEK_1);
    await enterFor(null);
    await until(() => outWeek() === undefined);
  });

  test('where all go on, the entries of the pool are read once for all who are out, until they change', async () => {
    const rules: Partial<PoolRules> = { format: 'survivor', allOut: 'goOn' };
    poolId = await addPool(league.deps, { members: [ann, live.bob], weeks: [WEEK_1, WEEK_2], rules });
    league.clock.set(LATE + HOUR);
    for (const gid of [early, late]) await edit(gid, { status: 'Final', homeScore: 7 });
    const read = vi.spyOn(league.deps.live.topics, 'read');
    const outWeeks = () =>
      Promise.all(
        [ann, live.bob, live.bob].map(async ({ userId }) => {
          const { body } = await league.deps.live.read({ kind: 'picks', poolId, userId });
          const { entries } = JSON.parse(body.toString()) as OwnPicksReply;
          return entries.map(({ outWeekId }) => outWeekId);
        }),
      );
    const reads = (of: string) => read.mock.calls.filter(([{ kind }]) => kind === of).length;
    // A late notice of a change may have everything read once more.
    const expectShared = () => {
      expect(reads('spared')).toBeGreaterThan(0);
      expect(reads('spared')).toBeLessThan(reads('picks'));
    };
    expect(await outWeeks()).toEqual([[undefined], [undefined], [undefined]]);
    expect(await outWeeks()).toEqual([[undefined], [undefined], [undefined]]);
    expectShared();
    (await league.enter(live.admin, entryIdOf(poolId, ann.userId), { gid: early, team: 'PHI' })).ok();
    read.mockClear();
    expect(await outWeeks()).toEqual([[undefined], [WEEK_1], [WEEK_1]]);
    expectShared();
    read.mockRestore();
  });

  test('two teams a week are picks of their own: each with its lock, seal, revision and place in a file', async () => {
    const rules: Partial<PoolRules> = { format: 'survivor', twoTeamsFrom: 1, lives: 3 };
    poolId = await addPool(league.deps, { members: [ann, live.bob], weeks: [WEEK_1, WEEK_2], rules });
    const other = await addGame(league.deps, { home: 'GB', away: 'CHI', kickoff: LATE });
    const entryId = entryIdOf(poolId, ann.userId);
    const choose = async (gid: string, team: string, second?: true) => {
      const picked = await league.pick(ann, { entryId }, { gid, team, second });
      return picked.code ?? picked.ok().revision;
    };
    expect(await choose(early, 'PHI')).toBe(1);
    expect(await choose(early, 'DAL', true)).toBe('game_chosen');
    expect(await choose(late, 'KC', true)).toBe(1);
    expect(await choose(late, 'LV', true)).toBe(2);
    expect(await choose(late, 'LV')).toBe('game_chosen');
    const { db } = league.store;
    const missing = async () =>
      (await missingPicks(db, poolId, WEEK_1, league.clock.now())).entries.map((one) => [one.id, one.missing]);
    expect(await missing()).toEqual([[entryIdOf(poolId, live.bob.userId), 2]]);
    league.clock.set(LOCK);
    const told = async () => {
      const params = { poolId };
      const { rows } = (await league.call('GET /api/pools/:poolId/standings', { as: live.bob, params })).ok();
      return rows.find(({ id }) => id === entryId)?.survival?.weeks[0];
    };
    const made = { result: 'open', made: true };
    expect(await told()).toEqual({ result: 'open', team: 'PHI', second: made });
    expect(await choose(other, 'GB')).toBe('game_locked');
    expect(await choose(other, 'GB', true)).toBe(3);
    const filed = async () => {
      const file = await league.call('GET /api/pools/:poolId/file', { as: live.admin, params: { poolId } });
      return file.text.match(/"about":"2026-week1[^"]*"/g);
    };
    expect(await filed()).toEqual(['"about":"2026-week1"']);
    league.clock.set(LATE + 5 * MINUTE);
    expect(await told()).toEqual({ result: 'open', team: 'PHI', second: { result: 'open', team: 'GB' } });
    expect(await filed()).toContain('"about":"2026-week1:2"');
  });
});
