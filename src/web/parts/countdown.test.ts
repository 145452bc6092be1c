import { describe, expect, it } from 'vitest';
import { deadline } from '#core/locks.ts';
import type { Game } from '#core/types.ts';
import { aGame } from '#tests/core-samples.ts';
import { clockText, durationText, lockText, nextToLock } from './countdown.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const KICKOFF = Date.UTC(2026, 8, 13, 17);

describe('durationText', () => {
  it.each([
    [2 * DAY + 3 * HOUR + 59 * MINUTE, '2 d 3 h'],
    [DAY, '1 d 0 h'],
    [DAY - SECOND, '23 h 59 min'],
    [HOUR + 5 * MINUTE, '1 h 05 min'],
    [HOUR - SECOND, '59 min'],
    [10 * MINUTE, '10 min'],
    [9 * MINUTE + 59 * SECOND, '9 min 59 s'],
    [4 * SECOND, '0 min 04 s'],
  ])('says %i ms as %s', (ms, text) => {
    expect(durationText(ms)).toBe(text);
  });
});

describe('clockText', () => {
  it.each([
    [DAY + 2 * HOUR + 45 * MINUTE + 9 * SECOND, '1:02:45:09'],
    [2 * HOUR + 45 * MINUTE + 9 * SECOND, '2:45:09'],
    [45 * MINUTE + 9 * SECOND, '45:09'],
    [9 * SECOND + 999, '00:09'],
    [-5 * SECOND, '00:00'],
  ])('shows %i ms as %s', (ms, text) => {
    expect(clockText(ms)).toBe(text);
  });
});

describe('a game that waits for its kick-off', () => {
  const game = { kickoff: KICKOFF, timeTbd: false, lockAt: KICKOFF + 5 * MINUTE };

  it.each([
    [KICKOFF - HOUR - 12 * MINUTE, 'Locks in 1 h 12 min'],
    [KICKOFF - SECOND, 'Locks in 0 min 01 s'],
    [KICKOFF, 'May lock at any moment'],
    [KICKOFF + 5 * MINUTE - 1, 'May lock at any moment'],
    [KICKOFF + 5 * MINUTE, 'Picks closed'],
  ])('counts down to the kick-off, warns, then locks (%i)', (now, text) => {
    expect(lockText(game, now)).toBe(text);
  });

  it('without a time counts down to its lock', () => {
    const lockAt = KICKOFF - 4 * HOUR;
    expect(deadline({ kickoff: KICKOFF - 13 * HOUR, timeTbd: true, lockAt })).toBe(lockAt);
  });
});

describe('The games that lock next', () => {
  const now = KICKOFF - 2 * DAY;
  const game = (gid: string, kickoff: number, lockAt = kickoff + 5 * MINUTE) => aGame({ gid, kickoff, lockAt });
  const sunday = [game('a', KICKOFF), game('b', KICKOFF)];
  const late = game('c', KICKOFF + 3 * HOUR);
  const saturday = aGame({ gid: 'd', kickoff: KICKOFF - 37 * HOUR, timeTbd: true, lockAt: KICKOFF - 27 * HOUR });
  const next = (games: readonly Game[], at = now) => nextToLock(games, at).map(({ gid }) => gid);

  it('are all those of the first deadline', () => {
    expect(next([...sunday, late])).toEqual(['a', 'b']);
    expect(next([...sunday, late], KICKOFF + 4 * MINUTE)).toEqual(['a', 'b']);
    expect(next([...sunday, late], KICKOFF + 5 * MINUTE)).toEqual(['c']);
  });

  it('may be one without a time, although such a game is listed last', () => {
    expect(next([...sunday, late, saturday])).toEqual(['d']);
  });

  it('are not those that are locked, postponed or cancelled', () => {
    const locked = game('e', KICKOFF - HOUR, now);
    const postponed = aGame({ gid: 'f', kickoff: KICKOFF - HOUR, void: 'postponed' });
    expect(next([locked, postponed, ...sunday])).toEqual(['a', 'b']);
    expect(next([locked, postponed])).toEqual([]);
  });
});
