import type { IconName } from '#web/ui/icon.tsx';

interface ScreenLink {
  readonly to: string;
  readonly text: string;
  readonly icon: IconName;
}

/** The screens of a player, in the order of the header. */
export const screenLinks = [
  { to: '/picks', text: 'Picks', icon: 'check' },
  { to: '/matchup', text: 'MatchUp', icon: 'grid' },
  { to: '/scoreboard', text: 'Scoreboard', icon: 'trophy' },
  { to: '/pool', text: 'Pool', icon: 'ball' },
] as const satisfies readonly ScreenLink[];
