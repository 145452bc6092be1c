import { beforeAll, describe, expect, test } from 'vitest';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import { rulesWith } from '#core/rules/pool-rules.ts';
import { weekId } from '#core/weeks.ts';
import type { Person } from '#tests/builders.ts';
import { addGame, addPerson, addPool } from '#tests/builders.ts';
import { HOUR, MINUTE, SUNDAY_1PM } from '#tests/core-samples.ts';
import { entryIdOf } from '#tests/entry-ids.ts';
import { withLeague } from '#tests/league.ts';

const WEEK = 7 * 24 * HOUR;
const LOCK = 5 * MINUTE;
const REASON = 'called in';

/** Three weeks in which a team can be used twice, two more, and a round of the post-season. */
const numbers = [1, 2, 3, 4, 5, 19] as const;
type Week = (typeof numbers)[number];

const teams = { PHI: 'DAL', KC: 'LV' } as const;

describe('A survivor pool in which teams are chosen to lose, twice up to Week 3 and twice after it, and a tie is safe', () => {
  const league = withLeague('sqlite');
  let [admin, ann, bob] = [] as Person[];
  let poolId: string;
  const rules: Partial<PoolRules> = {
    format: 'survivor',
    lives: 2,
    goal: 'lose',
    survivorTie: 'wins',
    teamUses: 2,
    teamsAgainAfter: 3,
  };
  const kickoff = (week: Week) => SUNDAY_1PM + numbers.indexOf(week) * WEEK;
  const gidOf = (week: Week, team: string) => `${week}-${team === 'PHI' || team === 'DAL' ? 'PHI' : 'KC'}`;
  const paramsOf = (week: Week) => ({ poolId, weekId: weekId(2026, week) });

  beforeAll(async () => {
    league.clock.set(SUNDAY_1PM - HOUR);
    admin = await addPerson(league.deps, { isAdmin: true });
    ann = await addPerson(league.deps, { name: 'Ann' });
    bob = await addPerson(league.deps, { name: 'Bob' });
    const weeks = numbers.map((number) => weekId(2026, number));
    poolId = await addPool(league.deps, { members: [ann, bob], weeks, rules });
    for (const week of numbers) {
      for (const [home, away] of Object.entries(teams)) {
        const game = { gid: gidOf(week, home), weekId: weekId(2026, week), home, away, kickoff: kickoff(week) };
        await addGame(league.deps, game);
      }
    }
  });

  /** @returns `saved`, or why it was refused */
  async function choose(as: Person | undefined, week: Week, team: string): Promise<string> {
    const reply = await league.pick(as, poolId, { gid: gidOf(week, team), team, weekId: weekId(2026, week) });
    return reply.code ?? 'saved';
  }

  /** Ends the games of a week. @param phi points of PHI; all others have 10 */
  async function finish(week: Week, phi: number): Promise<void> {
    league.clock.set(kickoff(week) + LOCK);
    for (const home of Object.keys(teams)) {
      const params = { gid: gidOf(week, home) };
      const body = { status: 'Final', homeScore: home === 'PHI' ? phi : 20, awayScore: 10 } as const;
      (await league.call('PATCH /api/games/:gid', { as: admin, params, body })).ok();
    }
  }

  async function standings(): Promise<string[]> {
    const { rows } = (await league.call('GET /api/pools/:poolId/standings', { as: admin, params: { poolId } })).ok();
    return rows.map(({ name, survival }) => `${name} ${survival?.lives} lives, ${survival?.wins} safe`);
  }

  test('a loss and a tie are safe, a win costs a life', async () => {
    expect([await choose(ann, 1, 'DAL'), await choose(bob, 1, 'PHI')]).toEqual(['saved', 'saved']);
    await finish(1, 20);
    expect(await standings()).toEqual(['Ann 2 lives, 1 safe', 'Bob 1 lives, 0 safe']);
    expect([await choose(ann, 2, 'DAL'), await choose(bob, 2, 'PHI')]).toEqual(['saved', 'saved']);
    await finish(2, 10);
    expect(await standings()).toEqual(['Ann 2 lives, 2 safe', 'Bob 1 lives, 1 safe']);
  });

  test('each safe choice scores a point', async () => {
    const query = league.store.db.selectFrom('week_scores').select(['week_id', 'halves']).where('pool_id', '=', poolId);
    const rows = await query.where('entry_id', '=', entryIdOf(poolId, ann?.userId ?? '')).execute();
    const halves = Object.fromEntries(rows.map((row) => [row.week_id, row.halves]));
    expect(halves).toMatchObject({ [weekId(2026, 1)]: 2, [weekId(2026, 2)]: 2 });
  });

  test('a team is used up by its second use, and free again after the week of the rules', async () => {
    expect(await choose(ann, 3, 'DAL')).toBe('team_used');
    expect(await choose(ann, 3, 'LV')).toBe('saved');
    for (const week of [4, 5] as const) expect(await choose(ann, week, 'DAL')).toBe('saved');
    expect(await choose(ann, 19, 'DAL')).toBe('saved');
    if (ann) expect((await league.own(ann, poolId)).used?.[weekId(2026, 3)]).toEqual({ DAL: weekId(2026, 2) });
  });

  test('commissioners see and meet the same limits, and only sealed teams of the same part of the season stop them', async () => {
    const enter = async (week: Week, team: string) => {
      const chosen = { weekId: paramsOf(week).weekId, gid: gidOf(week, team), team };
      return (await league.enter(admin, entryIdOf(poolId, bob?.userId ?? ''), chosen, REASON)).code ?? 'saved';
    };
    const asked = {
      as: admin,
      params: { entryId: entryIdOf(poolId, bob?.userId ?? '') },
      query: { week: paramsOf(3).weekId },
    };
    const { slots } = (await league.call('GET /api/entries/:entryId/picks', asked)).ok();
    expect(slots[0]?.used).toEqual({ PHI: weekId(2026, 2) });
    expect(await choose(bob, 4, 'PHI')).toBe('saved');
    expect(await enter(5, 'LV')).toBe('players_team_ahead');
    expect(await enter(3, 'PHI')).toBe('player_used_team');
    expect(await enter(3, 'LV')).toBe('saved');
  });

  test('the rules are settled once a game has locked', async () => {
    const changes = { goal: 'win', survivorTie: 'loses', teamUses: 1, teamsAgainAfter: 0 } as const;
    for (const rule of ['goal', 'survivorTie', 'teamUses', 'teamsAgainAfter'] as const) {
      const body = {
        change: { rules: { [rule]: changes[rule] } },
        seen: { rules: { [rule]: rules[rule] } },
        reason: REASON,
      };
      const reply = await league.call('PATCH /api/pools/:poolId', { as: admin, params: { poolId }, body });
      expect(reply.code).toBe('rule_settled');
    }
  });

  test('a pool that was stored before these rules has their defaults', async () => {
    const old = '{"format":"survivor","lives":2}';
    await league.store.db.updateTable('pools').set({ rules: old }).where('id', '=', poolId).execute();
    const pool = (await league.call('GET /api/pools/:poolId', { as: ann, params: { poolId } })).ok();
    expect(pool.rules).toEqual(rulesWith({ format: 'survivor', lives: 2 }));
    expect(pool.rules).toMatchObject({ goal: 'win', survivorTie: 'loses', teamUses: 1, teamsAgainAfter: 0 });
  });
});
