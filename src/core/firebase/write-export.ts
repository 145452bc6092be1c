import { awayStyle, homeStyle, teamByAbbr, teams } from '#core/teams.ts';
import type { Game } from '#core/types.ts';
import { writeKickoff } from './moment.ts';
import type { OldPick } from './picks.ts';
import type { OldPool } from './pools.ts';
import type { OldScore } from './scores.ts';
import type { OldUser } from './users.ts';

/** A league as the layout of the old system can hold it (specification sections 3 and 7): what `readExport` reads, and what it does not need. */
export interface FirebaseLeague {
  readonly users: readonly WrittenUser[];
  readonly pools: readonly WrittenPool[];
  /** All weeks, also those without games. */
  readonly weekIds: readonly string[];
  readonly games: readonly Game[];
  readonly picks: readonly Omit<OldPick, 'path'>[];
  readonly scores: readonly Omit<OldScore, 'path'>[];
}

/** A user of the layout. */
export interface WrittenUser extends Omit<OldUser, 'path'> {
  /** The id of a pool; null for none. */
  readonly defaultPool: string | null;
}

/** A pool of the layout. */
export interface WrittenPool extends Omit<OldPool, 'path'> {
  readonly activeWeek: string | null;
  readonly hasTalk: boolean;
  readonly template: string | null;
}

/** A league as the tree that an export of the Realtime Database is. Unlike Firebase it keeps empty maps, and numbered keys are no lists. */
export function writeExport({ users, pools, weekIds, games, picks, scores }: FirebaseLeague): object {
  const gamesOf = Map.groupBy(games, ({ weekId }) => weekId);
  return {
    Users: mapOf(
      users,
      ({ uid }) => uid,
      (user) => writeUser(user, pools),
    ),
    Pools: mapOf(pools, ({ id }) => id, writePool),
    Weeks: mapOf(
      weekIds,
      (id) => id,
      (id) => ({ ID: id, Games: mapOf(gamesOf.get(id) ?? [], ({ gid }) => gid, writeGame) }),
    ),
    PoolPicks: treeOf(picks, ({ poolId, uid, weekId, gid }) => [poolId, uid, weekId, gid], writePick),
    PoolScores: treeOf(
      scores,
      ({ poolId, uid, weekId }) => [poolId, uid, 'weeks', weekId],
      ({ score }) => score,
    ),
    Teams: mapOf(
      teams,
      ({ abbr }) => abbr,
      ({ abbr, colors: _, ...names }) => ({ abbreviation: abbr, ...names }),
    ),
  };
}

function writeUser(
  { uid, email, name, isEnabled, isAdmin, defaultPool }: WrittenUser,
  pools: readonly WrittenPool[],
): object {
  const own = pools.filter(({ members }) => members.get(uid) === true);
  return {
    Email: email ?? '',
    displayName: name ?? '',
    isEnabled,
    isAdmin,
    defaultPool: defaultPool ?? '',
    Pools: mapOf(
      own,
      ({ id }) => id,
      ({ id, ...pool }) => {
        return { ID: id, Name: pool.name, UseSpread: pool.useSpread, RoundSpread: pool.roundSpread };
      },
    ),
  };
}

function writePool({ id, name, description, ...pool }: WrittenPool): object {
  return {
    ID: id,
    Name: name,
    Description: description,
    MoneyURL: pool.moneyUrl,
    UseSpread: pool.useSpread,
    RoundSpread: pool.roundSpread,
    ActiveWeek: pool.activeWeek ?? '',
    Weeks: Object.fromEntries(pool.weeks),
    Users: mapOf(
      [...pool.members],
      ([uid]) => uid,
      ([, Enabled]) => ({ Enabled }),
    ),
    TrashTalk: { enabled: pool.hasTalk },
    ...(pool.template !== null && { Template: pool.template }),
    ...(pool.createdAt !== null && { _createdAt: pool.createdAt }),
  };
}

/** A game that is called off has that as its status, and 0 means no line (section 3). */
function writeGame(game: Game): object {
  const { home, away } = game;
  return {
    gid: game.gid,
    Date: writeKickoff(game),
    Status: game.void ?? game.status,
    Home: home,
    Away: away,
    HomeFullName: teamByAbbr(home)?.longName ?? home,
    AwayFullName: teamByAbbr(away)?.longName ?? away,
    HomeStyle: homeStyle(home),
    AwayStyle: awayStyle(away),
    HomeScore: game.homeScore,
    AwayScore: game.awayScore,
    Spread: game.spread ?? 0,
    AllowAutoSpreadUpdate: game.allowSpreadUpdate,
    AllowAutoTimeUpdate: game.allowTimeUpdate,
    SpreadNote: game.spreadNote,
    Situation: game.situation,
    Weather: game.weather,
  };
}

function writePick({ side, bus }: Omit<OldPick, 'path'>): string {
  return bus ? `${side},bus` : side;
}

/** Keys are ids of people, which may be names of object properties: `fromEntries` makes them keys like any other. */
function mapOf<T>(rows: readonly T[], keyOf: (row: T) => string, toValue: (row: T) => unknown): object {
  return Object.fromEntries(rows.map((row) => [keyOf(row), toValue(row)]));
}

/** Rows below the keys of their path. */
function treeOf<T>(
  rows: readonly T[],
  pathOf: (row: T) => readonly string[],
  toValue: (row: T) => unknown,
  depth = 0,
): object {
  const byKey = Map.groupBy(rows, (row) => pathOf(row)[depth] ?? '');
  return mapOf(
    [...byKey],
    ([key]) => key,
    ([, below]) => {
      const [first] = below;
      const isLeaf = first !== undefined && pathOf(first).length === depth + 1;
      return isLeaf ? toValue(first) : treeOf(below, pathOf, toValue, depth + 1);
    },
  );
}
