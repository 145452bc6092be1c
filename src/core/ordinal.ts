import { lazily } from './lazily.ts';

const rules = lazily(() => new Intl.PluralRules('en-US', { type: 'ordinal' }));
const endings: Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> = { one: 'st', two: 'nd', few: 'rd' };

/** `1st`, `2nd`, `13th`. */
export function ordinal(rank: number): string {
  return `${rank}${endings[rules().select(rank)] ?? 'th'}`;
}
