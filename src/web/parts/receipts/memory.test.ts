import { beforeEach, describe, expect, it, vi } from 'vitest';
import { LINKS_MAX } from '#contract/receipts.ts';
import type { KeptReceipt, ReceiptLink } from '#core/receipts/receipts.ts';
import { listText, poolHash, sealed } from '#core/receipts/receipts.ts';
import { fakeLocalStorage } from '#tests/local-storage.ts';
import { webHash } from '#web/lib/sha256.ts';
import type { ReadLinks } from './follow-chain.ts';
import { followChain } from './follow-chain.ts';
import { keepReceipt, keptReceipt, lostReceipt } from './memory.ts';

const hash = webHash ?? (() => '');
const poolId = 'p1';

/** A chain of receipts. @param seed another one makes other hashes */
async function chainOf(length: number, seed = 0): Promise<ReceiptLink[]> {
  const links: ReceiptLink[] = [];
  let previous = await poolHash(hash, poolId);
  for (let number = 1; number <= length; number += 1) {
    const head = { version: 2, number, weekId: '2026-week1', lockAt: seed, madeAt: seed, by: null, previous } as const;
    const link = await sealed(hash, head, listText([]));
    links.push(link);
    previous = link.hash;
  }
  return links;
}

const chain = await chainOf(20);
const rebuilt = await chainOf(20, 1);
const at = (links: readonly ReceiptLink[], number: number): KeptReceipt => {
  const { hash: sum = '' } = links[number - 1] ?? {};
  return { number, hash: sum };
};

/** A server with a chain. */
function serverWith(links: readonly ReceiptLink[]) {
  return vi.fn(async (from: number) => links.slice(from - 1, from - 1 + LINKS_MAX));
}

function following(readLinks: ReadLinks): (kept: KeptReceipt) => Promise<KeptReceipt | null> {
  return (kept) => followChain(kept, readLinks);
}

beforeEach(() => vi.stubGlobal('localStorage', fakeLocalStorage()));

interface Case {
  readonly name: string;
  readonly kept: KeptReceipt | null;
  /** As the page has it, maybe from its offline cache. */
  readonly latest: KeptReceipt | undefined;
  readonly served: readonly ReceiptLink[];
  readonly lost: boolean;
  readonly keptAfter: KeptReceipt | null;
  readonly calls: number;
}

const cases: readonly Case[] = [
  {
    name: 'nothing on the first visit, and remembers the latest receipt',
    kept: null,
    latest: at(chain, 12),
    served: chain,
    lost: false,
    keptAfter: at(chain, 12),
    calls: 0,
  },
  {
    name: 'nothing in a pool without receipts',
    kept: null,
    latest: undefined,
    served: [],
    lost: false,
    keptAfter: null,
    calls: 0,
  },
  {
    name: 'nothing while the receipt is the same, without a call',
    kept: at(chain, 12),
    latest: at(chain, 12),
    served: chain,
    lost: false,
    keptAfter: at(chain, 12),
    calls: 0,
  },
  {
    name: 'nothing if the chain continues, and remembers its last receipt',
    kept: at(chain, 12),
    latest: at(chain, 19),
    served: chain,
    lost: false,
    keptAfter: at(chain, 20),
    calls: 1,
  },
  {
    name: 'the remembered receipt if the chain was rebuilt',
    kept: at(chain, 12),
    latest: at(rebuilt, 20),
    served: rebuilt,
    lost: true,
    keptAfter: at(chain, 12),
    calls: 1,
  },
  {
    name: 'the remembered receipt if only a later one was changed',
    kept: at(chain, 12),
    latest: at(rebuilt, 20),
    served: chain.map((link) => (link.number === 15 ? { ...link, madeAt: 7 } : link)),
    lost: true,
    keptAfter: at(chain, 12),
    calls: 1,
  },
  {
    name: 'the remembered receipt if the chain is shorter',
    kept: at(chain, 12),
    latest: at(chain, 11),
    served: chain.slice(0, 11),
    lost: true,
    keptAfter: at(chain, 12),
    calls: 1,
  },
  {
    name: 'the remembered receipt if all are gone',
    kept: at(chain, 12),
    latest: undefined,
    served: [],
    lost: true,
    keptAfter: at(chain, 12),
    calls: 1,
  },
  {
    name: 'nothing if only the cached pool is older',
    kept: at(chain, 20),
    latest: at(chain, 12),
    served: chain,
    lost: false,
    keptAfter: at(chain, 20),
    calls: 1,
  },
];

describe('The memory of a browser reports', () => {
  it.each(cases)('$name', async ({ kept, latest, served, lost, keptAfter, calls }) => {
    keepReceipt(poolId, kept);
    const read = serverWith(served);
    expect(await lostReceipt(poolId, latest, following(read))).toEqual(lost ? kept : null);
    expect(keptReceipt(poolId)).toEqual(keptAfter);
    expect(read).toHaveBeenCalledTimes(calls);
  });

  it('a failed call, which changes nothing', async () => {
    keepReceipt(poolId, at(chain, 12));
    const read = () => Promise.reject(new Error('offline'));
    await expect(lostReceipt(poolId, at(rebuilt, 20), following(read))).rejects.toThrow('offline');
    expect(keptReceipt(poolId)).toEqual(at(chain, 12));
  });

  it('nothing about a long chain, which it reads call by call', async () => {
    const long = await chainOf(2 * LINKS_MAX);
    keepReceipt(poolId, at(long, 1));
    const read = serverWith(long);
    expect(await lostReceipt(poolId, at(long, 2), following(read))).toBeNull();
    expect(read.mock.calls).toEqual([[1], [LINKS_MAX], [2 * LINKS_MAX - 1]]);
    expect(keptReceipt(poolId)).toEqual(at(long, 2 * LINKS_MAX));
  });

  it('nothing without WebCrypto', async () => {
    keepReceipt(poolId, at(chain, 12));
    const read = serverWith(rebuilt);
    expect(await lostReceipt(poolId, at(rebuilt, 20), (kept) => followChain(kept, read, null))).toBeNull();
    expect([keptReceipt(poolId), read.mock.calls]).toEqual([at(chain, 12), []]);
  });

  it('nothing if the browser forbids storage', async () => {
    vi.stubGlobal('localStorage', undefined);
    keepReceipt(poolId, at(chain, 12));
    expect(await lostReceipt(poolId, at(rebuilt, 20), following(serverWith(rebuilt)))).toBeNull();
  });
});

describe('The memory of a browser', () => {
  it('keeps what another tab has remembered', async () => {
    keepReceipt(poolId, at(chain, 12));
    const read = async (from: number) => {
      keepReceipt(poolId, at(chain, 20));
      return chain.slice(from - 1, 15);
    };
    await lostReceipt(poolId, at(chain, 15), following(read));
    expect(keptReceipt(poolId)).toEqual(at(chain, 20));
  });

  it.each(['', '12', `0 ${at(chain, 12).hash}`, '12 x', `1e3 ${at(chain, 12).hash}`])('ignores %j', (stored) => {
    localStorage.setItem(`receipt:${poolId}`, stored);
    expect(keptReceipt(poolId)).toBeNull();
  });
});
