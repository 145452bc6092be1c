import { renameUser } from '#server/users/store.ts';
/** A small league for tests of live updates, on either database: all picks are known, and nobody else plays. */

import type { BrowserContext, Page } from '@playwright/test';
import { PICK_LOCK_DELAY_MS } from '#core/locks.ts';
import type { GameStatus, Side } from '#core/types.ts';
import type { Deps } from '#server/deps.ts';
import { entriesOfPool } from '#server/entries/reads.ts';
import { setPoolWeeks } from '#server/game-changes/deadline-store.ts';
import { addWeeks, writeGames } from '#server/game-changes/store.ts';
import { importPicks } from '#server/imports/picks-store.ts';
import { createPool } from '#server/manage/store.ts';
import { setMembers } from '#server/members/store.ts';
import { rescoreAllStale } from '#server/standings/store.ts';
import type { Player } from '../tests/direct-league.ts';
import { addPlayers, withLeague } from '../tests/direct-league.ts';
import type { App } from './support/app.ts';
import { expect } from './support/test.ts';

const HOUR_MS = 3_600_000;

interface GamePlan {
  readonly weekId: string;
  readonly home: string;
  readonly away: string;
  readonly status: GameStatus;
  readonly homeScore?: number;
  readonly awayScore?: number;
  readonly spread?: number;
}

interface LeaguePlan {
  /** Weeks of the pool, including those without games. */
  readonly weeks: readonly string[];
  readonly games: readonly GamePlan[];
  /** A letter for each game: home, away or no pick. The first player is an admin. */
  readonly players: Readonly<Record<string, string>>;
  /** The members of the pool; by default everyone. */
  readonly members?: readonly string[];
  /** No pool exists yet. */
  readonly withoutPool?: boolean;
}

interface SmallLeague {
  readonly poolId: string;
  userId(name: string): string;
  entryId(name: string): string;
  /** The id of a home team's game. */
  gid(home: string): string;
  /** Opens a page as one of the players, without the sign-in form, so that the page had no interaction yet. */
  open(page: Page, name: string, path: string): Promise<void>;
  /** An admin's edit of a game, made outside the pages. @returns when it was sent, in ms since 1970 */
  edit(home: string, edit: object): Promise<number>;
  /** Any other admin call about the pool. */
  editPool(method: 'PATCH' | 'PUT' | 'DELETE', path: string, body?: object): Promise<void>;
}

/**
 * Four players and the games of a Sunday. Bob and Cid picked the finished game correctly. Bob alone wins if Green Bay or Dallas win, Cid
 * and Dee if Buffalo wins.
 */
export const sunday: LeaguePlan = {
  weeks: ['2026-week1'],
  games: [
    { weekId: '2026-week1', home: 'KC', away: 'LV', status: 'Final', homeScore: 24, awayScore: 10 },
    { weekId: '2026-week1', home: 'BUF', away: 'NYJ', status: 'In Progress', homeScore: 7 },
    { weekId: '2026-week1', home: 'GB', away: 'CHI', status: 'In Progress', awayScore: 3 },
    { weekId: '2026-week1', home: 'DAL', away: 'PHI', status: 'In Progress' },
    { weekId: '2026-week1', home: 'SEA', away: 'SF', status: 'Not Started' },
  ],
  players: { Ann: 'aaaaa', Bob: 'hahhh', Cid: 'hhaa-', Dee: 'ahaaa' },
};

export async function makeLeague(app: App, plan: LeaguePlan): Promise<SmallLeague> {
  const location = app.env.DATABASE_URL ?? app.env.DATABASE_FILE ?? '';
  const made = await withLeague(location, (deps) => fill(deps, plan));
  const cookieOf = (name: string) => made.players.get(name)?.cookie ?? '';
  const admin = cookieOf(Object.keys(plan.players)[0] ?? '');
  const gid = (home: string) => `${home}-at-home`;
  const say = async (method: string, path: string, body?: object) => {
    const headers = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin', cookie: admin };
    const answer = await fetch(app.url + path, { method, headers, body: JSON.stringify(body ?? {}) });
    expect(answer.status, await answer.text()).toBe(200);
  };
  return {
    poolId: made.poolId,
    userId: (name) => made.players.get(name)?.userId ?? '',
    entryId: (name) => made.entryIds.get(name) ?? '',
    gid,
    async open(page, name, path) {
      await enter(page.context(), app, cookieOf(name));
      await page.goto(path);
    },
    async edit(home, edit) {
      const sentAt = Date.now();
      await say('PATCH', `/api/games/${gid(home)}`, edit);
      return sentAt;
    },
    editPool: (method, path, body) => say(method, `/api/pools/${made.poolId}${path}`, body),
  };
}

interface Made {
  readonly poolId: string;
  readonly players: ReadonlyMap<string, Player>;
  /** By the name of their player. */
  readonly entryIds: ReadonlyMap<string, string>;
}

async function fill(deps: Deps, plan: LeaguePlan): Promise<Made> {
  const { db, engine } = deps.store;
  const { weeks, games, players: picks, members = Object.keys(picks), withoutPool = false } = plan;
  const now = Date.now();
  const names = Object.keys(picks);
  const players = await addPlayers(deps, names.length);
  const [admin] = players;
  if (admin) await db.updateTable('users').set({ is_admin: 1 }).where('id', '=', admin.userId).execute();
  const byName = new Map<string, Player>();
  for (const [at, player] of players.entries()) {
    byName.set(names[at] ?? '', player);
    await renameUser(db, player.userId, names[at] ?? '');
  }
  await addWeeks(db, weeks);
  const writes = games.map((game, at) => ({
    homeScore: 0,
    awayScore: 0,
    spread: null,
    timeTbd: false,
    ...game,
    gid: `${game.home}-at-home`,
    kickoff: now + (game.status === 'Not Started' ? 24 * HOUR_MS : -HOUR_MS - PICK_LOCK_DELAY_MS) + at,
  }));
  await db.transaction().execute((tx) => writeGames(tx, engine, writes, () => now, 'feed'));
  if (withoutPool) return { poolId: '', players: byName, entryIds: new Map() };
  const pool = { name: 'Sunday Crew' };
  const poolId = await createPool(db, pool, now);
  const userIds = members.flatMap((name) => byName.get(name)?.userId ?? []);
  await setMembers(db, poolId, userIds, now);
  await setPoolWeeks(db, { engine, now: () => now }, poolId, weeks);
  const sides: Readonly<Record<string, Side>> = { h: 'home', a: 'away' };
  const entries = await entriesOfPool(db, poolId);
  const made = entries.flatMap(({ id, name }) =>
    writes.flatMap(({ gid }, game) => {
      const side = sides[picks[name]?.[game] ?? '-'];
      const wish = { kind: 'pick' as const, about: gid, value: side ? { side } : null };
      return side ? [{ poolId, entryId: id, wish, madeAt: now }] : [];
    }),
  );
  await importPicks(db, engine, made, { by: 'seed' }, now);
  await rescoreAllStale(deps.store, deps.clock.now);
  return { poolId, players: byName, entryIds: new Map(entries.map(({ id, name }) => [name, id])) };
}

async function enter(context: BrowserContext, app: App, cookie: string): Promise<void> {
  const [name = '', value = ''] = cookie.split('=');
  await context.addCookies([{ name, value, url: app.url }]);
}

/**
 * When an element that matches `selector` first has a text that matches `pattern`, by the machine's clock. Call it before the action that
 * causes the change, and await it afterward.
 */
export async function whenSeen(page: Page, selector: string, pattern: string): Promise<number> {
  const seen = await page.waitForFunction(
    ([css, text]) => {
      const reads = new RegExp(text ?? '');
      const found = [...document.querySelectorAll(css ?? '')].some((each) => reads.test(each.textContent ?? ''));
      return found && Date.now();
    },
    [selector, pattern],
    { polling: 'raf' },
  );
  return Number(await seen.jsonValue());
}
