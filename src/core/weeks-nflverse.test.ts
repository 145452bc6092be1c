import { describe, expect, it } from 'vitest';
import { canonicalTeam } from '#core/teams.ts';
import { nflverseWeek, nflverseWeekId, nflverseWeekIdFromNumber, teamsOnBye } from '#core/weeks.ts';
import { nflCsv, nflJson } from '#tests/nfl-data.ts';

describe('The week of a row of nflverse', () => {
  it.each([
    [2026, 1, 'REG', '2026-week1'],
    [2026, 18, 'REG', '2026-week18'],
    [2026, 19, 'WC', '2026-wild-card'],
    [2026, 20, 'DIV', '2026-divisional'],
    [2026, 21, 'CON', '2026-conference'],
    [2026, 22, 'SB', '2026-super-bowl'],
    [1000, 1, 'REG', '1000-week1'],
    [9999, 1, 'REG', '9999-week1'],
    [2020, 17, 'REG', '2020-week17'],
    [2020, 18, 'WC', '2020-wild-card'],
    [2020, 19, 'DIV', '2020-divisional'],
    [2020, 20, 'CON', '2020-conference'],
    [2020, 21, 'SB', '2020-super-bowl'],
  ])('%s week %s %s is %s, with or without its game type', (season, week, gameType, id) => {
    expect(nflverseWeekId(season, week, gameType)).toBe(id);
    expect(nflverseWeekIdFromNumber(season, week)).toBe(id);
    expect(nflverseWeek(id)).toEqual({ season, week, gameType });
  });

  it.each(['2020-week18', 'week5', 'preseason', '__proto__'])('%j has no number there', (id) => {
    expect(nflverseWeek(id)).toBeNull();
  });

  it.each([
    [2026, 1, 'PRE'],
    [2026, 19, 'REG'],
    [2020, 18, 'REG'],
    [2026, 0, 'REG'],
    [2026, 1.5, 'REG'],
    [26, 1, 'REG'],
    [Number.NaN, 1, 'REG'],
  ])('%s week %s %s is none of ours', (season, week, gameType) => {
    expect(nflverseWeekId(season, week, gameType)).toBeNull();
  });

  it.each([
    [2026, 0],
    [2026, 23],
    [2020, 22],
    [2026, -1],
    [2026, 1.5],
    [99, 1],
  ])('%s week %s lies outside the season', (season, week) => {
    expect(nflverseWeekIdFromNumber(season, week)).toBeNull();
  });
});

describe('The weeks of eleven real seasons', () => {
  const rows = nflCsv('games.csv');

  it('are found the same way with and without the game type', () => {
    for (const row of rows) {
      const id = nflverseWeekId(Number(row.season), Number(row.week), row.game_type ?? '');
      expect(id).not.toBeNull();
      expect(nflverseWeekIdFromNumber(Number(row.season), Number(row.week))).toBe(id);
    }
  });

  it.each([
    [2022, 11, 'espn/scoreboard/2022_reg_w11_live_bye_relocated.json'],
    [2023, 5, 'espn/scoreboard/2023_reg_w5_pre_bye_london.json'],
    [2023, 1, 'espn/scoreboard/2023_reg_w1_15final_1pre.json'],
  ])('give season %s, week %s the byes that ESPN listed', (season, week, file) => {
    const games = rows
      .filter((row) => Number(row.season) === season && Number(row.week) === week)
      .map((row) => ({ home: row.home_team ?? '', away: row.away_team ?? '' }));
    const listed = nflJson(file) as { week: { teamsOnBye?: { abbreviation: string }[] } };
    const byes = (listed.week.teamsOnBye ?? []).map((team) => canonicalTeam(team.abbreviation));
    expect(teamsOnBye(games).toSorted()).toEqual(byes.toSorted());
  });
});
