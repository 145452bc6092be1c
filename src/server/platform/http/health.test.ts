import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createApp } from '#server/app.ts';
import { VERSION } from '#server/platform/version.ts';
import type { TestApp } from '#tests/app.ts';
import { createTestApp } from '#tests/app.ts';
import { engines } from '#tests/engines.ts';

describe.each(engines)('Health on %s', (engine) => {
  let league: TestApp;

  beforeEach(async () => {
    league = await createTestApp(engine);
  });

  afterEach(() => league.close());

  test('a working server reports only that it works, and its version', async () => {
    expect((await league.call('GET /healthz', {})).ok()).toEqual({ ok: true, version: VERSION });
    expect((await league.call('GET /readyz', {})).ok()).toEqual({ ok: true });
  });

  test('the status shows ages, and nothing else', async () => {
    const { store, clock, settings } = league.deps;
    const nothing = { version: VERSION, isStorageOk: true, feedAge: null, backupAge: null, messageAge: null };
    expect((await league.call('GET /status', {})).ok()).toEqual(nothing);
    const folder = mkdtempSync(join(tmpdir(), 'pickem-status-'));
    (settings as { backups: unknown }).backups = { folder, keep: 7, everyMs: null };
    for (const [name, agoS] of [
      ['pickem-2026-11-17.db', 7200],
      ['pickem-recent-20261117T173000Z.db', 600],
      ['notes.txt', 1],
    ] as const) {
      writeFileSync(join(folder, name), '');
      const at = Date.now() / 1000 - agoS;
      utimesSync(join(folder, name), at, at);
    }
    const times = { at: clock.now() - 90_000, until: clock.now() + 1, next_at: clock.now() + 60_000 };
    const message = { id: 'm', kind: 'mail', lane: 'mail', recipient: 'ann', once: null, content: '{}', ...times };
    await store.db
      .insertInto('outbox')
      .values({ ...message, state: 'waiting' } as never)
      .execute();
    const shown = (await league.call('GET /status', {})).ok();
    expect(shown).toEqual({ ...nothing, backupAge: expect.any(Number), messageAge: 90 });
    expect(Math.abs((shown.backupAge ?? 0) - 600)).toBeLessThan(60);
    rmSync(folder, { recursive: true });
    await sql`alter table outbox rename to outbox_elsewhere`.execute(store.db);
    expect((await league.call('GET /status', {})).ok()).toMatchObject({ isStorageOk: false, messageAge: null });
  });

  test('a server without its database still answers, but takes no requests', async () => {
    await sql`alter table meta rename to meta_elsewhere`.execute(league.store.db);
    expect((await league.call('GET /healthz', {})).status).toBe(200);
    expect((await league.call('GET /readyz', {})).status).toBe(500);
  });

  test('a database that never answers counts as away', async () => {
    vi.useFakeTimers();
    const never = new Promise<never>(() => {});
    const { db } = league.store;
    vi.spyOn(db, 'selectFrom').mockReturnValue({
      select: () => ({ where: () => ({ executeTakeFirst: () => never }) }),
    } as never);
    const reply = league.call('GET /readyz', {});
    await vi.advanceTimersByTimeAsync(6000);
    expect((await reply).code).toBe('database_away');
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  test.each(['/readyz', '/api/session', '/api/teams', '/no/such/page'])(
    'a server that was told to stop refuses what is new: %s',
    async (url) => {
      const stopping = await createApp({ ...league.deps, stopping: () => true }, null);
      const reply = await stopping.inject({ url });
      const message = 'The server is restarting. Please try again.';
      expect([reply.statusCode, reply.json()]).toEqual([503, { error: { code: 'stopping', message } }]);
      await stopping.close();
    },
  );
});
