import { expect, test, vi } from 'vitest';
import { leagueTime } from './clock.ts';

test.each([
  ['the same where nothing is said', {}, -1000],
  ["as fast as the league's clock", { speed: 60 }, -60_000],
])('a moment of real time in the league is %s', (_name, speed, ago) => {
  vi.useFakeTimers({ now: 5_000_000 });
  const clock = { now: () => 90_000, ...speed };
  expect(leagueTime(clock, 5_000_000 - 1000)).toBe(90_000 + ago);
  vi.useRealTimers();
});
