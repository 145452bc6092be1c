import { describe, expect, test } from 'vitest';
import type { Game } from '#core/types.ts';
import { aGame, MINUTE, SUNDAY_1PM } from '#tests/core-samples.ts';
import type { ChoiceRefusal } from './survivor.ts';
import type { WeekHolder, WeekStage } from './week.ts';
import { knownChoices, teamRefusal, waitsForTeam, weekStage } from './week.ts';

const WEEK = '2026-week2';
const BEFORE = SUNDAY_1PM - MINUTE;
const AFTER = SUNDAY_1PM + 60 * MINUTE;

const nobody: WeekHolder = { choice: null, used: new Map(), outWeekId: null };
const withDallas: WeekHolder = { ...nobody, choice: { gid: 'one', team: 'DAL' } };

/** Dallas at Philadelphia, and a later game that can be chosen for longer. */
function week(some: Partial<Game> = {}, later: Partial<Game> = {}): Game[] {
  const lockAt = SUNDAY_1PM + 5 * MINUTE;
  return [
    aGame({ gid: 'one', weekId: WEEK, away: 'DAL', home: 'PHI', lockAt, ...some }),
    aGame({ gid: 'two', weekId: WEEK, away: 'LV', home: 'KC', lockAt: lockAt + 240 * MINUTE, ...later }),
  ];
}

const dallasOver = (awayScore: number): Game[] => week({ status: 'Final', homeScore: 20, awayScore });
const off = { void: 'postponed' } as const;

describe('A week of a survivor pool', () => {
  test.each<[string, Game[], WeekHolder, number, WeekStage]>([
    ['asks for a team', week(), nobody, BEFORE, 'choose'],
    ['asks for one as long as a game is open', week(), nobody, AFTER, 'choose'],
    ['is missed once nothing can be chosen', week({}, { lockAt: 0 }), nobody, AFTER, 'missed'],
    [
      'is missed if all open teams are used',
      week({ lockAt: 0 }),
      { ...nobody, used: usedIn('2026-week1', 'KC', 'LV') },
      BEFORE,
      'missed',
    ],
    ['has a team that can be changed', week(), withDallas, BEFORE, 'chosen'],
    ['has a team for good once its game locks', week(), withDallas, AFTER, 'locked'],
    [
      'is locked while its game is running',
      week({ status: 'In Progress', lockAt: BEFORE }),
      withDallas,
      BEFORE,
      'locked',
    ],
    ['is won', dallasOver(21), withDallas, AFTER, 'won'],
    ['is lost', dallasOver(19), withDallas, AFTER, 'lost'],
    ['is lost by a tie', dallasOver(20), withDallas, AFTER, 'tied'],
    ['asks for another team if the game is off', week(off), withDallas, BEFORE, 'replace'],
    ['is off if no other can be chosen', week(off, { lockAt: 0 }), withDallas, AFTER, 'off'],
    [
      'is off if the team plays for another week first',
      dallasOver(19),
      { ...withDallas, used: usedIn('2026-week3', 'DAL') },
      AFTER,
      'off',
    ],
    [
      'asks for another team if its own plays for another week first',
      week(),
      { ...withDallas, used: usedIn('2026-week1', 'DAL') },
      BEFORE,
      'replace',
    ],
    [
      'is off if the team no longer plays its game',
      week({ away: 'NYG', lockAt: 0 }, { lockAt: 0 }),
      withDallas,
      AFTER,
      'off',
    ],
    ['is only watched by a player who went out before', week(), { ...nobody, outWeekId: '2026-week1' }, BEFORE, 'out'],
    ['is played by a player who goes out in it', dallasOver(19), { ...withDallas, outWeekId: WEEK }, AFTER, 'lost'],
  ])('%s', (_, games, holder, now, stage) => {
    expect(weekStage(WEEK, games, holder, now)).toBe(stage);
  });

  test.each<[string, WeekHolder, number, ChoiceRefusal | null]>([
    ['can be chosen', nobody, BEFORE, null],
    ['can take the place of another', { ...nobody, choice: { gid: 'one', team: 'DAL' } }, BEFORE, null],
    [
      'cannot be chosen if the other is locked',
      { ...nobody, choice: { gid: 'one', team: 'DAL' } },
      AFTER,
      'game_locked',
    ],
    ['cannot be chosen if another week has it', { ...nobody, used: usedIn('2026-week1', 'KC') }, BEFORE, 'team_used'],
    ['cannot be chosen by a player who is out', { ...nobody, outWeekId: '2026-week1' }, BEFORE, 'player_out'],
  ])('gives the reason for a team: it %s', (_, holder, now, refusal) => {
    expect(teamRefusal(WEEK, week(), holder, { gid: 'two', team: 'KC' }, now)).toBe(refusal);
  });

  test.each<[string, Game[], WeekHolder, boolean]>([
    ['waits for a first team', week(), nobody, true],
    ['waits for another team if the game is off', week(off), withDallas, true],
    ['waits for none that can still be changed', week(), withDallas, false],
    ['waits for none that cannot be chosen', week(off, { lockAt: 0 }), withDallas, false],
    ['does not wait for a player who is out', week(), { ...nobody, outWeekId: '2026-week1' }, false],
  ])('%s', (_, games, holder, waits) => {
    expect(waitsForTeam(WEEK, games, holder, BEFORE)).toBe(waits);
  });

  test('makes choices visible once their game has locked, even if it moved to another week', () => {
    const choices = { '2026-week1': { gid: 'one', team: 'DAL' }, [WEEK]: { gid: 'two', team: 'KC' } };
    const known = (games: Game[], now: number) => Object.keys(knownChoices([{ games }], now)(choices));
    expect([known(week(), BEFORE), known(week(), AFTER), known([], AFTER)]).toEqual([[], ['2026-week1'], []]);
  });
});

function usedIn(weekId: string, ...teams: string[]): ReadonlyMap<string, string> {
  return new Map(teams.map((team) => [team, weekId]));
}
