import { weekName, weekRange } from '#core/weeks.ts';

/** `Week 1 to Week 18 (18 weeks)`, or each if there are few. */
export function weeksText(weekIds: readonly string[]): string {
  if (weekIds.length === 0) return 'none';
  if (weekIds.length < 4) return weekIds.map(weekName).join(', ');
  return `${weekRange(weekIds)} (${weekIds.length} weeks)`;
}
