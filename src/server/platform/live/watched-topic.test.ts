import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { TopicReader, WatchedStage } from '#tests/watched-stage.ts';
import { openStage, topic } from '#tests/watched-stage.ts';

describe('A watched topic', () => {
  let stage: WatchedStage;

  beforeEach(() => {
    vi.useFakeTimers();
    stage = openStage();
  });

  afterEach(() => {
    stage.watched.close();
    vi.useRealTimers();
  });

  test('gives a newcomer the whole state, then only what changes', async () => {
    const { joined, change } = stage;
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
    const { source, join, joined, change } = stage;
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

  test('sends a change at once after a pause, and combines changes that are close together', async () => {
    const { source, joined, change } = stage;
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

  test('sends nothing if nothing changed', async () => {
    const { source, joined, change } = stage;
    const reader = await joined();
    for (let time = 0; time < 3; time += 1) {
      await vi.advanceTimersByTimeAsync(1000);
      await change(0);
    }
    expect(source.readings).toBe(4);
    expect(reader.versions).toEqual([1]);
  });

  test('rests longer the longer it takes to read, but never so long that a change comes late', async () => {
    const { source, joined, change } = stage;
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
    const { source, joined, change } = stage;
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

  test('lets nothing overtake: a newcomer at any moment has every version from their own on', async () => {
    const { source, watched, join } = stage;
    source.takesMs = 3;
    const readers: TopicReader[] = [];
    for (let step = 0; step < 200; step += 1) {
      if (step % 3 === 0) readers.push(join());
      source.score = step;
      watched.invalidate();
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
    const { source, errors, joined, change } = stage;
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

  test('sends nothing to somebody who left, not even what was under way', async () => {
    const { source, watched, join, change } = stage;
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
    const { source, watched, join } = stage;
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
});
