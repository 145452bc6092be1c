import { describe, expect, it } from 'vitest';
import { choiceOf, isAutoLetter, isBestLetter, pickLetter } from '#core/pick-letters.ts';
import { rulesWith } from '#core/rules/pool-rules.ts';
import { visibleGames } from '#core/slots.ts';
import { aGame, MINUTE, straightUp } from '#tests/core-samples.ts';

describe('The letter of a pick in the Matchup', () => {
  const game = aGame();
  const isOpen = (now: number) => visibleGames([game], now).has(game.gid);

  it.each([
    ['is a dash for no pick before the lock', undefined, game.lockAt - 1, '-'],
    ['is a dash for no pick after the lock', undefined, game.lockAt, '-'],
    ['is sealed before the lock', 'home', game.lockAt - 1, '?'],
    ['is sealed at kick-off, 5 minutes before the lock', 'away', game.kickoff, '?'],
    ['opens at the lock: home', 'home', game.lockAt, 'h'],
    ['opens at the lock: away', 'away', game.lockAt, 'a'],
    ['stays open', 'home', game.lockAt + 1000 * MINUTE, 'h'],
  ] as const)('%s', (_name, side, now, letter) => {
    const rules = rulesWith({ bestBets: 1 });
    expect(pickLetter(side && { side, bus: false }, isOpen(now), rules)).toBe(letter);
    const bet = side && { side, bus: false, best: true };
    expect(pickLetter(bet, isOpen(now), rules)).toBe(letter.toUpperCase());
    expect(pickLetter(bet, isOpen(now), straightUp)).toBe(letter);
    if (side) expect(pickLetter({ side, bus: false }, isOpen(now), rules, true)).toBe(letter);
  });

  it.each([
    ['y for the home side', 'home', 'y'],
    ['z for the away side', 'away', 'z'],
  ] as const)('is %s if the player forgot it and wanted that', (_name, side, letter) => {
    const pick = { side, bus: false, auto: true } as const;
    expect(pickLetter(pick, true, straightUp)).toBe(letter);
    expect(pickLetter(pick, false, straightUp)).toBe('?');
  });

  it('is an x if the pool counts an auto pick', () => {
    expect(pickLetter(undefined, true, straightUp, true)).toBe('x');
  });
});

it.each([
  ['h', 'home'],
  ['a', 'away'],
  ['H', 'home'],
  ['A', 'away'],
  ['x', 'auto'],
  ['y', 'home'],
  ['z', 'away'],
  ['?', 'sealed'],
  ['-', 'none'],
  [undefined, 'none'],
])('reads the letter %s as %s', (letter, choice) => {
  expect(choiceOf(letter)).toBe(choice);
  expect(isBestLetter(letter)).toBe(letter === 'H' || letter === 'A');
  expect(isAutoLetter(letter)).toBe(letter !== undefined && 'xyz'.includes(letter));
});
