/** Two servers under the same load, in turns. */
import type { LoadActs, Run, Target } from './load.ts';
import type { Line, Plan } from './measure.ts';
import { lineOf } from './measure.ts';
import { startProcess } from './processes.ts';

/** Runs ours and the baseline in turns, so that other work of the machine affects both. @returns also how many requests of each player ours answered */
export async function duel(
  { rounds, stretchMs, warmUpMs }: Plan,
  what: Pick<Line, 'name' | 'engine' | 'aim'>,
  ours: Target,
  baseline: Target,
): Promise<{ readonly line: Line; readonly answered: readonly number[] }> {
  await using own = startProcess<LoadActs>('./load.ts');
  await using raw = startProcess<LoadActs>('./load.ts');
  await own.call('open', ours);
  await raw.call('open', baseline);
  const runs: { own: Run; raw: Run }[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const ms = round === 0 ? warmUpMs : stretchMs;
    runs.push({ own: await own.call('run', ms), raw: await raw.call('run', ms) });
  }
  const speeds = runs.slice(1).map((run) => ({ own: run.own.perSecond, raw: run.raw.perSecond }));
  const problems = runs.flatMap((run) =>
    Object.entries(run).flatMap(([server, { problems }]) => problems.map((problem) => `${server}: ${problem}`)),
  );
  return { line: lineOf({ ...what, unit: 'req/s' }, speeds, problems), answered: runs.at(-1)?.own.answered ?? [] };
}
