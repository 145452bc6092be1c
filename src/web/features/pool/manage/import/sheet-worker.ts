/** Reads files and their sheets off the main thread, which ends this worker if that takes too long. */
import type { Wanted } from '#core/sheet/guess-layout.ts';
import { guessLayout } from '#core/sheet/guess-layout.ts';
import type { SheetContext, SheetReading } from '#core/sheet/reading.ts';
import type { SheetTable } from '#core/sheet/table.ts';
import type { FileContent } from './read-file.ts';
import { readFile } from './read-file.ts';

/** A question to the worker: first the file, then how one of its sheets reads. */
export type SheetQuestion =
  | { readonly kind: 'file'; readonly file: File }
  | { readonly kind: 'sheet'; readonly sheet: number; readonly context: SheetContext; readonly wanted: Wanted };

/** The answers, in the order of the questions. A sheet without picks has no reading. */
export type SheetAnswer =
  | { readonly kind: 'file'; readonly content: FileContent }
  | { readonly kind: 'sheet'; readonly reading: SheetReading | null };

let tables: readonly SheetTable[] = [];

addEventListener('message', async ({ data }: MessageEvent<SheetQuestion>) => {
  postMessage((await answer(data)) satisfies SheetAnswer);
});

async function answer(question: SheetQuestion): Promise<SheetAnswer> {
  if (question.kind === 'file') {
    const content = await readFile(new Uint8Array(await question.file.arrayBuffer()));
    tables = 'tables' in content ? content.tables.map((table) => ({ ...table, file: question.file.name })) : [];
    return { kind: 'file', content };
  }
  const table = tables[question.sheet];
  const reading = table ? guessLayout(table, question.context, question.wanted) : null;
  return { kind: 'sheet', reading: reading !== null && isUseful(reading) ? reading : null };
}

function isUseful({ picks, problems }: SheetReading): boolean {
  return picks.length > 0 || problems > 0;
}
