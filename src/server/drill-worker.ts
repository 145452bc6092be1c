import { parentPort, workerData } from 'node:worker_threads';
import type { Job } from './drill/recount.ts';
import { tryBackup } from './drill/recount.ts';
import { upgradeDatabase } from './upgrade/upgrade.ts';

/** Tries a backup on a thread of its own, since that takes seconds and would keep the server from answering. */
parentPort?.postMessage(await tryBackup(workerData as Job, (store) => upgradeDatabase(store, '', true)));
