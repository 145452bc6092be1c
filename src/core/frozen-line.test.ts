import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { easternMidnight, easternToUtc, utcToEastern } from '#core/eastern-time.ts';
import { lineFreeze, weekFreeze, withFrozenLine } from '#core/frozen-line.ts';
import { nflverseWeekId } from '#core/weeks.ts';
import { aGame, anyGame, HOUR, SUNDAY_1PM } from '#tests/core-samples.ts';
import { nflCsv } from '#tests/nfl-data.ts';

const TUESDAY = easternToUtc('2026-09-08', '12:00');
const THURSDAY = easternToUtc('2026-09-10', '20:20');
const MONDAY = easternToUtc('2026-09-14', '20:15');

const at = (kickoff: number) => aGame({ kickoff });
const shown = (moment: number | null) => {
  if (moment === null) return null;
  const { date, time } = utcToEastern(moment);
  return `${date} ${time}`;
};

describe('The lines of a week freeze', () => {
  it.each<[string, number[], string | null]>([
    ['never, without games', [], null],
    ['on the Tuesday before them', [THURSDAY, SUNDAY_1PM, MONDAY], '2026-09-08 12:00'],
    ['on the day before a Wednesday', [easternToUtc('2026-09-09', '20:20'), SUNDAY_1PM, MONDAY], '2026-09-08 12:00'],
    [
      'on the Tuesday of the week if one game is moved to the next',
      [THURSDAY, SUNDAY_1PM, SUNDAY_1PM, easternToUtc('2026-09-15', '19:00')],
      '2026-09-08 12:00',
    ],
    [
      'by the median game, whatever the date of one game',
      [easternToUtc('2026-01-01', '13:00'), THURSDAY, SUNDAY_1PM, SUNDAY_1PM, easternToUtc('2026-12-24', '13:00')],
      '2026-09-08 12:00',
    ],
    ['a week earlier for a game at noon on Tuesday', [TUESDAY], '2026-09-01 12:00'],
    ['on Tuesday for a game that night', [TUESDAY + 8 * HOUR], '2026-09-08 12:00'],
    ['a week earlier for a game on a Tuesday without a time', [easternMidnight('2026-09-08')], '2026-09-01 12:00'],
    [
      'in daylight saving time even if they end in standard time',
      [easternToUtc('2026-11-01', '13:00')],
      '2026-10-27 12:00',
    ],
    ['in winter time after it', [easternToUtc('2026-11-05', '20:15')], '2026-11-03 12:00'],
    ['in summer time of spring', [easternToUtc('2026-03-14', '13:00')], '2026-03-10 12:00'],
  ])('%s', (_, kickoffs, moment) => {
    expect(shown(weekFreeze(kickoffs.map(at)))).toBe(moment);
  });

  it('at noon on a Tuesday, less than eight days before the median game, in any order', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 4_102_444_800_000 }), { minLength: 1 }), (kickoffs) => {
        const moment = weekFreeze(kickoffs.map(at)) ?? 0;
        const middle = kickoffs.toSorted((a, b) => a - b)[Math.floor((kickoffs.length - 1) / 2)] ?? 0;
        const { date, time } = utcToEastern(moment);
        expect([new Date(date).getUTCDay(), time]).toEqual([2, '12:00']);
        expect(moment).toBeLessThan(middle);
        expect(middle - moment).toBeLessThanOrEqual(7 * 24 * HOUR + HOUR);
        expect(weekFreeze(kickoffs.toReversed().map(at))).toBe(moment);
      }),
    );
  });
});

describe('A frozen line', () => {
  it.each([
    ['is none a moment before', { spread: -3 }, TUESDAY - 1, null],
    ['is the line at that moment', { spread: -3 }, TUESDAY, -3],
    ['is an even one, too', { spread: 0 }, TUESDAY, 0],
    ['stays, whatever stands after', { spread: 7, frozenSpread: -3 }, TUESDAY + HOUR, -3],
    ['stays in a week whose moment is to come', { spread: 7, frozenSpread: -3 }, TUESDAY - HOUR, -3],
    ['stays if the line is removed', { spread: null, frozenSpread: -3 }, TUESDAY + HOUR, -3],
    ['is none while there is no line', { spread: null }, TUESDAY + HOUR, null],
    ['is the first one after that if there was none', { spread: 2.5 }, TUESDAY + HOUR, 2.5],
    [
      'is the line at the lock of a game that locks earlier',
      { spread: -3, lockAt: TUESDAY - HOUR },
      TUESDAY - HOUR,
      -3,
    ],
  ])('%s', (_, changes, now, line) => {
    expect(withFrozenLine(aGame(changes), TUESDAY, now).frozenSpread).toBe(line);
  });

  it('freezes at the lock of the game if the week has no freeze', () => {
    expect(lineFreeze({ lockAt: MONDAY }, null)).toBe(MONDAY);
  });

  it('never changes again, and leaves the rest of the game unchanged', () => {
    const times = fc.array(fc.tuple(fc.nat({ max: 20 }), fc.option(fc.integer({ min: -9, max: 9 }))));
    fc.assert(
      fc.property(anyGame, times, (first, steps) => {
        let game = first;
        let now = TUESDAY - 10 * HOUR;
        for (const [hours, spread] of steps) {
          now += hours * HOUR;
          const held = withFrozenLine(game, TUESDAY, now);
          expect({ ...held, frozenSpread: game.frozenSpread }).toEqual(game);
          if (game.frozenSpread !== null) expect(held.frozenSpread).toBe(game.frozenSpread);
          game = { ...held, spread };
        }
      }),
    );
  });
});

describe('The Tuesdays of real weeks', () => {
  const weeks = Map.groupBy(
    nflCsv('games.csv').map((row) => {
      const [date = '', time = ''] = [row.gameday, row.gametime];
      const kickoff = time === '' ? easternMidnight(date) : easternToUtc(date, time);
      const weekId = nflverseWeekId(Number(row.season), Number(row.week), row.game_type ?? '') ?? '';
      return aGame({ gid: row.game_id ?? '', kickoff, weekId });
    }),
    (game) => game.weekId,
  );

  it.each([
    ['begins on a Wednesday', '2026-week1', '2026-09-08 12:00'],
    ['of Thanksgiving', '2024-week13', '2024-11-26 12:00'],
    ['of Christmas on a Wednesday', '2024-week17', '2024-12-24 12:00'],
    ['with a game on the next Tuesday', '2020-week5', '2020-10-06 12:00'],
    ['with a game on the Wednesday after', '2020-week12', '2020-11-24 12:00'],
    ['before that game was over', '2020-week13', '2020-12-01 12:00'],
    ['with two games on the next Tuesday', '2021-week15', '2021-12-14 12:00'],
    ['in which the clocks change', '2024-week9', '2024-10-29 12:00'],
    ['of the wild cards', '2024-wild-card', '2025-01-07 12:00'],
    ['of the Super Bowl', '2024-super-bowl', '2025-02-04 12:00'],
  ])('%s: %s', (_name, weekId, moment) => {
    expect(shown(weekFreeze(weeks.get(weekId) ?? []))).toBe(moment);
  });

  it('come before the first kick-off, by five days at most, in every week since 2015', () => {
    for (const [weekId, games] of weeks) {
      const lead = Math.min(...games.map(({ kickoff }) => kickoff)) - (weekFreeze(games) ?? 0);
      expect([weekId, lead > 0, lead < 5.5 * 24 * HOUR]).toEqual([weekId, true, true]);
    }
  });

  it('are a week apart, and two before the Super Bowl', () => {
    const moments = [...weeks].map(([weekId, games]) => ({ weekId, moment: weekFreeze(games) ?? 0 }));
    for (const season of new Set(moments.map(({ weekId }) => weekId.slice(0, 4)))) {
      const own = moments.filter(({ weekId }) => weekId.startsWith(season)).sort((a, b) => a.moment - b.moment);
      const days = own.slice(1).map(({ moment }, n) => Math.round((moment - (own[n]?.moment ?? 0)) / (24 * HOUR)));
      const last = own.at(-1)?.weekId.endsWith('super-bowl') ? days.pop() : 14;
      expect([season, last, new Set(days)]).toEqual([season, 14, new Set([7])]);
    }
  });
});
