/** Changes of rules in a running season, and from which week on they hold. */
import type { PoolReply } from '#contract/pools.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import type { Game } from '#core/types.ts';
import { weekOfPool } from '#server/pools/week-reads.ts';
import type { Person } from '#tests/builders.ts';
import { HOUR, MINUTE } from '#tests/core-samples.ts';
import type { Stored } from './acknowledged.ts';
import type { Scene } from './checks.ts';
import type { Stage } from './stage.ts';

/** The rules of each week that are drawn, by the name of the pool. */
const drawn: Readonly<Record<string, readonly Partial<PoolRules>[]>> = {
  Straight: [
    { deadline: 'week' },
    { deadline: 'sunday' },
    { deadline: 'game' },
    { slate: 'days', thursdayGames: false },
    { slate: 'all', thursdayGames: true },
  ],
  Order: [{ deadline: 'week' }, { deadline: 'game' }],
};
/** How long before its first lock a week keeps its rules. */
const NOTICE = 48 * HOUR;

function slotOf(poolId: string, weekId: string): string {
  return `${poolId} rules of ${weekId}`;
}

function textOf({ deadline, slate, thursdayGames }: Pick<PoolRules, 'deadline' | 'slate' | 'thursdayGames'>): string {
  return `${deadline} ${slate} ${thursdayGames}`;
}

async function pageOf({ league }: Scene, poolId: string, as: Person): Promise<PoolReply> {
  return (await league.call('GET /api/pools/:poolId', { as, params: { poolId } })).ok();
}

function textIn({ rules, weekRules }: PoolReply, weekId: string): string {
  return textOf(weekRules?.[weekId] ?? rules);
}

/** The rules of each week, as the pages of the pools show them. */
export async function shownRules(scene: Scene, as: Person): Promise<ReadonlyMap<string, Stored>> {
  const shown = new Map<string, Stored>();
  for (const { id } of scene.pools.filter(({ name }) => name in drawn)) {
    const page = await pageOf(scene, id, as);
    for (const weekId of scene.weekIds) shown.set(slotOf(id, weekId), { value: textIn(page, weekId), revision: 0 });
  }
  return shown;
}

interface WeekState {
  readonly id: string;
  readonly rules: string;
  /** The games with their locks, and those that are left out. */
  readonly games: string;
  /** The first lock of the games that are played. */
  readonly firstLock: number;
  /** The first moment at which any of its games may lock or may have locked. */
  readonly earliest: number;
}

async function weekStates(scene: Scene, poolId: string, page: PoolReply): Promise<WeekState[]> {
  const states: WeekState[] = [];
  for (const id of scene.weekIds) {
    const { games, leftOut } = await weekOfPool(scene.league.store.db, poolId, id);
    const locks = games.filter((game) => game.void === null).map(({ lockAt }) => lockAt);
    const all = [...games, ...leftOut].flatMap(({ lockAt, kickoff }) => [lockAt, kickoff + 5 * MINUTE]);
    states.push({
      id,
      rules: textIn(page, id),
      games: [namesOf(games), namesOf(leftOut)].join(' | '),
      firstLock: Math.min(...locks),
      earliest: Math.min(...all, page.deadlines[id] ?? Number.POSITIVE_INFINITY),
    });
  }
  return states;
}

function namesOf(games: readonly Game[]): string {
  return games
    .map(({ gid, lockAt }) => `${gid} ${lockAt}`)
    .toSorted()
    .join(', ');
}

/**
 * The commissioner changes how weeks are planned.
 * @throws if a week changes that is near or has begun, or one keeps its rules that is not
 */
export async function changeRules(stage: Stage): Promise<void> {
  const { scene, dice, acknowledged, faults, runner: as, tell } = stage;
  const pool = dice.oneOf(scene.pools.filter(({ name }) => name in drawn));
  const change = dice.oneOf(drawn[pool.name] ?? []);
  const reason = dice.chance(0.1) ? '' : 'We voted';
  const before = await pageOf(scene, pool.id, as);
  const were = await weekStates(scene, pool.id, before);
  const value = textOf({ ...before.rules, ...change });
  const slots = scene.weekIds.map((weekId) => slotOf(pool.id, weekId));
  for (const slot of slots) acknowledged.send(slot, value);
  const seen = Object.fromEntries(
    Object.keys(change).map((rule) => [rule, before.rules[rule as keyof PoolRules]]),
  ) as Partial<PoolRules>;
  const call = scene.league.call('PATCH /api/pools/:poolId', {
    as,
    params: { poolId: pool.id },
    body: { change: { rules: change }, seen: { rules: seen }, reason },
  });
  const reply = await faults.beforeEnd(call).catch(() => null);
  tell(`the rules of ${pool.name} become ${JSON.stringify(change)} -> ${reply?.code ?? reply?.status ?? 'no answer'}`);
  if (reply === null || reply.status >= 500 || dice.chance(0.1)) return;
  const page = await pageOf(scene, pool.id, as);
  const are = await weekStates(scene, pool.id, page);
  const isStored = reply.code === null && value !== textOf(before.rules);
  for (const [at, slot] of slots.entries())
    if (isStored && are[at]?.rules === value) acknowledged.save(slot, value);
    else acknowledged.refuse(slot, value);
  const flaw = flawOf({ were, are, value, isStored, code: reply.code }, scene.league.clock.now());
  if (flaw !== null) throw new Error(`${pool.name}: ${flaw}\n${JSON.stringify({ value, were, are }, null, 1)}`);
}

interface Outcome {
  readonly were: readonly WeekState[];
  readonly are: readonly WeekState[];
  readonly value: string;
  readonly isStored: boolean;
  readonly code: string | null;
}

function flawOf({ were, are, value, isStored, code }: Outcome, now: number): string | null {
  const hasBegun = were.some(({ firstLock }) => firstLock <= now);
  const isNear = (moment: number) => moment < now + NOTICE;
  const last = were.at(-1) as WeekState;
  if (code === 'rule_too_late' && !isNear(last.earliest)) return `the change comes too late for ${last.id}`;
  const changed = were.flatMap((week, at) => (week.rules === are[at]?.rules ? [] : [at]));
  if (!isStored) return changed.length === 0 ? null : 'weeks have changed though nothing was stored';
  const keeping = are.findLast(({ rules }) => rules !== value);
  if (keeping === last) return 'no week has the new rules';
  if (keeping !== undefined && !isNear(were.find(({ id }) => id === keeping.id)?.earliest ?? now))
    return `${keeping.id} keeps its rules`;
  if (!hasBegun) return null;
  const early = changed.find((at) => isNear(were[at]?.firstLock ?? now) || isNear(are[at]?.firstLock ?? now));
  if (early !== undefined) return `${were[early]?.id} has changed though it is near`;
  const moved = were.find((week, at) => !changed.includes(at) && week.games !== are[at]?.games);
  return moved === undefined ? null : `games of ${moved.id} have changed, but not its rules`;
}
