import type { PoolRules } from '#core/rules/pool-rules.ts';
import type { Accounts } from '#server/auth/accounts.ts';
import type { Db, Store } from '#server/store/engine/connect.ts';
import { readMeta, writeMeta } from '#server/store/engine/meta.ts';
import { setMembers } from '#server/store/members.ts';
import type { NewPool } from '#server/store/pools.ts';
import { createPool } from '#server/store/pools.ts';
import { addMissingTeams } from '#server/store/teams.ts';
import { createUser } from '#server/store/users.ts';
import { DAY_MS, weekAt, weekStart } from './calendar.ts';
import type { NamedPerson, Person } from './people.ts';
import { bots, DEMO_PASSWORD, findPerson, namedPeople } from './people.ts';
import type { Entry } from './picks.ts';

/** Pools and players of the demo, by the ids of this database. */
const LEAGUE_KEY = 'demo_league';

interface League {
  readonly pools: readonly { readonly id: string; readonly useSpread: boolean }[];
  readonly players: readonly { readonly userId: string; readonly key: string }[];
}

/** The older one first: players begin in the newest pool. */
const pools: readonly (NewPool & {
  readonly rules: Pick<PoolRules, 'useSpread'> & Partial<PoolRules>;
  readonly plays: (person: Person) => boolean;
})[] = [
  {
    name: 'Against the Spread',
    description: 'Beat the line, not just the other team.',
    rules: { useSpread: true, roundSpread: true },
    plays: (person) => person.playsSpread,
  },
  {
    name: 'Sunday Legends',
    description: 'Pick the winners. Nothing else counts.',
    moneyUrl: 'https://example.com/sunday-legends',
    rules: { useSpread: false },
    plays: () => true,
  },
];

/** The demo's pools were founded this long before the first week. */
const FOUNDED_MS = 20 * DAY_MS;

/** At the first start: teams, people, pools and members. Weeks, games and picks come with `openWeeks`. */
export async function seedDemo(store: Store, accounts: Accounts, now: number): Promise<void> {
  if (await readLeague(store.db)) return;
  await addMissingTeams(store.db);
  const accountIds = new Map<string, string>();
  for (const person of namedPeople) accountIds.set(person.key, await ensureLogin(accounts, person));
  const founded = weekStart({ season: weekAt(now).season, number: 1 }) - FOUNDED_MS;
  await store.db.transaction().execute((tx) => found(tx, accountIds, founded));
}

/** Everybody's entry in every pool of the demo. @throws before the league is seeded */
export async function demoEntries(db: Db): Promise<Entry[]> {
  const league = await readLeague(db);
  if (!league) throw new Error('The demo league is not there yet.');
  return league.pools.flatMap(({ id, useSpread }) =>
    league.players.flatMap(({ userId, key }) => {
      const person = findPerson(key);
      const plays = person && (person.playsSpread || !useSpread);
      return plays ? [{ person, userId, poolId: id, useSpread }] : [];
    }),
  );
}

/** The pools that the demo began with. */
export async function demoPools(db: Db): Promise<string[]> {
  return (await readLeague(db))?.pools.map((pool) => pool.id) ?? [];
}

async function found(tx: Db, accountIds: ReadonlyMap<string, string>, founded: number): Promise<void> {
  const people = [...namedPeople, ...bots];
  const userIds = new Map<string, string>();
  for (const { key, name: displayName } of people) {
    const isAdmin = namedPeople.some((named) => named.key === key && named.isAdmin);
    const user = { displayName, accountId: accountIds.get(key) ?? null, isAdmin };
    userIds.set(key, await createUser(tx, user, founded));
  }
  const founding: League['pools'][number][] = [];
  for (const [at, pool] of pools.entries()) {
    const id = await createPool(tx, pool, founded + at);
    const members = people.filter(pool.plays).flatMap(({ key }) => userIds.get(key) ?? []);
    await setMembers(tx, id, members, founded);
    founding.push({ id, useSpread: pool.rules.useSpread });
  }
  const league: League = { pools: founding, players: [...userIds].map(([key, userId]) => ({ userId, key })) };
  await writeMeta(tx, LEAGUE_KEY, JSON.stringify(league));
}

async function readLeague(db: Db): Promise<League | null> {
  const text = await readMeta(db, LEAGUE_KEY);
  return text === null ? null : (JSON.parse(text) as League);
}

/** The account of a named person, with the demo's password where it had none. @returns its id */
async function ensureLogin(accounts: Accounts, { email, name }: NamedPerson): Promise<string> {
  const { internalAdapter, password } = await accounts.$context;
  const known = await internalAdapter.findUserByEmail(email, { includeAccounts: true });
  const { id } =
    known?.user ??
    (await internalAdapter.createUser({ email, name, emailVerified: true }, { method: 'email-password' }));
  if (!known?.accounts.length) {
    const hash = await password.hash(DEMO_PASSWORD);
    await internalAdapter.linkAccount({ userId: id, providerId: 'credential', accountId: id, password: hash });
  }
  return id;
}
