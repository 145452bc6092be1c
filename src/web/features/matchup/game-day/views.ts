import { lazyScreen } from '#web/lib/lazy.tsx';
import type { GameDayViewProps } from './game-day-view.tsx';
import type { SurvivorDayViewProps } from './survivor-day-view.tsx';

/** What the Matchup loads while its picks are looked at. */
export const GameDayView = lazyScreen<GameDayViewProps>(async () => (await import('./game-day-view.tsx')).GameDayView);
export const SurvivorDayView = lazyScreen<SurvivorDayViewProps>(
  async () => (await import('./survivor-day-view.tsx')).SurvivorDayView,
);
