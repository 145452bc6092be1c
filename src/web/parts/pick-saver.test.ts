import { describe, expect, it } from 'vitest';
import type { QueuedPick, Wish } from './pick-queue.ts';
import type { Failure } from './pick-saver.ts';
import { createPickSaver, failureOf } from './pick-saver.ts';

class Refusal extends Error {
  readonly failure: Failure;

  constructor(failure: Failure, why = '') {
    super(why);
    this.failure = failure;
  }
}

interface Call {
  readonly gid: string;
  readonly side: Wish;
  readonly basedOn: number;
  readonly answer: (revision?: number) => void;
  readonly refuse: (why: string) => void;
  readonly fail: (failure: Failure) => void;
}

/** A server whose answers are given by hand, in the order of the calls. */
function slowServer(kept = new Map<string, QueuedPick>()) {
  const waiting: Call[] = [];
  const stored: Record<string, Wish> = {};
  const failures: Failure[] = [];
  const saver = createPickSaver({
    save: (gid, side, basedOn) =>
      new Promise<number>((resolve, reject) => {
        const answer = (revision = 1) => {
          stored[gid] = side;
          resolve(revision);
        };
        const fail = (failure: Failure) => reject(new Refusal(failure));
        const refuse = (why: string) => reject(new Refusal('refused', why));
        waiting.push({ gid, side, basedOn, answer, refuse, fail });
      }),
    revisionOf: () => 0,
    readRevision: async () => 7,
    failureOf: (error) => (error instanceof Refusal ? error.failure : 'refused'),
    explain: (error) => (error instanceof Error ? error.message : ''),
    onFailure: (_error, failure) => failures.push(failure),
    shelf: {
      load: () => new Map(kept),
      put: (gid, queued) => void kept.set(gid, queued),
      drop: (gid) => void kept.delete(gid),
    },
  });
  return { saver, waiting, stored, failures, kept };
}

/** Lets everything that was answered come through. */
const settled = () => new Promise((resolve) => setTimeout(resolve));

/** The home side was tapped, and the server did not answer. */
async function unansweredTap() {
  const server = slowServer();
  server.saver.pick('g1', 'home');
  server.waiting[0]?.fail('unanswered');
  await settled();
  return server;
}

describe('saving picks', () => {
  it.each(['__proto__', 'constructor', 'toString'])('takes any id of a game, also %s', async (gid) => {
    const { saver, waiting } = slowServer();
    expect(failureOf(saver.state(), gid)).toBeUndefined();
    saver.pick(gid, 'home');
    expect(Object.entries(saver.state().pending)).toEqual([[gid, 'home']]);
    waiting[0]?.refuse('Locked');
    await settled();
    expect(failureOf(saver.state(), gid)).toBe('Locked');
    saver.pick(gid, 'home');
    expect(failureOf(saver.state(), gid)).toBeUndefined();
  });

  it('shows the tapped side at once, and as saved when the server has it', async () => {
    const { saver, waiting, stored, kept } = slowServer();
    saver.pick('g1', 'home');
    expect(saver.state()).toEqual({
      pending: { g1: 'home' },
      waiting: [],
      isPutOff: false,
      failures: {},
      saved: false,
    });
    expect([...kept.keys()]).toEqual(['g1']);
    waiting[0]?.answer();
    await settled();
    expect(saver.state()).toEqual({ pending: {}, waiting: [], isPutOff: false, failures: {}, saved: true });
    expect(stored).toEqual({ g1: 'home' });
    expect(kept.size).toBe(0);
  });

  it('sends the taps on one game one after the other, and only the last of those that came meanwhile', async () => {
    const { saver, waiting, stored } = slowServer();
    for (const side of ['home', 'away', 'home', 'away'] as const) saver.pick('g1', side);
    expect(waiting).toHaveLength(1);
    waiting[0]?.answer(4);
    await settled();
    expect(saver.state().pending).toEqual({ g1: 'away' });
    expect(waiting.map(({ side, basedOn }) => [side, basedOn])).toEqual([
      ['home', 0],
      ['away', 4],
    ]);
    waiting[1]?.answer();
    await settled();
    expect(waiting).toHaveLength(2);
    expect(stored).toEqual({ g1: 'away' });
    expect(saver.state().saved).toBe(true);
  });

  it('sends nothing again when the last tap is what is already on its way', async () => {
    const { saver, waiting } = slowServer();
    for (const side of ['home', 'away', 'home'] as const) saver.pick('g1', side);
    waiting[0]?.answer();
    await settled();
    expect(waiting).toHaveLength(1);
    expect(saver.state().pending).toEqual({});
  });

  it('saves different games side by side', async () => {
    const { saver, waiting } = slowServer();
    saver.pick('g1', 'home');
    saver.pick('g2', 'away');
    expect(waiting.map(({ gid }) => gid)).toEqual(['g1', 'g2']);
    waiting[1]?.answer();
    await settled();
    expect(saver.state()).toEqual({
      pending: { g1: 'home' },
      waiting: [],
      isPutOff: false,
      failures: {},
      saved: false,
    });
  });

  it('takes a refused tap back and keeps the reason until the next tap', async () => {
    const { saver, waiting, failures, kept } = slowServer();
    saver.pick('g1', 'home');
    waiting[0]?.refuse('This game is locked.');
    await settled();
    const refusal = { g1: 'This game is locked.' };
    expect(saver.state()).toEqual({ pending: {}, waiting: [], isPutOff: false, failures: refusal, saved: false });
    expect(failures).toEqual(['refused']);
    expect(kept.size).toBe(0);
    saver.pick('g1', 'away');
    expect(saver.state().failures).toEqual({});
  });

  it('still sends a later tap when the one before it was refused', async () => {
    const { saver, waiting, stored } = slowServer();
    saver.pick('g1', 'home');
    saver.pick('g1', 'away');
    waiting[0]?.refuse('This game is locked.');
    await settled();
    waiting[1]?.answer();
    await settled();
    expect(stored).toEqual({ g1: 'away' });
    expect(saver.state()).toEqual({ pending: {}, waiting: [], isPutOff: false, failures: {}, saved: true });
  });

  it('takes a pick back as it makes one', async () => {
    const { saver, waiting, stored } = slowServer();
    saver.pick('g1', null);
    expect(saver.state().pending).toEqual({ g1: null });
    waiting[0]?.answer();
    await settled();
    expect(stored).toEqual({ g1: null });
  });

  it('follows a newer pick where the tap was made on a good line: the last tap wins', async () => {
    const { saver, waiting, failures } = slowServer();
    saver.pick('g1', 'home');
    waiting[0]?.fail('newer');
    await settled();
    expect(waiting[1]).toMatchObject({ side: 'home', basedOn: 7 });
    waiting[1]?.answer(8);
    await settled();
    expect(saver.state()).toEqual({ pending: {}, waiting: [], isPutOff: false, failures: {}, saved: true });
    expect(failures).toEqual([]);
  });

  it('gives up after newer picks three times in a row', async () => {
    const { saver, waiting, failures } = slowServer();
    saver.pick('g1', 'home');
    for (let at = 0; at < 4; at += 1) {
      waiting[at]?.fail('newer');
      await settled();
    }
    expect(waiting).toHaveLength(4);
    expect(failures).toEqual(['newer']);
    expect(saver.state().pending).toEqual({});
    expect(Object.keys(saver.state().failures)).toEqual(['g1']);
  });

  it('tells its listeners of every change until they leave', async () => {
    const { saver, waiting } = slowServer();
    let changes = 0;
    const leave = saver.subscribe(() => {
      changes += 1;
    });
    saver.pick('g1', 'home');
    waiting[0]?.answer();
    await settled();
    expect(changes).toBe(2);
    leave();
    saver.pick('g1', 'away');
    expect(changes).toBe(2);
  });
});

describe('on a broken line', () => {
  it('a tap stays, waits, and is sent again as what it was based on', async () => {
    const { saver, waiting, stored, kept } = await unansweredTap();
    expect(saver.state()).toEqual({
      pending: { g1: 'home' },
      waiting: ['g1'],
      isPutOff: false,
      failures: {},
      saved: false,
    });
    expect(kept.get('g1')).toMatchObject({ side: 'home', basedOn: 0, late: true });
    saver.flush();
    saver.flush();
    expect(waiting).toHaveLength(2);
    waiting[1]?.answer();
    await settled();
    expect(stored).toEqual({ g1: 'home' });
    expect(saver.state()).toEqual({ pending: {}, waiting: [], isPutOff: false, failures: {}, saved: true });
  });

  it('what may have arrived is made sure of before the tap that followed it', async () => {
    const { saver, waiting } = await unansweredTap();
    saver.pick('g1', 'away');
    expect(waiting[1]).toMatchObject({ side: 'home', basedOn: 0 });
    waiting[1]?.answer(1);
    await settled();
    expect(waiting[2]).toMatchObject({ side: 'away', basedOn: 1 });
  });

  it('a newer pick of the player stays, and he is told', async () => {
    const { saver, waiting } = await unansweredTap();
    saver.flush();
    waiting[1]?.fail('newer');
    await settled();
    expect(saver.state().pending).toEqual({});
    expect(Object.keys(saver.state().failures)).toEqual(['g1']);
  });

  it('a new page takes over what the old one kept', async () => {
    const before = slowServer();
    before.saver.pick('g1', 'home');
    const { saver, waiting } = slowServer(before.kept);
    expect(saver.state()).toMatchObject({ pending: { g1: 'home' }, waiting: ['g1'] });
    saver.flush();
    expect(waiting[0]).toMatchObject({ gid: 'g1', side: 'home' });
    waiting[0]?.answer();
    await settled();
    expect(before.kept.size).toBe(0);
  });

  it('a pick that the server puts off stays, and the last tap alone is sent again', async () => {
    const { saver, waiting, stored, kept } = slowServer();
    saver.pick('g1', 'home');
    saver.pick('g1', 'away');
    waiting[0]?.fail('postponed');
    await settled();
    expect(saver.state()).toEqual({
      pending: { g1: 'away' },
      waiting: ['g1'],
      isPutOff: true,
      failures: {},
      saved: false,
    });
    expect(kept.get('g1')).toEqual({ side: 'away', basedOn: 0, late: true });
    saver.flush();
    expect(waiting[1]).toMatchObject({ side: 'away', basedOn: 0 });
    waiting[1]?.answer();
    await settled();
    expect(waiting).toHaveLength(2);
    expect(stored).toEqual({ g1: 'away' });
    expect(saver.state()).toEqual({ pending: {}, waiting: [], isPutOff: false, failures: {}, saved: true });
  });

  it('what may have arrived is made sure of also where the server puts that off', async () => {
    const { saver, waiting } = await unansweredTap();
    saver.pick('g1', 'away');
    waiting[1]?.fail('postponed');
    await settled();
    saver.flush();
    expect(waiting[2]).toMatchObject({ side: 'home', basedOn: 0 });
    waiting[2]?.answer(1);
    await settled();
    expect(waiting[3]).toMatchObject({ side: 'away', basedOn: 1 });
  });

  it('a pick for which somebody else is signed in stays on the shelf', async () => {
    const { saver, waiting, kept } = slowServer();
    saver.pick('g1', 'home');
    waiting[0]?.fail('parked');
    await settled();
    expect(kept.get('g1')).toMatchObject({ side: 'home' });
    expect(saver.state().failures).toEqual({});
  });
});
