import type { MonthDay } from './days.ts';
import { readDay } from './days.ts';
import { isNoPick } from './pick-text.ts';

/** What a cell of buy-backs says: a day, that there was one, or that there was none. */
export type BuyBackText =
  | { readonly kind: 'bought'; readonly day: MonthDay | null }
  | { readonly kind: 'none' }
  | { readonly kind: 'unknown' };

const NONE = /^(?:n|nope|never|false|\$?0+(?:\.0+)?)$/i;
const YES =
  /^(?:y(?:es|ep)?|x|true|paid|done|bought back|(?:week|wk|w)\s*#?\d{1,2}|[✓✔☑✅]\ufe0f?|\$?\d+(?:\.\d\d?)?)$/iu;
const YES_BEFORE = /^(?:y(?:es)?|x|paid|\$\d+|[✓✔☑✅]\ufe0f?)[\s,:(–-]+/iu;
/** Two or three may be buy-backs rather than dollars; more are not usual. */
const SEVERAL = /^[23]$/;
const WEEK = /\b(?:week|wk)\b/i;

/** Reads a cell of buy-backs: `9/25`, `yes`, `$25`, `Week 2`, `no`. */
export function readBuyBack(text: string, heading: string): BuyBackText {
  if (isNoPick(text) || NONE.test(text)) return { kind: 'none' };
  const day = readDay(text) ?? readDay(text.replace(YES_BEFORE, '').replace(/\)$/, ''));
  if (day !== null) return { kind: 'bought', day };
  const isNumberOf = SEVERAL.test(text) && !WEEK.test(heading);
  return YES.test(text) && !isNumberOf ? { kind: 'bought', day: null } : { kind: 'unknown' };
}
