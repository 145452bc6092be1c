import { ESPN_URL } from '#server/feed/espn/urls.ts';
import type { Variables } from './variables.ts';
import { parseOrigin } from './variables.ts';

/** The address that the feed of a league asks; null where the feed is switched off. */
export function readFeed(variables: Variables): URL | null {
  const url = readFeedUrl(variables);
  return variables.read('FEED', parseSwitch, true, "'on' or 'off'") ? url : null;
}

/** The address that a command asks, whether the feed of the league is switched on or not. */
export function readFeedUrl(variables: Variables): URL {
  return variables.read('ESPN_URL', parseOrigin, new URL(ESPN_URL), 'an http:// or https:// address without a path');
}

function parseSwitch(text: string): boolean | null {
  if (text === 'on') return true;
  return text === 'off' ? false : null;
}
