import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { Wish } from '#contract/picks.ts';
import type { PoolFile } from '#contract/pool-file.ts';
import { checkReceipts } from '#core/receipts/check.ts';
import { readReceiptFile } from '#core/receipts/file.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import { readPoolFile } from '#server/pool-file/reads.ts';
import { importPool } from '#server/pool-file/store.ts';
import { findPool } from '#server/pools/reads.ts';
import { latestReceipt, sha256 } from '#server/receipts/reads.ts';
import type { TestApp } from '#tests/app.ts';
import { createTestApp } from '#tests/app.ts';
import { addGame, addPerson, addPool } from '#tests/builders.ts';
import { HOUR, SUNDAY_1PM } from '#tests/core-samples.ts';
import { setDatabaseClock } from '#tests/database-clock.ts';
import { usualEngines } from '#tests/engines.ts';
import { entryIdOf } from '#tests/entry-ids.ts';
import { ReceiptSweep } from './sweep.ts';

const pools: readonly Partial<PoolRules>[] = [
  { format: 'pickem' },
  { format: 'pickem', useSpread: true, bestBets: 1 },
  { format: 'confidence', tiebreak: 'closest' },
  { format: 'survivor', lives: 2 },
];

async function setTime({ store, clock }: TestApp, now: number): Promise<void> {
  clock.set(now);
  if (store.engine === 'postgres') await setDatabaseClock(store, now);
}

async function fileOf({ store, clock }: TestApp, poolId: string): Promise<PoolFile> {
  const pool = await findPool(store.db, poolId);
  if (pool === null) throw new Error('The pool is gone.');
  return readPoolFile(store.db, pool, { now: clock.now(), withAddresses: false });
}

describe.each(usualEngines)('A league of several pools with one commissioner on %s', (engine) => {
  test('moves twice, and every hash that was kept still holds', async () => {
    const hosts = [await createTestApp(engine)];
    const [first] = hosts as [TestApp];
    await setTime(first, SUNDAY_1PM - HOUR);
    const [runner, ann] = [
      await addPerson(first.deps, { name: 'Runner' }),
      await addPerson(first.deps, { name: 'Ann' }),
    ];
    const early = await addGame(first.deps, { home: 'PHI', away: 'DAL', spread: 3 });
    await addGame(first.deps, { home: 'KC', away: 'BUF', spread: -2.5, kickoff: SUNDAY_1PM + 3 * HOUR });
    const ids: string[] = [];
    for (const rules of pools)
      ids.push(await addPool(first.deps, { rules, members: [runner, ann], commissioners: [runner] }));
    const kept = new Map(ids.map((id) => [id, [] as string[]]));
    const keep = async ({ store }: TestApp) => {
      for (const id of ids) kept.get(id)?.push((await latestReceipt(store.db, id))?.hash ?? '');
    };
    for (const [at, id] of ids.entries()) {
      const team: Wish = { kind: 'team', about: '2026-week1', value: { gid: early, team: 'PHI' } };
      const side: Wish = { kind: 'pick', about: early, value: { side: 'home' } };
      const body = { picks: [pools[at]?.format === 'survivor' ? team : side] };
      const params = { entryId: entryIdOf(id, ann.userId) };
      (await first.call('PUT /api/entries/:entryId/picks', { as: ann, params, body })).ok();
    }
    await setTime(first, SUNDAY_1PM + HOUR);
    await new ReceiptSweep({ ...first.deps, onError: (error) => expect(error).toBeNull() }).sweep();
    await keep(first);
    // An entered pick names the commissioner.
    await first.enter(runner, entryIdOf(ids[0] ?? '', ann.userId), { gid: early, side: 'away' });
    await keep(first);
    for (let move = 1; move <= 2; move += 1) {
      const from = hosts.at(-1) ?? first;
      const files = await Promise.all(ids.map((id) => fileOf(from, id)));
      const to = await createTestApp(engine);
      hosts.push(to);
      await sql.raw(`drop trigger test_entry_ids ${engine === 'postgres' ? 'on entries' : ''}`).execute(to.store.db);
      await setTime(to, from.clock.now() + move * HOUR);
      const boss = await addPerson(to.deps, { name: 'Boss', isAdmin: true });
      const by = { userId: boss.userId, addsGames: true, matchesAddresses: false, isListed: true, clock: to.clock.now };
      for (const [at, file] of files.entries())
        expect(await importPool(to.store, file, by)).toMatchObject({ id: ids[at] });
      await new ReceiptSweep({ ...to.deps, onError: (error) => expect(error).toBeNull() }).sweep();
      await keep(to);
      for (const id of ids) {
        const reply = await to.call('GET /api/pools/:poolId/receipts', { as: boss, params: { poolId: id } });
        const read = readReceiptFile(reply.text);
        if ('problem' in read) throw new Error(read.problem);
        expect((await checkReceipts(sha256, read, kept.get(id))).findings).toEqual([]);
      }
    }
    for (const host of hosts) await host.close();
  });
});
