import { easternDate } from '#core/eastern-time.ts';
import { DAY_MS } from './calendar.ts';
import { bell, oneOf, seeded } from './random.ts';
import type { DemoGame } from './season.ts';

/** A forecast is made this long before the kick-off. */
const FORECAST_MS = 6 * DAY_MS;

const roofed = ['ARI', 'ATL', 'DAL', 'DET', 'HOU', 'IND', 'LAC', 'LAR', 'LV', 'MIN', 'NO'];
const warm = ['CAR', 'JAX', 'MIA', 'SF', 'TB', 'TEN'];
/** Usual temperatures in °F from September to January. */
const usual: Readonly<Record<string, number>> = { '09': 72, '10': 60, '11': 48, '12': 38, '01': 33 };
const WARMER = 18;
const FREEZING = 33;

const dry = ['Sunny', 'Mostly sunny', 'Partly cloudy', 'Cloudy', 'Clear', 'Windy'] as const;
const wet = ['Light rain', 'Rain', 'Showers'] as const;
const snowy = ['Snow showers', 'Light snow', 'Snow'] as const;

/** The weather of a game as a text, such as `48°F Light rain`; empty while there is no forecast. */
export function weatherAt(game: Pick<DemoGame, 'gid' | 'home' | 'kickoff' | 'seed'>, now: number): string {
  if (now < game.kickoff - FORECAST_MS) return '';
  if (roofed.includes(game.home)) return 'Indoors';
  const random = seeded(game.seed, game.gid, 'weather');
  const average = (usual[easternDate(game.kickoff).slice(5, 7)] ?? 50) + (warm.includes(game.home) ? WARMER : 0);
  const degrees = Math.round(average + 8 * bell(random));
  const falling = degrees < FREEZING ? snowy : wet;
  return `${degrees}°F ${oneOf(random, random() < 0.25 ? falling : dry)}`;
}
