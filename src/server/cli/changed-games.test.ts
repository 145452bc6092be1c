import { describe, expect, it } from 'vitest';
import { aGame, HOUR } from '#tests/core-samples.ts';
import { changedGameLines } from './changed-games.ts';

const before = aGame();

describe('A game that an import changed', () => {
  it.each([
    ['its week', { weekId: '2026-wild-card' }, 'week from Week 1 to Wild Card'],
    ['its time', { timeTbd: true }, 'kick-off from 2026-09-13 13:00 ET to 2026-09-13 TBD'],
    ['its date', { kickoff: before.kickoff + 24 * HOUR }, 'kick-off from 2026-09-13 13:00 ET to 2026-09-14 13:00 ET'],
    ['its line', { spread: -3.5 }, 'line from none to -3.5'],
    ['that it is postponed', { void: 'postponed' }, 'status from Not Started to postponed'],
    ['what is not told', { situation: 'Wild Card' }, 'other details'],
  ] as const)('is named with %s', (_what, change, words) => {
    expect(changedGameLines([{ before, after: { ...before, ...change } }])).toEqual([`g1 (DAL at PHI): ${words}`]);
  });

  it('is named by week and kick-off, the first 20 of many', () => {
    const changes = Array.from({ length: 25 }, (_, at) => {
      const game = aGame({ gid: `g${at}`, kickoff: before.kickoff - at * HOUR });
      return { before: game, after: { ...game, status: 'Final', awayScore: 3, homeScore: 7 } as const };
    });
    const lines = changedGameLines(changes);
    expect(lines).toHaveLength(21);
    expect(lines[0]).toBe('g24 (DAL at PHI): status from Not Started to Final, score from 0-0 to 3-7');
    expect(lines.at(-1)).toBe('… and 5 more changed games.');
  });
});
