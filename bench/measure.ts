import type { Engine } from '#server/platform/db/connect.ts';
import type { BusyAct } from './cases/busy.ts';
import type { Places } from './places.ts';

/** What a case is given: how long to measure, how large the leagues are, on which engines. */
export interface Plan {
  readonly engines: readonly Engine[];
  readonly rounds: number;
  /** How long one stretch of load lasts, in ms. */
  readonly stretchMs: number;
  readonly warmUpMs: number;
  /** Players who save picks at the same time, and readers. */
  readonly players: number;
  /** Members of the pools that are read. */
  readonly poolSizes: readonly number[];
  /** Weeks of the seasons that are read. */
  readonly weeks: number;
  readonly starts: number;
  /** How often the rules are run in each round. */
  readonly runs: number;
  /** Live pages that are open at the same time. */
  readonly pages: readonly number[];
  /** Members of the pool whose Matchup and talk a phone shows. */
  readonly members: number;
  /** Messages in that talk. */
  readonly messages: number;
  /** How many people are reminded at the same time. */
  readonly reminders: number;
  /** Busy members, and what they do. */
  readonly busy: { readonly members: number; readonly acts: readonly BusyAct[] };
  /** A season of messages that is played. */
  readonly season: { readonly players: number; readonly weeks: number };
  /** A pool whose season comes from a spreadsheet. */
  readonly movingIn: { readonly players: number; readonly weeks: number };
  readonly places: Places;
}

/** Ours against the baseline over all rounds. */
export interface Ratio {
  readonly median: number;
  readonly lowest: number;
  readonly highest: number;
}

/** One line of the table. Where there is a baseline, the ratio is ours divided by it. */
export interface Line {
  readonly name: string;
  readonly engine: Engine | null;
  readonly unit: 'req/s' | 'pages/s' | 'ms' | 'µs' | 'KB' | '%';
  readonly own: number;
  readonly raw: number | null;
  readonly ratio: Ratio | null;
  /** Latencies in ms under load. */
  readonly p50: number | null;
  readonly p99: number | null;
  readonly rawP99: number | null;
  readonly aim: Aim | null;
  /** What went wrong; empty for a measurement that counts. */
  readonly problems: readonly string[];
}

/** What the measurement should come to. */
export interface Aim {
  readonly of: 'ratio' | 'own';
  readonly is: 'at least' | 'below';
  readonly value: number;
}

/** One round: ours and the baseline, one after the other. */
export interface Round {
  readonly own: number;
  readonly raw: number;
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
