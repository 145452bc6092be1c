import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { MINUTE } from '#tests/core-samples.ts';
import { OutsideCalls } from './outside.ts';

const SILENT = { failure: 'no_answer' } as const;
const TAKEN = { status: 201, retryAfterMs: 0 };

/** How many of some calls begin that never end, each of another person. */
async function begunOf(calls: OutsideCalls, addresses: readonly string[]): Promise<number> {
  let begun = 0;
  for (const [at, address] of addresses.entries())
    void calls.take({ lane: 'posted', whose: `${address} ${at}`, address }, () => {
      begun += 1;
      return new Promise(() => {});
    });
  await nextTurn();
  return begun;
}

const twenty = Array.from({ length: 20 }, (_, at) => at);

describe('Calls to the outside', () => {
  test('that hang hold few slots of a host that has not answered, and half of them by any number of such hosts', async () => {
    const calls = new OutsideCalls();
    calls.note('https://known.test/', TAKEN, 0);
    expect(
      await begunOf(
        calls,
        twenty.map((at) => `https://one.test/${at}`),
      ),
    ).toBe(2);
    expect(
      await begunOf(
        calls,
        twenty.map((at) => `https://s${at}.test/`),
      ),
    ).toBe(6);
    expect(
      await begunOf(
        calls,
        twenty.map((at) => `https://known.test/${at}`),
      ),
    ).toBe(8);
  });

  test('hold four slots for one person', async () => {
    const calls = new OutsideCalls();
    let begun = 0;
    for (const at of twenty) {
      calls.note(`https://s${at}.test/`, TAKEN, 0);
      void calls.take({ lane: 'posted', whose: 'ann', address: `https://s${at}.test/` }, () => {
        begun += 1;
        return new Promise(() => {});
      });
    }
    await nextTurn();
    expect(begun).toBe(4);
  });

  test('wait longer each time for an address that does not answer, and after an answer not at all', () => {
    const calls = new OutsideCalls();
    const rests = [0, MINUTE, 3 * MINUTE].map((now) => calls.note('https://slow.test/a', SILENT, now));
    expect(rests).toEqual([MINUTE, 2 * MINUTE, 4 * MINUTE]);
    expect(calls.note('https://slow.test/a', TAKEN, 4 * MINUTE)).toBe(0);
    expect(calls.note('https://slow.test/a', SILENT, 4 * MINUTE)).toBe(MINUTE);
  });

  test('that hang together are one silence', () => {
    const calls = new OutsideCalls();
    expect([0, 1, 2].map((now) => calls.note('https://slow.test/a', SILENT, now))).toEqual([
      MINUTE,
      MINUTE - 1,
      MINUTE - 2,
    ]);
  });

  test('leave a host alone once none of its addresses answers', () => {
    const calls = new OutsideCalls();
    const rest = () => calls.hostRestsUntil('https://slow.test/other');
    for (const at of [1, 2]) calls.note(`https://slow.test/${at}`, SILENT, 0);
    expect(rest()).toBe(0);
    calls.note('https://slow.test/3', SILENT, 0);
    expect(rest()).toBe(MINUTE);
    calls.note('https://slow.test/4', TAKEN, 0);
    expect(rest()).toBe(0);
  });
});
