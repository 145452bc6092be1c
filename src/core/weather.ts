/** What a game's weather looks like. */
export type WeatherKind = 'clear' | 'cloud' | 'rain' | 'snow' | 'wind' | 'fog' | 'indoors';

/** By the words of a text, the first that fits: what falls says more than the sky it falls from. */
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

/** The kind of weather a text such as `48°F Light rain` speaks of (section 2, Game card); null where it does not say. */
export function weatherKind(text: string): WeatherKind | null {
  const lower = text.toLowerCase();
  return words.find(([, pattern]) => pattern.test(lower))?.[0] ?? null;
}
