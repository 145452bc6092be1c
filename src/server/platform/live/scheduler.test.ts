import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { until } from '#tests/until.ts';
import type { Priority } from './scheduler.ts';
import { Scheduler } from './scheduler.ts';

describe('Scheduler', () => {
  test('does people first, then urgent changes, then others, then what is only read again', async () => {
    const scheduler = new Scheduler(1);
    const done: string[] = [];
    const asked: [string, Priority][] = [
      ['first', 'rereading'],
      ['again', 'rereading'],
      ['change', 'changes'],
      ['person', 'access'],
      ['other change', 'changes'],
      ['score', 'urgent'],
    ];
    for (const [name, rank] of asked) scheduler.schedule(async () => void done.push(name), rank);
    await until(() => done.length === asked.length);
    expect(done).toEqual(['first', 'person', 'score', 'change', 'other change', 'again']);
  });

  test('does a job once, however often it was asked for, and in the place of the highest rank', async () => {
    const scheduler = new Scheduler(1);
    const done: string[] = [];
    const job = (name: string) => async () => void done.push(name);
    const [first, change, again] = [job('first'), job('change'), job('again')];
    scheduler.schedule(first, 'changes');
    scheduler.schedule(again, 'rereading');
    scheduler.schedule(change, 'changes');
    scheduler.schedule(again, 'changes');
    scheduler.schedule(change, 'rereading');
    await until(() => done.length >= 3);
    await nextTurn();
    expect(done).toEqual(['first', 'change', 'again']);
  });

  test('never runs a job twice at once, but once more if it was requested in the meantime', async () => {
    const scheduler = new Scheduler(3);
    let running = 0;
    let most = 0;
    let times = 0;
    const job = async () => {
      running += 1;
      times += 1;
      most = Math.max(most, running);
      await nextTurn();
      if (times === 1) for (let at = 0; at < 3; at += 1) scheduler.schedule(job, 'changes');
      await nextTurn();
      running -= 1;
    };
    scheduler.schedule(job, 'changes');
    await until(() => times === 2 && running === 0);
    await nextTurn();
    expect({ most, times }).toEqual({ most: 1, times: 2 });
  });

  test.each([1, 3])('does %i jobs at the same time', async (lanes) => {
    const scheduler = new Scheduler(lanes);
    let running = 0;
    let most = 0;
    let done = 0;
    for (let at = 0; at < 10; at += 1) {
      const job = async () => {
        running += 1;
        most = Math.max(most, running);
        await nextTurn();
        await nextTurn();
        running -= 1;
        done += 1;
      };
      scheduler.schedule(job, 'changes');
    }
    await until(() => done === 10);
    expect(most).toBe(lanes);
  });

  test('lets others in between jobs that take long', async () => {
    const scheduler = new Scheduler(1);
    let done = 0;
    let doneBefore = 0;
    const busy = async () => {
      for (const until = performance.now() + 5; performance.now() < until; );
      done += 1;
    };
    for (let at = 0; at < 20; at += 1) scheduler.schedule(() => busy(), 'changes');
    await nextTurn();
    while (done < 20) {
      expect(done - doneBefore).toBeLessThanOrEqual(2);
      doneBefore = done;
      await nextTurn();
    }
  });

  test('begins nothing else while something that many wait for is under way', async () => {
    const scheduler = new Scheduler(3);
    const done: string[] = [];
    const telling = async () => {
      await nextTurn();
      await scheduler.alone(async () => {
        for (let at = 0; at < 5; at += 1) {
          done.push('send');
          await nextTurn();
        }
      });
    };
    scheduler.schedule(telling, 'rereading');
    for (let at = 0; at < 4; at += 1) {
      scheduler.schedule(async () => {
        await nextTurn();
        await nextTurn();
        done.push('read');
      }, 'changes');
    }
    await until(() => done.length === 9);
    expect(done.slice(-2)).toEqual(['read', 'read']);
    expect(done.filter((each) => each === 'send')).toHaveLength(5);
  });

  test('closed, it ends with what has begun and does nothing more', async () => {
    const scheduler = new Scheduler(1);
    const done: string[] = [];
    scheduler.schedule(async () => {
      await nextTurn();
      done.push('begun');
      scheduler.schedule(async () => void done.push('asked for late'), 'access');
    }, 'changes');
    scheduler.schedule(async () => void done.push('not begun'), 'changes');
    await scheduler.close();
    expect(done).toEqual(['begun']);
    await nextTurn();
    expect(done).toEqual(['begun']);
  });
});
