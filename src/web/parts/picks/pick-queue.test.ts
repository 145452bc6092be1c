import { describe, expect, it } from 'vitest';
import type { SlotWish } from '#core/pick.ts';
import { slotKey } from '#core/pick.ts';
import type { Side } from '#core/types.ts';
import type { PendingPick, SaveFailure } from './pick-queue.ts';
import { createPickQueue, failureOf, isWaiting, MOST_BREAKDOWNS, pendingOf } from './pick-queue.ts';

const weekId = '2026_01';

function tap(gid: string, side: Side | null): SlotWish {
  return { kind: 'pick', about: gid, value: side && { side } };
}

function guess(gid: string, total: number | null): SlotWish {
  return { kind: 'guess', about: weekId, value: { gid, total } };
}

function order(...gids: string[]): SlotWish {
  return { kind: 'order', about: weekId, value: { order: gids } };
}

function byKey(...choices: readonly SlotWish[]): ReadonlyMap<string, SlotWish> {
  return new Map(choices.map((wish) => [slotKey(wish), wish]));
}

const nothing = byKey();

/** What a device stored for an earlier page. */
function keptOf(pick: PendingPick): Map<string, PendingPick> {
  return new Map([[slotKey(pick.wish), pick]]);
}

class Refusal extends Error {
  readonly failure: SaveFailure;

  constructor(failure: SaveFailure, why = '') {
    super(why);
    this.failure = failure;
  }
}

interface Call {
  readonly wish: SlotWish;
  readonly basedOn: number;
  readonly answer: (revision?: number) => void;
  readonly refuse: (why: string) => void;
  readonly fail: (failure: SaveFailure) => void;
}

/** A server whose replies are given by hand, in the order of the calls. */
function slowServer(kept = new Map<string, PendingPick>(), revision = 0) {
  const waiting: Call[] = [];
  const stored = new Map<string, SlotWish>();
  const failures: SaveFailure[] = [];
  const queue = createPickQueue({
    save: (wish, basedOn) =>
      new Promise<number>((resolve, reject) => {
        const answer = (revision = 1) => {
          stored.set(slotKey(wish), wish);
          resolve(revision);
        };
        const fail = (failure: SaveFailure) => reject(new Refusal(failure));
        const refuse = (why: string) => reject(new Refusal('refused', why));
        waiting.push({ wish, basedOn, answer, refuse, fail });
      }),
    revisionOf: () => revision,
    readRevision: async () => 7,
    classify: (error) => (error instanceof Refusal ? error.failure : 'refused'),
    explain: (error) => (error instanceof Error ? error.message : ''),
    onFailure: (_error, failure) => failures.push(failure),
    storage: {
      load: () => new Map(kept),
      put: (key, pick) => void kept.set(key, pick),
      remove: (key) => void kept.delete(key),
    },
  });
  return { queue, waiting, stored, failures, kept };
}

/** Waits until all replies are processed. */
const settled = () => new Promise((resolve) => setTimeout(resolve));

it('an order is sent in parallel with the picks of its week, one at a time, and the last one wins', async () => {
  const { queue, waiting, stored } = slowServer();
  queue.pick(tap('g1', 'home'));
  queue.pick(order('g1', 'g2'));
  queue.pick(order('g2', 'g1'));
  expect(waiting.map(({ wish }) => wish)).toEqual([tap('g1', 'home'), order('g1', 'g2')]);
  expect(pendingOf(queue.state(), 'order', weekId)).toEqual(order('g2', 'g1'));
  waiting[1]?.answer(3);
  await settled();
  expect(waiting[2]).toMatchObject({ wish: order('g2', 'g1'), basedOn: 3 });
  waiting[2]?.answer(4);
  waiting[0]?.answer();
  await settled();
  expect(stored).toEqual(byKey(tap('g1', 'home'), order('g2', 'g1')));
  expect(queue.state().saved).toBe(true);
});

it.each([
  ['answered', (call: Call) => call.answer()],
  ['refused', (call: Call) => call.refuse('Locked')],
] as const)('a wish that equals one in flight is %s with it, whatever its kind', async (_how, end) => {
  const { queue, waiting } = slowServer();
  for (const wish of [order('g1', 'g2'), guess('g1', 41), { ...tap('g1', 'home'), best: true }] as const) {
    queue.pick(wish);
    queue.pick(structuredClone(wish));
  }
  for (const call of [...waiting]) end(call);
  await settled();
  expect(waiting).toHaveLength(3);
  expect(queue.state().pending).toEqual(nothing);
});

it('a team is not a side, and a conflict of a first try is resolved by sending it again', async () => {
  const team = { kind: 'team', about: weekId, value: { gid: 'g1', team: 'KC' } } as const;
  const { queue, waiting } = slowServer();
  queue.pick(team);
  expect(pendingOf(queue.state(), 'team', weekId)).toEqual(team);
  expect(pendingOf(queue.state(), 'pick', 'g1')).toBeUndefined();
  waiting[0]?.fail('conflict');
  await settled();
  expect(waiting[1]).toMatchObject({ wish: team, basedOn: 7 });
});

/** A tap on the home side that the server did not answer. */
async function unansweredTap(revision = 0) {
  const server = slowServer(new Map(), revision);
  server.queue.pick(tap('g1', 'home'));
  server.waiting[0]?.fail('unanswered');
  await settled();
  return server;
}

describe('saving picks', () => {
  it.each(['__proto__', 'constructor', 'toString'])('accepts any id of a game, even %s', async (gid) => {
    const { queue, waiting } = slowServer();
    expect(failureOf(queue.state(), 'pick', gid)).toBeUndefined();
    queue.pick(tap(gid, 'home'));
    expect(pendingOf(queue.state(), 'pick', gid)).toEqual(tap(gid, 'home'));
    waiting[0]?.refuse('Locked');
    await settled();
    expect(failureOf(queue.state(), 'pick', gid)).toBe('Locked');
    queue.pick(tap(gid, 'home'));
    expect(failureOf(queue.state(), 'pick', gid)).toBeUndefined();
  });

  it('shows the tapped side at once, and as saved once the server confirms it', async () => {
    const { queue, waiting, stored, kept } = slowServer();
    queue.pick(tap('g1', 'home'));
    expect(queue.state()).toEqual({
      pending: byKey(tap('g1', 'home')),
      waiting: [],
      failures: new Map(),
      saved: false,
    });
    expect([...kept.keys()]).toEqual(['pick g1']);
    waiting[0]?.answer();
    await settled();
    expect(queue.state()).toEqual({ pending: nothing, waiting: [], failures: new Map(), saved: true });
    expect(stored).toEqual(byKey(tap('g1', 'home')));
    expect(kept.size).toBe(0);
  });

  it('sends the taps on one game one after the other, and only the last of those that were waiting', async () => {
    const { queue, waiting, stored } = slowServer();
    for (const side of ['home', 'away', 'home', 'away'] as const) queue.pick(tap('g1', side));
    expect(waiting).toHaveLength(1);
    waiting[0]?.answer(4);
    await settled();
    expect(queue.state().pending).toEqual(byKey(tap('g1', 'away')));
    expect(waiting.map(({ wish, basedOn }) => [wish, basedOn])).toEqual([
      [tap('g1', 'home'), 0],
      [tap('g1', 'away'), 4],
    ]);
    waiting[1]?.answer();
    await settled();
    expect(waiting).toHaveLength(2);
    expect(stored).toEqual(byKey(tap('g1', 'away')));
    expect(queue.state().saved).toBe(true);
  });

  it('sends nothing again if the last tap is already being sent', async () => {
    const { queue, waiting } = slowServer();
    for (const side of ['home', 'away', 'home'] as const) queue.pick(tap('g1', side));
    waiting[0]?.answer();
    await settled();
    expect(waiting).toHaveLength(1);
    expect(queue.state().pending).toEqual(nothing);
  });

  it('saves different games in parallel', async () => {
    const { queue, waiting } = slowServer();
    queue.pick(tap('g1', 'home'));
    queue.pick(tap('g2', 'away'));
    expect(waiting.map(({ wish }) => wish)).toEqual([tap('g1', 'home'), tap('g2', 'away')]);
    waiting[1]?.answer();
    await settled();
    expect(queue.state()).toEqual({
      pending: byKey(tap('g1', 'home')),
      waiting: [],
      failures: new Map(),
      saved: false,
    });
  });

  it('reverts a refused tap and keeps the reason until the next tap', async () => {
    const { queue, waiting, failures, kept } = slowServer();
    queue.pick(tap('g1', 'home'));
    waiting[0]?.refuse('This game is locked.');
    await settled();
    const refusal = new Map([['pick g1', 'This game is locked.']]);
    expect(queue.state()).toEqual({ pending: nothing, waiting: [], failures: refusal, saved: false });
    expect(failures).toEqual(['refused']);
    expect(kept.size).toBe(0);
    queue.pick(tap('g1', 'away'));
    expect(queue.state().failures).toEqual(new Map());
  });

  it('still sends a later tap when the one before it was refused', async () => {
    const { queue, waiting, stored } = slowServer();
    queue.pick(tap('g1', 'home'));
    queue.pick(tap('g1', 'away'));
    waiting[0]?.refuse('This game is locked.');
    await settled();
    waiting[1]?.answer();
    await settled();
    expect(stored).toEqual(byKey(tap('g1', 'away')));
    expect(queue.state()).toEqual({ pending: nothing, waiting: [], failures: new Map(), saved: true });
  });

  it('clears a pick in the same way', async () => {
    const { queue, waiting, stored } = slowServer();
    queue.pick(tap('g1', null));
    expect(queue.state().pending).toEqual(byKey(tap('g1', null)));
    waiting[0]?.answer();
    await settled();
    expect(stored).toEqual(byKey(tap('g1', null)));
  });

  it('follows a newer pick on the first try: the last tap wins', async () => {
    const { queue, waiting, failures } = slowServer();
    queue.pick(tap('g1', 'home'));
    waiting[0]?.fail('conflict');
    await settled();
    expect(waiting[1]).toMatchObject({ wish: tap('g1', 'home'), basedOn: 7 });
    waiting[1]?.answer(8);
    await settled();
    expect(queue.state()).toEqual({ pending: nothing, waiting: [], failures: new Map(), saved: true });
    expect(failures).toEqual([]);
  });

  it('gives up after newer picks three times in a row', async () => {
    const { queue, waiting, failures } = slowServer();
    queue.pick(tap('g1', 'home'));
    for (let at = 0; at < 4; at += 1) {
      waiting[at]?.fail('conflict');
      await settled();
    }
    expect(waiting).toHaveLength(4);
    expect(failures).toEqual(['conflict']);
    expect(queue.state().pending).toEqual(nothing);
    expect([...queue.state().failures.keys()]).toEqual(['pick g1']);
  });

  it('notifies its listeners of every change until they unsubscribe', async () => {
    const { queue, waiting } = slowServer();
    let changes = 0;
    const unsubscribe = queue.subscribe(() => {
      changes += 1;
    });
    queue.pick(tap('g1', 'home'));
    waiting[0]?.answer();
    await settled();
    expect(changes).toBe(2);
    unsubscribe();
    queue.pick(tap('g1', 'away'));
    expect(changes).toBe(2);
  });
});

describe('on a broken connection', () => {
  it('a tap stays, waits, and is sent again with the revision it was based on', async () => {
    const { queue, waiting, stored, kept } = await unansweredTap(3);
    expect(queue.state()).toEqual({
      pending: byKey(tap('g1', 'home')),
      waiting: ['pick g1'],
      failures: new Map(),
      saved: false,
    });
    expect(kept.get('pick g1')).toMatchObject({ wish: tap('g1', 'home'), basedOn: 3, isRetry: true });
    queue.flush();
    queue.flush();
    expect(waiting.map(({ basedOn }) => basedOn)).toEqual([3, 3]);
    waiting[1]?.answer();
    await settled();
    expect(stored).toEqual(byKey(tap('g1', 'home')));
    expect(queue.state()).toEqual({ pending: nothing, waiting: [], failures: new Map(), saved: true });
  });

  it('a tap that may have arrived is sent again before the next one', async () => {
    const { queue, waiting } = await unansweredTap();
    queue.pick(tap('g1', 'away'));
    expect(waiting[1]).toMatchObject({ wish: tap('g1', 'home'), basedOn: 0 });
    waiting[1]?.answer(1);
    await settled();
    expect(waiting[2]).toMatchObject({ wish: tap('g1', 'away'), basedOn: 1 });
  });

  it('a newer pick of the player stays, and a message says so', async () => {
    const { queue, waiting } = await unansweredTap();
    queue.flush();
    waiting[1]?.fail('conflict');
    await settled();
    expect(queue.state().pending).toEqual(nothing);
    expect([...queue.state().failures.keys()]).toEqual(['pick g1']);
  });

  it('a new page takes over the pending picks of the old one', async () => {
    const before = slowServer();
    before.queue.pick(tap('g1', 'home'));
    const { queue, waiting } = slowServer(before.kept);
    expect(queue.state()).toMatchObject({ pending: byKey(tap('g1', 'home')), waiting: ['pick g1'] });
    queue.flush();
    expect(waiting[0]).toMatchObject({ wish: tap('g1', 'home') });
    waiting[0]?.answer();
    await settled();
    expect(before.kept.size).toBe(0);
  });

  it('a pick that the server postpones stays, and the last tap alone is sent again', async () => {
    const { queue, waiting, stored, kept } = slowServer();
    queue.pick(tap('g1', 'home'));
    queue.pick(tap('g1', 'away'));
    waiting[0]?.fail('postponed');
    await settled();
    expect(queue.state()).toEqual({
      pending: byKey(tap('g1', 'away')),
      waiting: ['pick g1'],
      failures: new Map(),
      saved: false,
    });
    expect(kept.get('pick g1')).toEqual({ wish: tap('g1', 'away'), basedOn: 0, isRetry: true });
    queue.flush();
    expect(waiting[1]).toMatchObject({ wish: tap('g1', 'away'), basedOn: 0 });
    waiting[1]?.answer();
    await settled();
    expect(waiting).toHaveLength(2);
    expect(stored).toEqual(byKey(tap('g1', 'away')));
    expect(queue.state()).toEqual({ pending: nothing, waiting: [], failures: new Map(), saved: true });
  });

  it('a tap that may have arrived is sent again even if the server postpones it', async () => {
    const { queue, waiting } = await unansweredTap();
    queue.pick(tap('g1', 'away'));
    waiting[1]?.fail('postponed');
    await settled();
    queue.flush();
    expect(waiting[2]).toMatchObject({ wish: tap('g1', 'home'), basedOn: 0 });
    waiting[2]?.answer(1);
    await settled();
    expect(waiting[3]).toMatchObject({ wish: tap('g1', 'away'), basedOn: 1 });
  });

  it('a pick stays in the storage while another person is signed in', async () => {
    const { queue, waiting, kept } = slowServer();
    queue.pick(tap('g1', 'home'));
    waiting[0]?.fail('wrong_user');
    await settled();
    expect(kept.get('pick g1')).toMatchObject({ wish: tap('g1', 'home') });
    expect(queue.state().failures).toEqual(new Map());
  });

  it('a guess is the last number that was typed', async () => {
    const { queue, waiting, stored } = slowServer();
    for (const total of [4, 43, null, 38]) queue.pick(guess('g1', total));
    waiting[0]?.answer(1);
    await settled();
    expect(waiting[1]).toMatchObject({ wish: guess('g1', 38), basedOn: 1 });
    waiting[1]?.answer(2);
    await settled();
    expect(stored).toEqual(byKey(guess('g1', 38)));
  });
});

describe('A guess of another game of the same week', () => {
  it('is sent in parallel with a pick of that game, and after a guess in flight', async () => {
    const { queue, waiting, stored } = slowServer();
    queue.pick(tap('g2', 'home'));
    queue.pick(guess('g1', 41));
    queue.pick(guess('g2', 38));
    expect(waiting.map(({ wish }) => wish)).toEqual([tap('g2', 'home'), guess('g1', 41)]);
    expect(queue.state().pending).toEqual(byKey(tap('g2', 'home'), guess('g2', 38)));
    waiting[1]?.answer(4);
    await settled();
    expect(waiting[2]).toMatchObject({ wish: guess('g2', 38), basedOn: 4 });
    waiting[2]?.answer(5);
    waiting[0]?.answer();
    await settled();
    expect(stored).toEqual(byKey(tap('g2', 'home'), guess('g2', 38)));
  });

  it('is sent if the one before it is refused, without a failure', async () => {
    const { queue, waiting } = slowServer();
    queue.pick(guess('g1', 41));
    queue.pick(guess('g2', 38));
    waiting[0]?.refuse('Another game is the tiebreak now.');
    await settled();
    waiting[1]?.answer();
    await settled();
    expect(queue.state()).toEqual({ pending: nothing, waiting: [], failures: new Map(), saved: true });
  });

  it('replaces a waiting one, and is a first try', async () => {
    const { queue, waiting, kept } = slowServer(
      keptOf({ wish: guess('g1', 41), basedOn: 3, isRetry: true, breakdowns: 2 }),
    );
    expect(isWaiting(queue.state(), 'guess', weekId)).toBe(true);
    queue.pick(guess('g2', 38));
    expect(kept.get(`guess ${weekId}`)).toMatchObject({ wish: guess('g2', 38), basedOn: 0, isRetry: false });
    expect(waiting.map(({ wish, basedOn }) => [wish, basedOn])).toEqual([[guess('g2', 38), 0]]);
    waiting[0]?.fail('conflict');
    await settled();
    expect(waiting[1]).toMatchObject({ wish: guess('g2', 38), basedOn: 7 });
  });
});

describe('A server that fails on a tap', () => {
  const breakDown = async ({ queue, waiting }: ReturnType<typeof slowServer>, times: number) => {
    for (let time = 0; time < times; time += 1) {
      waiting.at(-1)?.fail('broken');
      await settled();
      queue.flush();
    }
  };

  it('does not lose it: it is kept, in memory and on the device, and sent again', async () => {
    const server = slowServer();
    server.queue.pick(tap('g1', 'home'));
    await breakDown(server, 3);
    expect(server.queue.state()).toMatchObject({
      pending: byKey(tap('g1', 'home')),
      waiting: ['pick g1'],
      failures: new Map(),
    });
    expect(server.kept.get('pick g1')).toMatchObject({ wish: tap('g1', 'home'), isRetry: true, breakdowns: 3 });
    server.waiting.at(-1)?.answer();
    await settled();
    expect(server.stored).toEqual(byKey(tap('g1', 'home')));
    expect(server.kept.size).toBe(0);
  });

  it('is not retried forever, and its stored pick then counts', async () => {
    const server = slowServer(keptOf({ wish: tap('g1', 'home'), basedOn: 7, isRetry: true }));
    server.queue.flush();
    await breakDown(server, MOST_BREAKDOWNS);
    expect(server.queue.state()).toMatchObject({ pending: nothing, failures: new Map([['pick g1', '']]) });
    expect(server.kept.size).toBe(0);
    const stored = slowServer(keptOf({ wish: tap('g1', 'home'), basedOn: 6, isRetry: true, breakdowns: 19 }));
    stored.queue.flush();
    await breakDown(stored, 1);
    expect(stored.queue.state()).toMatchObject({ pending: nothing, failures: new Map(), saved: true });
  });

  it('does not discard a newer tap when the tap is given up', async () => {
    const server = slowServer(keptOf({ wish: tap('g1', 'home'), basedOn: 7, isRetry: true, breakdowns: 19 }));
    server.queue.flush();
    server.waiting.at(-1)?.fail('broken');
    server.queue.pick(tap('g1', 'away'));
    await settled();
    expect(server.queue.state()).toMatchObject({ pending: byKey(tap('g1', 'away')), failures: new Map() });
  });
});

describe('A server that does not understand a tap', () => {
  const misunderstood = async (server = slowServer()) => {
    server.queue.pick(tap('g1', 'home'));
    server.waiting.at(-1)?.fail('not_understood');
    await settled();
    return server;
  };

  it('does not lose it, however often it is sent', async () => {
    const server = await misunderstood(
      slowServer(keptOf({ wish: tap('g1', 'home'), basedOn: 0, isRetry: true, breakdowns: MOST_BREAKDOWNS - 1 })),
    );
    for (let time = 0; time < 2 * MOST_BREAKDOWNS; time += 1) {
      server.queue.flush();
      server.waiting.at(-1)?.fail('not_understood');
      await settled();
    }
    expect(server.waiting).toHaveLength(2 * MOST_BREAKDOWNS + 1);
    expect(server.queue.state()).toEqual({
      pending: byKey(tap('g1', 'home')),
      waiting: ['pick g1'],
      failures: new Map(),
      saved: false,
    });
    expect(server.kept.get('pick g1')).toEqual({ wish: tap('g1', 'home'), basedOn: 0, isRetry: true });
  });

  it('gets only other taps at each sign of a connection', async () => {
    const { queue, waiting, stored } = await misunderstood();
    queue.pick(tap('g2', 'away'));
    waiting[1]?.fail('unanswered');
    await settled();
    queue.retry();
    expect(waiting.slice(2).map(({ wish }) => wish)).toEqual([tap('g2', 'away')]);
    waiting[2]?.answer();
    await settled();
    expect(stored).toEqual(byKey(tap('g2', 'away')));
    queue.flush();
    expect(waiting[3]).toMatchObject({ wish: tap('g1', 'home'), basedOn: 0 });
    waiting[3]?.fail('unanswered');
    await settled();
    queue.retry();
    expect(waiting).toHaveLength(5);
  });

  it('gets the next tap on the same game at once', async () => {
    const { queue, waiting, stored } = slowServer();
    queue.pick(tap('g1', 'home'));
    queue.pick(tap('g1', 'away'));
    waiting[0]?.fail('not_understood');
    await settled();
    expect(waiting[1]).toMatchObject({ wish: tap('g1', 'away'), basedOn: 0 });
    waiting[1]?.answer();
    await settled();
    expect(stored).toEqual(byKey(tap('g1', 'away')));
    expect(queue.state()).toEqual({ pending: nothing, waiting: [], failures: new Map(), saved: true });
  });

  it('gets the next tap even if the one before may have arrived', async () => {
    const { queue, waiting } = await unansweredTap();
    queue.flush();
    waiting[1]?.fail('not_understood');
    await settled();
    queue.pick(tap('g1', 'away'));
    expect(waiting[2]).toMatchObject({ wish: tap('g1', 'home') });
    waiting[2]?.fail('not_understood');
    await settled();
    expect(waiting[3]).toMatchObject({ wish: tap('g1', 'away') });
    waiting[3]?.answer();
    await settled();
    expect(queue.state().saved).toBe(true);
  });
});
