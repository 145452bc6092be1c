import { auth, passwords, providers, security, sessions, verification } from './accounts/routes.ts';
import { users } from './admin/routes.ts';
import { calendar } from './calendar/routes.ts';
import { entries, players, poolPlayers } from './entries/routes.ts';
import { feed } from './feed/routes.ts';
import { games, poolLines, teams } from './games/routes.ts';
import { audit } from './log/routes.ts';
import { announcements, joining, members } from './members/routes.ts';
import { money } from './money/routes.ts';
import { hooks, notifications, push, reminders } from './notify/routes.ts';
import { busEntries, busPicks, guesses, ownPicks, picks, weekChoices } from './picks/routes.ts';
import type { Handlers } from './platform/http/call.ts';
import { health } from './platform/http/health.ts';
import { poolAdmin, pools } from './pools/routes.ts';
import { season } from './season/routes.ts';
import { lab, scores } from './standings/routes.ts';
import { talk } from './talk/routes.ts';

/** A handler for every route of the contract; a missing one does not compile. */
export const handlers: Handlers = {
  ...auth,
  ...passwords,
  ...verification,
  ...providers,
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
  ...ownPicks,
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
