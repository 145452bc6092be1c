import { beforeEach, describe, expect, test } from 'vitest';
import type { BodyOf } from '#contract/index.ts';
import { ownEntries, slotIn } from '#contract/live.ts';
import { FEE } from '#core/money.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import { auditRows } from '#tests/audit-rows.ts';
import type { Person } from '#tests/builders.ts';
import { addGame, addPool, removeMember, WEEK_1, WEEK_2 } from '#tests/builders.ts';
import { HOUR, MINUTE, SUNDAY_1PM } from '#tests/core-samples.ts';
import { entryIdOf } from '#tests/entry-ids.ts';
import { aLeague, withLeague } from '#tests/league.ts';
import { shortPicks } from '#tests/pick.ts';

const LOCK = SUNDAY_1PM + 5 * MINUTE;

type Picks = BodyOf<'PUT /api/entries/:entryId/picks'>['picks'];

describe('Entries of a pool that lets each member have three', () => {
  const league = withLeague('sqlite');
  let admin: Person;
  let runner: Person;
  let ann: Person;
  let bob: Person;
  let poolId: string;
  let gid: string;

  beforeEach(async () => {
    await league.store.db.deleteFrom('picks').execute();
    await league.store.db.deleteFrom('games').execute();
    ({ admin, runner, ann, bob, poolId, gid } = await aLeague(league, {
      admins: ['admin'],
      commissioners: ['runner'],
      members: ['ann', 'bob'],
      weeks: [WEEK_1, WEEK_2],
      rules: { entries: 3 },
      games: { gid: {} },
    }));
  });

  const poolOf = (rules: Partial<PoolRules>) =>
    addPool(league.deps, { members: [ann, bob], commissioners: [runner], rules: { entries: 3, ...rules } });

  async function add(name?: string, as = ann) {
    const body = name === undefined ? {} : { name };
    const reply = await league.call('POST /api/pools/:poolId/entries', { as, params: { poolId }, body });
    return reply.code ?? reply.ok();
  }

  async function added(name?: string): Promise<string> {
    const made = await add(name);
    if (typeof made === 'string') throw new Error(made);
    return made.id;
  }

  async function rename(entryId: string, name: string | null, as = ann) {
    const reply = await league.call('PATCH /api/entries/:entryId', { as, params: { entryId }, body: { name } });
    return reply.code ?? reply.ok().name;
  }

  /** Gives up an entry, which its owner is offered exactly if it can be done. */
  async function giveUp(entryId: string, as = ann) {
    const params = { poolId };
    const { entries } = (await league.call('GET /api/pools/:poolId/entries/giving-up', { as, params })).ok();
    const offered = entries.find(({ id }) => id === entryId);
    const outcome = await deleted(entryId, as);
    if (offered !== undefined) expect(offered.refusal ?? 'gone').toBe(outcome);
    return outcome;
  }

  async function deleted(entryId: string, as = ann) {
    return (await league.call('DELETE /api/entries/:entryId', { as, params: { entryId } })).code ?? 'gone';
  }

  async function pick(entryId: string, picks: Picks, as = ann) {
    const reply = await league.call('PUT /api/entries/:entryId/picks', { as, params: { entryId }, body: { picks } });
    return reply.code ?? reply.ok().picks;
  }

  async function own(as = ann) {
    return ownEntries((await league.call('GET /api/pools/:poolId/picks', { as, params: { poolId } })).ok());
  }

  async function names(as = bob) {
    const { rows } = (await league.call('GET /api/pools/:poolId/standings', { as, params: { poolId } })).ok();
    return rows.map(({ name }) => name).sort();
  }

  const home = (): Picks => [{ kind: 'pick', about: gid, value: { side: 'home' } }];
  const firstOf = ({ userId }: Person) => entryIdOf(poolId, userId);

  describe('are added', () => {
    test('as many as the rules allow, named by number, and shown in the standings and the log', async () => {
      expect(await add()).toMatchObject({ name: 'Ann 2' });
      expect(await add(' Second\u202e Wind ')).toMatchObject({ name: 'Second Wind' });
      expect(await add()).toBe('too_many_entries');
      expect(await names()).toEqual(['Ann', 'Ann 2', 'Bob', 'Second Wind']);
      expect((await own()).map(({ name }) => name)).toEqual(['Ann', 'Ann 2', 'Second Wind']);
      expect((await auditRows(league.store.db, poolId)).map(({ act }) => act)).toEqual(['entry.add', 'entry.add']);
    });

    test('under ids that begin like that of their pool', async () => {
      expect((await added()).slice(0, 8)).toBe(poolId.slice(0, 8));
    });

    test('under a name that no other has in the pool, and that can be shown', async () => {
      expect(await add('bob')).toBe('name_taken');
      expect(await add('x'.repeat(51))).toBe('invalid_input');
      expect(await add(' ')).toBe('invalid_input');
      expect(await names()).toEqual(['Ann', 'Bob']);
    });

    test('by members alone', async () => {
      expect([await add('Mine', runner), await add('Mine', admin)]).toEqual(['not_a_member', 'not_a_member']);
      expect(await own(runner)).toEqual([]);
    });

    test('to a survivor pool until its first lock', async () => {
      poolId = await poolOf({ format: 'survivor' });
      league.clock.set(LOCK - 1);
      expect(await add()).toMatchObject({ name: 'Ann 2' });
      league.clock.set(LOCK);
      expect(await add()).toBe('survivor_begun');
    });

    test('one at a time, however close two of them are', async () => {
      await add();
      const made = await Promise.all([add('Third'), add('Fourth')]);
      expect(made.filter((each) => each === 'too_many_entries')).toHaveLength(1);
      expect(await own()).toHaveLength(3);
    });
  });

  describe('are named', () => {
    test('by their owner, and get their default name back from a commissioner', async () => {
      const id = await added();
      expect(await rename(id, 'Second Wind')).toBe('Second Wind');
      expect(await rename(firstOf(ann), 'First Breath')).toBe('First Breath');
      expect(await names()).toEqual(['Bob', 'First Breath', 'Second Wind']);
      expect(await rename(id, 'Slow Hand', runner)).toBe('other_player');
      expect(await rename(id, null, bob)).toBe('other_player');
      expect(await rename(id, null, runner)).toBe('Ann 2');
      const acts = (await auditRows(league.store.db, poolId)).map(({ act, actorId }) => [act, actorId]);
      expect(acts.at(-1)).toEqual(['entry.rename', runner.userId]);
    });

    test('like no other', async () => {
      const id = await added();
      expect([await rename(id, ' BOB '), await rename(id, 'Ann')]).toEqual(['name_taken', 'name_taken']);
      expect(await rename(id, 'ann 2')).toBe('ann 2');
    });

    test('unlike those of members who left and may return', async () => {
      await rename(firstOf(bob), 'First Breath', bob);
      await removeMember(league.deps, poolId, bob.userId);
      expect(await rename(firstOf(ann), 'first breath')).toBe('name_taken');
    });
  });

  describe('are given up', () => {
    test('before they played, with their open picks; their number is not used again', async () => {
      const id = await added();
      await pick(id, home());
      expect(await giveUp(id)).toBe('gone');
      expect(await names()).toEqual(['Ann', 'Bob']);
      expect(await pick(id, home())).toBe('entry_not_found');
      expect(await giveUp(id)).toBe('entry_not_found');
      expect(await add()).toMatchObject({ name: 'Ann 3' });
    });

    test('by their owner alone, who keeps one', async () => {
      const id = await added();
      expect([await giveUp(id, bob), await giveUp(id, runner)]).toEqual(['other_player', 'other_player']);
      expect((await Promise.all([deleted(id), deleted(firstOf(ann))])).sort()).toEqual(['gone', 'only_entry']);
      expect(await own()).toHaveLength(1);
    });

    test('not once a game that they picked has locked', async () => {
      const id = await added();
      await pick(id, home());
      league.clock.set(LOCK);
      expect(await giveUp(id)).toBe('entry_locked');
    });

    test('not once a game whose points they guessed has locked', async () => {
      poolId = await poolOf({ tiebreak: 'closest' });
      const id = await added();
      await pick(id, [{ kind: 'guess', about: WEEK_1, value: { gid, total: 41 } }]);
      league.clock.set(LOCK);
      expect(await giveUp(id)).toBe('entry_locked');
    });

    test.each<[string, Partial<PoolRules>, string]>([
      ['an auto pick counts for it', { missed: 'home' }, 'entry_locked'],
      ['its default will be stored for it', { missed: 'own' }, 'entry_locked'],
      ['it could have chosen a team of it', { format: 'survivor' }, 'entry_locked'],
      ['nothing counts for it', {}, 'gone'],
    ])('once a game has locked, if %s: %j', async (_, rules, outcome) => {
      poolId = await poolOf(rules);
      const id = await added();
      if (rules.missed === 'own') {
        const params = { entryId: id };
        const body = { value: { side: 'away' as const } };
        (await league.call('PUT /api/entries/:entryId/default', { as: ann, params, body })).ok();
      }
      league.clock.set(LOCK);
      expect(await giveUp(id)).toBe(outcome);
    });

    test('as offered to their owner alone, until the next lock that counts', async () => {
      const id = await added();
      const offered = async (as = ann) =>
        (await league.call('GET /api/pools/:poolId/entries/giving-up', { as, params: { poolId } })).ok();
      expect(await offered(runner)).toMatchObject({ entries: [] });
      expect((await offered(bob)).entries).toEqual([{ id: firstOf(bob), refusal: 'only_entry' }]);
      await pick(id, home());
      const spare = { id: firstOf(ann), refusal: null };
      expect(await offered()).toEqual({ entries: [spare, { id, refusal: null }], validUntil: LOCK });
      league.clock.set(LOCK);
      expect((await offered()).entries).toEqual([spare, { id, refusal: 'entry_locked' }]);
    });

    test('not while a payment is recorded for them', async () => {
      const id = await added();
      const params = { poolId, entryId: id };
      const plan = { plan: { fee: 2000, week: 0, places: [] }, seen: { fee: 0, week: 0, places: [] } };
      (await league.call('PUT /api/pools/:poolId/money/plan', { as: runner, params: { poolId }, body: plan })).ok();
      const pay = async (cents: number, paid: number) => {
        const body = { purpose: FEE, cents, seen: { paid, due: 2000 } };
        (await league.call('PUT /api/pools/:poolId/money/payments/:entryId', { as: runner, params, body })).ok();
      };
      await pay(2000, 0);
      expect(await giveUp(id)).toBe('entry_paid');
      await pay(0, 2000);
      expect(await giveUp(id)).toBe('gone');
    });

    test('not once a week counted for them', async () => {
      const id = await added();
      league.clock.set(LOCK + HOUR);
      const late = await added();
      const body = { status: 'Final', homeScore: 7 } as const;
      (await league.call('PATCH /api/games/:gid', { as: admin, params: { gid }, body })).ok();
      expect(await giveUp(id)).toBe('entry_counted');
      expect(await giveUp(late)).toBe('gone');
    });

    test('with weekly play also after weeks that they did not play', async () => {
      poolId = await poolOf({ weekly: true });
      const id = await added();
      league.clock.set(LOCK + HOUR);
      const body = { status: 'Final', homeScore: 7 } as const;
      (await league.call('PATCH /api/games/:gid', { as: admin, params: { gid }, body })).ok();
      expect(await giveUp(id)).toBe('gone');
    });
  });

  describe('are picked for', () => {
    test('each separately, and each of a list is stored or refused separately', async () => {
      const id = await added();
      const next = await addGame(league.deps, { weekId: WEEK_2, kickoff: SUNDAY_1PM + 7 * 24 * HOUR });
      await pick(firstOf(ann), [{ kind: 'pick', about: next, value: { side: 'away' } }]);
      league.clock.set(LOCK);
      expect(await pick(id, [...home(), { kind: 'pick', about: next, value: { side: 'home' } }])).toEqual([
        { saved: false, code: 'game_locked', message: expect.any(String) },
        { saved: true, pick: expect.objectContaining({ value: { side: 'home' }, revision: 1 }) },
      ]);
      expect((await own()).map(shortPicks)).toEqual([
        { [next]: { side: 'away', revision: 1 } },
        { [next]: { side: 'home', revision: 1 } },
      ]);
    });

    test('by their owner alone', async () => {
      const id = await added();
      for (const as of [bob, runner]) expect(await pick(id, home(), as)).toBe('other_player');
      expect((await own())[1]?.picks).toEqual({});
    });

    test('with guesses, orders and teams, where the pool asks for them', async () => {
      poolId = await poolOf({ format: 'confidence', tiebreak: 'closest' });
      const id = await added();
      await pick(id, [
        { kind: 'guess', about: WEEK_1, value: { gid, total: 41 } },
        { kind: 'order', about: WEEK_1, value: { order: [gid] } },
      ]);
      const [, second] = await own();
      expect(second && slotIn(second, 'guess', WEEK_1)).toMatchObject({ value: { gid, total: 41 }, revision: 1 });
      expect(second && slotIn(second, 'order', WEEK_1)).toMatchObject({ value: { order: [gid] }, revision: 1 });
      poolId = await poolOf({ format: 'survivor' });
      const alive = await added();
      await pick(alive, [{ kind: 'team', about: WEEK_1, value: { gid, team: 'PHI' } }]);
      expect((await own()).map(({ picks }) => Object.values(picks))).toEqual([
        [],
        [{ kind: 'team', about: WEEK_1, value: { gid, team: 'PHI' }, revision: 1 }],
      ]);
    });
  });

  test('leave and return with their member, and the rule is not lowered below their number', async () => {
    const id = await added();
    await pick(id, home());
    const member = async (enabled: boolean) => {
      const params = { poolId, userId: ann.userId };
      (await league.call('PUT /api/pools/:poolId/members/:userId', { as: admin, params, body: { enabled } })).ok();
    };
    const lower = async (entries: PoolRules['entries']) => {
      const body = { change: { rules: { entries } }, seen: { rules: { entries: 3 as const } }, reason: 'Too many' };
      return (await league.call('PATCH /api/pools/:poolId', { as: admin, params: { poolId }, body })).code;
    };
    const before = await own();
    await member(false);
    expect(await names()).toEqual(['Bob']);
    expect(await lower(1)).toBe('rule_below_entries');
    await member(true);
    expect(await names()).toEqual(['Ann', 'Ann 2', 'Bob']);
    expect(await own()).toEqual(before);
    expect(await giveUp(await added())).toBe('gone');
    // A player without an account may have several from a file.
    const entries = league.store.db.updateTable('entries').where('player_id', '=', ann.userId);
    await entries.set({ user_id: null }).execute();
    expect([await lower(1), await lower(2)]).toEqual(['rule_below_entries', null]);
  });
});
