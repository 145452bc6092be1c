import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readRehearsal } from '#server/platform/env/rehearsal.ts';
import { TestClock } from '#tests/app.ts';
import type { Replay } from './replay.ts';
import { Recorder, RecordingError, readRecording, replayClock, spanOf, startReplay } from './replay.ts';

describe('A recording', () => {
  let folder: string;
  let replay: Replay | null = null;
  const clock = new TestClock(0);

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'pickem-replay-'));
    clock.set(0);
  });
  afterEach(async () => {
    await replay?.close();
    replay = null;
    rmSync(folder, { recursive: true });
  });

  const add = (at: number, text: string, { path = '/week?a=1&b=2', status = 200, delayMs = 0 } = {}) =>
    new Recorder(folder, () => at).add({ path, status, text }, delayMs || undefined);

  const ask = async (path = '/week?a=1&b=2', headers: Record<string, string> = {}) => {
    replay ??= await startReplay(folder, { clock });
    return fetch(new URL(path, replay.url), { headers });
  };

  test('answers what was answered last at the moment that the clock shows', async () => {
    add(100, 'one');
    add(300, 'three');
    add(200, 'two');
    for (const [now, text] of [
      [150, 'one'],
      [200, 'two'],
      [299, 'two'],
      [1000, 'three'],
    ] as const) {
      clock.set(now);
      expect(await (await ask()).text()).toBe(text);
    }
    expect(spanOf(readRecording(folder))).toEqual({ begin: 100, end: 300 });
    expect(replay?.requests()).toBe(4);
  });

  test('knows nothing before its first answer, nor of other paths; the order of a query means nothing', async () => {
    add(100, 'one');
    expect((await ask()).status).toBe(404);
    clock.set(100);
    expect((await ask('/week?b=2&a=1')).status).toBe(200);
    expect((await ask('/week?a=1')).status).toBe(404);
  });

  test('repeats failures, broken connections and slowness', async () => {
    add(0, 'busy', { status: 503 });
    add(10, '', { status: 0 });
    add(20, 'slow', { delayMs: 120 });
    expect((await ask()).status).toBe(503);
    clock.set(10);
    await expect(ask()).rejects.toThrow();
    clock.set(20);
    const started = performance.now();
    expect(await (await ask()).text()).toBe('slow');
    expect(performance.now() - started).toBeGreaterThan(110);
  });

  test('answers that nothing has changed', async () => {
    add(0, 'one');
    add(10, 'two');
    const etag = (await ask()).headers.get('etag') ?? '';
    expect((await ask(undefined, { 'if-none-match': etag })).status).toBe(304);
    clock.set(10);
    expect((await ask(undefined, { 'if-none-match': etag })).status).toBe(200);
  });

  test('is refused where there is none', () => {
    expect(() => readRecording(folder)).toThrow(RecordingError);
  });

  test('runs as fast as wanted', () => {
    let real = 5000;
    const fast = replayClock(100, 60, () => real);
    expect(fast.now()).toBe(100);
    real += 1000;
    expect(fast.now()).toBe(60_100);
    expect(fast.speed).toBe(60);
    const slow = replayClock(0, 0.001, () => real);
    real += 1;
    expect(slow.now()).toBe(0);
  });
});

test.each([
  [['--demo'], null],
  [['--replay', 'dir'], { folder: 'dir', speed: 1 }],
  [['--replay', 'dir', '--speed', '60'], { folder: 'dir', speed: 60 }],
  [['--speed', '60', '--replay', 'dir'], { folder: 'dir', speed: 60 }],
  [['--replay', 'dir', '--speed', 'fast'], { folder: 'dir', speed: 1 }],
])('%j asks for %j', (argv, expected) => {
  expect(readRehearsal(argv)).toEqual(expected);
});
