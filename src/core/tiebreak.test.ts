import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { aFinal, aGame, anyWeek, HOUR, SUNDAY_1PM } from '#tests/core-samples.ts';
import { ruleChoices } from './rules/pool-rules.ts';
import type { Guess, WeekTiebreak } from './tiebreak.ts';
import {
  breakTie,
  broughtTiebreak,
  decideWeek,
  guessDifference,
  guessOff,
  MAX_GUESS,
  plannedTiebreak,
  tiebreakGame,
  totalPoints,
} from './tiebreak.ts';
import { weekWinners } from './week-winners.ts';

const early = aGame({ gid: 'a' });
const late = aGame({ gid: 'b', kickoff: SUNDAY_1PM + 7 * HOUR });
const level = aGame({ gid: 'c', kickoff: SUNDAY_1PM + 7 * HOUR });

describe('The tiebreak game of a week', () => {
  test.each([
    ['none if there are no games', [], null],
    ['the last to kick off', [late, early], 'b'],
    ['of games at the same time the last by id', [level, late], 'c'],
    ['none that is called off', [early, { ...late, void: 'cancelled' as const }], 'a'],
    ['none if all are called off', [{ ...early, void: 'postponed' as const }], null],
  ])('is %s', (_, games, gid) => {
    expect(tiebreakGame(games)?.gid ?? null).toBe(gid);
  });

  const LOCK = early.lockAt;
  const added = aGame({ gid: 'd', kickoff: SUNDAY_1PM + 30 * HOUR });
  const none = { gid: null, fixedAt: null };
  const planned = { gid: 'b', fixedAt: LOCK };

  test.each([
    ['is planned from the games', [early, late], LOCK - HOUR, none, planned],
    ['follows a later game that is added', [early, late, added], LOCK - 1, planned, { gid: 'd', fixedAt: LOCK }],
    ['follows its week when that loses it', [early], LOCK - 1, planned, { gid: 'a', fixedAt: LOCK }],
    ['stays from the first lock on', [early, late, added], LOCK, planned, planned],
    [
      'stays even if it is called off after that',
      [early, { ...late, void: 'cancelled' as const }],
      LOCK,
      planned,
      planned,
    ],
    ['stays though the game that locked leaves the week', [late, added], LOCK, planned, planned],
    [
      'stays once it was guessed',
      [early, late, added],
      LOCK - HOUR,
      { gid: 'b', fixedAt: 1 },
      { gid: 'b', fixedAt: 1 },
    ],
    ['is none while a week has no games', [], LOCK, none, none],
    ['is fixed at once in a week that is under way', [early, late], LOCK + HOUR, none, planned],
  ])('%s', (_, games, now, previous, expected) => {
    expect(plannedTiebreak(games, now, previous)).toEqual(expected);
  });

  const named = { gid: 'a', fixedAt: null };
  test.each([
    ['keeps its moment if the file has it', LOCK, { gid: 'a', fixedAt: 1 }, { gid: 'a', fixedAt: 1 }],
    ['follows the games if it is the usual one', LOCK - HOUR, { gid: 'b', fixedAt: null }, planned],
    ['is fixed by the first lock if it is the usual one', LOCK + HOUR, { gid: 'b', fixedAt: null }, planned],
    ['stays if it is another one', LOCK - HOUR, named, { gid: 'a', fixedAt: LOCK - HOUR }],
    ['stays if it is another one of a week that has begun', LOCK + HOUR, named, { gid: 'a', fixedAt: LOCK }],
  ])('read from a file %s', (_, now, brought, expected) => {
    const fixed = broughtTiebreak([early, late], now, brought);
    expect(fixed).toEqual(expected);
    expect(plannedTiebreak([early, late], now, fixed)).toEqual(expected);
  });

  test('never changes again once the week has locked', () => {
    fc.assert(
      fc.property(anyWeek, anyWeek, fc.integer({ min: 0, max: HOUR }), (before, after, later) => {
        const first = plannedTiebreak(before.games, 0, none);
        fc.pre(first.fixedAt !== null);
        const fixed = plannedTiebreak(before.games, first.fixedAt ?? 0, first);
        expect(plannedTiebreak(after.games, (first.fixedAt ?? 0) + later, fixed)).toEqual(fixed);
      }),
    );
  });
});

describe('The total of a game', () => {
  test.each([
    ['both sides together', aFinal(20, 23), 43],
    ['nothing', aFinal(0, 0), 0],
    ['none before the end', aGame({ status: 'In Progress', homeScore: 7 }), null],
    ['none if it was called off', aFinal(20, 23, { void: 'cancelled' }), null],
  ])('is %s', (_, game, total) => {
    expect(totalPoints(game)).toBe(total);
  });

  test('is what a guess is measured by', () => {
    expect([guessDifference(45, 43), guessDifference(41, 43), guessDifference(43, 43)]).toEqual([2, -2, 0]);
  });
});

describe('Of those who are level at the top of a week', () => {
  /** Guesses that were made one after the other. */
  const guessesOf = (guesses: Record<string, number>) =>
    new Map(Object.entries(guesses).map(([id, guess], madeAt) => [id, { guess, madeAt }]));
  const win = (rule: WeekTiebreak['rule'], guesses: Record<string, number>, total: number | null = 43) =>
    breakTie(['ann', 'bob', 'cat'], { rule, total, guesses: guessesOf(guesses) });

  test.each<[string, WeekTiebreak['rule'], Record<string, number>, string[]]>([
    ['all share it without a rule', 'none', { ann: 43 }, ['ann', 'bob', 'cat']],
    ['the closest guess wins', 'closest', { ann: 40, bob: 44, cat: 60 }, ['bob']],
    ['over and under count the same', 'closest', { ann: 41, bob: 45, cat: 60 }, ['ann', 'bob']],
    ['no guess loses to any guess', 'closest', { cat: 200 }, ['cat']],
    ['nobody guessed: all share it', 'closest', {}, ['ann', 'bob', 'cat']],
    ['over loses to under, however near', 'closest-under', { ann: 44, bob: 0, cat: 45 }, ['bob']],
    ['the exact total is not over', 'closest-under', { ann: 43, bob: 42, cat: 44 }, ['ann']],
    ['all over: the nearest of them', 'closest-under', { ann: 50, bob: 44, cat: 60 }, ['bob']],
    ['no guess loses to a guess that is over', 'closest-under', { ann: 200 }, ['ann']],
    ['of two equally close ones the one under wins', 'closest-early', { ann: 45, bob: 41, cat: 60 }, ['bob']],
    ['closer over wins against farther under', 'closest-early', { ann: 44, bob: 41 }, ['ann']],
    ['of two equal ones the earlier wins', 'closest-early', { cat: 44, ann: 44, bob: 60 }, ['cat']],
    ['no guess loses even to a late one', 'closest-early', { bob: 200 }, ['bob']],
    ['without that rule times decide nothing', 'closest', { cat: 44, ann: 44, bob: 60 }, ['ann', 'cat']],
    ['still level: they share it', 'closest-under', { ann: 40, bob: 40, cat: 44 }, ['ann', 'bob']],
  ])('%s', (_, rule, guesses, winners) => {
    expect(win(rule, guesses)).toEqual(winners);
  });

  test('all share it if the game was not played', () => {
    expect(win('closest', { ann: 43 }, null)).toEqual(['ann', 'bob', 'cat']);
  });

  test('only a winner by guess is returned with the guess', () => {
    const guesses = guessesOf({ ann: 41, bob: 50 });
    const tiebreak = { rule: 'closest', total: 43, guesses } as const;
    expect(decideWeek(['ann', 'bob'], tiebreak)).toEqual([{ id: 'ann', guess: 41, difference: -2 }]);
    expect(decideWeek(['ann'], tiebreak)).toEqual([{ id: 'ann' }]);
    expect(decideWeek(['ann', 'bob'], { ...tiebreak, total: null })).toEqual([{ id: 'ann' }, { id: 'bob' }]);
    expect(decideWeek(['ann', 'bob'], null)).toEqual([{ id: 'ann' }, { id: 'bob' }]);
    expect(decideWeek([], tiebreak)).toEqual([]);
  });
});

describe('A tiebreak', () => {
  const people = ['a', 'b', 'c', 'd', 'e'];
  const anyGuess = fc.option(fc.integer({ min: 0, max: MAX_GUESS }), { nil: undefined });
  const anyGuesses = fc.tuple(...people.map(() => anyGuess));
  const anyScores = fc.tuple(...people.map(() => fc.integer({ min: 0, max: 4 })));
  const anyTiebreak = fc
    .record({
      rule: fc.constantFrom(...ruleChoices.tiebreak),
      total: fc.option(fc.integer({ min: 0, max: 198 })),
      all: anyGuesses,
    })
    .map(({ all, ...rest }): WeekTiebreak => {
      const guesses = people.flatMap((id, madeAt): [string, Guess][] => {
        const guess = all[madeAt];
        return guess === undefined ? [] : [[id, { guess, madeAt }]];
      });
      return { ...rest, guesses: new Map(guesses) };
    });

  test('is never won without the best score, or with no score, and always leaves a winner', () => {
    fc.assert(
      fc.property(anyScores, anyTiebreak, (points, tiebreak) => {
        const scores = people.map((id, at) => ({ id, score: points[at] ?? 0 }));
        const best = weekWinners(scores);
        const winners = breakTie(best, tiebreak);
        expect(best).toEqual(expect.arrayContaining(winners));
        expect(winners.length > 0).toBe(scores.some(({ score }) => score > 0));
        if (tiebreak.total === null || tiebreak.rule === 'none') expect(winners).toEqual(best);
      }),
    );
  });

  test('is won by the best guess at the top, and by all entries with an equal guess unless the earlier one wins', () => {
    fc.assert(
      fc.property(anyTiebreak, (tiebreak) => {
        const { rule, total, guesses } = tiebreak;
        fc.pre(total !== null && rule !== 'none');
        const winners = breakTie(people, tiebreak);
        const guessed = people.filter((id) => guesses.has(id));
        for (const id of winners) expect(guesses.has(id)).toBe(guessed.length > 0);
        const guessOf = (id: string) => guesses.get(id)?.guess ?? 0;
        const off = (id: string) => Math.abs(guessOf(id) - (total ?? 0));
        const isOver = (id: string) => guessOf(id) > (total ?? 0);
        const rivals = rule === 'closest-under' ? guessed.filter((id) => !isOver(id)) : guessed;
        for (const rival of rivals.length > 0 ? rivals : guessed) {
          for (const id of winners) expect(off(id)).toBeLessThanOrEqual(off(rival));
        }
        for (const id of guessed) {
          if (rule !== 'closest-early' && winners.some((winner) => guessOf(winner) === guessOf(id)))
            expect(winners).toContain(id);
        }
      }),
    );
  });
});

describe('For the season, a guess is off', () => {
  test.each<[string, string, number | null, number]>([
    ['by its distance from above', 'over', 40, 3],
    ['by its distance from below', 'under', 40, 5],
    ['by the most if there is none', 'none', 40, MAX_GUESS],
    ['by nothing if the game was not played', 'none', null, 0],
  ])('%s', (_what, id, total, off) => {
    const madeAt = SUNDAY_1PM;
    const guesses = new Map([
      ['over', { guess: 43, madeAt }],
      ['under', { guess: 35, madeAt }],
    ]);
    expect(guessOff({ rule: 'closest', total, guesses }, id)).toBe(off);
  });
});
