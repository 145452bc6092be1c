import { describe, expect, it } from 'vitest';
import { isQuiet, knownZone, outsideQuiet, reminderTime } from './quiet.ts';

const NEW_YORK = 'America/New_York';
const iso = (ms: number) => new Date(ms).toISOString().slice(0, 16);

describe('The quiet hours', () => {
  it.each([
    ['begin at 22:00', '2026-09-13T02:00Z', NEW_YORK, true],
    ['not before', '2026-09-13T01:59Z', NEW_YORK, false],
    ['end at 8:00', '2026-09-13T12:00Z', NEW_YORK, false],
    ['not before that', '2026-09-13T11:59Z', NEW_YORK, true],
    ['are those of the own zone', '2026-09-13T11:59Z', 'Europe/Berlin', false],
    ['also in a zone off by half an hour', '2026-09-13T16:30Z', 'Asia/Kolkata', true],
    ['and just before there', '2026-09-13T16:29Z', 'Asia/Kolkata', false],
  ])('%s', (_what, at, zone, quiet) => {
    expect(isQuiet(Date.parse(at), zone)).toBe(quiet);
  });
});

describe('What is planned for the quiet hours', () => {
  it.each([
    ['stays where it is outside of them', '2026-09-13T14:05Z', NEW_YORK, '2026-09-13T14:05'],
    ['comes half an hour before they begin', '2026-09-13T04:00Z', NEW_YORK, '2026-09-13T01:30'],
    ['also from the morning', '2026-09-13T10:35Z', NEW_YORK, '2026-09-13T01:30'],
    ['in the night that clocks are set back', '2026-11-01T11:35Z', NEW_YORK, '2026-11-01T01:30'],
    ['in the night that they are set forward', '2027-03-14T11:00Z', NEW_YORK, '2027-03-14T02:30'],
    ['in Sydney', '2026-09-13T14:05Z', 'Australia/Sydney', '2026-09-13T11:30'],
  ])('%s', (_what, planned, zone, due) => {
    expect(iso(outsideQuiet(Date.parse(planned), zone))).toBe(due);
  });

  it('is due outside the quiet hours of any zone, at most a night earlier', () => {
    for (const zone of [NEW_YORK, 'America/Los_Angeles', 'Pacific/Honolulu', 'Europe/London', 'Australia/Lord_Howe']) {
      for (let at = Date.parse('2026-10-28T00:07Z'); at < Date.parse('2026-11-04T00:00Z'); at += 23 * 60_000) {
        const due = reminderTime(at, 3, zone);
        expect([zone, iso(at), isQuiet(due, zone)]).toEqual([zone, iso(at), false]);
        expect(due).toBeLessThanOrEqual(at - 3 * 3_600_000);
        expect(due).toBeGreaterThan(at - 15 * 3_600_000);
      }
    }
  });
});

it.each([
  ['america/denver', 'America/Denver'],
  ['Mars/Olympus', null],
  ['', null],
])('The zone %j is known as %j', (given, known) => {
  expect(knownZone(given)).toBe(known);
});
