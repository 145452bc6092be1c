import { beforeEach, describe, expect, test } from 'vitest';
import type { OwnPicksReply } from '#contract/entries.ts';
import { ownEntries, slotIn } from '#contract/live.ts';
import type { DefaultPick } from '#core/default-picks.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import { writeEach } from '#server/locks/store.ts';
import { ReceiptSweep } from '#server/locks/sweep.ts';
import { setMembers } from '#server/members/store.ts';
import type { Change } from '#server/platform/live/changes.ts';
import type { Person } from '#tests/builders.ts';
import { addGame, removeMember, WEEK_1, WEEK_2 } from '#tests/builders.ts';
import { HOUR, MINUTE, SUNDAY_1PM } from '#tests/core-samples.ts';
import { setDatabaseClock, whileHeld } from '#tests/database-clock.ts';
import { engines } from '#tests/engines.ts';
import { entryIdOf } from '#tests/entry-ids.ts';
import { aLeague, withLeague } from '#tests/league.ts';

const LOCK = SUNDAY_1PM + 5 * MINUTE;
const LATE_LOCK = LOCK + 3 * HOUR;

describe.each(engines)('What players want for missed picks, on %s', (engine) => {
  const league = withLeague(engine, { longestSnapshotMs: Number.POSITIVE_INFINITY });
  let [ann, bob, runner, admin] = [] as unknown as [Person, Person, Person, Person];
  let [poolId, early, late, next] = [] as unknown as [string, string, string, string];

  async function begin(rules: Partial<PoolRules>, hasNextWeek = false): Promise<void> {
    for (const table of ['lock_receipts', 'entry_defaults', 'picks', 'games'] as const)
      await league.store.db.deleteFrom(table).execute();
    const made = await aLeague(league, {
      admins: ['admin'],
      members: ['ann', 'bob'],
      commissioners: ['runner'],
      weeks: hasNextWeek ? [WEEK_1, WEEK_2] : [WEEK_1],
      rules: { missed: 'own', ...rules },
      games: {
        early: { home: 'PHI', away: 'DAL' },
        late: { home: 'KC', away: 'LV', kickoff: SUNDAY_1PM + 3 * HOUR },
        next: { home: 'KC', away: 'PHI', weekId: WEEK_2, kickoff: SUNDAY_1PM + 7 * 24 * HOUR },
      },
    });
    ({ ann, bob, runner, admin, poolId, early, late, next } = made);
    await at(SUNDAY_1PM - HOUR);
  }

  async function at(now: number): Promise<void> {
    league.clock.set(now);
    if (engine === 'postgres') await setDatabaseClock(league.store, now);
  }

  const sweep = () => new ReceiptSweep({ ...league.deps, onError: (error) => expect(error).toBeNull() }).sweep();
  const entryOf = (person: Person) => entryIdOf(poolId, person.userId);

  async function want(value: DefaultPick | null, as = ann): Promise<string> {
    const params = { entryId: entryOf(as) };
    const body = { value: (value as OwnPicksReply['entries'][number]['default']) ?? null };
    return (await league.call('PUT /api/entries/:entryId/default', { as, params, body })).code ?? 'saved';
  }

  async function own(as = ann): Promise<OwnPicksReply> {
    return (await league.call('GET /api/pools/:poolId/picks', { as, params: { poolId } })).ok();
  }

  const sides = async (as = ann) =>
    Object.fromEntries(
      (await own(as)).picks.flatMap(({ kind, about, value }) =>
        kind === 'pick' ? [[about, value?.auto ? `${value.side} auto` : (value?.side ?? null)]] : [],
      ),
    );
  const team = async (as = ann, slot = WEEK_1) => {
    const [entry] = ownEntries(await own(as));
    const value = entry && slotIn(entry, 'team', slot)?.value;
    return value ? `${value.team}${value.auto ? ' auto' : ''}` : null;
  };
  const choose = async (gid: string, abbr: string | null, weekId = WEEK_1) => {
    const body = {
      picks: [{ kind: 'team' as const, about: weekId, value: abbr === null ? null : { gid, team: abbr } }],
    };
    const { picks } = (
      await league.call('PUT /api/entries/:entryId/picks', { as: ann, params: { entryId: entryOf(ann) }, body })
    ).ok();
    const [picked] = picks;
    return picked?.saved ? 'saved' : picked?.code;
  };

  describe('in a pool of sides', () => {
    beforeEach(() => begin({ entries: 2 }));

    test('are stored as their picks at the lock, with its receipt, and say so', async () => {
      expect(await want({ side: 'away' })).toBe('saved');
      expect((await own()).entries[0]?.default).toEqual({ side: 'away' });
      await sweep();
      expect(await sides()).toEqual({});
      await at(LOCK);
      await sweep();
      expect(await sides()).toEqual({ [early]: 'away auto' });
      expect(await sides(bob)).toEqual({});
      const receipts = (await league.call('GET /api/pools/:poolId/receipts', { as: bob, params: { poolId } })).text;
      expect(receipts).toContain(`"game:${early}","away",1,${SUNDAY_1PM - HOUR}`);
    });

    test('keep what a player picked, and take the place of what they took back', async () => {
      const pick = (gid: string, side: 'home' | null) => league.pick(ann, poolId, { gid, side });
      await want({ side: 'away' });
      for (const [gid, side] of [
        [early, 'home'],
        [late, 'home'],
        [late, null],
      ] as const)
        (await pick(gid, side)).ok();
      await at(LATE_LOCK);
      await sweep();
      expect(await sides()).toEqual({ [early]: 'home', [late]: 'away auto' });
    });

    test('count as they were at each lock, even if the server was down then', async () => {
      await want({ side: 'away' });
      await want({ side: 'home' });
      await at(LOCK + MINUTE);
      await want({ side: 'away' });
      await at(LATE_LOCK + MINUTE);
      await want(null);
      await sweep();
      expect(await sides()).toEqual({ [early]: 'home auto', [late]: 'away auto' });
      await sweep();
      expect((await own()).picks.map(({ revision }) => revision)).toEqual([1, 1]);
    });

    test('count as they were at a lock that was moved forward', async () => {
      await want({ side: 'away' });
      await at(SUNDAY_1PM - 10 * MINUTE);
      await want({ side: 'home' });
      await at(SUNDAY_1PM - 5 * MINUTE);
      const kickoff = SUNDAY_1PM - 30 * MINUTE;
      await league.store.db
        .updateTable('games')
        .set({ kickoff, lock_at: kickoff + 5 * MINUTE })
        .where('gid', '=', early)
        .execute();
      await sweep();
      expect(await sides()).toEqual({ [early]: 'away auto' });
    });

    test('do not replace what a commissioner took back', async () => {
      await want({ side: 'away' });
      await at(LOCK);
      for (const side of ['home', null] as const)
        (await league.enter(runner, entryOf(ann), { gid: early, side }, 'by phone')).ok();
      await at(LATE_LOCK);
      await sweep();
      expect(await sides()).toEqual({ [early]: null, [late]: 'away auto' });
    });

    test('do not replace a pick that went with its team after the lock', async () => {
      await want({ side: 'away' });
      await at(LOCK);
      await sweep();
      await addGame(league.deps, { gid: early, home: 'PHI', away: 'NYG' });
      await at(LATE_LOCK);
      await sweep();
      expect(await sides()).toEqual({ [early]: null, [late]: 'away auto' });
    });

    test('count by the rules that the lock found', async () => {
      await want({ side: 'away' });
      await at(LOCK);
      const [change, seen] = [{ rules: { missed: 'nothing' as const } }, { rules: { missed: 'own' as const } }];
      const body = { change, seen, reason: 'voted' };
      (await league.call('PATCH /api/pools/:poolId', { as: runner, params: { poolId }, body })).ok();
      await at(LATE_LOCK);
      await sweep();
      expect(await sides()).toEqual({ [early]: 'away auto' });
    });

    test('count for members who were removed, and come back', async () => {
      await want({ side: 'away' });
      await removeMember(league.deps, poolId, ann.userId);
      await at(LOCK);
      await sweep();
      await setMembers(league.store.db, poolId, [ann.userId], LOCK);
      expect(await sides()).toEqual({ [early]: 'away auto' });
    });

    test('stay with who wanted them: who gets the entry, or gives it back, leaves none', async () => {
      const players = await league.call('POST /api/pools/:poolId/players', {
        as: runner,
        params: { poolId },
        body: { displayName: 'Paper' },
      });
      const entryId = entryIdOf(poolId, players.ok().id);
      const params = { entryId, userId: ann.userId };
      const own2 = () => ({ params: { entryId }, body: { value: { side: 'away' as const } } });
      (await league.call('POST /api/entries/:entryId/link/:userId', { as: admin, params })).ok();
      (await league.call('PUT /api/entries/:entryId/default', { as: ann, ...own2() })).ok();
      (
        await league.call('DELETE /api/entries/:entryId/link', {
          as: admin,
          params: { entryId },
          body: { reason: 'oops' },
        })
      ).ok();
      await at(LOCK);
      await sweep();
      expect(await league.store.db.selectFrom('picks').select('entry_id').execute()).toEqual([]);
      const again = { entryId, userId: bob.userId };
      (await league.call('POST /api/entries/:entryId/link/:userId', { as: admin, params: again })).ok();
      expect((await own(bob)).entries.map((entry) => entry.default)).toEqual([null, null]);
    });

    test('are kept for everybody else, however often one player changes theirs', async () => {
      await want({ side: 'away' }, bob);
      for (let change = 1; change <= 101; change += 1) {
        await at(SUNDAY_1PM - HOUR + change * 1000);
        await want({ side: 'home' });
      }
      await at(LOCK);
      await sweep();
      expect([await sides(), await sides(bob)]).toEqual([{ [early]: 'home auto' }, { [early]: 'away auto' }]);
    });

    test('count for no lock that was reached while they waited to be stored', async () => {
      const row = { entry_id: entryOf(ann), made_at: SUNDAY_1PM - HOUR, value: null };
      const stored = await whileHeld(
        league.store,
        (tx) => tx.insertInto('entry_defaults').values(row).execute(),
        () => want({ side: 'away' }),
        () => at(LOCK),
      );
      expect(stored).toBe('saved');
      await sweep();
      expect(await sides()).toEqual({});
    });

    test('end with the account of the player', async () => {
      await want({ side: 'away' });
      const body = { confirm: 'close' as const };
      (await league.call('POST /api/profile/close', { as: ann, body })).ok();
      await at(LOCK);
      await sweep();
      expect(await league.store.db.selectFrom('picks').selectAll().execute()).toEqual([]);
    });

    test.each([
      [
        'a call for the receipts',
        () => league.call('GET /api/pools/:poolId/receipts', { as: bob, params: { poolId } }),
      ],
      ['a sweep', sweep],
      ["a commissioner's pick", () => league.enter(admin, entryOf(bob), { gid: early, side: 'home' })],
      [
        'a change of the rules',
        () => {
          const [change, seen] = [{ rules: { missed: 'nothing' as const } }, { rules: { missed: 'own' as const } }];
          const body = { change, seen, reason: 'voted' };
          return league.call('PATCH /api/pools/:poolId', { as: runner, params: { poolId }, body });
        },
      ],
    ])('reach open pages at once, stored by %s', async (_, store) => {
      await want({ side: 'away' });
      const changes: Change[] = [];
      league.deps.live.onChange((change) => changes.push(change));
      const letters = async () => {
        const { rows } = (
          await league.call('GET /api/pools/:poolId/weeks/:weekId/matchup', {
            as: bob,
            params: { poolId, weekId: WEEK_1 },
          })
        ).ok();
        return rows.find(({ id }) => id === entryOf(ann))?.picks;
      };
      await at(LOCK);
      expect(await letters()).toBe('--');
      await store();
      expect(await letters()).toBe('z-');
      expect(changes).toContainEqual({ kind: 'defaults', poolId });
      expect(changes).toContainEqual({ kind: 'receipts', poolIds: [poolId] });
    });

    test('are for the owner of the entry to say, where the rules ask, in a form that fits', async () => {
      const params = { entryId: entryOf(ann) };
      const others = await league.call('PUT /api/entries/:entryId/default', {
        as: runner,
        params,
        body: { value: null },
      });
      expect([others.code, await want({ teams: ['KC'] })]).toEqual(['other_player', 'no_defaults']);
      await begin({ missed: 'home' });
      expect(await want({ side: 'home' })).toBe('no_defaults');
      expect((await own()).entries[0]).not.toHaveProperty('default');
    });
  });

  describe('in a survivor pool', () => {
    beforeEach(() => begin({ format: 'survivor' }));

    test('are stored as the team of the week when its game locks', async () => {
      await want({ teams: ['GB', 'KC', 'PHI'] });
      await at(LOCK);
      await sweep();
      expect(await team()).toBeNull();
      await at(LATE_LOCK);
      await sweep();
      expect([await team(), await team(bob)]).toEqual(['KC auto', null]);
    });

    test('are both teams of a week with two, each from its lock on', async () => {
      await begin({ format: 'survivor', twoTeamsFrom: 1 });
      await want({ teams: ['LV', 'DAL', 'PHI', 'KC'] });
      const both = async () => [await team(), await team(ann, `${WEEK_1}:2`)];
      await at(LOCK);
      await sweep();
      expect((await both()).toSorted()).toEqual(['DAL auto', null]);
      await at(LATE_LOCK);
      await sweep();
      expect((await both()).toSorted()).toEqual(['DAL auto', 'LV auto']);
    });

    test('lock the week with the team, even before they are stored', async () => {
      await want({ teams: ['PHI'] });
      await at(LOCK);
      expect(await choose(late, 'KC')).toBe('game_locked');
      await sweep();
      expect([await team(), await choose(late, 'KC')]).toEqual(['PHI auto', 'game_locked']);
    });

    test('lock it for a choice that had to wait until then', async () => {
      await want({ teams: ['PHI'] });
      const choice = await whileHeld(
        league.store,
        (tx) => tx.updateTable('entries').set({ name: 'held' }).where('id', '=', entryOf(ann)).execute(),
        () => choose(late, 'KC'),
        () => at(LOCK),
      );
      expect(choice).toBe('game_locked');
    });

    test('are not chosen around after the lock: by taking the team for another week, or by giving it back there', async () => {
      await begin({ format: 'survivor' }, true);
      await want({ teams: ['PHI'] });
      await at(LOCK);
      expect(await choose(next, 'PHI', WEEK_2)).toBe('team_used');
      expect(await team()).toBe('PHI auto');
      await begin({ format: 'survivor' }, true);
      await want({ teams: ['KC', 'PHI'] });
      expect(await choose(next, 'KC', WEEK_2)).toBe('saved');
      await at(LOCK);
      expect(await choose(next, null, WEEK_2)).toBe('saved');
      await at(LATE_LOCK);
      await sweep();
      expect(await team()).toBe('PHI auto');
    });

    test('are not chosen around while only another week has its receipts of the same lock', async () => {
      await begin({ format: 'survivor' }, true);
      await addGame(league.deps, { gid: next, home: 'KC', away: 'PHI', weekId: WEEK_2, kickoff: SUNDAY_1PM });
      const last = await addGame(league.deps, { home: 'SF', away: 'LAR', weekId: WEEK_2, kickoff: SUNDAY_1PM + HOUR });
      await want({ teams: ['KC'] });
      await at(LOCK);
      await writeEach(league.store, [{ poolId, weekId: WEEK_1 }], LOCK);
      expect(await choose(last, 'SF', WEEK_2)).toBe('game_locked');
      expect(await team(ann, WEEK_2)).toBe('KC auto');
    });

    test('of several weeks that were not stored in time are different teams', async () => {
      await begin({ format: 'survivor' }, true);
      await want({ teams: ['PHI', 'KC'] });
      await at(SUNDAY_1PM + 7 * 24 * HOUR + 5 * MINUTE);
      expect(await choose(next, 'PHI', WEEK_2)).toBe('game_locked');
      expect([await team(), await team(ann, WEEK_2)]).toEqual(['PHI auto', 'KC auto']);
    });

    test('are left alone by a choice of the player', async () => {
      await want({ teams: ['PHI'] });
      expect(await choose(late, 'KC')).toBe('saved');
      await at(LATE_LOCK);
      await sweep();
      expect(await team()).toBe('KC');
    });
  });
});
