/** A season of reminders and results on two nodes: none twice, none unasked, none at night, none missing. */
import type { Engine } from '#server/platform/db/connect.ts';
import type { Line, Plan } from '../measure.ts';
import type { Sums } from '../season/ledger.ts';
import type { Played } from '../season/play.ts';
import { playSeason } from '../season/play.ts';

export async function measureSeason({ engines, places, season }: Plan): Promise<Line[]> {
  const lines: Line[] = [];
  for (const engine of engines) {
    const began = performance.now();
    const played = await playSeason(engine, await places.make(engine), season.players, season.weeks);
    lines.push(...linesOf(engine, season.weeks, played, performance.now() - began));
  }
  return lines;
}

function linesOf(
  engine: Engine,
  weeks: number,
  { reminders, results, restarts, problems }: Played,
  took: number,
): Line[] {
  const none = {
    engine,
    unit: 'ms',
    own: took,
    raw: null,
    ratio: null,
    p50: null,
    p99: null,
    rawP99: null,
    aim: null,
  } as const;
  const kinds = { reminders, results };
  return Object.entries(kinds).map(([kind, sums]) => {
    return {
      ...none,
      name: `${weeks} weeks, ${restarts} restarts: ${sumsText(kind, sums)}`,
      problems: [...problems, ...flaws(kind, sums)],
    };
  });
}

function sumsText(kind: string, { due, sent, left, twice, unasked, atNight, missing }: Sums): string {
  const flaws = `${twice} twice, ${unasked} unasked, ${atNight} at night, ${missing} missing`;
  return `${due} ${kind} due, ${sent} sent, ${left} after a restart, ${flaws}`;
}

function flaws(kind: string, { due, twice, unasked, atNight, missing }: Sums): string[] {
  if (due === 0) return [`no ${kind} were due`];
  return twice + unasked + atNight + missing === 0 ? [] : [`${kind}: see the counts`];
}
