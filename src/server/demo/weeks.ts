import type { BuyBacks } from '#core/formats/survivor/buy-backs.ts';
import { NO_BUY_BACKS } from '#core/formats/survivor/buy-backs.ts';
import { choiceOf } from '#core/formats/survivor/survivor.ts';
import { weekFreeze } from '#core/frozen-line.ts';
import { reachedLocks } from '#core/receipts/visible.ts';
import { parseWeekId, REGULAR_WEEKS, weekId } from '#core/weeks.ts';
import { buyBacksOf, entriesById } from '#server/entries/reads.ts';
import { storeBuyBack } from '#server/entry-changes/buy-back-store.ts';
import { setPoolWeeks } from '#server/game-changes/deadline-store.ts';
import type { GameWrite } from '#server/game-changes/store.ts';
import { addWeeks, writeGames } from '#server/game-changes/store.ts';
import { weekIds } from '#server/games/reads.ts';
import type { ImportedPick } from '#server/imports/picks-store.ts';
import { importPicks, writeWeeks } from '#server/imports/picks-store.ts';
import { writeReceipts } from '#server/locks/store.ts';
import { picksOfPool, teamsOfPool } from '#server/picks/reads.ts';
import type { Db, Engine, Store } from '#server/platform/db/connect.ts';
import { readMeta, writeMeta } from '#server/platform/db/meta.ts';
import { transact } from '#server/platform/db/transactions.ts';
import { poolWeeks } from '#server/pools/reads.ts';
import { receiptWeek, weeksWithoutReceipts } from '#server/receipts/reads.ts';
import { storePastWindows } from '#server/standings/windows-store.ts';
import type { DemoPlayer } from './league.ts';
import {
  demoPlayers,
  demoPools,
  guessOf,
  hasLocked,
  isNamed,
  playedWeeks,
  survivorRules,
  weekBoughtBack,
  weekChoice,
  weekOrder,
  weekPicks,
} from './league.ts';
import { demoGameEnd, demoGameState } from './script.ts';
import type { DemoGame, SeasonWeek } from './season.ts';
import { demoSeason, spreadAt, weekAt, weekStart, weeksOf } from './season.ts';
import { setChangedAt } from './store.ts';

/** The last week for which the demo has made its players' picks. */
const WEEK_KEY = 'demo_week';

/**
 * Opens the current week, and the weeks that passed while the demo was off: a new season becomes the pools' season, and the players' picks
 * are added. Players as whom visitors can sign in pick only locked games; open games are left to the visitor. Existing picks stay
 * unchanged. @returns whether there was anything to do
 */
export async function openWeeks(store: Store, now: number): Promise<boolean> {
  const week = weekAt(now);
  const opened = await readMeta(store.db, WEEK_KEY);
  if (opened === weekId(week.season, week.number)) return false;
  await transact(store, async (tx) => {
    await openSeason(tx, store, week.season, now);
    for (const each of weeksSince(opened, week)) await addPicks(tx, store, each, now);
    await writeMeta(tx, WEEK_KEY, weekId(week.season, week.number));
  });
  await writePastReceipts(store, now);
  return true;
}

/** Writes the receipts of the locks that passed while the demo was off, each as of its lock, like everything else that happened then. */
async function writePastReceipts(store: Store, now: number): Promise<void> {
  for (const { poolId, weekId } of await weeksWithoutReceipts(store.db, {}, now))
    for (const lockAt of reachedLocks(await receiptWeek(store.db, { poolId, weekId }), now))
      await transact(store, (tx) => writeReceipts(tx, store.engine, { weekId, poolIds: [poolId] }, lockAt));
}

/** The weeks of a season after the last opened one. */
function weeksSince(opened: string | null, week: SeasonWeek): SeasonWeek[] {
  const last = opened === null ? null : parseWeekId(opened);
  const done = last?.season === week.season ? last.number : 0;
  return weeksOf(week.season).filter(({ number }) => number > done && number <= week.number);
}

async function openSeason(tx: Db, { engine }: Store, season: number, now: number): Promise<void> {
  const ids = weeksOf(season).map(({ number }) => weekId(season, number));
  if ((await weekIds(tx, season)).length === REGULAR_WEEKS) return;
  await addWeeks(tx, ids);
  const planner = { engine, now: () => now };
  await writeGames(tx, engine, demoSeason(season).map(withTuesdaysLine), planner.now, 'feed');
  const games = demoSeason(season).map((game) => ({ ...factsOf(game), ...demoGameState(game, now) }));
  await writeGames(tx, engine, games, planner.now, 'feed');
  // As if each had ended in its time: who went out long ago can't be bought back.
  for (const game of demoSeason(season))
    if (demoGameEnd(game) < now) await setChangedAt(tx, game.gid, demoGameEnd(game));
  for (const poolId of await demoPools(tx)) {
    await setPoolWeeks(tx, planner, poolId, await poolWeeks(tx, poolId), false);
    await setPoolWeeks(tx, planner, poolId, ids);
  }
}

/** What does not change about a game. */
export function factsOf({ gid, weekId, home, away, kickoff }: DemoGame) {
  return { gid, weekId, home, away, kickoff, timeTbd: false };
}

/** A game with its frozen spread: in weeks that have begun it must be stored before any other. */
function withTuesdaysLine(game: DemoGame): GameWrite {
  const freeze = weekFreeze([game]) ?? game.kickoff;
  return { ...factsOf(game), spread: spreadAt(game.spread, freeze) };
}

async function addPicks(tx: Db, { engine }: Store, week: SeasonWeek, now: number): Promise<void> {
  const id = weekId(week.season, week.number);
  const games = demoSeason(week.season).filter((game) => game.weekId === id);
  const locked = games.filter((game) => hasLocked(game, now));
  const players = Map.groupBy(await demoPlayers(tx), ({ poolId }) => poolId);
  const picks: ImportedPick[] = [];
  for (const [poolId, ofPool] of players) {
    const [{ kind } = {}] = ofPool;
    if (kind === 'survivor') {
      await addTeams(tx, engine, ofPool, { week, now });
      continue;
    }
    const stored = new Set((await picksOfPool(tx, poolId, id)).map(pickKey));
    for (const player of ofPool) {
      const toPick = isNamed(player.person) ? locked : games;
      const made = weekPicks(player, toPick, weekStart(week), now);
      picks.push(...made.filter(({ entryId, wish }) => !stored.has(pickKey({ entryId, gid: wish.about }))));
    }
    if (kind === 'confidence') await addOrders(tx, engine, ofPool, { week, now });
  }
  await importPicks(tx, engine, picks, { by: 'seed' }, now);
}

/** A week at a given time (ms). */
interface WeekNow {
  readonly week: SeasonWeek;
  readonly now: number;
}

/** Adds the players' orders and guesses, made as the week began; open guesses are left to the visitor. */
export async function addOrders(
  tx: Db,
  engine: Engine,
  players: readonly DemoPlayer[],
  { week, now }: WeekNow,
): Promise<void> {
  const [{ poolId } = { poolId: '' }] = players;
  const id = weekId(week.season, week.number);
  const games = demoSeason(week.season).filter((game) => game.weekId === id);
  const madeAt = weekStart(week);
  const orders = players.map(({ person, entryId }) => {
    return { weekId: id, entryId, value: { order: [...weekOrder(person, games)] }, madeAt };
  });
  await writeWeeks(tx, engine, poolId, orders, { by: 'seed' }, now);
  const last = games.toSorted((a, b) => b.kickoff - a.kickoff)[0];
  if (last === undefined) return;
  const guesses = players
    .filter(({ person }) => !isNamed(person) || hasLocked(last, now))
    .map(({ person, entryId }) => ({ weekId: id, entryId, value: { total: guessOf(person, last) }, madeAt }));
  await writeWeeks(tx, engine, poolId, guesses, { by: 'seed' }, now);
}

async function addTeams(tx: Db, engine: Engine, players: readonly DemoPlayer[], { week, now }: WeekNow): Promise<void> {
  const [{ poolId } = { poolId: '' }] = players;
  const id = weekId(week.season, week.number);
  const stored = await teamsOfPool(tx, poolId);
  const scene = { week, weeks: playedWeeks(week, now), rules: survivorRules, now };
  const owners = new Map(
    (
      await entriesById(
        tx,
        players.map(({ entryId }) => entryId),
      )
    ).map((entry) => [entry.id, entry.ownerId]),
  );
  const userId = owners.get(players.find(({ person }) => person.key === 'commissioner')?.entryId ?? '') ?? '';
  const bought = await buyBacksOf(tx, { poolId });
  const buyBacks = new Map<string, BuyBacks>();
  for (const { person, entryId } of players) {
    const before = bought.get(entryId) ?? NO_BUY_BACKS;
    const back = weekBoughtBack(person, stored.get(entryId) ?? {}, scene, before);
    const madeAt = weekStart(week);
    buyBacks.set(entryId, back === null ? before : new Map([...before, [back, { madeAt, shownAt: madeAt }]]));
    const about = { poolId, entryId, ownerId: owners.get(entryId) ?? '', userId };
    if (back !== null) await storeBuyBack(tx, { ...about, weekId: back }, madeAt);
  }
  const rows = players.flatMap(({ person, entryId }) => {
    const own = stored.get(entryId) ?? {};
    const made = choiceOf(own, id) ? null : weekChoice(person, own, scene, buyBacks.get(entryId));
    return made ? [{ weekId: id, entryId, value: made.choice, madeAt: made.madeAt }] : [];
  });
  await writeWeeks(tx, engine, poolId, rows, { by: 'seed' }, now);
  await storePastWindows(tx, engine, { id: poolId, rules: survivorRules }, now);
}

function pickKey({ entryId, gid }: { readonly entryId: string; readonly gid: string }): string {
  return `${entryId} ${gid}`;
}
