import { weekName } from '#core/weeks.ts';

/** `Week 1 to Week 18 (18 weeks)`, or each if there are few. */
export function weeksText(weekIds: readonly string[]): string {
  if (weekIds.length === 0) return 'none';
  if (weekIds.length < 4) return weekIds.map(weekName).join(', ');
  return `${weekName(weekIds[0] ?? '')} to ${weekName(weekIds.at(-1) ?? '')} (${weekIds.length} weeks)`;
}
