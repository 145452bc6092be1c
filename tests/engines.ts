import type { Engine } from '#server/platform/db/connect.ts';
import { engines as all } from '#server/platform/db/connect.ts';

/** The engines of tests that depend on the database: both, or only SQLite in a quick run. */
export const engines: readonly Engine[] = process.env.PICKEM_TEST === 'quick' ? ['sqlite'] : all;
