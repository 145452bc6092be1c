/** Works out game days off the page's own thread, each as it is asked for: a `DayWeek` comes in, its `GameDay` goes out. */
import { gameDay } from '#core/game-day/game-day.ts';
import type { DayWeek } from '#core/game-day/week.ts';

declare const self: DedicatedWorkerGlobalScope;

self.addEventListener('message', ({ data }: MessageEvent<DayWeek>) => self.postMessage(gameDay(data)));
