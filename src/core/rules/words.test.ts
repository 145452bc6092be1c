import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyRules } from '#tests/core-samples.ts';
import type { PoolRules } from './pool-rules.ts';
import { closedRule, defaultRules, ruleChoices, ruleNames, rulesWith, tidyRules } from './pool-rules.ts';
import { ruleGroups, tellRules, wordsOf } from './words.ts';

const ONE_POINT = 'A right pick is worth 1 point.';

const SURVIVOR_GIVENS = [
  'A game that is called off costs no life and gives its team back.',
  'If all who are left go out in the same week, they share the win.',
  "Nobody joins once the pool's first game has locked.",
];

describe('The words of the rules', () => {
  test.each(ruleNames)('tell every choice of %s differently, in sentences', (rule) => {
    const choices: readonly PoolRules[typeof rule][] = ruleChoices[rule];
    const { sentence, choice, group } = wordsOf(rule);
    const told = choices.map((each) => sentence(each, defaultRules));
    expect(new Set(told).size).toBe(choices.length);
    for (const text of told) expect(text).toMatch(/^[A-Z].*\.$/);
    if (choice !== undefined) expect(new Set(choices.map(choice)).size).toBe(choices.length);
    expect(Object.keys(ruleGroups)).toContain(group);
  });

  test.each<[string, Partial<PoolRules>, string[]]>([
    ['nothing of its own where a pool sets nothing', {}, []],
    [
      'what differs from the defaults',
      { useSpread: true, push: 'half', dropWeeks: 2 },
      [
        'Picks are made against the spread: the away team plays with its line.',
        'A score that meets the line exactly earns either side half as much as a right pick.',
        'The 2 lowest weeks of each player leave the total once more than 2 are decided.',
      ],
    ],
    ['nothing that cannot apply', { push: 'half', roundSpread: true }, []],
  ])('tell %s', (_, some, own) => {
    expect(tellRules(rulesWith(some)).own).toEqual(own);
  });

  test.each<[string, Partial<PoolRules>, string]>([
    ['straight up', { tie: 'both' }, 'Both sides are right about a game that ends level.'],
    [
      'against the line only where it favours nobody',
      { useSpread: true, tie: 'both' },
      'Both sides are right about a game that ends level with an even line or none.',
    ],
    [
      'against rounded lines, which are never even, only without one',
      { useSpread: true, roundSpread: true, tie: 'half' },
      'A game without a line that ends level earns either side half as much as a right pick.',
    ],
  ])('tell what a tie is %s', (_, some, sentence) => {
    expect(tellRules(rulesWith(some)).own).toContain(sentence);
  });

  test.each<[PoolRules['tiebreak'], string]>([
    ['closest', 'the closest one wins the week.'],
    ['closest-under', 'the closest one that is not over wins the week, or if all are over the nearest.'],
  ])('tell who wins by the tiebreak %s: also without a guess, and where it decides nothing', (tiebreak, who) => {
    const [told = ''] = tellRules(rulesWith({ tiebreak })).own;
    expect(told).toContain(who);
    expect(told).toContain('Whoever made no guess loses to all who did.');
    expect(told).toContain('Where guesses decide nothing, or the game is called off, they share the week.');
  });

  test('tell every rule that applies, nothing twice, and nothing of those that cannot', () => {
    fc.assert(
      fc.property(anyRules, (any) => {
        const rules = tidyRules(any);
        const { own, usual } = tellRules(rules);
        const open = ruleNames.filter((rule) => closedRule(rule, rules) === null);
        const told = [...own, ...usual];
        const sentences = open.map((rule) => wordsOf(rule).sentence(rules[rule], rules));
        const points = rules.format === 'pickem' || sentences.includes(ONE_POINT) ? [ONE_POINT] : [];
        const givens = rules.format === 'survivor' ? SURVIVOR_GIVENS : points;
        expect(new Set(told)).toEqual(new Set([...sentences, ...givens]));
        expect(new Set(told).size).toBe(told.length);
        expect(own).toHaveLength(ruleNames.filter((rule) => rules[rule] !== defaultRules[rule]).length);
      }),
    );
  });
});
