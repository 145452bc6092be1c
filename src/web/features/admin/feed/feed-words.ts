import type { FeedJob, FeedState } from '#contract/feed.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#core/time.ts';
import { weekName } from '#core/weeks.ts';

/** How the feed is, for somebody who has never heard of it. */
export interface FeedWords {
  readonly tone: 'good' | 'warn' | 'bad' | 'plain';
  readonly title: string;
  readonly text: string;
}

export const feedWords: Readonly<Record<FeedState, FeedWords>> = {
  demo: { tone: 'plain', title: 'Demo', text: 'The demo makes up its own games.' },
  off: {
    tone: 'warn',
    title: 'Switched off',
    text: "Games don't update on their own. You enter the scores.",
  },
  quiet: {
    tone: 'good',
    title: 'Quiet',
    text: 'No games right now. We check the schedule now and then.',
  },
  waiting: { tone: 'plain', title: 'Waiting', text: 'Just started. The first update is on its way.' },
  ok: { tone: 'good', title: 'Working', text: 'Scores and lines update on their own.' },
  failing: { tone: 'bad', title: 'Failing', text: 'The last update failed. We keep trying.' },
  late: { tone: 'bad', title: 'Late', text: 'No update when one was due. The server may be stuck.' },
};

/** Whether somebody should do something. */
export function needsHelp(state: FeedState): boolean {
  return state === 'failing' || state === 'late';
}

/** What a job asks for: `week 2026-week1` is the games of Week 1. */
export function jobName({ name }: Pick<FeedJob, 'name'>): string {
  const [kind, of = ''] = name.split(' ');
  if (kind === 'week') return `Games of ${weekName(of)}`;
  if (kind === 'season') return `Schedule of ${of}`;
  return kind === 'standings' ? `Team records of ${of}` : name;
}

const units = [
  [DAY_MS, 'day'],
  [HOUR_MS, 'hour'],
  [MINUTE_MS, 'minute'],
  [1000, 'second'],
] as const;

/** A length of time in its largest whole unit: `3 hours`. */
export function spanText(ms: number): string {
  const [size, word] = units.find(([unit]) => ms >= unit) ?? [1000, 'second'];
  const count = Math.floor(ms / size);
  return `${count} ${word}${count === 1 ? '' : 's'}`;
}
