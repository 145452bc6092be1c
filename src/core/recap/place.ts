import { weekName } from '#core/weeks.ts';

/** Where a week is told. */
export function recapPath(weekId: string): string {
  return `/recap/${weekId}`;
}

/** The heading of a week: `Week 11 recap`; while it is played `Week 11 so far`. */
export function recapTitle(weekId: string, isDecided: boolean): string {
  return `${weekName(weekId)} ${isDecided ? 'recap' : 'so far'}`;
}
