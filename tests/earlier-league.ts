/** A league as earlier versions kept it, and how to get back to one. */

import { sql } from 'kysely';
import { NO_PROGRESS } from '#core/game-progress.ts';
import { PICK_LOCK_DELAY_MS } from '#core/locks.ts';
import type { Side } from '#core/types.ts';
import type { Db, Engine, Store } from '#server/store/engine/connect.ts';
import { migrations } from '#server/store/engine/migrations/index.ts';
import { addMissingTeams } from '#server/store/teams.ts';
import { addWeeks } from '#server/store/weeks.ts';
import { WEEK_1 } from './builders.ts';
import { HOUR, SUNDAY_1PM } from './core-samples.ts';

/** The migrations of the version whose last one is named. */
export const migratedTo = (last: string) => (engine: Engine) =>
  Object.fromEntries(Object.entries(migrations(engine)).filter(([name]) => name <= last));

export const finalGame = {
  gid: 'g1',
  week_id: WEEK_1,
  kickoff: SUNDAY_1PM,
  time_tbd: 0,
  lock_at: SUNDAY_1PM + PICK_LOCK_DELAY_MS,
  status: 'Final',
  void: null,
  home: 'BUF',
  away: 'KC',
  home_score: 7,
  away_score: 3,
  spread: null,
  spread_note: '',
  situation: '',
  weather: '',
  allow_spread_update: 1,
  allow_time_update: 1,
  set_by_admin: '',
  updated_at: SUNDAY_1PM + 4 * HOUR,
} as const;

/** The columns of a user that all have alike. */
export const sameOfUsers = { is_enabled: 1, is_admin: 0, default_pool_id: null, created_at: SUNDAY_1PM };

export function accountOf(engine: Engine, name: string) {
  const at = new Date(SUNDAY_1PM).toISOString();
  const email = { email: `${name.toLowerCase()}@example.org`, emailVerified: engine === 'sqlite' ? 1 : true };
  return { id: `account of ${name}`, name, ...email, image: null, createdAt: at, updatedAt: at };
}

/** Ann, who has an account, and Tom, who came with an import, with a pick each of a game that is over. */
export async function fillEarlier({ db, engine }: Store): Promise<void> {
  await db.insertInto('accounts').values(accountOf(engine, 'Ann')).execute();
  await db
    .insertInto('users')
    .values([
      { ...sameOfUsers, id: 'ann', account_id: 'account of Ann', display_name: 'Ann' },
      { ...sameOfUsers, id: 'tom', account_id: null, display_name: 'Tom' },
    ])
    .execute();
  await sql`
    insert into pools
      (id, name, description, money_url, use_spread, round_spread, trash_talk_enabled, created_at)
    values
      ('p1', 'Office', '', '', 0, 0, 0, 1), ('p2', 'Lines', '', '', 1, 0, 0, 1), ('p3', 'Halves', '', '', 1, 1, 0, 1)
  `.execute(db);
  await addMissingTeams(db);
  await addWeeks(db, [WEEK_1]);
  await db.insertInto('games').values(finalGame).execute();
  const said = { said: '{"homeScore":7}', said_at: SUNDAY_1PM, may_go_back: 0 };
  await db
    .insertInto('feed_games')
    .values({ gid: 'g1', source_id: '401', ...said })
    .execute();
  const both = ['ann', 'tom'].map((user_id) => ({ pool_id: 'p1', user_id, enabled: 1, joined_at: 1 }));
  await db.insertInto('pool_members').values(both).execute();
  await db.insertInto('pool_weeks').values({ pool_id: 'p1', week_id: WEEK_1, enabled: 1 }).execute();
  await addEarlierPick(db, { gid: 'g1', userId: 'ann', side: 'home', madeAt: SUNDAY_1PM - HOUR });
  await addEarlierPick(db, { gid: 'g1', userId: 'tom', side: 'away', madeAt: SUNDAY_1PM - HOUR });
  for (const [userId, score] of [
    ['ann', 1],
    ['tom', 0],
  ] as const)
    await sql`insert into week_scores (pool_id, week_id, user_id, score) values ('p1', ${WEEK_1}, ${userId}, ${score})`.execute(
      db,
    );
}

interface EarlierPick {
  readonly gid: string;
  readonly userId: string;
  readonly side: Side;
  readonly madeAt: number;
}

/** A pick in the first pool, as versions stored it in which none could be marked. */
export async function addEarlierPick(db: Db, { gid, userId, side, madeAt }: EarlierPick): Promise<void> {
  await sql`
    insert into picks (pool_id, gid, user_id, side, revision, made_at)
    values ('p1', ${gid}, ${userId}, ${side}, 1, ${madeAt})`.execute(db);
}

/** The rows of a dump from then, as this version has them. */
export function upgraded(
  before: Readonly<Record<string, readonly string[]>>,
): Readonly<Record<string, readonly string[] | undefined>> {
  const withColumn = (table: string, column: object) =>
    before[table]?.map((row) => JSON.stringify({ ...JSON.parse(row), ...column })).sort();
  const users = before.users?.map((row) => row.replace(/,"wants_reminders":1/, '')).sort();
  const pools = before.pools?.map((row) => withRules(JSON.parse(row))).sort();
  const week_scores = before.week_scores?.map((row) =>
    row.replace(/"score":(\d+)/, (_, score) => `"halves":${2 * Number(score)}`),
  );
  const {
    trash_talk = [],
    reminders = [],
    player_joins,
    audit_log,
    account_links = [],
    pick_history,
    ...others
  } = before;
  const pool_invites = withColumn('pool_invites', { made_by: 'boss' });
  const links = player_joins?.map((row) => row.replace(/"joined_(by|at)"/g, '"linked_$1"'));
  const acts = audit_log?.map((row) => row.replace('"player.join"', '"player.link"'));
  return {
    ...others,
    mail_tokens: account_links,
    notifications: reminders.map((row) => JSON.stringify({ ...JSON.parse(row), facts: null })).sort(),
    picks: withColumn('picks', { best: null }),
    pick_history: pick_history
      ?.map((row) => row.replace(/"id":\d+,/, '').replace(',"revision"', ',"best":null,"revision"'))
      .sort(),
    users,
    accounts: withColumn('accounts', { deviceKey: null }),
    pools,
    ...(week_scores && { week_scores }),
    pool_weeks: withColumn('pool_weeks', { deadline: null, tiebreak_gid: null, tiebreak_fixed_at: null }),
    feed_games: withColumn('feed_games', { week_id: WEEK_1, progress: JSON.stringify(NO_PROGRESS) }),
    games: withColumn('games', { frozen_spread: null, void_since: null }),
    pool_members: withColumn('pool_members', { told_until: 0, read_until: 0, is_muted: 0 }),
    ...(links && { player_links: links }),
    ...(acts && { audit_log: acts }),
    ...(pool_invites && { pool_invites }),
  };
}

/** A row of a pool whose rules were a column each. */
function withRules({ use_spread, round_spread, ...row }: Record<string, unknown>): string {
  const rules = { useSpread: use_spread === 1, roundSpread: round_spread === 1 };
  return JSON.stringify({
    ...row,
    rules: JSON.stringify(rules),
    max_picks: null,
    max_best_bets: 0,
    format: 'pickem',
    is_listed: 1,
    made_by: null,
  });
}
