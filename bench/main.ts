/**
 * `npm run bench` compares our server with the simplest one that does the same. They take turns, so their ratio hardly depends on the machine.
 * `-- --only saves reads` chooses cases, `--engine sqlite` a database, `--rounds 1` the number of rounds, and `--pools 20000` a league's size.
 */
import { availableParallelism, cpus } from 'node:os';
import { Command, Option } from 'commander';
import type { Engine } from '#server/platform/db/connect.ts';
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

const names = ['rules', ...Object.keys(served)];
const { only, engine, rounds, pools } = new Command()
  .addOption(new Option('--only <case...>').choices(names).default(names))
  .addOption(new Option('--engine <name...>').choices(engines).default(engines))
  .option('--rounds <n>', 'how often each is measured', Number, 7)
  .option('--pools <n...>', "sizes of the league of 'growing'", ['200', '2000'])
  .parse()
  .opts<{ only: string[]; engine: Engine[]; rounds: number; pools: string[] }>();
await using cleanup = new AsyncDisposableStack();
const plan: Plan = {
  rounds,
  stretchMs: 1000,
  players: 64,
  poolSizes: [100, 1000],
  weeks: 18,
  pages: [1000, 10_000],
  leagues: pools.map(Number),
  busy: { members: 10, messages: 5000 },
  cleanup,
};
const lines: Line[] = [];
if (only.includes('rules')) lines.push(...(await measureRules(plan)));
for (const [name, measure] of Object.entries(served).filter(([name]) => only.includes(name)))
  for (const each of engine) {
    console.error(`measuring ${name} on ${each} ...`);
    lines.push(...(await measure(plan, each)));
  }
const { node, sqlite } = process.versions;
console.log(`Node ${node}, SQLite ${sqlite}, ${availableParallelism()} cores (${cpus()[0]?.model.trim()})\n`);
console.log(table(lines));
for (const line of lines) for (const problem of line.problems) console.error(`${line.name}: ${problem}`);
if (lines.some(({ problems }) => problems.length > 0)) process.exitCode = 1;
