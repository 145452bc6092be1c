import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createPersonLimits, personRates } from '#server/platform/http/limits.ts';
import { findPoolsByName } from '#server/pools/reads.ts';
import type { TestApp } from '#tests/app.ts';
import { createTestApp } from '#tests/app.ts';
import type { Person } from '#tests/builders.ts';
import { addGame, addPerson, addPool } from '#tests/builders.ts';
import type { CliLeague } from '#tests/cli-league.ts';
import { createCliLeague, picks, played, season } from '#tests/cli-league.ts';
import { usualEngines } from '#tests/engines.ts';
import { until } from '#tests/until.ts';

describe.each(usualEngines)('A server on %s', (engine) => {
  let league: CliLeague;
  let server: TestApp;
  let admin: Person;

  beforeEach(async () => {
    league = await createCliLeague(engine);
    await league.importSeason(...season);
    await league.importPicks(picks, '--create');
    const changes = { burst: Number.POSITIVE_INFINITY, everyMs: 1 };
    const personLimits = createPersonLimits({ ...personRates, changes, calls: changes });
    server = await createTestApp(engine, { location: league.location, personLimits });
    admin = await addPerson(server.deps, { isAdmin: true });
  });

  afterEach(async () => {
    await server?.close();
    await league.drop();
  });

  async function oldBoys() {
    const [pool] = await findPoolsByName(server.store.db, 'Old Boys');
    const reply = await server.call('GET /api/pools/:poolId/standings', {
      as: admin,
      params: { poolId: pool?.id ?? '' },
    });
    return reply.ok().rows;
  }

  it('shows changes of the command line soon after', async () => {
    expect((await oldBoys()).map((row) => row.totalHalves).sort()).toEqual([2, 4]);
    const result = '2023_02_KC_JAX,2023,REG,2,2023-09-17,Sunday,13:00,KC,17,JAX,9,,outdoors';
    await league.process.importSeason(...played, result);
    await until(async () => (await oldBoys()).every((row) => row.totalHalves === 4));
    await league.process.importPicks(['2023,2,Zoe,KC'], '--create');
    await until(async () => (await oldBoys()).length === 3);
  });

  it('keeps saving picks while thousands are imported', async () => {
    const gid = await addGame(server.deps);
    const { id: entryId } = await server.own(admin, await addPool(server.deps, { members: [admin] }));
    const rows = Array.from({ length: 800 }, (_, at) => played.map((_, game) => pickOf(`Player ${at}`, game))).flat();
    let isOver = false;
    const importing = league.process.importPicks(rows, '--create').finally(() => {
      isOver = true;
    });
    let saves = 0;
    for (; !isOver; saves += 1) {
      const side = saves % 2 === 0 ? 'home' : 'away';
      const saved = await server.pick(admin, { entryId }, { gid, side });
      expect(saved.ok().value).toEqual({ side });
    }
    expect(await importing).toMatchObject({ code: 0 });
    expect(saves).toBeGreaterThan(5);
    await until(async () => (await oldBoys()).length === 802);
    expect(await league.run('doctor')).toMatchObject({ code: 0 });
  });

  function pickOf(player: string, game: number): string {
    return [`2023,1,${player},KC`, `2023,1,${player},SF`, `2023,19,${player},DET`][game] ?? '';
  }
});
