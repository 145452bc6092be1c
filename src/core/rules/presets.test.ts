import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { tidyRules } from './closed-rules.ts';
import { defaultRules, ruleNames, rulesWith } from './pool-rules.ts';
import { presetNames, presetOf, presets, sitePresets, usualPresets, usualValue, withPreset } from './presets.ts';

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

  it.each([
    ['yahoo-spread', { useSpread: true, line: 'frozen', push: 'none', slate: 'chosen' }],
    ['yahoo-confidence', { format: 'confidence', scale: 'playoffs' }],
    ['yahoo-survivor', { format: 'survivor', deadline: 'afternoon', twoTeamsFrom: 14 }],
    [
      'runyourpool-survivor',
      { format: 'survivor', deadline: 'afternoon', buyBacks: 1, buyBackUntil: 4, buyBackBy: 'commissioner' },
    ],
  ] as const)('%s has the rules that its page compares, and the defaults beside them', (name, rules) => {
    expect(presets[name]).toEqual(rulesWith(rules));
  });

  it.each(sitePresets)('%s has its rules and their sources on the page', (name) => {
    const page = readFileSync(new URL('../../../docs/presets.md', import.meta.url), 'utf8');
    const [, section = ''] = page.split(`(\`${name}\`)`);
    expect(section.split('\n## ')[0]).toMatch(
      /Read on \d{4}-\d\d-\d\d: \[\d\].*\n\n\| Rule there \| Here \| Test \|\n\| --- \| --- \| --- \|\n\| \S/,
    );
  });

  it.each(usualPresets)('%s has the usual values of its kind of pool, which stay the same whatever is set', (name) => {
    const rules = { ...presets[name], dropWeeks: 3, tiebreak: 'none' } as const;
    expect(Object.fromEntries(ruleNames.map((rule) => [rule, usualValue(rule, rules)]))).toEqual(presets[name]);
  });

  it('is no longer found with any other rule', () => {
    expect(presetOf(rulesWith({ tie: 'half' }))).toBeNull();
    expect(presetOf(rulesWith({ useSpread: true }))).toBeNull();
  });
});
