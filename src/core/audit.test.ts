import { describe, expect, test } from 'vitest';
import { auditActs, auditGroups, changedFields, isAuditAct } from './audit.ts';

describe('What admins do', () => {
  test('belongs to a group each, and every group has something', () => {
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

  test('is told by the fields that changed, and by no others', () => {
    const before = { name: 'Old', useSpread: true, weeks: ['a'] };
    expect(changedFields(before, { name: 'New', useSpread: true, weeks: ['a'] })).toEqual({
      before: { name: 'Old' },
      after: { name: 'New' },
    });
    expect(changedFields(before, { ...before })).toEqual({ before: {}, after: {} });
  });
});
