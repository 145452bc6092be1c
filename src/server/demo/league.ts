import type { MoneyPlan } from '#core/money.ts';
import { FEE } from '#core/money.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import { presets } from '#core/rules/presets.ts';
import { DAY_MS } from '#core/time.ts';
import type { Accounts } from '#server/auth/accounts.ts';
import { createUser } from '#server/store/accounts.ts';
import type { Db, Store } from '#server/store/engine/connect.ts';
import { readMeta, writeMeta } from '#server/store/engine/meta.ts';
import { entriesOfPool } from '#server/store/entry-reads.ts';
import { newId } from '#server/store/ids.ts';
import { setMembers } from '#server/store/members.ts';
import { writePlan } from '#server/store/money-plans.ts';
import { replacePayment } from '#server/store/payments.ts';
import type { NewPool } from '#server/store/pool-admin.ts';
import { createPool } from '#server/store/pool-admin.ts';
import { addMissingTeams } from '#server/store/teams.ts';
import { weekAt, weekStart } from './calendar.ts';
import type { NamedPerson, Person } from './people.ts';
import { bots, DEMO_PASSWORD, findPerson, namedPeople } from './people.ts';
import type { DemoPlayer, PoolKind } from './picks.ts';
import { seedTalk } from './talk.ts';

/** Pools and players of the demo, by the ids of this database. */
const LEAGUE_KEY = 'demo_league';

interface League {
  readonly pools: readonly { readonly id: string; readonly kind: PoolKind }[];
  readonly players: readonly { readonly userId: string; readonly key: string }[];
}

/** Enough lives for some to be left in the week in which the demo opens. */
export const survivorRules: PoolRules = { ...presets.survivor, lives: 2 };

/** A league that was founded with two pools names their kinds by `useSpread`. */
interface StoredLeague extends Pick<League, 'players'> {
  readonly pools: readonly { readonly id: string; readonly kind?: PoolKind; readonly useSpread?: boolean }[];
}

/** The older one first: players begin in the newest pool. */
const pools: readonly (NewPool & {
  readonly kind: PoolKind;
  readonly rules: Partial<PoolRules>;
  readonly money?: MoneyPlan;
  /** Further entries of people. */
  readonly more?: readonly { readonly of: string; readonly name: string }[];
})[] = [
  {
    name: 'Survivor',
    description: 'One team a week, each team once. Two losses and you are out.',
    kind: 'survivor',
    rules: survivorRules,
  },
  {
    name: 'Confidence',
    description: 'The surer you are, the more a game is worth.',
    kind: 'confidence',
    rules: presets.confidence,
  },
  {
    name: 'Against the Spread',
    description: 'Beat the line, not just the other team.',
    kind: 'spread',
    rules: { useSpread: true, roundSpread: true, entries: 3 },
    more: [{ of: 'alex', name: 'Against My Gut' }],
  },
  {
    name: 'Sunday Legends',
    description: 'Pick the winners. Nothing else counts.',
    moneyUrl: 'https://example.com/sunday-legends',
    kind: 'straight',
    rules: { useSpread: false },
    money: { fee: 2000, week: 1000, places: [8000, 4000, 2000] },
  },
];

/** The demo's pools were founded this long before the first week. */
const FOUNDED_MS = 20 * DAY_MS;

/** So many of the demo have not paid yet. */
const UNPAID = 3;

/** At the first start: teams, people, pools and members. Weeks, games and picks come with `openWeeks`. */
export async function seedDemo(store: Store, accounts: Accounts, now: number): Promise<void> {
  if (await readLeague(store.db)) return;
  await addMissingTeams(store.db);
  const accountIds = new Map<string, string>();
  for (const person of namedPeople) accountIds.set(person.key, await ensureLogin(accounts, person));
  const founded = weekStart({ season: weekAt(now).season, number: 1 }) - FOUNDED_MS;
  await store.db.transaction().execute((tx) => found(tx, accountIds, founded));
  const league = await readLeague(store.db);
  const talking = league?.pools.find(({ kind }) => kind === 'straight');
  if (talking)
    await seedTalk(store, talking.id, (key) => league?.players.find((each) => each.key === key)?.userId, now);
}

/** The entries that the demo began with, of everybody in every pool. @throws before the league is seeded */
export async function demoPlayers(db: Db): Promise<DemoPlayer[]> {
  const league = await readLeague(db);
  if (!league) throw new Error('The demo league is not there yet.');
  const entries = await db
    .selectFrom('entries')
    .innerJoin('pool_members', (on) =>
      on.onRef('pool_members.pool_id', '=', 'entries.pool_id').onRef('pool_members.user_id', '=', 'entries.player_id'),
    )
    .select(['entries.id', 'entries.pool_id', 'entries.player_id', 'entries.number'])
    .whereRef('entries.joined_at', '=', 'pool_members.joined_at')
    .orderBy('entries.number')
    .execute();
  const byPlayer = Map.groupBy(entries, ({ pool_id, player_id }) => `${pool_id} ${player_id}`);
  return league.pools.flatMap(({ id: poolId, kind }) =>
    league.players.flatMap(({ userId, key }) => {
      const person = findPerson(key);
      const own = byPlayer.get(`${poolId} ${userId}`) ?? [];
      return person ? own.map(({ id, number }) => ({ person, entryId: id, number, poolId, kind })) : [];
    }),
  );
}

function plays(person: Person, kind: PoolKind): boolean {
  return person.playsSpread || kind === 'straight' || kind === 'survivor';
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
    const members = people.filter((person) => plays(person, pool.kind)).flatMap(({ key }) => userIds.get(key) ?? []);
    await setMembers(tx, id, members, founded);
    for (const { of, name } of pool.more ?? []) await addFurther(tx, id, userIds.get(of) ?? '', { name, founded });
    if (pool.money) await collect(tx, { poolId: id, plan: pool.money, userIds }, founded);
    founding.push({ id, kind: pool.kind });
  }
  const league: League = { pools: founding, players: [...userIds].map(([key, userId]) => ({ userId, key })) };
  await writeMeta(tx, LEAGUE_KEY, JSON.stringify(league));
}

async function addFurther(
  tx: Db,
  poolId: string,
  userId: string,
  { name, founded }: { readonly name: string; readonly founded: number },
): Promise<void> {
  const owner = { pool_id: poolId, player_id: userId, user_id: userId };
  await tx
    .insertInto('entries')
    .values({ id: newId(), ...owner, number: 2, name, joined_at: founded, out_at: null })
    .execute();
}

interface Collected {
  readonly poolId: string;
  readonly plan: MoneyPlan;
  readonly userIds: ReadonlyMap<string, string>;
}

/** A plan, and the fees of all but a few: an admin has noted them. */
async function collect(tx: Db, { poolId, plan, userIds }: Collected, now: number): Promise<void> {
  await writePlan(tx, poolId, plan);
  const actorId = userIds.get(namedPeople.find(({ isAdmin }) => isAdmin)?.key ?? '') ?? '';
  const entries = await entriesOfPool(tx, poolId);
  for (const userId of [...userIds.values()].slice(0, -UNPAID)) {
    const entryId = entries.find(({ ownerId }) => ownerId === userId)?.id ?? '';
    await replacePayment(tx, { poolId, entryId, purpose: FEE, cents: plan.fee, actorId }, now);
  }
}

async function readLeague(db: Db): Promise<League | null> {
  const text = await readMeta(db, LEAGUE_KEY);
  if (text === null) return null;
  const { pools, players }: StoredLeague = JSON.parse(text);
  return {
    pools: pools.map(({ id, kind, useSpread }) => ({ id, kind: kind ?? (useSpread ? 'spread' : 'straight') })),
    players,
  };
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
