import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { duplicatePool, settingFields, settingsOfFields, tidySettings } from '#core/pool-settings.ts';
import type { ListedPool } from '#core/pools.ts';
import { choosePool, sortPools, visiblePools } from '#core/pools.ts';
import { closedRule, tidyRules } from '#core/rules/closed-rules.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import { rulesWith } from '#core/rules/pool-rules.ts';
import { POOL_NAME_MAX, poolNameError } from '#core/validation.ts';
import { rounded, straightUp } from '#tests/core-samples.ts';

function pool(id: string, createdAt: number | null, deletedAt: number | null = null): ListedPool {
  return { id, createdAt, deletedAt };
}

function ids(pools: readonly ListedPool[]): string {
  return pools.map((each) => each.id).join(' ');
}

function shown(pools: readonly ListedPool[]): string[] {
  return visiblePools(pools).map((each) => each.id);
}

const old = pool('old', 1000);
const newer = pool('newer', 2000);
const newest = pool('newest', 3000);
const gone = pool('gone', 4000, 5000);

const anyPools = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 3 }), { maxLength: 8 }).chain((names) =>
  fc.tuple(
    ...names.map((id) =>
      fc.record({
        id: fc.constant(id),
        createdAt: fc.option(fc.integer({ min: -5, max: 5 })),
        deletedAt: fc.option(fc.integer(), { freq: 2 }),
      }),
    ),
  ),
);

describe('The list of pools', () => {
  it.each([
    ['newest first', [old, newest, newer], 'newest newer old'],
    [
      'by id in descending order if their age is not known',
      [pool('-Ma', null), pool('-Mc', null), pool('-Mb', null)],
      '-Mc -Mb -Ma',
    ],
    ['by id in descending order if they have the same age', [pool('a', 5), pool('b', 5)], 'b a'],
    ['those of unknown age after all others', [pool('z', null), old, pool('y', null), newest], 'newest old z y'],
    ['one created at the epoch before those of unknown age', [pool('z', null), pool('a', 0)], 'a z'],
  ])('is %s', (_name, pools, order) => {
    expect(ids(sortPools(pools))).toBe(order);
  });

  it('leaves out the deleted ones', () => {
    expect(ids(visiblePools([gone, old, newest]))).toBe('newest old');
  });

  it('has one order, whatever order the pools came in', () => {
    fc.assert(
      fc.property(anyPools, (pools) => {
        expect(ids(visiblePools(pools.toReversed()))).toBe(ids(visiblePools(pools)));
      }),
    );
  });
});

describe('The pool that is shown', () => {
  const pools = [old, newer, newest, gone];

  it.each([
    ['the selected one while it exists', ['newer'], 'old', [], 'old'],
    ['the selected one, even if the player is not a member', ['newer'], 'newest', ['old'], 'newest'],
    ['the remembered one when nothing is selected', ['newer'], null, ['old'], 'old'],
    ['the remembered one when the selected one is deleted', ['newer'], 'gone', ['old'], 'old'],
    ['the default one when nothing is remembered', ['newer'], null, [null, 'old'], 'old'],
    ['the default one when the remembered one is gone', ['newer'], null, ['lost', 'old'], 'old'],
    ['the newest of the player’s pools if none is preferred', ['old', 'newer'], null, [null, null], 'newer'],
    [
      'the newest of the player’s pools if the preferred ones are gone',
      ['old', 'newer'],
      'lost',
      ['gone', ''],
      'newer',
    ],
    ['not a deleted pool of the player’s', ['gone', 'old'], null, [], 'old'],
    ['the newest of all for a member of none', [], null, [], 'newest'],
    ['the newest of all for a member of deleted ones only', ['gone'], null, [], 'newest'],
  ])('is %s', (_name, memberships, selected, preferred, chosen) => {
    expect(choosePool(shown(pools), { memberOf: memberships }, selected, ...preferred)).toBe(chosen);
  });

  it.each([
    ['a pool they are a member of, not a newer one they only run', ['old'], ['newest'], null, 'old'],
    ['the newest one they run if they are a member of none', [], ['old', 'newer'], null, 'newer'],
    ['the one they chose before, though they only run it', ['old'], ['newer'], 'newer', 'newer'],
  ] as const)('is for a commissioner %s', (_name, memberOf, runs, preferred, chosen) => {
    expect(choosePool(shown(pools), { memberOf, runs }, null, preferred)).toBe(chosen);
  });

  it('is none when there are no pools', () => {
    expect(choosePool([], { memberOf: ['old'] }, 'old', 'old')).toBeNull();
    expect(choosePool(shown([gone]), { memberOf: ['gone'] }, 'gone')).toBeNull();
  });

  it('is never a deleted one, and always one while there is any', () => {
    const anyId = fc.option(fc.string({ maxLength: 3 }));
    fc.assert(
      fc.property(
        anyPools,
        fc.array(fc.string({ maxLength: 3 })),
        anyId,
        anyId,
        (drawn, memberships, selected, preferred) => {
          const chosen = choosePool(shown(drawn), { memberOf: memberships }, selected, preferred);
          const visible = shown(drawn);
          if (visible.length === 0) expect(chosen).toBeNull();
          else expect(visible).toContain(chosen);
        },
      ),
    );
  });
});

describe('A duplicate of a pool', () => {
  it('takes over name, rules, money page, description and talk, and nothing else', () => {
    const original = {
      id: 'p1',
      name: 'Office',
      description: 'Since 1999',
      moneyUrl: 'https://example.com/pay',
      rules: rounded,
      trashTalk: { enabled: true, messages: ['Bring snacks'] },
      activeWeekId: '2026-week3',
      template: null,
      createdAt: 1,
      deletedAt: 2,
    };
    expect(duplicatePool(original)).toEqual({
      name: 'Copy Of Office',
      description: 'Since 1999',
      moneyUrl: 'https://example.com/pay',
      rules: rounded,
      trashTalk: { enabled: true, messages: ['Bring snacks'] },
    });
  });

  it('of a duplicate says so twice', () => {
    const trashTalk = { enabled: false, messages: [] };
    const plain = { name: 'Office', description: '', moneyUrl: '', rules: straightUp, trashTalk };
    const copy = duplicatePool(plain);
    expect(duplicatePool(copy).name).toBe('Copy Of Copy Of Office');
  });

  it('has a valid name, however long the original name is', () => {
    const trashTalk = { enabled: false, messages: [] };
    const name = '🏈'.repeat(POOL_NAME_MAX);
    const long = { name, description: '', moneyUrl: '', rules: straightUp, trashTalk };
    const copy = duplicatePool(long);
    expect(copy.name).toBe(`Copy Of ${'🏈'.repeat(POOL_NAME_MAX - 8)}`);
    expect(poolNameError(copy.name)).toBeNull();
  });
});

describe('The settings of a pool', () => {
  it('are stored trimmed, and without rounding if the line is not used', () => {
    const typed = {
      name: ' Of\u202efice\nPool\ud800 ',
      description: ' Ours\n',
      moneyUrl: ' https://money.example.org ',
    };
    expect(tidySettings({ ...typed, rules: { ...straightUp, roundSpread: true } })).toEqual({
      name: 'Office Pool',
      description: 'Ours',
      moneyUrl: 'https://money.example.org',
      rules: straightUp,
    });
    expect(tidySettings({ rules: rounded })).toEqual({ rules: rounded });
  });

  it('have no limit of auto picks where nothing counts for missed games', () => {
    const limited = rulesWith({ missed: 'home', missedLimit: 3 });
    expect(tidyRules(limited)).toEqual(limited);
    expect(closedRule('missedLimit', rulesWith({}))).toBe('Only where something counts for missed games');
    for (const some of [{ missed: 'nothing' }, { games: 5 }, { weekly: true }, { format: 'confidence' }] as const)
      expect(tidyRules({ ...limited, ...some })).toMatchObject({ missed: 'nothing', missedLimit: 'none' });
  });

  it('have no auto picks if players choose which games they pick', () => {
    const rules = rulesWith({ games: 5, missed: 'home' });
    expect(closedRule('missed', rules)).toBe('Only where every game is picked');
    expect(tidySettings({ rules })).toEqual({ rules: rulesWith({ games: 5 }) });
    expect(tidySettings({ rules: rulesWith({ missed: 'home' }) }).rules).toMatchObject({ missed: 'home' });
  });

  it.each<[keyof PoolRules, Partial<PoolRules>, string]>([
    ['weekly', { format: 'survivor' }, 'Not with survivor'],
    ['weekly', { missed: 'home' }, 'Only where missed games earn nothing'],
    ['weekly', { lateJoin: 'lowest' }, 'Only where weeks before joining earn nothing'],
    ['missed', { weekly: true }, 'Not if players pay and play by the week: a missed game earns nothing'],
    ['lateJoin', { weekly: true }, 'Not if players pay and play by the week: other weeks are blank'],
    ['upset', { useSpread: true }, 'Not with Use Spread: a line makes both sides even'],
    ['line', {}, 'Only with Use Spread or Upsets'],
    ['push', {}, 'Only with Use Spread'],
    ['push', { useSpread: true, roundSpread: true }, 'Not with Round Spread: no score meets a rounded line'],
    ['roundSpread', {}, 'Only with Use Spread'],
    ['deadlineDay', { deadline: 'week' }, 'Only with a day and time that the pool sets'],
    ['mondayGames', { slate: 'chosen' }, 'Only with the games of some days'],
    ['buyBackUntil', { format: 'survivor' }, 'Only with buy-backs'],
    ['lives', {}, 'Only with survivor'],
  ])('cannot choose %s with %j', (rule, others, reason) => {
    expect(closedRule(rule, rulesWith(others))).toBe(reason);
  });

  it.each([
    [1, 1],
    [2, 2],
    [3, 3],
    ['all', 3],
  ] as const)('have no more best bets than games that are picked: of %s at most %i', (games, most) => {
    expect(tidySettings({ rules: rulesWith({ games, bestBets: 3 }) })).toEqual({
      rules: rulesWith({ games, bestBets: most }),
    });
    expect(tidySettings({ rules: rulesWith({ games, bestBets: 1 }) }).rules).toMatchObject({ bestBets: 1 });
  });

  it('are fields with each rule by itself, and settings again, whole or in part', () => {
    const whole = { name: 'A', description: '', moneyUrl: '', rules: rounded, activeWeekId: null };
    expect(settingFields(whole)).toEqual({ name: 'A', description: '', moneyUrl: '', ...rounded, activeWeekId: null });
    expect(settingsOfFields(settingFields(whole))).toEqual(whole);
    for (const part of [{}, { name: 'A' }, { rules: { useSpread: true } }]) {
      expect(settingsOfFields(settingFields(part))).toEqual(part);
    }
  });
});
