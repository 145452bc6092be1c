import { describe, expect, it } from 'vitest';
import { readGameText, readPickText, readTwoTeams, withoutResult } from './pick-text.ts';
import { weekReader } from './week-text.ts';

describe('A cell of picks', () => {
  it.each([
    ['KC', 'KC'],
    ['kansas city chiefs', 'KC'],
    ['Redskins', 'WAS'],
    ['OAK', 'LV'],
    ['San Diego', 'LAC'],
    ['STL', 'LAR'],
    ['LA', 'LAR'],
    ['49ers', 'SF'],
    ['SF 49ers -7', 'SF'],
    ['KC -3.5', 'KC'],
    ['KC-3½', 'KC'],
    ['KC +10', 'KC'],
    ['KC PK', 'KC'],
    ['KC*', 'KC'],
    ['KC (x)', 'KC'],
    ['KC (-3)', 'KC'],
    ['KC [W]', 'KC'],
    ['@KC', 'KC'],
    ['N.Y. Jets ✓', 'NYJ'],
    ['NO', 'NO'],
    ['NO -3', 'NO'],
  ])('%s is a team', (text, abbr) => {
    expect(readPickText(text)).toEqual({ kind: 'team', abbr });
  });

  it.each([
    ['H', 'home'],
    ['away', 'away'],
    ['V', 'away'],
  ])('%s is a side', (text, side) => {
    expect(readPickText(text)).toEqual({ kind: 'side', side });
  });

  it.each(['7', '7.5', '16.0', '7½', '6-3', '6-3-1', '62%', '$5', '-', 'n/a', 'No pick', 'BYE', 'No', 'no'])(
    '%s is no pick',
    (text) => {
      expect(readPickText(text).kind).toBe('none');
    },
  );

  it.each([
    ['Giants/Jets', "'Giants/Jets' may be the Giants or the Jets. Write which of them."],
    ['New York', "'New York' may be the Jets or the Giants. Write which of them."],
    ['KC (BUF)', "'KC (BUF)' is not a team."],
    ['Chefs', "'Chefs' is not a team."],
    ['#REF!', "'#REF!' is not a team."],
    ['KC 27 BUF 20', "'KC 27 BUF 20' is not a team."],
  ])('%s is not understood', (text, why) => {
    expect(readPickText(text)).toEqual({ kind: 'unknown', why });
  });
});

describe('A cell of a survivor pool', () => {
  it.each([
    ['KC/BUF', ['KC', 'BUF']],
    ['KC, BUF', ['KC', 'BUF']],
    ['KC & BUF', ['KC', 'BUF']],
    ['KC + BUF', ['KC', 'BUF']],
    ['Chiefs and Bills', ['KC', 'BUF']],
    ['KC\nBUF', ['KC', 'BUF']],
    ['KC W / BUF (L)', ['KC', 'BUF']],
    ['KC or BUF', null],
    ['KC vs BUF', null],
    ['KC @ BUF', null],
    ['KC/KC', null],
    ['KC/BUF/SF', null],
    ['KC, W', null],
    ['KC/Cubs', null],
    ['Bills', null],
  ])('%j has two teams: %j', (text, both) => {
    expect(readTwoTeams(text)).toEqual(both);
  });

  it.each([
    ['KC W', 'KC'],
    ['W - DAL', 'DAL'],
    ['L - DAL', 'DAL'],
    ['*SEA*', 'SEA*'],
    ['DAL L 20-27', 'DAL'],
    ['W - Cubs', 'W - Cubs'],
    ['KC - Bills', 'KC - Bills'],
  ])('%j without what came of it is %j', (text, bare) => {
    expect(withoutResult(text)).toBe(bare);
  });

  it('may have a result in brackets', () => {
    expect(readPickText('DAL (W 27-24)')).toEqual({ kind: 'team', abbr: 'DAL' });
  });
});

describe('The name of a game', () => {
  it.each([
    ['BUF @ KC', 'BUF', 'KC', true],
    ['BUF@KC', 'BUF', 'KC', true],
    ['Bills at Chiefs', 'BUF', 'KC', true],
    ['3. Bills (+3) at Kansas City', 'BUF', 'KC', true],
    ['BUF\n@\nKC', 'BUF', 'KC', true],
    ['Giants vs. Jets', 'NYG', 'NYJ', false],
    ['BUF - KC', 'BUF', 'KC', false],
    ['BUF-KC', 'BUF', 'KC', false],
    ['BUF/KC', 'BUF', 'KC', false],
    ['BUF KC', 'BUF', 'KC', false],
    ['BUF at KC [-3]', 'BUF', 'KC', true],
    ['BUF at KC (-3)', 'BUF', 'KC', true],
  ])('%j', (text, first, second, isOrdered) => {
    expect(readGameText(text)).toEqual({ first, second, isOrdered });
  });

  it.each(['KC', 'Green Bay', 'KC @ KC', 'Sam', 'BUF @ Cubs', 'A @ B @ C', ''])('is not %j', (text) => {
    expect(readGameText(text)).toBeNull();
  });
});

describe('A week', () => {
  const weeks = weekReader(['2025-week3', '2026-week3', '2026-week4', '2026-wild-card', '2026-super-bowl']);

  it.each([
    ['Week 4', '2026-week4'],
    ['Picks of week 04', '2026-week4'],
    ['WK4', '2026-week4'],
    ['w4', '2026-week4'],
    ['Week 4 picks', '2026-week4'],
    ['NFL Week 4 (Sept. 24-28)', '2026-week4'],
    ['Week 4: 9/24/2026', '2026-week4'],
    ['Standings through Week 4: Sam leads', null],
    ['Winner of Week 4 was Sam', null],
    ['Results of Week 4', null],
    ['2026 Week 3', '2026-week3'],
    ['Week 3', null],
    ['Week 5', null],
    ['Wild-Card Round', '2026-wild-card'],
    ['Super Bowl', '2026-super-bowl'],
    ['Super Bowl Party', null],
    ['4', null],
    ['Sam', null],
  ])('in the title %j', (text, weekId) => {
    expect(weeks.inTitle(text)).toBe(weekId);
  });

  it.each([
    ['4', undefined, '2026-week4'],
    ['4.0', '', '2026-week4'],
    ['3', '2025', '2025-week3'],
    ['3', undefined, null],
    ['19', '2026', '2026-wild-card'],
    ['2026-week4', undefined, '2026-week4'],
    ['Week 4', undefined, '2026-week4'],
    ['44', undefined, null],
  ])('in the cell %j of season %j', (text, season, weekId) => {
    expect(weeks.inCell(text, season)).toBe(weekId);
  });
});
