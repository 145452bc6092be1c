import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { WatchedStage } from '#tests/watched-stage.ts';
import { NEVER, openStage } from '#tests/watched-stage.ts';

describe('A watched topic, left to itself', () => {
  let stage: WatchedStage;

  beforeEach(() => {
    vi.useFakeTimers();
    stage = openStage();
  });

  afterEach(() => {
    stage.watched.close();
    vi.useRealTimers();
  });

  test('wakes when a game locks, though nobody wrote', async () => {
    const { source, joined } = stage;
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
    const { source, joined, change } = stage;
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
    const { source, joined } = stage;
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

  test.each(['while it is read', 'after a failure', 'before a lock'])(
    'closed %s is never read again',
    async (moment) => {
      const { source, watched, join } = stage;
      source.validUntil = () => Date.now() + 1000;
      source.takesMs = 10;
      if (moment === 'after a failure') source.failures = 1;
      const reader = join();
      await vi.advanceTimersByTimeAsync(moment === 'while it is read' ? 5 : 50);
      const messageCount = reader.messages.length;
      watched.close();
      watched.invalidate();
      watched.invalidate('rereading');
      const { readings } = source;
      await vi.advanceTimersByTimeAsync(60_000);
      expect(source.readings).toBe(readings);
      expect(reader.messages).toHaveLength(messageCount);
      expect(vi.getTimerCount()).toBe(0);
    },
  );
});
