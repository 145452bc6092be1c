import { describe, expect, it } from 'vitest';
import type { PendingPick, PickedSide, SaveFailure } from './pick-queue.ts';
import {
  createPickQueue,
  ENTRY_KEY,
  failureOf,
  guessedGame,
  MOST_BREAKDOWNS,
  pickedSide,
  readPicked,
} from './pick-queue.ts';

class Refusal extends Error {
  readonly failure: SaveFailure;

  constructor(failure: SaveFailure, why = '') {
    super(why);
    this.failure = failure;
  }
}

interface Call {
  readonly gid: string;
  readonly side: PickedSide;
  readonly basedOn: number;
  readonly answer: (revision?: number) => void;
  readonly refuse: (why: string) => void;
  readonly fail: (failure: SaveFailure) => void;
}

/** A server whose answers are given by hand, in the order of the calls. */
function slowServer(kept = new Map<string, PendingPick>()) {
  const waiting: Call[] = [];
  const stored: Record<string, PickedSide> = {};
  const failures: SaveFailure[] = [];
  const queue = createPickQueue({
    save: (gid, side, basedOn) =>
      new Promise<number>((resolve, reject) => {
        const answer = (revision = 1) => {
          stored[gid] = side;
          resolve(revision);
        };
        const fail = (failure: SaveFailure) => reject(new Refusal(failure));
        const refuse = (why: string) => reject(new Refusal('refused', why));
        waiting.push({ gid, side, basedOn, answer, refuse, fail });
      }),
    revisionOf: () => 0,
    readRevision: async () => 7,
    classify: (error) => (error instanceof Refusal ? error.failure : 'refused'),
    explain: (error) => (error instanceof Error ? error.message : ''),
    onFailure: (_error, failure) => failures.push(failure),
    storage: {
      load: () => new Map(kept),
      put: (gid, pick) => void kept.set(gid, pick),
      remove: (gid) => void kept.delete(gid),
    },
  });
  return { queue, waiting, stored, failures, kept };
}

/** Lets everything that was answered come through. */
const settled = () => new Promise((resolve) => setTimeout(resolve));

it('an order goes out beside the picks of its week, one at a time, and the last one wins', async () => {
  const { queue, waiting, stored } = slowServer();
  queue.pick('g1', 'home');
  queue.pick(ENTRY_KEY, '{"order":["g1","g2"]}');
  queue.pick(ENTRY_KEY, '{"order":["g2","g1"]}');
  expect(waiting.map(({ gid, side }) => [gid, side])).toEqual([
    ['g1', 'home'],
    [ENTRY_KEY, '{"order":["g1","g2"]}'],
  ]);
  expect(queue.state().pending[ENTRY_KEY]).toBe('{"order":["g2","g1"]}');
  waiting[1]?.answer(3);
  await settled();
  expect(waiting[2]).toMatchObject({ gid: ENTRY_KEY, side: '{"order":["g2","g1"]}', basedOn: 3 });
  waiting[2]?.answer(4);
  waiting[0]?.answer();
  await settled();
  expect(stored).toEqual({ g1: 'home', [ENTRY_KEY]: '{"order":["g2","g1"]}' });
  expect(queue.state().saved).toBe(true);
});

it('an entry is no side, and a conflict of a first try is settled by sending it once more', async () => {
  expect(readPicked('{"gid":"g1","team":"KC"}')).toEqual({ side: null });
  const { queue, waiting } = slowServer();
  queue.pick(ENTRY_KEY, '{"gid":"g1","team":"KC"}');
  waiting[0]?.fail('conflict');
  await settled();
  expect(waiting[1]).toMatchObject({ gid: ENTRY_KEY, side: '{"gid":"g1","team":"KC"}', basedOn: 7 });
});

/** The home side was tapped, and the server did not answer. */
async function unansweredTap() {
  const server = slowServer();
  server.queue.pick('g1', 'home');
  server.waiting[0]?.fail('unanswered');
  await settled();
  return server;
}

it.each([
  [pickedSide('home'), { side: 'home' }],
  [pickedSide('away', true), { side: 'away', best: true }],
  [pickedSide('home', false), { side: 'home', best: false }],
  [null, { side: null }],
])('what a tap asks for is read as it was meant: %s', (tap, picked) => {
  expect(readPicked(tap)).toEqual(picked);
});

describe('saving picks', () => {
  it.each(['__proto__', 'constructor', 'toString'])('takes any id of a game, also %s', async (gid) => {
    const { queue, waiting } = slowServer();
    expect(failureOf(queue.state(), gid)).toBeUndefined();
    queue.pick(gid, 'home');
    expect(Object.entries(queue.state().pending)).toEqual([[gid, 'home']]);
    waiting[0]?.refuse('Locked');
    await settled();
    expect(failureOf(queue.state(), gid)).toBe('Locked');
    queue.pick(gid, 'home');
    expect(failureOf(queue.state(), gid)).toBeUndefined();
  });

  it('shows the tapped side at once, and as saved when the server has it', async () => {
    const { queue, waiting, stored, kept } = slowServer();
    queue.pick('g1', 'home');
    expect(queue.state()).toEqual({
      pending: { g1: 'home' },
      waiting: [],

      failures: {},
      saved: false,
    });
    expect([...kept.keys()]).toEqual(['g1']);
    waiting[0]?.answer();
    await settled();
    expect(queue.state()).toEqual({ pending: {}, waiting: [], failures: {}, saved: true });
    expect(stored).toEqual({ g1: 'home' });
    expect(kept.size).toBe(0);
  });

  it('sends the taps on one game one after the other, and only the last of those that came meanwhile', async () => {
    const { queue, waiting, stored } = slowServer();
    for (const side of ['home', 'away', 'home', 'away'] as const) queue.pick('g1', side);
    expect(waiting).toHaveLength(1);
    waiting[0]?.answer(4);
    await settled();
    expect(queue.state().pending).toEqual({ g1: 'away' });
    expect(waiting.map(({ side, basedOn }) => [side, basedOn])).toEqual([
      ['home', 0],
      ['away', 4],
    ]);
    waiting[1]?.answer();
    await settled();
    expect(waiting).toHaveLength(2);
    expect(stored).toEqual({ g1: 'away' });
    expect(queue.state().saved).toBe(true);
  });

  it('sends nothing again when the last tap is what is already on its way', async () => {
    const { queue, waiting } = slowServer();
    for (const side of ['home', 'away', 'home'] as const) queue.pick('g1', side);
    waiting[0]?.answer();
    await settled();
    expect(waiting).toHaveLength(1);
    expect(queue.state().pending).toEqual({});
  });

  it('saves different games side by side', async () => {
    const { queue, waiting } = slowServer();
    queue.pick('g1', 'home');
    queue.pick('g2', 'away');
    expect(waiting.map(({ gid }) => gid)).toEqual(['g1', 'g2']);
    waiting[1]?.answer();
    await settled();
    expect(queue.state()).toEqual({
      pending: { g1: 'home' },
      waiting: [],

      failures: {},
      saved: false,
    });
  });

  it('takes a refused tap back and keeps the reason until the next tap', async () => {
    const { queue, waiting, failures, kept } = slowServer();
    queue.pick('g1', 'home');
    waiting[0]?.refuse('This game is locked.');
    await settled();
    const refusal = { g1: 'This game is locked.' };
    expect(queue.state()).toEqual({ pending: {}, waiting: [], failures: refusal, saved: false });
    expect(failures).toEqual(['refused']);
    expect(kept.size).toBe(0);
    queue.pick('g1', 'away');
    expect(queue.state().failures).toEqual({});
  });

  it('still sends a later tap when the one before it was refused', async () => {
    const { queue, waiting, stored } = slowServer();
    queue.pick('g1', 'home');
    queue.pick('g1', 'away');
    waiting[0]?.refuse('This game is locked.');
    await settled();
    waiting[1]?.answer();
    await settled();
    expect(stored).toEqual({ g1: 'away' });
    expect(queue.state()).toEqual({ pending: {}, waiting: [], failures: {}, saved: true });
  });

  it('takes a pick back as it makes one', async () => {
    const { queue, waiting, stored } = slowServer();
    queue.pick('g1', null);
    expect(queue.state().pending).toEqual({ g1: null });
    waiting[0]?.answer();
    await settled();
    expect(stored).toEqual({ g1: null });
  });

  it('follows a newer pick at the first try: the last tap wins', async () => {
    const { queue, waiting, failures } = slowServer();
    queue.pick('g1', 'home');
    waiting[0]?.fail('conflict');
    await settled();
    expect(waiting[1]).toMatchObject({ side: 'home', basedOn: 7 });
    waiting[1]?.answer(8);
    await settled();
    expect(queue.state()).toEqual({ pending: {}, waiting: [], failures: {}, saved: true });
    expect(failures).toEqual([]);
  });

  it('gives up after newer picks three times in a row', async () => {
    const { queue, waiting, failures } = slowServer();
    queue.pick('g1', 'home');
    for (let at = 0; at < 4; at += 1) {
      waiting[at]?.fail('conflict');
      await settled();
    }
    expect(waiting).toHaveLength(4);
    expect(failures).toEqual(['conflict']);
    expect(queue.state().pending).toEqual({});
    expect(Object.keys(queue.state().failures)).toEqual(['g1']);
  });

  it('notifies its listeners of every change until they unsubscribe', async () => {
    const { queue, waiting } = slowServer();
    let changes = 0;
    const unsubscribe = queue.subscribe(() => {
      changes += 1;
    });
    queue.pick('g1', 'home');
    waiting[0]?.answer();
    await settled();
    expect(changes).toBe(2);
    unsubscribe();
    queue.pick('g1', 'away');
    expect(changes).toBe(2);
  });
});

describe('on a broken connection', () => {
  it('a tap stays, waits, and is sent again with the revision it was based on', async () => {
    const { queue, waiting, stored, kept } = await unansweredTap();
    expect(queue.state()).toEqual({
      pending: { g1: 'home' },
      waiting: ['g1'],

      failures: {},
      saved: false,
    });
    expect(kept.get('g1')).toMatchObject({ side: 'home', basedOn: 0, isRetry: true });
    queue.flush();
    queue.flush();
    expect(waiting).toHaveLength(2);
    waiting[1]?.answer();
    await settled();
    expect(stored).toEqual({ g1: 'home' });
    expect(queue.state()).toEqual({ pending: {}, waiting: [], failures: {}, saved: true });
  });

  it('what may have arrived is sent again before the tap that followed it', async () => {
    const { queue, waiting } = await unansweredTap();
    queue.pick('g1', 'away');
    expect(waiting[1]).toMatchObject({ side: 'home', basedOn: 0 });
    waiting[1]?.answer(1);
    await settled();
    expect(waiting[2]).toMatchObject({ side: 'away', basedOn: 1 });
  });

  it('a newer pick of the player stays, and they are told', async () => {
    const { queue, waiting } = await unansweredTap();
    queue.flush();
    waiting[1]?.fail('conflict');
    await settled();
    expect(queue.state().pending).toEqual({});
    expect(Object.keys(queue.state().failures)).toEqual(['g1']);
  });

  it('a new page takes over what the old one kept', async () => {
    const before = slowServer();
    before.queue.pick('g1', 'home');
    const { queue, waiting } = slowServer(before.kept);
    expect(queue.state()).toMatchObject({ pending: { g1: 'home' }, waiting: ['g1'] });
    queue.flush();
    expect(waiting[0]).toMatchObject({ gid: 'g1', side: 'home' });
    waiting[0]?.answer();
    await settled();
    expect(before.kept.size).toBe(0);
  });

  it('a pick that the server postpones stays, and the last tap alone is sent again', async () => {
    const { queue, waiting, stored, kept } = slowServer();
    queue.pick('g1', 'home');
    queue.pick('g1', 'away');
    waiting[0]?.fail('postponed');
    await settled();
    expect(queue.state()).toEqual({
      pending: { g1: 'away' },
      waiting: ['g1'],

      failures: {},
      saved: false,
    });
    expect(kept.get('g1')).toEqual({ side: 'away', basedOn: 0, isRetry: true });
    queue.flush();
    expect(waiting[1]).toMatchObject({ side: 'away', basedOn: 0 });
    waiting[1]?.answer();
    await settled();
    expect(waiting).toHaveLength(2);
    expect(stored).toEqual({ g1: 'away' });
    expect(queue.state()).toEqual({ pending: {}, waiting: [], failures: {}, saved: true });
  });

  it('what may have arrived is sent again also where the server postpones it', async () => {
    const { queue, waiting } = await unansweredTap();
    queue.pick('g1', 'away');
    waiting[1]?.fail('postponed');
    await settled();
    queue.flush();
    expect(waiting[2]).toMatchObject({ side: 'home', basedOn: 0 });
    waiting[2]?.answer(1);
    await settled();
    expect(waiting[3]).toMatchObject({ side: 'away', basedOn: 1 });
  });

  it('a pick stays in the storage while somebody else is signed in', async () => {
    const { queue, waiting, kept } = slowServer();
    queue.pick('g1', 'home');
    waiting[0]?.fail('wrong_user');
    await settled();
    expect(kept.get('g1')).toMatchObject({ side: 'home' });
    expect(queue.state().failures).toEqual({});
  });

  it('a guess is told from a pick by its key', () => {
    expect([guessedGame('tiebreak 2026_01_DET_KC'), guessedGame('2026_01_DET_KC')]).toEqual([
      '2026_01_DET_KC',
      undefined,
    ]);
  });

  it('the last of the digits that are typed is what a guess is', async () => {
    const { queue, waiting, stored } = slowServer();
    for (const guess of [4, 43, null, 38]) queue.pick('tiebreak g1', guess);
    waiting[0]?.answer(1);
    await settled();
    expect(waiting[1]).toMatchObject({ side: 38, basedOn: 1 });
    waiting[1]?.answer(2);
    await settled();
    expect(stored).toEqual({ 'tiebreak g1': 38 });
  });
});

describe('A server that breaks down over a tap', () => {
  const breakDown = async ({ queue, waiting }: ReturnType<typeof slowServer>, times: number) => {
    for (let time = 0; time < times; time += 1) {
      waiting.at(-1)?.fail('broken');
      await settled();
      queue.flush();
    }
  };

  it('does not lose it: it is kept, here and on the device, and sent again', async () => {
    const server = slowServer();
    server.queue.pick('g1', 'home');
    await breakDown(server, 3);
    expect(server.queue.state()).toMatchObject({ pending: { g1: 'home' }, waiting: ['g1'], failures: {} });
    expect(server.kept.get('g1')).toMatchObject({ side: 'home', isRetry: true, breakdowns: 3 });
    server.waiting.at(-1)?.answer();
    await settled();
    expect([server.stored, server.kept.size]).toEqual([{ g1: 'home' }, 0]);
  });

  it('is not asked for ever, and what it has stored by then counts', async () => {
    const server = slowServer(new Map([['g1', { side: 'home', basedOn: 7, isRetry: true }]]));
    server.queue.flush();
    await breakDown(server, MOST_BREAKDOWNS);
    expect(server.queue.state()).toMatchObject({ pending: {}, failures: { g1: '' } });
    expect(server.kept.size).toBe(0);
    const stored = slowServer(new Map([['g1', { side: 'home', basedOn: 6, isRetry: true, breakdowns: 19 }]]));
    stored.queue.flush();
    await breakDown(stored, 1);
    expect(stored.queue.state()).toMatchObject({ pending: {}, failures: {}, saved: true });
  });

  it('does not take a newer tap with it when it is given up', async () => {
    const server = slowServer(new Map([['g1', { side: 'home', basedOn: 7, isRetry: true, breakdowns: 19 }]]));
    server.queue.flush();
    server.waiting.at(-1)?.fail('broken');
    server.queue.pick('g1', 'away');
    await settled();
    expect(server.queue.state()).toMatchObject({ pending: { g1: 'away' }, failures: {} });
  });
});
