import { describe, expect, it } from 'vitest';
import { poolWeek } from '#core/pool-week.ts';
import { rulesWith } from '#core/rules/pool-rules.ts';
import { aFinal, aGame, away, HOUR, home, inPoints, SUNDAY_1PM } from '#tests/core-samples.ts';
import type { Entered, TeamFacts } from './format.ts';
import { formatOf } from './format-of.ts';

const WEEK = '2026-week1';
const games = [
  aFinal(3, 7, { gid: 'a', home: 'PHI', away: 'DAL' }),
  aFinal(3, 7, { gid: 'b', home: 'KC', away: 'BUF' }),
  aGame({ gid: 'c', home: 'GB', away: 'DET', kickoff: SUNDAY_1PM + HOUR }),
];
const week = poolWeek(WEEK, games, {});
const asked = { ...week, counting: 3, open: 2, isTheirOwn: true };
const entered: Entered = {
  picks: { a: home, b: away },
  order: ['b', 'c', 'a'],
  teams: { [WEEK]: { gid: 'a', team: 'PHI' } },
  joinedAt: 0,
  autoUntil: null,
};
const noTeams: TeamFacts = { weeks: [], entries: [], windows: new Map(), shownWeeks: new Set(), sideTables: [] };

describe('What a week earns', () => {
  it.each([
    ['a point for each right side', 'pickem', {}, 1, 1],
    ['a point for a side that counts for a missed game, too', 'pickem', { missed: 'home' }, 2, 2],
    ['the values of the right sides', 'confidence', {}, 3, 1],
    ['a point for a team that is safe', 'survivor', {}, 1, 1],
    ['nothing for a team that is not', 'survivor', { goal: 'lose' }, 0, 0],
  ] as const)('is %s (%s)', (_what, format, some, points, correct) => {
    const rules = rulesWith({ format, ...some });
    const own = format === 'pickem' && 'missed' in some ? { ...entered, picks: { a: home } } : entered;
    const score = formatOf(rules).score({ ...week, finals: games.slice(0, 2), values: null }, rules)(own);
    expect({ points: inPoints(score.halves), correct: score.correct }).toEqual({ points, correct });
  });
});

describe('What an entry has not entered', () => {
  const player = { id: 'ann', ownerId: 'ann', name: 'Ann', isOwn: true, number: 1, joinedAt: 0 };
  const teamsOf = (choices: Entered['teams']): TeamFacts => ({
    ...noTeams,
    weeks: [week],
    entries: [{ ...player, choices, buyBacks: new Map() }],
  });

  it.each([
    ['are sides of open games', 'pickem', {}, { picks: 2, order: false }],
    ['are sides and an order', 'confidence', {}, { picks: 2, order: true }],
    ['is a team', 'survivor', {}, { picks: 1, order: false }],
    ['is no team once one is chosen', 'survivor', { [WEEK]: { gid: 'c', team: 'GB' } }, { picks: 0, order: false }],
  ] as const)('%s (%s)', (_what, format, choices, missing) => {
    const rules = rulesWith({ format });
    const teams = format === 'survivor' ? teamsOf(choices) : noTeams;
    const field = formatOf(rules).field({ rules, now: SUNDAY_1PM, teams });
    expect(field.isOpen && field.isIn(player.id)).toBe(true);
    expect(field.missing(asked, player.id, { made: 1, madeOpen: 0, hasOrder: false })).toEqual(missing);
  });
});
