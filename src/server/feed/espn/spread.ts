import { isSpread } from '#core/validation.ts';
import type { Fields } from './json.ts';
import { fieldsOf, listOf, numberOf, shown, textOf } from './json.ts';
import type { Report } from './problems.ts';

/** The largest spread that is believed, in points. */
const LARGEST = 60;

const DETAILS = /^([A-Z]{2,4}) ([+-]?\d+(?:\.\d+)?)$/;
const EVEN = /^(EVEN|PICK|PK|PICK'?EM)$/;
const NO_LINE = /^(OFF|NL|N\/A)$/;

/** The codes of a game's sides as ESPN writes them. */
export interface TeamCodes {
  readonly home: string;
  readonly away: string;
}

/**
 * The spread of a competition in the product's sign, positive where the home side is favored; ESPN's is the home side's
 * handicap. Before 2024 it stands in words only.
 * @returns null where ESPN says nothing of it, or, with a report, nothing that makes sense
 */
export function parseSpread(competition: Fields, codes: TeamCodes, report: Report): number | null {
  const odds = listOf(competition.odds)
    .map(fieldsOf)
    .find((each) => textOf(each.details) !== null || numberOf(each.spread) !== null);
  if (!odds) return null;
  const details = textOf(odds.details)?.toUpperCase() ?? '';
  if (NO_LINE.test(details)) return null;
  const worded = spreadInWords(details, codes);
  const handicap = numberOf(odds.spread);
  // Adding 0 turns -0 into 0.
  const spread = handicap === null ? worded : -handicap + 0;
  if (spread === null || !isSpread(spread) || Math.abs(spread) > LARGEST) {
    return report('bad_line', `${shown(handicap ?? odds.details)} is not a line.`);
  }
  if (worded !== null && worded !== spread) {
    return report('bad_line', `${shown(odds.details)} does not mean ${shown(handicap)}.`);
  }
  return spread;
}

/** `PHI -7.5` with PHI at home is 7.5. */
function spreadInWords(details: string, { home, away }: TeamCodes): number | null {
  if (EVEN.test(details)) return 0;
  const [, code, points] = DETAILS.exec(details) ?? [];
  if (code === home) return -Number(points) + 0;
  return code === away ? Number(points) + 0 : null;
}
