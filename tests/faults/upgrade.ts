import type { Fault } from './fault.ts';

const area = 'upgrade';

export const upgrade: readonly Fault[] = [
  {
    area,
    what: 'a migration that fails is not reported',
    from: '  if (error) throw error;\n}',
    to: '  if (error instanceof DatabaseError) throw error;\n}',
    testFiles: ['engine/migrate.test.ts'],
    foundBy: [
      'Migrations on sqlite that fail on an empty database leave it empty, and can be run again',
      'Migrations on sqlite that fail on a league leave every table and every row as it was',
    ],
  },
  {
    area,
    what: 'a known migration counts as one of a newer version',
    from: 'rows.find(({ name }) => !known.includes(name))?.name ?? null;',
    to: 'rows.find(({ name }) => known.includes(name))?.name ?? null;',
    testFiles: ['engine/migrate.test.ts'],
    foundBy: ['Migrations on sqlite make every table, once'],
  },
];
