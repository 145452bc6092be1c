import type { Fields } from './json.ts';
import { at, fieldsOf, numberOf, textOf } from './json.ts';

const INDOORS = 'Indoors';
const LONGEST = 40;

/**
 * The weather of a game as a text, such as `43°F Partly sunny`. Under a roof it is that of the city, which says nothing.
 * @returns undefined where ESPN does not know it: far ahead, abroad and after the end
 */
export function weatherText(event: Fields, competition: Fields): string | undefined {
  if (at(competition, 'venue', 'indoor') === true) return INDOORS;
  const weather = fieldsOf(event.weather);
  const sky = textOf(weather.displayValue);
  if (sky === null || sky.length > LONGEST) return undefined;
  const degrees = numberOf(weather.temperature) ?? numberOf(weather.highTemperature);
  return degrees === null ? sky : `${Math.round(degrees)}°F ${sky}`;
}
