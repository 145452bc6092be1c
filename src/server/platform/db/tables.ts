/**
 * The whole schema of a new database: tables, indexes, views, triggers and functions. The types of the tables are in `schema.ts`.
 * `upgrade.ts` must apply every change here to existing leagues.
 */
import type { Engine } from './connect.ts';

/** The SQL dialect of an engine. */
export function dialectOf(engine: Engine): Dialect {
  return engine === 'sqlite' ? sqlite : postgres;
}

/** The statements that create everything in an empty database, in order. */
export function tables(engine: Engine): readonly string[] {
  const dialect = dialectOf(engine);
  return [
    accounts,
    secondWaysIn,
    people,
    games,
    membership,
    entriesAndPicks,
    receipts,
    unlistedChanges,
    imports,
    links,
    results,
    feed,
    logs,
    talkAndMoney,
    notifications,
    outbox,
    outside,
    calendars,
    pickLinks,
    faces,
    almanac,
    lateWriters,
  ].flatMap((part) => part(dialect));
}

/** SQL that differs between the two engines. */
export interface Dialect {
  readonly engine: Engine;
  /** A time in ms, or another number that grows. */
  readonly big: string;
  readonly real: string;
  /** An auto-incremented key. */
  readonly id: string;
  /** A time and a flag of the account tables. */
  readonly date: string;
  readonly flag: string;
  /** Bytes of a file. */
  readonly bytes: string;
  /** Ends a table: SQLite checks column types only in strict tables. */
  readonly strict: string;
  /** Ends a generated column. */
  readonly derived: string;
}

const sqlite: Dialect = {
  engine: 'sqlite',
  big: 'integer',
  real: 'real',
  id: 'integer primary key autoincrement',
  date: 'date',
  flag: 'integer',
  bytes: 'blob',
  strict: ' strict',
  derived: 'virtual',
};

const postgres: Dialect = {
  engine: 'postgres',
  big: 'bigint',
  real: 'double precision',
  id: 'bigserial primary key',
  date: 'timestamptz',
  flag: 'boolean',
  bytes: 'bytea',
  strict: '',
  derived: 'stored',
};

/** Entries of survivor pools that were bought back, by the week that put them out (decision 052). */
export const buyBacks = ({ big, strict }: Pick<Dialect, 'big' | 'strict'>) => [
  `create table buy_backs (
    entry_id text not null references entries (id),
    week_id text not null references weeks (id),
    made_at ${big} not null,
    made_by text not null references users (id),
    constraint buy_backs_key primary key (entry_id, week_id))${strict}`,
];

/** When pages showed that a week put an entry out, and until when it can be bought back after it (decision 052). */
export const buyBackWindows = ({ big, strict }: Pick<Dialect, 'big' | 'strict'>) => [
  `create table buy_back_windows (
    entry_id text not null references entries (id),
    week_id text not null references weeks (id),
    shown_at ${big} not null,
    closes_at ${big},
    corrected integer not null,
    stands integer not null,
    constraint buy_back_windows_key primary key (entry_id, week_id))${strict}`,
];

/** What finished pools were counted by before an update that counts differently (decision 045). */
export const earlierCounts = ({ strict }: Pick<Dialect, 'strict'>) => [
  `create table earlier_counts (
    pool_id text not null primary key references pools (id),
    late text not null,
    defaults_pick integer not null)${strict}`,
];

/** The shares of each prize when it was last announced, as JSON (decision 042). */
export const announcedPrizes = ({ strict }: Pick<Dialect, 'strict'>) => [
  `create table announced_prizes (
    pool_id text not null references pools (id),
    purpose text not null,
    shares text not null,
    constraint announced_prizes_key primary key (pool_id, purpose))${strict}`,
];

/** Own defaults of entries, each in effect from `made_at` on, as JSON; null for none. */
export const entryDefaults = ({ big, strict }: Pick<Dialect, 'big' | 'strict'>) => [
  `create table entry_defaults (
    entry_id text not null references entries (id),
    made_at ${big} not null,
    value text,
    constraint entry_defaults_key primary key (entry_id, made_at))${strict}`,
];

/**
 * Accounts, their sessions, their logins (a password, or an identity at a provider), and the redirects to providers that have begun; then
 * mailed links, counted attempts, and the mails of a demo.
 */
const accounts = ({ big, date, flag, strict }: Dialect) => [
  `create table accounts (
    id text not null primary key,
    name text not null,
    email text not null unique,
    "emailVerified" ${flag} not null,
    image text,
    "createdAt" ${date} not null,
    "updatedAt" ${date} not null,
    "deviceKey" text)`,

  `create table sessions (
    id text not null primary key,
    token text not null unique,
    "userId" text not null references accounts (id) on delete cascade,
    "expiresAt" ${date} not null,
    "createdAt" ${date} not null,
    "updatedAt" ${date} not null,
    "ipAddress" text,
    "userAgent" text)`,
  'create index sessions_of_an_account on sessions ("userId")',

  `create table logins (
    id text not null primary key,
    "accountId" text not null,
    "providerId" text not null,
    "userId" text not null references accounts (id) on delete cascade,
    "accessToken" text,
    "refreshToken" text,
    "idToken" text,
    "accessTokenExpiresAt" ${date},
    "refreshTokenExpiresAt" ${date},
    scope text,
    password text,
    "createdAt" ${date} not null,
    "updatedAt" ${date} not null)`,
  'create index logins_of_an_account on logins ("userId")',
  'create unique index one_login_for_each_identity on logins ("providerId", "accountId")',

  `create table verifications (
    id text not null primary key,
    identifier text not null,
    value text not null,
    "expiresAt" ${date} not null,
    "createdAt" ${date} not null,
    "updatedAt" ${date} not null)`,
  'create index verifications_by_identifier on verifications (identifier)',

  `create table mail_tokens (
    token_hash text not null primary key,
    account_id text not null references accounts (id) on delete cascade,
    purpose text not null check (purpose in ('reset', 'verify')),
    mailed_to text,
    expires_at ${big} not null)${strict}`,
  'create index links_of_an_account on mail_tokens (account_id)',

  `create table attempts (
    key text not null primary key,
    spent_until ${big} not null)${strict}`,

  `create table demo_mails (
    id text not null primary key,
    sent_at ${big} not null,
    recipient text not null,
    subject text not null,
    text text not null,
    html text not null)${strict}`,
];

/** Passkeys, and the second factors of accounts with their recovery codes (decision 067). */
export const secondWaysIn = ({ big, strict }: Pick<Dialect, 'big' | 'strict'>) => [
  `create table passkeys (
    id text not null primary key,
    account_id text not null references accounts (id) on delete cascade,
    public_key text not null,
    counter ${big} not null,
    name text not null,
    made_at ${big} not null,
    used_at ${big})${strict}`,
  'create index passkeys_of_an_account on passkeys (account_id)',

  `create table second_factors (
    account_id text not null primary key references accounts (id) on delete cascade,
    secret text not null,
    made_at ${big} not null,
    confirmed_at ${big},
    last_step ${big} not null,
    wants_pick_links integer not null default 0)${strict}`,

  `create table recovery_codes (
    code_hash text not null primary key,
    account_id text not null references accounts (id) on delete cascade)${strict}`,
  'create index recovery_codes_of_an_account on recovery_codes (account_id)',
];

/** The format of a pool, derived from its rules. */
const formatOf = {
  sqlite: "coalesce(json_extract(rules, '$.format'), 'pickem')",
  postgres: "coalesce(rules::json ->> 'format', 'pickem')",
};

/** Pools and users refer to each other, and PostgreSQL lets no table refer to one that does not exist yet. */
export const MADE_BY_A_USER = 'alter table pools add foreign key (made_by) references users (id)';

/** Metadata, pools and users. */
const people = ({ engine, big, strict, derived }: Dialect) => [
  `create table meta (
    key text not null primary key,
    value text not null)${strict}`,

  `create table pools (
    id text not null primary key,
    name text not null,
    description text not null,
    money_url text not null,
    active_week_id text,
    template text,
    has_talk integer not null,
    created_at ${big},
    deleted_at ${big},
    rules text not null default '{}',
    format text generated always as (${formatOf[engine]}) ${derived},
    is_listed integer not null default 1,
    made_by text${engine === 'sqlite' ? ' references users (id)' : ''},
    side_tables text not null default '[]',
    stored_at ${big})${strict}`,

  `create table users (
    id text not null primary key,
    account_id text unique references accounts (id),
    display_name text not null,
    is_enabled integer not null,
    is_admin integer not null,
    default_pool_id text references pools (id),
    created_at ${big} not null)${strict}`,

  ...(engine === 'sqlite' ? [] : [MADE_BY_A_USER]),
  'create index pools_made_by on pools (made_by)',
];

/** Teams, weeks and games. */
const games = ({ big, real, strict }: Dialect) => [
  `create table teams (
    abbr text not null primary key,
    short_name text not null,
    long_name text not null,
    city text not null,
    mascot text not null,
    conference text not null,
    division text not null,
    primary_color text not null,
    secondary_color text not null,
    accent_color text not null)${strict}`,

  `create table team_records (
    team text not null references teams (abbr),
    season integer not null,
    wins integer not null,
    losses integer not null,
    ties integer not null,
    win_percentage ${real} not null,
    home_record text not null,
    away_record text not null,
    overall_record text not null,
    updated_at ${big} not null,
    constraint team_records_key primary key (team, season))${strict}`,

  `create table weeks (
    id text not null primary key,
    season integer not null,
    number integer not null,
    constraint weeks_order unique (season, number))${strict}`,

  `create table games (
    gid text not null primary key,
    week_id text not null references weeks (id),
    kickoff ${big} not null,
    time_tbd integer not null,
    lock_at ${big} not null,
    status text not null check (status in ('Not Started', 'In Progress', 'Final')),
    void text check (void in ('postponed', 'cancelled')),
    home text not null references teams (abbr),
    away text not null references teams (abbr),
    home_score integer not null check (home_score between 0 and 99),
    away_score integer not null check (away_score between 0 and 99),
    spread ${real},
    spread_note text not null,
    situation text not null,
    weather text not null,
    allow_spread_update integer not null,
    allow_time_update integer not null,
    set_by_admin text not null,
    updated_at ${big} not null,
    frozen_spread ${real},
    void_since ${big},
    line_source text)${strict}`,
  'create index games_by_week on games (week_id, kickoff)',
  'create index games_by_lock on games (lock_at)',
];

/**
 * Members, commissioners, requests and invites of a pool, its weeks, and its spreads (decision 028).
 */
const membership = ({ engine, big, real, strict }: Dialect) => [
  `create table pool_members (
    pool_id text not null references pools (id),
    user_id text not null references users (id),
    enabled integer not null,
    joined_at ${big} not null,
    announced_until ${big} not null default 0,
    read_until ${big} not null default 0,
    is_muted integer not null default 0,
    left_at ${big},
    constraint pool_members_key primary key (pool_id, user_id))${strict}`,
  'create index pools_of_a_user on pool_members (user_id)',

  `create table pool_commissioners (
    pool_id text not null references pools (id),
    user_id text not null references users (id),
    named_at ${big} not null,
    named_by text references users (id),
    primary key (pool_id, user_id))`,

  `create table join_requests (
    pool_id text not null references pools (id),
    user_id text not null references users (id),
    asked_at ${big} not null,
    constraint join_requests_key primary key (pool_id, user_id))${strict}`,
  'create index requests_of_a_user on join_requests (user_id)',

  `create table pool_invites (
    pool_id text not null primary key references pools (id),
    token text not null unique,
    made_at ${big} not null,
    made_by text references users (id))${strict}`,

  `create table pool_weeks (
    pool_id text not null references pools (id),
    week_id text not null references weeks (id),
    enabled integer not null,
    deadline ${big},
    tiebreak_gid text,
    tiebreak_fixed_at ${big},
    decided_at ${big},
    scale text,
    kept_rules text,
    constraint pool_weeks_key primary key (pool_id, week_id))${strict}`,
  'create index pools_of_a_week on pool_weeks (week_id)',
  'create index deadlines on pool_weeks (deadline) where deadline is not null',

  ...slates({ engine, big, strict }),

  `create table pool_lines (
    pool_id text not null references pools (id),
    gid text not null references games (gid),
    spread ${real} not null,
    set_by text not null references users (id),
    set_at ${big} not null,
    reason text not null,
    primary key (pool_id, gid))${strict}`,
];

/**
 * The slates of pools' weeks: which games belong to the pool; one without a row does (decision 055). A slate is settled from `settles_at` on;
 * `changed_at` is the time by which its last change was decided. `pool_locks` has the lock of each game in each pool that it belongs to
 * (decision 024).
 */
export const slates = ({ engine, big, strict }: Pick<Dialect, 'engine' | 'big' | 'strict'>) => [
  `create table slate_games (
    pool_id text not null references pools (id),
    gid text not null references games (gid),
    week_id text not null references weeks (id),
    belongs integer not null,
    constraint slate_games_key primary key (pool_id, gid))${strict}`,

  `create table slates (
    pool_id text not null references pools (id),
    week_id text not null references weeks (id),
    settles_at ${big},
    changed_at ${big},
    constraint slates_key primary key (pool_id, week_id))${strict}`,
  ...(engine === 'sqlite' ? [] : lateSlatesOnPostgres),

  `create view pool_locks as
    select pools.id as pool_id, games.gid, ${earlier[engine]} as lock_at
    from pools cross join games
    left join pool_weeks on pool_weeks.pool_id = pools.id and pool_weeks.week_id = games.week_id
    left join slate_games on slate_games.pool_id = pools.id and slate_games.gid = games.gid
      and slate_games.week_id = games.week_id
    where coalesce(slate_games.belongs, 1) = 1`,
];

/** A change of a slate must be committed two seconds before the next lock of its week, see `lateWriters`. */
const lateSlatesOnPostgres = [
  `create function refuse_late_slate() returns trigger language plpgsql as $$
    begin
      if exists (select 1 from games
          join pool_weeks on pool_weeks.pool_id = new.pool_id and pool_weeks.week_id = games.week_id
          where games.week_id = new.week_id and least(games.lock_at, pool_weeks.deadline) > new.changed_at
            and least(games.lock_at, pool_weeks.deadline) <= league_now() + 2000) then
        raise exception 'A lock of % was reached before its slate was changed.', new.week_id using errcode = '40001';
      end if;
      return null;
    end $$`,
  `create constraint trigger settled_slate_is_final after insert or update of changed_at on slates
    deferrable initially deferred for each row when (new.changed_at is not null) execute function refuse_late_slate()`,
];

/** The earlier of a game's own lock and the deadline of its week. */
const earlier = {
  sqlite: 'min(games.lock_at, coalesce(pool_weeks.deadline, games.lock_at))',
  postgres: 'least(games.lock_at, pool_weeks.deadline)',
};

/**
 * Entries and their picks (decisions 046 and 047). `player_id` of an entry is the user it was created for, `user_id` the user with the
 * account that owns it, if any, and `owner_id` the owner in either case. An entry that left the standings (`out_at`) keeps its picks. Every
 * enabled member has at least one entry.
 *
 * A pick is what an entry chose: the side of a game (`about` is its gid), or the guess, order or team of a week (`about` is the week).
 * `value` is JSON, with the types of `core/judge.ts`; null was taken back. `game_picks` has the picks of games, with their sides as
 * columns.
 *
 * When a pick is replaced or deleted, a trigger stores the old state in the same statement, which cannot be bypassed and needs no second
 * round trip (decision 003). A state that its author replaces within the same second is not stored. `pick_history` has all states, the
 * current ones included.
 */
const entriesAndPicks = (dialect: Dialect) => [
  ...entries(dialect),
  ...picks(dialect),
  ...replacedPicks(dialect),
  ...pickViews(dialect),
  ...pickTriggers(dialect),
];

/** Entries, and the triggers that create them for members. */
export const entries = ({ engine, big, strict, derived }: Dialect) => [
  `create table entries (
    id text not null primary key,
    pool_id text not null references pools (id),
    player_id text not null references users (id),
    user_id text references users (id),
    number integer not null,
    name text,
    joined_at ${big} not null,
    out_at ${big},
    owner_id text generated always as (coalesce(user_id, player_id)) ${derived},
    constraint entries_number unique (pool_id, player_id, number))${strict}`,
  'create index entries_of_a_player on entries (player_id)',
  entriesOfAnOwner,
  ...entryTriggers[engine],
];

export const entriesOfAnOwner = 'create index entries_of_an_owner on entries (owner_id, pool_id)';

/** On SQLite in the order of the key, so the picks of an entry are next to each other (decision 076). */
export const picks = ({ engine, big, strict }: Dialect) => [
  `create table picks (
    entry_id text not null references entries (id),
    kind text not null check (kind in ('pick', 'guess', 'order', 'team')),
    about text not null,
    value text,
    revision integer not null,
    made_at ${big} not null,
    entered_by text references users (id),
    reason text,
    constraint picks_key primary key (entry_id, kind, about))${strict}${engine === 'sqlite' ? ', without rowid' : ''}`,
  ...(engine === 'postgres' ? picksOfGames : []),
];

/** PostgreSQL: the picks of games in the order of the key, so that reading those of an entry does not visit the table (decision 076). */
export const picksOfGames = [
  "create index picks_of_games on picks (entry_id, about) include (value, entered_by) where kind = 'pick'",
];

const replacedPicks = ({ big, strict }: Dialect) => [
  `create table replaced_picks (
    entry_id text not null,
    kind text not null,
    about text not null,
    value text,
    revision integer not null,
    made_at ${big} not null,
    entered_by text,
    reason text)${strict}`,
  'create index replaced_picks_of_an_entry on replaced_picks (entry_id, kind, about)',
];

export const pickViews = ({ engine }: Pick<Dialect, 'engine'>) => [
  `create view pick_history as
    select ${pickColumns} from replaced_picks union all select ${pickColumns} from picks`,
  ...gamePicks({ engine }),
];

export const gamePicks = ({ engine }: Pick<Dialect, 'engine'>) => [
  `create view game_picks as
    select entries.pool_id, picks.entry_id, picks.about as gid,
      ${fieldOf[engine]('side')} as side, case when ${fieldOf[engine]('best')} is null then 0 else 1 end as best,
      case when ${fieldOf[engine]('auto')} is null then 0 else 1 end as auto,
      picks.value, picks.revision, picks.made_at, picks.entered_by, picks.reason
    from picks join entries on entries.id = picks.entry_id where picks.kind = 'pick'`,
];

export const pickTriggers = ({ engine }: Pick<Dialect, 'engine'>) =>
  engine === 'sqlite' ? pickTriggersOnSqlite : pickTriggersOnPostgres;

/** The columns of `picks`, and of `replaced_picks`. */
const pickColumns = 'entry_id, kind, about, value, revision, made_at, entered_by, reason';

/** A field of a pick's value. */
const fieldOf = {
  sqlite: (name: string) => `picks.value ->> '${name}'`,
  postgres: (name: string) => `picks.value::json ->> '${name}'`,
};

/** An id for an entry created by the database, like `newEntryId`. */
const newEntryId = {
  sqlite: 'substr(new.pool_id, 1, 8) || lower(hex(randomblob(12)))',
  postgres: 'left(new.pool_id, 8) || substr(gen_random_uuid()::text, 9)',
};

const keepReplaced = `insert into replaced_picks (${pickColumns}) values (${pickColumns.replaceAll(/\w+/g, 'old.$&')})`;
const isOtherState = 'old.made_at / 1000 <> new.made_at / 1000 or old.entered_by is distinct from new.entered_by';

/** Creates an entry for a new member who has none that plays. */
const addEntry = (engine: Engine) => `
  insert into entries (id, pool_id, player_id, user_id, number, joined_at)
  select ${newEntryId[engine]}, new.pool_id, new.user_id,
    (select id from users where id = new.user_id and account_id is not null),
    (select coalesce(max(number), 0) + 1 from entries where pool_id = new.pool_id and player_id = new.user_id), new.joined_at
  where new.enabled = 1 and not exists (
    select 1 from entries where pool_id = new.pool_id and owner_id = new.user_id and out_at is null)`;

export const entryTriggers = {
  sqlite: ['insert', 'update'].map(
    (event) =>
      `create trigger members_have_an_entry_${event} after ${event === 'insert' ? event : 'update of enabled'} on pool_members begin ${addEntry('sqlite')}; end`,
  ),
  postgres: [
    `create function add_entry() returns trigger language plpgsql as $$
      begin
        ${addEntry('postgres')};
        return null;
      end $$`,
    `create trigger members_have_an_entry after insert or update of enabled on pool_members for each row
      execute function add_entry()`,
  ],
};

const pickTriggersOnSqlite = [
  `create trigger picks_replaced after update on picks when ${isOtherState} begin ${keepReplaced}; end`,
  `create trigger picks_deleted after delete on picks begin ${keepReplaced}; end`,
];

const pickTriggersOnPostgres = [
  `create function keep_replaced_pick() returns trigger language plpgsql as $$
    begin
      ${keepReplaced};
      return null;
    end $$`,
  `create trigger picks_replaced after update on picks for each row when (${isOtherState})
    execute function keep_replaced_pick()`,
  'create trigger picks_deleted after delete on picks for each row execute function keep_replaced_pick()',

  // Called after all picks of a transaction are written, see `lateWriters`.
  `create function refuse_after(closes_at bigint, node_now bigint) returns boolean language plpgsql volatile as $$
    begin
      if greatest(node_now, league_now()) >= closes_at then
        raise exception 'A lock was reached before picks were stored.' using errcode = '40001';
      end if;
      return true;
    end $$`,

  // Closes the gate before the statement locks any row that writers of picks also change.
  `create function close_gate() returns trigger language plpgsql as $$
    begin
      perform pg_advisory_xact_lock(7, 0);
      return case when tg_level = 'ROW' then new end;
    end $$`,
  `create trigger close_gate before update on games for each row
    when (old.lock_at is distinct from new.lock_at or old.status is distinct from new.status
      or old.void is distinct from new.void or old.week_id is distinct from new.week_id)
    execute function close_gate()`,
  `create trigger close_gate before update of enabled, deadline, tiebreak_gid on pool_weeks
    for each statement execute function close_gate()`,
  `create trigger close_gate before update of rules, deleted_at on pools
    for each statement execute function close_gate()`,
];

/** Receipts of what locks made visible, one for each lock of a pool and one for each correction (decision 049). */
export const receipts = ({ big, strict }: Dialect) => [
  `create table lock_receipts (
    pool_id text not null references pools (id),
    number integer not null,
    version integer not null,
    week_id text references weeks (id),
    lock_at ${big},
    made_at ${big} not null,
    made_by text,
    list text not null,
    list_hash text not null,
    previous text not null,
    hash text not null,
    constraint lock_receipts_key primary key (pool_id, number))${strict}`,
  'create unique index one_receipt_for_a_lock on lock_receipts (pool_id, week_id, lock_at)',
  // Without a reference to entries: their rows are locked by writers of picks, who wait for the chain.
  `create table name_salts (
    entry_id text not null primary key,
    salt text)${strict}`,
];

/** Changes of games that the receipts of a pool's week do not list yet, each with the week as it was before it. */
export const unlistedChanges = ({ big, strict }: Dialect) => [
  `create table unlisted_changes (
    pool_id text not null references pools (id),
    week_id text not null references weeks (id),
    number integer not null,
    at ${big} not null,
    made_by text not null,
    gids text not null,
    week text not null,
    constraint unlisted_changes_key primary key (pool_id, week_id, number))${strict}`,
];

/** Files of picks that commissioners import on the screen, written in slices; `slots` is what they contain. */
export const imports = ({ big, strict }: Dialect) => [
  `create table pool_imports (
    id text not null primary key,
    pool_id text not null references pools (id),
    made_by text not null references users (id),
    name text not null,
    at ${big} not null,
    slots text not null,
    week_ids text not null,
    replaces integer not null,
    players text not null,
    state text not null,
    total integer not null,
    done integer not null,
    written integer not null,
    undone_by text references users (id))${strict}`,
  'create index imports_of_a_pool on pool_imports (pool_id, at)',
];

/**
 * Links of players' entries to accounts, one at a time: the account gets the entry, or its own entry is filled from it (`into_id`). `moved`
 * records the changes of the link, to undo it (decision 047).
 */
export const links = ({ id, big, strict }: Dialect) => [
  `create table entry_links (
    id ${id},
    entry_id text not null references entries (id),
    user_id text not null references users (id),
    into_id text references entries (id),
    linked_by text not null references users (id),
    linked_at ${big} not null,
    moved text not null,
    undone_by text references users (id),
    undone_at ${big})${strict}`,
  'create unique index held_links on entry_links (entry_id) where undone_at is null',
  'create index links_of_a_user on entry_links (user_id)',
];

/** Scores, weeks marked for rescoring (decision 004), and announced results of weeks (decision 042). */
const results = (dialect: Dialect) => [...weekScores(dialect), ...announced(dialect)];

export const weekScores = ({ strict }: Dialect) => [
  `create table week_scores (
    pool_id text not null references pools (id),
    week_id text not null references weeks (id),
    entry_id text not null references entries (id),
    halves integer not null,
    correct integer not null default 0,
    constraint week_scores_key primary key (pool_id, week_id, entry_id))${strict}`,
];

/** An empty `pool_id` is all pools. */
export const staleWeeks = ({ strict }: Pick<Dialect, 'strict'>) => [
  `create table stale_weeks (
    week_id text not null references weeks (id),
    pool_id text not null default '',
    mark text not null,
    constraint stale_weeks_key primary key (week_id, pool_id))${strict}`,
];

const announced = ({ big, strict }: Dialect) => [
  ...staleWeeks({ strict }),

  `create table announced_weeks (
    pool_id text not null references pools (id),
    week_id text not null references weeks (id),
    result text,
    since ${big} not null,
    announced text,
    leaders text,
    first_at ${big},
    announced_at ${big},
    primary key (pool_id, week_id))${strict}`,
];

/** Feed snapshots of games and weeks, and the jobs of the nodes (decision 008). */
const feed = ({ big, strict }: Dialect) => [
  `create table feed_games (
    gid text not null primary key references games (gid),
    source_id text unique,
    report text not null,
    reported_at ${big} not null,
    may_regress integer not null,
    week_id text,
    progress text not null default '{"clock":null,"end":"open"}')${strict}`,

  `create table feed_weeks (
    week_id text not null primary key references weeks (id),
    asked_at ${big} not null)${strict}`,

  `create table feed_jobs (
    job text not null primary key,
    slot ${big} not null,
    ran_at ${big} not null,
    succeeded_at ${big},
    failures integer not null,
    problems text not null)${strict}`,

  `create table feed_slots (
    job text not null,
    slot ${big} not null,
    node text not null,
    claimed_at ${big} not null,
    constraint feed_slots_key primary key (job, slot))${strict}`,
];

export const auditOfAnEntry = 'create index audit_of_an_entry on audit_log (entry_id, id)';

/** The audit log of admins and commissioners, and the security log of accounts. A pool's log is read in pages, newest first. */
const logs = ({ id, big, strict }: Dialect) => [
  `create table audit_log (
    id ${id},
    at ${big} not null,
    actor_id text references users (id),
    act text not null,
    pool_id text,
    week_id text,
    gid text,
    user_id text,
    before text not null,
    after text not null,
    entry_id text)${strict}`,
  'create index audit_of_a_user on audit_log (user_id, id)',
  'create index audit_of_a_game on audit_log (gid, id)',
  'create index audit_of_a_pool on audit_log (pool_id, id)',
  auditOfAnEntry,
  'create index audit_of_a_week on audit_log (week_id, id)',
  'create index acts_of_a_pool on audit_log (pool_id, act, id)',

  `create table security_log (
    id ${id},
    at ${big} not null,
    event text not null,
    account_id text,
    actor_id text,
    network text,
    detail text not null,
    times integer not null)${strict}`,
  'create index security_of_an_account on security_log (account_id, id)',
];

/** The talk of a pool (decision 034), and its money: plan, payments and announced prizes (decision 035). */
const talkAndMoney = ({ id, big, strict }: Dialect) => [
  `create table messages (
    id ${id},
    pool_id text not null references pools (id),
    user_id text references users (id),
    kind text not null,
    text text,
    at ${big} not null,
    edited_at ${big},
    deleted_by text references users (id),
    once text not null,
    reply_to ${big} references messages (id))`,
  'create index messages_of_a_pool on messages (pool_id, id)',
  'create unique index messages_once on messages (pool_id, once)',
  ...reactions({ big, strict }),

  `create table pool_money (
    pool_id text primary key references pools (id),
    fee integer not null,
    week integer not null,
    places text not null,
    buy_back integer not null default 0,
    week_places text not null default '[]',
    fixed text not null default '{}')${strict}`,

  ...payments({ id, big, strict }),
  ...buyBacks({ big, strict }),
  ...buyBackWindows({ big, strict }),
  ...earlierCounts({ strict }),
  ...entryDefaults({ big, strict }),
  ...announcedPrizes({ strict }),
];

/** Reactions to messages of the talk. */
export const reactions = ({ big, strict }: Pick<Dialect, 'big' | 'strict'>) => [
  `create table reactions (
    message_id ${big} not null references messages (id),
    user_id text not null references users (id),
    kind text not null,
    at ${big} not null,
    constraint reactions_key primary key (message_id, user_id, kind))${strict}`,
  'create index reactions_of_a_user on reactions (user_id)',
];

/** Payments of entries. */
export const payments = ({ id, big, strict }: Pick<Dialect, 'id' | 'big' | 'strict'>) => [
  `create table pool_payments (
    id ${id},
    pool_id text not null references pools (id),
    entry_id text not null references entries (id),
    purpose text not null,
    cents integer not null check (cents > 0),
    noted_by text not null references users (id),
    noted_at ${big} not null,
    undone_by text references users (id),
    undone_at ${big})${strict}`,
  'create unique index standing_payments on pool_payments (pool_id, entry_id, purpose) where undone_at is null',
];

/** Sent notifications, and the choices of users (decision 037). */
const notifications = ({ big, strict }: Dialect) => [
  `create table notifications (
    kind text not null,
    key text not null,
    user_id text not null references users (id),
    channel text not null,
    claimed_at ${big} not null,
    token_hash text unique,
    facts text,
    constraint notifications_key primary key (kind, key, user_id, channel))${strict}`,
  'create index notifications_of_user on notifications (user_id, kind, channel, claimed_at)',

  `create table notification_choices (
    user_id text not null references users (id),
    kind text not null,
    channel text not null,
    wanted integer not null,
    constraint notification_choices_key primary key (user_id, kind, channel))${strict}`,

  `create table notification_settings (
    user_id text primary key references users (id),
    hours integer,
    zone text,
    asked integer default 0 not null)${strict}`,
];

/** Messages to people and hooks until they are sent (decision 061). */
export const outbox = ({ big, strict }: Pick<Dialect, 'big' | 'strict'>) => [
  `create table outbox (
    id text primary key,
    kind text not null,
    lane text not null,
    recipient text not null,
    once text,
    content text not null,
    at ${big} not null,
    until ${big} not null,
    state text not null,
    attempts integer not null default 0,
    next_at ${big} not null,
    status integer,
    failure text)${strict}`,
  'create unique index outbox_once on outbox (recipient, once)',
  'create index outbox_due on outbox (state, next_at)',
];

/** Webhooks of pools (decision 038), and push devices with their keys (039). */
const outside = ({ big, strict }: Dialect) => [
  `create table pool_hooks (
    id text primary key,
    pool_id text not null references pools (id),
    kind text not null,
    address text not null,
    secret text,
    topics text not null,
    hours integer not null,
    made_by text not null references users (id),
    made_at ${big} not null,
    off_at ${big},
    rests_until ${big} not null default 0)${strict}`,
  'create index hooks_of_a_pool on pool_hooks (pool_id)',

  `create table hook_pools (
    pool_id text primary key references pools (id),
    told text not null)${strict}`,

  `create table push_keys (
    id integer primary key check (id = 1),
    public_key text not null,
    private_key text not null,
    made_at ${big} not null)${strict}`,

  `create table push_subscriptions (
    id text primary key,
    session_id text not null unique references sessions (id) on delete cascade,
    user_id text not null references users (id),
    endpoint text not null unique,
    p256dh text not null,
    auth text not null,
    made_at ${big} not null,
    rests_until ${big} not null default 0)${strict}`,
  'create index push_subscriptions_of_a_user on push_subscriptions (user_id)',
];

/** Private addresses of calendars, and the last sent state of each event (decision 040). */
const calendars = ({ big, strict }: Dialect) => [
  `create table calendars (
    user_id text primary key references users (id),
    token_hash text not null unique,
    made_at ${big} not null)${strict}`,

  `create table calendar_events (
    uid text primary key,
    told text not null,
    sequence integer not null,
    changed_at ${big} not null)${strict}`,
];

/** The links of reminders that fill in missing picks (decision 068). */
export const pickLinks = ({ big, strict }: Pick<Dialect, 'big' | 'strict'>) => [
  `create table pick_links (
    token_hash text not null primary key,
    account_id text not null references accounts (id) on delete cascade,
    pool_id text not null references pools (id),
    week_id text not null references weeks (id),
    made_at ${big} not null,
    expires_at ${big} not null)${strict}`,
  'create index pick_links_of_an_account on pick_links (account_id)',
];

/** Pictures of people, which pools hide some, and who may upload none (decision 073). */
export const faces = ({ big, bytes, strict }: Pick<Dialect, 'big' | 'bytes' | 'strict'>) => [
  `create table faces (
    user_id text not null primary key references users (id),
    type text not null,
    picture ${bytes} not null,
    version text not null,
    stored_at ${big} not null)${strict}`,

  `create table hidden_faces (
    pool_id text not null references pools (id),
    user_id text not null references users (id),
    constraint hidden_faces_key primary key (pool_id, user_id))${strict}`,

  `create table stopped_faces (
    user_id text not null primary key references users (id))${strict}`,
];

/** Which pool follows which, typed final tables, and who players without an account are in other seasons (decision 075). */
export const almanac = ({ big, strict }: Pick<Dialect, 'big' | 'strict'>) => [
  `create table season_links (
    pool_id text not null primary key references pools (id),
    follows text not null references pools (id),
    constraint season_links_one_successor unique (follows))${strict}`,

  `create table typed_places (
    pool_id text not null references pools (id),
    year integer not null,
    position integer not null,
    place integer not null,
    name text not null,
    halves integer,
    prize ${big},
    person_id text references users (id),
    constraint typed_places_key primary key (pool_id, year, position))${strict}`,

  'create index typed_places_of_a_person on typed_places (person_id)',

  `create table same_people (
    pool_id text not null references pools (id),
    user_id text not null references users (id),
    person_id text not null references users (id),
    constraint same_people_key primary key (pool_id, user_id))${strict}`,
];

/**
 * PostgreSQL: the database's clock decides for all nodes (decision 017). Writers of picks call `refuse_after` when all are written. The
 * triggers run just before a transaction commits, because until then others read the old lock. So a lock or a deadline can no longer be
 * postponed from two seconds before it is reached. All fail with 40001, so that the writer retries. A game that moves to another week opens
 * there (decision 043): `refuse_moved_lock` allows this for a lock that its writer saw as reached, and refuses it for one that was reached
 * after that.
 *
 * SQLite needs none of this: a transaction waits before it begins, and no other code in its process reads until it has ended.
 */
const lateWriters = ({ engine }: Dialect) => (engine === 'sqlite' ? [] : lateWritersOnPostgres);

const lateWritersOnPostgres = [
  `create function league_now() returns bigint language sql volatile as $$
    select floor(date_part('epoch', clock_timestamp()) * 1000)::bigint
  $$`,

  `create function refuse_moved_lock() returns trigger language plpgsql as $$
    declare
      margin int := case when new.lock_at < old.lock_at then 0 else 2000 end;
    begin
      if new.week_id <> old.week_id and old.lock_at <= new.updated_at then
        return null;
      end if;
      if league_now() + margin >= old.lock_at then
        raise exception 'The lock of game % was reached before it was moved.', old.gid using errcode = '40001';
      end if;
      return null;
    end $$`,
  `create constraint trigger first_lock_is_final after update of lock_at on games deferrable initially deferred
    for each row when (old.lock_at is distinct from new.lock_at) execute function refuse_moved_lock()`,

  `create function refuse_moved_deadline() returns trigger language plpgsql as $$
    declare
      margin int := case when new.deadline < old.deadline then 0 else 2000 end;
    begin
      if league_now() + margin >= old.deadline then
        raise exception 'The deadline of % was reached before it was moved.', old.week_id using errcode = '40001';
      end if;
      return null;
    end $$`,
  `create constraint trigger first_deadline_is_final after update of deadline on pool_weeks deferrable initially deferred
    for each row when (old.deadline is distinct from new.deadline) execute function refuse_moved_deadline()`,
];
