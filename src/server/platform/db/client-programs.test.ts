import { expect, test } from 'vitest';
import { clientOf } from './client-programs.ts';

test.each([
  ['postgres://me:p%40ss@localhost:5433/pickem', 'postgres://me@localhost:5433/pickem', 'p@ss'],
  ['postgres://me:x@db/pickem?sslmode=disable&application_name=a', 'postgres://me@db/pickem?sslmode=disable', 'x'],
  ['postgres://me:x@db/pickem', 'postgres://me@db/pickem?sslmode=verify-full&sslrootcert=system', 'x'],
  [
    'postgres://me:x@db/pickem?sslmode=require&sslrootcert=/ca.pem',
    'postgres://me@db/pickem?sslmode=verify-full&sslrootcert=%2Fca.pem',
    'x',
  ],
  ['postgres://me:x@db/pickem?ssl=true', 'postgres://me@db/pickem?sslmode=verify-full&sslrootcert=system', 'x'],
  ['postgres://me@localhost/pickem?password=x&max=3', 'postgres://me@localhost/pickem', 'x'],
  ['postgres://me:x@db/pickem?sslmode=no-verify', 'postgres://me@db/pickem?sslmode=require', 'x'],
  ['postgres://me:x@db/pickem?sslmode=require&uselibpqcompat=true', 'postgres://me@db/pickem?sslmode=require', 'x'],
])("PostgreSQL's programs are called without the password: %s", (given, address, password) => {
  const client = clientOf(given);
  expect([client.address, client.env.PGPASSWORD]).toEqual([address, password]);
});
