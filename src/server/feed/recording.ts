import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RawResponse } from './espn/client.ts';

/**
 * A folder of answers, as they came over time: `answers.jsonl` has a line for each, in their order, and `bodies` has each
 * different body once. It can be written by hand, too: a status of 0 is a connection that breaks.
 */
const LIST = 'answers.jsonl';
const BODIES = 'bodies';

/** One line of a recording. */
export interface RecordedResponse {
  /** ms */
  readonly at: number;
  /** With its query. */
  readonly path: string;
  readonly status: number;
  /** A file in `bodies`; its name is a hash of what it holds. */
  readonly body: string;
  /** The answer takes so long, in ms. */
  readonly delayMs?: number;
}

/** Writes answers to a folder, which may have some already. */
export class Recorder {
  readonly #folder: string;
  readonly #now: () => number;
  #count = 0;

  constructor(folder: string, now: () => number) {
    this.#folder = folder;
    this.#now = now;
    mkdirSync(join(folder, BODIES), { recursive: true });
  }

  /** Answers written up to now. */
  get count(): number {
    return this.#count;
  }

  add({ path, status, text }: Pick<RawResponse, 'path' | 'status' | 'text'>, delayMs?: number): void {
    const body = `${createHash('sha256').update(text).digest('hex').slice(0, 24)}.json`;
    const file = join(this.#folder, BODIES, body);
    if (!existsSync(file)) writeFileSync(file, text);
    const line: RecordedResponse = {
      at: this.#now(),
      path,
      status,
      body,
      ...(delayMs === undefined ? {} : { delayMs }),
    };
    appendFileSync(join(this.#folder, LIST), `${JSON.stringify(line)}\n`);
    this.#count += 1;
  }
}

/** A folder that cannot be replayed. */
export class RecordingError extends Error {}

/** The lines of a recording, by time. @throws RecordingError where the folder holds none */
export function readRecording(folder: string): RecordedResponse[] {
  try {
    const lines = readFileSync(join(folder, LIST), 'utf8').split('\n');
    const recorded = lines.filter((line) => line.trim() !== '').map((line) => JSON.parse(line) as RecordedResponse);
    return recorded.sort((a, b) => a.at - b.at);
  } catch (error) {
    throw new RecordingError(`${folder} holds no recording: ${(error as Error).message}`);
  }
}

export function readBody(folder: string, { body }: RecordedResponse): string {
  return readFileSync(join(folder, BODIES, body), 'utf8');
}
