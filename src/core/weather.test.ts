import { expect, it } from 'vitest';
import { weatherKind } from './weather.ts';

it.each([
  ['Indoors', 'indoors'],
  ['Dome', 'indoors'],
  ['72°F Sunny', 'clear'],
  ['70°F Mostly sunny', 'clear'],
  ['65°F Clear', 'clear'],
  ['43°F Partly sunny', 'cloud'],
  ['60°F Partly cloudy', 'cloud'],
  ['58°F Cloudy', 'cloud'],
  ['Overcast', 'cloud'],
  ['48°F Light rain', 'rain'],
  ['61°F Showers', 'rain'],
  ['75°F Thunderstorms', 'rain'],
  ['Mostly cloudy w/ showers', 'rain'],
  ['30°F Snow showers', 'snow'],
  ['28°F Light snow', 'snow'],
  ['31°F Flurries', 'snow'],
  ['Rain and snow', 'snow'],
  ['50°F Windy', 'wind'],
  ['55°F Breezy, sunny', 'wind'],
  ['45°F Fog', 'fog'],
  ['Hazy sunshine', 'fog'],
])('%s looks like %s', (text, kind) => {
  expect(weatherKind(text)).toBe(kind);
});

it.each(['', '61°F', 'Nice'])('of "%s" nothing is known', (text) => {
  expect(weatherKind(text)).toBeNull();
});
