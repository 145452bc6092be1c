import type { Fault } from './fault.ts';

const area = 'locks, seals and access';

export const locksSealsAccess: readonly Fault[] = [
  {
    area,
    what: 'a game locks a moment after its lock',
    from: 'return now >= game.lockAt;',
    to: 'return now > game.lockAt;',
    testFiles: ['core/game.test.ts'],
    foundBy: [
      'The lock of a game that changes never opens a locked game again, through any history of changes',
      'A game at its lock: locked is 300000',
    ],
  },
  {
    area,
    what: 'a deadline of a pool moves a lock back',
    from: 'deadline !== null && deadline < game.lockAt ? { ...game, lockAt: deadline } : game;',
    to: 'deadline !== null ? { ...game, lockAt: deadline } : game;',
    testFiles: ['core/pool-lock.test.ts'],
    foundBy: [
      "The pool's lock of a game is its own where that comes first, or where there is no deadline",
      "A pool's lock that was reached stays reached under every change of times, statuses and games",
    ],
  },
  {
    area,
    what: 'a canceled game that was picked can still be changed',
    from: "(hasPick && game.void === 'postponed' && !isLocked(game, now))",
    to: '(hasPick && !isLocked(game, now))',
    testFiles: ['core/game.test.ts', 'core/picks.test.ts'],
    foundBy: ['A pick of a game of a cancelled game is closed'],
  },
  {
    area,
    what: 'a disabled admin keeps their rights',
    from: "  if (!user.isEnabled) return ['disabled'];\n",
    to: '',
    testFiles: ['core/permissions.test.ts'],
    foundBy: [
      'Who may do what seeWeeks: outsider,member,commissioner,playing commissioner,admin,playing admin',
      'Who may do what seeTeamRecords: outsider,member,commissioner,playing commissioner,admin,playing admin',
    ],
  },
  {
    area,
    what: 'members see the picks that a commissioner entered',
    from: "seeBusPicks: 'commissioner',",
    to: "seeBusPicks: 'member',",
    testFiles: ['core/permissions.test.ts'],
    foundBy: ['Who may do what seeBusPicks: commissioner,playing commissioner,admin,playing admin'],
  },
  {
    area,
    what: 'members see the e-mail addresses of everybody',
    from: "seeUsers: 'admin',",
    to: "seeUsers: 'member',",
    testFiles: ['core/permissions.test.ts'],
    foundBy: ['Who may do what seeUsers: admin,playing admin'],
  },
  {
    area,
    what: 'an admin may disable themselves',
    from: "const neverOnOneself: readonly Act[] = ['setUserEnabled', 'setUserAdmin'];",
    to: "const neverOnOneself: readonly Act[] = ['setUserAdmin'];",
    testFiles: ['core/permissions.test.ts'],
    foundBy: ['Acts on oneself never enable, disable or promote'],
  },
  {
    area,
    what: 'an older pick that waited offline replaces a newer one',
    from: 'and (excluded.based_on is null or picks.revision <= excluded.based_on or picks.bus_by is not null)\n    returning pool_id',
    to: '\n    returning pool_id',
    testFiles: ['store/picks.test.ts'],
    foundBy: [
      'Many picks in one commit on sqlite a tap is not lost to an offline pick that arrives with it',
      'Many picks in one commit on sqlite of two offline picks based on the same one, the first is stored',
    ],
  },
  {
    area,
    what: 'a spreadsheet runs a name as a formula',
    from: "quoted(typeof field === 'string' ? guarded(field) : String(field))",
    to: 'quoted(String(field))',
    testFiles: ['server/csv/'],
    foundBy: [
      'A CSV file gives back what was guarded against formulas',
      'A CSV text is written so that no spreadsheet runs it: "=1+1"',
    ],
  },
];
