import type { Question } from '#web/parts/why/question.ts';
import type { Column } from './cells.ts';

/**
 * What a tap into the table asks: a game's cell about that game, the last one about the season, the name and whatever else of a line about the
 * week. Where the name is a button, that has a meaning of its own.
 */
export function questionAt(target: Element, columns: readonly Pick<Column, 'gid'>[], weekId: string): Question | null {
  const cell = target.closest<HTMLTableCellElement>('tr[data-entry] > *');
  const line = cell?.closest<HTMLElement>('tr');
  const entryId = line?.dataset.entry;
  if (!cell || !entryId || target.closest('button:not(.why)')) return null;
  if (cell === line.lastElementChild) return { entryId, weekId: null };
  return { entryId, weekId, gid: columns[cell.cellIndex - 1]?.gid };
}

/** In a survivor pool, what a tap asks is always how the lives went. */
export function seasonAt(target: Element): Question | null {
  const entryId = target.closest<HTMLElement>('tr[data-entry]')?.dataset.entry;
  return entryId ? { entryId, weekId: null } : null;
}
