import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { SlotWish } from '#core/pick.ts';
import { isSameWish, slotKey } from '#core/pick.ts';
import type { Side } from '#core/types.ts';
import type { PendingPick, PickQueue, SaveFailure } from './pick-queue.ts';
import { createPickQueue } from './pick-queue.ts';
import { parsePendingPick } from './pick-storage.ts';

function tap(side: Side | null): SlotWish {
  return { kind: 'pick', about: 'g1', value: side && { side } };
}

const KEY = slotKey(tap(null));

/** How a request ends: answered; postponed; not understood; lost on the way; its reply lost; or lost and delivered much later. */
const fates = ['answered', 'postponed', 'not_understood', 'lost', 'swallowed', 'delayed'] as const;
type Fate = (typeof fates)[number];

class Failed extends Error {
  readonly failure: SaveFailure;

  constructor(failure: SaveFailure) {
    super(failure);
    this.failure = failure;
  }
}

/** The server's rules for one game. */
class Server {
  wish = tap(null);
  revision = 0;
  locked = false;

  put(wish: SlotWish, basedOn: number): number {
    if (isSameWish(this.wish, wish)) return this.revision;
    if (this.locked) throw new Failed('refused');
    if (this.revision > basedOn) throw new Failed('conflict');
    this.wish = wish;
    this.revision += 1;
    return this.revision;
  }
}

/** A person on one page after another, over a bad connection. */
class World {
  readonly server = new Server();
  readonly stored = new Map<string, string>();
  readonly fates: Fate[];
  readonly delayed: (() => void)[] = [];
  /** What the last tap promised; null if nothing is promised any more. */
  promise: SlotWish | null = null;
  known = 0;
  page = 0;
  queue: PickQueue;

  constructor(fates: readonly Fate[]) {
    this.fates = [...fates];
    this.queue = this.#open();
  }

  #open(): PickQueue {
    this.page += 1;
    this.known = this.server.revision;
    const page = this.page;
    const queue = createPickQueue({
      save: (wish, basedOn) => this.#send(page, wish, basedOn),
      revisionOf: () => this.known,
      readRevision: async () => this.server.revision,
      classify: (error) => (error instanceof Failed ? error.failure : 'refused'),
      explain: () => 'refused',
      onFailure: () => undefined,
      storage: {
        load: () => {
          const kept = parsePendingPick('2026_01', KEY, this.stored.get(KEY) ?? 'null');
          return new Map<string, PendingPick>(kept ? [[KEY, kept]] : []);
        },
        put: (key, pick) => page === this.page && void this.stored.set(key, JSON.stringify(pick)),
        remove: (key) => page === this.page && void this.stored.delete(key),
      },
    });
    // Once a refusal is shown, nothing is promised any more.
    queue.subscribe(() => {
      if (page === this.page && queue.state().failures.has(KEY)) this.promise = null;
    });
    return queue;
  }

  async #send(page: number, wish: SlotWish, basedOn: number): Promise<number> {
    if (page !== this.page) return neverAnswered();
    await Promise.resolve();
    const fate = this.fates.shift() ?? 'answered';
    const arrive = () => this.server.put(wish, basedOn);
    if (fate === 'delayed') this.delayed.push(() => quietly(arrive));
    if (fate === 'swallowed') quietly(arrive);
    // A server that does not understand the wish does not understand late arrivals either.
    if (fate === 'not_understood') this.delayed.length = 0;
    if (fate === 'postponed' || fate === 'not_understood') throw new Failed(fate);
    if (fate !== 'answered') throw new Failed('unanswered');
    const revision = arrive();
    await Promise.resolve();
    if (page !== this.page) return neverAnswered();
    this.known = revision;
    return revision;
  }

  tap(wish: SlotWish): void {
    this.promise = wish;
    this.queue.pick(wish);
  }

  reload(): void {
    this.queue = this.#open();
    this.queue.flush();
  }

  /** Runs between two requests: while one is in flight, the order of two taps would be undefined. */
  async otherDevice(wish: SlotWish): Promise<void> {
    await settled();
    if (this.server.locked) return;
    // A stored pick may be changed elsewhere; a pending one may not be lost silently.
    const isStored = this.promise !== null && isSameWish(this.server.wish, this.promise);
    if (isStored && this.queue.state().waiting.length === 0) this.promise = null;
    quietly(() => this.server.put(wish, this.server.revision));
  }
}

/** A closed page sends and receives nothing more. */
function neverAnswered(): Promise<never> {
  return new Promise(() => undefined);
}

function quietly(act: () => void): void {
  try {
    act();
  } catch {
    // A late arrival is refused, but no page is left to receive that.
  }
}

const settled = () => new Promise((resolve) => setTimeout(resolve));
// A new object for each tap, as on a page.
const wish = fc.constantFrom<Side | null>('home', 'away', null).map(tap);
const event = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('tap' as const), wish }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('otherDevice' as const), wish }) },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constantFrom('flush', 'reload', 'rest', 'step', 'lateArrival') }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('lock' as const) }) },
);

type Event = typeof event extends fc.Arbitrary<infer E> ? E : never;

async function happen(world: World, what: Event): Promise<void> {
  switch (what.kind) {
    case 'tap':
      return world.tap(what.wish);
    case 'otherDevice':
      return world.otherDevice(what.wish);
    case 'flush':
      return world.queue.flush();
    case 'reload':
      return world.reload();
    case 'lateArrival':
      return world.delayed.shift()?.();
    case 'step':
      return Promise.resolve();
    case 'rest':
      return void (await settled());
    default:
      world.server.locked = true;
  }
}

it('in any order of taps, failures and reloads, the last tap wins or its refusal is shown', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom(...fates), { maxLength: 8 }),
      fc.array(event, { maxLength: 14 }),
      async (fate, events) => {
        const world = new World(fate);
        for (const each of events) await happen(world, each);
        world.fates.length = 0;
        await settled();
        world.queue.flush();
        await settled();
        for (const arrive of world.delayed) arrive();
        expect(world.queue.state().pending.size).toBe(0);
        expect(world.stored.size).toBe(0);
        if (world.promise) expect(world.server.wish).toEqual(world.promise);
      },
    ),
    { numRuns: 500 },
  );
});
