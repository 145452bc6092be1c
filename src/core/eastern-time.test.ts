import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { easternDate, easternMidnight, easternToUtc, utcToEastern } from '#core/eastern-time.ts';
import { nflCsv, nflJson } from '#tests/nfl-data.ts';

interface KickoffCase {
  readonly game_id: string;
  readonly gameday: string;
  readonly et: string;
  readonly utc_from_et: string;
  readonly why: string;
}

const anyMoment = fc.date({
  min: new Date('1970-01-02T00:00Z'),
  max: new Date('2099-12-30T00:00Z'),
  noInvalidDate: true,
});

function utc(text: string): number {
  return Date.parse(`${text}Z`);
}

describe('Eastern time', () => {
  it.each([
    ['a Sunday in September, summer time', '2026-09-13', '13:00', '2026-09-13T17:00'],
    ['a Sunday in December, winter time', '2026-12-13', '13:00', '2026-12-13T18:00'],
    ['an evening game, the next day in UTC', '2026-09-10', '20:20', '2026-09-11T00:20'],
    ['the morning of a London game', '2026-10-11', '09:30', '2026-10-11T13:30'],
    ['a Thursday of November before clocks change', '2023-11-02', '20:15', '2023-11-03T00:15'],
    ['the Sunday of November on which clocks change', '2026-11-01', '13:00', '2026-11-01T18:00'],
    ['New Year’s Eve', '2026-12-31', '23:59', '2027-01-01T04:59'],
    ['a Super Bowl', '2027-02-14', '18:30', '2027-02-14T23:30'],
    ['a leap day', '2028-02-29', '12:00', '2028-02-29T17:00'],
    ['a summer before the zone kept today’s dates', '2005-04-02', '12:00', '2005-04-02T17:00'],
  ])('is read by the time-zone database: %s', (_name, date, time, moment) => {
    expect(easternToUtc(date, time)).toBe(utc(moment));
    expect(utcToEastern(utc(moment))).toMatchObject({ date, time });
  });

  it('moves a time in the hour skipped in spring one hour forward', () => {
    expect(easternToUtc('2026-03-08', '01:59')).toBe(utc('2026-03-08T06:59'));
    expect(easternToUtc('2026-03-08', '02:30')).toBe(utc('2026-03-08T07:30'));
    expect(utcToEastern(utc('2026-03-08T07:30')).time).toBe('03:30');
    expect(easternToUtc('2026-03-08', '03:00')).toBe(utc('2026-03-08T07:00'));
  });

  it('takes the first of two equal times in fall', () => {
    expect(easternToUtc('2026-11-01', '00:59')).toBe(utc('2026-11-01T04:59'));
    expect(easternToUtc('2026-11-01', '01:30')).toBe(utc('2026-11-01T05:30'));
    expect(utcToEastern(utc('2026-11-01T05:30'))).toEqual({ date: '2026-11-01', time: '01:30' });
    expect(utcToEastern(utc('2026-11-01T06:30'))).toEqual({ date: '2026-11-01', time: '01:30' });
    expect(easternToUtc('2026-11-01', '02:00')).toBe(utc('2026-11-01T07:00'));
  });

  it('changes its offset at the very second', () => {
    expect(utcToEastern(utc('2026-11-01T05:59:59.999')).time).toBe('01:59');
    expect(utcToEastern(utc('2026-11-01T06:00')).time).toBe('01:00');
    expect(utcToEastern(utc('2026-03-08T06:59:59.999')).time).toBe('01:59');
    expect(utcToEastern(utc('2026-03-08T07:00')).time).toBe('03:00');
  });

  it.each([
    ['no date', 'today', '13:00'],
    ['a short date', '2026-9-13', '13:00'],
    ['a date with more behind it', '2026-09-13T00', '13:00'],
    ['a day that the month does not have', '2026-02-30', '13:00'],
    ['29 February of a common year', '2026-02-29', '13:00'],
    ['a thirteenth month', '2026-13-01', '13:00'],
    ['a year before 1000', '0026-09-13', '13:00'],
    ['hour 24', '2026-09-13', '24:00'],
    ['minute 60', '2026-09-13', '13:60'],
    ['no time', '2026-09-13', ''],
    ['TBD', '2026-09-13', 'TBD'],
  ])('refuses %s', (_name, date, time) => {
    expect(() => easternToUtc(date, time)).toThrow(RangeError);
  });

  it('round-trips any moment to the minute, except in the hour that occurs twice', () => {
    fc.assert(
      fc.property(anyMoment, (date) => {
        const minute = Math.floor(date.getTime() / 60_000) * 60_000;
        const eastern = utcToEastern(minute);
        const back = easternToUtc(eastern.date, eastern.time);
        expect([0, 60 * 60_000]).toContain(minute - back);
        expect(utcToEastern(back)).toMatchObject({ date: eastern.date, time: eastern.time });
      }),
    );
  });

  it('is 4 hours behind UTC in summer and 5 in winter', () => {
    fc.assert(
      fc.property(anyMoment, (date) => {
        const minute = Math.floor(date.getTime() / 60_000) * 60_000;
        const eastern = utcToEastern(minute);
        const hours = (minute - utc(`${eastern.date}T${eastern.time}`)) / 3_600_000;
        expect([4, 5]).toContain(hours);
        if ([5, 6, 7, 8].includes(date.getUTCMonth())) expect(hours).toBe(4);
      }),
    );
  });

  it('never runs backwards from one day to the next', () => {
    fc.assert(
      fc.property(anyMoment, fc.integer({ min: 1, max: 400 }), (date, days) => {
        const first = easternDate(date.getTime());
        const later = easternDate(date.getTime() + days * 24 * 60 * 60_000);
        expect(easternMidnight(first)).toBeLessThan(easternMidnight(later));
      }),
    );
  });
});

describe('The Eastern date of a moment', () => {
  it.each([
    ['2026-09-14T03:59', '2026-09-13'],
    ['2026-09-14T04:00', '2026-09-14'],
    ['2027-01-10T04:59', '2027-01-09'],
    ['2027-01-10T05:00', '2027-01-10'],
  ])('at %s UTC is %s', (moment, date) => {
    expect(easternDate(utc(moment))).toBe(date);
  });

  it.each([
    ['2026-09-13', '2026-09-13T04:00'],
    ['2027-01-10', '2027-01-10T05:00'],
    ['2026-11-01', '2026-11-01T04:00'],
    ['2026-03-08', '2026-03-08T05:00'],
  ])('%s begins at %s UTC', (date, moment) => {
    expect(easternMidnight(date)).toBe(utc(moment));
  });
});

describe('Real kick-offs', () => {
  const cases = nflJson('kickoff_cases.json') as KickoffCase[];

  it('are all there', () => {
    expect(cases.length).toBeGreaterThanOrEqual(11);
  });

  it.each(cases)('$game_id: $why', ({ gameday, et, utc_from_et }) => {
    expect(easternToUtc(gameday, et)).toBe(Date.parse(utc_from_et));
    expect(utcToEastern(Date.parse(utc_from_et))).toMatchObject({ date: gameday, time: et });
  });

  it('of eleven seasons come back to the date and time of the schedule', () => {
    for (const game of nflCsv('games.csv')) {
      const date = game.gameday ?? '';
      const time = game.gametime ?? '';
      expect(utcToEastern(easternToUtc(date, time))).toMatchObject({ date, time });
    }
  });
});
