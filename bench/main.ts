/**
 * `npm run bench` compares our server with the simplest one that does the same. They take turns, so their ratio hardly depends on the machine.
 * `-- --only saves,reads` chooses cases, `--engine sqlite` a database, `--rounds 1` the number of rounds, and `--pools 20000` a league's size.
 */
import { availableParallelism, cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { engines } from '#server/platform/db/connect.ts';
import { measureBusy } from './cases/busy.ts';
import { measureGrowing } from './cases/growing.ts';
import { measureLive } from './cases/live.ts';
import { measureReads } from './cases/reads.ts';
import { measureRules } from './cases/rules.ts';
import { measureSaves } from './cases/saves.ts';
import type { Line, Plan } from './measure.ts';
import { table } from './measure.ts';

/** The cases that need a server, by the name that `--only` takes. */
const served = {
  saves: measureSaves,
  reads: measureReads,
  live: measureLive,
  busy: measureBusy,
  growing: measureGrowing,
};

/** @throws if a name is unknown */
function choose<T extends string>(text: string | undefined, known: readonly T[]): T[] {
  const wanted = text?.split(',').map((name) => name.trim()) ?? [...known];
  return wanted.map((name) => {
    const found = known.find((each) => each === name);
    if (!found) throw new Error(`There is no '${name}' to measure, but: ${known.join(', ')}.`);
    return found;
  });
}

const text = { type: 'string' } as const;
const { values } = parseArgs({ options: { only: text, engine: text, rounds: text, pools: text } });
const names = choose(values.only, ['rules', ...Object.keys(served)]);
const chosenEngines = choose(values.engine, engines);
await using cleanup = new AsyncDisposableStack();
const plan: Plan = {
  rounds: Number(values.rounds ?? 7),
  stretchMs: 1000,
  players: 64,
  poolSizes: [100, 1000],
  weeks: 18,
  pages: [1000, 10_000],
  leagues: (values.pools ?? '200,2000').split(',').map(Number),
  busy: { members: 10, messages: 5000 },
  cleanup,
};
const lines: Line[] = [];
if (names.includes('rules')) lines.push(...(await measureRules(plan)));
for (const [name, measure] of Object.entries(served).filter(([name]) => names.includes(name)))
  for (const engine of chosenEngines) {
    console.error(`measuring ${name} on ${engine} ...`);
    lines.push(...(await measure(plan, engine)));
  }
const { node, sqlite } = process.versions;
console.log(`Node ${node}, SQLite ${sqlite}, ${availableParallelism()} cores (${cpus()[0]?.model.trim()})\n`);
console.log(table(lines));
for (const line of lines) for (const problem of line.problems) console.error(`${line.name}: ${problem}`);
if (lines.some(({ problems }) => problems.length > 0)) process.exitCode = 1;
