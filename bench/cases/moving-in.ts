/** A season of picks from a spreadsheet: how long until it is stored, how long requests wait, and what checking its receipts takes. */
import { setTimeout as pause } from 'node:timers/promises';
import type { ImportReply, ImportRequest } from '#contract/imports.ts';
import { checkReceipts } from '#core/receipts/check.ts';
import { readReceiptFile } from '#core/receipts/file.ts';
import { createApp } from '#server/app.ts';
import { entriesOfPool } from '#server/entries/reads.ts';
import { addCommissioner } from '#server/members/store.ts';
import type { Engine } from '#server/platform/db/connect.ts';
import { sha256 } from '#server/receipts/reads.ts';
import { freePort } from '../../scripts/free-port.ts';
import { addGames, addPlayers, addPool, GAMES_A_WEEK, gameId, withLeague } from '../league.ts';
import type { Line, Plan, Round } from '../measure.ts';
import { median, ratioOf } from '../measure.ts';
import { openRawDatabase } from '../raw/database.ts';

/** The pause between two polls of the import's progress, in ms. */
const PAUSE_MS = 20;
const IMPORTED = { of: 'own', is: 'below', value: 10_000 } as const;
const CHECKED = { of: 'own', is: 'below', value: 5000 } as const;

export async function measureMovingIn(plan: Plan): Promise<Line[]> {
  const lines: Line[] = [];
  for (const engine of plan.engines) lines.push(...(await measureEngine(plan, engine)));
  return lines;
}

async function measureEngine({ places, movingIn: { players: count, weeks: span }, rounds }: Plan, engine: Engine) {
  const location = await places.make(engine);
  return withLeague(location, async (deps) => {
    // Commissioners enter nothing for themselves: this one does not play.
    const [runner, ...players] = await addPlayers(deps, count + 1);
    const weeks = await addGames(deps, span, 'Final');
    const poolId = await addPool(deps, players, weeks);
    if (runner === undefined) throw new Error('There is no player.');
    await addCommissioner(deps.store.db, { adminId: null, now: Date.now() }, { poolId, userId: runner.userId });
    const entries = (await entriesOfPool(deps.store.db, poolId)).map(({ id }) => id);
    const picks = seasonOfPicks(entries, weeks);

    const port = await freePort();
    const app = await createApp(deps, null);
    await app.listen({ host: '127.0.0.1', port });
    const headers = { cookie: runner.cookie, 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' };
    const pool = `http://127.0.0.1:${port}/api/pools/${poolId}`;
    try {
      const { took, longest, problems } = await moveIn(`${pool}/imports`, headers, picks);
      const text = await (await fetch(`${pool}/receipts`, { headers })).text();
      const raw = await saveOneByOne(location, poolId, picks);
      const name = `${picks.picks.length.toLocaleString('en-US')} picks imported`;
      const none = { engine, p50: null, p99: null, rawP99: null, problems } as const;
      return [
        { ...none, name, unit: 'ms', own: took, raw, ratio: ratioOf([{ own: took, raw }]), aim: IMPORTED },
        { ...none, name: `${name}: a request waits`, unit: 'ms', own: longest, raw: null, ratio: null, aim: null },
        await measureCheck(engine, text, rounds),
      ] satisfies Line[];
    } finally {
      await app.close();
    }
  });
}

/** All players pick all games of the weeks. */
function seasonOfPicks(entries: readonly string[], weeks: readonly string[]): ImportRequest {
  const gids = weeks.flatMap((week) => Array.from({ length: GAMES_A_WEEK }, (_, game) => gameId(week, game)));
  const picks = entries.flatMap((_, entry) =>
    gids.map((_, game): ImportRequest['picks'][number] => [entry, game, (entry * 7 + game) % 5 < 2 ? 'away' : 'home']),
  );
  return { name: 'season.csv', entries: [...entries], newPlayers: [], gids, picks, replaces: false };
}

/** Imports as the wizard does, then polls until done. Also returns the slowest poll, in ms. */
async function moveIn(url: string, headers: Readonly<Record<string, string>>, picks: ImportRequest) {
  const began = performance.now();
  const started = await fetch(url, { method: 'POST', headers, body: JSON.stringify(picks) });
  if (!started.ok) throw new Error(await started.text());
  let longest = 0;
  while (true) {
    const asked = performance.now();
    const { imports }: { imports: ImportReply[] } = await (await fetch(url, { headers })).json();
    longest = Math.max(longest, performance.now() - asked);
    const [latest] = imports;
    if (latest?.state !== 'running') {
      const written = latest?.written ?? 0;
      const problems = written === picks.picks.length ? [] : [`${written} of ${picks.picks.length} were stored`];
      return { took: performance.now() - began, longest, problems };
    }
    await pause(PAUSE_MS);
  }
}

/** How long the barest server takes for the same picks, one after the other, in ms. */
async function saveOneByOne(location: string, poolId: string, { entries, gids, picks }: ImportRequest) {
  const bare = await openRawDatabase(location);
  const began = performance.now();
  for (const [entry, game, side] of picks) await bare.savePick(poolId, gids[game] ?? '', entries[entry] ?? '', side);
  const took = performance.now() - began;
  await bare.close();
  return took;
}

/** Checking all receipts of a season, beside parsing and hashing the file as one. */
async function measureCheck(engine: Engine, text: string, rounds: number): Promise<Line> {
  const problems = new Set<string>();
  const measured: Round[] = [];
  let lines = 0;
  for (let round = 0; round < rounds; round += 1) {
    const own = await time(async () => {
      const file = readReceiptFile(text);
      if ('problem' in file) throw new Error(file.problem);
      const checked = await checkReceipts(sha256, file);
      lines = checked.lines;
      if (checked.findings.length > 0) problems.add(`${checked.findings.length} findings in an honest league`);
    });
    const raw = await time(async () => void sha256(JSON.stringify(JSON.parse(text))));
    measured.push({ own, raw });
  }
  const middle = (server: keyof Round) => median(measured.map((round) => round[server]));
  const name = `receipts of ${lines.toLocaleString('en-US')} lines checked`;
  const times = {
    own: middle('own'),
    raw: middle('raw'),
    ratio: ratioOf(measured),
    p50: null,
    p99: null,
    rawP99: null,
  };
  return { name, engine, unit: 'ms', ...times, aim: CHECKED, problems: [...problems] };
}

async function time(act: () => Promise<void>): Promise<number> {
  const began = performance.now();
  await act();
  return performance.now() - began;
}
