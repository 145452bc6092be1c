/** Leagues to measure, written straight into a database. */
import { createHmac, randomBytes } from 'node:crypto';
import { teams } from '#core/teams.ts';
import type { GameStatus } from '#core/types.ts';
import { weekId } from '#core/weeks.ts';
import { cookieSecret } from '#server/accounts/session-store.ts';
import { createUser } from '#server/accounts/store.ts';
import type { Deps } from '#server/deps.ts';
import { closeDeps, createDeps, prepareStore } from '#server/deps.ts';
import { entriesOfPool } from '#server/entries/reads.ts';
import { setPoolWeeks } from '#server/games/deadline-store.ts';
import type { GameWrite } from '#server/games/store.ts';
import { addWeeks, writeGames } from '#server/games/store.ts';
import { setMembers } from '#server/members/store.ts';
import { importChoices } from '#server/picks/import-store.ts';
import { connect, isPostgresUrl } from '#server/platform/db/connect.ts';
import { newId } from '#server/platform/db/ids.ts';
import type { Settings } from '#server/platform/env/settings.ts';
import { readSettings } from '#server/platform/env/settings.ts';
import { createPool } from '#server/pools/store.ts';
import { rescoreAllStale } from '#server/standings/store.ts';

export const GAMES_A_WEEK = 16;
export const SEASON = 2025;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** A signed-in person. */
export interface Player {
  readonly userId: string;
  /** `name=value`, as the browser sends it. */
  readonly cookie: string;
}

/** The environment in which the server runs on a database. */
export function environment(location: string, port: number): Record<string, string> {
  const database = isPostgresUrl(location) ? 'DATABASE_URL' : 'DATABASE_FILE';
  const PUBLIC_URL = `http://localhost:${port}`;
  return { [database]: location, PORT: String(port), PUBLIC_URL, LOG_LEVEL: 'warn', FEED: 'off' };
}

/** The settings of a league that is measured. */
export function settingsFor(location: string): Settings {
  return readSettings(environment(location, 1), 'league');
}

/** Opens a league's database, creating it where there is none, for as long as `act` takes. */
export async function withLeague<T>(location: string, act: (deps: Deps) => Promise<T>): Promise<T> {
  const settings = settingsFor(location);
  const store = connect(location);
  await prepareStore(store, settings);
  const deps = await createDeps(settings, store, { now: () => Date.now() });
  try {
    return await act(deps);
  } finally {
    await closeDeps(deps);
  }
}

/** Adds people with an account and a session each. */
export async function addPlayers({ store, accounts: { sessions } }: Deps, count: number): Promise<Player[]> {
  const secret = await cookieSecret(store.db);
  const now = new Date();
  const date = (time: number) => (store.engine === 'sqlite' ? new Date(time).toISOString() : new Date(time));
  const dates = { createdAt: date(now.getTime()), updatedAt: date(now.getTime()) };
  const expiresAt = date(now.getTime() + 30 * DAY_MS);
  return store.db.transaction().execute(async (tx) => {
    const players: Player[] = [];
    for (let number = 1; number <= count; number += 1) {
      const name = `Player ${number}`;
      const accountId = newId();
      const token = randomBytes(24).toString('base64url');
      const verified = store.engine === 'sqlite' ? 1 : true;
      const account = { id: accountId, name, email: `player-${number}@example.org`, emailVerified: verified };
      const session = { id: newId(), token, userId: accountId, expiresAt, ipAddress: '127.0.0.1', userAgent: 'bench' };
      await tx
        .insertInto('accounts')
        .values({ ...account, image: null, ...dates })
        .execute();
      await tx
        .insertInto('sessions')
        .values({ ...session, ...dates })
        .execute();
      const userId = await createUser(tx, { displayName: name, accountId }, now.getTime());
      const signature = createHmac('sha256', secret).update(token).digest('base64');
      const cookie = `${sessions.cookieName}=${encodeURIComponent(`${token}.${signature}`)}`;
      players.push({ userId, cookie });
    }
    return players;
  });
}

/** Adds the first weeks of a season. @returns their ids */
export async function addGames({ store }: Deps, weeks: number, status: GameStatus): Promise<string[]> {
  const ids = Array.from({ length: weeks }, (_, at) => weekId(SEASON, at + 1));
  await addWeeks(store.db, ids);
  const kickoff = Date.now() + (status === 'Not Started' ? DAY_MS : -weeks * 7 * DAY_MS);
  await store.db.transaction().execute(async (tx) => {
    const writes = ids.flatMap((id, week) => weekOfGames(id, week, kickoff + week * 7 * DAY_MS, status));
    await writeGames(tx, store.engine, writes, Date.now);
  });
  return ids;
}

/** The games of a week by id, in the order in which they are made. */
export function gameId(week: string, game: number): string {
  return `${week}-${game}`;
}

function weekOfGames(id: string, week: number, kickoff: number, status: GameStatus): GameWrite[] {
  return Array.from({ length: GAMES_A_WEEK }, (_, game) => ({
    gid: gameId(id, game),
    weekId: id,
    home: teams[(2 * game + week) % teams.length]?.abbr ?? '',
    away: teams[(2 * game + week + 1) % teams.length]?.abbr ?? '',
    kickoff: kickoff + game * HOUR_MS,
    timeTbd: false,
    status,
    homeScore: status === 'Final' ? (7 * game + week) % 40 : 0,
    awayScore: status === 'Final' ? (11 * game + 3 * week) % 40 : 0,
    spread: (game % 15) - 7,
  }));
}

/** Adds a pool of some players over some weeks. @returns its id */
export async function addPool({ store }: Deps, players: readonly Player[], weeks: readonly string[]): Promise<string> {
  const pool = { name: `Pool of ${players.length}`, rules: { useSpread: true, roundSpread: true } };
  const poolId = await createPool(store.db, pool, Date.now());
  const members = players.map((player) => player.userId);
  await setMembers(store.db, poolId, members, Date.now());
  await setPoolWeeks(store.db, { engine: store.engine, now: Date.now }, poolId, weeks);
  return poolId;
}

/** Every player picks every game, and the scores that follow are worked out. */
export async function addAllPicks(
  { store }: Deps,
  poolId: string,
  players: readonly Player[],
  weeks: readonly string[],
): Promise<void> {
  const entries = await entriesOfPool(store.db, poolId);
  const entryOf = new Map(entries.map(({ id, ownerId }) => [ownerId, id]));
  for (const week of weeks) {
    const picks = players.flatMap(({ userId }, player) =>
      Array.from({ length: GAMES_A_WEEK }, (_, game) => ({
        poolId,
        entryId: entryOf.get(userId) ?? '',
        choice: {
          kind: 'pick' as const,
          gid: gameId(week, game),
          side: (player * 7 + game * 3) % 5 < 2 ? ('away' as const) : ('home' as const),
        },
        madeAt: Date.now(),
      })),
    );
    await importChoices(store.db, store.engine, picks, { by: 'seed' }, Date.now());
  }
  await rescoreAllStale(store, Date.now);
}
