import { dirname, join } from 'node:path';

/** The folder of the package. */
export const root = dirname(import.meta.dirname);

/** Where Node keeps what it has compiled for processes that tests start over and over. */
export const compileCache = join(root, '.build/compile-cache');
