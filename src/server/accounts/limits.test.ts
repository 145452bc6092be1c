import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { usualEngines } from '#tests/engines.ts';
import { openLeague } from '#tests/open-league.ts';
import type { Limits } from './limits.ts';
import { createLimits } from './limits.ts';

const NOW = Date.UTC(2026, 8, 13, 16);

describe.each(usualEngines)('Attempts from a network on %s', (engine) => {
  let league: Awaited<ReturnType<typeof openLeague>>;
  let limits: Limits;

  beforeEach(async () => {
    league = await openLeague(engine);
    limits = createLimits(league.store.db, 'secret', () => NOW);
  });

  afterEach(() => league.drop());

  /** How many of so many attempts are allowed. */
  async function allowed(count: number, address: (n: number) => string): Promise<number> {
    let taken = 0;
    for (let n = 0; n < count; n += 1) if ((await limits.take([['sign-in from', address(n)]])) === 0) taken += 1;
    return taken;
  }

  test.each([
    ['a /48 of IPv6', (n: number) => `2001:db8:1:${n.toString(16)}::1`],
    ['a /24 of IPv4', (n: number) => `203.0.113.${n}`],
  ])('that come from ever new connections of %s are eight times those of one connection', async (_, address) => {
    expect(await allowed(25, () => address(0))).toBe(20);
    expect(await allowed(200, (n) => address(1 + n))).toBe(140);
  });

  test('of one connection leave the rest of a carrier alone, however many there are', async () => {
    expect(await allowed(300, () => '100.64.7.1')).toBe(20);
    expect(await allowed(20, () => '100.64.7.2')).toBe(20);
    expect(await allowed(300, () => '2001:db8:7:1::1')).toBe(20);
    expect(await allowed(20, () => '2001:db8:7:2::1')).toBe(20);
  });

  test('that succeed are given back to the connection and to its network', async () => {
    const attempts = [['sign-in from', '203.0.113.9']] as const;
    for (let n = 0; n < 200; n += 1) {
      expect(await limits.take(attempts)).toBe(0);
      await limits.refund(attempts);
    }
  });
});
