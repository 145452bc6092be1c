/** What a case is given, the lines that it returns, and the table of them. */
import type { Engine } from '#server/platform/db/connect.ts';
import type { BusyAct } from './cases/busy.ts';

/** How long to measure, and how large the leagues are. */
export interface Plan {
  readonly rounds: number;
  /** The length of a round under load, in ms. */
  readonly stretchMs: number;
  readonly warmUpMs: number;
  /** Players who save picks at the same time, and readers. */
  readonly players: number;
  /** Members of the pools that are read. */
  readonly poolSizes: readonly number[];
  /** Weeks of the seasons that are read. */
  readonly weeks: number;
  /** How often standings are calculated in each round. */
  readonly runs: number;
  /** Live pages that are open at the same time. */
  readonly pages: readonly number[];
  readonly busy: { readonly members: number; readonly messages: number; readonly acts: readonly BusyAct[] };
  /** Removes the databases in the end. */
  readonly cleanup: AsyncDisposableStack;
}

/** One line of the table. Without a baseline there is no `raw`. */
export interface Line {
  readonly name: string;
  readonly engine?: Engine;
  readonly unit: 'req/s' | 'pages/s' | 'ms';
  readonly own: number;
  readonly raw?: number;
  /** Ours divided by the baseline, over all rounds. */
  readonly ratio?: { readonly median: number; readonly lowest: number; readonly highest: number };
  /** The least ratio, or what our own figure must stay below. */
  readonly aim?: { readonly ratio: number } | { readonly below: number };
  /** What went wrong; empty for a measurement that counts. */
  readonly problems: readonly string[];
}

/** A line of all rounds, each of ours and then the baseline. */
export function lineOf(
  what: Pick<Line, 'name' | 'engine' | 'unit' | 'aim'>,
  rounds: readonly { readonly own: number; readonly raw: number }[],
  problems: readonly string[],
): Line {
  const ratios = rounds.map(({ own, raw }) => own / raw);
  return {
    ...what,
    own: median(rounds.map(({ own }) => own)),
    raw: median(rounds.map(({ raw }) => raw)),
    ratio: { median: median(ratios), lowest: Math.min(...ratios), highest: Math.max(...ratios) },
    problems,
  };
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? Number.NaN)) / 2;
}

const headings = ['', 'engine', 'ours', 'raw', 'ours/raw', 'aim', ''];

export function table(lines: readonly Line[]): string {
  const rows = [headings, ...lines.map(cells)];
  const widths = headings.map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)));
  const pad = (cell: string, at: number) => (at < 2 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0));
  return rows.map((row) => row.map(pad).join('  ').trimEnd()).join('\n');
}

function cells(line: Line): string[] {
  const { name, engine = '', unit, own, raw, ratio } = line;
  return [
    name,
    engine,
    `${round(own)} ${unit}`,
    raw === undefined ? '' : `${round(raw)} ${unit}`,
    ratio ? `${ratio.median.toFixed(2)} (${ratio.lowest.toFixed(2)}-${ratio.highest.toFixed(2)})` : '',
    ...verdict(line),
  ];
}

/** The aim, and whether it is met. */
function verdict({ aim, own, unit, ratio, problems }: Line): [string, string] {
  const failed = problems.length > 0 ? 'FAILED' : null;
  if (!aim) return ['', failed ?? ''];
  if ('below' in aim) return [`< ${aim.below} ${unit}`, failed ?? (own < aim.below ? 'met' : 'missed')];
  const isMet = ratio !== undefined && ratio.median >= aim.ratio;
  return [`≥ ${aim.ratio}x`, failed ?? (isMet ? 'met' : 'missed')];
}

/** Rounds to the significant digits. */
function round(value: number): string {
  return value >= 100 ? Math.round(value).toLocaleString('en') : value.toPrecision(2);
}
