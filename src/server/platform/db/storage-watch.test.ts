import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openLeague } from '#tests/open-league.ts';
import { until } from '#tests/until.ts';
import { StorageWatch } from './storage-watch.ts';

const PAUSE_MS = 1;

const failed = (errcode: number) => Object.assign(new Error(`error ${errcode}`), { errcode });
const fullDisk = failed(13);

describe('The watch over a database', () => {
  let league: Awaited<ReturnType<typeof openLeague>>;

  beforeAll(async () => {
    league = await openLeague('sqlite');
  });
  afterAll(() => league.drop());

  function openWatch() {
    const told: string[] = [];
    return { told, watch: new StorageWatch(league.store, (text) => told.push(text), PAUSE_MS) };
  }

  /** Resolves when all pending tries are done. */
  async function allTried(): Promise<void> {
    const { watch } = openWatch();
    watch.note(fullDisk);
    await until(() => watch.fault === null);
  }

  test('says that a full disk has room again once it can be written', async () => {
    const { told, watch } = openWatch();
    watch.note(fullDisk);
    await allTried();
    expect(watch.fault).toBeNull();
    expect(told).toEqual([
      'The disk is full: nothing can be saved until there is room. (error 13)',
      'The database works again.',
    ]);
  });

  test.each([
    ['a damaged page', 11],
    ['an index of a damaged file', 267],
    ['a file that is no database', 26],
  ])('says once that it met %s, which no write mends: it stays so until a restart', async (_, errcode) => {
    const { told, watch } = openWatch();
    watch.note(fullDisk);
    for (let n = 0; n < 3; n += 1) {
      watch.note(failed(errcode));
      await allTried();
      expect(watch.note(fullDisk)).toBe('disk_full');
    }
    expect(watch.fault).toBe('storage_failed');
    expect(told).toEqual([
      'The disk is full: nothing can be saved until there is room. (error 13)',
      `The database is damaged. Restore a copy; until a restart it counts as failed. (error ${errcode})`,
    ]);
  });
});
