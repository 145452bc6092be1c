/** What a game's weather looks like. */
export type WeatherKind = 'clear' | 'cloud' | 'rain' | 'snow' | 'wind' | 'fog' | 'indoors';

/** The first match in a text wins: precipitation comes before the sky. */
const words: readonly (readonly [WeatherKind, RegExp])[] = [
  ['indoors', /\b(?:indoors?|dome|roof)/],
  ['snow', /\b(?:snow|sleet|flurr|blizzard|ice|icy|wintry)/],
  ['rain', /\b(?:rain|shower|drizzle|storm|thunder|t-storm)/],
  ['fog', /\b(?:fog|mist|haz[ey]|smok[ey])/],
  ['wind', /\b(?:wind|breez|gust|blustery)/],
  ['clear', /\b(?:mostly (?:sunny|clear))/],
  ['cloud', /\b(?:cloud|overcast|partly|intermittent|dreary)/],
  ['clear', /\b(?:clear|sun|fair|hot|cold)/],
];

/** The kind of weather in a text such as `48°F Light rain` (section 2, Game card); null if it names none. */
export function weatherKind(text: string): WeatherKind | null {
  const lower = text.toLowerCase();
  return words.find(([, pattern]) => pattern.test(lower))?.[0] ?? null;
}
