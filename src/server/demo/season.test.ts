import { describe, expect, it } from 'vitest';
import { utcToEastern } from '#core/eastern-time.ts';
import { teamAbbrs, teamByAbbr } from '#core/teams.ts';
import { parseWeekId, teamsOnBye } from '#core/weeks.ts';
import type { DemoGame } from './season.ts';
import {
  assignWeeks,
  DEMO_SEED,
  dateInWeek,
  demoSeason,
  MONDAY,
  REMATCH_GAP,
  SUNDAY,
  seasonMatchups,
  seeded,
  THURSDAY,
} from './season.ts';

const years = Array.from({ length: 12 }, (_, at) => 2023 + at);
const seasons = years.flatMap((year) => [DEMO_SEED, 'other'].map((seed) => ({ year, seed })));

function weeksOf(games: readonly DemoGame[]): Map<number, DemoGame[]> {
  return Map.groupBy(games, (game) => parseWeekId(game.weekId)?.number ?? 0);
}

function gamesOf(games: readonly DemoGame[], team: string): DemoGame[] {
  return games.filter((game) => game.home === team || game.away === team);
}

function weekNumber(game: DemoGame): number {
  return parseWeekId(game.weekId)?.number ?? 0;
}

describe.each(seasons)('the season of $year, seed $seed', ({ year, seed }) => {
  const games = demoSeason(year, seed);
  const weeks = weeksOf(games);

  it('has 272 games in 18 weeks, 16 in each week without byes', () => {
    expect(games).toHaveLength(272);
    expect(new Set(games.map((game) => game.gid)).size).toBe(272);
    expect([...weeks.keys()].sort((a, b) => a - b)).toEqual(Array.from({ length: 18 }, (_, at) => at + 1));
    for (const [number, ofWeek] of weeks) {
      if (number < 5 || number > 14) expect(ofWeek).toHaveLength(16);
      else expect([14, 15]).toContain(ofWeek.length);
    }
  });

  it('lets every team play 17 games, 8 or 9 at home, never twice in a week', () => {
    for (const team of teamAbbrs) {
      const own = gamesOf(games, team);
      expect(own).toHaveLength(17);
      expect(new Set(own.map((game) => game.weekId)).size).toBe(17);
      expect([8, 9]).toContain(own.filter((game) => game.home === team).length);
    }
  });

  it('gives every team one bye in weeks 5 to 14', () => {
    const byes = [...weeks].flatMap(([number, ofWeek]) => teamsOnBye(ofWeek).map((team) => ({ number, team })));
    expect(byes.map((bye) => bye.team).sort()).toEqual([...teamAbbrs].sort());
    for (const { number } of byes) expect(number >= 5 && number <= 14).toBe(true);
  });

  it('follows the formula: rivals home and away, 4 + 4 + 2 + 1 others', () => {
    for (const abbr of teamAbbrs) {
      const opponents = gamesOf(games, abbr).map((game) => (game.home === abbr ? game.away : game.home));
      const own = teamByAbbr(abbr);
      const kinds = Object.groupBy(opponents, (other) => {
        const team = teamByAbbr(other);
        if (team?.conference !== own?.conference) return `other ${team?.division}`;
        return team?.division === own?.division ? 'rivals' : `own ${team?.division}`;
      });
      const counts = Object.entries(kinds).map(([kind, teams]) => `${kind.split(' ')[0]} ${teams?.length}`);
      expect(counts.sort()).toEqual(['other 1', 'other 4', 'own 1', 'own 1', 'own 4', 'rivals 6']);
    }
    const meetings = Map.groupBy(games, (game) => [game.home, game.away].sort().join(' '));
    for (const both of meetings.values()) {
      const [first, second] = both.toSorted((a, b) => a.kickoff - b.kickoff);
      if (!first || !second) continue;
      expect(both).toHaveLength(2);
      expect(second.home).toBe(first.away);
      expect(weekNumber(second) - weekNumber(first)).toBeGreaterThanOrEqual(REMATCH_GAP);
    }
  });

  it('kicks off when the league does, in Eastern time on both sides of the clock change', () => {
    for (const [number, ofWeek] of weeks) {
      const slots = new Map<string, number>();
      for (const game of ofWeek) {
        const { date, time } = utcToEastern(game.kickoff);
        const day = [THURSDAY, SUNDAY, MONDAY].find((each) => dateInWeek({ season: year, number }, each) === date);
        const slot = `${day} ${time}`;
        slots.set(slot, (slots.get(slot) ?? 0) + 1);
      }
      expect(slots.get('0 20:15')).toBe(1);
      expect(slots.get('3 20:20')).toBe(1);
      expect(slots.get('4 20:15')).toBe(1);
      expect(slots.get('3 16:25')).toBe(2);
      expect(slots.get('3 16:05')).toBeGreaterThanOrEqual(2);
      expect(slots.get('3 13:00')).toBeGreaterThanOrEqual(3);
      expect(slots.get('3 09:30') ?? 0).toBeLessThanOrEqual(1);
      expect([...slots.keys()].filter((slot) => !knownSlots.includes(slot))).toEqual([]);
    }
  });

  it('spares a team of Monday night the Thursday after', () => {
    for (let number = 1; number < 18; number += 1) {
      const monday = weeks
        .get(number)
        ?.find((game) => utcToEastern(game.kickoff).date === dateOf(year, number, MONDAY));
      const thursday = weeks
        .get(number + 1)
        ?.find((game) => utcToEastern(game.kickoff).date === dateOf(year, number + 1, THURSDAY));
      const tired = [monday?.home, monday?.away];
      expect(tired).not.toContain(undefined);
      expect(tired).not.toContain(thursday?.home);
      expect(tired).not.toContain(thursday?.away);
    }
  });

  it('closes with a spread in half points for every game, rarely an even one', () => {
    for (const { spread } of games) {
      expect(Number.isInteger(spread.close * 2) && Number.isInteger(spread.open * 2)).toBe(true);
      expect(Math.abs(spread.close)).toBeLessThanOrEqual(17);
    }
    expect(games.filter((game) => game.spread.close === 0).length).toBeLessThan(30);
  });
});

const knownSlots = ['0 20:15', '3 09:30', '3 13:00', '3 16:05', '3 16:25', '3 20:20', '4 20:15'];

function dateOf(season: number, number: number, day: number): string {
  return dateInWeek({ season, number }, day);
}

describe('a season', () => {
  it('is the same for the same seed, and another for another', () => {
    const plan = (seed: string) => assignWeeks(seasonMatchups(2026, seed), seeded(seed, 2026, 'weeks'));
    expect(plan('x')).toEqual(plan('x'));
    expect(plan('x')).not.toEqual(plan('y'));
  });

  it('names its games after week and teams', () => {
    const game = demoSeason(2026).find((each) => each.weekId === '2026-week9');
    expect(game?.gid).toBe(`demo-2026-week9-${game?.away}-${game?.home}`);
  });

  it.each([
    [2024, '2024-09-05'],
    [2025, '2025-09-04'],
    [2026, '2026-09-10'],
    [2027, '2027-09-09'],
  ])('of %i begins in the week of the Thursday after Labor Day', (season, thursday) => {
    expect(dateInWeek({ season, number: 1 }, THURSDAY)).toBe(thursday);
    const first = demoSeason(season)[0];
    expect(utcToEastern(first?.kickoff ?? 0)).toMatchObject({ date: thursday, time: '20:15' });
  });
});
