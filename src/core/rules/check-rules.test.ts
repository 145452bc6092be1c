import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkRules } from './check-rules.ts';
import { tidyRules } from './closed-rules.ts';
import { defaultRules, isRule, ruleChoices, ruleNames, rulesWith } from './pool-rules.ts';
import { presets } from './presets.ts';

const someRules = fc.record(
  Object.fromEntries(ruleNames.map((rule) => [rule, fc.constantFrom<unknown>(...ruleChoices[rule])])),
  { requiredKeys: [] },
);

describe('Rules from a file', () => {
  it.each([
    ['none are the defaults', {}, defaultRules],
    [
      'some leave the others at their defaults',
      { tie: 'half', dropWeeks: 2 },
      rulesWith({ tie: 'half', dropWeeks: 2 }),
    ],
    ['one opens another', { useSpread: true, push: 'none' }, rulesWith({ useSpread: true, push: 'none' })],
    ['as many best bets as games that are picked', { games: 2, bestBets: 2 }, rulesWith({ games: 2, bestBets: 2 })],
    ['a closed one may be named with its default', { push: 'home' }, defaultRules],
  ])('%s', (_what, value, rules) => {
    expect(checkRules(value)).toEqual({ rules });
  });

  it('change those of a preset', () => {
    expect(checkRules({ push: 'half', roundSpread: false }, presets.spread)).toEqual({
      rules: rulesWith({ useSpread: true, push: 'half' }),
    });
  });

  it.each<[string, unknown, string[]]>([
    ['a text', 'classic', ['Rules are an object, such as { "useSpread": true }, not "classic".']],
    ['nothing', null, ['Rules are an object, such as { "useSpread": true }, not null.']],
    ['a list', [], ['Rules are an object, such as { "useSpread": true }, not [].']],
    ['a name that is no rule', { ties: 'half' }, [`There is no rule "ties". Rules: ${ruleNames.join(', ')}.`]],
    [
      'a name that every object has',
      JSON.parse('{ "__proto__": 1, "toString": 2 }'),
      ['__proto__', 'toString'].map((name) => `There is no rule "${name}". Rules: ${ruleNames.join(', ')}.`),
    ],
    ['a value that is no choice', { tie: 'all' }, ['tie can\'t be "all". Choices: "nobody", "half", "both".']],
    ['a text for a switch', { useSpread: 'true' }, ['useSpread can\'t be "true". Choices: false, true.']],
    ['a text for a number', { dropWeeks: '2' }, ['dropWeeks can\'t be "2". Choices: 0, 1, 2, 3, 4, 5, 6.']],
    ['a number beyond the choices', { dropWeeks: 7 }, ["dropWeeks can't be 7. Choices: 0, 1, 2, 3, 4, 5, 6."]],
    [
      'conflicting rules',
      { push: 'half', roundSpread: true },
      ["roundSpread can't be true: Only with Use Spread.", 'push can\'t be "half": Only with Use Spread.'],
    ],
    [
      'more best bets than games that are picked',
      { games: 1, bestBets: 3 },
      ["bestBets can't be 3: No more best bets than games picked."],
    ],
    [
      'every problem at once',
      { dropWeeks: 1.5, color: 'red' },
      [
        "dropWeeks can't be 1.5. Choices: 0, 1, 2, 3, 4, 5, 6.",
        `There is no rule "color". Rules: ${ruleNames.join(', ')}.`,
      ],
    ],
  ])('are refused for %s', (_what, value, problems) => {
    expect(checkRules(value)).toEqual({ problems });
  });

  it('are refused if they conflict with a rule of their preset', () => {
    expect(checkRules({ useSpread: false }, presets.spread)).toEqual({
      problems: ["roundSpread can't be true: Only with Use Spread."],
    });
  });

  it('are reported with a long value shortened', () => {
    const [problem = ''] = (checkRules({ tie: 'x'.repeat(10_000) }) as { problems: string[] }).problems;
    expect(problem).toContain('xxx…');
    expect(problem.length).toBeLessThan(120);
  });

  it('are accepted unchanged exactly if they are consistent', () => {
    fc.assert(
      fc.property(someRules, (some) => {
        const rules = { ...defaultRules, ...some };
        const tidy = tidyRules(rules);
        const checked = checkRules(some);
        if (ruleNames.every((rule) => tidy[rule] === rules[rule])) expect(checked).toEqual({ rules });
        else expect(checked).toHaveProperty('problems');
      }),
    );
  });

  it('never throw, whatever the file says', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const checked = checkRules(value);
        if ('rules' in checked) expect(Object.keys(checked.rules).every(isRule)).toBe(true);
        else expect(checked.problems.length).toBeGreaterThan(0);
      }),
    );
  });
});
