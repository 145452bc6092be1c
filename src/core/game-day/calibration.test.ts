import { describe, expect, it } from 'vitest';
import { defaultRules } from '#core/rules/pool-rules.ts';
import { aGame } from '#tests/core-samples.ts';
import { nflCsv } from '#tests/nfl-data.ts';
import { homeChance } from './chance.ts';

/** The games of ten seasons that had a winner, each with the chance of the home side by its closing line. */
function games() {
  return nflCsv('games.csv').flatMap(({ season, spread_line: line, result }) => {
    if (Number(season) > 2024 || !line || !result || Number(result) === 0) return [];
    return [{ chance: homeChance(aGame({ spread: Number(line) }), defaultRules, 0), isHome: Number(result) > 0 }];
  });
}

const percent = (share: number) => Math.round(1000 * share) / 10;

describe('The chances of ten seasons, 2015 to 2024', () => {
  it('are as good as the lines: a log loss of 0.6126', () => {
    const losses = games().map(({ chance, isHome }) => -Math.log(isHome ? chance : 1 - chance));
    expect(losses).toHaveLength(2734);
    expect(losses.reduce((sum, loss) => sum + loss, 0) / losses.length).toBeLessThanOrEqual(0.6126);
  });

  it.each([
    [0.0, 0.1, 4, 8.6, 0.0],
    [0.1, 0.2, 42, 15.2, 23.8],
    [0.2, 0.3, 163, 25.9, 19.6],
    [0.3, 0.4, 334, 35.4, 32.0],
    [0.4, 0.5, 469, 42.9, 43.9],
    [0.5, 0.6, 559, 57.3, 54.4],
    [0.6, 0.7, 596, 65.0, 65.6],
    [0.7, 0.8, 413, 74.7, 77.5],
    [0.8, 0.9, 127, 85.1, 89.0],
    [0.9, 1.0, 27, 91.9, 88.9],
  ])('from %d to %d: %d games, %d percent expected and %d come', (from, to, count, expected, come) => {
    const bin = games().filter(({ chance }) => chance >= from && chance < to);
    const mean = (numbers: readonly number[]) => percent(numbers.reduce((sum, each) => sum + each, 0) / bin.length);
    expect([bin.length, mean(bin.map(({ chance }) => chance)), mean(bin.map(({ isHome }) => Number(isHome)))]).toEqual([
      count,
      expected,
      come,
    ]);
  });
});
