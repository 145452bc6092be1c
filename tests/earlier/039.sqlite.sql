-- An empty database of the form 039-one-schema, by the statements of commit 8037915.

create table accounts (
    id text not null primary key,
    name text not null,
    email text not null unique,
    "emailVerified" integer not null,
    image text,
    "createdAt" date not null,
    "updatedAt" date not null,
    "deviceKey" text);

create table sessions (
    id text not null primary key,
    token text not null unique,
    "userId" text not null references accounts (id) on delete cascade,
    "expiresAt" date not null,
    "createdAt" date not null,
    "updatedAt" date not null,
    "ipAddress" text,
    "userAgent" text);

create index sessions_of_an_account on sessions ("userId");

create table logins (
    id text not null primary key,
    "accountId" text not null,
    "providerId" text not null,
    "userId" text not null references accounts (id) on delete cascade,
    "accessToken" text,
    "refreshToken" text,
    "idToken" text,
    "accessTokenExpiresAt" date,
    "refreshTokenExpiresAt" date,
    scope text,
    password text,
    "createdAt" date not null,
    "updatedAt" date not null);

create index logins_of_an_account on logins ("userId");

create unique index one_login_for_each_identity on logins ("providerId", "accountId");

create table verifications (
    id text not null primary key,
    identifier text not null,
    value text not null,
    "expiresAt" date not null,
    "createdAt" date not null,
    "updatedAt" date not null);

create index verifications_by_identifier on verifications (identifier);

create table mail_tokens (
    token_hash text not null primary key,
    account_id text not null references accounts (id) on delete cascade,
    purpose text not null check (purpose in ('reset', 'verify')),
    mailed_to text,
    expires_at integer not null) strict;

create index links_of_an_account on mail_tokens (account_id);

create table attempts (
    key text not null primary key,
    spent_until integer not null) strict;

create table demo_mails (
    id text not null primary key,
    sent_at integer not null,
    recipient text not null,
    subject text not null,
    text text not null,
    html text not null) strict;

create table meta (
    key text not null primary key,
    value text not null) strict;

create table pools (
    id text not null primary key,
    name text not null,
    description text not null,
    money_url text not null,
    active_week_id text,
    template text,
    trash_talk_enabled integer not null,
    created_at integer,
    deleted_at integer,
    rules text not null default '{}',
    format text generated always as (coalesce(json_extract(rules, '$.format'), 'pickem')) virtual,
    is_listed integer not null default 1) strict;

create table users (
    id text not null primary key,
    account_id text unique references accounts (id),
    display_name text not null,
    is_enabled integer not null,
    is_admin integer not null,
    default_pool_id text references pools (id),
    created_at integer not null) strict;

alter table pools add column made_by text references users (id);

create index pools_made_by on pools (made_by);

create table teams (
    abbr text not null primary key,
    short_name text not null,
    long_name text not null,
    city text not null,
    mascot text not null,
    conference text not null,
    division text not null,
    primary_color text not null,
    secondary_color text not null,
    accent_color text not null) strict;

create table team_records (
    team text not null references teams (abbr),
    season integer not null,
    wins integer not null,
    losses integer not null,
    ties integer not null,
    win_percentage real not null,
    home_record text not null,
    away_record text not null,
    overall_record text not null,
    updated_at integer not null,
    constraint team_records_key primary key (team, season)) strict;

create table weeks (
    id text not null primary key,
    season integer not null,
    number integer not null,
    constraint weeks_order unique (season, number)) strict;

create table games (
    gid text not null primary key,
    week_id text not null references weeks (id),
    kickoff integer not null,
    time_tbd integer not null,
    lock_at integer not null,
    status text not null check (status in ('Not Started', 'In Progress', 'Final')),
    void text check (void in ('postponed', 'cancelled')),
    home text not null references teams (abbr),
    away text not null references teams (abbr),
    home_score integer not null check (home_score between 0 and 99),
    away_score integer not null check (away_score between 0 and 99),
    spread real,
    spread_note text not null,
    situation text not null,
    weather text not null,
    allow_spread_update integer not null,
    allow_time_update integer not null,
    set_by_admin text not null,
    updated_at integer not null,
    frozen_spread real,
    void_since integer) strict;

create index games_by_week on games (week_id, kickoff);

create index games_by_lock on games (lock_at);

create table pool_members (
    pool_id text not null references pools (id),
    user_id text not null references users (id),
    enabled integer not null,
    joined_at integer not null,
    told_until integer not null default 0,
    read_until integer not null default 0,
    is_muted integer not null default 0,
    constraint pool_members_key primary key (pool_id, user_id)) strict;

create index pools_of_a_user on pool_members (user_id);

create table pool_commissioners (
    pool_id text not null references pools (id),
    user_id text not null references users (id),
    named_at integer not null,
    named_by text references users (id),
    primary key (pool_id, user_id));

create table join_requests (
    pool_id text not null references pools (id),
    user_id text not null references users (id),
    asked_at integer not null,
    constraint join_requests_key primary key (pool_id, user_id)) strict;

create index requests_of_a_user on join_requests (user_id);

create table pool_invites (
    pool_id text not null primary key references pools (id),
    token text not null unique,
    made_at integer not null,
    made_by text references users (id)) strict;

create table pool_weeks (
    pool_id text not null references pools (id),
    week_id text not null references weeks (id),
    enabled integer not null,
    deadline integer,
    tiebreak_gid text,
    tiebreak_fixed_at integer,
    constraint pool_weeks_key primary key (pool_id, week_id)) strict;

create index pools_of_a_week on pool_weeks (week_id);

create index deadlines on pool_weeks (deadline) where deadline is not null;

create view pool_locks as
    select pools.id as pool_id, games.gid, min(games.lock_at, coalesce(pool_weeks.deadline, games.lock_at)) as lock_at
    from pools cross join games
    left join pool_weeks on pool_weeks.pool_id = pools.id and pool_weeks.week_id = games.week_id;

create table pool_lines (
    pool_id text not null references pools (id),
    gid text not null references games (gid),
    spread real not null,
    set_by text not null references users (id),
    set_at integer not null,
    reason text not null,
    primary key (pool_id, gid)) strict;

create table entries (
    id text not null primary key,
    pool_id text not null references pools (id),
    player_id text not null references users (id),
    user_id text references users (id),
    number integer not null,
    name text,
    constraint entries_number unique (pool_id, player_id, number)) strict;

create index entries_of_a_player on entries (player_id);

create table picks (
    entry_id text not null references entries (id),
    kind text not null check (kind in ('pick', 'guess', 'order', 'team')),
    about text not null,
    value text,
    revision integer not null,
    made_at integer not null,
    entered_by text references users (id),
    reason text,
    constraint picks_key primary key (entry_id, kind, about)) strict;

create table replaced_picks (
    entry_id text not null,
    kind text not null,
    about text not null,
    value text,
    revision integer not null,
    made_at integer not null,
    entered_by text,
    reason text) strict;

create index replaced_picks_of_an_entry on replaced_picks (entry_id, kind, about);

create view pick_history as
    select entry_id, kind, about, value, revision, made_at, entered_by, reason from replaced_picks union all select entry_id, kind, about, value, revision, made_at, entered_by, reason from picks;

create view game_picks as
    select entries.pool_id, entries.player_id as user_id, picks.entry_id, picks.about as gid,
      picks.value ->> 'side' as side, case when picks.value ->> 'best' is null then 0 else 1 end as best,
      picks.value, picks.revision, picks.made_at, picks.entered_by, picks.reason
    from picks join entries on entries.id = picks.entry_id where picks.kind = 'pick';

create trigger picks_replaced after update on picks when old.made_at / 1000 <> new.made_at / 1000 or old.entered_by is distinct from new.entered_by begin insert into replaced_picks (entry_id, kind, about, value, revision, made_at, entered_by, reason) values (old.entry_id, old.kind, old.about, old.value, old.revision, old.made_at, old.entered_by, old.reason); end;

create trigger picks_deleted after delete on picks begin insert into replaced_picks (entry_id, kind, about, value, revision, made_at, entered_by, reason) values (old.entry_id, old.kind, old.about, old.value, old.revision, old.made_at, old.entered_by, old.reason); end;

create trigger members_have_an_entry after insert on pool_members begin 
  insert into entries (id, pool_id, player_id, user_id, number)
  values (lower(hex(randomblob(16))), new.pool_id, new.user_id,
    (select id from users where id = new.user_id and account_id is not null), 1)
  on conflict (pool_id, player_id, number) do nothing; end;

create table player_links (
    id integer primary key autoincrement,
    player_id text not null references users (id),
    user_id text not null references users (id),
    linked_by text not null references users (id),
    linked_at integer not null,
    moved text not null,
    undone_at integer) strict;

create unique index joined_players on player_links (player_id) where undone_at is null;

create index joins_of_a_user on player_links (user_id);

create table waiting_picks (
    link_id integer not null references player_links (id),
    pool_id text not null references pools (id),
    gid text not null references games (gid),
    constraint waiting_picks_key primary key (link_id, pool_id, gid)) strict;

create table week_scores (
    pool_id text not null references pools (id),
    week_id text not null references weeks (id),
    user_id text not null references users (id),
    halves integer not null,
    constraint week_scores_key primary key (pool_id, week_id, user_id)) strict;

create table stale_weeks (
    week_id text not null primary key references weeks (id),
    mark text not null) strict;

create table announced_weeks (
    pool_id text not null references pools (id),
    week_id text not null references weeks (id),
    result text,
    since integer not null,
    announced text,
    leaders text,
    first_at integer,
    announced_at integer,
    primary key (pool_id, week_id)) strict;

create table feed_games (
    gid text not null primary key references games (gid),
    source_id text unique,
    said text not null,
    said_at integer not null,
    may_go_back integer not null,
    week_id text,
    progress text not null default '{"clock":null,"end":"open"}') strict;

create table feed_weeks (
    week_id text not null primary key references weeks (id),
    asked_at integer not null) strict;

create table feed_jobs (
    job text not null primary key,
    slot integer not null,
    ran_at integer not null,
    succeeded_at integer,
    failures integer not null,
    problems text not null) strict;

create table feed_slots (
    job text not null,
    slot integer not null,
    node text not null,
    claimed_at integer not null,
    constraint feed_slots_key primary key (job, slot)) strict;

create table audit_log (
    id integer primary key autoincrement,
    at integer not null,
    actor_id text references users (id),
    act text not null,
    pool_id text,
    week_id text,
    gid text,
    user_id text,
    before text not null,
    after text not null) strict;

create index audit_of_a_user on audit_log (user_id, id);

create index audit_of_a_game on audit_log (gid, id);

create index audit_of_a_pool on audit_log (pool_id, id);

create index audit_of_a_week on audit_log (week_id, id);

create index acts_of_a_pool on audit_log (pool_id, act, id);

create table security_log (
    id integer primary key autoincrement,
    at integer not null,
    event text not null,
    account_id text,
    actor_id text,
    network text,
    detail text not null,
    times integer not null) strict;

create index security_of_an_account on security_log (account_id, id);

create table messages (
    id integer primary key autoincrement,
    pool_id text not null references pools (id),
    user_id text references users (id),
    kind text not null,
    text text,
    at integer not null,
    edited_at integer,
    deleted_by text references users (id),
    once text not null);

create index messages_of_a_pool on messages (pool_id, id);

create unique index messages_once on messages (pool_id, once);

create table pool_money (
    pool_id text primary key references pools (id),
    fee integer not null,
    week integer not null,
    places text not null) strict;

create table pool_payments (
    id integer primary key autoincrement,
    pool_id text not null references pools (id),
    user_id text not null references users (id),
    purpose text not null,
    cents integer not null check (cents > 0),
    noted_by text not null references users (id),
    noted_at integer not null,
    undone_by text references users (id),
    undone_at integer) strict;

create unique index standing_payments on pool_payments (pool_id, user_id, purpose) where undone_at is null;

create table told_prizes (
    pool_id text not null references pools (id),
    purpose text not null,
    shares text not null,
    constraint told_prizes_key primary key (pool_id, purpose)) strict;

create table notifications (
    kind text not null,
    key text not null,
    user_id text not null references users (id),
    channel text not null,
    claimed_at integer not null,
    token_hash text unique,
    facts text,
    constraint notifications_key primary key (kind, key, user_id, channel)) strict;

create index notifications_of_user on notifications (user_id, kind, channel, claimed_at);

create table notification_choices (
    user_id text not null references users (id),
    kind text not null,
    channel text not null,
    wanted integer not null,
    constraint notification_choices_key primary key (user_id, kind, channel)) strict;

create table notification_settings (
    user_id text primary key references users (id),
    hours integer,
    zone text,
    asked integer default 0 not null) strict;

create table pool_hooks (
    id text primary key,
    pool_id text not null references pools (id),
    kind text not null,
    address text not null,
    secret text,
    topics text not null,
    hours integer not null,
    made_by text not null references users (id),
    made_at integer not null,
    off_at integer,
    rests_until integer not null default 0) strict;

create index hooks_of_a_pool on pool_hooks (pool_id);

create table hook_deliveries (
    id text primary key,
    hook_id text not null references pool_hooks (id) on delete cascade,
    once text not null,
    news text not null,
    at integer not null,
    until integer not null,
    state text not null,
    attempts integer not null default 0,
    next_at integer not null,
    status integer,
    failure text) strict;

create unique index hook_deliveries_once on hook_deliveries (hook_id, once);

create index hook_deliveries_due on hook_deliveries (next_at) where state in ('waiting', 'sending');

create table hook_pools (
    pool_id text primary key references pools (id),
    told text not null) strict;

create table push_keys (
    id integer primary key check (id = 1),
    public_key text not null,
    private_key text not null,
    made_at integer not null) strict;

create table push_subscriptions (
    id text primary key,
    session_id text not null unique references sessions (id) on delete cascade,
    user_id text not null references users (id),
    endpoint text not null unique,
    p256dh text not null,
    auth text not null,
    made_at integer not null,
    rests_until integer not null default 0) strict;

create index push_subscriptions_of_a_user on push_subscriptions (user_id);

create table calendars (
    user_id text primary key references users (id),
    token_hash text not null unique,
    made_at integer not null) strict;

create table calendar_events (
    uid text primary key,
    told text not null,
    sequence integer not null,
    changed_at integer not null) strict;

create table kysely_migration (
    name varchar(255) not null primary key, timestamp varchar(255) not null);

insert into kysely_migration (name, timestamp) values ('039-one-schema', '2026-11-26T12:00:00.000Z');
