/** One o'clock on Sunday in a whole league: a week of finals is scored in every pool, and every pool gets the receipt of a lock. */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { sql } from 'kysely';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import { rulesWith } from '#core/rules/pool-rules.ts';
import type { Deps } from '#server/deps.ts';
import { writeGames } from '#server/game-changes/store.ts';
import { findGame } from '#server/games/reads.ts';
import { markStale } from '#server/journal/stale-store.ts';
import { ReceiptSweep } from '#server/locks/sweep.ts';
import type { Engine } from '#server/platform/db/connect.ts';
import { transact } from '#server/platform/db/transactions.ts';
import { rescoreStale } from '#server/standings/store.ts';
import { withLeague } from '#tests/direct-league.ts';
import { addWeeks, GAMES_A_WEEK, gamesOf } from '../league.ts';
import type { Line, Plan } from '../measure.ts';
import { lineOf, takeTurns } from '../measure.ts';
import { makeDatabase } from '../servers.ts';

const MEMBERS = 50;
/** The longest that any of it may block requests, in ms. */
const BLOCK_MS = 20;
/** The longest that a game that is called off may keep picks from being stored, in ms. */
const CALLED_OFF_MS = 200;

/** The pools of each format. The baseline recounts sides only. */
const leagues: Readonly<Record<string, Partial<PoolRules>>> = {
  sides: {},
  confidence: { format: 'confidence' },
  teams: { format: 'survivor' },
};

export async function measureGrowing(plan: Plan, engine: Engine): Promise<Line[]> {
  const lines: Line[] = [];
  for (const pools of plan.leagues)
    for (const [format, rules] of Object.entries(leagues)) {
      const location = await makeDatabase(engine, plan.cleanup);
      const name = `${pools.toLocaleString('en')} pools of ${MEMBERS}, ${format}`;
      lines.push(...(await withLeague(location, (deps) => measureLeague(plan, deps, { name, pools, rules }))));
    }
  return lines;
}

interface League {
  readonly name: string;
  readonly pools: number;
  readonly rules: Partial<PoolRules>;
}

async function measureLeague({ rounds }: Plan, deps: Deps, { name, pools, rules }: League): Promise<Line[]> {
  const { store, clock } = deps;
  const [week = '', next = ''] = await addWeeks(deps, 2, 'Not Started');
  await addPools(deps, pools, rules);
  const own = { engine: store.engine, unit: 'ms' } as const;
  const scores = await takeTurns(
    rounds,
    async (round) => {
      await endGames(deps, week, round);
      return timed(async () => {
        const { failed, fault } = await rescoreStale(store, clock.now);
        return [...failed.map(({ poolId }) => `${poolId} failed`), ...(fault === null ? [] : [String(fault)])];
      });
    },
    () => timed(() => recount(deps, week, rules)),
  );
  const problems: string[] = [];
  const sweep = new ReceiptSweep({ ...deps, onError: (error) => void problems.push(String(error)) });
  // The first lock of a pool also lists its entries and rules: that was Thursday's.
  const [thursday = '', ...sunday] = gamesOf(next);
  await lockGames(deps, [thursday]);
  await sweep.sweep();
  await lockGames(deps, sunday);
  const lock = await timed(async () => {
    await sweep.sweep();
    return problems;
  });
  const off = await timed(async () => {
    await callOff(deps, sunday[0] ?? '');
    return [];
  });
  const block = Math.max(lock.block, ...scores.map((round) => round.own.block));
  const finals = lineOf({ ...own, name: `${GAMES_A_WEEK} finals in ${name}` }, scores, ({ ms }) => ms);
  return [
    { ...finals, aim: { below: 2 * pools } },
    { ...own, name: `receipts of a lock in ${name}`, own: lock.ms, aim: { below: 3.5 * pools }, problems },
    { ...own, name: `a game is called off in ${name}`, own: off.ms, aim: { below: CALLED_OFF_MS }, problems: [] },
    { ...own, name: `both, requests wait at most, ${name}`, own: block, aim: { below: BLOCK_MS }, problems: [] },
  ];
}

function lockGames({ store: { db }, clock }: Deps, gids: readonly string[]) {
  return db.updateTable('games').set({ lock_at: clock.now() }).where('gid', 'in', gids).execute();
}

/** One that has locked: its picks are listed in receipts. */
async function callOff({ store, clock }: Deps, gid: string): Promise<void> {
  const game = await findGame(store.db, gid);
  if (game === null) throw new Error(`There is no game ${gid}.`);
  await transact(store, (tx) => writeGames(tx, store.engine, [{ ...game, void: 'cancelled' }], clock.now, 'feed'));
}

/** How long an act takes, and how long it blocks the event loop at most, in ms. */
async function timed(act: () => Promise<readonly string[]>) {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const began = performance.now();
  const problems = await act();
  delay.disable();
  return { ms: performance.now() - began, block: delay.max / 1e6, problems };
}

/** Ends all games of a week, each round with other winners. */
async function endGames({ store: { db } }: Deps, week: string, round: number): Promise<void> {
  for (const [game, gid] of gamesOf(week).entries()) {
    const isHome = (game + round) % 2 === 0;
    const score = { status: 'Final', home_score: isHome ? 20 : 10, away_score: isHome ? 10 : 20 } as const;
    await db.updateTable('games').set(score).where('gid', '=', gid).execute();
  }
  await markStale(db, [week]);
}

/** What each entry has right, counted by the database alone. @returns where that differs from the scores of a pool of sides */
async function recount({ store: { db, engine } }: Deps, week: string, rules: Partial<PoolRules>): Promise<string[]> {
  const side = engine === 'sqlite' ? sql`picks.value ->> 'side'` : sql`picks.value::json ->> 'side'`;
  await sql`drop table if exists recount`.execute(db);
  await sql`
    create table recount as
    select picks.entry_id, sum(case when ${side} = (case when games.home_score > games.away_score then 'home' else 'away' end)
      then 1 else 0 end) as won
    from picks join games on games.gid = picks.about
    where picks.kind = 'pick' and games.week_id = ${week} and games.status = 'Final' group by picks.entry_id`.execute(
    db,
  );
  if (rules.format !== undefined) return [];
  const { rows } = await sql<{ entry_id: string }>`
    select recount.entry_id from recount left join week_scores
      on week_scores.entry_id = recount.entry_id and week_scores.week_id = ${week}
    where won <> coalesce(correct, 0)`.execute(db);
  return rows.map(({ entry_id }) => `${entry_id} has another score`);
}

/** Pools of the same people, who have picked both weeks. */
async function addPools({ store: { db, engine }, clock }: Deps, count: number, rules: Partial<PoolRules>) {
  const now = clock.now();
  const numbers = (most: number) =>
    sql.raw(`(with recursive numbers (n) as
    (select 1 union all select n + 1 from numbers where n < ${most}) select n from numbers) as numbers`);
  const id = engine === 'sqlite' ? sql`lower(hex(randomblob(16)))` : sql`gen_random_uuid()::text`;
  await sql`
    insert into users (id, display_name, is_enabled, is_admin, created_at)
    select 'user-' || n, 'Player ' || n, 1, 0, ${now} from ${numbers(MEMBERS)}`.execute(db);
  await sql`
    insert into pools (id, name, description, money_url, has_talk, created_at, rules)
    select ${id}, 'Pool ' || n, '', '', 0, ${now}, ${JSON.stringify(rulesWith(rules))} from ${numbers(count)}`.execute(
    db,
  );
  await sql`insert into pool_weeks (pool_id, week_id, enabled) select pools.id, weeks.id, 1 from pools cross join weeks`.execute(
    db,
  );
  await sql`insert into pool_members (pool_id, user_id, enabled, joined_at)
    select pools.id, users.id, 1, ${now} from pools cross join users`.execute(db);
  const scatter = engine === 'sqlite' ? sql`unicode(entries.id)` : sql`ascii(entries.id)`;
  const insert = (kind: string, about: ReturnType<typeof sql>, value: ReturnType<typeof sql>, from: string) =>
    sql`
    insert into picks (entry_id, kind, about, value, revision, made_at)
    select entries.id, ${kind}, ${about}, ${value}, 1, ${now} from entries cross join ${sql.raw(from)}
    order by 1, 2, 3`.execute(db);
  if (rules.format !== 'survivor')
    await insert(
      'pick',
      sql`games.gid`,
      sql`case when (${scatter} * 7 + length(entries.id || games.gid) * 3 + games.home_score
      + games.kickoff / 3600000) % 2 = 0 then '{"side":"home"}' else '{"side":"away"}' end`,
      'games',
    );
  if (rules.format === 'survivor')
    await insert(
      'team',
      sql`games.week_id`,
      sql`'{"gid":"' || games.gid || '","team":"' || games.home || '"}'`,
      `games where games.gid like '%-3'`,
    );
  if (rules.format === 'confidence')
    for (const { id: week } of await db.selectFrom('weeks').select('id').execute())
      await insert(
        'order',
        sql`weeks.id`,
        sql`${JSON.stringify({ order: gamesOf(week) })}`,
        `weeks where weeks.id = '${week}'`,
      );
}
