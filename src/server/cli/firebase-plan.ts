import type { OldAccount } from '#core/firebase/accounts.ts';
import type { MatchedGames } from '#core/firebase/match-games.ts';
import { matchGames, oldGameKey } from '#core/firebase/match-games.ts';
import type { OldPick } from '#core/firebase/picks.ts';
import type { OldPool } from '#core/firebase/pools.ts';
import { rulesOfOldPool } from '#core/firebase/pools.ts';
import type { FirebaseExport } from '#core/firebase/read-export.ts';
import type { OldScore } from '#core/firebase/scores.ts';
import type { LeftOut } from '#core/firebase/tree.ts';
import { asksFor } from '#core/formats/traits.ts';
import { isLocked } from '#core/locks.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import type { Halves } from '#core/scoring.ts';
import { halvesOfPoints, weeklyScore } from '#core/scoring.ts';
import type { Game, Pool, Side } from '#core/types.ts';
import { compareWeeks } from '#core/weeks.ts';
import type { StoredPick } from '#server/firebase/reads.ts';
import {
  accountsByEmail,
  closedUsers,
  connectedIdentities,
  importedIds,
  poolState,
  storedPicks,
  usersWithAccount,
} from '#server/firebase/reads.ts';
import { mergedGame } from '#server/game-changes/store.ts';
import { gamesOfWeeks, weekIds } from '#server/games/reads.ts';
import type { Player } from '#server/imports/picks-store.ts';
import { playersOfPool } from '#server/imports/picks-store.ts';
import type { Db } from '#server/platform/db/connect.ts';
import { livingPools } from '#server/pools/reads.ts';
import type { People, Person } from './firebase-people.ts';
import { matchPeople } from './firebase-people.ts';

/** The files to import, and how. */
export interface FirebaseFiles {
  readonly old: FirebaseExport;
  /** Null without an export of accounts. */
  readonly accounts: { readonly accounts: readonly OldAccount[]; readonly leftOut: readonly LeftOut[] } | null;
  readonly admins: boolean;
  /** The league's time, ms. */
  readonly now: number;
}

/** Everything that an import from Firebase does. */
export interface FirebasePlan extends Pick<MatchedGames, 'missing' | 'otherResults'> {
  readonly people: People;
  readonly pools: readonly PoolPlan[];
  /** How many games of the export are games here. */
  readonly foundGames: number;
  readonly leftOut: readonly LeftOut[];
}

/** A pick to write, of a person of the export. */
export interface PlannedPick {
  readonly uid: string;
  readonly gid: string;
  readonly weekId: string;
  readonly side: Side;
}

/** A score that the old system stored, and what its picks and games come to. */
export interface ScoreDifference extends OldScore {
  readonly halves: Halves;
}

/** What an import does with one pool. */
export interface PoolPlan {
  readonly old: OldPool;
  readonly rules: PoolRules;
  /** The pool of an earlier import; null for a new one. */
  readonly pool: Pool | null;
  /** Weeks to enable or disable. */
  readonly weeks: ReadonlyMap<string, boolean>;
  /** Members to enable or disable, by uid. */
  readonly members: ReadonlyMap<string, boolean>;
  /** Picks that are new or differ. */
  readonly picks: readonly PlannedPick[];
  readonly counts: PickCounts;
  readonly differences: readonly ScoreDifference[];
}

/** The picks of a pool in the export, by what becomes of them. */
export interface PickCounts {
  readonly all: number;
  /** Those that an admin had entered. */
  readonly bus: number;
  /** Those that stay as their players or admins made them here. */
  readonly kept: number;
}

/** Works out what an import does. Reads only. */
export async function planFirebase(db: Db, { old, accounts, admins, now }: FirebaseFiles): Promise<FirebasePlan> {
  const imported = await importedIds(db);
  const ours = await gamesOfWeeks(db, await weekIds(db));
  const matched = matchGames(old.games, ours);
  const people = matchPeople({
    users: old.users,
    accounts: accounts?.accounts ?? null,
    members: new Set(old.pools.flatMap(({ members }) => [...members.keys()])),
    admins,
    imported: imported.users,
    known: await accountsByEmail(db),
    withAccount: await usersWithAccount(db),
    closed: await closedUsers(db),
    identities: await connectedIdentities(db),
  });
  const added = matched.missing.map((game) => mergedGame(undefined, game, now));
  const leftOut = [...old.leftOut, ...(accounts?.leftOut ?? []), ...matched.leftOut, ...people.leftOut];
  const facts: Facts = {
    people: people.people,
    games: new Map([...ours, ...added].map((game) => [game.gid, game])),
    gidOf: (pick) => matched.gids.get(oldGameKey(pick)),
    finals: Map.groupBy(
      [...ours, ...added].filter(({ status }) => status === 'Final'),
      ({ weekId }) => weekId,
    ),
    now,
    leftOut,
  };
  const living = new Map((await livingPools(db)).map((pool) => [pool.id, pool]));
  const picks = Map.groupBy(old.picks, ({ poolId }) => poolId);
  const scores = Map.groupBy(old.scores, ({ poolId }) => poolId);
  const pools: PoolPlan[] = [];
  for (const each of old.pools) {
    const poolId = imported.pools.get(each.id);
    const pool = living.get(poolId ?? '') ?? null;
    if (poolId !== undefined && pool === null)
      leftOut.push({ path: each.path, reason: 'The pool was imported before, and deleted here.' });
    else if (pool && !asksFor('pick', pool.rules))
      leftOut.push({ path: each.path, reason: 'The pool was made a survivor pool here, and takes no picks of games.' });
    else {
      const state = pool === null ? NOTHING : await stateOf(db, pool.id);
      pools.push(planPool(facts, each, { pool, ...state }, picks.get(each.id) ?? [], scores.get(each.id) ?? []));
    }
  }
  reportUnknownPools(old, leftOut);
  const foundGames = new Set(matched.gids.values()).size - matched.missing.length;
  const { missing, otherResults } = matched;
  return { missing, otherResults, people, pools, foundGames, leftOut };
}

interface Facts {
  readonly people: ReadonlyMap<string, Person>;
  readonly games: ReadonlyMap<string, Game>;
  readonly gidOf: (pick: OldPick) => string | undefined;
  readonly finals: ReadonlyMap<string, readonly Game[]>;
  readonly now: number;
  readonly leftOut: LeftOut[];
}

/** What a pool has here. */
interface State {
  readonly members: ReadonlyMap<string, boolean>;
  readonly weeks: ReadonlyMap<string, boolean>;
  readonly players: readonly Player[];
  readonly picks: readonly StoredPick[];
}

const NOTHING: State = { members: new Map(), weeks: new Map(), players: [], picks: [] };

async function stateOf(db: Db, poolId: string): Promise<State> {
  return {
    ...(await poolState(db, poolId)),
    players: await playersOfPool(db, poolId),
    picks: await storedPicks(db, poolId),
  };
}

function planPool(
  facts: Facts,
  old: OldPool,
  here: State & { readonly pool: Pool | null },
  oldPicks: readonly OldPick[],
  oldScores: readonly OldScore[],
): PoolPlan {
  const rules = rulesOfOldPool(old, here.pool?.rules);
  const linked = new Set(here.players.filter(isLinked).map(({ id }) => id));
  const placed = placePicks(facts, old, linked, oldPicks);
  const { writes, kept, sides } = comparePicks(facts, here, placed);
  const weeks = new Map([...old.weeks].filter(([id, enabled]) => here.weeks.get(id) !== enabled));
  // Their picks count once somebody enables the week.
  for (const { weekId } of placed) if (!old.weeks.has(weekId) && !here.weeks.has(weekId)) weeks.set(weekId, false);
  return {
    old,
    rules,
    pool: here.pool,
    weeks,
    members: changedMembers(facts, old, linked, here.members),
    picks: writes,
    counts: { all: placed.length, bus: placed.filter(({ bus }) => bus).length, kept },
    differences: compareScores(facts, old, rules, oldScores, sides),
  };
}

/** Members whose player was linked to an account since stay as the link made them. */
function changedMembers(
  { people, leftOut }: Facts,
  old: OldPool,
  linked: ReadonlySet<string>,
  here: ReadonlyMap<string, boolean>,
): Map<string, boolean> {
  const changed = new Map<string, boolean>();
  for (const [uid, enabled] of old.members) {
    const person = people.get(uid);
    if (person === undefined)
      leftOut.push({ path: `${old.path}/Users/${uid}`, reason: 'There is no such user in the export.' });
    else if (person.userId === null) changed.set(uid, enabled);
    else if (here.get(person.userId) !== enabled && !linked.has(person.userId)) changed.set(uid, enabled);
  }
  return changed;
}

/** Whether the entry of a player belongs to an account now. */
function isLinked({ id, entries }: Player): boolean {
  return entries.every(({ ownerId }) => ownerId !== id);
}

interface Placed extends PlannedPick {
  readonly bus: boolean;
  readonly isOpen: boolean;
}

/** Finds the person and the game of each pick. */
function placePicks(
  { people, games, gidOf, now, leftOut }: Facts,
  old: OldPool,
  linked: ReadonlySet<string>,
  picks: readonly OldPick[],
): Placed[] {
  const placed = new Map<string, Placed>();
  const isOpen = (game: Game) => !isLocked(game, now);
  for (const pick of picks) {
    const { uid, side, bus, path } = pick;
    const person = people.get(uid);
    const game = games.get(gidOf(pick) ?? pick.gid);
    const isOfWeek = game !== undefined && (gidOf(pick) !== undefined || game.weekId === pick.weekId);
    if (person === undefined || !old.members.has(uid))
      leftOut.push({ path, reason: 'The user is not a member of the pool.' });
    else if (!isOfWeek) leftOut.push({ path, reason: 'The game is neither in the export nor here.' });
    else if (isOpen(game) && (person.hasAccount || linked.has(person.userId ?? '')))
      leftOut.push({ path, reason: STILL_OPEN });
    else if (placed.has(`${uid}\n${game.gid}`)) leftOut.push({ path, reason: 'The game was picked twice.' });
    else
      placed.set(`${uid}\n${game.gid}`, { uid, gid: game.gid, weekId: game.weekId, side, bus, isOpen: isOpen(game) });
  }
  return [...placed.values()];
}

const STILL_OPEN = 'The game is still open, and people with an account make such picks themselves.';

/** The sides that count here after the import, by uid and gid. */
type Sides = ReadonlyMap<string, Map<string, Side>>;

/** Compares picks with those that are stored. The judge decides in the same way when they are written. */
function comparePicks({ people }: Facts, here: State, placed: readonly Placed[]) {
  const entryOf = new Map(here.players.flatMap(({ id, entries: [first] }) => (first ? [[id, first.id] as const] : [])));
  const byEntry = Map.groupBy(here.picks, ({ entryId }) => entryId);
  const stored = new Map<string, Map<string, StoredPick>>();
  const sides = new Map<string, Map<string, Side>>();
  for (const { uid, userId } of people.values()) {
    const own = byEntry.get(entryOf.get(userId ?? '') ?? '') ?? [];
    stored.set(uid, new Map(own.map((pick) => [pick.gid, pick])));
    sides.set(uid, new Map(own.flatMap(({ gid, side }) => (side === null ? [] : [[gid, side] as const]))));
  }
  const writes: PlannedPick[] = [];
  let kept = 0;
  for (const { uid, gid, weekId, side, isOpen } of placed) {
    const before = stored.get(uid)?.get(gid);
    // The count must not tell which side of an open game is stored.
    if (before?.isKept) kept += Number(isOpen || before.side !== side);
    else if (before?.side !== side) {
      writes.push({ uid, gid, weekId, side });
      sides.get(uid)?.set(gid, side);
    }
  }
  return { writes, kept, sides };
}

function compareScores(
  { people, finals, leftOut }: Facts,
  { members }: OldPool,
  rules: PoolRules,
  scores: readonly OldScore[],
  sides: Sides,
): ScoreDifference[] {
  const differences = scores.flatMap((score) => {
    if (!people.has(score.uid) || !members.has(score.uid)) {
      leftOut.push({ path: score.path, reason: 'The user is not a member of the pool.' });
      return [];
    }
    const own = [...(sides.get(score.uid) ?? [])].map(([gid, side]) => [gid, { side, bus: false }] as const);
    const halves = weeklyScore(finals.get(score.weekId) ?? [], Object.fromEntries(own), rules);
    return halvesOfPoints(score.score) === halves ? [] : [{ ...score, halves }];
  });
  return differences.toSorted((a, b) => compareWeeks(a.weekId, b.weekId));
}

/** Picks and scores of pools that the export does not have. */
function reportUnknownPools({ pools, picks, scores }: FirebaseExport, leftOut: LeftOut[]): void {
  const known = new Set(pools.map(({ id }) => id));
  const unknown = [...picks, ...scores].filter(({ poolId }) => !known.has(poolId));
  const paths = new Set(unknown.map(({ path }) => path.split('/', 2).join('/')));
  for (const path of paths) leftOut.push({ path, reason: 'The export has no such pool.' });
}
