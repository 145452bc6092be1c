/** What a case is given, the lines that it returns, and the table of them. */
import type { Engine } from '#server/platform/db/connect.ts';
import type { BusyAct } from './cases/busy.ts';
import type { Places } from './places.ts';

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
  /** How often the rules are run in each round. */
  readonly runs: number;
  /** Live pages that are open at the same time. */
  readonly pages: readonly number[];
  readonly busy: { readonly members: number; readonly messages: number; readonly acts: readonly BusyAct[] };
  readonly places: Places;
}

/** Ours against the baseline over all rounds. */
interface Ratio {
  readonly median: number;
  readonly lowest: number;
  readonly highest: number;
}

/** One line of the table. With a baseline, the ratio is ours divided by it. */
export interface Line {
  readonly name: string;
  readonly engine: Engine | null;
  readonly unit: 'req/s' | 'pages/s' | 'ms';
  readonly own: number;
  readonly raw: number | null;
  readonly ratio: Ratio | null;
  readonly aim: { readonly of: 'ratio' | 'own'; readonly is: 'at least' | 'below'; readonly value: number } | null;
  /** What went wrong; empty for a measurement that counts. */
  readonly problems: readonly string[];
}

/** One round: ours and the baseline, one after the other. */
export interface Round {
  readonly own: number;
  readonly raw: number;
}

/** A line of all rounds. */
export function lineOf(
  what: Pick<Line, 'name' | 'engine' | 'unit' | 'aim'>,
  rounds: readonly Round[],
  problems: readonly string[],
): Line {
  const [own, raw] = [median(rounds.map((round) => round.own)), median(rounds.map((round) => round.raw))];
  return { ...what, own, raw, ratio: ratioOf(rounds), problems };
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? Number.NaN)) / 2;
}

export function ratioOf(rounds: readonly Round[]): Ratio {
  const ratios = rounds.map(({ own, raw }) => own / raw);
  return { median: median(ratios), lowest: Math.min(...ratios), highest: Math.max(...ratios) };
}

export function meets({ aim, ratio, own }: Line): boolean | null {
  if (!aim) return null;
  const value = aim.of === 'ratio' ? (ratio?.median ?? Number.NaN) : own;
  return aim.is === 'at least' ? value >= aim.value : value < aim.value;
}

const headings = ['', 'engine', 'ours', 'raw', 'ours/raw', 'aim', ''];

export function table(lines: readonly Line[]): string {
  const rows = [headings, ...lines.map(cells)];
  const widths = headings.map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)));
  const pad = (cell: string, at: number) => (at < 2 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0));
  return rows.map((row) => row.map(pad).join('  ').trimEnd()).join('\n');
}

function cells(line: Line): string[] {
  const { name, engine, unit, own, raw, ratio, aim, problems } = line;
  return [
    name,
    engine ?? '',
    `${round(own)} ${unit}`,
    raw === null ? '' : `${round(raw)} ${unit}`,
    ratio ? `${ratio.median.toFixed(2)} (${ratio.lowest.toFixed(2)}-${ratio.highest.toFixed(2)})` : '',
    aim ? `${aim.is === 'at least' ? '≥' : '<'} ${aim.value}${aim.of === 'ratio' ? 'x' : ` ${unit}`}` : '',
    problems.length > 0 ? 'FAILED' : { true: 'met', false: 'missed', null: '' }[`${meets(line)}`],
  ];
}

/** Rounds to the significant digits. */
function round(value: number): string {
  return value >= 100 ? Math.round(value).toLocaleString('en') : value.toPrecision(2);
}
