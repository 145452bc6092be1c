import { ESPN_URL } from './feed/espn/urls.ts';

type Read = <T>(name: string, parse: (text: string) => T | null, otherwise: T, expected: string) => T;

/** Whom the feed of a league asks; null where it is switched off. */
export function readFeed(read: Read): URL | null {
  const url = readFeedUrl(read);
  return read('FEED', parseSwitch, true, "'on' or 'off'") ? url : null;
}

/** Whom a command asks, whether the feed of the league is switched on or not. */
export function readFeedUrl(read: Read): URL {
  return read('ESPN_URL', parseUrl, new URL(ESPN_URL), 'an http:// or https:// address without a path');
}

function parseSwitch(text: string): boolean | null {
  if (text === 'on') return true;
  return text === 'off' ? false : null;
}

function parseUrl(text: string): URL | null {
  const url = URL.parse(text);
  if (url?.pathname !== '/' || url.search || url.hash || url.username || url.password) return null;
  return url.protocol === 'https:' || url.protocol === 'http:' ? url : null;
}
