import type { NoticeKind } from './kinds.ts';

/** The most messages of a kind that a person gets by one channel within an hour. */
const MOST_AN_HOUR = 20;
/** Of mentions, the most by one author: a flood from one member must not use up the limit for the others. */
const MOST_BY_ONE = 5;

/** How many messages of a kind a person got by one channel within the last hour, and how many of them are by the author of the next one. */
export interface LastHour {
  readonly all: number;
  readonly byAuthor: number;
}

/** Whether a person has had too many messages of a kind to get another one now (decision 037). */
export function isTooMany(kind: NoticeKind, { all, byAuthor }: LastHour): boolean {
  return all >= MOST_AN_HOUR || (kind === 'mention' && byAuthor >= MOST_BY_ONE);
}
