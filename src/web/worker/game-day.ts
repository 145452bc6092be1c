/** Works out game days off the page's own thread, each as it is asked for: a `DayWeek` or a `SurvivorDay` comes in, what it means goes out. */
import { gameDay } from '#core/game-day/game-day.ts';
import type { SurvivorDay } from '#core/game-day/survivor.ts';
import { survivorOutlook } from '#core/game-day/survivor.ts';
import type { DayWeek } from '#core/game-day/week.ts';

declare const self: DedicatedWorkerGlobalScope;

self.addEventListener('message', ({ data }: MessageEvent<DayWeek | SurvivorDay>) => {
  self.postMessage('rules' in data ? gameDay(data) : survivorOutlook(data));
});
