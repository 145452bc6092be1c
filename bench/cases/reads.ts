/** Members who read the standings and a week's matchup of their pool. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Engine } from '#server/platform/db/connect.ts';
import type { Player } from '#tests/direct-league.ts';
import { addPlayers, withLeague } from '#tests/direct-league.ts';
import { duel } from '../duel.ts';
import { addGames, addPoolWithPicks } from '../league.ts';
import type { Target } from '../load.ts';
import type { Line, Plan } from '../measure.ts';
import { makeDatabase, startOwn, startRaw } from '../servers.ts';

interface Page {
  readonly name: string;
  readonly path: string;
  readonly readers: readonly Player[];
}

export async function measureReads(plan: Plan, engine: Engine): Promise<Line[]> {
  const location = await makeDatabase(engine, plan.cleanup);
  const pages = await makePages(plan, location);
  await using own = await startOwn(location);
  // The baseline sends the bytes of our reply.
  const texts: Record<string, string> = {};
  for (const page of pages) texts[page.path] = await read(own.port, page);
  const folder = mkdtempSync(join(tmpdir(), 'pickem-bench-'));
  plan.cleanup.defer(() => rmSync(folder, { recursive: true, force: true }));
  const replies = join(folder, 'replies.json');
  writeFileSync(replies, JSON.stringify(texts));
  await using raw = await startRaw(location, replies);
  const lines: Line[] = [];
  for (const page of pages) {
    const text = texts[page.path] ?? '';
    const name = `${page.name}, ${Math.round(Buffer.byteLength(text) / 1024)} KB`;
    const targetAt = (port: number) => targetOf(port, page, text.length);
    const { line } = await duel(plan, { name, engine, aim: { ratio: 0.7 } }, targetAt(own.port), targetAt(raw.port));
    lines.push(line);
  }
  return lines;
}

async function makePages({ poolSizes, weeks: count, players: readers }: Plan, location: string): Promise<Page[]> {
  return withLeague(location, async (deps) => {
    const players = await addPlayers(deps, Math.max(...poolSizes));
    const weeks = await addGames(deps, count, 'Final');
    const pages: Page[] = [];
    for (const size of poolSizes) {
      const members = players.slice(0, size);
      const poolId = await addPoolWithPicks(deps, members, weeks);
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
