/** Calculates game days outside the main thread: each message is a `VisibleWeek`, and the reply is its `GameDay`. */
import type { GameDay } from '#core/game-day/game-day.ts';
import { gameDay } from '#core/game-day/game-day.ts';
import type { VisibleWeek } from '#core/game-day/visible-week.ts';
import { dayWeekOf } from '#core/game-day/visible-week.ts';

declare const self: DedicatedWorkerGlobalScope;

self.addEventListener('message', ({ data }: MessageEvent<VisibleWeek>) => {
  const report: GameDay = gameDay(dayWeekOf(data));
  self.postMessage(report);
});
