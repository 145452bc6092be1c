/**
 * A hand-written Sunday of ESPN answers: six games that are played, postponed, moved and decided in overtime, while the source fails in
 * every way.
 */
import { easternToUtc } from '#core/eastern-time.ts';
import { teamAbbrs } from '#core/teams.ts';
import { Recorder } from '#server/feed/replay.ts';
import type { EventTraits } from './espn-samples.ts';
import {
  aLine,
  anEvent,
  aScoreboard,
  aStandings,
  ended,
  live,
  postponed,
  scoreboardUrl,
  standingsUrl,
} from './espn-samples.ts';

const FRIDAY = '2026-09-11';
const SATURDAY = '2026-09-12';
const SUNDAY = '2026-09-13';
const MONDAY = '2026-09-14';
const TUESDAY = '2026-09-15';

const at = easternToUtc;

/** When it begins and ends. */
export const begin = at(FRIDAY, '12:00');
export const end = at(TUESDAY, '01:00');
/** The first time with live games. */
export const liveFrom = at(SUNDAY, '12:00');
export const liveTo = at(MONDAY, '00:30');
/** Shortly before the first kick-off of the Sunday. */
export const noon = at(SUNDAY, '12:56');
/** The time with most of the failures. */
export const troubled = { from: at(SUNDAY, '13:55'), to: at(SUNDAY, '15:25') };
/** ESPN breaks off every connection. */
export const outage = { from: at(SUNDAY, '14:00'), to: at(SUNDAY, '14:10') };
/** An answer requested now arrives late, and is outdated by then. */
export const slowAnswerAt = at(SUNDAY, '15:00');
export const SLOW_MS = 700;

type Change = readonly [time: number, traits: EventTraits];

const utc = (date: string, time: string) => `${new Date(at(date, time)).toISOString().slice(0, 16)}Z`;
const score = (away: number, home: number): EventTraits => ({ score: [String(away), String(home)] });
const playing = (period: number, clock: string, away: number, home: number): EventTraits => ({
  ...live,
  period,
  clock,
  ...score(away, home),
});

const onePm = utc(SUNDAY, '13:00');

/** The changes of each game; fields that are not named stay unchanged. */
const games: Readonly<Record<string, readonly Change[]>> = {
  'NE SEA': [[begin, { ...ended, ...score(17, 24), id: '1', date: utc('2026-09-10', '20:20') }]],
  'DAL PHI': [
    [begin, { id: '2', date: onePm, odds: aLine('PHI -3', -3) }],
    [at(SUNDAY, '13:02'), { ...playing(1, '15:00', 0, 0), odds: [] }],
    [at(SUNDAY, '13:40'), playing(1, '2:10', 0, 7)],
    [at(SUNDAY, '14:05'), playing(2, '9:00', 7, 7)],
    [at(SUNDAY, '14:12'), playing(2, '5:00', 14, 7)],
    [at(SUNDAY, '14:28'), { ...playing(2, '0:00', 14, 7), status: 'HALFTIME' }],
    [at(SUNDAY, '14:46'), playing(3, '14:00', 14, 10)],
    [slowAnswerAt + 20_000, playing(3, '3:00', 14, 17)],
    [at(SUNDAY, '16:05'), { ...ended, ...score(20, 17) }],
  ],
  'KC LV': [
    [begin, { id: '3', date: onePm, odds: aLine('EVEN', 0) }],
    [at(SUNDAY, '13:03'), { ...playing(1, '14:00', 0, 0), odds: [] }],
    [at(SUNDAY, '15:55'), playing(4, '0:00', 20, 20)],
    [at(SUNDAY, '15:58'), playing(5, '10:00', 20, 20)],
    [at(SUNDAY, '16:20'), { ...ended, ...score(20, 26), period: 5, detail: 'Final/OT' }],
  ],
  'GB CHI': [
    [begin, { id: '4', date: onePm, odds: aLine('GB -2.5', 2.5) }],
    [at(SUNDAY, '12:40'), { ...postponed, odds: [], headline: 'Lightning' }],
    [at(SUNDAY, '15:20'), { status: 'SCHEDULED', state: 'pre', date: utc(MONDAY, '19:00') }],
    [at(MONDAY, '19:03'), playing(1, '14:00', 0, 0)],
    [at(MONDAY, '22:00'), { ...ended, ...score(27, 10) }],
  ],
  'BUF NYJ': [
    [begin, { id: '5', date: utc(SUNDAY, '16:25'), odds: aLine('NYJ -2.5', -2.5) }],
    [at(FRIDAY, '15:00'), { odds: aLine('NYJ -3.5', -3.5) }],
    [at(SATURDAY, '18:00'), { odds: aLine('NYJ -6', -6) }],
    [at(SUNDAY, '16:27'), { ...playing(1, '14:00', 0, 0), odds: [] }],
    [at(SUNDAY, '19:20'), { ...ended, ...score(10, 13) }],
  ],
  'DEN LAC': [
    [begin, { id: '6', date: utc(SUNDAY, '16:05'), odds: aLine('LAC -7', -7), indoor: true }],
    [at(FRIDAY, '16:00'), { date: utc(SUNDAY, '20:20') }],
    [at(SUNDAY, '20:22'), { ...playing(1, '14:00', 0, 0), odds: [] }],
    [at(SUNDAY, '23:20'), { ...ended, ...score(21, 20) }],
  ],
};

/** The expected results of the games. */
export const results: Readonly<Record<string, object>> = {
  '2026_01_NE_SEA': { status: 'Final', awayScore: 17, homeScore: 24, spread: null, situation: 'Final' },
  '2026_01_DAL_PHI': { status: 'Final', awayScore: 20, homeScore: 17, spread: 3, situation: 'Final' },
  '2026_01_KC_LV': { status: 'Final', awayScore: 20, homeScore: 26, spread: 0, situation: 'Final/OT' },
  '2026_01_GB_CHI': { status: 'Final', awayScore: 27, homeScore: 10, spread: -2.5, kickoff: at(MONDAY, '19:00') },
  '2026_01_BUF_NYJ': { status: 'Final', awayScore: 10, homeScore: 13, spread: 3.5, kickoff: at(SUNDAY, '16:25') },
  '2026_01_DEN_LAC': {
    status: 'Final',
    awayScore: 21,
    homeScore: 20,
    spread: 7,
    kickoff: at(SUNDAY, '20:20'),
    weather: 'Indoors',
  },
};

const WEEK_1 = scoreboardUrl(1);

/** The scoreboard of the week at a given time, without the `missing` games. */
function boardAt(time: number, ...missing: readonly string[]): string {
  const events = Object.entries(games).flatMap(([teams, changes]) => {
    if (missing.includes(teams)) return [];
    const [away = '', home = ''] = teams.split(' ');
    const traits = Object.assign({}, ...changes.filter(([from]) => from <= time).map(([, change]) => change));
    return [anEvent({ away, home, ...traits })];
  });
  return JSON.stringify(aScoreboard(events));
}

interface Trouble {
  readonly from: number;
  readonly to: number;
  readonly status?: number;
  readonly text?: string;
  readonly delayMs?: number;
}

/** Faulty answers. */
const troubles: readonly Trouble[] = [
  { ...outage, status: 0 },
  { from: at(SUNDAY, '14:20'), to: at(SUNDAY, '14:25'), text: '<html>Service Unavailable' },
  { from: at(SUNDAY, '14:36'), to: at(SUNDAY, '14:41'), status: 500 },
  {
    from: at(SUNDAY, '14:50'),
    to: at(SUNDAY, '14:52'),
    text: JSON.stringify(aScoreboard([anEvent({ week: 2 })], { week: 2 })),
  },
  { from: at(SUNDAY, '14:53'), to: at(SUNDAY, '14:55'), text: '{"fullViewLink":{}}' },
  { from: at(SUNDAY, '14:56'), to: at(SUNDAY, '14:58'), text: JSON.stringify(aScoreboard([])) },
  { from: slowAnswerAt, to: slowAnswerAt + 20_000, delayMs: SLOW_MS },
  { from: at(SUNDAY, '15:05'), to: at(SUNDAY, '15:08'), text: boardAt(at(SUNDAY, '15:05'), 'KC LV') },
  {
    from: at(SUNDAY, '15:10'),
    to: at(SUNDAY, '15:13'),
    text: boardAt(at(SUNDAY, '15:10')).replaceAll('"17"', '"170"'),
  },
  {
    from: at(SUNDAY, '15:15'),
    to: at(SUNDAY, '15:18'),
    text: boardAt(at(SUNDAY, '15:15')).replaceAll('"PHI"', '"XYZ"'),
  },
  // After the end, an answer as if the game were live.
  { from: at(SUNDAY, '16:30'), to: at(SUNDAY, '16:33'), text: boardAt(at(SUNDAY, '16:04')) },
];

/** Writes the Sunday as a recording, which may begin later than the Sunday did. */
export function recordSunday(folder: string, from: number = begin): void {
  const lines: { time: number; path: string; status?: number; text: string; delayMs?: number | undefined }[] = [];
  for (let week = 2; week <= 18; week += 1)
    lines.push({ time: begin, path: scoreboardUrl(week), text: quietWeek(week) });
  const records = Object.fromEntries(teamAbbrs.map((abbr) => [abbr, ['0-0', '0-0', '0-0'] as const]));
  lines.push({ time: begin, path: standingsUrl(2026), text: JSON.stringify(aStandings(2026, records)) });
  const isTroubled = (time: number) => troubles.some(({ from, to }) => from <= time && time < to);
  for (const time of new Set(Object.values(games).flatMap((changes) => changes.map(([from]) => from)))) {
    if (!isTroubled(time)) lines.push({ time, path: WEEK_1, text: boardAt(time) });
  }
  for (const { from, to, status = 200, text = boardAt(from), delayMs } of troubles) {
    lines.push({ time: from, path: WEEK_1, status, text, delayMs }, { time: to, path: WEEK_1, text: boardAt(to) });
  }
  for (const { time, path, status = 200, text, delayMs } of lines.sort((a, b) => a.time - b.time)) {
    new Recorder(folder, () => Math.max(time, from)).add({ path, status, text }, delayMs);
  }
}

/** One game, between teams that do not meet again. */
function quietWeek(week: number): string {
  const date = `${new Date(Date.parse(`${SUNDAY}T17:00Z`) + (week - 1) * 7 * 86_400_000).toISOString().slice(0, 16)}Z`;
  const [away = '', home = ''] = [teamAbbrs[week - 1], teamAbbrs[week + 13]];
  return JSON.stringify(aScoreboard([anEvent({ id: `${week}00`, away, home, week, date })], { week }));
}
