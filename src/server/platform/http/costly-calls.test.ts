import { describe, expect, test } from 'vitest';
import { nextTurn } from '#server/platform/turns.ts';
import { aLeague } from '#tests/league.ts';
import { until } from '#tests/until.ts';
import { CostlyCalls } from './limits.ts';

/** Calls that end on command, in the order in which they began. */
function openCalls(engine: 'sqlite' | 'postgres') {
  const costly = new CostlyCalls(engine);
  const begun: string[] = [];
  const open: { readonly whose: string; readonly end: () => void }[] = [];
  return {
    begun,
    open,
    make: (whose: string) =>
      costly.run(whose, () => {
        begun.push(whose);
        return new Promise<void>((end) => open.push({ whose, end }));
      }),
    end(whose: string) {
      const at = open.findIndex((call) => call.whose === whose);
      open.splice(at, 1)[0]?.end();
    },
  };
}

describe('Costly calls', () => {
  test('run one at a time on SQLite, by people in turn', async () => {
    const { make, begun, open, end } = openCalls('sqlite');
    for (const whose of ['first', 'a', 'a', 'a', 'b', 'c']) void make(whose);
    for (const [at, whose] of ['first', 'a', 'b', 'c', 'a', 'a'].entries()) {
      await until(() => open.length > 0);
      expect([begun.length, begun.at(-1)]).toEqual([at + 1, whose]);
      end(whose);
    }
  });

  test('run three at a time on PostgreSQL, of each person one', async () => {
    const { make, begun, end } = openCalls('postgres');
    for (const whose of ['a', 'a', 'b', 'c', 'd']) void make(whose);
    await until(() => begun.length === 3);
    expect(begun).toEqual(['a', 'b', 'c']);
    end('b');
    await until(() => begun.length === 4);
    expect(begun).toEqual(['a', 'b', 'c', 'd']);
  });

  test('begin once the event loop has gone round, so that quick requests come first', async () => {
    const { make, begun } = openCalls('sqlite');
    void make('a');
    await nextTurn();
    expect(begun).toEqual([]);
    await until(() => begun.length === 1);
  });

  test('are refused while thirty of the same person are open; one that ends makes room', async () => {
    const { make, open, end } = openCalls('sqlite');
    const [first] = Array.from({ length: 30 }, () => make('a'));
    const refused = { failure: 'too_many_requests', retryAfterMs: 1000 };
    expect(await make('a')).toEqual(refused);
    await until(() => open.length > 0);
    end('a');
    await first;
    void make('a');
    expect(await make('a')).toEqual(refused);
  });

  test('that fail make room, too', async () => {
    const costly = new CostlyCalls('sqlite');
    const failing = costly.run('a', () => Promise.reject(new Error('no')));
    await expect(failing).rejects.toThrow('no');
    expect(await costly.run('a', async () => 'done')).toBe('done');
  });

  test('are those of routes that say so in the contract', async () => {
    const { league, ann, poolId } = await aLeague('sqlite', { members: ['ann'] });
    try {
      const refusals = async (name: 'GET /api/pools/:poolId/lab' | 'GET /api/pools/:poolId/standings') => {
        const calls = Array.from({ length: 31 }, () => league.call(name, { as: ann, params: { poolId } }));
        return (await Promise.all(calls)).flatMap(({ status, code }) => (status === 200 ? [] : [[status, code]]));
      };
      expect(await refusals('GET /api/pools/:poolId/lab')).toEqual([[429, 'too_many_requests']]);
      expect(await refusals('GET /api/pools/:poolId/standings')).toEqual([]);
    } finally {
      await league.close();
    }
  });
});
