import { describe, expect, test } from 'vitest';
import { faultOf } from './faults.ts';

const failed = (fields: object, message = 'failed') => Object.assign(new Error(message), fields);

describe('An error', () => {
  test.each<[string, unknown, ReturnType<typeof faultOf>]>([
    ['of a full disk, on SQLite', failed({ errcode: 13 }), 'disk_full'],
    ['of a full disk, on PostgreSQL', failed({ code: '53100' }), 'disk_full'],
    ['of a failed write', failed({ errcode: 778 }), 'storage_failed'],
    ['of a file that may only be read', failed({ errcode: 8 }), 'storage_failed'],
    ['of a file that another process has locked', failed({ errcode: 5 }), 'database_busy'],
    ['of a snapshot that is out of date', failed({ errcode: 517 }), 'database_busy'],
    ['of PostgreSQL as it shuts down', failed({ code: '57P01' }), 'database_away'],
    ['of a connection that is refused', failed({ code: 'ECONNREFUSED', syscall: 'connect' }), 'database_away'],
    [
      'of a name with two addresses that refuse',
      Object.assign(new AggregateError([]), { code: 'ECONNREFUSED' }),
      'database_away',
    ],
    ['of a connection that ended', failed({}, 'Connection terminated unexpectedly'), 'database_away'],
    ['of a rule that a row breaks, on SQLite', failed({ errcode: 2067 }), null],
    ['of a rule that a row breaks, on PostgreSQL', failed({ code: '23505' }), null],
    ['of a statement that names no table', failed({ errcode: 1 }), null],
    ['of a caller who went away', failed({ code: 'ECONNRESET' }, 'aborted'), null],
    ['of our own', new Error('a bug'), null],
    ['that is none', null, null],
  ])('%s', (_, error, fault) => {
    expect(faultOf(error)).toBe(fault);
  });
});
