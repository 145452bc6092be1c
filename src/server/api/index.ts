import type { Handlers } from '../http/call.ts';
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
import { providers } from './providers.ts';
import { push } from './push.ts';
import { reminders } from './reminders.ts';
import { scores } from './scores.ts';
import { season } from './season.ts';
import { security } from './security.ts';
import { sessions } from './sessions.ts';
import { talk } from './talk.ts';
import { teams } from './teams.ts';
import { users } from './users.ts';
import { verification } from './verification.ts';
import { weekChoices } from './week-choices.ts';

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
