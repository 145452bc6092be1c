import { readdirSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, it } from 'vitest';
import { easternToUtc } from '#core/eastern-time.ts';
import { fieldsOf } from '#core/fields.ts';
import { teamRecord } from '#core/team-record.ts';
import { canonicalTeam, teamAbbrs } from '#core/teams.ts';
import type { Game } from '#core/types.ts';
import { nflverseWeekId, teamsOnBye } from '#core/weeks.ts';
import { MINUTE } from '#tests/core-samples.ts';
import { nflCsv, nflData, nflJson } from '#tests/nfl-data.ts';
import { at, listOf } from '../json.ts';
import type { FeedProblem } from '../problems.ts';
import { reporterFor } from '../problems.ts';
import type { RequestedWeek, Scoreboard } from './scoreboard.ts';
import {
  gameId,
  PRESEASON,
  parseRecords,
  parseScoreboard,
  parseStatus,
  parseTeam,
  REGULAR_SEASON,
} from './scoreboard.ts';

type Row = Record<string, string>;

/** Games that were brought forward after the recording, by so many ms. */
const broughtForward: Readonly<Record<string, number>> = { '2024_01_NYJ_SF': 5 * MINUTE };

function recordings(): string[] {
  return readdirSync(nflData('espn/scoreboard')).sort();
}

/** The week that a recording was made of, by its name: `2022_reg_w11_live.json`; the Hall of Fame game is week 1. */
function weekOf(file: string): RequestedWeek {
  const [, year, part, week] = /^(\d{4})_(pre|reg)_(?:w(\d+)|hof)/.exec(basename(file)) ?? [];
  const season = Number(year);
  const number = Number(week ?? 1);
  return { season, number, type: part === 'pre' ? PRESEASON : REGULAR_SEASON, weekId: `${season}-week${number}` };
}

function read(file: string): Scoreboard {
  const { value, problems } = parseScoreboard(nflJson(`espn/scoreboard/${file}`), weekOf(file));
  expect(problems).toEqual([]);
  if (!value) throw new Error(`${file} gives nothing.`);
  return value;
}

function kickoffOf({ gameday = '', gametime = '' }: Row): number {
  return easternToUtc(gameday, gametime.padStart(5, '0'));
}

/** Kick-offs of 2017 and 2018 in London are wrong there; none of these is recorded. */
describe('RecordedResponse answers of ESPN', () => {
  const rows = nflCsv('games.csv');
  const games = new Map(rows.map((row) => [row.game_id ?? '', row]));
  const regular = recordings().filter((file) => weekOf(file).type === REGULAR_SEASON);

  it('are there', () => {
    expect(recordings().length).toBeGreaterThanOrEqual(10);
    expect(regular.length).toBeGreaterThanOrEqual(8);
  });

  it.each(recordings())('%s gives every game that it holds, each with all that the answer says of it', (file) => {
    const body = nflJson(`espn/scoreboard/${file}`);
    const { games: parsed } = read(file);
    const events = listOf(at(body, 'events'));
    expect(parsed.map((game) => game.sourceId)).toEqual(events.map((event) => at(event, 'id')));
    for (const [index, event] of events.entries()) {
      const game = parsed[index];
      const competition = listOf(at(event, 'competitions'))[0];
      const state = at(event, 'status', 'type', 'state');
      expect(game?.kickoff).toBe(Date.parse(String(at(event, 'date'))));
      expect(game?.timeTbd).toBe(false);
      expect(game?.void).toBeNull();
      expect(game?.status).toBe({ pre: 'Not Started', in: 'In Progress', post: 'Final' }[String(state)]);
      const scores = listOf(at(competition, 'competitors')).map((each) => [at(each, 'homeAway'), at(each, 'score')]);
      expect(Object.fromEntries(scores)).toEqual({ home: `${game?.homeScore}`, away: `${game?.awayScore}` });
      expect(game?.spread !== undefined).toBe(state === 'pre');
      expect(game?.situation).toMatch(
        state === 'in'
          ? /^(Half-time|Q[1-4] \d{1,2}:\d\d( · ([A-Z]{2,3} )?(1st|2nd|3rd|4th) & (\d+|Goal) at [A-Z]{2,3} \d+)?)$/
          : state === 'post'
            ? /^Final(\/OT)?$/
            : /^(Regular Season|NFL .+ Game|International Series)$/,
      );
    }
  });

  it.each(regular)('%s agrees with the file of games: teams, kick-off, final score, week and id', (file) => {
    const { season, number } = weekOf(file);
    const parsed = read(file).games;
    const ofWeek = rows.filter((row) => row.season === `${season}` && row.week === `${number}`);
    expect(parsed.map(gameId).sort()).toEqual(ofWeek.map((row) => row.game_id).sort());
    for (const game of parsed) {
      const row = games.get(gameId(game)) ?? {};
      expect([game.away, game.home]).toEqual([row.away_team, row.home_team].map((code) => canonicalTeam(code ?? '')));
      expect(game.sourceId).toBe(row.espn);
      const earlier = broughtForward[gameId(game)] ?? 0;
      expect(new Date(game.kickoff - earlier).toISOString()).toBe(new Date(kickoffOf(row)).toISOString());
      if (game.status !== 'Final') continue;
      expect([game.awayScore, game.homeScore]).toEqual([Number(row.away_score), Number(row.home_score)]);
      expect(game.situation).toBe(row.overtime === '1' ? 'Final/OT' : 'Final');
    }
  });

  it('agree with the file of games: who is favored, and by about how much', () => {
    const lines = regular.flatMap((file) =>
      read(file).games.flatMap((game) => {
        const closing = games.get(gameId(game))?.spread_line;
        return typeof game.spread === 'number' && closing ? [{ file, game, closing: Number(closing) }] : [];
      }),
    );
    expect(new Set(lines.map(({ file }) => file)).size).toBeGreaterThanOrEqual(3);
    expect(lines.length).toBeGreaterThanOrEqual(30);
    for (const { file, game, closing } of lines) {
      // The file has the closing line, the recording an earlier one: it moves by some points at most.
      expect(Math.abs(Number(game.spread) - closing), `${file} ${gameId(game)}`).toBeLessThanOrEqual(4);
    }
  });

  it.each(regular)('%s: a team that plays no game has its bye', (file) => {
    const { games: parsed, byes } = read(file);
    expect(teamsOnBye(parsed).sort()).toEqual([...byes].sort());
  });

  it.each([
    ['mlb|STATUS_POSTPONED|True', { status: null, void: 'postponed' }],
    ['wnba|STATUS_POSTPONED|True', { status: null, void: 'postponed' }],
    ['mlb|STATUS_DELAYED|True', { status: 'In Progress', void: null }],
    ['mlb|STATUS_RAIN_DELAY|True', { status: 'In Progress', void: null }],
    ['wnba|STATUS_HALFTIME|True', { status: 'In Progress', void: null }],
    ['wnba|STATUS_END_PERIOD|True', { status: 'In Progress', void: null }],
    ['ncaaf|STATUS_SCHEDULED|False', { status: 'Not Started', void: null }],
  ])('a state that a game of football may come to, from another sport: %s', (name, play) => {
    const event = at(nflJson('espn/other_sports/status_examples.json'), name, 'event');
    const problems: FeedProblem[] = [];
    expect(parseStatus(fieldsOf(event), reporterFor(problems, name))?.play).toEqual(play);
    expect(problems).toEqual([]);
  });

  it('standings of a finished season are what its games come to, for 32 of 32 teams', () => {
    const { value, problems } = parseRecords(nflJson('espn/standings/2024_reg_final.json'), 2024);
    expect(problems).toEqual([]);
    expect([...(value?.keys() ?? [])].sort()).toEqual([...teamAbbrs].sort());
    const finals = finalsOf(rows, 2024);
    for (const [abbr, record] of value ?? []) expect(record, abbr).toEqual(teamRecord(abbr, finals));
  });

  it('standings before a season are 0-0 for 32 of 32 teams', () => {
    const { value, problems } = parseRecords(nflJson('espn/standings/2026_reg_before_start.json'), 2026);
    expect(problems).toEqual([]);
    expect(value?.size).toBe(32);
    for (const [abbr, record] of value ?? []) expect(record).toEqual(teamRecord(abbr, []));
  });

  it('standings of another season than asked for give nothing', () => {
    const { value, problems } = parseRecords(nflJson('espn/standings/2024_reg_final.json'), 2025);
    expect(value).toBeNull();
    expect(problems.map((problem) => problem.kind)).toEqual(['other_season', 'other_season']);
  });

  it('bodies of teams are what the games of their season come to, for 32 of 32 teams', () => {
    const bodies = nflJson('espn/teams/team_by_abbr_2024_all32.json') as unknown[];
    const finals = finalsOf(rows, 2023);
    const seen = bodies.map((body) => {
      const abbr = canonicalTeam(String(at(body, 'team', 'abbreviation'))) ?? '';
      const { value, problems } = parseTeam(body, abbr, 2023);
      expect(problems).toEqual([]);
      expect(value, abbr).toEqual(teamRecord(abbr, finals));
      expect(parseTeam(body, abbr, 2024).problems.map((problem) => problem.kind)).toEqual(['other_season']);
      return abbr;
    });
    expect(seen.sort()).toEqual([...teamAbbrs].sort());
  });
});

function finalsOf(rows: readonly Row[], season: number): Game[] {
  const played = rows.filter((row) => row.season === `${season}` && row.game_type === 'REG' && row.home_score !== '');
  return played.map(
    (row) =>
      ({
        weekId: nflverseWeekId(season, Number(row.week), 'REG') ?? '',
        home: canonicalTeam(row.home_team ?? '') ?? '',
        away: canonicalTeam(row.away_team ?? '') ?? '',
        homeScore: Number(row.home_score),
        awayScore: Number(row.away_score),
        status: 'Final',
        void: null,
      }) as Game,
  );
}
