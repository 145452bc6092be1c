import { expect, it } from 'vitest';
import type { Choice } from './choice.ts';
import { isSameChoice } from './choice.ts';

const weekId = '2026_01';

const choices: readonly Choice[] = [
  { kind: 'pick', gid: 'g1', side: 'home' },
  { kind: 'pick', gid: 'g2', side: 'home' },
  { kind: 'pick', gid: 'g1', side: 'away' },
  { kind: 'pick', gid: 'g1', side: 'home', best: true },
  { kind: 'pick', gid: 'g1', side: 'home', best: false },
  { kind: 'pick', gid: 'g1', side: null },
  { kind: 'guess', weekId, gid: 'g1', total: 0 },
  { kind: 'guess', weekId, gid: 'g1', total: null },
  { kind: 'guess', weekId, gid: 'g2', total: 0 },
  { kind: 'guess', weekId: '2026_02', gid: 'g1', total: 0 },
  { kind: 'order', weekId, order: ['g1', 'g2'] },
  { kind: 'order', weekId, order: ['g2', 'g1'] },
  { kind: 'order', weekId: '2026_02', order: ['g1', 'g2'] },
  { kind: 'team', weekId, team: { gid: 'g1', team: 'KC' } },
  { kind: 'team', weekId, team: { gid: 'g1', team: 'DET' } },
  { kind: 'team', weekId, team: { gid: 'g2', team: 'KC' } },
  { kind: 'team', weekId, team: null },
  { kind: 'team', weekId: '2026_02', team: null },
];

it.each(choices.map((choice) => [JSON.stringify(choice), choice] as const))(
  '%s is the same as its copy, and as no other choice',
  (_text, choice) => {
    expect(choices.filter((other) => isSameChoice(choice, structuredClone(other)))).toEqual([choice]);
  },
);
