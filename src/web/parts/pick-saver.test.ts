import { describe, expect, it } from 'vitest';
import type { Side } from '#core/types.ts';
import { createPickSaver } from './pick-saver.ts';

/** A server whose answers are given by hand, in the order of the calls. */
function slowServer() {
  const waiting: { gid: string; side: Side; answer: () => void; refuse: (why: string) => void }[] = [];
  const stored: Record<string, Side> = {};
  const failures: unknown[] = [];
  const saver = createPickSaver({
    save: (gid, side) =>
      new Promise<void>((resolve, reject) => {
        const answer = () => {
          stored[gid] = side;
          resolve();
        };
        waiting.push({ gid, side, answer, refuse: (why) => reject(new Error(why)) });
      }),
    explain: (error) => (error instanceof Error ? error.message : ''),
    onFailure: (error) => failures.push(error),
  });
  return { saver, waiting, stored, failures };
}

/** Lets everything that was answered come through. */
const settled = () => new Promise((resolve) => setTimeout(resolve));

describe('saving picks', () => {
  it('shows the tapped side at once, and as saved when the server has it', async () => {
    const { saver, waiting, stored } = slowServer();
    saver.pick('g1', 'home');
    expect(saver.state()).toEqual({ pending: { g1: 'home' }, failures: {}, saved: false });
    waiting[0]?.answer();
    await settled();
    expect(saver.state()).toEqual({ pending: {}, failures: {}, saved: true });
    expect(stored).toEqual({ g1: 'home' });
  });

  it('sends the taps on one game one after the other, and only the last of those that came meanwhile', async () => {
    const { saver, waiting, stored } = slowServer();
    saver.pick('g1', 'home');
    saver.pick('g1', 'away');
    saver.pick('g1', 'home');
    saver.pick('g1', 'away');
    expect(waiting).toHaveLength(1);
    waiting[0]?.answer();
    await settled();
    expect(saver.state().pending).toEqual({ g1: 'away' });
    expect(waiting.map(({ side }) => side)).toEqual(['home', 'away']);
    waiting[1]?.answer();
    await settled();
    expect(waiting).toHaveLength(2);
    expect(stored).toEqual({ g1: 'away' });
    expect(saver.state().saved).toBe(true);
  });

  it('sends nothing again when the last tap is what is already on its way', async () => {
    const { saver, waiting } = slowServer();
    saver.pick('g1', 'home');
    saver.pick('g1', 'away');
    saver.pick('g1', 'home');
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
    expect(saver.state()).toEqual({ pending: { g1: 'home' }, failures: {}, saved: false });
  });

  it('takes a refused tap back and keeps the reason until the next tap', async () => {
    const { saver, waiting, failures } = slowServer();
    saver.pick('g1', 'home');
    waiting[0]?.refuse('This game is locked.');
    await settled();
    expect(saver.state()).toEqual({ pending: {}, failures: { g1: 'This game is locked.' }, saved: false });
    expect(failures).toHaveLength(1);
    saver.pick('g1', 'away');
    expect(saver.state().failures).toEqual({});
  });

  it('still sends a later tap when the one before it failed', async () => {
    const { saver, waiting, stored } = slowServer();
    saver.pick('g1', 'home');
    saver.pick('g1', 'away');
    waiting[0]?.refuse('The server cannot be reached.');
    await settled();
    waiting[1]?.answer();
    await settled();
    expect(stored).toEqual({ g1: 'away' });
    expect(saver.state()).toEqual({ pending: {}, failures: {}, saved: true });
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
