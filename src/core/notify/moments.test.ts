import { describe, expect, it } from 'vitest';
import { isDue, reminderMoments } from './moments.ts';

const LOCK_AFTER = 5 * 60_000;

function game(kickoff: string, changes: { readonly void?: 'postponed'; readonly lockAt?: string } = {}) {
  const at = Date.parse(kickoff);
  const lockAt = changes.lockAt === undefined ? at + LOCK_AFTER : Date.parse(changes.lockAt);
  return { kickoff: at, timeTbd: false, lockAt, void: changes.void ?? null };
}

const WEDNESDAY = game('2026-09-10T00:20Z');
const THURSDAY = game('2026-09-11T00:15Z');
const LONDON = game('2026-09-13T13:30Z');
const SUNDAY = game('2026-09-13T17:00Z');
const MONDAY = game('2026-09-15T00:15Z');
const atThursday = { lockAt: '2026-09-11T00:20Z' };

describe('Members are reminded', () => {
  it.each([
    [
      'of the first lock and of Sunday, as the countdown has them',
      [THURSDAY, SUNDAY, MONDAY],
      ['first 2026-09-11T00:15', 'sunday 2026-09-13T17:00'],
    ],
    ['of a game on Wednesday', [WEDNESDAY, THURSDAY, SUNDAY], ['first 2026-09-10T00:20', 'sunday 2026-09-13T17:00']],
    ['of London in the morning', [THURSDAY, LONDON, SUNDAY], ['first 2026-09-11T00:15', 'sunday 2026-09-13T13:30']],
    ['once if the week begins on Sunday', [LONDON, SUNDAY, MONDAY], ['sunday 2026-09-13T13:30']],
    ['once if no game is on Sunday', [THURSDAY, MONDAY], ['first 2026-09-11T00:15']],
    [
      'of Sunday alone if Thursday is off',
      [{ ...THURSDAY, void: 'postponed' as const }, SUNDAY],
      ['sunday 2026-09-13T17:00'],
    ],
    [
      'once if all games lock with the first',
      [THURSDAY, game('2026-09-13T17:00Z', atThursday), game('2026-09-15T00:15Z', atThursday)],
      ['sunday 2026-09-11T00:15'],
    ],
    ['of a Monday evening that is Tuesday elsewhere', [MONDAY], ['first 2026-09-15T00:15']],
    [
      'once if all games lock with the first, even if the times of others are not known',
      [THURSDAY, { ...game('2026-09-13T17:00Z', atThursday), timeTbd: true }],
      ['sunday 2026-09-11T00:15'],
    ],
    ['of the lock itself if the time is not known', [{ ...SUNDAY, timeTbd: true }], ['sunday 2026-09-13T17:05']],
    ['of nothing if nothing is played', [{ ...SUNDAY, void: 'postponed' as const }], []],
  ])('%s', (_what, games, expected) => {
    const moments = reminderMoments(games);
    expect(moments.map(({ name, lockAt }) => `${name} ${new Date(lockAt).toISOString().slice(0, 16)}`)).toEqual(
      expected,
    );
  });
});

describe('A reminder', () => {
  const weeks = {
    plain: [THURSDAY, SUNDAY],
    london: [THURSDAY, LONDON],
    saturday: [game('2026-09-13T00:20Z'), SUNDAY],
    clocks: [game('2026-11-01T14:30Z')],
  };
  const chosen = { hours: null, zone: null } as const;
  it.each([
    ['is due 3 hours ahead', 'plain', 'sunday', chosen, '2026-09-13T14:00Z', true],
    ['not sooner', 'plain', 'sunday', chosen, '2026-09-13T13:59Z', false],
    ['until the kick-off if it could not be sent in time', 'plain', 'sunday', chosen, '2026-09-13T16:59Z', true],
    ['no longer then', 'plain', 'sunday', chosen, '2026-09-13T17:00Z', false],
    [
      'as many hours ahead as the member chose',
      'plain',
      'sunday',
      { hours: 1, zone: null },
      '2026-09-13T15:59Z',
      false,
    ],
    ['and from then on', 'plain', 'sunday', { hours: 1, zone: null }, '2026-09-13T16:00Z', true],
    ['of London on the evening before', 'london', 'sunday', chosen, '2026-09-13T01:30Z', true],
    ['not in the night', 'london', 'sunday', chosen, '2026-09-13T10:35Z', false],
    ['in the morning if the evening was missed', 'london', 'sunday', chosen, '2026-09-13T12:00Z', true],
    ['of London in London itself', 'london', 'sunday', { hours: 3, zone: 'Europe/London' }, '2026-09-13T10:29Z', false],
    ['at its own time there', 'london', 'sunday', { hours: 3, zone: 'Europe/London' }, '2026-09-13T10:30Z', true],
    [
      'of a night game in Berlin on the evening before',
      'plain',
      'first',
      { hours: 3, zone: 'Europe/Berlin' },
      '2026-09-10T19:30Z',
      true,
    ],
    ['on the evening before clocks change', 'clocks', 'sunday', chosen, '2026-11-01T01:30Z', true],
    ['not an hour sooner', 'clocks', 'sunday', chosen, '2026-11-01T01:29Z', false],
    [
      'of Sunday not before the first lock',
      'saturday',
      'sunday',
      { hours: 24, zone: null },
      '2026-09-13T00:19Z',
      false,
    ],
    ['but right after it', 'saturday', 'sunday', { hours: 24, zone: null }, '2026-09-13T00:20Z', true],
  ] as const)('%s', (_what, week, name, wish, at, due) => {
    const moment = reminderMoments(weeks[week]).find((each) => each.name === name);
    expect(moment && isDue(moment, wish, Date.parse(at))).toBe(due);
  });
});
