/** The years behind the pool "Sunday Legends": two seasons that were played here, and a final table that was typed. */
import type { TypedPlace } from '#core/almanac/season.ts';
import { weekFreeze } from '#core/frozen-line.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import { weekId } from '#core/weeks.ts';
import { followPool } from '#server/almanac/store.ts';
import { entriesOfPool } from '#server/entries/reads.ts';
import { setPoolWeeks } from '#server/game-changes/deadline-store.ts';
import { addWeeks, writeGames } from '#server/game-changes/store.ts';
import type { ImportedPick } from '#server/imports/picks-store.ts';
import { importPicks } from '#server/imports/picks-store.ts';
import { createPool } from '#server/manage/store.ts';
import { setMembers } from '#server/members/store.ts';
import type { Db, Store } from '#server/platform/db/connect.ts';
import { transact } from '#server/platform/db/transactions.ts';
import { createUser } from '#server/users/store.ts';
import type { DemoPlayer, Person, PoolKind } from './league.ts';
import { bots, FOUNDED_MS, LAST_MINUTE_MS, namedPeople, person, readLeague, weekOrder, weekPicks } from './league.ts';
import { demoGameEnd, demoGameState } from './script.ts';
import type { DemoGame, SeasonWeek } from './season.ts';
import { demoSeason, seeded, spreadAt, weekStart, weeksOf } from './season.ts';
import { addTypedPlaces } from './store.ts';
import { addOrders, factsOf } from './weeks.ts';

/** An earlier season of the pool. */
interface PastSeason {
  /** How many years before the present one. */
  readonly ago: number;
  readonly description: string;
  readonly kind: PoolKind;
  readonly rules: Partial<PoolRules> & Pick<PoolRules, 'deadline'>;
  /** The number of the first week that it played. */
  readonly firstWeek: number;
  /** The keys of those who joined later, or had left before. */
  readonly without: readonly string[];
  /** Who knew the winners of many games. */
  readonly lucky?: string;
}

/** Picks of a week lock together, so each week has one receipt. */
const WITH_THE_WEEK = { deadline: 'week' } as const;

/** How many games of a week players picked in last year's pool. */
const PICKED = 8;

/** Newest first. */
const pastSeasons: readonly PastSeason[] = [
  {
    ago: 1,
    description: 'Pick eight games a week. Underdogs pay a point more. In by Thursday.',
    kind: 'straight',
    rules: { ...WITH_THE_WEEK, games: PICKED, upset: 1 },
    firstWeek: 1,
    without: ['bree', 'carla'],
    lucky: 'ruth',
  },
  {
    ago: 2,
    description: 'Our first season here. We began in Week 10, with confidence points.',
    kind: 'confidence',
    rules: { ...WITH_THE_WEEK, format: 'confidence', tiebreak: 'closest' },
    firstWeek: 10,
    without: ['bree', 'mei', 'oskar'],
  },
];

/** Players of earlier seasons who left. */
export const departed: readonly Person[] = [
  person('pete', 'Pete Malone', 0.7, 0.02),
  person('carla', 'Carla Reyes', 0.35, 0.03),
];

/** How many years before the present season the typed table is of. */
const TYPED_AGO = 3;

/** The final table from the time before the pool was played here. Points, cents, and the key of whom a name means. */
const typed: readonly (Pick<TypedPlace, 'place' | 'name' | 'points' | 'prize'> & { readonly key?: string })[] = [
  { place: 1, name: 'Uncle Walt', points: 171, prize: 12_000, key: 'walt' },
  { place: 2, name: 'Gus Brandt', points: 168, prize: 6_000 },
  { place: 3, name: 'Jenna K.', points: 166, prize: null, key: 'jenna' },
  { place: 3, name: 'Quinn', points: 166, prize: null, key: 'commissioner' },
  { place: 5, name: 'Big Tony', points: 161, prize: null, key: 'tony' },
  { place: 6, name: 'Pete M.', points: 158, prize: null, key: 'pete' },
  { place: 7, name: 'Sam O.', points: 153, prize: null, key: 'sam' },
  { place: 8, name: 'Frankie Dunn', points: 139, prize: null },
];

/** The share of games of which a lucky player knew the winner. */
const KNOWN = 0.35;

/** Adds the years before the present season to a new demo. */
export async function seedPast(store: Store, season: number): Promise<void> {
  await transact(store, async (tx) => {
    const league = await readLeague(tx);
    const present = league?.pools.find(({ kind }) => kind === 'straight')?.id;
    if (!league || present === undefined) return;
    const userIds = new Map(league.players.map(({ key, userId }) => [key, userId]));
    const founded = Math.min(...pastSeasons.map(({ ago, firstWeek }) => foundedAt(season - ago, firstWeek)));
    for (const { key, name } of departed)
      userIds.set(key, await createUser(tx, { displayName: name, accountId: null }, founded));
    let later = present;
    for (const past of pastSeasons) {
      const poolId = await playSeason(tx, store, past, season - past.ago, userIds);
      await followPool(tx, later, poolId);
      later = poolId;
    }
    const places = typed.map(({ key, ...place }) => ({ ...place, personId: userIds.get(key ?? '') ?? null }));
    await addTypedPlaces(tx, present, season - TYPED_AGO, places);
  });
}

function foundedAt(season: number, firstWeek: number): number {
  return weekStart({ season, number: firstWeek }) - FOUNDED_MS;
}

/** Creates the pool of a season with its games and picks; its scores follow. @returns its id */
async function playSeason(
  tx: Db,
  { engine }: Store,
  { description, kind, rules, firstWeek, without, lucky }: PastSeason,
  season: number,
  userIds: ReadonlyMap<string, string>,
): Promise<string> {
  const weeks = weeksOf(season).filter(({ number }) => number >= firstWeek);
  const ids = weeks.map(({ number }) => weekId(season, number));
  const games = Map.groupBy(demoSeason(season), (game) => game.weekId);
  const played = ids.flatMap((id) => games.get(id) ?? []);
  const ended = Math.max(...played.map(demoGameEnd));
  await addWeeks(tx, ids);
  await writeGames(tx, engine, played.map(asEnded), () => ended, 'feed');
  const founded = foundedAt(season, firstWeek);
  const poolId = await createPool(tx, { name: `Sunday Legends ${season}`, description, rules }, founded);
  const people = [...namedPeople, ...bots, ...departed].filter(({ key }) => !without.includes(key));
  const members = people.flatMap(({ key }) => userIds.get(key) ?? []);
  await setMembers(tx, poolId, members, founded);
  await setPoolWeeks(tx, { engine, now: () => founded }, poolId, ids);
  const entries = new Map((await entriesOfPool(tx, poolId)).map(({ id, ownerId }) => [ownerId, id]));
  const players = people.map((each): DemoPlayer => {
    return { person: each, entryId: entries.get(userIds.get(each.key) ?? '') ?? '', number: 1, poolId, kind };
  });
  const picks = weeks.flatMap((week) =>
    players.flatMap((player) => picksIn(week, player, games.get(weekId(season, week.number)) ?? [], lucky)),
  );
  await importPicks(tx, engine, picks, { by: 'seed' }, ended);
  if (kind === 'confidence') for (const week of weeks) await addOrders(tx, engine, players, { week, now: ended });
  return poolId;
}

/** A player's picks of a week, made before its first game. */
function picksIn(week: SeasonWeek, player: DemoPlayer, games: readonly DemoGame[], lucky?: string): ImportedPick[] {
  const { person: who, kind } = player;
  const order = weekOrder(who, games);
  const surest = new Set(kind === 'straight' ? order.slice(-PICKED) : order);
  const latest = Math.min(...games.map(({ kickoff }) => kickoff)) - LAST_MINUTE_MS;
  const chosen = games.filter(({ gid }) => surest.has(gid));
  const picks = weekPicks(player, chosen, weekStart(week), latest);
  return who.key === lucky ? picks.map((pick) => asKnown(pick, games)) : picks;
}

/** A game that is over, with the spread that its week began with. */
function asEnded(game: DemoGame) {
  const freeze = weekFreeze([game]) ?? game.kickoff;
  return { ...factsOf(game), ...demoGameState(game, demoGameEnd(game)), spread: spreadAt(game.spread, freeze) };
}

/** A pick of a lucky player: of the winner, if they knew it. */
function asKnown(pick: ImportedPick, games: readonly DemoGame[]): ImportedPick {
  const game = games.find(({ gid }) => gid === pick.wish.about);
  if (!game || pick.wish.kind !== 'pick' || seeded(game.seed, 'luck', game.gid)() > KNOWN) return pick;
  const { homeScore, awayScore } = demoGameState(game, demoGameEnd(game));
  return { ...pick, wish: { ...pick.wish, value: { side: homeScore >= awayScore ? 'home' : 'away' } } };
}
