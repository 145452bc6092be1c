/** A league whose games are made for one test: two players in one pool, the first of them an admin. */
import type { Page } from '@playwright/test';
import type { OwnEntry } from '#contract/entries.ts';
import { ownEntries } from '#contract/live.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import { teamAbbrs } from '#core/teams.ts';
import type { Side } from '#core/types.ts';
import type { Deps } from '#server/deps.ts';
import { entriesOfPool } from '#server/entries/reads.ts';
import { setPoolWeeks } from '#server/game-changes/deadline-store.ts';
import type { GameWrite } from '#server/game-changes/store.ts';
import { addWeeks, writeGames } from '#server/game-changes/store.ts';
import { importPicks } from '#server/imports/picks-store.ts';
import { createPool } from '#server/manage/store.ts';
import { setMembers } from '#server/members/store.ts';
import { rescoreAllStale } from '#server/standings/store.ts';
import type { Chosen } from '#tests/pick.ts';
import { wish } from '#tests/pick.ts';
import { addPlayers, withLeague } from '../tests/direct-league.ts';
import type { App } from './support/app.ts';
import { expect } from './support/test.ts';

export const HOUR_MS = 3_600_000;
export const WEEK = '2026-week1';

/** The parts of a game that a test sets; by default a game begins in two days. */
export type GamePlan = Pick<GameWrite, 'home' | 'away'> & Partial<GameWrite>;

interface LeaguePlan {
  readonly rules?: Partial<PoolRules>;
  readonly games: readonly GamePlan[];
  /** Weeks of the pool, including those without games. */
  readonly weeks?: readonly string[];
  /** Ann's picks, by home team. */
  readonly picks?: Readonly<Record<string, Side>>;
}

export interface PicksLeague {
  readonly poolId: string;
  /** Opens a page as Ann, the admin, or Bob, without the sign-in form. */
  open(page: Page, who?: 'ann' | 'bob', path?: string): Promise<void>;
  /** Signs another person in to the browser of a page, or signs out. */
  enter(page: Page, who: 'ann' | 'bob' | null): Promise<void>;
  /** Ann's picks on the server, by home team. */
  stored(): Promise<Readonly<Record<string, Side | null>>>;
  /** Everything that somebody's entry has on the server. */
  own(who: 'ann' | 'bob'): Promise<OwnEntry>;
  /** Somebody picks on another device. */
  pickElsewhere(who: 'ann' | 'bob', ...choices: readonly Chosen[]): Promise<void>;
  /** An admin's edit of a game. */
  edit(home: string, edit: object): Promise<void>;
  /** An admin changes rules of the pool, with a reason. */
  changeRules(rules: Partial<PoolRules>, seen: Partial<PoolRules>, reason: string): Promise<void>;
}

/** The id of a home team's game. */
export function gidOf(home: string): string {
  return `at-${home}`;
}

/** A full week of 16 open games, as the page shows them; the line favors home, away and neither. */
export function fullWeek(): GamePlan[] {
  const pairs = Array.from({ length: 16 }, (_, at) => ({
    away: teamAbbrs[2 * at] ?? '',
    home: teamAbbrs[2 * at + 1] ?? '',
    spread: [3, -6.5, null][at % 3] ?? null,
  }));
  return pairs.toSorted((a, b) => (a.home < b.home ? -1 : 1));
}

export async function makePicksLeague(app: App, plan: LeaguePlan): Promise<PicksLeague> {
  const location = app.env.DATABASE_URL ?? app.env.DATABASE_FILE ?? '';
  const { poolId, cookies } = await withLeague(location, (deps) => fill(deps, plan));
  const ask = async (method: string, path: string, body?: object, who: 'ann' | 'bob' = 'ann') => {
    const headers = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin', cookie: cookies[who] };
    const answer = await fetch(app.url + path, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) });
    expect(answer.status, `${method} ${path}`).toBe(200);
    return answer.json();
  };
  const enter: PicksLeague['enter'] = async (page, who) => {
    await page.context().clearCookies();
    const [name = '', value = ''] = (who ? cookies[who] : '').split('=');
    if (who) await page.context().addCookies([{ name, value, url: app.url }]);
  };
  const own: PicksLeague['own'] = async (who) => {
    const [first] = ownEntries(await ask('GET', `/api/pools/${poolId}/picks`, undefined, who));
    if (first === undefined) throw new Error('They have no entry.');
    return first;
  };
  return {
    poolId,
    enter,
    async open(page, who = 'ann', path = '/picks') {
      await enter(page, who);
      await page.goto(path);
    },
    own,
    async stored() {
      const { picks } = await own('ann');
      return Object.fromEntries(
        Object.values(picks).flatMap(({ kind, about, value }) =>
          kind === 'pick' ? [[about.slice(gidOf('').length), value?.side ?? null]] : [],
        ),
      );
    },
    async pickElsewhere(who, ...choices) {
      const path = `/api/entries/${(await own(who)).id}/picks`;
      const { picks } = await ask('PUT', path, { picks: choices.map(wish) }, who);
      for (const answer of picks) expect(answer).toMatchObject({ saved: true });
    },
    async edit(home, edit) {
      await ask('PATCH', `/api/games/${gidOf(home)}`, edit);
    },
    async changeRules(rules, seen, reason) {
      await ask('PATCH', `/api/pools/${poolId}`, { change: { rules }, seen: { rules: seen }, reason });
    },
  };
}

async function fill(deps: Deps, { games, weeks = [WEEK], picks = {}, rules = {} }: LeaguePlan) {
  const { db, engine } = deps.store;
  // A minute ago, so that a game that is locked from the start is locked by the clock of every page.
  const now = Date.now() - 60_000;
  const players = await addPlayers(deps, 2);
  const [ann, bob] = players;
  if (!ann || !bob) throw new Error('Two players were not added.');
  await db.updateTable('users').set({ is_admin: 1 }).where('id', '=', ann.userId).execute();
  await addWeeks(db, weeks);
  const writes = games.map((game) => ({
    gid: gidOf(game.home),
    weekId: WEEK,
    kickoff: now + 48 * HOUR_MS,
    timeTbd: false,
    ...game,
  }));
  await db.transaction().execute((tx) => writeGames(tx, engine, writes, () => now, 'feed'));
  const poolId = await createPool(db, { name: 'Thumbs Up', rules }, now);
  // They have played since the first game, because games that lock before somebody joins do not count as missed.
  const joinedAt = Math.min(now, ...writes.map(({ kickoff }) => kickoff));
  await setMembers(db, poolId, [ann.userId, bob.userId], joinedAt);
  await setPoolWeeks(db, { engine, now: () => now }, poolId, weeks);
  const entry = (await entriesOfPool(db, poolId)).find(({ ownerId }) => ownerId === ann.userId);
  const made = Object.entries(picks).map(([home, side]) => ({
    poolId,
    entryId: entry?.id ?? '',
    wish: { kind: 'pick' as const, about: gidOf(home), value: { side } },
    madeAt: now,
  }));
  await importPicks(db, engine, made, { by: 'seed' }, now);
  await rescoreAllStale(deps.store, deps.clock.now);
  return { poolId, cookies: { ann: ann.cookie, bob: bob.cookie } };
}
