import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Race } from './outcomes.ts';
import { canWin, countWins, eachWin, findTops, sharesOf } from './outcomes.ts';

/** Up to twelve games, which need several stretches, and up to five players. */
const anyRace: fc.Arbitrary<Race> = fc
  .tuple(fc.integer({ min: 0, max: 12 }), fc.integer({ min: 0, max: 5 }))
  .chain(([games, players]) => {
    const few = (most: number, count: number) =>
      fc.array(fc.integer({ min: 0, max: most }), { minLength: count, maxLength: count });
    return fc
      .record({ base: few(12, players), gain: few(4, players * games * 2), least: fc.integer({ min: 1, max: 12 }) })
      .map(({ base, gain, least }) => ({
        games,
        players,
        base: Int32Array.from(base),
        gain: Int32Array.from(gain),
        least,
      }));
  });

function keyOf({ base, gain, games }: Race, player: number, outcome: number): number {
  return Array.from({ length: games }, (_, game) => game).reduce((key, game) => {
    return key + (gain[(player * games + game) * 2 + ((outcome >> game) & 1)] ?? 0);
  }, base[player] ?? 0);
}

describe('The outcomes of some games', () => {
  test('are won by the players with the most points, as a direct count confirms', () => {
    fc.assert(
      fc.property(anyRace, fc.integer({ min: 0, max: 6 }), (race, more) => {
        const tops = findTops(race);
        const everybody = Array.from({ length: race.players }, (_, player) => player);
        const chances = Array.from({ length: race.games }, (_, game) => (game + 1) / (race.games + 2));
        const shares = sharesOf(tops, chances);
        const wins = countWins(race, tops, shares);
        const chance = everybody.map(() => 0);
        const times = everybody.map(() => 0);
        const withMore = everybody.map((): number[] => []);
        for (let outcome = 0; outcome < 2 ** race.games; outcome += 1) {
          const keys = everybody.map((player) => keyOf(race, player, outcome));
          const best = Math.max(race.least, ...keys);
          const winners = everybody.filter((player) => keys[player] === best);
          const weight = chances.reduce(
            (product, each, game) => product * ((outcome >> game) & 1 ? each : 1 - each),
            1,
          );
          for (const player of winners) {
            chance[player] = (chance[player] ?? 0) + weight / winners.length;
            times[player] = (times[player] ?? 0) + 1;
          }
          for (const player of everybody) if ((keys[player] ?? 0) + more >= best) withMore[player]?.push(outcome);
        }
        expect([...wins.outcomes]).toEqual(times);
        for (const player of everybody) {
          expect(wins.chance[player]).toBeCloseTo(chance[player] ?? 0, 10);
          const seen: number[] = [];
          eachWin(race, tops, player, more, (outcome) => seen.push(outcome) > 0);
          expect(seen).toEqual(withMore[player]);
        }
        expect(
          canWin(
            race,
            tops,
            Int32Array.from(everybody, () => more),
          ),
        ).toEqual(withMore.map(({ length }) => length > 0));
      }),
    );
  });

  test('have probabilities that add up to 1, however many there are', () => {
    const race = { players: 0, games: 16, base: new Int32Array(), gain: new Int32Array(), least: 1 };
    const shares = sharesOf(
      findTops(race),
      Array.from({ length: 16 }, (_, game) => game / 16),
    );
    expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 12);
  });
});
