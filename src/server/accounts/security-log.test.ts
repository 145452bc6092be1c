import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { usualEngines } from '#tests/engines.ts';
import { openLeague } from '#tests/open-league.ts';
import { createSecurityLog } from './security-log.ts';
import type { SecurityNote } from './security-store.ts';
import { readSecurityLog } from './security-store.ts';

const NOON = Date.UTC(2026, 8, 13, 16);
const MINUTE = 60_000;

const failure: SecurityNote = { event: 'sign-in-failed', accountId: null, network: '192.0.2.1' };

describe.each(usualEngines)('The security log on %s', (engine) => {
  let league: Awaited<ReturnType<typeof openLeague>>;
  let time = NOON;

  beforeAll(async () => {
    league = await openLeague(engine);
  });
  beforeEach(() => league.store.db.deleteFrom('security_log').execute());
  afterAll(() => league.drop());

  const openLog = () =>
    createSecurityLog(
      league.store.db,
      () => {},
      () => time,
    );
  const rows = () => readSecurityLog(league.store.db, undefined, { before: null, limit: 10_000 });

  test('counts equal events of one minute in one row, however they are written', async () => {
    const log = openLog();
    for (let n = 0; n < 3; n += 1) log.note(failure);
    await log.flush();
    log.note(failure);
    log.note({ ...failure, accountId: 'another' });
    await log.flush();
    time += MINUTE;
    log.note(failure);
    await log.flush();
    expect((await rows()).map(({ accountId, times }) => [accountId, times])).toEqual([
      [null, 1],
      ['another', 1],
      [null, 4],
    ]);
  });

  test('keeps few rows of an attack from one network, and still counts all of it', async () => {
    const log = openLog();
    for (let n = 0; n < 500; n += 1) log.note({ ...failure, accountId: `account ${n}` });
    await log.flush();
    const kept = await rows();
    expect(kept).toHaveLength(21);
    expect(kept[0]).toMatchObject({ accountId: null, network: '192.0.2.1', times: 480, detail: 'more of these' });
  });

  test('keeps a bounded number of rows of an attack from everywhere, and what else happens meanwhile', async () => {
    const log = openLog();
    for (let n = 0; n < 5000; n += 1) log.note({ ...failure, network: `192.0.${n >> 8}.${n & 255}` });
    log.note({ event: 'sign-in', accountId: 'owner', network: '198.51.100.7', detail: 'password' });
    await log.flush();
    const kept = await rows();
    expect(kept).toHaveLength(2002);
    expect(kept.reduce((sum, { times }) => sum + times, 0)).toBe(5001);
    expect(kept[0]).toMatchObject({ event: 'sign-in', accountId: 'owner' });
  });

  test('keeps a bounded number of rows of sign-ins and their ends, and failures that happen meanwhile', async () => {
    const log = openLog();
    for (let n = 0; n < 3000; n += 1) {
      const network = `192.0.${n >> 8}.${n & 255}`;
      log.note({ event: 'sign-in', accountId: 'one', network });
      log.note({ event: 'session-ended', accountId: 'one', network });
    }
    log.note({ ...failure, accountId: 'owner', network: '198.51.100.7' });
    await log.flush();
    const kept = await rows();
    expect(kept).toHaveLength(2003);
    expect(kept.reduce((sum, { times }) => sum + times, 0)).toBe(6001);
    expect(kept[0]).toMatchObject({ event: 'sign-in-failed', accountId: 'owner' });
  });

  test('retries failed writes with the next events', async () => {
    const log = openLog();
    const { db } = league.store;
    await db.schema.alterTable('security_log').renameTo('security_log_away').execute();
    log.note(failure);
    await expect(log.flush()).rejects.toThrow();
    await db.schema.alterTable('security_log_away').renameTo('security_log').execute();
    log.note(failure);
    await log.flush();
    expect((await rows()).map(({ times }) => times)).toEqual([2]);
  });
});
