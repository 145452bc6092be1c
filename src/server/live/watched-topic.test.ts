import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { ChangeMessage, LiveMessage, StateMessage } from '#contract/live.ts';
import { toRowState } from '#server/live/row-state.ts';
import { Turns } from '#server/live/turns.ts';
import { WatchedTopic } from '#server/live/watched-topic.ts';
import { textOf } from '#tests/frames.ts';

const topic = { kind: 'games', weekId: '2026-week1' } as const;
const NEVER = Number.POSITIVE_INFINITY;

/** A state that a test sets: what loads it takes, and how often it was read. */
class Source {
  score = 0;
  validUntil: number | (() => number) = NEVER;
  readings = 0;
  takesMs = 0;
  failures = 0;

  readonly load = async () => {
    this.readings += 1;
    const rows = [
      { gid: 'g1', homeScore: this.score },
      { gid: 'g2', homeScore: 0 },
    ];
    if (this.takesMs > 0) await new Promise((resolve) => setTimeout(resolve, this.takesMs));
    if (this.failures > 0) {
      this.failures -= 1;
      throw new Error('The database does not answer.');
    }
    const validUntil = typeof this.validUntil === 'number' ? this.validUntil : this.validUntil();
    return { state: toRowState({}, rows, 'gid'), validUntil };
  };
}

class Reader {
  readonly messages: LiveMessage[] = [];
  onMessage: () => void = () => {};

  send(frame: Buffer): void {
    this.messages.push(JSON.parse(textOf(frame)));
    this.onMessage();
  }

  get versions(): number[] {
    return this.messages.map((message) => (message as StateMessage | ChangeMessage).version);
  }

  get kinds(): string[] {
    return this.messages.map((message) => message.kind);
  }

  /** The score of the first game as this reader knows it. */
  get score(): number | undefined {
    let score: number | undefined;
    for (const message of this.messages as (StateMessage<'games'> | ChangeMessage<'games'>)[]) {
      const rows = message.kind === 'state' ? message.rows : message.set;
      score = rows.find((row) => row.gid === 'g1')?.homeScore ?? score;
    }
    return score;
  }
}

describe('A watched topic', () => {
  const errors: unknown[] = [];
  let source: Source;
  let watched: WatchedTopic;
  let turns: Turns;

  beforeEach(() => {
    vi.useFakeTimers();
    errors.length = 0;
    source = new Source();
    turns = new Turns(1);
    watched = new WatchedTopic(topic, {
      load: source.load,
      now: () => Date.now(),
      turns,
      onError: (error) => errors.push(error),
    });
  });

  afterEach(async () => {
    watched.close();
    vi.useRealTimers();
  });

  function join(): Reader {
    const reader = new Reader();
    watched.add(reader);
    return reader;
  }

  async function joined(): Promise<Reader> {
    const reader = join();
    await vi.advanceTimersByTimeAsync(1);
    return reader;
  }

  async function change(score: number): Promise<void> {
    source.score = score;
    watched.markDirty();
    await vi.advanceTimersByTimeAsync(0);
  }

  test('gives a newcomer the whole state, then only what changes', async () => {
    const reader = await joined();
    await vi.advanceTimersByTimeAsync(1000);
    await change(7);
    expect(reader.messages).toEqual([
      {
        kind: 'state',
        topic,
        version: 1,
        head: {},
        rows: [
          { gid: 'g1', homeScore: 0 },
          { gid: 'g2', homeScore: 0 },
        ],
      },
      { kind: 'change', topic, version: 2, set: [{ gid: 'g1', homeScore: 7 }], gone: [] },
    ]);
  });

  test('is read once for many newcomers, and gives later ones the state of the version that the others have', async () => {
    const early = [join(), join(), join()];
    await vi.advanceTimersByTimeAsync(1000);
    expect(source.readings).toBe(1);
    await change(7);
    const late = await joined();
    expect(source.readings).toBe(2);
    expect(late.messages).toEqual([expect.objectContaining({ kind: 'state', version: 2 })]);
    expect(late.score).toBe(7);
    for (const reader of early) expect(reader.versions).toEqual([1, 2]);
  });

  test('tells a change at once after a rest, and changes close together as one', async () => {
    const reader = await joined();
    await vi.advanceTimersByTimeAsync(1000);
    const before = source.readings;
    await change(1);
    expect(reader.score).toBe(1);
    for (let score = 2; score < 12; score += 1) await change(score);
    await vi.advanceTimersByTimeAsync(39);
    expect(source.readings).toBe(before + 1);
    await vi.advanceTimersByTimeAsync(2);
    expect(source.readings).toBe(before + 2);
    expect(reader.score).toBe(11);
    expect(reader.versions).toEqual([1, 2, 3]);
  });

  test('tells nothing where nothing is different', async () => {
    const reader = await joined();
    for (let time = 0; time < 3; time += 1) {
      await vi.advanceTimersByTimeAsync(1000);
      await change(0);
    }
    expect(source.readings).toBe(4);
    expect(reader.versions).toEqual([1]);
  });

  test('rests longer the longer it takes to read, but never so long that a change comes late', async () => {
    source.takesMs = 20;
    const reader = await joined();
    await vi.advanceTimersByTimeAsync(1000);
    await change(1);
    await vi.advanceTimersByTimeAsync(20);
    const { readings } = source;
    await change(2);
    await vi.advanceTimersByTimeAsync(8 * 20 - 2);
    expect(source.readings).toBe(readings);
    await vi.advanceTimersByTimeAsync(30);
    expect(reader.score).toBe(2);

    source.takesMs = 300;
    await vi.advanceTimersByTimeAsync(1000);
    await change(3);
    await vi.advanceTimersByTimeAsync(300);
    await change(4);
    await vi.advanceTimersByTimeAsync(400 + 300 + 10);
    expect(reader.score).toBe(4);
  });

  test('is read again where it changes while it is read', async () => {
    const reader = await joined();
    await vi.advanceTimersByTimeAsync(1000);
    source.takesMs = 10;
    await change(1);
    await vi.advanceTimersByTimeAsync(5);
    await change(2);
    await vi.advanceTimersByTimeAsync(1000);
    expect(reader.score).toBe(2);
    expect(reader.versions).toEqual([1, 2, 3]);
  });

  test('lets nothing overtake: whoever comes at any moment has every version from his own on', async () => {
    source.takesMs = 3;
    const readers: Reader[] = [];
    for (let step = 0; step < 200; step += 1) {
      if (step % 3 === 0) readers.push(join());
      source.score = step;
      watched.markDirty();
      await vi.advanceTimersByTimeAsync(7);
    }
    await vi.advanceTimersByTimeAsync(1000);
    const last = readers[0]?.versions.at(-1) ?? 0;
    expect(last).toBeGreaterThan(10);
    for (const { kinds, versions, score } of readers) {
      const first = versions[0] ?? 0;
      expect(kinds).toEqual(['state', ...versions.slice(1).map(() => 'change')]);
      expect(versions).toEqual(Array.from({ length: last - first + 1 }, (_, at) => first + at));
      expect(score).toBe(199);
    }
  });

  test('that could not be read is read again a second later, and newcomers wait for it', async () => {
    source.failures = 2;
    const reader = await joined();
    expect(reader.messages).toEqual([]);
    await vi.advanceTimersByTimeAsync(2100);
    expect(reader.versions).toEqual([1]);
    expect(errors).toHaveLength(2);

    source.failures = 1;
    await change(5);
    expect(reader.score).toBe(0);
    await vi.advanceTimersByTimeAsync(1100);
    expect(reader.score).toBe(5);
    expect(reader.versions).toEqual([1, 2]);
  });

  test('wakes when a game locks, though nobody wrote', async () => {
    source.validUntil = Date.now() + 60_000;
    const reader = await joined();
    source.score = 9;
    source.validUntil = NEVER;
    await vi.advanceTimersByTimeAsync(59_000);
    expect(reader.score).toBe(0);
    await vi.advanceTimersByTimeAsync(1100);
    expect(reader.score).toBe(9);
    expect(source.readings).toBe(2);
  });

  test('wakes at the new moment where a kick-off was moved', async () => {
    source.validUntil = Date.now() + 60_000;
    await joined();
    source.validUntil = Date.now() + 5000;
    await change(0);
    const { readings } = source;
    source.validUntil = NEVER;
    await vi.advanceTimersByTimeAsync(5100);
    expect(source.readings).toBe(readings + 1);
    await vi.advanceTimersByTimeAsync(100_000);
    expect(source.readings).toBe(readings + 1);
  });

  test('waits for a lock that is months away', async () => {
    const months = 100 * 24 * 3_600_000;
    source.validUntil = Date.now() + months;
    const reader = await joined();
    await vi.advanceTimersByTimeAsync(months - 1000);
    expect(source.readings).toBeLessThan(10);
    source.score = 3;
    source.validUntil = NEVER;
    await vi.advanceTimersByTimeAsync(2000);
    expect(reader.score).toBe(3);
  });

  test('sends nothing to somebody who left, not even what was under way', async () => {
    source.takesMs = 10;
    const gone = join();
    const [first, second] = [join(), join()];
    await vi.advanceTimersByTimeAsync(5);
    watched.remove(gone);
    first.onMessage = () => {
      if (first.kinds.at(-1) === 'change') watched.remove(second);
    };
    await vi.advanceTimersByTimeAsync(1000);
    await change(1);
    await vi.advanceTimersByTimeAsync(1000);
    expect(gone.messages).toEqual([]);
    expect(first.versions).toEqual([1, 2]);
    expect(second.versions).toEqual([1]);
    expect(watched.isWatched).toBe(true);
    watched.remove(first);
    expect(watched.isWatched).toBe(false);
  });

  test('gives somebody who left and came back one state', async () => {
    source.takesMs = 10;
    const reader = join();
    await vi.advanceTimersByTimeAsync(5);
    watched.remove(reader);
    watched.add(reader);
    watched.add(reader);
    await vi.advanceTimersByTimeAsync(100);
    watched.add(reader);
    await vi.advanceTimersByTimeAsync(100);
    expect(reader.versions).toEqual([1]);
  });

  test.each(['while it is read', 'after a failure', 'before a lock'])(
    'closed %s is never read again',
    async (moment) => {
      source.validUntil = () => Date.now() + 1000;
      source.takesMs = 10;
      if (moment === 'after a failure') source.failures = 1;
      const reader = join();
      await vi.advanceTimersByTimeAsync(moment === 'while it is read' ? 5 : 50);
      const told = reader.messages.length;
      watched.close();
      watched.markDirty();
      watched.markDirty('rereading');
      const { readings } = source;
      await vi.advanceTimersByTimeAsync(60_000);
      expect(source.readings).toBe(readings);
      expect(reader.messages).toHaveLength(told);
      expect(vi.getTimerCount()).toBe(0);
    },
  );
});
