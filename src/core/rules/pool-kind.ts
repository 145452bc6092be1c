import { asksFor } from '#core/formats/traits.ts';
import type { PoolRules } from './pool-rules.ts';

/** The formats by name. Apart from the other words of the rules, since an invitation needs no others. */
export const formatLabels: Readonly<Record<PoolRules['format'], string>> = {
  pickem: "Pick'em",
  confidence: 'Confidence',
  survivor: 'Survivor',
};

/** What kind of pool it is, as members read it: `Pick'em against the spread`. */
export function poolKind({ format, useSpread }: Pick<PoolRules, 'format' | 'useSpread'>): string {
  const label = formatLabels[format];
  if (asksFor('team', { format })) return label;
  return useSpread ? `${label} against the spread` : `${label}, straight up`;
}
