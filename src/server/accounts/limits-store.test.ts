import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { engines } from '#tests/engines.ts';
import { openLeague } from '#tests/open-league.ts';
import { charge, deleteOldAttempts, forgive, refund } from './security-store.ts';

const NOW = Date.UTC(2026, 8, 13, 16);
const SECOND = 1000;

describe.each(engines)('Attempts on %s', (engine) => {
  let league: Awaited<ReturnType<typeof openLeague>>;
  let made = 0;

  beforeAll(async () => {
    league = await openLeague(engine);
  });

  afterAll(() => league.drop());

  /** Three at once, and one more each ten seconds. */
  function three() {
    made += 1;
    return { key: `three ${made}`, burst: 3, everyMs: 10 * SECOND };
  }

  const at = (seconds: number) => NOW + seconds * SECOND;
  const rows = () => league.store.db.selectFrom('attempts').selectAll().execute();

  test('are free up to the burst; then each has to wait for its turn', async () => {
    const { db } = league.store;
    const limit = three();
    const waits: number[] = [];
    for (let n = 0; n < 5; n += 1) waits.push(await charge(db, [limit], NOW));
    expect(waits).toEqual([0, 0, 0, 10 * SECOND, 10 * SECOND]);
    expect(await charge(db, [limit], at(9))).toBe(SECOND);
    expect(await charge(db, [limit], at(10))).toBe(0);
    expect(await charge(db, [limit], at(10))).toBe(10 * SECOND);
    expect(await charge(db, [limit], at(20))).toBe(0);
  });

  test('after a pause exactly the whole burst is available again', async () => {
    const { db } = league.store;
    const limit = three();
    for (let n = 0; n < 3; n += 1) await charge(db, [limit], NOW);
    const waits: number[] = [];
    for (let n = 0; n < 4; n += 1) waits.push(await charge(db, [limit], at(3600)));
    expect(waits).toEqual([0, 0, 0, 10 * SECOND]);
  });

  test('that are refused cost nothing and write nothing', async () => {
    const { db } = league.store;
    const limit = three();
    for (let n = 0; n < 3; n += 1) await charge(db, [limit], NOW);
    const before = await rows();
    for (let n = 0; n < 50; n += 1) await charge(db, [limit], NOW);
    expect(await rows()).toEqual(before);
    expect(await charge(db, [limit], at(10))).toBe(0);
  });

  test('count against all limits or against none', async () => {
    const { db } = league.store;
    const [spent, fresh] = [three(), three()];
    for (let n = 0; n < 3; n += 1) await charge(db, [spent], NOW);
    expect(await charge(db, [fresh, spent], NOW)).toBe(10 * SECOND);
    const waits: number[] = [];
    for (let n = 0; n < 4; n += 1) waits.push(await charge(db, [fresh], NOW));
    expect(waits).toEqual([0, 0, 0, 10 * SECOND]);
  });

  test('that a clock which was ahead has counted delay nobody longer than one interval', async () => {
    const { db } = league.store;
    const limit = three();
    for (let n = 0; n < 3; n += 1) await charge(db, [limit], at(7200));
    expect(await charge(db, [limit], NOW)).toBe(10 * SECOND);
    expect(await charge(db, [limit], at(10))).toBe(0);
    expect(await charge(db, [limit], at(10))).toBe(10 * SECOND);
    expect(await charge(db, [limit], at(3600))).toBe(0);
  });

  test('that come at the same moment are all counted', async () => {
    const { db } = league.store;
    const limit = three();
    const waits = await Promise.all(Array.from({ length: 30 }, () => charge(db, [limit], NOW)));
    expect(waits.filter((wait) => wait === 0)).toHaveLength(3);
  });

  test('can be taken back', async () => {
    const { db } = league.store;
    const limit = three();
    for (let n = 0; n < 20; n += 1) {
      expect(await charge(db, [limit], NOW)).toBe(0);
      await refund(db, [limit]);
    }
    for (let n = 0; n < 3; n += 1) await charge(db, [limit], NOW);
    await forgive(db, limit.key);
    expect(await charge(db, [limit], NOW)).toBe(0);
  });

  test('are forgotten when they count no longer', async () => {
    const { db } = league.store;
    const [old, fresh] = [three(), three()];
    await charge(db, [old], NOW);
    await charge(db, [fresh], at(60));
    await deleteOldAttempts(db, at(60));
    expect((await rows()).map((row) => row.key)).not.toContain(old.key);
    expect((await rows()).map((row) => row.key)).toContain(fresh.key);
  });
});
