/** Members who read the standings and a week's matchup of their pool. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Engine } from '#server/platform/db/connect.ts';
import type { Player } from '#tests/direct-league.ts';
import { addPlayers, withLeague } from '#tests/direct-league.ts';
import { duel } from '../duel.ts';
import { addAllPicks, addGames, addPool } from '../league.ts';
import type { Target } from '../load.ts';
import type { Line, Plan } from '../measure.ts';
import { startOwn, startRaw } from '../servers.ts';

const aim = { of: 'ratio', is: 'at least', value: 0.7 } as const;

interface Page {
  readonly name: string;
  readonly path: string;
  readonly readers: readonly Player[];
}

export async function measureReads(plan: Plan, engine: Engine): Promise<Line[]> {
  const location = await plan.places.make(engine);
  const pages = await makePages(plan, location);
  const folder = mkdtempSync(join(tmpdir(), 'pickem-bench-'));
  const own = await startOwn(location);
  try {
    // The baseline sends the bytes of our reply.
    const texts = new Map<Page, string>();
    const files: Record<string, string> = {};
    for (const [at, page] of pages.entries()) {
      const [text, file] = [await read(own.port, page), join(folder, `${at}.json`)];
      writeFileSync(file, text);
      texts.set(page, text);
      files[page.path] = file;
    }
    const raw = await startRaw(location, files);
    const lines: Line[] = [];
    try {
      for (const [page, text] of texts) {
        const name = `${page.name}, ${Math.round(Buffer.byteLength(text) / 1024)} KB`;
        const target = (port: number) => targetOf(port, page, text.length);
        lines.push((await duel(plan, { name, engine, aim }, target(own.port), target(raw.port))).line);
      }
    } finally {
      await raw.kill();
    }
    return lines;
  } finally {
    await own.kill();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function makePages({ poolSizes, weeks: count, players: readers }: Plan, location: string): Promise<Page[]> {
  return withLeague(location, async (deps) => {
    const players = await addPlayers(deps, Math.max(...poolSizes));
    const weeks = await addGames(deps, count, 'Final');
    const pages: Page[] = [];
    for (const size of poolSizes) {
      const members = players.slice(0, size);
      const poolId = await addPool(deps, members, weeks);
      await addAllPicks(deps, poolId, members, weeks);
      const common = { readers: members.slice(0, readers) };
      const middle = weeks[count / 2];
      pages.push({ ...common, name: `standings of ${size}`, path: `/api/pools/${poolId}/standings` });
      pages.push({ ...common, name: `matchup of ${size}`, path: `/api/pools/${poolId}/weeks/${middle}/matchup` });
    }
    return pages;
  });
}

/** @throws if the reply is not what a reader of the page should get */
async function read(port: number, { name, path, readers }: Page): Promise<string> {
  const reply = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { cookie: readers[0]?.cookie ?? '' } });
  const text = await reply.text();
  if (!reply.ok || !Array.isArray(JSON.parse(text).rows)) throw new Error(`No ${name}: ${text.slice(0, 200)}`);
  return text;
}

function targetOf(port: number, { path, readers }: Page, expected: number): Target {
  const players = readers.map(({ cookie }) => [
    { path, method: 'GET' as const, headers: { accept: 'application/json', cookie }, expected },
  ]);
  return { port, players };
}
