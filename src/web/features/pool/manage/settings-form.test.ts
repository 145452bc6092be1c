import { describe, expect, test } from 'vitest';
import type { PoolSettings } from '#contract/pools.ts';
import { defaultRules, rulesWith } from '#core/rules/pool-rules.ts';
import { presets } from '#core/rules/presets.ts';
import {
  changedMeanwhile,
  changeOf,
  closedRules,
  emptyDraft,
  isTyped,
  missedText,
  rebasedSettings,
  shownSettings,
  textErrors,
  typeRules,
  typeSetting,
  withoutFixed,
} from './settings-form.tsx';

const stored: PoolSettings = {
  name: 'Office',
  description: '',
  moneyUrl: '',
  rules: rulesWith({ useSpread: true, push: 'half' }),
  activeWeekId: null,
};

describe('the draft of the settings of a pool', () => {
  test('has the typed value and the previous one', () => {
    const draft = typeSetting(typeSetting(emptyDraft, stored, 'name', 'Off'), stored, 'name', 'Offside');
    expect(draft).toEqual({ typed: { name: 'Offside' }, seen: { name: 'Office' } });
    expect(shownSettings(draft, stored)).toEqual({ ...stored, name: 'Offside' });
    expect(isTyped(draft)).toBe(true);
  });

  test('is empty again once the stored value is typed', () => {
    const draft = typeSetting(
      typeSetting(emptyDraft, stored, 'activeWeekId', '2026-week3'),
      stored,
      'activeWeekId',
      null,
    );
    expect(draft).toEqual(emptyDraft);
    expect(isTyped(draft)).toBe(false);
  });

  test('shows no rounding without the spread', () => {
    const rounded = { ...stored, rules: rulesWith({ useSpread: true, roundSpread: true, push: 'half' }) };
    expect(shownSettings(typeSetting(emptyDraft, rounded, 'useSpread', false), rounded).rules).toEqual(defaultRules);
  });

  test('sends no rule that another one closed later, and names the stored ones that go back to their defaults', () => {
    const typed = typeSetting(typeSetting(emptyDraft, stored, 'bestBets', 2), stored, 'format', 'confidence');
    const values = shownSettings(typed, stored);
    expect(changeOf(typed, values)).toEqual({
      change: { rules: { format: 'confidence' } },
      seen: { rules: { format: 'pickem' } },
    });
    expect(closedRules(typed, stored, values)).toEqual([]);
    const straight = typeSetting(emptyDraft, stored, 'useSpread', false);
    expect(closedRules(straight, stored, shownSettings(straight, stored))).toEqual(['push']);
  });

  test('takes several rules as if each was typed, except those that are already stored', () => {
    const classic = typeRules(emptyDraft, stored, presets.classic);
    expect(classic.typed).toEqual({ useSpread: false, push: 'home' });
    expect(shownSettings(classic, stored).rules).toEqual(presets.classic);
    expect(typeRules(classic, stored, stored.rules)).toEqual(emptyDraft);
  });

  test('loses what the first lock settles, and keeps deadlines, games and all else', () => {
    const draft = typeRules(emptyDraft, stored, { tiebreak: 'closest', deadline: 'week', dropWeeks: 2 });
    expect(withoutFixed(draft)).toEqual({
      typed: { deadline: 'week', dropWeeks: 2 },
      seen: { deadline: 'game', dropWeeks: 0 },
    });
  });

  test('keeps the first value seen while others change it, until it is rebased', () => {
    const draft = typeSetting(emptyDraft, stored, 'name', 'Offside');
    const theirs = { ...stored, name: 'Upstairs', description: 'New' };
    expect(changedMeanwhile(draft, theirs)).toEqual(['name']);
    const further = typeSetting(draft, theirs, 'name', 'Offside!');
    expect(further.seen).toEqual({ name: 'Office' });
    const again = rebasedSettings(further, theirs);
    expect(again).toEqual({ typed: { name: 'Offside!' }, seen: { name: 'Upstairs' } });
    expect(changedMeanwhile(again, theirs)).toEqual([]);
    expect(shownSettings(again, theirs)).toEqual({ ...theirs, name: 'Offside!' });
  });

  test('reports the errors of its texts', () => {
    expect(textErrors({ ...stored, name: '  ' }).name).toBe('Pool name is required');
    expect(textErrors({ ...stored, moneyUrl: 'javascript:alert(1)' }).moneyUrl).toContain('https://');
    expect(textErrors({ ...stored, moneyUrl: ' https://pay.example.com ' }).moneyUrl).toBeNull();
  });
});

test.each<[string, string[], string]>([
  ['with the week from which it holds', ['2026-week4', '2026-week5', '2026-week6'], ' This holds from Week 6 on.'],
  ['without one after the last week', ['2026-week5'], ''],
])('says what a week does that has begun too early for a deadline, %s', (_, weekIds, later) => {
  const text = "It's too late for this in Week 5: its open games keep the locks that they have.";
  expect(missedText('2026-week5', weekIds)).toBe(`${text}${later}`);
});
