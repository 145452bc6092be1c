import { ownAccount } from './accounts/own-account-routes.ts';
import { passkeys } from './accounts/passkey-routes.ts';
import { accounts } from './accounts/routes.ts';
import { secondFactor } from './accounts/second-factor-routes.ts';
import { admin } from './admin/routes.ts';
import { almanac } from './almanac/routes.ts';
import { calendar } from './calendar/routes.ts';
import { drill } from './drill/routes.ts';
import { picks } from './entering/routes.ts';
import { entries } from './entry-changes/routes.ts';
import { faces } from './faces/routes.ts';
import { feed } from './feed/routes.ts';
import { games } from './game-edits/routes.ts';
import { imports } from './imports/routes.ts';
import { receipts } from './locks/routes.ts';
import { log } from './log/routes.ts';
import { members } from './manage/member-routes.ts';
import { pools } from './manage/routes.ts';
import { money } from './money/routes.ts';
import { notify } from './notify/routes.ts';
import { pickLinks } from './pick-links/routes.ts';
import type { Handlers } from './platform/http/call.ts';
import { health } from './platform/http/health.ts';
import { poolFile } from './pool-file/routes.ts';
import { season } from './season/routes.ts';
import { sideTables } from './side-tables/routes.ts';
import { standings } from './standings/routes.ts';
import { talk } from './talk/routes.ts';

/** A handler for every route of the contract; a missing one does not compile. */
export const handlers: Handlers = {
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
