import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { QueuedPick, Wish } from './pick-queue.ts';
import { readQueued } from './pick-queue.ts';
import type { Failure, PickSaver } from './pick-saver.ts';
import { createPickSaver } from './pick-saver.ts';

const GID = 'g1';

/** How a try fares: answered; put off; lost on the way there; lost on the way back; or taken for lost, to arrive much later. */
const fates = ['answered', 'put off', 'lost', 'swallowed', 'delayed'] as const;
type Fate = (typeof fates)[number];

class Failed extends Error {
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failure);
    this.failure = failure;
  }
}

/** The rules of the server for one game. */
class Server {
  side: Wish = null;
  revision = 0;
  locked = false;

  put(side: Wish, basedOn: number): number {
    if (this.side === side) return this.revision;
    if (this.locked) throw new Failed('refused');
    if (this.revision > basedOn) throw new Failed('newer');
    this.side = side;
    this.revision += 1;
    return this.revision;
  }
}

/** A person on one page after the other, over a bad line. */
class World {
  readonly server = new Server();
  readonly shelf = new Map<string, string>();
  readonly fates: Fate[];
  readonly late: (() => void)[] = [];
  /** What the last tap promised: null where nothing is promised any more. */
  promise: { readonly side: Wish } | null = null;
  known = 0;
  page = 0;
  saver: PickSaver;

  constructor(fates: readonly Fate[]) {
    this.fates = [...fates];
    this.saver = this.#open();
  }

  #open(): PickSaver {
    this.page += 1;
    this.known = this.server.revision;
    const page = this.page;
    const saver = createPickSaver({
      save: (_gid, side, basedOn) => this.#send(page, side, basedOn),
      revisionOf: () => this.known,
      readRevision: async () => this.server.revision,
      failureOf: (error) => (error instanceof Failed ? error.failure : 'refused'),
      explain: () => 'refused',
      onFailure: () => undefined,
      shelf: {
        load: () => {
          const queued = readQueued(this.shelf.get(GID) ?? null);
          return new Map<string, QueuedPick>(queued ? [[GID, queued]] : []);
        },
        put: (gid, queued) => page === this.page && void this.shelf.set(gid, JSON.stringify(queued)),
        drop: (gid) => page === this.page && void this.shelf.delete(gid),
      },
    });
    // Once a refusal is shown, the person knows, and nothing is promised any more.
    saver.subscribe(() => {
      if (page === this.page && saver.state().failures[GID] !== undefined) this.promise = null;
    });
    return saver;
  }

  async #send(page: number, side: Wish, basedOn: number): Promise<number> {
    if (page !== this.page) return neverAnswered();
    await Promise.resolve();
    const fate = this.fates.shift() ?? 'answered';
    const arrive = () => this.server.put(side, basedOn);
    if (fate === 'delayed') this.late.push(() => quietly(arrive));
    if (fate === 'swallowed') quietly(arrive);
    if (fate === 'put off') throw new Failed('postponed');
    if (fate !== 'answered') throw new Failed('unanswered');
    const revision = arrive();
    await Promise.resolve();
    if (page !== this.page) return neverAnswered();
    this.known = revision;
    return revision;
  }

  tap(side: Wish): void {
    this.promise = { side };
    this.saver.pick(GID, side);
  }

  reload(): void {
    this.saver = this.#open();
    this.saver.flush();
  }

  /** Between two trips: while an answer is on its way, nobody could say which of two taps was the last. */
  async otherDevice(side: Wish): Promise<void> {
    await settled();
    if (this.server.locked) return;
    // What is stored may be changed elsewhere; what waits may not be lost without a word.
    const isStored = this.server.side === this.promise?.side;
    if (isStored && this.saver.state().waiting.length === 0) this.promise = null;
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
const wish = fc.constantFrom<Wish>('home', 'away', null);
const event = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('tap' as const), side: wish }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('otherDevice' as const), side: wish }) },
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
      return world.saver.flush();
    case 'reload':
      return world.reload();
    case 'lateArrival':
      return world.late.shift()?.();
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
        world.saver.flush();
        await settled();
        for (const arrive of world.late) arrive();
        expect(world.saver.state().pending).toEqual({});
        expect(world.shelf.size).toBe(0);
        if (world.promise) expect(world.server.side).toBe(world.promise.side);
      },
    ),
    { numRuns: 500 },
  );
});
