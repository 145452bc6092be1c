/** Exports of a Firebase project as the old system had it: its Realtime Database, and its accounts. */
import { createCipheriv, randomBytes, scryptSync } from 'node:crypto';
import type { HashConfig } from '#core/firebase/hash-config.ts';
import type { Side } from '#core/types.ts';

export interface OldUserTraits {
  readonly uid: string;
  readonly name: string;
  readonly email?: string;
  readonly isAdmin?: boolean;
  readonly isEnabled?: boolean;
}

export interface OldPoolTraits {
  readonly id: string;
  readonly name: string;
  /** Uids. */
  readonly members: readonly string[];
  readonly weeks: readonly string[];
  readonly useSpread?: boolean;
}

export interface OldGameTraits {
  readonly gid: string;
  readonly weekId: string;
  readonly away: string;
  readonly home: string;
  /** As the old system wrote it: `2024-09-08T13:00:00-04:00`. */
  readonly start: string;
  /** Away, home; null before the game is Final. */
  readonly score?: readonly [number, number] | null;
  readonly spread?: number;
}

export interface OldPickTraits {
  readonly poolId: string;
  readonly uid: string;
  readonly weekId: string;
  readonly gid: string;
  readonly side: Side | `${Side},bus`;
}

export interface OldScoreTraits {
  readonly poolId: string;
  readonly uid: string;
  readonly weekId: string;
  readonly score: number;
}

export interface OldLeague {
  readonly users: readonly OldUserTraits[];
  readonly pools: readonly OldPoolTraits[];
  readonly games: readonly OldGameTraits[];
  readonly picks: readonly OldPickTraits[];
  readonly scores?: readonly OldScoreTraits[];
}

type Tree = Record<string, unknown>;

/** The export of the Realtime Database. */
export function firebaseExport({ users, pools, games, picks, scores = [] }: OldLeague): Tree {
  const tree: Tree = {};
  for (const { uid, name, email, isAdmin = false, isEnabled = true } of users)
    put(tree, ['Users', uid], { Email: email ?? '', displayName: name, isEnabled, isAdmin, defaultPool: '' });
  for (const { id, name, members, weeks, useSpread = false } of pools)
    put(tree, ['Pools', id], {
      Name: name,
      Description: '',
      MoneyURL: '',
      UseSpread: useSpread,
      RoundSpread: false,
      Users: Object.fromEntries(members.map((uid) => [uid, { Enabled: true }])),
      Weeks: Object.fromEntries(weeks.map((weekId) => [weekId, true])),
      TrashTalk: { enabled: false },
      _createdAt: 1_720_000_000_000,
    });
  for (const { gid, weekId, away, home, start, score = null, spread = 0 } of games)
    put(tree, ['Weeks', weekId, 'Games', gid], {
      Away: away,
      Home: home,
      startString: start,
      Status: score === null ? 'Not Started' : 'Final',
      AwayScore: score?.[0] ?? 0,
      HomeScore: score?.[1] ?? 0,
      Spread: spread,
    });
  for (const { poolId, uid, weekId, gid, side } of picks) put(tree, ['PoolPicks', poolId, uid, weekId, gid], side);
  for (const { poolId, uid, weekId, score } of scores) put(tree, ['PoolScores', poolId, uid, 'weeks', weekId], score);
  return withLists(tree) as Tree;
}

function put(tree: Tree, path: readonly string[], value: unknown): void {
  const [key = '', ...rest] = path;
  if (rest.length === 0) tree[key] = value;
  else {
    const below = (tree[key] ?? {}) as Tree;
    tree[key] = below;
    put(below, rest, value);
  }
}

/** Firebase writes a map as a list if most of the numbers up to its last key are keys. */
function withLists(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, child]) => [key, withLists(child)] as const);
  const last = Math.max(...entries.map(([key]) => (/^\d{1,4}$/.test(key) ? Number(key) : Number.NaN)));
  if (!(entries.length > last / 2)) return Object.fromEntries(entries);
  const list: unknown[] = Array.from({ length: last + 1 }, () => null);
  for (const [key, child] of entries) list[Number(key)] = child;
  return list;
}

/** Firebase's parameters, but with a lower cost. */
export const quickConfig: HashConfig = {
  signerKey: Buffer.alloc(64, 7).toString('base64'),
  saltSeparator: 'Bw==',
  rounds: 8,
  memCost: 1,
};

/** The parameters as the Firebase console shows them. */
export function consoleText({ signerKey, saltSeparator, rounds, memCost }: HashConfig): string {
  return `hash_config {
  algorithm: SCRYPT,
  base64_signer_key: ${signerKey},
  base64_salt_separator: ${saltSeparator},
  rounds: ${rounds},
  mem_cost: ${memCost},
}`;
}

export interface OldAccountTraits {
  readonly uid: string;
  readonly email: string;
  readonly password?: string;
  readonly emailVerified?: boolean;
  readonly disabled?: boolean;
  readonly google?: string;
}

/** The accounts as `firebase auth:export` writes them. */
export function firebaseAccounts(accounts: readonly OldAccountTraits[], config = quickConfig) {
  return {
    users: accounts.map(({ uid, email, password, emailVerified = false, disabled = false, google }) => ({
      localId: uid,
      email,
      emailVerified,
      disabled,
      ...(password !== undefined && hashed(password, config)),
      providerUserInfo: [
        ...(google === undefined ? [] : [{ providerId: 'google.com', rawId: google, email }]),
        ...(password === undefined ? [] : [{ providerId: 'password', rawId: email, email }]),
      ],
    })),
  };
}

function hashed(password: string, { signerKey, saltSeparator, rounds, memCost }: HashConfig) {
  const salt = randomBytes(10);
  const salted = Buffer.concat([salt, Buffer.from(saltSeparator, 'base64')]);
  const key = scryptSync(password, salted, 32, { N: 2 ** memCost, r: rounds, p: 1 });
  const cipher = createCipheriv('aes-256-ctr', key, Buffer.alloc(16));
  return {
    salt: salt.toString('base64'),
    passwordHash: cipher.update(signerKey, 'base64', 'base64') + cipher.final('base64'),
  };
}
