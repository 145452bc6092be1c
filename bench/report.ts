import { availableParallelism, cpus, totalmem } from 'node:os';
import pg from 'pg';
import type { Aim, Line } from './measure.ts';
import { meets } from './measure.ts';

/** The machine that was measured on. */
export interface Facts {
  readonly node: string;
  readonly platform: string;
  readonly cores: number;
  readonly processor: string;
  readonly memoryGb: number;
  readonly sqlite: string;
  readonly postgres: string | null;
}

/** @param postgresUrl null where PostgreSQL was not measured */
export async function readFacts(postgresUrl: string | null): Promise<Facts> {
  return {
    node: process.versions.node,
    platform: `${process.platform} ${process.arch}`,
    cores: availableParallelism(),
    processor: cpus()[0]?.model.trim() ?? 'unknown',
    memoryGb: Math.round(totalmem() / 2 ** 30),
    sqlite: process.versions.sqlite ?? 'unknown',
    postgres: postgresUrl === null ? null : await postgresVersion(postgresUrl),
  };
}

async function postgresVersion(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query('show server_version')).rows[0].server_version;
  } finally {
    await client.end();
  }
}

const headings = ['', 'engine', 'ours', 'raw', 'ours/raw', 'p50 ms', 'p99 ms', 'raw p99', 'aim', ''];

/** All lines as a table for people. */
export function table(lines: readonly Line[]): string {
  const rows = [headings, ...lines.map(cells)];
  const widths = headings.map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)));
  const format = (row: readonly string[]) => row.map((cell, at) => pad(cell, widths[at] ?? 0, at)).join('  ');
  return rows.map((row) => format(row).trimEnd()).join('\n');
}

function pad(cell: string, width: number, column: number): string {
  return column < 2 ? cell.padEnd(width) : cell.padStart(width);
}

function cells(line: Line): string[] {
  const { name, engine, unit, own, raw, ratio, p50, p99, rawP99, aim } = line;
  const number = (value: number | null): string => (value === null ? '' : round(value));
  return [
    name,
    engine ?? '',
    `${round(own)} ${unit}`,
    raw === null ? '' : `${round(raw)} ${unit}`,
    ratio ? `${ratio.median.toFixed(2)} (${ratio.lowest.toFixed(2)}-${ratio.highest.toFixed(2)})` : '',
    number(p50),
    number(p99),
    number(rawP99),
    aim ? describe(aim, unit) : '',
    line.problems.length > 0 ? 'FAILED' : { true: 'met', false: 'missed', null: '' }[`${meets(line)}`],
  ];
}

function describe({ of, is, value }: Aim, unit: string): string {
  return `${is === 'at least' ? '≥' : '<'} ${value}${of === 'ratio' ? 'x' : ` ${unit}`}`;
}

/** As many digits as mean something. */
function round(value: number): string {
  return value >= 100 ? Math.round(value).toLocaleString('en') : value.toPrecision(2);
}
