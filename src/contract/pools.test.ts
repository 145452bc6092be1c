import { Value } from 'typebox/value';
import { describe, expect, it } from 'vitest';
import { defaultRules, ruleChoices, ruleNames } from '#core/rules/pool-rules.ts';
import { PoolRules, SomeRules } from './pools.ts';

describe('The rules that a call takes', () => {
  it.each(ruleNames)('have every choice of %s, and nothing that is none', (rule) => {
    const choices: readonly unknown[] = ruleChoices[rule];
    for (const choice of choices) {
      expect(Value.Check(PoolRules, { ...defaultRules, [rule]: choice })).toBe(true);
      expect(Value.Check(SomeRules, { [rule]: choice })).toBe(true);
    }
    for (const other of ['none of them', -1, 1.5, 1000, null]) {
      expect(Value.Check(SomeRules, { [rule]: other })).toBe(false);
    }
  });

  it('are all there, and no others', () => {
    const { tie: _, ...others } = defaultRules;
    expect(Value.Check(PoolRules, others)).toBe(false);
    expect(Value.Check(PoolRules, { ...defaultRules, luck: true })).toBe(false);
  });
});
