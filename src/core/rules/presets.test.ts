import { describe, expect, it } from 'vitest';
import { defaultRules, rulesWith, tidyRules } from './pool-rules.ts';
import { presetNames, presetOf, presets, withPreset } from './presets.ts';

describe('A preset', () => {
  it.each(presetNames)('%s is found by its rules, which are consistent', (name) => {
    expect(presetOf({ ...presets[name] })).toBe(name);
    expect(tidyRules(presets[name])).toEqual(presets[name]);
  });

  it('is the default of a pool that sets nothing: classic', () => {
    expect(presetOf(defaultRules)).toBe('classic');
  });

  it.each(presetNames)('%s leaves the number of entries as it is', (name) => {
    const rules = withPreset(name, rulesWith({ entries: 3, tie: 'half' }));
    expect(rules).toEqual({ ...presets[name], entries: 3 });
    expect(presetOf(rules)).toBe(name);
  });

  it('is no longer found with any other rule', () => {
    expect(presetOf(rulesWith({ tie: 'half' }))).toBeNull();
    expect(presetOf(rulesWith({ useSpread: true }))).toBeNull();
  });
});
