import { expect, it } from 'vitest';
import { createTestApp, newTables } from '#tests/app.ts';
import { auditRows } from '#tests/audit-rows.ts';
import { addPerson } from '#tests/builders.ts';
import { engines } from '#tests/engines.ts';
import { runCli } from '#tests/run-cli.ts';

it.each(engines)(
  'A new cookie secret signs everybody out on %s, also where the token itself is known',
  async (engine) => {
    const { location, drop } = await newTables(engine);
    const before = await createTestApp(engine, { location });
    const kim = await addPerson(before.deps, { name: 'Kim' });
    const isSignedIn = async (app: typeof before) =>
      (await app.call('GET /api/session', { as: kim })).ok().user !== null;
    expect(await isSignedIn(before)).toBe(true);
    const sessions = await before.store.db.selectFrom('sessions').selectAll().execute();

    const { code, stdout } = await runCli(['rotate-secret', '--database', location]);
    expect([code, stdout]).toEqual([0, expect.stringContaining('1 session ended.\nRestart every server')]);
    expect(await isSignedIn(before)).toBe(false);
    await before.close();

    const after = await createTestApp(engine, { location });
    expect(await auditRows(after.store.db)).toMatchObject([{ act: 'secret.rotate', actorId: null }]);
    await after.store.db.insertInto('sessions').values(sessions).execute();
    expect(await isSignedIn(after)).toBe(false);
    await after.close();
    await drop();
  },
);
