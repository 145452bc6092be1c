/** Whatever a pool goes through, its file is read elsewhere and written there again as it was. */
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import type { PoolFile } from '#contract/pool-file.ts';
import type { SlotWish } from '#core/pick.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import { sides } from '#core/types.ts';
import { catchUp } from '#server/locks/store.ts';
import { setMembers } from '#server/members/store.ts';
import { findPool } from '#server/pools/reads.ts';
import { rescoreAllStale } from '#server/standings/store.ts';
import { createUser } from '#server/users/store.ts';
import type { TestApp } from '#tests/app.ts';
import type { Person } from '#tests/builders.ts';
import { HOUR, MINUTE } from '#tests/core-samples.ts';
import { setDatabaseClock } from '#tests/database-clock.ts';
import { usualEngines } from '#tests/engines.ts';
import { entryIdOf, keepEntryIds } from '#tests/entry-ids.ts';
import { aLeague, withLeague } from '#tests/league.ts';
import { rounds } from '#tests/long.ts';
import { flawsOf } from './flaws.ts';
import { readPoolFile } from './reads.ts';
import { importPool } from './store.ts';

const formats: readonly Partial<PoolRules>[] = [
  { format: 'pickem', bestBets: 1, tiebreak: 'closest', entries: 3, useSpread: true, line: 'frozen' },
  { format: 'pickem', slate: 'chosen', lateJoin: 'lowest', entries: 2 },
  { format: 'confidence', scale: 'sixteen', tiebreak: 'closest' },
  { format: 'survivor', lives: 2, buyBacks: 1, entries: 2 },
];

const acts = [
  'pick',
  'pick',
  'pick',
  'guess',
  'whole week',
  'enter',
  'add entry',
  'give up',
  'rename',
  'link',
  'unlink',
  'call off',
  'end',
  'leave out',
  'line',
  'pay',
  'plan',
  'say',
  'delete message',
  'mute',
  'member',
  'wait',
  'wait',
] as const;

const aStep = fc.record({
  act: fc.constantFrom(...acts),
  who: fc.nat(2),
  entry: fc.nat(2),
  game: fc.nat(3),
  side: fc.constantFrom(...sides, null),
  isOn: fc.boolean(),
  number: fc.nat(40),
  ms: fc.constantFrom(1000, MINUTE, 2 * HOUR, 30 * HOUR),
});
type Step = typeof aStep extends fc.Arbitrary<infer S> ? S : never;

describe.each(usualEngines)('The file of any pool on %s', (engine) => {
  const league = withLeague(engine);
  const other = withLeague(engine);
  let lived = 0;

  beforeAll(() => keepEntryIds(other.store));

  async function move(now: number): Promise<void> {
    for (const app of [league, other]) {
      app.clock.set(now);
      if (engine === 'postgres') await setDatabaseClock(app.store, now);
    }
  }

  async function fileOf({ store, clock }: TestApp, poolId: string): Promise<PoolFile> {
    await rescoreAllStale(store, clock.now);
    await catchUp(store, { poolId }, clock.now);
    const pool = await findPool(store.db, poolId);
    if (pool === null) throw new Error('no pool');
    const file = await readPoolFile(store.db, pool, { now: clock.now(), withAddresses: false });
    return JSON.parse(JSON.stringify(file)) as PoolFile;
  }

  /** A pool that lives through steps; those that it refuses change nothing. @returns its id */
  async function live(rules: Partial<PoolRules>, steps: readonly Step[]): Promise<string> {
    lived += 1;
    const [week, next] = [`${2026 + lived}-week1`, `${2026 + lived}-week2`];
    const now = league.clock.now();
    const { poolId, ann, bob, runner, boss, ...rest } = await aLeague(league, {
      now,
      members: ['ann', 'bob', 'runner'],
      commissioners: ['runner'],
      admins: ['boss'],
      weeks: [week, next],
      rules,
      games: {
        g0: { weekId: week, home: 'PHI', away: 'DAL', kickoff: now + HOUR, spread: 3 },
        g1: { weekId: week, home: 'SF', away: 'SEA', kickoff: now + HOUR, spread: -2.5 },
        g2: { weekId: week, home: 'KC', away: 'BUF', kickoff: now + 3 * HOUR },
        g3: { weekId: next, home: 'PHI', away: 'SF', kickoff: now + 25 * HOUR, spread: 1 },
      },
    });
    const games = [rest.g0, rest.g1, rest.g2, rest.g3];
    const tom = await createUser(league.store.db, { displayName: 'Old Tom', accountId: null }, now);
    await setMembers(league.store.db, poolId, [tom], now);
    const { db } = league.store;
    await db.updateTable('pools').set({ has_talk: 1 }).where('id', '=', poolId).execute();
    const people = [ann, bob, runner];
    const entriesOf = async (userId: string) =>
      (
        await db
          .selectFrom('entries')
          .select('id')
          .where('pool_id', '=', poolId)
          .where('owner_id', '=', userId)
          .where('out_at', 'is', null)
          .orderBy('number')
          .execute()
      ).map(({ id }) => id);

    async function wishOf({ act, game, side, number, isOn }: Step): Promise<SlotWish> {
      const gid = games[game] ?? '';
      const weekId = game === 3 ? next : week;
      if (act === 'guess') {
        const query = db.selectFrom('pool_weeks').select('tiebreak_gid').where('pool_id', '=', poolId);
        const row = await query.where('week_id', '=', weekId).executeTakeFirst();
        return { kind: 'guess', about: weekId, value: { gid: row?.tiebreak_gid ?? '', total: isOn ? number : null } };
      }
      if (act !== 'whole week' && rules.format !== 'survivor')
        return { kind: 'pick', about: gid, value: side && { side, best: isOn } };
      if (rules.format === 'confidence') {
        const own = game === 3 ? [rest.g3] : [rest.g0, rest.g1, rest.g2];
        return { kind: 'order', about: weekId, value: { order: isOn ? own : own.toReversed() } };
      }
      const team = [
        ['PHI', 'DAL'],
        ['SF', 'SEA'],
        ['KC', 'BUF'],
        ['PHI', 'SF'],
      ][game]?.[number % 2];
      return { kind: 'team', about: weekId, value: side && { gid, team: team ?? '' } };
    }

    async function take(step: Step): Promise<unknown> {
      const { act, who, entry, game, isOn, number, ms } = step;
      const as = people[who] as Person;
      const own = await entriesOf(as.userId);
      const entryId = own[entry % Math.max(1, own.length)] ?? '';
      const gid = games[game] ?? '';
      const params = { poolId, entryId, gid, userId: as.userId };
      const tomsEntry = entryIdOf(poolId, tom);
      switch (act) {
        case 'pick':
        case 'guess':
        case 'whole week':
          return league.call('PUT /api/entries/:entryId/picks', { as, params, body: { picks: [await wishOf(step)] } });
        case 'enter': {
          const body = { picks: [await wishOf({ ...step, act: 'pick' })], reason: 'phoned in' };
          const to = { entryId: isOn ? tomsEntry : entryId };
          return league.call('PUT /api/entries/:entryId/picks', { as: runner, params: to, body });
        }
        case 'add entry':
          return league.call('POST /api/pools/:poolId/entries', {
            as,
            params,
            body: isOn ? {} : { name: `No. ${number}` },
          });
        case 'give up':
          return league.call('DELETE /api/entries/:entryId', { as, params });
        case 'rename':
          return league.call('PATCH /api/entries/:entryId', {
            as,
            params,
            body: { name: isOn ? null : `Name ${number}` },
          });
        case 'link':
          return league.call('POST /api/entries/:entryId/link/:userId', {
            as: boss,
            params: { entryId: tomsEntry, userId: as.userId },
          });
        case 'unlink':
          return league.call('DELETE /api/entries/:entryId/link', {
            as: boss,
            params: { entryId: tomsEntry },
            body: { reason: 'a mistake' },
          });
        case 'call off':
          return league.call('PATCH /api/games/:gid', { as: boss, params, body: { void: isOn ? 'cancelled' : null } });
        case 'end':
          return league.call('PATCH /api/games/:gid', {
            as: boss,
            params,
            body: { status: 'Final', homeScore: number, awayScore: 20 },
          });
        case 'leave out':
          return league.call('PUT /api/pools/:poolId/weeks/:weekId/slate', {
            as: runner,
            params: { poolId, weekId: week },
            body: { leftOut: isOn ? [gid] : [] },
          });
        case 'line':
          return league.call('PUT /api/pools/:poolId/lines/:gid', {
            as: runner,
            params,
            body: { spread: number, seen: { spread: game === 0 ? 3 : -2.5 }, reason: 'a typo' },
          });
        case 'plan': {
          const stored = { fee: 0, buyBack: 0, week: 0, places: [] };
          const body = { plan: { ...stored, fee: 500, week: 100, places: [1000] }, seen: stored };
          return league.call('PUT /api/pools/:poolId/money/plan', { as: runner, params, body });
        }
        case 'pay': {
          const seen = isOn ? { paid: 0, due: 500 } : { paid: 500, due: 500 };
          const body = { purpose: 'fee', cents: isOn ? 500 : 0, seen };
          return league.call('PUT /api/pools/:poolId/money/payments/:entryId', { as: runner, params, body });
        }
        case 'say':
          return league.call('POST /api/pools/:poolId/talk', {
            as,
            params,
            body: { text: `${number}`, key: `key ${lived} ${number}` },
          });
        case 'delete message': {
          const row = await db.selectFrom('messages').select('id').where('pool_id', '=', poolId).executeTakeFirst();
          const message = { poolId, messageId: String(row?.id ?? 0) };
          return league.call('DELETE /api/pools/:poolId/talk/:messageId', { as: runner, params: message });
        }
        case 'mute':
          return league.call('PUT /api/pools/:poolId/talk/muted/:userId', {
            as: runner,
            params,
            body: { muted: isOn },
          });
        case 'member':
          return league.call('PUT /api/pools/:poolId/members/:userId', {
            as: boss,
            params,
            body: { enabled: number % 4 > 0 },
          });
        case 'wait':
          await move(league.clock.now() + ms);
          return league.deps.receipts.sweep();
      }
    }
    for (const step of steps) {
      await take(step);
      await move(league.clock.now() + 1000);
    }
    return poolId;
  }

  /**
   * What two leagues write of a pool: without who runs it, which accounts decide; and, of a linked entry, without the player it was made
   * for, because without an account its owner is that player.
   */
  function alike({ writtenAt: _, digest: __, people, ...file }: PoolFile, linked: ReadonlySet<string>): string {
    const entries = file.entries.map((entry) =>
      linked.has(entry.id) ? { ...entry, playerId: '', number: 0, name: '' } : entry,
    );
    const rest = JSON.stringify({ ...file, entries }, null, 1);
    const named = people.filter(({ id, member }) => member !== null || rest.includes(id));
    return `${rest}\n${JSON.stringify(named.map(({ isCommissioner: ___, ...person }) => person))}`;
  }

  test('is the same after it was read in another league', async () => {
    const cases = fc.tuple(fc.constantFrom(...formats), fc.array(aStep, { minLength: 15, maxLength: 30, size: 'max' }));
    await fc.assert(
      fc.asyncProperty(cases, async ([rules, steps]) => {
        const poolId = await live(rules, steps);
        const file = await fileOf(league, poolId);
        expect(await flawsOf(file)).toEqual([]);
        const clock = other.clock.now;
        const by = { userId: null, addsGames: true, matchesAddresses: true, isListed: true, clock };
        expect(await importPool(other.store, file, by)).toEqual({ id: poolId, matched: 0 });
        const again = await fileOf(other, poolId);
        expect(again.log.pop()).toMatchObject({ act: 'pool.import' });
        // Who people are there.
        const brought = again.receipts.splice(file.receipts.length);
        expect(brought.filter(({ by }) => by !== 'import')).toEqual([]);
        const linked = new Set(file.entries.flatMap(({ id, playerId, ownerId }) => (playerId === ownerId ? [] : [id])));
        expect(alike(again, linked)).toBe(alike(file, linked));
      }),
      { numRuns: rounds(3, 60), endOnFailure: true },
    );
  });
});
