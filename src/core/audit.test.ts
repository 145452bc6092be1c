import { describe, expect, test } from 'vitest';
import {
  auditActs,
  auditGroups,
  changedFields,
  changedMeanwhile,
  fieldWords,
  flagText,
  isAuditAct,
  saysFlag,
  sealState,
} from './audit.ts';
import { isOwnField, isPoolField, poolActs } from './audit-readers.ts';

describe('What admins do', () => {
  test('belongs to one group each, and no group is empty', () => {
    const groups = Object.values(auditActs).map((act) => act.group);
    expect(new Set(groups)).toEqual(new Set(auditGroups));
  });

  test.each([
    ['game.edit', true],
    ['toString', false],
    ['', false],
  ])('is known by its name: %j', (name, known) => {
    expect(isAuditAct(name)).toBe(known);
  });

  test('is described by the fields that changed, and no others', () => {
    const before = { name: 'Old', useSpread: true, weeks: ['a'] };
    expect(changedFields(before, { name: 'New', useSpread: true, weeks: ['a'] })).toEqual({
      before: { name: 'Old' },
      after: { name: 'New' },
    });
    expect(changedFields(before, { ...before })).toEqual({ before: {}, after: {} });
  });
});

describe('Of two admins who edit the same thing, the second', () => {
  const now = { homeScore: 7, awayScore: 3, spread: null as number | null };

  test.each<[string, Partial<typeof now>, Partial<typeof now>, string[]]>([
    ['is stopped if a value is not what they saw', { homeScore: 10 }, { homeScore: 0 }, ['homeScore']],
    ['is not stopped if it is', { homeScore: 10 }, { homeScore: 7 }, []],
    ['is not stopped if it is already what they set', { homeScore: 7 }, { homeScore: 0 }, []],
    ['is not stopped by fields that the person leaves alone', { homeScore: 10 }, { homeScore: 7, awayScore: 0 }, []],
    ['is not stopped if they do not send what they saw', { homeScore: 10 }, {}, []],
    ['is also stopped if there was no value, or is none now', { spread: 3 }, { spread: 1 }, ['spread']],
    [
      'is shown every such field',
      { homeScore: 1, awayScore: 1 },
      { homeScore: 2, awayScore: 2 },
      ['homeScore', 'awayScore'],
    ],
  ])('%s', (_, wanted, seen, fields) => {
    expect(changedMeanwhile(now, wanted, seen)).toEqual(fields);
  });
});

describe('A field', () => {
  test.each([
    ['homeScore', 'home score'],
    ['kickoff', 'kick-off'],
    ['status', 'status'],
    ['toString', 'to string'],
  ])('%s is called %s', (name, words) => {
    expect(fieldWords(name)).toBe(words);
  });

  test('about other people is hidden from players', () => {
    expect(['side', 'homeScore', 'displayName', 'email', 'userIds'].filter(isOwnField)).toEqual(['side', 'homeScore']);
  });

  test('of the almanac is read by every member, and only in its own acts', () => {
    const fields = ['year', 'places', 'is', 'follows', 'email'];
    expect(fields.filter((name) => isPoolField('almanac.year', name))).toEqual(['year', 'places', 'is', 'follows']);
    expect(fields.filter((name) => isPoolField('pool.edit', name))).toEqual([]);
    const acts = ['almanac.year', 'almanac.person', 'almanac.follows'] as const;
    expect(acts.filter((act) => poolActs.pool.includes(act))).toEqual(acts);
  });
});

describe('A flag', () => {
  test.each([
    ['isEnabled', 'disabled', 'enabled'],
    ['enabled', 'disabled', 'enabled'],
    ['isAdmin', 'not an admin', 'admin'],
    ['member', 'not a member', 'member'],
    ['commissioner', 'not a commissioner', 'commissioner'],
    ['deleted', 'not deleted', 'deleted'],
    ['listed', 'unlisted', 'listed'],
    ['allowTimeUpdate', undefined, undefined],
    ['toString', undefined, undefined],
  ])('%s has plain words: %s, %s', (name, off, on) => {
    expect([flagText(name, false), flagText(name, true)]).toEqual([off, on]);
  });

  test.each([
    ['user.enable', 'isEnabled', true],
    ['week.disable', 'enabled', true],
    ['pool.create', 'listed', false],
    ['game.edit', 'allowTimeUpdate', false],
    ['user.freeze', 'isEnabled', false],
  ])('of the act %s, %s is said by its words: %s', (act, name, said) => {
    expect(saysFlag(act, name)).toBe(said);
  });
});

describe('Until a game locks the log masks', () => {
  test.each<[string, Record<string, unknown>, Record<string, unknown>]>([
    ['a side', { side: 'home' }, { side: 'sealed' }],
    ['the reason, which may name it', { reason: 'wants KC' }, { reason: 'sealed' }],
    ['a side under another name', { was: 'away', now: 'Home,bus' }, { was: 'sealed', now: 'sealed' }],
    ['sides further down', { games: [{ g1: 'home' }, 'away'] }, { games: [{ g1: 'sealed' }, 'sealed'] }],
    ['picks as a whole', { picks: { g1: 1 } }, { picks: 'sealed' }],
    [
      'neither a missing side, nor a field that reveals none',
      { side: null, homeScore: 7 },
      { side: null, homeScore: 7 },
    ],
    ['not the name of a pool', { name: 'Home' }, { name: 'Home' }],
    ['not a rule, whose choice may be called home', { push: 'home', tie: 'both' }, { push: 'home', tie: 'both' }],
  ])('%s', (_, state, masked) => {
    expect(sealState(state)).toEqual(masked);
  });

  test('what nests too deep as a whole, without recursing into it', () => {
    const deep = JSON.parse('{"a":['.repeat(50_000) + ']}'.repeat(50_000)) as Record<string, unknown>;
    expect(JSON.stringify(sealState(deep))).toMatch(/^(\{"a":\[){32}\{"a":"sealed"(\}\]){32}\}$/);
  });
});
