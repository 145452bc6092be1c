import type { Accounts } from './auth/accounts.ts';
import { createAccounts } from './auth/accounts.ts';
import type { Sessions } from './auth/session.ts';
import { createSessions } from './auth/session.ts';
import type { Clock } from './clock.ts';
import type { Settings } from './env.ts';
import type { Live } from './live/live.ts';
import { createLive } from './live/live.ts';
import type { Store } from './store/connect.ts';
import type { GroupCommit } from './store/group-commit.ts';
import { claimKind, cookieSecret, refuseOtherKind } from './store/meta.ts';
import { migrate } from './store/migrate.ts';
import type { PickOutcome, PickWish } from './store/picks.ts';
import { pickWriter } from './store/picks.ts';
import { rescoreStale } from './store/scores.ts';
import { addMissingTeams } from './store/teams.ts';

/** What the handlers work with. */
export interface Deps {
  readonly settings: Settings;
  readonly store: Store;
  readonly clock: Clock;
  readonly accounts: Accounts;
  readonly sessions: Sessions;
  readonly live: Live;
  readonly picks: GroupCommit<PickWish, PickOutcome>;
  /** Turns true when the server has been told to stop. */
  readonly stopping: () => boolean;
}

/** Makes a database ready to serve as what the settings say it is. @throws where it is marked as the other kind */
export async function prepareStore(store: Store, settings: Settings): Promise<void> {
  await refuseOtherKind(store, settings.kind);
  await migrate(store);
  await claimKind(store, settings.kind);
  await addMissingTeams(store.db);
  await rescoreStale(store);
}

/** Everything behind the calls, on a database that is ready. */
export async function createDeps(
  settings: Settings,
  store: Store,
  clock: Clock,
  stopping: () => boolean = () => false,
): Promise<Deps> {
  const secret = await cookieSecret(store.db);
  const accounts = createAccounts(store, secret, settings);
  return {
    settings,
    store,
    clock,
    accounts,
    sessions: await createSessions(store, accounts, secret),
    live: await createLive(store, clock.now),
    picks: pickWriter(store, clock.now),
    stopping,
  };
}

/** Lets what is under way finish, then closes the database. */
export async function closeDeps({ picks, live, store }: Deps): Promise<void> {
  await picks.idle();
  await live.close();
  await store.close();
}
