import { announcements } from './announcements.ts';
import { audit } from './audit.ts';
import { auth } from './auth.ts';
import { busEntries } from './bus-entries.ts';
import { busPicks } from './bus-picks.ts';
import { calendar } from './calendar.ts';
import { entries } from './entries.ts';
import { feed } from './feed.ts';
import { games } from './games.ts';
import { guesses } from './guesses.ts';
import { health } from './health.ts';
import { hooks } from './hooks.ts';
import { joining } from './joining.ts';
import { lab } from './lab.ts';
import { members } from './members.ts';
import { money } from './money.ts';
import { notifications } from './notifications.ts';
import { passwords } from './passwords.ts';
import { picks } from './picks.ts';
import { players } from './players.ts';
import { poolAdmin } from './pool-admin.ts';
import { poolLines } from './pool-lines.ts';
import { poolPlayers } from './pool-players.ts';
import { pools } from './pools.ts';
import { providerRoutes } from './providers.ts';
import { push } from './push.ts';
import { reminders } from './reminders.ts';
import type { Part } from './route.ts';
import { scores } from './scores.ts';
import { season } from './season.ts';
import { security } from './security.ts';
import { sessions } from './sessions.ts';
import { talk } from './talk.ts';
import { teams } from './teams.ts';
import { users } from './users.ts';
import { verification } from './verification.ts';
import { weekChoices } from './week-choices.ts';

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
