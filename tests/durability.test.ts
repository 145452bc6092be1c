import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { ownEntries, slotIn } from '#contract/live.ts';
import type { OwnSlot } from '#contract/picks.ts';
import type { Side } from '#core/types.ts';
import { connect } from '#server/platform/db/connect.ts';
import { personRates } from '#server/platform/http/limits.ts';
import { aptInstall, mayUseApt } from '../scripts/apt.ts';
import { findOnPath } from '../scripts/find-on-path.ts';
import { freePort } from '../scripts/free-port.ts';
import { createTestApp } from './app.ts';
import type { Person } from './builders.ts';
import { addGame, addPerson, addPool } from './builders.ts';
import { rounds } from './long.ts';
import { wish } from './pick.ts';
import type { ServerProcess } from './server-process.ts';
import { startServer } from './server-process.ts';
import { until } from './until.ts';

const ROUNDS = rounds(1, 20);
const PLAYERS = 6;
const GAMES = 4;
const DAY_MS = 24 * 60 * 60 * 1000;

type Acknowledged = Pick<OwnSlot<'pick'>, 'value' | 'revision'>;

describe('A pick that was acknowledged', () => {
  let folder: string;
  let file: string;
  let port: number;
  let players: Person[];
  let poolId: string;
  let games: string[];
  let running: ServerProcess | undefined;

  /** The last answer that each player got for each game. */
  const entryIds = new Map<string, string>();
  const acknowledged = new Map<string, Acknowledged>();
  let answers = 0;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'pickem-durable-'));
    file = join(folder, 'league.db');
    port = await freePort();
    const settings = { publicUrl: new URL(`http://127.0.0.1:${port}`) };
    const league = await createTestApp('sqlite', { location: file, settings });
    players = [];
    for (let at = 0; at < PLAYERS; at += 1) players.push(await addPerson(league.deps));
    poolId = await addPool(league.deps, { members: players });
    for (const player of players) entryIds.set(player.userId, (await league.own(player, poolId)).id);
    games = [];
    for (let at = 0; at < GAMES; at += 1) {
      games.push(await addGame(league.deps, { kickoff: Date.now() + DAY_MS }));
    }
    await league.close();
  });

  afterEach(async () => {
    running?.child.kill('SIGKILL');
    await running?.ended;
  });

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  async function start(under: readonly string[] = []): Promise<ServerProcess> {
    running = await startServer({ port, env: { DATABASE_FILE: file }, under });
    return running;
  }

  async function pick(server: ServerProcess, player: Person, gid: string, side: Side): Promise<void> {
    const options = { cookie: player.cookie, body: { picks: [wish({ gid, side })] } };
    const answer = await server.call('PUT', `/api/entries/${entryIds.get(player.userId)}/picks`, options);
    const [saved] = answer.status === 200 ? JSON.parse(answer.text).picks : [];
    if (!saved?.saved) throw new Error(answer.text);
    acknowledged.set(`${player.userId} ${gid}`, saved.pick);
    answers += 1;
  }

  /** Changes picks, one game after the other, until the server is gone, as often as the limits allow. */
  async function pickUntilTheEnd(server: ServerProcess, player: Person): Promise<void> {
    for (let turn = 0; turn < personRates.changes.burst; turn += 1) {
      const gid = games[turn % GAMES] ?? '';
      const before = acknowledged.get(`${player.userId} ${gid}`);
      try {
        await pick(server, player, gid, before?.value?.side === 'home' ? 'away' : 'home');
      } catch (error) {
        if (server.child.killed) return;
        throw error;
      }
    }
    await server.ended;
  }

  async function expectAll(server: ServerProcess): Promise<void> {
    for (const { userId, cookie } of players) {
      const answer = await server.call('GET', `/api/pools/${poolId}/picks`, { cookie });
      const [own] = ownEntries(JSON.parse(answer.text));
      for (const gid of games) {
        const known = acknowledged.get(`${userId} ${gid}`);
        if (!known) continue;
        const stored = own && slotIn(own, 'pick', gid);
        // One more pick may have been stored whose response never arrived.
        expect(stored?.revision).toBeGreaterThanOrEqual(known.revision);
        expect(stored?.revision).toBeLessThanOrEqual(known.revision + 1);
        if (stored?.revision === known.revision) expect(stored.value).toEqual(known.value);
        else if (stored) acknowledged.set(`${userId} ${gid}`, stored);
      }
    }
  }

  test(`is there after the server was killed at any moment, ${ROUNDS} times`, async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const server = await start();
      await expectAll(server);
      const before = answers;
      const picking = players.map((player) => pickUntilTheEnd(server, player));
      await until(() => answers - before >= PLAYERS);
      await wait(Math.random() * 200);
      server.child.kill('SIGKILL');
      await Promise.all(picking);
      expect(await server.ended).toBe('SIGKILL');
    }
    expect(acknowledged.size).toBeGreaterThanOrEqual(PLAYERS);
    const server = await start();
    await expectAll(server);
    server.child.kill('SIGTERM');
    expect(await server.ended).toBe(0);
  });

  test('is written by a connection that syncs every commit', async () => {
    const store = connect(file);
    const { rows } = await sql<{ synchronous: number }>`pragma synchronous`.execute(store.db);
    expect(rows).toEqual([{ synchronous: 2 }]);
    expect((await sql`pragma journal_mode`.execute(store.db)).rows).toEqual([{ journal_mode: 'wal' }]);
    expect((await sql`pragma foreign_keys`.execute(store.db)).rows).toEqual([{ foreign_keys: 1 }]);
    await store.close();
  });

  test.runIf(canTrace())('was synced to disk before the answer left', async () => {
    const trace = join(folder, 'trace');
    const calls = 'trace=fsync,fdatasync,pwrite64,write,writev,sendto,sendmsg';
    // -D makes the server our child process, with strace attached to it.
    const server = await start(['strace', '-D', '-f', '-y', '-s', '40', '-e', calls, '-o', trace]);
    const [player] = players as [Person];
    const side = () => (acknowledged.get(`${player.userId} ${games[0]}`)?.value?.side === 'home' ? 'away' : 'home');
    for (let turn = 0; turn < 10; turn += 1) await pick(server, player, games[0] ?? '', side());
    server.child.kill('SIGTERM');
    await server.ended;
    await until(() => readFileSync(trace, 'utf8').includes('+++ exited with'));
    const turns = turnsOf(readFileSync(trace, 'utf8'));
    expect(turns.length).toBeGreaterThanOrEqual(10);
    for (const turn of turns.slice(-10)) expect(turn).toMatch(/w+s+$/);
  });
});

/** On Linux strace shows the system calls; elsewhere the test is skipped and counted. @throws if strace is missing */
function canTrace(): boolean {
  if (process.platform !== 'linux') return false;
  if (!findOnPath('strace') && mayUseApt()) aptInstall('strace');
  if (!findOnPath('strace')) throw new Error('strace is missing. Install it, on Debian: apt-get install strace');
  return true;
}

/** What happened to the write-ahead log before each answer: `w` for a write, `s` for a sync that has ended. */
function turnsOf(trace: string): string[] {
  const turns: string[] = [];
  let turn = '';
  for (const line of wholeCalls(trace)) {
    if (line.includes('league.db-wal') && line.includes('pwrite64(')) turn += 'w';
    if (/f(data)?sync\(\d+<[^>]*league\.db-wal>\)\s*= 0/.test(line)) turn += 's';
    if (/(write|writev|sendto|sendmsg)\(.*HTTP\/1\.1 200/.test(line)) {
      turns.push(turn);
      turn = '';
    }
  }
  return turns;
}

/** A call that may send an answer. */
const SENDING = /^(write|writev|sendto|sendmsg)\(/;

/** The lines of a trace, in which a call that other threads interrupted is one line: at its end, or at its begin if it sends an answer. */
function wholeCalls(trace: string): string[] {
  const begun = new Map<string, string>();
  return trace.split('\n').flatMap((line) => {
    const [, pid = '', call = ''] = /^(\d+)\s+(.*)$/.exec(line) ?? [];
    if (call.endsWith(' <unfinished ...>')) {
      begun.set(pid, call.replace(' <unfinished ...>', ''));
      return SENDING.test(call) ? [call] : [];
    }
    const rest = /^<\.\.\. \w+ resumed>(.*)$/.exec(call)?.[1];
    if (rest === undefined) return [line];
    const whole = `${begun.get(pid) ?? ''}${rest}`;
    return SENDING.test(whole) ? [] : [whole];
  });
}
