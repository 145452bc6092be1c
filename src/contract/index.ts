import { auth } from './auth.ts';
import { games } from './games.ts';
import { health } from './health.ts';
import { picks } from './picks.ts';
import { pools } from './pools.ts';
import type { Part } from './route.ts';
import { scores } from './scores.ts';
import { teams } from './teams.ts';
import { users } from './users.ts';

/** Every call that web and server know, by `METHOD /path`. */
export const routeTable = {
  ...auth,
  ...users,
  ...pools,
  ...games,
  ...picks,
  ...scores,
  ...teams,
  ...health,
};

export type Routes = typeof routeTable;
export type RouteName = keyof Routes;
export type ParamsOf<K extends RouteName> = Part<Routes[K], 'params'>;
export type BodyOf<K extends RouteName> = Part<Routes[K], 'body'>;
export type QueryOf<K extends RouteName> = Part<Routes[K], 'query'>;
export type ReplyOf<K extends RouteName> = Part<Routes[K], 'reply'>;
