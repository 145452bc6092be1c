import type { Order } from '#core/formats/confidence/confidence.ts';
import type { BuyBacks } from '#core/formats/survivor/buy-backs.ts';
import { canBuyBack, NO_BUY_BACKS } from '#core/formats/survivor/buy-backs.ts';
import type { SurvivorRules, SurvivorWeek, TeamChoice, TeamChoices } from '#core/formats/survivor/survivor.ts';
import { survivorSeason, usedTeams } from '#core/formats/survivor/survivor.ts';
import { PICK_LOCK_DELAY_MS } from '#core/locks.ts';
import type { MoneyPlan } from '#core/money.ts';
import { FEE } from '#core/money.ts';
import type { ReactionKind } from '#core/reactions.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import { presets } from '#core/rules/presets.ts';
import type { SideTableTerms } from '#core/side-tables.ts';
import { favoredSide } from '#core/spread.ts';
import { DAY_MS, MINUTE_MS } from '#core/time.ts';
import type { Side } from '#core/types.ts';
import { weekId } from '#core/weeks.ts';
import { hasher } from '#server/accounts/passwords.ts';
import { addAccount, findCredentials } from '#server/accounts/store.ts';
import { entriesOfPool } from '#server/entries/reads.ts';
import { addMissingTeams } from '#server/game-changes/store.ts';
import type { ImportedPick } from '#server/imports/picks-store.ts';
import type { NewPool } from '#server/manage/store.ts';
import { createPool } from '#server/manage/store.ts';
import { setMembers } from '#server/members/store.ts';
import { replacePayment, writePlan } from '#server/money/store.ts';
import type { Db, Store } from '#server/platform/db/connect.ts';
import { newId } from '#server/platform/db/ids.ts';
import { readMeta, writeMeta } from '#server/platform/db/meta.ts';
import { writeSideTables } from '#server/side-tables/store.ts';
import { react, say, setTalk } from '#server/talk/store.ts';
import { createUser } from '#server/users/store.ts';
import { demoGameEnd, demoGameState } from './script.ts';
import type { DemoGame, Random, SeasonWeek } from './season.ts';
import { bell, between, demoSeason, seeded, weekAt, weekStart, weeksOf } from './season.ts';
import { addFurtherEntry, seededEntries } from './store.ts';

/** A player of the demo, and how they pick. */
export interface Person {
  /** Stable, even if they change their display name. */
  readonly key: string;
  readonly name: string;
  /** How much they follow the spread: 1 nearly always the favorite, 0 at random, below 0 against it. */
  readonly chalk: number;
  /** The probability of missing a game. */
  readonly forgets: number;
  /** The team they always pick. */
  readonly fanOf?: string;
  /** Whether they also play in the pools against the spread and with confidence. */
  readonly playsSpread: boolean;
  /** Whether the demo keeps them in its survivor pool, or eliminates them early; if missing, it depends on their teams. */
  readonly survives?: boolean;
  /** Whether they are bought back into it if they go out while the rules allow it. */
  readonly buysBack?: boolean;
}

/** A player as whom visitors can sign in. */
export interface NamedPerson extends Person {
  readonly email: string;
  readonly isAdmin: boolean;
}

/** The password of every named account of the demo, printed at its start. */
export const DEMO_PASSWORD = 'Demo-Sunday-1';

export const namedPeople: readonly NamedPerson[] = [
  {
    ...person('commissioner', 'Commissioner Quinn', 0.6, 0.01),
    survives: true,
    email: 'commissioner@demo.pickem',
    isAdmin: true,
  },
  { ...person('alex', 'Alex Rivera', 0.75, 0.02), survives: true, email: 'alex@demo.pickem', isAdmin: false },
  { ...person('sam', 'Sam Okafor', 0.45, 0.03), survives: false, email: 'sam@demo.pickem', isAdmin: false },
];

/** Players without an account. */
export const bots: readonly Person[] = [
  person('marcus', 'Marcus Bell', 0.85, 0.01),
  person('priya', 'Priya Nair', 0.95, 0),
  { ...person('jenna', 'Jenna Kowalski', 0.5, 0.02), fanOf: 'GB' },
  { ...person('tony', 'Big Tony', 0.4, 0.05), fanOf: 'NYG' },
  person('ruth', 'Grandma Ruth', 0.05, 0),
  person('dev', 'Dev Patel', 0.8, 0.01),
  { ...person('luis', 'Luis Ortega', 0.65, 0.02), fanOf: 'DAL', buysBack: true },
  person('hannah', 'Hannah Lindqvist', 0.7, 0.01),
  person('brenner', 'Coach Brenner', 0.9, 0),
  person('terrence', 'Terrence Cole', -0.25, 0.03),
  { ...person('mei', 'Mei Tanaka', 0.75, 0.01), fanOf: 'SEA' },
  { ...person('sully', 'Sully', 0.55, 0.08, false), fanOf: 'NE' },
  person('nadia', 'Nadia Haddad', 0.8, 0.01),
  { ...person('oskar', 'Oskar Weiss', 0.3, 0.04, false), buysBack: true },
  { ...person('bree', 'Bree Thompson', 0.6, 0.02, false), fanOf: 'KC' },
  { ...person('walt', 'Uncle Walt', 0.2, 0.12, false), fanOf: 'CHI' },
];

function findPerson(key: string): Person | undefined {
  return [...namedPeople, ...bots].find((each) => each.key === key);
}

/** Whether visitors can sign in as a player. */
export function isNamed({ key }: Person): boolean {
  return namedPeople.some((named) => named.key === key);
}

/** A player, by how they pick. */
export function person(key: string, name: string, chalk: number, forgets: number, playsSpread = true): Person {
  return { key, name, chalk, forgets, playsSpread };
}

/** The points of an average game, and the spread of guesses. */
const USUAL_TOTAL = 44;
const GUESS_SPREAD = 9;
/** Players who are eliminated in the demo start to lose in this week. */
const FATAL_WEEK = 4;

/** A player's order of the games of a week: the surer of a side, the higher. */
export function weekOrder({ key, chalk }: Person, games: readonly DemoGame[]): Order {
  const sureness = (game: DemoGame) =>
    Math.abs(game.spread.close) * (0.4 + Math.max(0, chalk)) + 2 * bell(seeded(game.seed, key, 'order', game.gid));
  const rated = games.map((game): [string, number] => [game.gid, sureness(game)]);
  return rated.toSorted(([, a], [, b]) => a - b).map(([gid]) => gid);
}

/** A player's guess of the total points of a game. */
export function guessOf({ key }: Person, { seed, gid }: DemoGame): number {
  return Math.max(0, USUAL_TOTAL + between(seeded(seed, key, 'guess', gid), -GUESS_SPREAD, GUESS_SPREAD));
}

/** The state in which a player chooses a team. */
interface Scene {
  readonly week: SeasonWeek;
  /** The season up to that week, with the current state of its games. */
  readonly weeks: readonly SurvivorWeek[];
  readonly rules: SurvivorRules;
  readonly now: number;
}

/**
 * A player's team for a week, and when they chose it; null for players who are out, and for those as whom visitors can sign in while a game
 * of the week is open. @param choices their choices so far
 */
export function weekChoice(
  person: Person,
  choices: TeamChoices,
  { week, weeks, rules, now }: Scene,
  buyBacks: BuyBacks = NO_BUY_BACKS,
): { readonly choice: TeamChoice; readonly madeAt: number } | null {
  const id = weekId(week.season, week.number);
  const games = demoSeason(week.season).filter((game) => game.weekId === id);
  if (isNamed(person) && !games.every((game) => hasLocked(game, now))) return null;
  const season = survivorSeason(weeks.slice(0, -1), choices, rules, buyBacks);
  if (season.lives === 0) return null;
  const used = usedTeams(weeks, choices, id, rules);
  const teams = games
    .flatMap((game) => [teamOf(game, 'home'), teamOf(game, 'away')])
    .filter(({ team, game }) => !used.has(team) && isFated(person, week, team, game))
    .map((each) => ({ ...each, rating: rate(person, each) }));
  const [best] = teams.toSorted((a, b) => b.rating - a.rating);
  if (best === undefined) return null;
  const { game, team } = best;
  const random = seeded(game.seed, person.key, 'team made', id);
  return { choice: { gid: game.gid, team }, madeAt: madeBefore(game, weekStart(week), now, random) };
}

/** The week before, if it put a player out who is bought back; null for others. @param choices their choices so far */
export function weekBoughtBack(
  { buysBack = false }: Person,
  choices: TeamChoices,
  { weeks, rules }: Pick<Scene, 'weeks' | 'rules'>,
  buyBacks: BuyBacks,
): string | null {
  const { outWeekId, boughtBack } = survivorSeason(weeks.slice(0, -1), choices, rules, buyBacks);
  if (!buysBack || outWeekId === null || outWeekId !== weeks.at(-2)?.id) return null;
  return canBuyBack(outWeekId, boughtBack.length, rules) ? outWeekId : null;
}

interface Candidate {
  readonly game: DemoGame;
  readonly team: string;
  /** By how many points the spread favors it. */
  readonly favor: number;
}

function teamOf(game: DemoGame, side: 'home' | 'away'): Candidate {
  return { game, team: game[side], favor: side === 'home' ? game.spread.close : -game.spread.close };
}

function rate({ key, chalk, fanOf }: Person, { game, team, favor }: Candidate): number {
  const whim = 5 * bell(seeded(game.seed, key, 'team', team, game.gid));
  return favor * (0.5 + Math.max(0, chalk)) + whim + (team === fanOf ? 2 : 0);
}

/** Whether a team fits the planned fate of a player. */
function isFated({ survives }: Person, { number }: SeasonWeek, team: string, game: DemoGame): boolean {
  if (survives === undefined || (!survives && number < FATAL_WEEK)) return true;
  const end = demoGameState(game, demoGameEnd(game));
  const [own, other] = team === game.home ? [end.homeScore, end.awayScore] : [end.awayScore, end.homeScore];
  return survives ? own > other : own < other;
}

/** The weeks of a season up to a given one, with the current state of their games. */
export function playedWeeks({ season, number }: SeasonWeek, now: number): SurvivorWeek[] {
  const games = Map.groupBy(demoSeason(season), (game) => game.weekId);
  return weeksOf(season)
    .filter((week) => week.number <= number)
    .map((week) => {
      const id = weekId(season, week.number);
      const own = games.get(id) ?? [];
      const asPlayed = (game: DemoGame) => ({ ...game, lockAt: game.kickoff, void: null, ...demoGameState(game, now) });
      return { id, games: own.map(asPlayed) };
    });
}

/** A player's entry in a pool. */
export interface DemoPlayer {
  readonly person: Person;
  readonly entryId: string;
  /** The number of the entry among theirs in the pool, from 1. */
  readonly number: number;
  readonly poolId: string;
  readonly kind: PoolKind;
}

/** The kinds of pools in the demo. */
export type PoolKind = 'straight' | 'spread' | 'confidence' | 'survivor';

/** The latest picks are made this long before the kick-off. */
export const LAST_MINUTE_MS = 10 * MINUTE_MS;

/** A player's picks of a week, each made between the start of the week (ms) and now, and always before the kick-off. */
export function weekPicks(player: DemoPlayer, games: readonly DemoGame[], from: number, now: number): ImportedPick[] {
  const { person, entryId, number, poolId, kind } = player;
  const key = number === 1 ? person.key : `${person.key} ${number}`;
  const [first] = games;
  if (first && kind === 'spread' && sitsOut(person, first)) return [];
  return games.flatMap((game) => {
    const random = seeded(game.seed, key, kind, game.gid);
    const forgotten = random() < person.forgets;
    const side = chooseSide(person, game, kind === 'spread', random);
    const madeAt = madeBefore(game, from, now, random);
    const wish = { kind: 'pick', about: game.gid, value: { side } } as const;
    return forgotten ? [] : [{ poolId, entryId, wish, madeAt }];
  });
}

/** The chance that a player does not play a week of the pool with weekly play. */
const SITS_OUT = 0.15;

/** Whether a player leaves out the week of a game where that is possible; those as whom visitors can sign in never do. */
function sitsOut(person: Person, { seed, weekId: week }: Pick<DemoGame, 'seed' | 'weekId'>): boolean {
  return !isNamed(person) && seeded(seed, person.key, 'sits out', week)() < SITS_OUT;
}

/** How many weeks before a given one a player has played in the pool with weekly play. */
function weeksPlayed(key: string, { season, number }: SeasonWeek): number {
  const person = findPerson(key);
  const games = Map.groupBy(demoSeason(season), (game) => game.weekId);
  const before = weeksOf(season).filter((week) => week.number < number);
  const firsts = before.flatMap((week) => games.get(weekId(season, week.number))?.[0] ?? []);
  return person ? firsts.filter((game) => !sitsOut(person, game)).length : 0;
}

/** A time (ms) between the start of a week and now, before the kick-off. */
function madeBefore(game: DemoGame, from: number, now: number, random: Random): number {
  return Math.round(from + random() * (Math.min(now, game.kickoff - LAST_MINUTE_MS) - from));
}

/** Whether a game has locked, if its schedule is unchanged. */
export function hasLocked(game: DemoGame, now: number): boolean {
  return game.kickoff + PICK_LOCK_DELAY_MS <= now;
}

function chooseSide(person: Person, game: DemoGame, useSpread: boolean, random: Random): Side {
  const chance = random();
  if (person.fanOf === game.home) return 'home';
  if (person.fanOf === game.away) return 'away';
  const spread = game.spread.close;
  const favorite = favoredSide(spread) ?? 'home';
  const underdog = favorite === 'home' ? 'away' : 'home';
  return chance < 0.5 + person.chalk * trust(spread, useSpread) ? favorite : underdog;
}

/** The weight of a favorite: small with the spread; without it, the larger the spread, the larger. */
function trust(spread: number, useSpread: boolean): number {
  return useSpread ? 0.12 : 0.5 * (1 - Math.exp(-(Math.abs(spread) + 1) / 4));
}

/** The messages of the demo: author, minutes before the start, text, and the minutes of the message that it replies to. */
const lines: readonly (readonly [key: string, minutesAgo: number, text: string, replyTo?: number])[] = [
  ['commissioner', 1560, 'Welcome back, Legends! All the games this year, same old excuses.'],
  ['ruth', 1530, 'I pick by the uniforms and I beat half of you last year.'],
  ['tony', 1524, 'You beat ALL of us last year, @Grandma Ruth'],
  ['alex', 1490, 'Trust the favorites. Boring wins.'],
  ['walt', 1465, 'Nobody tells stories about it.', 1490],
  ['jenna', 190, 'Packers. Every week. Do not try to talk me out of it.'],
  ['brenner', 176, 'Defense travels, @Jenna Kowalski. So do upsets.'],
  ['sam', 150, "Don't forget your picks today. Looking at you, @Uncle Walt"],
  ['walt', 141, 'I had one bad week!\nFine. Three bad weeks.', 150],
  ['priya', 96, 'Injury reports are out: https://www.nfl.com/injuries/'],
  ['commissioner', 35, 'Good luck, everybody. Loser brings the snacks.'],
];

/** The reactions of the demo: who, the minutes of the message, kind. */
const given: readonly (readonly [key: string, minutesAgo: number, kind: ReactionKind])[] = [
  ['sam', 1530, 'laugh'],
  ['alex', 1530, 'laugh'],
  ['jenna', 1524, 'fire'],
  ['ruth', 141, 'laugh'],
  ['alex', 141, 'laugh'],
  ['tony', 141, 'sad'],
  ['jenna', 35, 'agree'],
  ['priya', 35, 'agree'],
  ['alex', 35, 'agree'],
];

/** Turns the talk of a demo pool on, with its messages. */
async function seedTalk(
  store: Store,
  poolId: string,
  userIdOf: (key: string) => string | undefined,
  now: number,
): Promise<void> {
  await setTalk(store, { adminId: userIdOf('commissioner') ?? null, now }, poolId, true);
  const ids = new Map<number, number>();
  const speakerOf = (key: string, minutesAgo: number) => {
    const userId = userIdOf(key);
    return userId === undefined ? null : { userId, runsPool: false, now: now - minutesAgo * MINUTE_MS };
  };
  for (const [key, minutesAgo, text, quoted = 0] of lines) {
    const speaker = speakerOf(key, minutesAgo);
    if (speaker === null) continue;
    const message = { poolId, text, key: `demo ${minutesAgo}`, replyTo: ids.get(quoted) };
    const said = await say(store, speaker, message);
    if (typeof said !== 'string') ids.set(minutesAgo, said.id);
  }
  for (const [key, minutesAgo, kind] of given) {
    const [speaker, messageId] = [speakerOf(key, minutesAgo), ids.get(minutesAgo)];
    if (speaker && messageId !== undefined) await react(store, speaker, { poolId, messageId, kind, isOn: true });
  }
}

/** Pools and players of the demo, with their ids in this database. */
const LEAGUE_KEY = 'demo_league';

interface League {
  readonly pools: readonly { readonly id: string; readonly kind: PoolKind }[];
  readonly players: readonly { readonly userId: string; readonly key: string }[];
}

/** Enough lives that some players are alive in the week in which the demo opens. */
export const survivorRules: PoolRules = {
  ...presets.survivor,
  lives: 2,
  buyBacks: 1,
  buyBackUntil: 6,
  buyBackBy: 'owner',
};

/** A league that was founded with two pools stores their kinds as `useSpread`. */
interface StoredLeague extends Pick<League, 'players'> {
  readonly pools: readonly { readonly id: string; readonly kind?: PoolKind; readonly useSpread?: boolean }[];
}

/** Older ones first: players start in the newest pool. */
const pools: readonly (NewPool & {
  readonly kind: PoolKind;
  readonly rules: Partial<PoolRules>;
  readonly money?: MoneyPlan;
  /** Its side tables, with the weeks of the season by number. */
  readonly sideTables?: readonly (Omit<SideTableTerms, 'from' | 'to' | 'who'> & {
    readonly from: number;
    readonly to: number;
  })[];
  /** Additional entries of players. */
  readonly more?: readonly { readonly of: string; readonly name: string }[];
})[] = [
  {
    name: 'Survivor',
    description: 'One team a week, each team once. Two losses and you are out. Until Week 6 you can buy back in once.',
    kind: 'survivor',
    rules: survivorRules,
  },
  {
    name: 'Confidence',
    description: "The more sure you are of a pick, the more it's worth.",
    kind: 'confidence',
    rules: presets.confidence,
  },
  {
    name: 'Against the Spread',
    description: 'Beat the line, not just the other team. $5 for each week that you play.',
    kind: 'spread',
    rules: { useSpread: true, roundSpread: true, entries: 3, weekly: true },
    money: { fee: 500, week: 0, places: [] },
    more: [{ of: 'alex', name: 'Against My Gut' }],
    sideTables: [
      { name: 'First half', from: 1, to: 9, games: 'all', measure: 'points', cents: 3000 },
      { name: 'Monday night', from: 1, to: 18, games: 'monday', measure: 'right', cents: 0 },
    ],
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

/** The demo's pools were founded this long before their first week, in ms. */
export const FOUNDED_MS = 20 * DAY_MS;

/** Number of players who have not paid yet. */
const UNPAID = 3;

/** Seeds teams, users, pools and members at the first start. `openWeeks` adds weeks, games and picks. */
export async function seedDemo(store: Store, now: number): Promise<void> {
  if (await readLeague(store.db)) return;
  await addMissingTeams(store.db);
  const accountIds = new Map<string, string>();
  for (const person of namedPeople) accountIds.set(person.key, await ensureLogin(store, person, now));
  const week = weekAt(now);
  const { season } = week;
  const founded = weekStart({ season, number: 1 }) - FOUNDED_MS;
  await store.db.transaction().execute((tx) => found(tx, accountIds, { founded, week }));
  const league = await readLeague(store.db);
  const talking = league?.pools.find(({ kind }) => kind === 'straight');
  if (talking)
    await seedTalk(store, talking.id, (key) => league?.players.find((each) => each.key === key)?.userId, now);
}

/** The initial entries of all demo players in every pool. @throws before the league is seeded */
export async function demoPlayers(db: Db): Promise<DemoPlayer[]> {
  const league = await readLeague(db);
  if (!league) throw new Error('The demo league is not there yet.');
  const entries = await seededEntries(db);
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

/** The initial pools of the demo. */
export async function demoPools(db: Db): Promise<string[]> {
  return (await readLeague(db))?.pools.map((pool) => pool.id) ?? [];
}

async function found(
  tx: Db,
  accountIds: ReadonlyMap<string, string>,
  { founded, week }: { readonly founded: number; readonly week: SeasonWeek },
): Promise<void> {
  const { season } = week;
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
    for (const { of, name } of pool.more ?? []) await addFurtherEntry(tx, id, userIds.get(of) ?? '', { name, founded });
    const tables = (pool.sideTables ?? []).map((table) => ({
      ...table,
      id: newId(),
      from: weekId(season, table.from),
      to: weekId(season, table.to),
      who: { kind: 'all' as const },
    }));
    if (tables.length > 0) await writeSideTables(tx, id, tables);
    const fees = (key: string) => (pool.rules.weekly ? weeksPlayed(key, week) : 1);
    if (pool.money) await collect(tx, { poolId: id, plan: pool.money, userIds, fees }, founded);
    founding.push({ id, kind: pool.kind });
  }
  const league: League = { pools: founding, players: [...userIds].map(([key, userId]) => ({ userId, key })) };
  await writeMeta(tx, LEAGUE_KEY, JSON.stringify(league));
}

interface Collected {
  readonly poolId: string;
  readonly plan: MoneyPlan;
  readonly userIds: ReadonlyMap<string, string>;
  /** How many fees a player has paid. */
  readonly fees: (key: string) => number;
}

/** Stores a money plan, and the fees of all but a few players, as recorded by an admin. */
async function collect(tx: Db, { poolId, plan, userIds, fees }: Collected, now: number): Promise<void> {
  await writePlan(tx, poolId, plan);
  const actorId = userIds.get(namedPeople.find(({ isAdmin }) => isAdmin)?.key ?? '') ?? '';
  const entries = await entriesOfPool(tx, poolId);
  const firsts = [...userIds].flatMap(([key, userId]) => {
    const entry = entries.find(({ ownerId }) => ownerId === userId);
    return entry ? [{ key, entryId: entry.id }] : [];
  });
  for (const { key, entryId } of firsts.slice(0, -UNPAID))
    await replacePayment(tx, { poolId, entryId, purpose: FEE, cents: plan.fee * fees(key), actorId }, now);
}

/** The pools and players with which the demo was founded; null before. */
export async function readLeague(db: Db): Promise<League | null> {
  const text = await readMeta(db, LEAGUE_KEY);
  if (text === null) return null;
  const { pools, players }: StoredLeague = JSON.parse(text);
  return {
    pools: pools.map(({ id, kind, useSpread }) => ({ id, kind: kind ?? (useSpread ? 'spread' : 'straight') })),
    players,
  };
}

/** The account of a named player, with the demo's password. @returns its id */
async function ensureLogin(store: Store, { email, name }: NamedPerson, now: number): Promise<string> {
  const account = { email, displayName: name, passwordHash: await hasher.hash(DEMO_PASSWORD), emailVerified: true };
  const id = await store.db.transaction().execute((tx) => addAccount(store, tx, account, now));
  const accountId = id ?? (await findCredentials(store.db, email))?.accountId;
  if (accountId === undefined) throw new Error(`There is no account of ${email}.`);
  return accountId;
}
