import { chmodSync, mkdirSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Staged } from '#server/platform/db/backup.ts';
import { freeSpace, ROOM_LEFT, stage } from '#server/platform/db/backup.ts';
import type { Store } from '#server/platform/db/connect.ts';
import { connect } from '#server/platform/db/connect.ts';
import { countLostReferences } from '#server/platform/db/file-check.ts';
import { inspect } from '#server/platform/db/meta.ts';
import { isNewer } from '#server/platform/db/migrate.ts';
import { isStaleIn, recountAll, staleWeeks } from '#server/standings/store.ts';

/** A copy contains password hashes, so only its owner may enter its folder. */
const FOLDER_MODE = 0o700;
/** The folder of the temporary copy, beside the backup. */
const FOLDER = '.drill';

/** What became of a backup that was tried. */
export type Tried =
  | { readonly isUsable: false; readonly why: Exclude<Staged, 'league'> | 'no room' }
  | {
      readonly isUsable: true;
      /** Recounted scores. */
      readonly scores: number;
      /** How many of them are stored otherwise. */
      readonly wrong: number;
      /** Rows that refer to rows that are not there. */
      readonly lost: number;
    };

/** What is to be tried: a backup file, or a database that holds a restored dump. */
export type Job = { readonly file: string } | { readonly database: string };

/** Upgrades a database, as the server does when it starts on a restored backup. */
export type Upgrade = (store: Store) => Promise<unknown>;

/** Restores a backup into a temporary copy, which is removed in any case, and recounts its scores. Blocks the thread that runs it. */
export function tryBackup(job: Job, upgrade: Upgrade): Promise<Tried> {
  return 'file' in job ? tryFile(job.file, upgrade) : recountDatabase(job.database, upgrade);
}

/** Removes the temporary copy of a backup, such as one that a killed drill left. */
export function discardCopy(file: string): void {
  rmSync(folderOf(file), { recursive: true, force: true });
}

function folderOf(file: string): string {
  return join(dirname(file), FOLDER);
}

async function tryFile(file: string, upgrade: Upgrade): Promise<Tried> {
  discardCopy(file);
  if (freeSpace(dirname(file)) < statSync(file).size + ROOM_LEFT) return { isUsable: false, why: 'no room' };
  try {
    mkdirSync(folderOf(file), { mode: FOLDER_MODE });
    chmodSync(folderOf(file), FOLDER_MODE); // Whatever the mask of the process.
    const copy = join(folderOf(file), 'copy.db');
    const contents = await stage(file, copy);
    return contents === 'league' ? await recountDatabase(copy, upgrade) : { isUsable: false, why: contents };
  } finally {
    discardCopy(file);
  }
}

async function recountDatabase(location: string, upgrade: Upgrade): Promise<Tried> {
  const store = connect(location);
  try {
    const contents = await inspect(store);
    if (contents !== 'league') return { isUsable: false, why: contents };
    if (await isNewer(store)) return { isUsable: false, why: 'newer' };
    await upgrade(store);
    const lost = store.engine === 'sqlite' ? await countLostReferences(store) : 0;
    const { scores, differences } = await recountAll(store);
    // The backup was made between a change and its scores: a server that starts on it works them out.
    const waiting = await staleWeeks(store.db);
    const wrong = differences.filter(
      ({ weekId, poolId }) => !waiting.some((stale) => stale.weekId === weekId && isStaleIn(stale, poolId)),
    );
    return { isUsable: true, scores, wrong: wrong.length, lost };
  } finally {
    await store.close();
  }
}
