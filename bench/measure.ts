/** The plan of a measurement, its lines, and their table. */
import type { Engine } from '#server/platform/db/connect.ts';

/** How long to measure, and how large the leagues are. */
export interface Plan {
  /** Rounds that count, after one that warms up. */
  readonly rounds: number;
  /** The length of a round under load, in ms. */
  readonly stretchMs: number;
  /** Players who save picks at the same time, and readers. */
  readonly players: number;
  /** Members of the pools that are read. */
  readonly poolSizes: readonly number[];
  /** Weeks of the seasons that are read. */
  readonly weeks: number;
  /** Live pages that are open at the same time. */
  readonly pages: readonly number[];
  /** Pools of the leagues in which every pool has something to do at once. */
  readonly leagues: readonly number[];
  readonly busy: { readonly members: number; readonly messages: number };
  /** Removes the databases at the end. */
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

/** One side of a round. */
export interface Run {
  readonly problems: readonly string[];
}

type Round<T> = Readonly<Record<'own' | 'raw', T>>;

/** Runs ours and the baseline in turns, so that other work of the machine affects both. @returns the warm-up and the rounds that count */
export async function takeTurns<T>(
  rounds: number,
  runOwn: (round: number) => T | Promise<T>,
  runRaw: (round: number, own: T) => T | Promise<T>,
): Promise<Round<T>[]> {
  const all: Round<T>[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const own = await runOwn(round);
    all.push({ own, raw: await runRaw(round, own) });
  }
  return all;
}

/** The line of a figure. @param rounds the result of `takeTurns`: of the warm-up, only problems count */
export function lineOf<T extends Run>(
  what: Pick<Line, 'name' | 'engine' | 'unit' | 'aim'>,
  rounds: readonly Round<T>[],
  figure: (run: T) => number,
): Line {
  const figures = rounds.slice(1).map(({ own, raw }) => ({ own: figure(own), raw: figure(raw) }));
  const ratios = figures.map(({ own, raw }) => own / raw);
  const runs = rounds.flatMap((round) => Object.entries(round));
  return {
    ...what,
    own: quantile(figures.map(({ own }) => own)),
    raw: quantile(figures.map(({ raw }) => raw)),
    ratio: { median: quantile(ratios), lowest: Math.min(...ratios), highest: Math.max(...ratios) },
    problems: runs.flatMap(([side, { problems }]) => problems.map((problem) => `${side}: ${problem}`)),
  };
}

/** The value below which a part of all lies: the median of an odd number of values. */
export function quantile(values: readonly number[], part = 0.5): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * part)] ?? Number.NaN;
}

const headings = ['', 'engine', 'ours', 'raw', 'ours/raw', 'aim', ''];

export function table(lines: readonly Line[]): string {
  const rows = [headings, ...lines.map(cells)];
  const widths = headings.map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)));
  const pad = (cell: string, at: number) => (at < 2 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0));
  return rows.map((row) => row.map(pad).join('  ').trimEnd()).join('\n');
}

function cells(line: Line): string[] {
  const { name, engine = '', unit, own, raw, ratio, aim } = line;
  return [
    name,
    engine,
    `${round(own)} ${unit}`,
    raw === undefined ? '' : `${round(raw)} ${unit}`,
    ratio ? `${ratio.median.toFixed(2)} (${ratio.lowest.toFixed(2)}-${ratio.highest.toFixed(2)})` : '',
    aim ? ('below' in aim ? `< ${aim.below} ${unit}` : `≥ ${aim.ratio}x`) : '',
    verdict(line),
  ];
}

function verdict({ aim, own, ratio, problems }: Line): string {
  if (problems.length > 0) return 'FAILED';
  if (!aim) return '';
  const isMet = 'below' in aim ? own < aim.below : ratio !== undefined && ratio.median >= aim.ratio;
  return isMet ? 'met' : 'missed';
}

/** Rounds to the significant digits. */
function round(value: number): string {
  return value >= 100 ? Math.round(value).toLocaleString('en') : value.toPrecision(2);
}
