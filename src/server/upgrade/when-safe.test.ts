import { describe, expect, test } from 'vitest';
import { UnsafeUpgradeError } from '#server/platform/db/bring-up-to-date.ts';
import { DatabaseError } from '#server/platform/db/connect.ts';
import { whenSafe } from './upgrade.ts';

describe('A start that cannot upgrade yet', () => {
  /** Starts with these errors, one for each try. @returns what it said, how long it waited (ms), and what ended it */
  async function start(engine: 'sqlite' | 'postgres', errors: readonly Error[]) {
    const left = [...errors];
    const said: string[] = [];
    const waited: number[] = [];
    const prepare = async () => {
      const error = left.shift();
      if (error) throw error;
    };
    const wait = async (ms: number) => void waited.push(ms);
    const ended = await whenSafe({ engine }, prepare, (text) => said.push(text), wait).catch((error: unknown) => error);
    return { said, waited, ended };
  }

  const early = new UnsafeUpgradeError('A game locks.');
  const busy = new UnsafeUpgradeError('Somebody is connected.');
  const broken = new DatabaseError('It is too old.');

  test('tries again on PostgreSQL until it can, and says each reason once', async () => {
    const { said, waited, ended } = await start('postgres', [early, early, busy, busy]);
    const waits = 'The server waits, and tries again every 30 seconds.';
    expect(said).toEqual([`${waits} A game locks.`, `${waits} Somebody is connected.`]);
    expect(waited).toEqual([30_000, 30_000, 30_000, 30_000]);
    expect(ended).toBeUndefined();
  });

  test('goes on waiting while PostgreSQL restarts', async () => {
    const gone = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED', syscall: 'connect' });
    const away = new DatabaseError('It does not answer.', { cause: gone });
    const ended = Object.assign(new Error('terminating connection'), { code: '57P01' });
    expect(await start('postgres', [early, away, ended])).toMatchObject({
      waited: [30_000, 30_000, 30_000],
      ended: undefined,
    });
    expect(await start('postgres', [away]), 'at the start').toMatchObject({ waited: [], ended: away });
  });

  test('ends on PostgreSQL if waiting does not help, and on SQLite in any case', async () => {
    expect(await start('postgres', [early, broken])).toMatchObject({ waited: [30_000], ended: broken });
    expect(await start('sqlite', [early])).toEqual({ said: [], waited: [], ended: early });
  });
});
