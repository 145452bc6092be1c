/** Two servers under the same load, in turns. */
import type { LoadActs, PlannedRequest } from './load.ts';
import type { Line, Plan } from './measure.ts';
import { lineOf, takeTurns } from './measure.ts';
import { startProcess } from './processes.ts';
import type { RunningServer } from './servers.ts';

/** @param players for each the requests that they repeat in turn @returns also the number of our server's replies to each */
export async function duel(
  { rounds, stretchMs }: Plan,
  what: Pick<Line, 'name' | 'engine' | 'aim'>,
  servers: { readonly own: RunningServer; readonly raw: RunningServer },
  players: readonly (readonly PlannedRequest[])[],
) {
  await using own = startProcess<LoadActs>('./load.ts');
  await using raw = startProcess<LoadActs>('./load.ts');
  const runs = await takeTurns(
    rounds,
    () => own.call('run', servers.own.port, players, stretchMs),
    () => raw.call('run', servers.raw.port, players, stretchMs),
  );
  const line = lineOf({ ...what, unit: 'req/s' }, runs, ({ perSecond }) => perSecond);
  return { line, answered: runs.at(-1)?.own.answered ?? [] };
}
