import { dirname, join } from 'node:path';

/** The folder of the repository. */
export const root = dirname(import.meta.dirname);

/** Node's compile cache for the processes that tests start. */
export const compileCache = join(root, '.build/compile-cache');
