import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import type { Server, Socket } from 'node:net';
import { createServer, connect as openSocket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ownEntries, slotIn } from '#contract/live.ts';
import type { OwnSlot } from '#contract/picks.ts';
import type { Side } from '#core/types.ts';
import { systemClock } from '#server/platform/clock.ts';
import type { Engine } from '#server/platform/db/connect.ts';
import { isLong } from '#tests/long.ts';
import { freePort } from '../scripts/free-port.ts';
import { createTestApp, newDatabase } from './app.ts';
import type { Person } from './builders.ts';
import { addGame, addPerson, addPool } from './builders.ts';
import { wish } from './pick.ts';
import type { HttpAnswer, ServerProcess } from './server-process.ts';
import { startServer } from './server-process.ts';
import { until } from './until.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

interface League {
  readonly location: string;
  readonly port: number;
  readonly player: Person;
  readonly poolId: string;
  readonly entryId: string;
  readonly gid: string;
}

type Saved = OwnSlot<'pick'>;

describe('A server whose database', () => {
  let servers: ServerProcess[];
  let leave: (() => void | Promise<void>)[];
  let folder: string;

  beforeEach(() => {
    servers = [];
    folder = mkdtempSync(join(tmpdir(), 'pickem-storage-'));
    leave = [() => rmSync(folder, { recursive: true, force: true })];
  });

  afterEach(async () => {
    for (const server of servers) server.child.kill('SIGKILL');
    await Promise.all(servers.map((server) => server.ended));
    for (const end of leave.reverse()) await end();
  });

  async function makeLeague(engine: Engine, location: string): Promise<League> {
    const port = await freePort();
    const league = await createTestApp(engine, {
      location,
      openClock: async () => systemClock,
      settings: { publicUrl: new URL(`http://127.0.0.1:${port}`) },
    });
    const player = await addPerson(league.deps);
    const poolId = await addPool(league.deps, { members: [player] });
    const gid = await addGame(league.deps, { kickoff: Date.now() + DAY_MS });
    const { id: entryId } = await league.own(player, poolId);
    await league.close();
    return { location, port, player, poolId, entryId, gid };
  }

  async function start({ port }: League, env: Record<string, string>): Promise<ServerProcess> {
    const server = await startServer({ port, env: { BACKUP_DIR: 'off', ...env } });
    servers.push(server);
    return server;
  }

  const save = (server: ServerProcess, { entryId, gid, player: { cookie } }: League, side: Side) =>
    server.call('PUT', `/api/entries/${entryId}/picks`, { cookie, body: { picks: [wish({ gid, side })] } });

  async function savedPick(
    server: ServerProcess,
    { poolId, gid, player: { cookie } }: League,
  ): Promise<Saved | undefined> {
    const { text } = await server.call('GET', `/api/pools/${poolId}/picks`, { cookie });
    const [own] = ownEntries(JSON.parse(text));
    return own && slotIn(own, 'pick', gid);
  }

  /** Changes a pick back and forth. @returns the refusal, and the last acknowledged pick */
  async function saveUntilRefused(server: ServerProcess, league: League) {
    let lastSaved = await savedPick(server, league);
    for (;;) {
      const answer = await save(server, league, lastSaved?.value?.side === 'home' ? 'away' : 'home');
      if (answer.status !== 200) return { answer, lastSaved };
      lastSaved = JSON.parse(answer.text).picks[0].pick as Saved;
    }
  }

  const isReady = async (server: ServerProcess) => (await server.call('GET', '/readyz')).status === 200;

  /** Its status, and the code of a failure. */
  const outcome = ({ status, text }: HttpAnswer) => [status, JSON.parse(text).error?.code ?? null];

  /** Its output since it opened. */
  const linesSaid = (server: ServerProcess) =>
    server
      .output()
      .trim()
      .split('\n')
      .filter((line) => !line.startsWith("Pick'em is open") && !line.startsWith('It has no admin'));

  describe('is on a full disk', () => {
    test('refuses picks in plain words, goes on reading, and loses nothing that it acknowledged', async () => {
      const { place, fill, makeRoom, code } = smallDisk();
      const league = await makeLeague('sqlite', join(place, 'league.db'));
      const first = await start(league, { DATABASE_FILE: league.location });
      await save(first, league, 'home');
      fill(first);

      const { answer, lastSaved } = await saveUntilRefused(first, league);
      expect(outcome(answer)).toEqual([503, code]);
      expect(JSON.parse(answer.text).error.message).toMatch(/Tell the person who runs your league/);
      expect(outcome(await first.call('GET', '/readyz'))).toEqual([503, code]);
      expect(outcome(await first.call('GET', '/healthz'))).toEqual([200, null]);
      expect(await savedPick(first, league)).toEqual(lastSaved);

      first.child.kill('SIGKILL');
      await first.ended;
      makeRoom(null);
      const second = await start(league, { DATABASE_FILE: league.location });
      expect(await savedPick(second, league)).toEqual(lastSaved);
      for (const side of ['away', 'home'] as const) expect((await save(second, league, side)).status).toBe(200);
    });

    if (isLong)
      test('works again by itself when there is room, and says both in one line each', async () => {
        const { place, fill, makeRoom, code } = smallDisk();
        const league = await makeLeague('sqlite', join(place, 'league.db'));
        const server = await start(league, { DATABASE_FILE: league.location });
        fill(server);
        for (let time = 0; time < 5; time += 1) {
          const { answer } = await saveUntilRefused(server, league);
          expect(outcome(answer)).toEqual([503, code]);
        }
        makeRoom(server);
        await until(() => isReady(server));
        for (const side of ['away', 'home'] as const) expect((await save(server, league, side)).status).toBe(200);
        expect(linesSaid(server)).toHaveLength(2);
        expect(linesSaid(server)[1]).toBe('The database works again.');
      });
  });

  describe('is held by another process', () => {
    test('goes on reading, and saves what waits as soon as the other lets go', async () => {
      const league = await makeLeague('sqlite', join(folder, 'league.db'));
      const server = await start(league, { DATABASE_FILE: league.location });
      await save(server, league, 'away');
      const other = new DatabaseSync(league.location, { timeout: 5000 });
      other.exec('begin immediate');
      let isSaved = false;
      const saving = save(server, league, 'home').finally(() => {
        isSaved = true;
      });
      for (let time = 0; time < 20; time += 1) {
        expect(outcome(await server.call('GET', '/healthz'))).toEqual([200, null]);
        expect(await savedPick(server, league)).toMatchObject({ value: { side: 'away' } });
      }
      expect(isSaved).toBe(false);
      other.exec('commit');
      other.close();
      expect((await saving).status).toBe(200);
      expect(await savedPick(server, league)).toMatchObject({ value: { side: 'home' } });
    });

    if (isLong)
      test('for too long refuses, and is ready again as soon as the other lets go', async () => {
        const league = await makeLeague('sqlite', join(folder, 'league.db'));
        const server = await start(league, { DATABASE_FILE: league.location });
        const other = new DatabaseSync(league.location, { timeout: 5000 });
        other.exec('begin immediate');
        expect(outcome(await save(server, league, 'home'))).toEqual([503, 'database_busy']);
        expect(outcome(await server.call('GET', '/readyz'))).toEqual([503, 'database_busy']);
        other.exec('rollback');
        other.close();
        await until(() => isReady(server));
        expect((await save(server, league, 'home')).status).toBe(200);
        expect(linesSaid(server)).toHaveLength(2);
      });
  });

  if (isLong)
    test('is away is not ready until it is back, and says each in one line', async () => {
      const database = await newDatabase('postgres');
      leave.push(() => database.drop());
      const league = await makeLeague('postgres', database.location);
      const wire = await openWire(database.location);
      leave.push(() => wire.cut());
      const server = await start(league, { DATABASE_URL: wire.location });
      expect((await save(server, league, 'home')).status).toBe(200);

      await wire.cut();
      for (let time = 0; time < 5; time += 1) {
        expect(outcome(await save(server, league, 'away'))).toEqual([503, 'database_away']);
        expect(outcome(await server.call('GET', '/readyz'))).toEqual([503, 'database_away']);
      }
      expect(outcome(await server.call('GET', '/healthz'))).toEqual([200, null]);
      await wire.mend();
      await until(() => isReady(server));
      expect(await savedPick(server, league)).toMatchObject({ value: { side: 'home' } });
      expect(linesSaid(server)).toEqual([
        expect.stringContaining('The database does not answer.'),
        'The database works again.',
      ]);
    });

  /**
   * A disk that can be filled. As root, a small file system; otherwise a limit on the size of the server's files, which SQLite reports as a
   * failed write.
   */
  function smallDisk() {
    const place = join(folder, 'disk');
    const ballast = join(place, 'ballast');
    mkdirSync(place);
    if (process.platform === 'linux' && process.getuid?.() === 0) {
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', place]);
      leave.push(() => void execFileSync('umount', ['--lazy', place]));
      const fill = () => {
        for (const size of [1024 * 1024, 4096]) fillWith(ballast, size);
      };
      return { place, fill, makeRoom: () => rmSync(ballast), code: 'disk_full' };
    }
    const limit = ({ child }: ServerProcess, bytes: number | 'unlimited') =>
      execFileSync('prlimit', ['--pid', String(child.pid), `--fsize=${bytes}:`]);
    const fill = (server: ServerProcess) => void limit(server, statSync(join(place, 'league.db-wal')).size);
    const makeRoom = (server: ServerProcess | null) => void (server && limit(server, 'unlimited'));
    return { place, fill, makeRoom, code: 'storage_failed' };
  }
});

/** Writes blocks to the end of a file until there is no room for another one. */
function fillWith(file: string, size: number): void {
  const block = Buffer.alloc(size);
  try {
    for (;;) writeFileSync(file, block, { flag: 'a' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  }
}

/** A proxy to PostgreSQL that can be cut and restored. */
async function openWire(target: string) {
  const { hostname, port } = new URL(target);
  const location = new URL(target);
  location.port = String(await freePort());
  const sockets = new Set<Socket>();
  let server: Server | null = null;
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
  };
  const mend = () =>
    new Promise<void>((resolve) => {
      server = createServer((near) => {
        const far = openSocket(Number(port), hostname);
        for (const socket of [near, far]) keep(socket);
        near.pipe(far).pipe(near);
      });
      server.listen(Number(location.port), location.hostname, resolve);
    });
  const cut = () =>
    new Promise<void>((resolve) => {
      for (const socket of sockets) socket.destroy();
      if (server?.listening) server.close(() => resolve());
      else resolve();
    });
  await mend();
  return { location: location.href, mend, cut };
}
