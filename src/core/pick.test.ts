import { expect, it } from 'vitest';
import type { SlotWish } from './pick.ts';
import { isSameWish } from './pick.ts';

const weekId = '2026_01';

const choices: readonly SlotWish[] = [
  { kind: 'pick', about: 'g1', value: { side: 'home' } },
  { kind: 'pick', about: 'g2', value: { side: 'home' } },
  { kind: 'pick', about: 'g1', value: { side: 'away' } },
  { kind: 'pick', about: 'g1', value: { side: 'home', best: true } },
  { kind: 'pick', about: 'g1', value: { side: 'home', best: false } },
  { kind: 'pick', about: 'g1', value: null },
  { kind: 'guess', about: weekId, value: { gid: 'g1', total: 0 } },
  { kind: 'guess', about: weekId, value: { gid: 'g1', total: null } },
  { kind: 'guess', about: weekId, value: { gid: 'g2', total: 0 } },
  { kind: 'guess', about: '2026_02', value: { gid: 'g1', total: 0 } },
  { kind: 'order', about: weekId, value: { order: ['g1', 'g2'] } },
  { kind: 'order', about: weekId, value: { order: ['g2', 'g1'] } },
  { kind: 'order', about: '2026_02', value: { order: ['g1', 'g2'] } },
  { kind: 'team', about: weekId, value: { gid: 'g1', team: 'KC' } },
  { kind: 'team', about: weekId, value: { gid: 'g1', team: 'DET' } },
  { kind: 'team', about: weekId, value: { gid: 'g2', team: 'KC' } },
  { kind: 'team', about: weekId, value: null },
  { kind: 'team', about: '2026_02', value: null },
];

it.each(choices.map((choice) => [JSON.stringify(choice), choice] as const))(
  '%s is the same as its copy, and as no other choice',
  (_text, choice) => {
    expect(choices.filter((other) => isSameWish(choice, structuredClone(other)))).toEqual([choice]);
  },
);
