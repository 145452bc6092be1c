import type { Engine } from '#server/platform/db/connect.ts';
import { engines as all } from '#server/platform/db/connect.ts';

/** The databases of tests for which the database matters: both, or SQLite alone in a quick run. */
export const engines: readonly Engine[] = process.env.PICKEM_TEST === 'quick' ? ['sqlite'] : all;
