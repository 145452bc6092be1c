import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { InvalidArgumentError } from 'commander';
import { positionsIn } from '#core/csv-text.ts';
import type { FileText } from '#core/file-text.ts';
import { textOfFile } from '#core/file-text.ts';
import { tooDeepAt } from '#core/json-depth.ts';
import { checkRules } from '#core/rules/check-rules.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import type { PresetName } from '#core/rules/presets.ts';
import { isPreset, presetNames, presets } from '#core/rules/presets.ts';
import type { Pool } from '#core/types.ts';
import { parseWeekId } from '#core/weeks.ts';
import type { Flaw } from '#server/platform/csv.ts';
import { inOrder } from '#server/platform/csv.ts';
import type { Db } from '#server/platform/db/connect.ts';
import { DatabaseError } from '#server/platform/db/connect.ts';
import { SettingsError } from '#server/platform/env/variables.ts';
import { livingPools, poolWeeks } from '#server/pools/reads.ts';

/** The year of a season, as an option. */
export function parseYear(text: string): number {
  if (/^[12]\d{3}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('A season is a year, such as 2026.');
}

/** Resolves a path against the user's folder: npm runs its scripts in the project's folder, wherever it is called. */
export function fromHere(path: string): string {
  const { npm_lifecycle_event: script, INIT_CWD: here } = process.env;
  return resolve(script === 'pickem' && here ? here : '.', path);
}

/** The full path of a file that a command is going to write. @throws Problem if it exists */
export function newFile(path: string): string {
  const file = fromHere(path);
  if (existsSync(file)) throw new Problem(`${path} exists already. Nothing was written.`);
  return file;
}

/** Writes a new file that only its owner may read. @throws Problem if it cannot be written */
export function writeNewFile(file: string, text: string): void {
  try {
    writeFileSync(file, text, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    throw new Problem(`${file} cannot be written: ${(error as Error).message}`);
  }
}

/** Reads a text file. @throws Problem if it cannot be read */
export function readText(file: string): FileText {
  return textOfFile(readBytes(file), (bytes, label) =>
    new TextDecoder(label, { fatal: label === 'utf-8' }).decode(bytes),
  );
}

function readBytes(file: string): Uint8Array {
  try {
    return readFileSync(fromHere(file));
  } catch (error) {
    throw new Problem(`${file}: ${whyUnreadable(error as NodeJS.ErrnoException)}`);
  }
}

function whyUnreadable(error: NodeJS.ErrnoException): string {
  if (error.code === 'ENOENT') return 'there is no such file.';
  if (error.code === 'EISDIR') return 'this is a folder, not a file.';
  return error.code === 'EACCES' ? 'it may not be read.' : error.message;
}

/** Exit codes: a bad command line, and all other failures. */
export const EXIT_FAILED = 1;
export const EXIT_USAGE = 2;

/** Maximum lines of a list that are shown; the rest is counted. */
const SHOWN_LINES = 20;

/** A failure that the user can fix: reported without a stack, exit code 1. */
export class Problem extends Error {}

/** Whether a failure is reported by its message only; all others are bugs and show a stack. */
export function isExpected(error: Error): boolean {
  return error instanceof Problem || error instanceof SettingsError || error instanceof DatabaseError;
}

/** A file that cannot be imported, with every reason. */
export class FlawedFile extends Problem {
  constructor(file: string, flaws: readonly Flaw[]) {
    super([...flawLines(file, flaws, 'more error'), 'Nothing was imported.'].join('\n'));
  }
}

/** `FILE:LINE:COLUMN: MESSAGE`, in the order of the file; the first of many, and how many `more` there are. */
export function flawLines(file: string, flaws: readonly Flaw[], more: string): string[] {
  const lines = inOrder(flaws).map((flaw) => `${file}:${flaw.line}:${flaw.column}: ${flaw.message}`);
  return firstLines(lines, more);
}

/** The first of many lines, and how many `more` there are. */
export function firstLines(lines: readonly string[], more: string): string[] {
  const hidden = lines.length - SHOWN_LINES;
  return hidden > 0 ? [...lines.slice(0, SHOWN_LINES), `… and ${count(hidden, more)}.`] : [...lines];
}

/** `1 game`, `2 games`. */
export function count(number: number, word: string, words = `${word}s`): string {
  return `${number} ${number === 1 ? word : words}`;
}

/** The pool with a name or id; null if there is none. @throws Problem if several have the name */
export async function findNamedPool(db: Db, nameOrId: string): Promise<Pool | null> {
  const pools = await livingPools(db);
  const named = pools.filter((pool) => pool.name === nameOrId);
  if (named.length > 1) {
    const ids = named.map((pool) => `  ${pool.id}`).join('\n');
    throw new Problem(`${named.length} pools are named '${nameOrId}'. Say --pool with the id of one of them:\n${ids}`);
  }
  return named[0] ?? pools.find((pool) => pool.id === nameOrId) ?? null;
}

/** Like `findNamedPool`, for a pool that must exist. @throws Problem */
export async function poolNamed(db: Db, nameOrId: string): Promise<Pool> {
  const pool = await findNamedPool(db, nameOrId.trim());
  if (!pool) throw new Problem(`There is no pool '${nameOrId}'.`);
  return pool;
}

/** The enabled weeks of a pool, of one season if given. Reports on standard error if there are none. */
export async function weeksOfPool(db: Db, pool: Pool, season: number | undefined): Promise<string[]> {
  const all = await poolWeeks(db, pool.id);
  const weeks = all.filter((weekId) => season === undefined || parseWeekId(weekId)?.season === season);
  if (weeks.length === 0) console.error(`Pool '${pool.name}' has no weeks${season ? ` in ${season}` : ''}.`);
  return weeks;
}

/** The rules of a pool as command-line options. */
export interface RulesOptions {
  readonly preset?: PresetName;
  /** A file with some rules as JSON. */
  readonly rules?: string;
}

/** Adds the options that `rulesOfOptions` reads. */
export function addRulesOptions(command: Command): Command {
  return command
    .option('--preset <name>', `the rules of the pool: ${presetNames.join(', ')}`, parsePreset)
    .option('--rules <rules.json>', 'rules by name, beside those of the preset');
}

/** The rules of the options; null if none are given. @throws Problem with all problems of the file */
export function rulesOfOptions({ preset, rules: file }: RulesOptions): PoolRules | null {
  const base = presets[preset ?? 'classic'];
  if (file === undefined) return preset === undefined ? null : base;
  const checked = checkRules(parseJson(file), base);
  if ('rules' in checked) return checked.rules;
  throw new Problem([...checked.problems.map((problem) => `${file}: ${problem}`), 'Nothing was imported.'].join('\n'));
}

function parsePreset(name: string): PresetName {
  if (isPreset(name)) return name;
  throw new InvalidArgumentError(`There is no preset '${name}'. Presets: ${presetNames.join(', ')}.`);
}

/** The deepest JSON file that is read; an export of Firebase has 7 levels. */
const JSON_DEPTH = 64;

/** Reads a JSON file. @throws Problem if it cannot be read */
export function parseJson(file: string): unknown {
  const { text } = readText(file);
  const deep = tooDeepAt(text, JSON_DEPTH);
  if (deep !== null) {
    const { line, column } = positionsIn(text)(deep);
    const place = `line ${line}, character ${column}`;
    throw new Problem(`${file}: ${place}: this nests more than ${JSON_DEPTH} levels deep.\nNothing was imported.`);
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new Problem(`${file}: this is not JSON: ${error.message}\nNothing was imported.`);
  }
}
