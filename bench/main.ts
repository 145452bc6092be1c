/**
 * `npm run bench`: our server against the barest that does the same, on this machine, now. Both take turns, so that what
 * counts is their ratio. `-- --only saves,reads` chooses cases, `--engine sqlite` a database, a path says where the JSON goes.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { parseArgs } from 'node:util';
import { engines } from '#server/platform/db/connect.ts';
import { busyActs } from './cases/busy.ts';
import type { CaseName } from './cases/index.ts';
import { cases } from './cases/index.ts';
import type { Line, Plan } from './measure.ts';
import { openPlaces } from './places.ts';
import { readFacts, table } from './report.ts';

const FILE = '.build/bench.json';

const options = {
  only: { type: 'string' },
  engine: { type: 'string' },
  rounds: { type: 'string' },
  pages: { type: 'string' },
} as const;

/** @throws naming what there is to choose from */
function choose<T extends string>(text: string | undefined, known: readonly T[]): T[] {
  const wanted = text?.split(',').map((name) => name.trim()) ?? [...known];
  return wanted.map((name) => {
    const found = known.find((each) => each === name);
    if (!found) throw new Error(`There is no '${name}' to measure, but: ${known.join(', ')}.`);
    return found;
  });
}

async function measure(names: readonly CaseName[], plan: Plan): Promise<Line[]> {
  const lines: Line[] = [];
  for (const name of names) {
    console.error(`measuring ${name} ...`);
    lines.push(...(await cases[name](plan)));
  }
  return lines;
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  const names = choose(values.only, Object.keys(cases) as CaseName[]);
  const places = openPlaces();
  const plan: Plan = {
    engines: choose(values.engine, engines),
    rounds: Number(values.rounds ?? 7),
    stretchMs: 1000,
    warmUpMs: 1000,
    players: 64,
    poolSizes: [100, 1000],
    weeks: 18,
    starts: 5,
    runs: 50,
    pages: values.pages?.split(',').map(Number) ?? [1000, 5000, 10_000],
    members: 500,
    messages: 5000,
    reminders: 10_000,
    busy: { members: 10, acts: busyActs },
    season: { players: 200, weeks: 18 },
    movingIn: { players: 200, weeks: 18 },
    places,
  };
  try {
    const lines = await measure(names, plan);
    const facts = await readFacts(plan.engines.includes('postgres') ? (process.env.TEST_DATABASE_URL ?? null) : null);
    const { node, cores, processor, sqlite, postgres } = facts;
    console.log(
      `Node ${node}, ${cores} cores (${processor}), SQLite ${sqlite}, PostgreSQL ${postgres ?? 'not measured'}\n`,
    );
    console.log(table(lines));
    const file = positionals[0] ?? FILE;
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `${JSON.stringify({ facts, lines }, null, 2)}\n`);
    for (const line of lines) for (const problem of line.problems) console.error(`${line.name}: ${problem}`);
    if (lines.some((line) => line.problems.length > 0)) process.exitCode = 1;
  } finally {
    await places.remove();
  }
}

await main();
