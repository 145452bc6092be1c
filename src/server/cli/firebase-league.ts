/** Reads the league for an export in the layout of the old system, which `import firebase` reads back. */
import type { PoolFile } from '#contract/pool-file.ts';
import type { FirebaseLeague, WrittenPool, WrittenUser } from '#core/firebase/write-export.ts';
import { pointsOfHalves } from '#core/scoring.ts';
import type { Pool } from '#core/types.ts';
import type { UserWithEmail } from '#server/admin/reads.ts';
import { allUsers } from '#server/admin/reads.ts';
import { importedIds } from '#server/firebase/reads.ts';
import { gamesOfWeeks, weekIds } from '#server/games/reads.ts';
import type { Db } from '#server/platform/db/connect.ts';
import { readPoolFile } from '#server/pool-file/reads.ts';
import { readScores } from '#server/standings/season-reads.ts';
import type { PoolLosses } from './firebase-losses.ts';
import { currentPicks, lossesOf, onlyEntries } from './firebase-losses.ts';

/** The league as the layout can hold it, and what it cannot hold of each pool. */
export interface LeagueExport {
  readonly league: FirebaseLeague;
  readonly pools: readonly { readonly name: string; readonly losses: PoolLosses }[];
}

/**
 * Reads the league with some pools. Each is read as its file has it, so with the picks that are visible at `now`. Users and pools that came
 * from Firebase have the ids that they had there.
 * @param pools in the order of reports; their locks up to `now` must have their receipts (`catchUp`)
 */
export async function readLeague(db: Db, pools: readonly Pool[], now: number): Promise<LeagueExport> {
  const ids = await readIds(db);
  const weeks = await weekIds(db);
  const parts: PoolPart[] = [];
  const listed: LeagueExport['pools'][number][] = [];
  for (const pool of pools) {
    const file = await readPoolFile(db, pool, { now, withAddresses: false });
    const losses = lossesOf(pool, file);
    listed.push({ name: pool.name, losses });
    if (!losses.isLeftOut) parts.push(await readPart(db, pool, file, ids, now));
  }
  const poolIds = new Set(parts.map((part) => part.pool.id));
  return {
    league: {
      users: (await allUsers(db)).map((user) => writtenUser(user, ids, poolIds)),
      pools: parts.map((part) => part.pool),
      weekIds: weeks,
      games: await gamesOfWeeks(db, weeks),
      picks: parts.flatMap((part) => part.picks),
      scores: parts.flatMap((part) => part.scores),
    },
    pools: listed,
  };
}

/** The ids that users and pools have in the layout. */
interface OldIds {
  readonly user: (id: string) => string;
  readonly pool: (id: string) => string;
}

async function readIds(db: Db): Promise<OldIds> {
  const imported = await importedIds(db);
  const inverse = (ids: ReadonlyMap<string, string>) => {
    const oldIds = new Map([...ids].map(([oldId, id]) => [id, oldId]));
    return (id: string) => oldIds.get(id) ?? id;
  };
  return { user: inverse(imported.users), pool: inverse(imported.pools) };
}

/** An address counts only if it is verified: by it an import finds the account of somebody. */
function writtenUser(user: UserWithEmail, ids: OldIds, poolIds: ReadonlySet<string>): WrittenUser {
  const defaultPool = ids.pool(user.defaultPoolId ?? '');
  return {
    uid: ids.user(user.id),
    email: user.emailVerified ? user.email : null,
    name: user.displayName,
    isEnabled: user.isEnabled,
    isAdmin: user.isAdmin,
    defaultPool: poolIds.has(defaultPool) ? defaultPool : null,
  };
}

type PoolPart = Pick<FirebaseLeague, 'picks' | 'scores'> & { readonly pool: WrittenPool };

async function readPart(db: Db, pool: Pool, file: PoolFile, ids: OldIds, now: number): Promise<PoolPart> {
  const ofPool = { poolId: ids.pool(pool.id) };
  const uids = new Map(onlyEntries(file).map(({ id, ownerId }) => [id, ids.user(ownerId)]));
  const weekOf = new Map(file.games.map(({ gid, weekId }) => [gid, weekId]));
  const { entrants } = await readScores(db, pool, now);
  return {
    pool: writtenPool(pool, file, new Set(uids.values()), ids),
    picks: currentPicks(file).flatMap((pick) => {
      const [uid, weekId] = [uids.get(pick.entryId), weekOf.get(pick.about)];
      if (pick.kind !== 'pick' || pick.value === null || uid === undefined || weekId === undefined) return [];
      return [{ ...ofPool, uid, weekId, gid: pick.about, side: pick.value.side, bus: pick.enteredBy !== null }];
    }),
    scores: entrants.flatMap(({ id, weeks }) => {
      const uid = uids.get(id);
      if (uid === undefined) return [];
      return Object.entries(weeks).map(([weekId, halves]) => ({
        ...ofPool,
        uid,
        weekId,
        score: pointsOfHalves(halves),
      }));
    }),
  };
}

/** @param players those who have an entry: others are in the file because they did something in the pool */
function writtenPool(pool: Pool, file: PoolFile, players: ReadonlySet<string>, ids: OldIds): WrittenPool {
  const { name, description, moneyUrl, createdAt, template, rules } = pool;
  const members = file.people.flatMap(({ id, member }) =>
    member === null ? [] : [[ids.user(id), member.enabled] as const],
  );
  return {
    id: ids.pool(pool.id),
    name,
    description,
    moneyUrl,
    useSpread: rules.useSpread,
    roundSpread: rules.roundSpread,
    createdAt,
    weeks: new Map(file.weeks.map(({ id, enabled }) => [id, enabled])),
    members: new Map(members.filter(([uid]) => players.has(uid))),
    activeWeek: pool.activeWeekId,
    hasTalk: file.pool.hasTalk,
    template,
  };
}
