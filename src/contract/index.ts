import { auth, passwords, providerRoutes, security, sessions, verification } from './accounts.ts';
import { users } from './admin.ts';
import { calendar } from './calendar.ts';
import { entries, players, poolPlayers } from './entries.ts';
import { feed } from './feed.ts';
import { games, poolLines, teams } from './games.ts';
import { health } from './health.ts';
import { audit } from './log.ts';
import { joining, members } from './members.ts';
import { money } from './money.ts';
import { hooks, notifications, push, reminders } from './notify.ts';
import { busEntries, busPicks, guesses, picks, weekChoices } from './picks.ts';
import { announcements, poolAdmin, pools } from './pools.ts';
import type { Part } from './route.ts';
import { season } from './season.ts';
import { lab, scores } from './standings.ts';
import { talk } from './talk.ts';

/** Every call of the API, by `METHOD /path`. */
export const routeTable = {
  ...auth,
  ...passwords,
  ...verification,
  ...providerRoutes,
  ...users,
  ...sessions,
  ...pools,
  ...members,
  ...poolAdmin,
  ...poolLines,
  ...announcements,
  ...joining,
  ...push,
  ...reminders,
  ...notifications,
  ...calendar,
  ...season,
  ...games,
  ...feed,
  ...picks,
  ...busEntries,
  ...busPicks,
  ...entries,
  ...weekChoices,
  ...guesses,
  ...players,
  ...poolPlayers,
  ...audit,
  ...security,
  ...scores,
  ...hooks,
  ...lab,
  ...money,
  ...talk,
  ...teams,
  ...health,
};

export type Routes = typeof routeTable;
export type RouteName = keyof Routes;
export type ParamsOf<K extends RouteName> = Part<Routes[K], 'params'>;
export type BodyOf<K extends RouteName> = Part<Routes[K], 'body'>;
export type QueryOf<K extends RouteName> = Part<Routes[K], 'query'>;
export type ReplyOf<K extends RouteName> = Part<Routes[K], 'reply'>;
