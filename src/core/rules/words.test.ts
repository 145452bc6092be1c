import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyRules } from '#tests/core-samples.ts';
import type { PoolRules } from './pool-rules.ts';
import { closedRule, defaultRules, ruleChoices, ruleNames, rulesWith, tidyRules } from './pool-rules.ts';
import { ruleGroups, tellRules, wordsOf } from './words.ts';

const ONE_POINT = 'A right pick is worth 1 point.';

describe('The words of the rules', () => {
  test.each(ruleNames)('tell every choice of %s differently, in sentences', (rule) => {
    const choices: readonly PoolRules[typeof rule][] = ruleChoices[rule];
    const { sentence, choice, group } = wordsOf(rule);
    const told = choices.map(sentence);
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
        'A score that meets the line exactly is half a point for either side.',
        'The 2 lowest weeks of each player leave the total once more than 2 are decided.',
      ],
    ],
    ['nothing that cannot apply', { push: 'half', roundSpread: true }, []],
  ])('tell %s', (_, some, own) => {
    expect(tellRules(rulesWith(some)).own).toEqual(own);
  });

  test('tell every rule that applies, nothing twice, and nothing of those that cannot', () => {
    fc.assert(
      fc.property(anyRules, (any) => {
        const rules = tidyRules(any);
        const { own, usual } = tellRules(rules);
        const open = ruleNames.filter((rule) => closedRule(rule, rules) === null);
        const told = [...own, ...usual];
        const sentences = open.map((rule) => wordsOf(rule).sentence(rules[rule]));
        const points = rules.format === 'pickem' || sentences.includes(ONE_POINT) ? [ONE_POINT] : [];
        expect(new Set(told)).toEqual(new Set([...sentences, ...points]));
        expect(new Set(told).size).toBe(told.length);
        expect(own).toHaveLength(ruleNames.filter((rule) => rules[rule] !== defaultRules[rule]).length);
      }),
    );
  });
});
