/** What must hold after each step of a season. */
import type { PoolFile } from '#contract/pool-file.ts';
import type { MoneyPlan } from '#core/money.ts';
import type { PoolWeek } from '#core/pool-week.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import type { Game } from '#core/types.ts';
import { weekOfPool } from '#server/pools/week-reads.ts';
import { weekScores } from '#server/standings/season-reads.ts';
import { recount, staleWeeks } from '#server/standings/store.ts';
import type { TestApp } from '#tests/app.ts';
import type { Person } from '#tests/builders.ts';
import type { Stored } from './acknowledged.ts';
import { slotName, textOf } from './acknowledged.ts';

export interface SeasonPool {
  readonly id: string;
  readonly name: string;
  /** Those that it begins with; the others have their defaults. */
  readonly rules: Partial<PoolRules>;
  readonly plan: MoneyPlan;
  /** Whether a pick is right if its team wins, and nothing else counts. */
  readonly isStraight: boolean;
}

export interface SeasonEntry {
  readonly id: string;
  readonly poolId: string;
  readonly ownerId: string;
}

export interface Scene {
  readonly league: TestApp;
  readonly pools: readonly SeasonPool[];
  readonly entries: readonly SeasonEntry[];
  readonly weekIds: readonly string[];
}

/** The stored picks of all entries. */
export async function storedPicks({ store }: TestApp): Promise<ReadonlyMap<string, Stored>> {
  const rows = await store.db.selectFrom('picks').select(['entry_id', 'kind', 'about', 'value', 'revision']).execute();
  return new Map(
    rows.map(({ entry_id, kind, about, value, revision }) => [
      slotName(entry_id, kind, about),
      { value: textOf(value === null ? null : (JSON.parse(value) as object)), revision },
    ]),
  );
}

/** Sealed values that a member sees in the matchup and the standings of a pool, and its commissioner in its file. */
export async function seenSeals(scene: Scene, pool: SeasonPool, viewer: Person, runner: Person): Promise<string[]> {
  const games = new Map<string, Game>();
  const found: string[] = [];
  for (const weekId of scene.weekIds) {
    const week = await weekOfPool(scene.league.store.db, pool.id, weekId);
    for (const game of [...week.games, ...week.leftOut]) games.set(game.gid, game);
    found.push(...(await seenInMatchup(scene, pool, week, viewer)));
  }
  const inStandings = await seenInStandings(scene, pool, viewer, games);
  return [...found, ...inStandings, ...(await seenInFile(scene, pool, runner, games))];
}

async function seenInMatchup(
  { league }: Scene,
  { id: poolId, name }: SeasonPool,
  week: PoolWeek<Game>,
  viewer: Person,
): Promise<string[]> {
  const params = { poolId, weekId: week.id };
  const reply = (await league.call('GET /api/pools/:poolId/weeks/:weekId/matchup', { as: viewer, params })).ok();
  const isOpen = ({ lockAt }: Game) => lockAt > league.clock.now();
  const open = new Set(week.games.filter(isOpen).map(({ gid }) => gid));
  // The value that a cancelled game would have is revealed at once; that of a postponed one, once the next week begins.
  const openValues = new Set(
    week.wholeWeek.filter((game) => game.void !== 'cancelled' && isOpen(game)).map(({ gid }) => gid),
  );
  const isSealed = (gid: string) => open.has(gid);
  const areSealed = reply.games.every(isSealed);
  return reply.rows.flatMap(({ id, picks, values, guess }) => {
    const sides = reply.games.filter((gid, at) => isSealed(gid) && !['?', '-'].includes(picks[at] ?? '-'));
    const valued = reply.games.filter((gid, at) => openValues.has(gid) && (values?.[at] ?? null) !== null);
    const all = [...sides, ...valued, ...(areSealed && guess !== undefined ? [`guess ${guess}`] : [])];
    return all.map((what) => `${name}: ${viewer.name} sees ${what} of ${id} in the matchup: ${picks} ${values}`);
  });
}

async function seenInStandings(
  { league, weekIds }: Scene,
  { id: poolId, name }: SeasonPool,
  viewer: Person,
  games: ReadonlyMap<string, Game>,
): Promise<string[]> {
  const { rows } = (await league.call('GET /api/pools/:poolId/standings', { as: viewer, params: { poolId } })).ok();
  const isShownEarly = (team: string | undefined, weekId: string | undefined) =>
    team !== undefined &&
    [...games.values()].some(
      (game) => game.weekId === weekId && [game.home, game.away].includes(team) && game.lockAt > league.clock.now(),
    );
  return rows.flatMap(({ id, survival }) =>
    (survival?.weeks ?? []).flatMap(({ team }, at) =>
      isShownEarly(team, weekIds[at]) ? [`${name}: ${viewer.name} sees ${team} of ${id} in the standings`] : [],
    ),
  );
}

/**
 * The file holds no side and no team of an open game, and no order of a week of which no game is locked. In an order, open games stand by
 * gid. One that is called off may be open after the week is locked as a whole.
 */
async function seenInFile(
  { league }: Scene,
  { id: poolId, name }: SeasonPool,
  runner: Person,
  games: ReadonlyMap<string, Game>,
): Promise<string[]> {
  const { text } = await league.call('GET /api/pools/:poolId/file', { as: runner, params: { poolId } });
  const now = league.clock.now();
  const isOpen = (gid: string) => (games.get(gid)?.lockAt ?? 0) > now;
  const isSealed = ({ kind, about, value }: PoolFile['picks'][number]) => {
    if (value === null) return false;
    if (kind === 'pick') return isOpen(about);
    if (kind === 'order') {
      const ofWeek = [...games.values()].filter(({ weekId }) => weekId === about);
      const open = (JSON.parse(value) as { order: string[] }).order.filter(
        (gid) => isOpen(gid) && games.get(gid)?.void === null,
      );
      return ofWeek.every(({ gid }) => isOpen(gid)) || open.join(' ') !== open.toSorted().join(' ');
    }
    return isOpen((JSON.parse(value) as { gid: string }).gid);
  };
  const picks = (JSON.parse(text) as PoolFile).picks.filter(isSealed);
  return picks.map(({ entryId, kind, about }) => `${name}: the file shows the ${kind} of ${entryId} for ${about}`);
}

/** Scores that a recount contradicts, or a count by hand of the acknowledged picks, or the standings. */
export async function wrongScores(scene: Scene, picks: ReadonlyMap<string, Stored>, viewer: Person): Promise<string[]> {
  const { league, pools, weekIds } = scene;
  const { db } = league.store;
  const found = [...(await staleWeeks(db)).map(({ weekId }) => `${weekId} is still stale`)];
  found.push(
    ...(await recount(league.store)).map((difference) => `The recount differs: ${JSON.stringify(difference)}`),
  );
  for (const pool of pools.filter(({ isStraight }) => isStraight)) {
    const stored = await weekScores(db, pool.id);
    const params = { poolId: pool.id };
    const { rows } = (await league.call('GET /api/pools/:poolId/standings', { as: viewer, params })).ok();
    const totals = new Map<string, number>();
    for (const weekId of weekIds) {
      const { games } = await weekOfPool(db, pool.id, weekId);
      for (const { id } of scene.entries.filter(({ poolId }) => poolId === pool.id)) {
        const right = games.filter((game) => picks.get(slotName(id, 'pick', game.gid))?.value === winnerOf(game));
        totals.set(id, (totals.get(id) ?? 0) + 2 * right.length);
        const halves = stored.get(id)?.[weekId] ?? 0;
        if (halves !== 2 * right.length)
          found.push(`${pool.name}: ${id} has ${halves} halves in ${weekId}, not ${2 * right.length}`);
      }
    }
    for (const { id, totalHalves } of rows)
      if (totalHalves !== totals.get(id))
        found.push(`${pool.name}: the total of ${id} is ${totalHalves}, not ${totals.get(id)}`);
  }
  return found;
}

/** The pick that is right, as text. */
function winnerOf({ status, void: called, homeScore, awayScore }: Game): string | null {
  if (status !== 'Final' || called !== null) return null;
  return textOf({ side: homeScore > awayScore ? 'home' : 'away' });
}
