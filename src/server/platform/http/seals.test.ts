import { beforeEach, describe, expect, test } from 'vitest';
import type { RouteName } from '#contract/index.ts';
import type { Side } from '#core/types.ts';
import type { Person } from '#tests/builders.ts';
import { addGame, addPerson, addPool, putChoice, WEEK_1 } from '#tests/builders.ts';
import { HOUR, MINUTE, SUNDAY_1PM } from '#tests/core-samples.ts';
import { engines } from '#tests/engines.ts';
import { entryIdOf } from '#tests/entry-ids.ts';
import { withLeague } from '#tests/league.ts';
import { everythingRead } from '#tests/reads.ts';

const LOCK = SUNDAY_1PM + 5 * MINUTE;

describe.each(engines)("Other people's picks on %s", (engine) => {
  const league = withLeague(engine);
  let ann: Person;
  let viewers: Readonly<Record<string, Person | null>>;
  let params: Readonly<Record<string, string>>;

  beforeEach(async () => {
    const { deps, clock } = league;
    clock.set(SUNDAY_1PM - HOUR);
    ann = await addPerson(deps);
    const [member, commissioner] = [await addPerson(deps), await addPerson(deps)];
    viewers = {
      member,
      admin: await addPerson(deps, { isAdmin: true }),
      commissioner,
      stranger: await addPerson(deps),
      nobody: null,
    };
    const poolId = await addPool(deps, { members: [ann, member], commissioners: [commissioner] });
    const entryId = entryIdOf(poolId, ann.userId);
    params = {
      poolId,
      weekId: WEEK_1,
      gid: await addGame(deps, { gid: `game-${poolId}` }),
      userId: ann.userId,
      entryId,
    };
  });

  async function pick(side: Side, as = ann) {
    const { poolId = '', gid = '' } = params;
    (await league.pick(as, poolId, { gid, side })).ok();
  }

  async function seenByAll(): Promise<Record<string, Record<string, string>>> {
    const seen: Record<string, Record<string, string>> = {};
    for (const [who, person] of Object.entries(viewers))
      seen[who] = await everythingRead(league.app, params, person?.cookie);
    return seen;
  }

  /** What the Matchup shows of Ann's pick. */
  async function letter(as: Person | null | undefined): Promise<string | undefined> {
    const { poolId = '', weekId = '', gid } = params;
    const input = { as: as ?? undefined, params: { poolId, weekId } };
    const { games, rows } = (await league.call('GET /api/pools/:poolId/weeks/:weekId/matchup', input)).ok();
    return rows.find((row) => row.ownerId === ann.userId)?.picks[games.indexOf(gid ?? '')];
  }

  test('before the lock a changed side is no news to a browser that asks whether anything is new', async () => {
    await pick('home');
    const url = `/api/pools/${params.poolId}/weeks/${params.weekId}/matchup`;
    const cookie = viewers.member?.cookie ?? '';
    const { etag } = (await league.app.inject({ url, headers: { cookie } })).headers;
    const again = async () => {
      const headers = { cookie, 'if-none-match': String(etag) };
      return (await league.app.inject({ url, headers })).statusCode;
    };
    await pick('away');
    expect(await again()).toBe(304);
    league.clock.set(LOCK);
    expect(await again()).toBe(200);
  });

  test('before the lock the Matchup shows only that a pick was made, even to its owner', async () => {
    expect(await letter(viewers.member)).toBe('-');
    await pick('away');
    for (const as of [viewers.member, viewers.admin, viewers.commissioner, ann]) expect(await letter(as)).toBe('?');
    league.clock.set(LOCK - 1);
    for (const as of [viewers.member, viewers.admin, viewers.commissioner, ann]) expect(await letter(as)).toBe('?');
  });

  test('how many picked each side is revealed from the lock on, to those who may see the Matchup', async () => {
    await pick('home');
    const seen = async () => {
      const { poolId = '', weekId = '', gid } = params;
      const told: Record<string, unknown> = {};
      for (const [who, person] of Object.entries({ ...viewers, owner: ann })) {
        const input = { as: person ?? undefined, params: { poolId, weekId } };
        const reply = await league.call('GET /api/pools/:poolId/weeks/:weekId/shares', input);
        told[who] = reply.code ?? reply.ok().games.filter((game) => game.gid === gid);
      }
      return told;
    };
    const outside = { stranger: 'not_a_member', nobody: 'not_signed_in' };
    league.clock.set(LOCK - 1);
    expect(await seen()).toEqual({ member: [], admin: [], commissioner: [], owner: [], ...outside });
    league.clock.set(LOCK);
    const counts = [{ gid: params.gid, home: 1, away: 0 }];
    expect(await seen()).toEqual({ member: counts, admin: counts, commissioner: counts, owner: counts, ...outside });
  });

  test.each(['home', 'away'] as const)('at the lock they are open, by the clock alone: %s', async (side) => {
    await pick(side);
    expect(await letter(viewers.member)).toBe('?');
    league.clock.set(LOCK);
    for (const as of [viewers.member, viewers.admin, viewers.commissioner, ann]) expect(await letter(as)).toBe(side[0]);
  });

  test('are open when an admin starts the game, and stay open when that is taken back', async () => {
    await pick('away');
    const { gid = '' } = params;
    const edit = (body: object) =>
      league.call('PATCH /api/games/:gid', { as: viewers.admin ?? undefined, params: { gid }, body });
    (await edit({ status: 'In Progress' })).ok();
    expect(await letter(viewers.member)).toBe('a');
    (await edit({ status: 'Not Started', kickoff: SUNDAY_1PM + 48 * HOUR })).ok();
    expect(await letter(viewers.member)).toBe('a');
  });

  test('after the lock they are still for members and admins only', async () => {
    await pick('home');
    league.clock.set(LOCK);
    const { poolId = '', weekId = '' } = params;
    for (const as of [viewers.stranger, viewers.nobody]) {
      const input = { as: as ?? undefined, params: { poolId, weekId } };
      const reply = await league.call('GET /api/pools/:poolId/weeks/:weekId/matchup', input);
      expect(reply.status).toBeGreaterThanOrEqual(401);
      expect(reply.text).not.toContain(ann.userId);
    }
  });

  test('that an admin entered a pick, and why, is shown to admins and commissioners only', async () => {
    const { poolId = '', gid = '' } = params;
    const reason = 'left the phone at home';
    const entered = { enteredBy: viewers.admin?.userId ?? null, reason };
    const row = { poolId, userId: ann.userId, kind: 'pick', about: gid, value: { side: 'home' }, ...entered } as const;
    await putChoice(league.store, row);
    const seen = await seenByAll();
    for (const who of ['member', 'stranger', 'nobody']) {
      const body = Object.values(seen[who] ?? {}).join();
      expect([who, /\bbus\b/.test(body), body.includes(reason)]).toEqual([who, false, false]);
    }
    for (const who of ['admin', 'commissioner']) {
      const matchup = seen[who]?.['GET /api/pools/:poolId/weeks/:weekId/matchup'] ?? '';
      expect(matchup).toContain(`"bus":["${gid}"]`);
    }
  });

  test('a bus pick is sealed like any other, also from the admin who entered it; its player reads the side', async () => {
    const { poolId = '', gid = '' } = params;
    const enter = (side: 'home' | 'away', reason: string) =>
      league.enter(viewers.admin ?? undefined, entryIdOf(poolId, ann.userId), { gid, side }, reason);
    (await enter('home', 'wants the home side')).ok();
    const atHome = await seenByAll();
    const ownAtHome = await everythingRead(league.app, params, ann.cookie);
    const { db } = league.store;
    await db
      .updateTable('picks')
      .set({ value: JSON.stringify({ side: 'away' }) })
      .where('about', '=', gid)
      .execute();
    await db
      .updateTable('audit_log')
      .set({ after: JSON.stringify({ side: 'away', reason: 'wants the away side' }) })
      .where('pool_id', '=', poolId)
      .execute();
    expect(await seenByAll()).toEqual(atHome);
    const ownAtAway = await everythingRead(league.app, params, ann.cookie);
    const told = (seen: Record<string, string>, name: RouteName) => seen[name] ?? '';
    expect(told(ownAtHome, 'GET /api/audit/mine')).toContain('wants the home side');
    expect(told(ownAtAway, 'GET /api/audit/mine')).toContain('wants the away side');

    const sealed = ['GET /api/admin/audit', 'GET /api/admin/audit.csv'] as const;
    for (const name of sealed) expect(told(atHome.admin ?? {}, name)).toContain('sealed');
    league.clock.set(LOCK);
    const open = await seenByAll();
    for (const name of sealed) expect(told(open.admin ?? {}, name)).toContain('wants the away side');
    const dialog = told(open.admin ?? {}, 'GET /api/entries/:entryId/picks');
    expect(dialog).toContain('"side":"away"');
    expect(told(open.member ?? {}, 'GET /api/pools/:poolId/log')).toContain('"after":"away"');
    for (const seen of [open.member ?? {}, open.stranger ?? {}, open.nobody ?? {}]) {
      expect(Object.values(seen).join()).not.toContain('wants the away side');
    }
  });
});
