import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { usualEngines } from '#tests/engines.ts';
import { openLeague } from '#tests/open-league.ts';
import { until } from '#tests/until.ts';
import { startSecurityCleaning } from './security-log.ts';
import { addSecurityRow, readSecurityLog, SECURITY_KEPT_MS } from './security-store.ts';

const NOW = Date.UTC(2026, 8, 13, 16);
const OLD = NOW - SECURITY_KEPT_MS - 1;

function reportError(error: unknown): void {
  expect.unreachable(String(error));
}

describe.each(usualEngines)('Old rows of the security log on %s', (engine) => {
  let league: Awaited<ReturnType<typeof openLeague>>;
  let end: () => Promise<void> = async () => {};
  let now = NOW;

  beforeEach(async () => {
    now = NOW;
    league = await openLeague(engine);
  });

  afterEach(async () => {
    await end();
    await league.drop();
  });

  async function add(at: number, rows: number): Promise<void> {
    await league.store.db.transaction().execute(async (tx) => {
      const row = { at, event: 'refused', accountId: null, network: null, times: 1 } as const;
      for (let n = 0; n < rows; n += 1) await addSecurityRow(tx, row);
    });
  }

  const times = async () => {
    const rows = await readSecurityLog(league.store.db, undefined, { before: null, limit: 10_000 });
    return rows.map(({ at }) => at);
  };

  test('are removed by themselves, however many there are, and young ones stay', async () => {
    await add(OLD, 4500);
    await add(NOW - SECURITY_KEPT_MS, 2);
    end = startSecurityCleaning(league.store.db, () => now, reportError);
    await until(async () => (await times()).length === 2);
  });

  test('are looked for again and again', async () => {
    await add(NOW, 3);
    end = startSecurityCleaning(league.store.db, () => now, reportError, 20);
    await add(OLD, 1);
    now += SECURITY_KEPT_MS;
    await add(now, 1);
    now += 1;
    await until(async () => (await times()).length === 1);
    expect(await times()).toEqual([now - 1]);
  });
});
