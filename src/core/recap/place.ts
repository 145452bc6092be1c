import { weekName } from '#core/weeks.ts';
import type { RecapStage } from './decided-week.ts';

/** The path of a week's recap. */
export function recapPath(weekId: string): string {
  return `/recap/${weekId}`;
}

/** The heading of a week: `Week 11 recap`; `Week 11 so far` while it is played; `Week 11` before that. */
export function recapTitle(weekId: string, stage: RecapStage): string {
  return `${weekName(weekId)}${titleEnds[stage]}`;
}

const titleEnds: Readonly<Record<RecapStage, string>> = { coming: '', running: ' so far', decided: ' recap' };
