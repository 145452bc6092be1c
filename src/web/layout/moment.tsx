import { late } from '#web/parts/late.tsx';

/** What happens when the lead changes comes after the page: it is not needed to show it. */
export const LeaderMoment = late(async () => (await import('./leader-moment.tsx')).LeaderMoment);
