import { describe, expect, it } from 'vitest';
import { easternMidnight, easternToUtc } from '#core/eastern-time.ts';
import { formatDay, formatTime, kickoffText, kickoffZones } from '#core/kickoff-text.ts';
import { SUNDAY_1PM } from '#tests/core-samples.ts';

describe('A kick-off as players read it', () => {
  it.each([
    ['America/New_York', 'Sun, Sep 13', '1:00 PM EDT'],
    ['America/Chicago', 'Sun, Sep 13', '12:00 PM CDT'],
    ['America/Denver', 'Sun, Sep 13', '11:00 AM MDT'],
    ['America/Phoenix', 'Sun, Sep 13', '10:00 AM MST'],
    ['America/Los_Angeles', 'Sun, Sep 13', '10:00 AM PDT'],
    ['Pacific/Honolulu', 'Sun, Sep 13', '7:00 AM HST'],
    ['UTC', 'Sun, Sep 13', '5:00 PM UTC'],
    ['Asia/Tokyo', 'Mon, Sep 14', '2:00 AM GMT+9'],
  ])('is shown in the zone of the player, with its name: %s', (zone, day, time) => {
    expect(kickoffText({ kickoff: SUNDAY_1PM, timeTbd: false }, zone)).toEqual({ day, time });
  });

  it('names winter time after clocks change', () => {
    const kickoff = easternToUtc('2026-11-01', '13:00');
    expect(formatTime(kickoff, 'America/New_York')).toBe('1:00 PM EST');
    expect(formatDay(kickoff, 'America/New_York')).toBe('Sun, Nov 1');
  });

  it('uses the zone of the device when none is given', () => {
    const device = Intl.DateTimeFormat().resolvedOptions().timeZone;
    expect(formatTime(SUNDAY_1PM)).toBe(formatTime(SUNDAY_1PM, device));
    expect(formatDay(SUNDAY_1PM)).toBe(formatDay(SUNDAY_1PM, device));
  });

  it.each(['America/New_York', 'America/Los_Angeles', 'Pacific/Honolulu', 'Asia/Tokyo'])(
    'says TBD on the Eastern date while the time is not known, also in %s',
    (zone) => {
      const game = { kickoff: easternMidnight('2027-01-10'), timeTbd: true };
      expect(kickoffText(game, zone)).toEqual({ day: 'Sun, Jan 10', time: 'TBD' });
    },
  );
});

describe('The zone of several kick-offs', () => {
  const summer = { kickoff: SUNDAY_1PM, timeTbd: false };
  const winter = { kickoff: easternToUtc('2026-11-01', '13:00'), timeTbd: false };
  const unknown = { kickoff: easternMidnight('2026-11-01'), timeTbd: true };

  it.each([
    ['is named once', [summer, summer], 'EDT'],
    ['is named twice in the week that changes clocks', [summer, winter, summer], 'EDT / EST'],
    ['is that of the games with a known time', [unknown, winter], 'EST'],
    ['is empty if no time is known', [unknown], ''],
  ])('%s', (_, games, text) => {
    expect(kickoffZones(games, 'America/New_York')).toBe(text);
  });
});
