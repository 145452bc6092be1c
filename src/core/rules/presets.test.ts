import { describe, expect, it } from 'vitest';
import { defaultRules, rulesWith, tidyRules } from './pool-rules.ts';
import { presetNames, presetOf, presets } from './presets.ts';

describe('A preset', () => {
  it.each(presetNames)('%s is found by its rules, which go together', (name) => {
    expect(presetOf({ ...presets[name] })).toBe(name);
    expect(tidyRules(presets[name])).toEqual(presets[name]);
  });

  it('is what a pool plays by that sets nothing: classic', () => {
    expect(presetOf(defaultRules)).toBe('classic');
  });

  it('is left by any other rule', () => {
    expect(presetOf(rulesWith({ tie: 'half' }))).toBeNull();
    expect(presetOf(rulesWith({ useSpread: true }))).toBeNull();
  });
});
