import { accounts } from './accounts.ts';
import { admin } from './admin.ts';
import { almanac } from './almanac.ts';
import { calendar } from './calendar.ts';
import { drill } from './drill.ts';
import { entries } from './entries.ts';
import { faces } from './faces.ts';
import { feed } from './feed.ts';
import { games } from './games.ts';
import { health } from './health.ts';
import { imports } from './imports.ts';
import { log } from './log.ts';
import { members } from './members.ts';
import { money } from './money.ts';
import { notify } from './notify.ts';
import { ownAccount } from './own-account.ts';
import { passkeys } from './passkeys.ts';
import { pickLinks } from './pick-links.ts';
import { picks } from './picks.ts';
import { poolFile } from './pool-file.ts';
import { pools } from './pools.ts';
import { receipts } from './receipts.ts';
import type { Part } from './route.ts';
import { season } from './season.ts';
import { secondFactor } from './second-factor.ts';
import { sideTables } from './side-tables.ts';
import { standings } from './standings.ts';
import { talk } from './talk.ts';

/** Every call that web and server know, by `METHOD /path`. */
export const routeTable = {
  ...accounts,
  ...secondFactor,
  ...passkeys,
  ...ownAccount,
  ...admin,
  ...drill,
  ...pools,
  ...members,
  ...entries,
  ...faces,
  ...almanac,
  ...picks,
  ...pickLinks,
  ...games,
  ...standings,
  ...sideTables,
  ...talk,
  ...money,
  ...notify,
  ...calendar,
  ...season,
  ...feed,
  ...log,
  ...receipts,
  ...poolFile,
  ...imports,
  ...health,
};

export type Routes = typeof routeTable;
export type RouteName = keyof Routes;
export type ParamsOf<K extends RouteName> = Part<Routes[K], 'params'>;
export type BodyOf<K extends RouteName> = Part<Routes[K], 'body'>;
export type QueryOf<K extends RouteName> = Part<Routes[K], 'query'>;
export type ReplyOf<K extends RouteName> = Part<Routes[K], 'reply'>;
