/** Members who read the standings and a week's matchup of their pool. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Engine } from '#server/platform/db/connect.ts';
import { duel, lineOf } from '../duel.ts';
import type { Player } from '../league.ts';
import { addAllPicks, addGames, addPlayers, addPool, withLeague } from '../league.ts';
import { startLoad } from '../load/load.ts';
import type { PlannedRequest } from '../load/protocol.ts';
import type { Aim, Line, Plan } from '../measure.ts';
import type { RunningServer } from '../servers.ts';
import { startOwn, startRaw } from '../servers.ts';

const aim: Aim = { of: 'ratio', is: 'at least', value: 0.7 };

export async function measureReads(plan: Plan): Promise<Line[]> {
  const lines: Line[] = [];
  for (const engine of plan.engines) lines.push(...(await measureEngine(plan, engine)));
  return lines;
}

interface Page {
  readonly name: string;
  readonly path: string;
  readonly readers: readonly Player[];
}

async function makePages(plan: Plan, location: string): Promise<Page[]> {
  return withLeague(location, async (deps) => {
    const players = await addPlayers(deps, Math.max(...plan.poolSizes));
    const weeks = await addGames(deps, plan.weeks, 'Final');
    const pages: Page[] = [];
    for (const size of plan.poolSizes) {
      const members = players.slice(0, size);
      const poolId = await addPool(deps, members, weeks);
      await addAllPicks(deps, poolId, members, weeks);
      const readers = members.slice(0, plan.players);
      const middle = weeks[plan.weeks / 2];
      pages.push({ name: `standings of ${size}`, path: `/api/pools/${poolId}/standings`, readers });
      pages.push({ name: `matchup of ${size}`, path: `/api/pools/${poolId}/weeks/${middle}/matchup`, readers });
    }
    return pages;
  });
}

async function measureEngine(plan: Plan, engine: Engine): Promise<Line[]> {
  const location = await plan.places.make(engine);
  const folder = mkdtempSync(join(tmpdir(), 'pickem-bench-'));
  const servers: RunningServer[] = [];
  try {
    const pages = await makePages(plan, location);
    const own = await startOwn(location);
    servers.push(own);
    const files = await savePages(own, pages, folder);
    const raw = await startRaw({ location, files });
    servers.push(raw);
    const lines: Line[] = [];
    for (const page of pages) lines.push(await measurePage(plan, engine, page, own, raw));
    return lines;
  } finally {
    await Promise.all(servers.map((server) => server.kill()));
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What our server sends, for the baseline to send the same. */
async function savePages(own: RunningServer, pages: readonly Page[], folder: string): Promise<Record<string, string>> {
  const files: Record<string, string> = {};
  for (const [at, page] of pages.entries()) {
    const file = join(folder, `${at}.json`);
    writeFileSync(file, await fetchPage(own.port, page));
    files[page.path] = file;
  }
  return files;
}

/** @throws when the answer is not what a reader of the page should get */
async function fetchPage(port: number, { name, path, readers }: Page): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { cookie: readers[0]?.cookie ?? '' } });
  const text = await answer.text();
  if (!answer.ok || !Array.isArray(JSON.parse(text).rows)) throw new Error(`No ${name}: ${text.slice(0, 200)}`);
  return text;
}

async function measurePage(
  plan: Plan,
  engine: Engine,
  page: Page,
  own: RunningServer,
  raw: RunningServer,
): Promise<Line> {
  const [ours, theirs] = [await fetchPage(own.port, page), await fetchPage(raw.port, page)];
  const connections = page.readers.map(({ cookie }): PlannedRequest[] => [
    { path: page.path, method: 'GET', headers: { accept: 'application/json', cookie }, expected: ours.length },
  ]);
  const ownLoad = startLoad({ port: own.port, connections });
  const rawLoad = startLoad({ port: raw.port, connections });
  try {
    const stretches = await duel(plan, ownLoad, rawLoad);
    const problems = ours === theirs ? [] : ['the baseline sends other bytes'];
    const name = `${page.name}, ${Math.round(Buffer.byteLength(ours) / 1024)} KB`;
    return lineOf({ name, engine, aim }, stretches, problems);
  } finally {
    await Promise.all([ownLoad.stop(), rawLoad.stop()]);
  }
}
