import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { createServer, connect as openSocket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { MailTokenPurpose } from '#server/accounts/store.ts';
import { addMailToken } from '#server/accounts/store.ts';
import { createPool } from '#server/manage/store.ts';
import { renewInvite } from '#server/members/joining-store.ts';
import type { Store } from '#server/platform/db/connect.ts';
import { connect, DatabaseError } from '#server/platform/db/connect.ts';
import { storeLeagueTime } from '#server/platform/db/league-time.ts';
import { readSettings } from '#server/platform/env/settings.ts';
import { serve } from '#server/serve.ts';
import { isLong } from '#tests/long.ts';
import { freePort } from '../scripts/free-port.ts';
import { createTestApp } from './app.ts';
import { addPerson } from './builders.ts';
import { HOUR } from './core-samples.ts';
import { damageFile } from './database.ts';
import { newDatabaseOf039 } from './earlier/database-039.ts';
import type { ServerProcess, StartOptions } from './server-process.ts';
import { spawnServer, startServer } from './server-process.ts';
import { until } from './until.ts';

const PASSWORD = 'Secret-Passw0rd';

describe('The server process', () => {
  let folder: string;
  let file: string;
  let servers: ServerProcess[];

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'pickem-process-'));
    file = join(folder, 'league.db');
    servers = [];
  });

  afterEach(async () => {
    for (const server of servers) server.child.kill('SIGKILL');
    await Promise.all(servers.map((server) => server.ended));
    rmSync(folder, { recursive: true, force: true });
  });

  async function start(options: StartOptions = {}): Promise<ServerProcess> {
    const server = await startServer({ ...options, env: { DATABASE_FILE: file, ...options.env } });
    servers.push(server);
    return server;
  }

  /** Starts a server that is expected to fail, and waits for its end. */
  async function startInVain(options: StartOptions = {}) {
    const server = await spawnServer({ ...options, env: { DATABASE_FILE: file, ...options.env } });
    servers.push(server);
    const code = await server.ended;
    return { code, said: server.output().trim() };
  }

  /** Starts a server in this process, which refuses its database. @returns what it then says */
  async function refusal(env: Readonly<Record<string, string>> = {}): Promise<string> {
    const common = { PUBLIC_URL: 'http://127.0.0.1:4280', DATABASE_FILE: file, FEED: 'off', LOG_LEVEL: 'error' };
    const error: unknown = await serve(readSettings({ ...common, ...env }, 'league'), folder, null).then(
      (server) => server.stop(),
      (reason: unknown) => reason,
    );
    expect(error).toBeInstanceOf(DatabaseError);
    return (error as DatabaseError).message;
  }

  const signUp = (server: ServerProcess, name: string) =>
    server.call('POST', '/api/auth/sign-up', {
      body: { email: `${name}@example.org`, password: PASSWORD, displayName: name },
    });

  describe('with a stop signal', () => {
    test.each(isLong ? (['SIGTERM', 'SIGINT'] as const) : (['SIGTERM'] as const))(
      'by %s, even twice, answers what is under way, and ends well',
      async (signal) => {
        const server = await start();
        const names = Array.from({ length: 3 }, (_, at) => `player${at}`);
        const answers = names.map((name) => signUp(server, name));
        // The first answer shows that the other requests have arrived.
        await Promise.race(answers);
        // systemd and terminals signal every process of a service, and the one that started the server forwards its own.
        server.child.kill(signal);
        await pause(5);
        server.child.kill(signal);
        expect((await Promise.all(answers)).map((answer) => answer.status)).toEqual(names.map(() => 200));
        expect(await server.ended).toBe(0);
        await expect(server.call('GET', '/healthz')).rejects.toThrow('ECONNREFUSED');

        const store = connect(file);
        const { rows } = await sql<{ players: number }>`select count(*) as players from users`.execute(store.db);
        expect(rows).toEqual([{ players: names.length }]);
        await store.close();
      },
    );

    if (isLong)
      test('closes its database, and says nothing', async () => {
        const server = await start();
        await server.call('GET', '/healthz');
        const said = server.output();
        server.child.kill('SIGINT');
        expect(await server.ended).toBe(0);
        expect(existsSync(`${file}-wal`)).toBe(false);
        expect(server.output()).toBe(said);
      });

    if (isLong)
      test('twice stops once', async () => {
        const server = await start();
        for (let time = 0; time < 3; time += 1) server.child.kill('SIGTERM');
        expect(await server.ended).toBe(0);
      });

    if (isLong)
      test('does not wait for a request that never ends', async () => {
        const server = await start();
        const socket = openSocket(server.port, '127.0.0.1');
        socket.on('error', () => {});
        socket.write(
          `POST /api/auth/sign-in HTTP/1.1\r\nHost: x\r\nOrigin: ${server.origin}\r\nContent-Type: application/json\r\nContent-Length: 100\r\nExpect: 100-continue\r\n\r\n{"email"`,
        );
        // The server has read the head of the request.
        await once(socket, 'data');
        server.child.kill('SIGTERM');
        expect(await server.ended).toBe(0);
        socket.destroy();
      });
  });

  test('says which league is new, and how to get its first admin', async () => {
    const hint = 'It has no admin yet: npm run pickem -- admin create you@example.org makes one.';
    const first = await start();
    const lines = () => first.output().trim().split('\n');
    expect(lines()).toEqual([`A new league was created in ${file}`, `Pick'em is open at ${first.origin}`, hint]);
    first.child.kill('SIGTERM');
    await first.ended;

    const league = await createTestApp('sqlite', { location: file });
    await addPerson(league.deps, { isAdmin: true });
    await league.close();
    const second = await start();
    expect(second.output().trim()).toBe(`Pick'em is open at ${second.origin}`);
  });

  if (isLong)
    test('says where the copy of a league is that it upgraded', async () => {
      const earlier = await newDatabaseOf039('sqlite');
      const server = await start({ env: { DATABASE_FILE: earlier.location } });
      expect(server.output()).toContain(`it is kept in ${earlier.location}.before-upgrade-`);
      server.child.kill('SIGTERM');
      await server.ended;
      await earlier.drop();
    });

  if (isLong)
    test('waits while its league on PostgreSQL cannot be upgraded, says why once, and ends when it is told to', async () => {
      const earlier = await newDatabaseOf039('postgres');
      const server = await spawnServer({ env: { DATABASE_URL: earlier.location, BACKUP_DIR: folder, PATH: folder } });
      servers.push(server);
      await until(() => server.output().includes('\n'));
      expect(server.output()).toMatch(
        /^The server waits, and tries again every 30 seconds\..* No dump could be made: pg_dump is not installed\..*\n$/,
      );
      server.child.kill('SIGTERM');
      expect(await server.ended).toBe(0);
      await earlier.drop();
    });

  if (isLong)
    test('goes on from the moment that its league has reached, and says that the clock of the machine is behind', async () => {
      const league = await createTestApp('sqlite', { location: file });
      const reached = Date.now() + HOUR / 2;
      await storeLeagueTime(league.store.db, reached);
      await league.close();
      const server = await start();
      const { now } = JSON.parse((await server.call('GET', '/api/session')).text) as { now: number };
      expect(now).toBe(reached);
      expect(server.output()).toMatch(/The clock of this machine is (29|30) min \d+ s behind the league's/);
    });

  describe('that cannot start says why in plain words', () => {
    if (isLong)
      test('the folder of the database is not there', async () => {
        const mistyped = join(folder, 'dta', 'league.db');
        const { code, said } = await startInVain({ env: { DATABASE_FILE: mistyped } });
        expect([code, said]).toEqual([
          1,
          `The database ${mistyped} cannot be opened: there is no folder ${join(folder, 'dta')}`,
        ]);
        expect(existsSync(join(folder, 'dta'))).toBe(false);
      });

    if (isLong)
      test('the port is taken', async () => {
        const port = await freePort();
        const other = createServer();
        await new Promise<void>((resolve) => other.listen(port, '127.0.0.1', resolve));
        const { code, said } = await startInVain({ port });
        other.close();
        expect(code).toBe(1);
        expect(said).toBe(
          `Port ${port} is taken: another program, or another Pick'em, is using it. Stop that one, or choose another port: PORT=${port + 1}`,
        );
        expect(existsSync(file)).toBe(false);
      });

    test('the database is a demo', async () => {
      const settings = { kind: 'demo' as const, publicUrl: new URL('http://localhost:4280') };
      await (await createTestApp('sqlite', { location: file, settings })).close();
      expect(await refusal()).toBe('This database holds a demo, not a league. Nothing was changed.');
    });

    test('the settings are wrong', async () => {
      const { code, said } = await startInVain({ env: { PUBLIC_URL: '', LOG_LEVEL: 'loud' } });
      expect(code).toBe(1);
      expect(said.split('\n')).toHaveLength(3);
      expect(said).toContain('PUBLIC_URL is missing');
      expect(said).toContain("LOG_LEVEL is 'loud'");
    });

    test.each<[string, () => void, string]>([
      [
        'is empty',
        () => truncateSync(file),
        'cannot be opened: the file is empty, so the league that it held is gone.',
      ],
      ['is damaged', () => damageFile(file), 'is damaged'],
      [
        'has the form of a newer version',
        () => {
          const database = new DatabaseSync(file);
          database.exec("insert into kysely_migration values ('999-later', '2099-01-01')");
          database.close();
        },
        "This database has the form of a newer Pick'em (999-later).",
      ],
    ])('the league %s, and it stays so', async (_, spoil, words) => {
      await (await createTestApp('sqlite', { location: file })).close();
      spoil();
      const before = readFileSync(file);
      const said = await refusal();
      expect(said).toContain(words);
      expect(said.split('\n')).toHaveLength(1);
      expect(readFileSync(file)).toEqual(before);
    });

    test.each<[string, () => Record<string, string>]>([
      [
        'the file is no database',
        () => {
          writeFileSync(file, 'This is a letter to my aunt. '.repeat(100));
          return {};
        },
      ],
      ['the file is a folder', () => ({ DATABASE_FILE: folder })],
      ['the database does not answer', () => ({ DATABASE_URL: 'postgres://nobody:hidden-word@127.0.0.1:1/league' })],
    ])('%s', async (_, prepare) => {
      const said = await refusal(prepare());
      expect(said).toContain('database');
      expect(said).not.toContain('    at ');
      expect(said).not.toContain('hidden-word');
    });
  });

  /** Creates a link of each kind and follows it, as browsers do. @returns the tokens */
  async function followEveryLink(server: ServerProcess, store: Store, cookie: string): Promise<string[]> {
    const { id: accountId, email } = await store.db
      .selectFrom('accounts')
      .select(['id', 'email'])
      .executeTakeFirstOrThrow();
    const now = Date.now();
    const newLink = (purpose: MailTokenPurpose) =>
      addMailToken(store.db, { accountId, purpose, mailedTo: email, expiresAt: now + 60_000 }, now);
    const [verify, reset] = [await newLink('verify'), await newLink('reset')];
    const poolId = await createPool(store.db, { name: 'Crew' }, now);
    const { token: invite } = await renewInvite(store, { adminId: null, now }, poolId);
    const answers = [
      await server.call('POST', '/api/auth/verify', { cookie, body: { token: verify } }),
      await server.call('POST', '/api/invites/find', { cookie, body: { token: invite } }),
      await server.call('POST', '/api/invites/follow', { cookie, body: { token: invite } }),
      await server.call('POST', '/api/auth/reset', { body: { token: reset, password: `${PASSWORD}2` } }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const headers = { 'x-forwarded-for': '192.0.2.9' };
    await server.call('GET', `/join/${invite}`, { headers });
    return [verify, reset, invite];
  }

  test('writes no password, cookie or token to its log, whatever happens', async () => {
    const server = await start({ env: { LOG_LEVEL: 'debug', TRUST_PROXY: '127.0.0.1' } });
    await signUp(server, 'kim');
    const body = { email: 'kim@example.org', password: PASSWORD };
    const signedIn = await server.call('POST', '/api/auth/sign-in', { body });
    const cookies = signedIn.headers['set-cookie'] ?? [];
    const cookie = cookies.map((each) => each.split(';')[0]).join('; ');
    const token = /session_token=([^.]+)/.exec(cookie)?.[1] ?? '';
    await server.call('POST', '/api/auth/sign-in', { cookie, body: { ...body, password: `${PASSWORD}x` } });
    await server.call('POST', '/api/auth/sign-up', { cookie, body: { ...body, password: PASSWORD, isAdmin: true } });
    await server.call('GET', `/api/session?token=${token}&password=${PASSWORD}`, { cookie });
    await server.call('GET', `/reset-password?token=${token}`, { cookie });
    const picks = [{ kind: 'pick', about: 'y', value: { side: PASSWORD } }];
    await server.call('PUT', '/api/entries/x/picks', { cookie, body: { picks } });

    const store = connect(file);
    await sql`alter table teams rename to teams_elsewhere`.execute(store.db);
    expect((await server.call('GET', '/api/teams', { cookie })).status).toBe(500);
    const secrets = await followEveryLink(server, store, cookie);
    await store.close();

    await until(() => server.output().includes('no such table: teams') && server.output().includes('/join/…'));
    const log = server.output();
    expect(log).toContain('/api/auth/sign-in');
    expect(token).not.toBe('');
    for (const secret of [PASSWORD, cookie, token, ...secrets]) expect(log).not.toContain(secret);
  });
});
