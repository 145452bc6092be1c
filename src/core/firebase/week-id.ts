import { parseWeekId } from '#core/weeks.ts';

const REGULAR = /^(?:(\d{4})[-_ ]?)?week[-_ ]?0*(\d{1,2})$/i;
const ROUND = /^(\d{4})[-_ ](wild[-_ ]?card|divisional|conference|super[-_ ]?bowl)$/i;

/** Our id of a week in an export: `2024-week05` and `2024 Week 5` are `2024-week5`. Null for a week that we do not have. */
export function readWeekId(text: string): string | null {
  const [, season, number] = REGULAR.exec(text) ?? [];
  const [, year, round = ''] = ROUND.exec(text) ?? [];
  const slug = round
    .toLowerCase()
    .replace(/[-_ ]/g, '')
    .replace('wildcard', 'wild-card')
    .replace('superbowl', 'super-bowl');
  const id = number === undefined ? `${year}-${slug}` : `${season === undefined ? '' : `${season}-`}week${number}`;
  return parseWeekId(id)?.id ?? null;
}
