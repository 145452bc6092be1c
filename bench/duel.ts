/** Two servers under the same load, in turns. */
import type { LoadActs, LoadRun, Target } from './load.ts';
import type { Line, Plan } from './measure.ts';
import { lineOf, takeTurns } from './measure.ts';
import { startProcess } from './processes.ts';

/** @returns also the number of our server's replies to each player */
export async function duel(
  { rounds, stretchMs }: Plan,
  what: Pick<Line, 'name' | 'engine' | 'aim'>,
  ours: Target,
  baseline: Target,
): Promise<{ readonly line: Line; readonly answered: LoadRun['answered'] }> {
  await using own = startProcess<LoadActs>('./load.ts');
  await using raw = startProcess<LoadActs>('./load.ts');
  const runs = await takeTurns(
    rounds,
    () => own.call('run', ours, stretchMs),
    () => raw.call('run', baseline, stretchMs),
  );
  const line = lineOf({ ...what, unit: 'req/s' }, runs, ({ perSecond }) => perSecond);
  return { line, answered: runs.at(-1)?.own.answered ?? [] };
}
