import type { Db } from '#server/store/engine/connect.ts';
import type { SecurityNote } from '../store/security-log.ts';
import { addSecurityRow, countSecurityRow } from '../store/security-log.ts';
import { SecurityQueue } from './security-queue.ts';

/** Events are gathered this long before they are written, in ms. */
const GATHER_MS = 300;
/** So many rows are written in one transaction. */
const ROWS_AT_ONCE = 100;

/**
 * Keeps the security log. It is written in the background, so that nobody waits for it; what an attack can write is bounded
 * (decision 021).
 */
export interface SecurityLog {
  note(note: SecurityNote): void;
  /** Resolves when everything noted so far is written. @throws where it cannot be written */
  flush(): Promise<void>;
}

/** @param onError told when rows could not be written in the background; the next write tries them again */
export function createSecurityLog(
  db: Db,
  onError: (error: unknown) => void,
  now: () => number = Date.now,
): SecurityLog {
  const queue = new SecurityQueue();
  let timer: NodeJS.Timeout | null = null;
  let lastWrite: Promise<void> = Promise.resolve();

  async function writeAll(): Promise<void> {
    for (let rows = queue.pending(ROWS_AT_ONCE); rows.length > 0; rows = queue.pending(ROWS_AT_ONCE)) {
      const counts = rows.map((row) => ({ row, times: row.unwritten }));
      const ids: number[] = [];
      await db.transaction().execute(async (tx) => {
        for (const { row, times } of counts) {
          if (row.id !== null) await countSecurityRow(tx, row.id, times);
          ids.push(row.id ?? (await addSecurityRow(tx, { ...row, times })));
        }
      });
      counts.forEach(({ row, times }, at) => void queue.written(row, ids[at] ?? 0, times));
    }
  }

  function flush(): Promise<void> {
    if (timer) clearTimeout(timer);
    timer = null;
    lastWrite = lastWrite.catch(() => {}).then(writeAll);
    return lastWrite;
  }

  return {
    flush,
    note(note) {
      queue.add(note, now());
      timer ??= setTimeout(() => void flush().catch(onError), GATHER_MS).unref();
    },
  };
}
