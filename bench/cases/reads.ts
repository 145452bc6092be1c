/** Members who read standings and a matchup of the middle of a season. */
import type { Engine } from '#server/platform/db/connect.ts';
import type { Player } from '#tests/direct-league.ts';
import { addPlayers, withLeague } from '#tests/direct-league.ts';
import { duel } from '../duel.ts';
import { addPickedPool, addWeeks } from '../league.ts';
import type { Line, Plan } from '../measure.ts';
import { makeDatabase, requestOf, startOwn, startRaw } from '../servers.ts';

interface Page {
  readonly name: string;
  readonly path: string;
  readonly readers: readonly Player[];
}

export async function measureReads(plan: Plan, engine: Engine): Promise<Line[]> {
  const location = await makeDatabase(engine, plan.cleanup);
  const pages = await makePages(plan, location);
  await using own = await startOwn(location);
  // The baseline sends the bytes of our reply. The load looks at its status.
  const replies: Record<string, string> = {};
  for (const { path, readers } of pages) {
    const reply = await fetch(`http://127.0.0.1:${own.port}${path}`, requestOf(readers[0]?.cookie ?? '', 'GET'));
    replies[path] = await reply.text();
  }
  await using raw = await startRaw(location, replies);
  const lines: Line[] = [];
  for (const { name, path, readers } of pages) {
    const reply = replies[path] ?? '';
    const size = `${Math.round(Buffer.byteLength(reply) / 1024)} KB`;
    const players = readers.map(({ cookie }) => [{ ...requestOf(cookie, 'GET'), path, expected: reply.length }]);
    const what = { name: `${name}, ${size}`, engine, aim: { ratio: 0.7 } };
    lines.push((await duel(plan, what, { own, raw }, players)).line);
  }
  return lines;
}

async function makePages({ poolSizes, weeks: count, players: readers }: Plan, location: string): Promise<Page[]> {
  return withLeague(location, async (deps) => {
    const players = await addPlayers(deps, Math.max(...poolSizes));
    const weeks = await addWeeks(deps, count, 'Final');
    const pages: Page[] = [];
    for (const size of poolSizes) {
      const members = players.slice(0, size);
      const pool = `/api/pools/${await addPickedPool(deps, { members, weeks })}`;
      const common = { readers: members.slice(0, readers) };
      pages.push({ ...common, name: `standings of ${size}`, path: `${pool}/standings` });
      pages.push({ ...common, name: `matchup of ${size}`, path: `${pool}/weeks/${weeks[count / 2]}/matchup` });
    }
    return pages;
  });
}
