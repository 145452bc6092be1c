import type { Engine } from '#server/store/engine/connect.ts';
import { engines as all } from '#server/store/engine/connect.ts';

/** The databases of tests for which the database matters: both, or SQLite alone in a quick run. */
export const engines: readonly Engine[] = process.env.PICKEM_TEST === 'quick' ? ['sqlite'] : all;
