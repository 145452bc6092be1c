import { describe, expect, it } from 'vitest';
import { closedRule } from '#core/rules/closed-rules.ts';
import { defaultRules, ruleChoices, ruleNames, rulesWith } from '#core/rules/pool-rules.ts';
import { traits } from './traits.ts';

const formats = ruleChoices.format;

describe('Traits of formats', () => {
  it.each(ruleNames)('%s is a rule of a format', (rule) => {
    expect(formats.filter((format) => traits[format].rules.has(rule))).not.toEqual([]);
  });

  it.each(formats)('%s closes no default, and only choices of its own rules', (format) => {
    for (const rule of ruleNames) {
      const closed: readonly unknown[] = traits[format].closed[rule] ?? [];
      expect(closed).not.toContain(defaultRules[rule]);
      expect(closed.length === 0 || traits[format].rules.has(rule)).toBe(true);
    }
  });

  it.each([
    ['lives', 'pickem', 'Only with survivor'],
    ['lives', 'confidence', 'Only with survivor'],
    ['scale', 'pickem', 'Only with confidence'],
    ['scale', 'survivor', 'Only with confidence'],
    ['games', 'confidence', 'Not with confidence'],
    ['useSpread', 'survivor', 'Not with survivor'],
  ] as const)('%s is closed in %s: %s', (rule, format, reason) => {
    expect(closedRule(rule, rulesWith({ format }))).toBe(reason);
  });
});
