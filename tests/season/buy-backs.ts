/** Buy-backs in survivor pools, and a count of their entries by hand. */
import type { StandingsReply } from '#contract/standings.ts';
import type { Game } from '#core/types.ts';
import { compareWeeks } from '#core/weeks.ts';
import { weekOfPool } from '#server/pools/week-reads.ts';
import type { Person } from '#tests/builders.ts';
import type { Stored } from './acknowledged.ts';
import { slotName } from './acknowledged.ts';
import type { Scene, SeasonPool } from './checks.ts';
import type { Stage } from './stage.ts';
import { sendChange } from './stage.ts';

const MADE = 'made';

function slotOf(entryId: string, weekId: string): string {
  return `${entryId} buy-back ${weekId}`;
}

interface BuyBackRow {
  readonly entryId: string;
  readonly weekId: string;
  readonly madeAt: number;
  /** When pages showed that the week had put the entry out. */
  readonly shownAt: number;
}

async function buyBackRows({ league: { store } }: Scene): Promise<BuyBackRow[]> {
  const rows = await store.db
    .selectFrom('buy_backs')
    .leftJoin('buy_back_windows', (join) =>
      join
        .onRef('buy_back_windows.entry_id', '=', 'buy_backs.entry_id')
        .onRef('buy_back_windows.week_id', '=', 'buy_backs.week_id'),
    )
    .select(['buy_backs.entry_id', 'buy_backs.week_id', 'made_at', 'shown_at'])
    .execute();
  return rows.map(({ entry_id, week_id, made_at, shown_at }) => {
    return { entryId: entry_id, weekId: week_id, madeAt: Number(made_at), shownAt: Number(shown_at ?? made_at) };
  });
}

export async function storedBuyBacks(scene: Scene): Promise<ReadonlyMap<string, Stored>> {
  const rows = await buyBackRows(scene);
  return new Map(rows.map(({ entryId, weekId }) => [slotOf(entryId, weekId), { value: MADE, revision: 0 }]));
}

type Survival = NonNullable<StandingsReply['rows'][number]['survival']>;

async function survivals({ league }: Scene, poolId: string, as: Person): Promise<ReadonlyMap<string, Survival>> {
  const { rows } = (await league.call('GET /api/pools/:poolId/standings', { as, params: { poolId } })).ok();
  return new Map(rows.flatMap(({ id, survival }) => (survival === undefined ? [] : [[id, survival]])));
}

/**
 * Somebody buys an entry back, or takes that back: its owner, the commissioner, or another player.
 * @throws if a buy-back is refused that the page offered, or accepted where it offered none
 */
export async function buyBack(stage: Stage): Promise<void> {
  const { scene, dice, players, runner } = stage;
  const pool = scene.pools.find(({ plan }) => plan.buyBack !== undefined) as SeasonPool;
  const shown = await survivals(scene, pool.id, runner);
  const own = scene.entries.filter(({ poolId }) => poolId === pool.id);
  const wereOut = own.filter(({ id }) => {
    const { outWeekId = null, boughtBack = [] } = shown.get(id) ?? {};
    return outWeekId !== null || boughtBack.length > 0;
  });
  const { id: entryId, ownerId } = dice.oneOf(wereOut.length > 0 ? wereOut : own);
  const { outWeekId = null, boughtBack = [], mayBuyBack } = shown.get(entryId) ?? {};
  const likely = mayBuyBack?.weekId ?? boughtBack.at(-1) ?? outWeekId;
  const weekId = likely !== null && dice.chance(0.85) ? likely : dice.oneOf(scene.weekIds);
  const owner = [...players, runner].find(({ userId }) => userId === ownerId) ?? runner;
  const as = dice.oneOf([owner, owner, runner, dice.oneOf(players)]);
  const isTakenBack = dice.chance(boughtBack.includes(weekId) ? 0.3 : 0.1);
  const route = isTakenBack ? 'DELETE /api/entries/:entryId/buy-back' : 'PUT /api/entries/:entryId/buy-back';
  const code = await sendChange(stage, {
    what: `${as.name} ${isTakenBack ? 'takes back' : 'makes'} the buy-back of ${entryId} after ${weekId}`,
    slot: slotOf(entryId, weekId),
    value: isTakenBack ? 'null' : MADE,
    call: () => scene.league.call(route, { as, params: { entryId }, body: { weekId } }),
  });
  if (code === null) return;
  const mayAct = as === owner || as === runner;
  const isBought = boughtBack.includes(weekId);
  const isOffered = mayBuyBack?.weekId === weekId;
  const isRight = isTakenBack
    ? code !== 'ok' || (mayAct && (isBought || isOffered))
    : (code === 'ok') === (mayAct && (isBought || isOffered));
  if (!isRight)
    throw new Error(`${entryId} after ${weekId}: ${code}, but the page said ${JSON.stringify(shown.get(entryId))}`);
}

/** What an entry has come to. */
export interface Survived {
  readonly lives: number;
  readonly outWeekId: string | null;
  readonly wins: number;
  readonly boughtBack: readonly string[];
}

interface PlayedWeek {
  readonly id: string;
  readonly games: readonly Game[];
}

/** All entries of a survivor pool, counted by hand from the stored picks. */
export async function countSurvivors(
  scene: Scene,
  pool: SeasonPool,
  picks: ReadonlyMap<string, Stored>,
): Promise<ReadonlyMap<string, Survived>> {
  const weeks: PlayedWeek[] = [];
  for (const id of scene.weekIds) weeks.push(await weekOfPool(scene.league.store.db, pool.id, id));
  const bought = await buyBackRows(scene);
  const own = scene.entries.filter(({ poolId }) => poolId === pool.id);
  return new Map(
    own.map(({ id }) => {
      const teams = weeks.map(({ id: weekId }) => teamIn(picks.get(slotName(id, 'team', weekId))));
      const buyBacks = bought.filter(({ entryId }) => entryId === id);
      return [id, countSurvivor(pool, weeks, teams, buyBacks)];
    }),
  );
}

interface Team {
  readonly gid: string;
  readonly team: string;
}

function teamIn(stored: Stored | undefined): Team | null {
  if (stored === undefined || stored.value === 'null') return null;
  return Object.fromEntries(JSON.parse(stored.value) as [string, string][]) as unknown as Team;
}

function countSurvivor(
  { rules: { lives = 1, buyBacks: most = 0, buyBackUntil = 4 } }: SeasonPool,
  weeks: readonly PlayedWeek[],
  teams: readonly (Team | null)[],
  buyBacks: readonly BuyBackRow[],
): Survived {
  const played = weeks.map(({ games }, at) => games.find(({ gid }) => gid === teams[at]?.gid) ?? null);
  const boughtBack: string[] = [];
  let [left, wins] = [lives, 0];
  for (const [at, week] of weeks.entries()) {
    const isLost = buyBacks.some((buyBack) => isBefore(weeks, buyBack, at) && isClosedBetween(week, buyBack));
    const result = isLost ? null : resultOf(weeks, teams, played, at);
    if (result === 'won') wins += 1;
    if (result !== 'lost') continue;
    left -= 1;
    if (left > 0) continue;
    const isBought = buyBacks.some(({ weekId }) => weekId === week.id);
    if (!isBought || at + 1 > buyBackUntil || boughtBack.length === most)
      return { lives: 0, outWeekId: week.id, wins, boughtBack };
    boughtBack.push(week.id);
    left = 1;
  }
  return { lives: left, outWeekId: null, wins, boughtBack };
}

function isBefore(weeks: readonly PlayedWeek[], { weekId }: BuyBackRow, at: number): boolean {
  return weeks.findIndex(({ id }) => id === weekId) < at;
}

/** A week that closed after the entry was shown as out and before it was bought back costs nothing. */
function isClosedBetween({ games }: PlayedWeek, { shownAt, madeAt }: BuyBackRow): boolean {
  const closed = Math.max(...games.filter((game) => game.void === null).map(({ lockAt }) => lockAt));
  return closed > shownAt && closed <= madeAt;
}

function resultOf(
  weeks: readonly PlayedWeek[],
  teams: readonly (Team | null)[],
  played: readonly (Game | null)[],
  at: number,
): 'won' | 'lost' | null {
  const [team, game] = [teams[at]?.team, played[at] ?? null];
  if (game === null) return isDecided(weeks, at) ? 'lost' : null;
  if (game.void !== null || game.status !== 'Final') return null;
  // Of two weeks with the same team, because a game was off, only the one that was played first counts.
  const isTwice = played.some(
    (other, week) =>
      week !== at &&
      teams[week]?.team === team &&
      other?.void === null &&
      other.status !== 'Not Started' &&
      (other.kickoff < game.kickoff || (other.kickoff === game.kickoff && week < at)),
  );
  if (isTwice) return null;
  return (game.homeScore > game.awayScore ? game.home : game.away) === team ? 'won' : 'lost';
}

/** A postponed game may be played yet, until the next week begins. */
function isDecided(weeks: readonly PlayedWeek[], at: number): boolean {
  const [{ games } = { games: [] }, ...later] = weeks.slice(at);
  const counting = games.filter((game) => game.void === null);
  const mayBePlayed = games.some((game) => game.void === 'postponed' && !game.setByAdmin.includes('status'));
  const hasNextBegun = later.some((week) => week.games.some(({ status }) => status !== 'Not Started'));
  return counting.length > 0 && counting.every(({ status }) => status === 'Final') && (hasNextBegun || !mayBePlayed);
}

/** Entries that the standings of a pool say something else about than a count by hand. */
export async function wrongSurvivors(
  scene: Scene,
  pool: SeasonPool,
  counted: ReadonlyMap<string, Survived>,
  viewer: Person,
): Promise<string[]> {
  const shown = await survivals(scene, pool.id, viewer);
  return [...counted].flatMap(([id, survived]) => {
    const { lives, outWeekId, wins, boughtBack = [] } = shown.get(id) ?? {};
    const [is, should] = [JSON.stringify({ lives, outWeekId, wins, boughtBack }), JSON.stringify(survived)];
    return is === should ? [] : [`${pool.name}: the standings say ${is} of ${id}, not ${should}`];
  });
}

/**
 * Compares the answer to a choice of a team with what its entry had come to.
 * @throws if an entry that is out has chosen, or one that is in was told that it is out
 */
export function refuteTeam({ outWeekId }: Survived, weekId: string, answer: string): void {
  const isOut = outWeekId !== null && compareWeeks(outWeekId, weekId) < 0;
  if ((answer === 'saved' && isOut) || (answer === 'player_out' && outWeekId === null))
    throw new Error(`A team for ${weekId} of an entry that is out after ${outWeekId}: ${answer}`);
}
