import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import type { BodyOf } from '#contract/index.ts';
import type { PoolFile } from '#contract/pool-file.ts';
import { FEE } from '#core/money.ts';
import { POOLS_EACH } from '#core/pools.ts';
import { checkReceipts } from '#core/receipts/check.ts';
import { readReceiptFile } from '#core/receipts/file.ts';
import { defaultRules, rulesWith } from '#core/rules/pool-rules.ts';
import { weekRulesOf } from '#core/rules/week-rules.ts';
import { markVerified } from '#server/accounts/store.ts';
import { writeAudit } from '#server/journal/audit-store.ts';
import { setMembers } from '#server/members/store.ts';
import { writePlan } from '#server/money/store.ts';
import { scalesOf } from '#server/pools/week-reads.ts';
import { sha256 } from '#server/receipts/reads.ts';
import { writeSideTables } from '#server/side-tables/store.ts';
import { rescoreAllStale } from '#server/standings/store.ts';
import { createUser } from '#server/users/store.ts';
import type { TestApp } from '#tests/app.ts';
import { createTestApp } from '#tests/app.ts';
import type { Person } from '#tests/builders.ts';
import { addGame, addPerson, putPick, removeMember, WEEK_1 } from '#tests/builders.ts';
import { HOUR, MINUTE, SUNDAY_1PM } from '#tests/core-samples.ts';
import { setDatabaseClock } from '#tests/database-clock.ts';
import { usualEngines } from '#tests/engines.ts';
import { entryIdOf } from '#tests/entry-ids.ts';
import { aLeague, withLeague } from '#tests/league.ts';
import { flawsOf } from './flaws.ts';
import { digestOf } from './reads.ts';

const aSideTable = {
  id: 't',
  name: 'Table',
  from: WEEK_1,
  to: WEEK_1,
  games: 'all',
  measure: 'points',
  who: { kind: 'all' },
  cents: 0,
} as const;
const LOCK = SUNDAY_1PM + 5 * MINUTE;

describe.each(usualEngines)('A pool as one file on %s', (engine) => {
  const league = withLeague(engine);
  let runner: Person;
  let poolId: string;
  let sealed: string;
  let file: PoolFile;

  beforeAll(async () => {
    const { ann, bob, ...rest } = await aLeague(league, {
      members: ['ann', 'bob'],
      commissioners: ['runner'],
      games: {
        early: {},
        late: { kickoff: SUNDAY_1PM + 3 * HOUR, home: 'KC', away: 'BUF' },
      },
      rules: { tiebreak: 'closest' },
    });
    ({ runner, poolId } = rest);
    const { early, late } = rest;
    sealed = late;
    // Only addresses that are verified could be in the file.
    for (const { accountId, email } of [ann, bob, runner])
      await markVerified(league.store, league.store.db, accountId, email);
    const save = async (person: Person, gid: string, side: 'home' | 'away') => {
      const body = { picks: [{ kind: 'pick' as const, about: gid, value: { side } }] };
      const params = { entryId: entryIdOf(poolId, person.userId) };
      (await league.call('PUT /api/entries/:entryId/picks', { as: person, params, body })).ok();
    };
    await save(ann, early, 'home');
    await save(bob, early, 'away');
    await save(ann, late, 'away');
    league.clock.advance(MINUTE);
    await save(bob, early, 'home');
    await move(league, LOCK);
    await league.deps.receipts.sweep();
    (await league.enter(runner, entryIdOf(poolId, bob.userId), { gid: early, side: 'away' })).ok();
    await addGame(league.deps, { gid: early, status: 'Final', homeScore: 7 });
    await rescoreAllStale(league.store, league.clock.now);
    const download = await league.call('GET /api/pools/:poolId/file', { as: runner, params: { poolId } });
    file = JSON.parse(download.text) as PoolFile;
  });

  async function move(app: TestApp, now: number): Promise<void> {
    app.clock.set(now);
    if (engine === 'postgres') await setDatabaseClock(app.store, now);
  }

  /** Another league, with an admin. */
  async function elsewhere() {
    const other = await createTestApp(engine);
    await move(other, LOCK + MINUTE);
    const admin = await addPerson(other.deps, { name: 'Other Admin', isAdmin: true });
    return { other, admin };
  }

  const changed = (change: Partial<PoolFile>): PoolFile => {
    const next = { ...file, ...change };
    return { ...next, digest: digestOf(next) };
  };

  test('has locked picks with their history, and neither sealed ones nor addresses', () => {
    expect(file.picks.map(({ value, revision, reason }) => `${revision} ${value} ${reason}`).sort()).toEqual([
      '1 {"side":"away"} null',
      '1 {"side":"home"} null',
      '2 {"side":"home"} null',
      '3 {"side":"away"} phoned in',
    ]);
    expect(file.picks.filter(({ about }) => about === sealed)).toEqual([]);
    expect(JSON.stringify(file)).not.toContain('@');
  });

  test('gives the same pool elsewhere: standings, picks, history, log and receipts', async () => {
    const { other, admin } = await elsewhere();
    const { id } = (await other.call('POST /api/pools/file', { as: admin, body: file })).ok();
    expect(id).toBe(poolId);
    await other.deps.afterCommit.idle();
    const params = { poolId, weekId: WEEK_1 };
    const matchup = async (app: TestApp, as: Person) =>
      (await app.call('GET /api/pools/:poolId/weeks/:weekId/matchup', { as, params }))
        .ok()
        .rows.map(({ name, picks, weekHalves }) => `${name} ${picks.slice(0, 1)} ${weekHalves}`)
        .sort();
    expect(await matchup(other, admin)).toEqual(await matchup(league, runner));
    const rulesOf = async (app: TestApp, as: Person) =>
      (await app.call('GET /api/pools/:poolId', { as, params })).ok().rules;
    const rules = await rulesOf(league, runner);
    expect(rules.tiebreak).toBe('closest');
    expect(await rulesOf(other, admin)).toEqual(rules);
    const again = await other.call('GET /api/pools/:poolId/file', { as: admin, params });
    const { picks, entries, receipts, games, log } = JSON.parse(again.text) as PoolFile;
    expect({ picks, receipts }).toEqual({ picks: file.picks, receipts: file.receipts });
    expect([receipts.length, file.log.map(({ act }) => act)]).toEqual([3, ['bus.enter']]);
    expect(entries.map(({ id: entryId, number }) => [entryId, number])).toEqual(
      file.entries.map(({ id: entryId, number }) => [entryId, number]),
    );
    expect(games).toEqual(file.games);
    expect(log.slice(0, -1)).toEqual(file.log);
    expect(log.at(-1)).toMatchObject({ act: 'pool.import', actorId: admin.userId });
    const read = readReceiptFile((await other.call('GET /api/pools/:poolId/receipts', { as: admin, params })).text);
    if ('problem' in read) throw new Error(read.problem);
    expect((await checkReceipts(sha256, read)).findings).toEqual([]);
    expect((await other.call('POST /api/pools/file', { as: admin, body: file })).code).toBe('pool_exists');
    await other.close();
  });

  test('gives rules that an earlier version did not know their defaults', async () => {
    const { other, admin } = await elsewhere();
    const { upset: _, scale: __, ...rules } = file.pool.rules;
    const kept = { deadline: 'week' } as const;
    const weeks = file.weeks.map((week) => (week.id === WEEK_1 ? { ...week, rules: kept } : week));
    const earlier = changed({ pool: { ...file.pool, rules }, weeks });
    (await other.call('POST /api/pools/file', { as: admin, body: earlier })).ok();
    const pool = (await other.call('GET /api/pools/:poolId', { as: admin, params: { poolId } })).ok();
    expect(pool.rules).toEqual(rulesWith(file.pool.rules));
    expect(pool.weekRules).toEqual({ [WEEK_1]: { ...weekRulesOf(defaultRules), ...kept } });
    await other.close();
  });

  test.each([
    ['what its version counted', [8, 16]],
    ['the rule of this version', [1, 2]],
  ])('keeps the values of a confidence week that it does not have: %s', async (by, values) => {
    const { other, admin } = await elsewhere();
    const { survivors, ...earlier } = rulesWith({ format: 'confidence', scale: 'playoffs' });
    const rules = by === 'the rule of this version' ? { ...earlier, survivors } : earlier;
    const body = changed({ pool: { ...file.pool, rules } });
    (await other.call('POST /api/pools/file', { as: admin, body })).ok();
    expect(await scalesOf(other.store.db, poolId)).toEqual({ [WEEK_1]: values });
    await other.close();
  });

  test('keeps a tiebreak game that is not the usual one, though it does not say when that was fixed', async () => {
    const { other, admin } = await elsewhere();
    const [first] = file.games;
    const tiebreakGid = first?.gid ?? '';
    const weeks = file.weeks.map((week) => ({ ...week, tiebreakGid }));
    expect(weeks.map(({ tiebreakFixedAt }) => tiebreakFixedAt)).toEqual([null]);
    (await other.call('POST /api/pools/file', { as: admin, body: changed({ weeks }) })).ok();
    await addGame(other.deps, { gid: tiebreakGid, kickoff: SUNDAY_1PM });
    const pool = (await other.call('GET /api/pools/:poolId', { as: admin, params: { poolId } })).ok();
    expect(pool.tiebreaks).toEqual({ [WEEK_1]: tiebreakGid });
    await other.close();
  });

  test.each(['chosen', 'all'])(
    'leaves out the same games where it is read, by the rule %s, and has no picks of them',
    async (slate) => {
      const { db } = league.store;
      const params = { poolId };
      const [game] = file.games;
      const gid = game?.gid ?? '';
      await db
        .updateTable('pools')
        .set({ rules: JSON.stringify({ ...file.pool.rules, slate }) })
        .where('id', '=', poolId)
        .execute();
      await db
        .insertInto('slate_games')
        .values({ pool_id: poolId, gid, week_id: game?.weekId ?? '', belongs: 0 })
        .onConflict((c) => c.doNothing())
        .execute();
      // The game that settled it may be off by now.
      const settled = { pool_id: poolId, week_id: game?.weekId ?? '', settles_at: 1 };
      await db
        .insertInto('slates')
        .values(settled)
        .onConflict((c) => c.columns(['pool_id', 'week_id']).doUpdateSet(settled))
        .execute();
      league.deps.live.changed({ kind: 'everything' });
      const fileOf = async (app: TestApp, as: Person) =>
        JSON.parse((await app.call('GET /api/pools/:poolId/file', { as, params })).text) as PoolFile;
      const whole = await fileOf(league, runner);
      expect(whole.weeks).toMatchObject([{ leftOut: [gid], slateSettledAt: 1 }]);
      expect(whole.picks.some(({ about }) => about === gid)).toBe(false);
      const { other, admin } = await elsewhere();
      (await other.call('POST /api/pools/file', { as: admin, body: whole })).ok();
      expect((await fileOf(other, admin)).weeks).toEqual(whole.weeks);
      await other.close();
    },
  );

  test('has the side tables with what was paid of their prizes', async () => {
    const everything = { name: 'Everything', from: WEEK_1, to: WEEK_1, games: 'all', measure: 'points' } as const;
    const late = { ...everything, name: 'Prime time', games: 'prime', measure: 'right' } as const;
    const tables = [everything, late].map((table, at) => {
      return { ...table, id: `table${at}`, who: { kind: 'all' } as const, cents: 500 };
    });
    const params = { poolId };
    // A table with a prize is added before its first lock.
    await writeSideTables(league.store.db, poolId, tables);
    league.deps.live.changed({ kind: 'everything' });
    const fileOf = async (app: TestApp, as: Person) =>
      JSON.parse((await app.call('GET /api/pools/:poolId/file', { as, params })).text) as PoolFile;
    const [first] = (await fileOf(league, runner)).sideTables ?? [];
    const [entry] = file.entries;
    const body = { purpose: `side:${first?.id}`, cents: 300, seen: { paid: 0, due: 0 } };
    const payment = { as: runner, params: { poolId, entryId: entry?.id ?? '' }, body };
    (await league.call('PUT /api/pools/:poolId/money/payments/:entryId', payment)).ok();
    const whole = await fileOf(league, runner);
    expect(whole.sideTables).toMatchObject(tables);
    const { other, admin } = await elsewhere();
    (await other.call('POST /api/pools/file', { as: admin, body: whole })).ok();
    await other.deps.afterCommit.idle();
    const again = await fileOf(other, admin);
    expect(again.sideTables).toEqual(whole.sideTables);
    expect(again.payments).toMatchObject([{ entryId: entry?.id, purpose: `side:${first?.id}`, cents: 300 }]);
    expect(again.log.slice(0, -1)).toEqual(whole.log);
    const moneyOf = async (app: TestApp, as: Person) =>
      (await app.call('GET /api/pools/:poolId/money', { as, params }))
        .ok()
        .prizes.map(({ of, name, shares }) => ({ of, name, paid: shares.map(({ id, paid }) => [id, paid]) }));
    expect(await moneyOf(other, admin)).toEqual(await moneyOf(league, runner));
    await other.close();
  });

  test('has who is muted, what was deleted or taken back, and when a week was decided, but no webhook', async () => {
    const { db } = league.store;
    const [{ entryId = '' } = {}] = file.picks;
    const by = runner.userId;
    const muted = file.entries.find(({ id }) => id === entryId)?.ownerId ?? '';
    await db
      .updateTable('pool_members')
      .set({ is_muted: 1 })
      .where('pool_id', '=', poolId)
      .where('user_id', '=', muted)
      .execute();
    await db.updateTable('pool_weeks').set({ decided_at: LOCK }).where('pool_id', '=', poolId).execute();
    const about = { pool_id: poolId, user_id: muted, kind: 'said', at: LOCK, edited_at: null } as const;
    await db
      .insertInto('messages')
      .values([
        { ...about, text: 'Go Eagles', deleted_by: null, once: 'zero' },
        { ...about, text: null, deleted_by: by, once: 'one' },
      ])
      .execute();
    const said = await db.selectFrom('messages').select('id').where('pool_id', '=', poolId).orderBy('id').execute();
    const [first, second] = said.map(({ id }) => id);
    await db
      .updateTable('messages')
      .set({ reply_to: first ?? 0 })
      .where('id', '=', second ?? 0)
      .execute();
    const reaction = { message_id: first ?? 0, user_id: by, kind: 'fire', at: LOCK } as const;
    await db.insertInto('reactions').values(reaction).execute();
    const line = { gid: file.games[0]?.gid ?? '', spread: -2.5, reason: 'a typo' };
    await db
      .insertInto('pool_lines')
      .values({ ...line, pool_id: poolId, set_by: by, set_at: LOCK })
      .execute();
    const paid = { pool_id: poolId, entry_id: entryId, purpose: FEE, cents: 500, noted_by: by, noted_at: LOCK };
    await db
      .insertInto('pool_payments')
      .values({ ...paid, undone_by: by, undone_at: LOCK + 1 })
      .execute();
    const week_places = '[500,{"percent":20}]';
    const fixed = JSON.stringify({ weeks: { [WEEK_1]: 700 }, season: { weeks: 1, cents: 900 } });
    await db
      .insertInto('pool_money')
      .values({ pool_id: poolId, fee: 1000, buy_back: 300, week: 0, places: '[{"percent":60}]', week_places, fixed })
      .onConflict((c) => c.doNothing())
      .execute();
    await writeAudit(db, { act: 'hook.add', actorId: by, poolId, after: { hook: 'Chat' } }, LOCK);
    const fileOf = async (app: TestApp, as: Person) =>
      JSON.parse((await app.call('GET /api/pools/:poolId/file', { as, params: { poolId } })).text) as PoolFile;
    const whole = await fileOf(league, runner);
    expect(whole.log.filter(({ act }) => act.startsWith('hook.'))).toEqual([]);
    const { other, admin } = await elsewhere();
    (await other.call('POST /api/pools/file', { as: admin, body: whole })).ok();
    await other.deps.afterCommit.idle();
    const again = await fileOf(other, admin);
    const memberOf = ({ people }: PoolFile) => people.find(({ id }) => id === muted)?.member;
    expect(memberOf(again)).toEqual({ ...memberOf(whole), isMuted: true });
    const { talk, payments, weeks, money } = whole;
    expect(again).toMatchObject({ talk, payments, weeks, money });
    expect(again.lines).toEqual([{ ...line, setBy: by, setAt: LOCK }]);
    expect(talk.map(({ text, replyTo, reactions }) => [text, replyTo, reactions])).toEqual([
      ['Go Eagles', undefined, [{ userId: by, kind: 'fire', at: LOCK }]],
      [null, 0, undefined],
    ]);
    expect(money).toEqual({
      fee: 1000,
      buyBack: 300,
      week: [500, { percent: 20 }],
      places: [{ percent: 60 }],
      fixed: { weeks: [{ weekId: WEEK_1, cents: 700 }], season: { weeks: 1, cents: 900 } },
    });
    expect([talk.at(-1)?.deletedBy, payments.at(-1)?.undoneAt, weeks[0]?.decidedAt]).toEqual([by, LOCK + 1, LOCK]);
    await other.close();
  });

  test('has what was played and paid in a pool with weekly play', async () => {
    const {
      league: first,
      ann,
      bob,
      cy,
      dee,
      boss,
      ...rest
    } = await aLeague(engine, {
      members: ['ann', 'bob', 'cy', 'dee'],
      admins: ['boss'],
      games: {
        won: { home: 'DAL', away: 'NYG' },
        never: { home: 'SF', away: 'TB' },
        stopped: { home: 'MIA', away: 'NE' },
        later: { home: 'KC', away: 'LV', kickoff: SUNDAY_1PM + 3 * HOUR },
      },
      rules: { weekly: true },
    });
    const params = { poolId: rest.poolId };
    await writePlan(first.store.db, rest.poolId, { fee: 1000, week: 0, places: [] });
    const picks = [
      [ann, rest.won],
      [bob, rest.won],
      [cy, rest.never],
      [dee, rest.stopped],
      [bob, rest.later],
    ] as const;
    for (const [as, gid] of picks) (await first.pick(as, params.poolId, { gid, side: 'home' })).ok();
    const edit = async (gid: string, body: BodyOf<'PATCH /api/games/:gid'>) =>
      (await first.call('PATCH /api/games/:gid', { as: boss, params: { gid }, body })).ok();
    await edit(rest.never, { void: 'cancelled' });
    await move(first, LOCK);
    await edit(rest.stopped, { void: 'cancelled' });
    await removeMember(first.deps, rest.poolId, bob.userId);
    await move(first, SUNDAY_1PM + 4 * HOUR);
    for (const gid of [rest.won, rest.later]) await edit(gid, { status: 'Final', homeScore: 7 });
    await rescoreAllStale(first.store, Date.now);
    const seenIn = async (app: TestApp, as: Person) => {
      const money = (await app.call('GET /api/pools/:poolId/money', { as, params })).ok();
      const { rows } = (await app.call('GET /api/pools/:poolId/standings', { as, params })).ok();
      return { money, standings: rows.map(({ name, halves }) => `${name} ${halves}`) };
    };
    const seen = await seenIn(first, boss);
    expect(seen.money.entries.map(({ name, due }) => `${name} ${due}`)).toEqual([
      'Ann 1000',
      'Bob 1000',
      'Cy 0',
      'Dee 1000',
    ]);
    expect(seen.money.prizes).toMatchObject([{ cents: 3000, shares: [{ cents: 3000 }] }]);
    const whole = JSON.parse((await first.call('GET /api/pools/:poolId/file', { as: boss, params })).text) as PoolFile;
    const { other, admin } = await elsewhere();
    await move(other, SUNDAY_1PM + 4 * HOUR);
    (await other.call('POST /api/pools/file', { as: admin, body: whole })).ok();
    await other.deps.afterCommit.idle();
    expect(await seenIn(other, admin)).toEqual(seen);
    await first.close();
    await other.close();
  });

  test('keeps the names of the entries of one owner, and which of them is the first', async () => {
    const {
      league: first,
      kim,
      admin: boss,
      ...rest
    } = await aLeague(engine, {
      strangers: ['kim'],
      admins: ['admin'],
      games: { won: {} },
      rules: { entries: 3, lateJoin: 'lowest' },
    });
    const { poolId: id } = rest;
    const tom = await createUser(first.store.db, { displayName: 'Old Tom', accountId: null }, SUNDAY_1PM - HOUR);
    await setMembers(first.store.db, id, [tom], SUNDAY_1PM - HOUR);
    await putPick(first.store, { poolId: id, gid: rest.won, userId: tom, side: 'home', madeAt: SUNDAY_1PM - HOUR });
    await move(first, SUNDAY_1PM + 4 * HOUR);
    await addGame(first.deps, { gid: rest.won, status: 'Final', homeScore: 7 });
    await setMembers(first.store.db, id, [kim.userId], first.clock.now());
    const params = { poolId: id, entryId: entryIdOf(id, tom), userId: kim.userId };
    (await first.call('POST /api/entries/:entryId/link/:userId', { as: boss, params })).ok();
    (await first.call('POST /api/pools/:poolId/entries', { as: kim, params, body: {} })).ok();
    const standings = async (app: TestApp, as: Person) => {
      await rescoreAllStale(app.store, app.clock.now);
      const { rows } = (await app.call('GET /api/pools/:poolId/standings', { as, params })).ok();
      return rows.map(({ name, totalHalves }) => `${name} ${totalHalves}`);
    };
    const before = await standings(first, boss);
    expect(before).toEqual(['Kim 2', 'Old Tom 2', 'Kim 2 0']);
    const whole = JSON.parse((await first.call('GET /api/pools/:poolId/file', { as: boss, params })).text) as PoolFile;
    const { other, admin } = await elsewhere();
    await move(other, SUNDAY_1PM + 4 * HOUR);
    (await other.call('POST /api/pools/file', { as: admin, body: whole })).ok();
    expect(await standings(other, admin)).toEqual(before);
    await first.close();
    await other.close();
  });

  test('has a pick that a link filled in, after the link was undone and made again, and not while it is undone', async () => {
    const {
      league: first,
      kim,
      boss,
      won,
      ...rest
    } = await aLeague(engine, { members: ['kim'], admins: ['boss'], games: { won: {} } });
    const { poolId: id } = rest;
    const tom = await createUser(first.store.db, { displayName: 'Old Tom', accountId: null }, SUNDAY_1PM - HOUR);
    await setMembers(first.store.db, id, [tom], SUNDAY_1PM - HOUR);
    await putPick(first.store, { poolId: id, gid: won, userId: tom, side: 'home', madeAt: SUNDAY_1PM - HOUR });
    await move(first, LOCK);
    const entryId = entryIdOf(id, kim.userId);
    const filledFrom = async (): Promise<[string[], string | null]> => {
      const { text } = await first.call('GET /api/pools/:poolId/file', { as: boss, params: { poolId: id } });
      const body = JSON.parse(text) as PoolFile;
      const { other, admin } = await elsewhere();
      const { code } = await other.call('POST /api/pools/file', { as: admin, body });
      await other.close();
      const own = body.picks.filter((pick) => pick.entryId === entryId);
      return [own.map(({ revision, value }) => `${revision} ${value}`), code];
    };
    const params = { entryId: entryIdOf(id, tom), userId: kim.userId };
    const link = async () => (await first.call('POST /api/entries/:entryId/link/:userId', { as: boss, params })).ok();
    await link();
    (await first.call('DELETE /api/entries/:entryId/link', { as: boss, params, body: { reason: '' } })).ok();
    expect(await filledFrom()).toEqual([[], null]);
    await link();
    expect(await filledFrom()).toEqual([['1 {"side":"home"}'], null]);
    await first.close();
  });

  test('is read however often a pick was changed, and however many entries were added and given up', async () => {
    const {
      league: first,
      kim,
      boss,
      won,
      poolId: id,
    } = await aLeague(engine, { members: ['kim'], admins: ['boss'], games: { won: {} } });
    for (let change = 0; change < 204; change += 1) {
      const side = change % 2 === 0 ? 'home' : 'away';
      await putPick(first.store, { poolId: id, gid: won, userId: kim.userId, side, madeAt: change * 1000 });
    }
    const person = { pool_id: id, player_id: kim.userId, user_id: kim.userId, name: null };
    const further = Array.from({ length: 1001 }, (_, at) => {
      return { ...person, id: `further${at}`, number: at + 2, joined_at: at, out_at: at + 1 };
    });
    await first.store.db.insertInto('entries').values(further).execute();
    await move(first, LOCK);
    const { text } = await first.call('GET /api/pools/:poolId/file', { as: boss, params: { poolId: id } });
    await first.close();
    const whole = JSON.parse(text) as PoolFile;
    expect([whole.picks.length, Math.max(...whole.entries.map(({ number }) => number))]).toEqual([204, 1002]);
    const { other, admin } = await elsewhere();
    (await other.call('POST /api/pools/file', { as: admin, body: whole })).ok();
    const params = { poolId: id };
    const again = JSON.parse((await other.call('GET /api/pools/:poolId/file', { as: admin, params })).text) as PoolFile;
    expect(again.picks).toEqual(whole.picks);
    await other.close();
  });

  test('is read from its packed form, too, and not if that unpacks to too much', async () => {
    const { other, admin } = await elsewhere();
    Object.assign(other.deps.settings, { pools: 'everyone' });
    const fan = await addPerson(other.deps);
    const send = (packed: Buffer | string, as = admin) => {
      const body = { packed: Buffer.from(packed).toString('base64') };
      return other.call('POST /api/pools/packed-file', { as, body });
    };
    const large = 'It is too large to be read here.';
    const spaces = (mib: number) => gzipSync(Buffer.alloc(mib * 1024 * 1024, ' '));
    expect((await send(spaces(129))).text).toContain(large);
    expect((await send(spaces(17))).text).toContain('It is not complete JSON.');
    expect((await send(spaces(17), fan)).text).toContain(large);
    expect((await send(gzipSync(`[${'[],'.repeat(3_000_000)}[]]`))).text).toContain(large);
    expect((await send(gzipSync('[]'))).text).toContain('The file must be object.');
    expect((await send(gzipSync('{"format":'))).text).toContain('It is not complete JSON.');
    expect((await send('no gzip')).text).toContain('It is not complete JSON.');
    expect((await send(gzipSync(JSON.stringify({ ...file, pool: { ...file.pool, name: 'a\0b' } })))).code).toBe(
      'invalid_input',
    );
    expect((await send(gzipSync(JSON.stringify(file)))).ok()).toEqual({ id: poolId });
    await other.close();
  });

  test('is read with a survivor’s choice of a team that was replaced in its game, but not of an unknown team', async () => {
    const gid = file.games[0]?.gid ?? '';
    const choiceOf = (team: string) => {
      const value = JSON.stringify({ gid, team });
      const row = {
        kind: 'team',
        about: WEEK_1,
        value,
        revision: 1,
        madeAt: 1,
        enteredBy: null,
        reason: null,
      } as const;
      const picks = [{ ...row, entryId: file.entries[0]?.id ?? '' }];
      const rules = rulesWith({ format: 'survivor' });
      const changed = { ...file, pool: { ...file.pool, rules }, picks, payments: [], log: [], receipts: [] };
      return flawsOf({ ...changed, digest: digestOf(changed) });
    };
    expect(await choiceOf('NYG')).toEqual([]);
    expect(await choiceOf('XYZ')).toEqual(['picks.0.value: This is not a team.']);
  });

  test('that already has this pool refuses it', async () => {
    const admin = await addPerson(league.deps, { isAdmin: true });
    expect((await league.call('POST /api/pools/file', { as: admin, body: file })).code).toBe('pool_exists');
  });

  test('refuses it from somebody who has made as many pools as they may', async () => {
    const { other } = await elsewhere();
    Object.assign(other.deps.settings, { pools: 'everyone' });
    const fan = await addPerson(other.deps);
    for (let made = 0; made < POOLS_EACH; made += 1)
      (await other.call('POST /api/pools', { as: fan, body: { name: `Pool ${made}` } })).ok();
    expect((await other.call('POST /api/pools/file', { as: fan, body: file })).code).toBe('too_many_pools');
    await other.close();
  });

  test('that lacks its games refuses it from somebody who is not an admin, with each game', async () => {
    const { other } = await elsewhere();
    Object.assign(other.deps.settings, { pools: 'everyone' });
    const fan = await addPerson(other.deps);
    const reply = await other.call('POST /api/pools/file', { as: fan, body: file });
    expect(reply.code).toBe('flawed_pool_file');
    for (const { away, home, weekId } of file.games)
      expect(reply.text).toContain(`${away} @ ${home}, ${weekId}: The league does not have this game.`);
    await other.close();
  });

  test.each<[string, (file: PoolFile) => Partial<PoolFile>, string]>([
    [
      'a pick of an unknown entry',
      ({ picks }) => ({ picks: picks.map((row) => ({ ...row, entryId: 'x' })) }),
      'picks.0: It names',
    ],
    [
      'a pick that is none',
      ({ picks }) => ({ picks: picks.map((row) => ({ ...row, value: '{"side":"up"}' })) }),
      'picks.0.value: This is not a pick.',
    ],
    [
      'states out of order',
      ({ picks }) => ({ picks: picks.toReversed() }),
      'revision: The states of a pick are not in order.',
    ],
    ['a game twice', ({ games }) => ({ games: [...games, ...games] }), 'games.2: It is in the file twice.'],
    [
      'an unknown team',
      ({ games }) => ({ games: games.map((row) => ({ ...row, home: 'XYZ' })) }),
      'games.0: Unknown team, or a team against itself.',
    ],
    [
      'rules that do not go together',
      ({ pool }) => ({ pool: { ...pool, rules: { ...pool.rules, format: 'survivor', useSpread: true } } }),
      'pool.rules:',
    ],
    [
      'an act that is not of a pool',
      ({ log }) => ({ log: log.map((row) => ({ ...row, act: 'admin.grant' })) }),
      "act: 'admin.grant' is not",
    ],
    [
      'a game left out of another week than its own',
      ({ weeks }) => ({ weeks: weeks.map((week) => ({ ...week, leftOut: ['x'] })) }),
      'weeks.0.leftOut: It names something that is not in the file.',
    ],
    [
      'a week without a game that the pool plays',
      ({ pool, weeks, games }) => ({
        pool: { ...pool, rules: { ...pool.rules, slate: 'chosen' } },
        weeks: weeks.map((week) => ({ ...week, leftOut: games.map(({ gid }) => gid) })),
      }),
      'weeks.0.leftOut: A pool plays at least one game of a week.',
    ],
    [
      'rules of a week that do not go together',
      ({ weeks }) => {
        const rules = { ...weekRulesOf(defaultRules), thursdayGames: false };
        return { weeks: weeks.map((week) => ({ ...week, rules })) };
      },
      'weeks.0.rules: These rules conflict.',
    ],
    [
      'more entries of a person than the pool allows',
      ({ entries }) => ({
        entries: [
          ...entries,
          ...entries.slice(0, 1).map((row) => ({ ...row, id: 'second', number: 2, name: 'Second' })),
        ],
      }),
      'entries.2: Its owner has more entries than this pool allows.',
    ],
    [
      'a buy-back of an entry that is not there',
      () => ({ buyBacks: [{ entryId: 'x', weekId: WEEK_1, madeAt: 0, madeBy: 'x' }] }),
      'buyBacks.0: It names something that is not in the file.',
    ],
    [
      'a side table of an unknown week',
      () => ({ sideTables: [{ ...aSideTable, to: 'x' }] }),
      'sideTables.0: It names something that is not a week.',
    ],
    [
      'a side table that the pool cannot have',
      () => ({ sideTables: [{ ...aSideTable, who: { kind: 'out' } }] }),
      'sideTables.0: Only a survivor pool',
    ],
    [
      'a side table twice',
      () => ({ sideTables: [aSideTable, { ...aSideTable, id: 'u', name: 'TABLE' }] }),
      'sideTables.1: It is in the file twice.',
    ],
    [
      'a changed receipt',
      ({ receipts }) => ({ receipts: receipts.map((row) => ({ ...row, madeAt: 1 })) }),
      'Receipt 1 was changed',
    ],
    ['a missing receipt', ({ receipts }) => ({ receipts: receipts.slice(1) }), 'Receipt 1 is missing.'],
  ])('is refused with %s, and nothing is written', async (_, change, text) => {
    const { other, admin } = await elsewhere();
    const reply = await other.call('POST /api/pools/file', { as: admin, body: changed(change(file)) });
    expect(reply.code).toBe('flawed_pool_file');
    expect(reply.text).toContain(text);
    expect(await other.store.db.selectFrom('pools').select('id').execute()).toEqual([]);
    expect(await other.store.db.selectFrom('games').select('gid').execute()).toEqual([]);
    await other.close();
  });

  test('has a digest of all its fields', async () => {
    for (const field of Object.keys(file).filter((name) => name !== 'digest'))
      expect(digestOf({ ...file, [field]: 'x' }), field).not.toBe(file.digest);
  });

  test('is refused if it was changed after it was written', async () => {
    const { other, admin } = await elsewhere();
    const body = { ...file, writtenAt: 1 };
    const reply = await other.call('POST /api/pools/file', { as: admin, body });
    expect(reply.text).toContain('The file was changed after it was written');
    await other.close();
  });

  test('gives nobody an entry for an address in it', async () => {
    const { other, admin } = await elsewhere();
    await markVerified(other.store, other.store.db, admin.accountId, admin.email);
    const people = file.people.map((person, at) => (at === 0 ? { ...person, email: admin.email } : person));
    (await other.call('POST /api/pools/file', { as: admin, body: changed({ people }) })).ok();
    const owners = await other.store.db.selectFrom('entries').select('user_id').execute();
    expect(owners).toEqual([{ user_id: null }, { user_id: null }]);
    await other.close();
  });

  test('makes people whose ids are taken new people', async () => {
    const { other, admin } = await elsewhere();
    const text = JSON.stringify(file).replaceAll(`"${runner.userId}"`, `"${admin.userId}"`);
    const body = JSON.parse(text) as PoolFile;
    (await other.call('POST /api/pools/file', { as: admin, body: { ...body, digest: digestOf(body) } })).ok();
    const named = other.store.db.selectFrom('users').select('id').where('display_name', '=', 'Runner');
    expect((await named.execute()).map(({ id }) => id === admin.userId)).toEqual([false]);
    const params = { poolId };
    const read = readReceiptFile((await other.call('GET /api/pools/:poolId/receipts', { as: admin, params })).text);
    if ('problem' in read) throw new Error(read.problem);
    const { findings } = await checkReceipts(sha256, read, [file.receipts.at(-1)?.hash ?? '']);
    expect(findings, 'every hash that was kept holds').toEqual([]);
    const brought = read.receipts.slice(file.receipts.length);
    expect(brought.map(({ by, list = [] }) => [by, list.map(([, slot]) => slot)])).toEqual([
      ['import', [`game:${file.picks.find(({ enteredBy }) => enteredBy !== null)?.about}`]],
    ]);
    await other.close();
  });
});
