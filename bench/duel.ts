/** Two servers under the same load, in turns. */
import type { Load } from './load/load.ts';
import type { Run } from './load/protocol.ts';
import type { Aim, Line, Plan } from './measure.ts';
import { median, ratioOf } from './measure.ts';

interface Stretch {
  readonly own: Run;
  readonly raw: Run;
}

/** Ours and the baseline in turns, so that whatever else the machine does meets both. */
export async function duel(plan: Plan, own: Load, raw: Load): Promise<Stretch[]> {
  await own.run(plan.warmUpMs);
  await raw.run(plan.warmUpMs);
  const stretches: Stretch[] = [];
  for (let round = 0; round < plan.rounds; round += 1) {
    const ownRun = await own.run(plan.stretchMs);
    stretches.push({ own: ownRun, raw: await raw.run(plan.stretchMs) });
  }
  return stretches;
}

export function lineOf(
  what: { readonly name: string; readonly engine: Line['engine']; readonly aim: Aim },
  stretches: readonly Stretch[],
  problems: readonly string[] = [],
): Line {
  const rounds = stretches.map(({ own, raw }) => ({ own: own.perSecond, raw: raw.perSecond }));
  const middle = (pick: (stretch: Stretch) => number): number => median(stretches.map(pick));
  return {
    ...what,
    unit: 'req/s',
    own: middle(({ own }) => own.perSecond),
    raw: middle(({ raw }) => raw.perSecond),
    ratio: ratioOf(rounds),
    p50: middle(({ own }) => own.p50),
    p99: middle(({ own }) => own.p99),
    rawP99: middle(({ raw }) => raw.p99),
    problems: [
      ...problems,
      ...stretches.flatMap(({ own, raw }) => [...failures('ours', own), ...failures('raw', raw)]),
    ],
  };
}

function failures(server: string, { failures: count, firstFailure }: Run): string[] {
  return count === 0 ? [] : [`${server}: ${count} requests failed, the first with ${firstFailure}`];
}
