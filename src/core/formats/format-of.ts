import type { PoolRules } from '#core/rules/pool-rules.ts';
import { confidence } from './confidence/format.ts';
import type { Format } from './format.ts';
import { pickem } from './pickem/format.ts';
import { survivor } from './survivor/format.ts';
import type { FormatName } from './traits.ts';

const formats: Readonly<Record<FormatName, Format>> = { pickem, confidence, survivor };

/** What the format of a pool computes. Not for screens: it brings all formats. */
export function formatOf({ format }: Pick<PoolRules, 'format'>): Format {
  return formats[format];
}
