/** Test set-ups in one call: a league that is open for a block of tests, and a pool with its users and games. */
import { afterAll, beforeAll } from 'vitest';
import type { GameWrite } from '#server/game-changes/store.ts';
import type { Engine } from '#server/platform/db/connect.ts';
import type { TestApp, TestAppOptions } from './app.ts';
import { createTestApp } from './app.ts';
import type { Person, PoolTraits } from './builders.ts';
import { addGame, addPerson, addPool } from './builders.ts';
import { HOUR, SUNDAY_1PM } from './core-samples.ts';

/** A league that opens before the first test of a block and closes after the last; hooks and tests can use it. */
export function withLeague(engine: Engine, options?: TestAppOptions): TestApp {
  const league = {} as TestApp;
  beforeAll(async () => {
    Object.assign(league, await createTestApp(engine, options));
  });
  afterAll(() => league.close());
  return league;
}

/** Each name identifies a user in the test, and is capitalized as their display name; a name may be listed twice. */
export interface LeagueTraits<P extends string, G extends string>
  extends Omit<PoolTraits, 'members' | 'commissioners'> {
  readonly members?: readonly P[];
  readonly commissioners?: readonly P[];
  readonly admins?: readonly P[];
  /** Users who are not in the pool. */
  readonly strangers?: readonly P[];
  readonly games?: Readonly<Record<G, Partial<GameWrite>>>;
  /** The time of the clock; an hour before the Sunday games by default. */
  readonly now?: number;
}

/** The league, the ID of its pool, each user by name, and the ID of each game by name. */
export type League<P extends string, G extends string> = {
  readonly league: TestApp;
  readonly poolId: string;
} & Readonly<Record<P, Person> & Record<G, string>>;

/** Adds a pool with its users and games to a league, or to a new one that the caller closes. */
export async function aLeague<const P extends string = never, const G extends string = never>(
  where: TestApp | Engine,
  traits: LeagueTraits<P, G>,
): Promise<League<P, G>> {
  const { members = [], commissioners = [], admins = [], strangers = [], games, now, ...pool } = traits;
  const league = typeof where === 'string' ? await createTestApp(where) : where;
  const { deps, clock } = league;
  clock.set(now ?? SUNDAY_1PM - HOUR);
  const people = {} as Record<P, Person>;
  for (const key of new Set([...members, ...commissioners, ...admins, ...strangers])) {
    const name = `${key.charAt(0).toUpperCase()}${key.slice(1)}`;
    people[key] = await addPerson(deps, { name, isAdmin: admins.includes(key) });
  }
  const named = (keys: readonly P[]) => keys.map((key) => people[key]);
  const poolId = await addPool(deps, { ...pool, members: named(members), commissioners: named(commissioners) });
  const gids = {} as Record<G, string>;
  for (const [key, game] of Object.entries<Partial<GameWrite>>(games ?? {})) gids[key as G] = await addGame(deps, game);
  return { league, poolId, ...people, ...gids };
}
