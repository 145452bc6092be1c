import type { Handlers } from '../http/call.ts';
import { auth } from './auth.ts';
import { games } from './games.ts';
import { health } from './health.ts';
import { picks } from './picks.ts';
import { pools } from './pools.ts';
import { scores } from './scores.ts';
import { teams } from './teams.ts';
import { users } from './users.ts';

/** A handler for every route of the contract; a missing one does not compile. */
export const handlers: Handlers = { ...auth, ...users, ...pools, ...games, ...picks, ...scores, ...teams, ...health };
