import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { PendingPick, PickedSide, PickQueue, SaveFailure } from './pick-queue.ts';
import { createPickQueue } from './pick-queue.ts';
import { parsePendingPick } from './pick-storage.ts';

const GID = 'g1';

/** How a request ends: answered; postponed; lost before the server; the reply lost; or taken for lost, to arrive much later. */
const fates = ['answered', 'postponed', 'lost', 'swallowed', 'delayed'] as const;
type Fate = (typeof fates)[number];

class Failed extends Error {
  readonly failure: SaveFailure;

  constructor(failure: SaveFailure) {
    super(failure);
    this.failure = failure;
  }
}

/** The rules of the server for one game. */
class Server {
  side: PickedSide = null;
  revision = 0;
  locked = false;

  put(side: PickedSide, basedOn: number): number {
    if (this.side === side) return this.revision;
    if (this.locked) throw new Failed('refused');
    if (this.revision > basedOn) throw new Failed('conflict');
    this.side = side;
    this.revision += 1;
    return this.revision;
  }
}

/** A person on one page after the other, over a bad connection. */
class World {
  readonly server = new Server();
  readonly stored = new Map<string, string>();
  readonly fates: Fate[];
  readonly delayed: (() => void)[] = [];
  /** What the last tap promised: null where nothing is promised any more. */
  promise: { readonly side: PickedSide } | null = null;
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
      save: (_gid, side, basedOn) => this.#send(page, side, basedOn),
      revisionOf: () => this.known,
      readRevision: async () => this.server.revision,
      classify: (error) => (error instanceof Failed ? error.failure : 'refused'),
      explain: () => 'refused',
      onFailure: () => undefined,
      storage: {
        load: () => {
          const kept = parsePendingPick(this.stored.get(GID) ?? 'null');
          return new Map<string, PendingPick>(kept ? [[GID, kept]] : []);
        },
        put: (gid, pick) => page === this.page && void this.stored.set(gid, JSON.stringify(pick)),
        remove: (gid) => page === this.page && void this.stored.delete(gid),
      },
    });
    // Once a refusal is shown, the person knows, and nothing is promised any more.
    queue.subscribe(() => {
      if (page === this.page && queue.state().failures[GID] !== undefined) this.promise = null;
    });
    return queue;
  }

  async #send(page: number, side: PickedSide, basedOn: number): Promise<number> {
    if (page !== this.page) return neverAnswered();
    await Promise.resolve();
    const fate = this.fates.shift() ?? 'answered';
    const arrive = () => this.server.put(side, basedOn);
    if (fate === 'delayed') this.delayed.push(() => quietly(arrive));
    if (fate === 'swallowed') quietly(arrive);
    if (fate === 'postponed') throw new Failed('postponed');
    if (fate !== 'answered') throw new Failed('unanswered');
    const revision = arrive();
    await Promise.resolve();
    if (page !== this.page) return neverAnswered();
    this.known = revision;
    return revision;
  }

  tap(side: PickedSide): void {
    this.promise = { side };
    this.queue.pick(GID, side);
  }

  reload(): void {
    this.queue = this.#open();
    this.queue.flush();
  }

  /** Between two trips: while an answer is on its way, nobody could say which of two taps was the last. */
  async otherDevice(side: PickedSide): Promise<void> {
    await settled();
    if (this.server.locked) return;
    // What is stored may be changed elsewhere; what waits may not be lost without a word.
    const isStored = this.server.side === this.promise?.side;
    if (isStored && this.queue.state().waiting.length === 0) this.promise = null;
    quietly(() => this.server.put(side, this.server.revision));
  }
}

/** A page that was left sends nothing more and hears nothing. */
function neverAnswered(): Promise<never> {
  return new Promise(() => undefined);
}

function quietly(act: () => void): void {
  try {
    act();
  } catch {
    // A late arrival is refused with nobody there to hear it.
  }
}

const settled = () => new Promise((resolve) => setTimeout(resolve));
const side = fc.constantFrom<PickedSide>('home', 'away', null);
const event = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('tap' as const), side }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('otherDevice' as const), side }) },
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
      return world.tap(what.side);
    case 'otherDevice':
      return world.otherDevice(what.side);
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

it('whatever the order of taps, failures and reloads, the last tap wins or its refusal is shown', async () => {
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
        expect(world.queue.state().pending).toEqual({});
        expect(world.stored.size).toBe(0);
        if (world.promise) expect(world.server.side).toBe(world.promise.side);
      },
    ),
    { numRuns: 500 },
  );
});
