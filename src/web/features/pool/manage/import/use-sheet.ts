import { useCallback, useEffect, useRef, useState } from 'react';
import type { Wanted } from '#core/sheet/guess-layout.ts';
import type { SheetContext, SheetReading } from '#core/sheet/reading.ts';
import type { SheetTable } from '#core/sheet/table.ts';
import type { SheetAnswer, SheetQuestion } from './sheet-worker.ts';

/** The largest file, in bytes. */
const FILE_MAX = 10_000_000;
/** A file or a sheet that takes longer to read is given up. */
const TIMEOUT_MS = 30_000;

const TOO_SLOW = 'This file takes too long to read. Keep only the sheet with the picks and try again.';
const TOO_LARGE = 'This file is larger than 10 MB. Keep only the sheet with the picks and try again.';
const NOT_READ = "This file couldn't be read. Save it as CSV and try again.";

/** A file whose sheets are read. */
export interface ReadFile {
  readonly name: string;
  readonly tables: readonly SheetTable[];
}

export interface SheetRequest {
  readonly sheet: number;
  readonly context: SheetContext;
  readonly wanted: Wanted;
}

/** What was read; the reading is that of the request beside it, null if the sheet has no picks. */
export interface SheetState {
  readonly isReading: boolean;
  readonly refusal: string | null;
  readonly file: ReadFile | null;
  readonly read: { readonly request: SheetRequest; readonly reading: SheetReading | null } | null;
}

const NOTHING: SheetState = { isReading: false, refusal: null, file: null, read: null };

/** Reads a file in a worker, then its sheets as they are asked for. */
export function useSheet() {
  const [state, setState] = useState(NOTHING);
  const opened = useRef<FileWorker | null>(null);
  const close = useCallback((next: SheetState = NOTHING): void => {
    opened.current?.close();
    opened.current = null;
    setState(next);
  }, []);
  const fail = useCallback((refusal: string) => close({ ...NOTHING, refusal }), [close]);
  useEffect(() => () => opened.current?.close(), []);

  const open = useCallback(
    (file: File): void => {
      if (file.size > FILE_MAX) {
        fail(TOO_LARGE);
        return;
      }
      close({ ...NOTHING, isReading: true });
      const worker = new FileWorker(fail);
      opened.current = worker;
      worker.ask({ kind: 'file', file }, (answer) => {
        if (answer.kind !== 'file') return;
        if ('refusal' in answer.content) fail(answer.content.refusal);
        else setState({ ...NOTHING, file: { name: file.name, tables: answer.content.tables } });
      });
    },
    [close, fail],
  );

  const readSheet = useCallback((request: SheetRequest): void => {
    setState((before) => ({ ...before, isReading: true }));
    opened.current?.ask({ kind: 'sheet', ...request }, (answer) => {
      if (answer.kind !== 'sheet') return;
      setState((before) => ({ ...before, isReading: false, read: { request, reading: answer.reading } }));
    });
  }, []);

  return { state, open, readSheet, close };
}

/** A worker that answers one question at a time; of the questions that arrive meanwhile, only the last is kept. */
class FileWorker {
  readonly #worker = new Worker(new URL('./sheet-worker.ts', import.meta.url), { type: 'module' });
  readonly #onFailure: (refusal: string) => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #onAnswer: ((answer: SheetAnswer) => void) | null = null;
  #next: (() => void) | null = null;

  constructor(onFailure: (refusal: string) => void) {
    this.#onFailure = onFailure;
    this.#worker.addEventListener('message', ({ data }: MessageEvent<SheetAnswer>) => this.#answered(data));
    this.#worker.addEventListener('error', (event) => {
      console.error('Error reading the file', event.message);
      this.#onFailure(NOT_READ);
    });
  }

  ask(question: SheetQuestion, onAnswer: (answer: SheetAnswer) => void): void {
    if (this.#onAnswer !== null) {
      this.#next = () => this.ask(question, onAnswer);
      return;
    }
    this.#onAnswer = onAnswer;
    this.#timer = setTimeout(() => this.#onFailure(TOO_SLOW), TIMEOUT_MS);
    this.#worker.postMessage(question);
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#worker.terminate();
  }

  #answered(answer: SheetAnswer): void {
    clearTimeout(this.#timer);
    const [onAnswer, next] = [this.#onAnswer, this.#next];
    this.#onAnswer = null;
    this.#next = null;
    if (next === null) onAnswer?.(answer);
    else next();
  }
}
