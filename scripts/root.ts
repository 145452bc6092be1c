import { dirname } from 'node:path';

/** The folder of the package. */
export const root = dirname(import.meta.dirname);
