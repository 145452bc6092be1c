import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { teamAbbrs } from '#core/teams.ts';
import { gamesOfWeek, weekIds } from '#server/games/reads.ts';
import type { Change } from '#server/platform/live/changes.ts';
import { EVERYTHING } from '#server/platform/live/changes.ts';
import { TestClock } from '#tests/app.ts';
import { anEvent, aScoreboard, aStandings, ended, scoreboardUrl, standingsUrl } from '#tests/espn-samples.ts';
import { withLeague } from '#tests/league.ts';
import { EspnClient, SHORT_RETRY } from './espn/client.ts';
import type { Task } from './feed.ts';
import { LeagueFeed } from './feed.ts';
import type { Replay } from './replay.ts';
import { Recorder, startReplay } from './replay.ts';
import { readRecords } from './store.ts';

describe('What a league asks', () => {
  const league = withLeague('sqlite');
  let folder: string;
  let replay: Replay | null;
  let clock: TestClock;
  let changes: Change[];
  let season = 2050;

  beforeEach(() => {
    season += 2;
    folder = mkdtempSync(join(tmpdir(), 'pickem-feed-'));
    clock = new TestClock(Date.parse(`${season}-09-08T16:00:00Z`));
    changes = [];
    replay = null;
  });
  afterEach(async () => {
    await replay?.close();
    rmSync(folder, { recursive: true });
  });
  const answer = (path: string, body: unknown, status = 200) =>
    new Recorder(folder, () => 0).add({ path, status, text: JSON.stringify(body) });

  /** A week with one game, between teams that do not meet again. */
  const week = (number: number, traits = {}) => {
    const sunday = new Date(Date.parse(`${season}-09-04T17:00:00Z`) + number * 7 * 86_400_000);
    const [away, home] = [teamAbbrs[number - 1], teamAbbrs[number + 13]];
    const date = `${sunday.toISOString().slice(0, 10)}T17:00Z`;
    const id = `${season}${number}`;
    const event = anEvent({
      id,
      away: away ?? '',
      home: home ?? '',
      season: { year: season, type: 2 },
      week: number,
      date,
      ...traits,
    });
    return aScoreboard([event], { season, week: number });
  };
  const url = (number: number, type = 2) => scoreboardUrl(number, { season, type });

  async function feed(): Promise<LeagueFeed> {
    replay = await startReplay(folder, { clock });
    const client = new EspnClient({ url: replay.url, pauseMs: 1 });
    const afterCommit = { changed: (change: Change) => void changes.push(change) };
    return new LeagueFeed({ store: league.store, client, now: clock.now, afterCommit });
  }

  const run = async (task: Task) => (await feed()).run({ task, period: 86_400_000 }, new AbortController().signal);
  const kinds = (problems: readonly object[]) => problems.map((problem) => (problem as { kind: string }).kind);

  test('a new league gets the whole season', async () => {
    for (let number = 1; number <= 18; number += 1) answer(url(number), week(number));
    expect(await run({ kind: 'season', season })).toEqual({ succeeded: true, problems: [] });
    expect(await weekIds(league.store.db, season)).toHaveLength(18);
    for (const weekId of await weekIds(league.store.db, season)) {
      expect(await gamesOfWeek(league.store.db, weekId)).toHaveLength(1);
    }
    expect(replay?.requests()).toBe(18);
    expect(changes).toHaveLength(18);
  });

  test('an outage ends the round at once, and earlier results stay', async () => {
    answer(url(1), week(1));
    answer(url(2), {}, 503);
    answer(url(3), week(3));
    const { succeeded, problems } = await run({ kind: 'season', season });
    expect({ succeeded, kinds: kinds(problems) }).toEqual({ succeeded: false, kinds: ['refused'] });
    expect(await weekIds(league.store.db, season)).toEqual([`${season}-week1`]);
  });

  test('a missing week is reported, and the others are synced', async () => {
    for (let number = 1; number <= 18; number += 1)
      answer(url(number), number === 5 ? aScoreboard([], { season, week: 5 }) : week(number));
    const { succeeded, problems } = await run({ kind: 'season', season });
    expect({ succeeded, kinds: kinds(problems) }).toEqual({ succeeded: false, kinds: ['empty'] });
    expect(await weekIds(league.store.db, season)).toHaveLength(17);
  });

  test('in spring there is no schedule yet, and that is no failure', async () => {
    clock.set(Date.parse(`${season}-04-01T16:00:00Z`));
    answer(url(1), aScoreboard([], { season: season - 1, week: 18 }));
    expect(await run({ kind: 'season', season })).toEqual({ succeeded: true, problems: [] });
    expect(replay?.requests()).toBe(1);
  });

  test('in autumn it is one', async () => {
    for (let number = 1; number <= 18; number += 1) answer(url(number), { fullViewLink: {} });
    const { succeeded, problems } = await run({ kind: 'season', season });
    expect(succeeded).toBe(false);
    expect(new Set(kinds(problems))).toEqual(new Set(['stub']));
  });

  test('rounds of the post-season come when their teams are known', async () => {
    answer(url(1), week(1, ended));
    await (await feed()).syncWeek(`${season}-week1`, SHORT_RETRY);
    await replay?.close();
    clock.advance(100 * 86_400_000);
    const round = { season: { year: season, type: 3 }, date: `${season + 1}-01-12T18:00Z` };
    const undecided = anEvent({ ...round, id: '1', home: 'TBD', away: 'TBD' });
    const known = anEvent({ ...round, id: '2' });
    for (let number = 1; number <= 18; number += 1) answer(url(number), week(number));
    answer(url(1, 3), aScoreboard([undecided, known], { season, type: 3 }));
    answer(url(2, 3), aScoreboard([anEvent({ ...round, home: 'TBD', week: 2 })], { season, type: 3, week: 2 }));
    answer(url(3, 3), aScoreboard([], { season, type: 3, week: 3 }));
    answer(url(5, 3), { fullViewLink: {} });
    expect(await run({ kind: 'season', season })).toEqual({ succeeded: true, problems: [] });
    expect(await gamesOfWeek(league.store.db, `${season}-wild-card`)).toMatchObject([
      { gid: `${season}_19_NE_SEA`, situation: 'Wild Card' },
    ]);
    expect(await weekIds(league.store.db, season)).not.toContain(`${season}-super-bowl`);
  });

  const bowls = {
    none: [],
    proBowl: [anEvent({ id: '8', home: 'NFC', away: 'AFC' })],
    superBowl: [anEvent({ id: '9', home: 'PHI', away: 'KC' })],
    unknown: [anEvent({ id: '9', home: 'TBD', away: 'TBD' })],
  };
  test.each<[string, keyof typeof bowls, keyof typeof bowls, readonly string[]]>([
    ['week 5, after the Pro Bowl', 'proBowl', 'superBowl', ['KC at PHI']],
    ['week 4, before the Pro Bowl', 'superBowl', 'proBowl', ['KC at PHI']],
    ['week 4, where there is no week 5', 'superBowl', 'none', ['KC at PHI']],
    ['neither, before its teams are known', 'proBowl', 'unknown', []],
    ['neither, before it exists', 'proBowl', 'none', []],
  ])('the Super Bowl is in %s', async (_, fourth, fifth, expected) => {
    clock.advance(150 * 86_400_000);
    for (const [number, name] of [
      [4, fourth],
      [5, fifth],
    ] as const) {
      const round = { season: { year: season, type: 3 }, week: { number }, date: `${season + 1}-02-08T23:30Z` };
      const competitions = (event: object) =>
        (event as { competitions: object[] }).competitions.map((each) => ({ ...each, date: round.date }));
      const events = bowls[name].map((event) => ({ ...event, ...round, competitions: competitions(event) }));
      answer(url(number, 3), aScoreboard(events, { season, type: 3, week: number }));
    }
    const { answer: found, problems } = await (await feed()).fetchWeek(`${season}-super-bowl`, SHORT_RETRY);
    expect(found?.games.map(({ away, home }) => `${away} at ${home}`) ?? []).toEqual(expected);
    expect(problems.map(({ kind }) => kind)).toEqual(fifth === 'none' && expected.length === 0 ? ['empty'] : []);
  });

  test('a week updates its viewers once, and not if nothing changed', async () => {
    answer(url(1), week(1));
    const asking = await feed();
    await asking.syncWeek(`${season}-week1`, SHORT_RETRY);
    expect(changes).toEqual([{ kind: 'games', weekIds: [`${season}-week1`] }]);
    clock.advance(60_000);
    const again = await asking.syncWeek(`${season}-week1`, SHORT_RETRY);
    expect(again).toMatchObject({ games: 1, problems: [], synced: { gids: [], added: [] } });
    expect(changes).toHaveLength(1);
  });

  test('a corrected team updates everything, because its picks are withdrawn', async () => {
    answer(url(1), week(1));
    await (await feed()).syncWeek(`${season}-week1`, SHORT_RETRY);
    await replay?.close();
    clock.advance(60_000);
    answer(url(1), week(1, { away: 'WSH' }));
    changes = [];
    const { synced, problems } = await (await feed()).syncWeek(`${season}-week1`, SHORT_RETRY);
    expect([synced?.replaced.length, problems, changes]).toEqual([1, [], [EVERYTHING]]);
  });

  test('standings are kept for the dialog', async () => {
    answer(standingsUrl(season), aStandings(season, { SEA: ['3-1', '2-0', '1-1'] }));
    expect(await run({ kind: 'standings', season })).toEqual({ succeeded: true, problems: [] });
    expect((await readRecords(league.store.db, season)).get('SEA')).toMatchObject({ wins: 3, awayRecord: '1-1' });
  });

  test('a stub in their place is reported, and stored records stay', async () => {
    answer(standingsUrl(season), { fullViewLink: {} });
    const { succeeded, problems } = await run({ kind: 'standings', season });
    expect({ succeeded, kinds: kinds(problems) }).toEqual({ succeeded: false, kinds: ['stub'] });
  });

  test('the plan follows from what is known', async () => {
    answer(url(1), week(1));
    const asking = await feed();
    clock.set(Date.parse('2070-09-01T12:00:00Z'));
    expect((await asking.plan()).map(({ task }) => task)).toEqual([{ kind: 'season', season: 2070 }]);
  });
});
