import { weekName } from '#core/weeks.ts';
import type { RecapStage } from './decided-week.ts';

/** Where a week is told. */
export function recapPath(weekId: string): string {
  return `/recap/${weekId}`;
}

/** The heading of a week: `Week 11 recap`; while it is played `Week 11 so far`; before that `Week 11`. */
export function recapTitle(weekId: string, stage: RecapStage): string {
  return `${weekName(weekId)}${titleEnds[stage]}`;
}

const titleEnds: Readonly<Record<RecapStage, string>> = { coming: '', running: ' so far', decided: ' recap' };
