-- An empty database of the form 039-one-schema, by the statements of commit 8037915.

create table accounts (
    id text not null primary key,
    name text not null,
    email text not null unique,
    "emailVerified" boolean not null,
    image text,
    "createdAt" timestamptz not null,
    "updatedAt" timestamptz not null,
    "deviceKey" text);

create table sessions (
    id text not null primary key,
    token text not null unique,
    "userId" text not null references accounts (id) on delete cascade,
    "expiresAt" timestamptz not null,
    "createdAt" timestamptz not null,
    "updatedAt" timestamptz not null,
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
    "accessTokenExpiresAt" timestamptz,
    "refreshTokenExpiresAt" timestamptz,
    scope text,
    password text,
    "createdAt" timestamptz not null,
    "updatedAt" timestamptz not null);

create index logins_of_an_account on logins ("userId");

create unique index one_login_for_each_identity on logins ("providerId", "accountId");

create table verifications (
    id text not null primary key,
    identifier text not null,
    value text not null,
    "expiresAt" timestamptz not null,
    "createdAt" timestamptz not null,
    "updatedAt" timestamptz not null);

create index verifications_by_identifier on verifications (identifier);

create table mail_tokens (
    token_hash text not null primary key,
    account_id text not null references accounts (id) on delete cascade,
    purpose text not null check (purpose in ('reset', 'verify')),
    mailed_to text,
    expires_at bigint not null);

create index links_of_an_account on mail_tokens (account_id);

create table attempts (
    key text not null primary key,
    spent_until bigint not null);

create table demo_mails (
    id text not null primary key,
    sent_at bigint not null,
    recipient text not null,
    subject text not null,
    text text not null,
    html text not null);

create table meta (
    key text not null primary key,
    value text not null);

create table pools (
    id text not null primary key,
    name text not null,
    description text not null,
    money_url text not null,
    active_week_id text,
    template text,
    trash_talk_enabled integer not null,
    created_at bigint,
    deleted_at bigint,
    rules text not null default '{}',
    format text generated always as (coalesce(rules::json ->> 'format', 'pickem')) stored,
    is_listed integer not null default 1);

create table users (
    id text not null primary key,
    account_id text unique references accounts (id),
    display_name text not null,
    is_enabled integer not null,
    is_admin integer not null,
    default_pool_id text references pools (id),
    created_at bigint not null);

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
    accent_color text not null);

create table team_records (
    team text not null references teams (abbr),
    season integer not null,
    wins integer not null,
    losses integer not null,
    ties integer not null,
    win_percentage double precision not null,
    home_record text not null,
    away_record text not null,
    overall_record text not null,
    updated_at bigint not null,
    constraint team_records_key primary key (team, season));

create table weeks (
    id text not null primary key,
    season integer not null,
    number integer not null,
    constraint weeks_order unique (season, number));

create table games (
    gid text not null primary key,
    week_id text not null references weeks (id),
    kickoff bigint not null,
    time_tbd integer not null,
    lock_at bigint not null,
    status text not null check (status in ('Not Started', 'In Progress', 'Final')),
    void text check (void in ('postponed', 'cancelled')),
    home text not null references teams (abbr),
    away text not null references teams (abbr),
    home_score integer not null check (home_score between 0 and 99),
    away_score integer not null check (away_score between 0 and 99),
    spread double precision,
    spread_note text not null,
    situation text not null,
    weather text not null,
    allow_spread_update integer not null,
    allow_time_update integer not null,
    set_by_admin text not null,
    updated_at bigint not null,
    frozen_spread double precision,
    void_since bigint);

create index games_by_week on games (week_id, kickoff);

create index games_by_lock on games (lock_at);

create table pool_members (
    pool_id text not null references pools (id),
    user_id text not null references users (id),
    enabled integer not null,
    joined_at bigint not null,
    told_until bigint not null default 0,
    read_until bigint not null default 0,
    is_muted integer not null default 0,
    constraint pool_members_key primary key (pool_id, user_id));

create index pools_of_a_user on pool_members (user_id);

create table pool_commissioners (
    pool_id text not null references pools (id),
    user_id text not null references users (id),
    named_at bigint not null,
    named_by text references users (id),
    primary key (pool_id, user_id));

create table join_requests (
    pool_id text not null references pools (id),
    user_id text not null references users (id),
    asked_at bigint not null,
    constraint join_requests_key primary key (pool_id, user_id));

create index requests_of_a_user on join_requests (user_id);

create table pool_invites (
    pool_id text not null primary key references pools (id),
    token text not null unique,
    made_at bigint not null,
    made_by text references users (id));

create table pool_weeks (
    pool_id text not null references pools (id),
    week_id text not null references weeks (id),
    enabled integer not null,
    deadline bigint,
    tiebreak_gid text,
    tiebreak_fixed_at bigint,
    constraint pool_weeks_key primary key (pool_id, week_id));

create index pools_of_a_week on pool_weeks (week_id);

create index deadlines on pool_weeks (deadline) where deadline is not null;

create view pool_locks as
    select pools.id as pool_id, games.gid, least(games.lock_at, pool_weeks.deadline) as lock_at
    from pools cross join games
    left join pool_weeks on pool_weeks.pool_id = pools.id and pool_weeks.week_id = games.week_id;

create table pool_lines (
    pool_id text not null references pools (id),
    gid text not null references games (gid),
    spread double precision not null,
    set_by text not null references users (id),
    set_at bigint not null,
    reason text not null,
    primary key (pool_id, gid));

create table entries (
    id text not null primary key,
    pool_id text not null references pools (id),
    player_id text not null references users (id),
    user_id text references users (id),
    number integer not null,
    name text,
    constraint entries_number unique (pool_id, player_id, number));

create index entries_of_a_player on entries (player_id);

create table picks (
    entry_id text not null references entries (id),
    kind text not null check (kind in ('pick', 'guess', 'order', 'team')),
    about text not null,
    value text,
    revision integer not null,
    made_at bigint not null,
    entered_by text references users (id),
    reason text,
    constraint picks_key primary key (entry_id, kind, about));

create table replaced_picks (
    entry_id text not null,
    kind text not null,
    about text not null,
    value text,
    revision integer not null,
    made_at bigint not null,
    entered_by text,
    reason text);

create index replaced_picks_of_an_entry on replaced_picks (entry_id, kind, about);

create view pick_history as
    select entry_id, kind, about, value, revision, made_at, entered_by, reason from replaced_picks union all select entry_id, kind, about, value, revision, made_at, entered_by, reason from picks;

create view game_picks as
    select entries.pool_id, entries.player_id as user_id, picks.entry_id, picks.about as gid,
      picks.value::json ->> 'side' as side, case when picks.value::json ->> 'best' is null then 0 else 1 end as best,
      picks.value, picks.revision, picks.made_at, picks.entered_by, picks.reason
    from picks join entries on entries.id = picks.entry_id where picks.kind = 'pick';

create function keep_replaced_pick() returns trigger language plpgsql as $$
    begin
      insert into replaced_picks (entry_id, kind, about, value, revision, made_at, entered_by, reason) values (old.entry_id, old.kind, old.about, old.value, old.revision, old.made_at, old.entered_by, old.reason);
      return null;
    end $$;

create trigger picks_replaced after update on picks for each row when (old.made_at / 1000 <> new.made_at / 1000 or old.entered_by is distinct from new.entered_by)
    execute function keep_replaced_pick();

create trigger picks_deleted after delete on picks for each row execute function keep_replaced_pick();

create function add_entry() returns trigger language plpgsql as $$
    begin
      
  insert into entries (id, pool_id, player_id, user_id, number)
  values (gen_random_uuid()::text, new.pool_id, new.user_id,
    (select id from users where id = new.user_id and account_id is not null), 1)
  on conflict (pool_id, player_id, number) do nothing;
      return null;
    end $$;

create trigger members_have_an_entry after insert on pool_members for each row execute function add_entry();

create function refuse_after(closes_at bigint, node_now bigint) returns boolean language plpgsql volatile as $$
    begin
      if greatest(node_now, league_now()) >= closes_at then
        raise exception 'A lock was reached before picks were stored.' using errcode = '40001';
      end if;
      return true;
    end $$;

create function close_gate() returns trigger language plpgsql as $$
    begin
      perform pg_advisory_xact_lock(7, 0);
      return case when tg_level = 'ROW' then new end;
    end $$;

create trigger close_gate before update on games for each row
    when (old.lock_at is distinct from new.lock_at or old.status is distinct from new.status
      or old.void is distinct from new.void or old.week_id is distinct from new.week_id)
    execute function close_gate();

create trigger close_gate before update of enabled, deadline, tiebreak_gid on pool_weeks
    for each statement execute function close_gate();

create trigger close_gate before update of rules, deleted_at on pools
    for each statement execute function close_gate();

create table player_links (
    id bigserial primary key,
    player_id text not null references users (id),
    user_id text not null references users (id),
    linked_by text not null references users (id),
    linked_at bigint not null,
    moved text not null,
    undone_at bigint);

create unique index joined_players on player_links (player_id) where undone_at is null;

create index joins_of_a_user on player_links (user_id);

create table waiting_picks (
    link_id bigint not null references player_links (id),
    pool_id text not null references pools (id),
    gid text not null references games (gid),
    constraint waiting_picks_key primary key (link_id, pool_id, gid));

create table week_scores (
    pool_id text not null references pools (id),
    week_id text not null references weeks (id),
    user_id text not null references users (id),
    halves integer not null,
    constraint week_scores_key primary key (pool_id, week_id, user_id));

create table stale_weeks (
    week_id text not null primary key references weeks (id),
    mark text not null);

create table announced_weeks (
    pool_id text not null references pools (id),
    week_id text not null references weeks (id),
    result text,
    since bigint not null,
    announced text,
    leaders text,
    first_at bigint,
    announced_at bigint,
    primary key (pool_id, week_id));

create table feed_games (
    gid text not null primary key references games (gid),
    source_id text unique,
    said text not null,
    said_at bigint not null,
    may_go_back integer not null,
    week_id text,
    progress text not null default '{"clock":null,"end":"open"}');

create table feed_weeks (
    week_id text not null primary key references weeks (id),
    asked_at bigint not null);

create table feed_jobs (
    job text not null primary key,
    slot bigint not null,
    ran_at bigint not null,
    succeeded_at bigint,
    failures integer not null,
    problems text not null);

create table feed_slots (
    job text not null,
    slot bigint not null,
    node text not null,
    claimed_at bigint not null,
    constraint feed_slots_key primary key (job, slot));

create table audit_log (
    id bigserial primary key,
    at bigint not null,
    actor_id text references users (id),
    act text not null,
    pool_id text,
    week_id text,
    gid text,
    user_id text,
    before text not null,
    after text not null);

create index audit_of_a_user on audit_log (user_id, id);

create index audit_of_a_game on audit_log (gid, id);

create index audit_of_a_pool on audit_log (pool_id, id);

create index audit_of_a_week on audit_log (week_id, id);

create index acts_of_a_pool on audit_log (pool_id, act, id);

create table security_log (
    id bigserial primary key,
    at bigint not null,
    event text not null,
    account_id text,
    actor_id text,
    network text,
    detail text not null,
    times integer not null);

create index security_of_an_account on security_log (account_id, id);

create table messages (
    id bigserial primary key,
    pool_id text not null references pools (id),
    user_id text references users (id),
    kind text not null,
    text text,
    at bigint not null,
    edited_at bigint,
    deleted_by text references users (id),
    once text not null);

create index messages_of_a_pool on messages (pool_id, id);

create unique index messages_once on messages (pool_id, once);

create table pool_money (
    pool_id text primary key references pools (id),
    fee integer not null,
    week integer not null,
    places text not null);

create table pool_payments (
    id bigserial primary key,
    pool_id text not null references pools (id),
    user_id text not null references users (id),
    purpose text not null,
    cents integer not null check (cents > 0),
    noted_by text not null references users (id),
    noted_at bigint not null,
    undone_by text references users (id),
    undone_at bigint);

create unique index standing_payments on pool_payments (pool_id, user_id, purpose) where undone_at is null;

create table told_prizes (
    pool_id text not null references pools (id),
    purpose text not null,
    shares text not null,
    constraint told_prizes_key primary key (pool_id, purpose));

create table notifications (
    kind text not null,
    key text not null,
    user_id text not null references users (id),
    channel text not null,
    claimed_at bigint not null,
    token_hash text unique,
    facts text,
    constraint notifications_key primary key (kind, key, user_id, channel));

create index notifications_of_user on notifications (user_id, kind, channel, claimed_at);

create table notification_choices (
    user_id text not null references users (id),
    kind text not null,
    channel text not null,
    wanted integer not null,
    constraint notification_choices_key primary key (user_id, kind, channel));

create table notification_settings (
    user_id text primary key references users (id),
    hours integer,
    zone text,
    asked integer default 0 not null);

create table pool_hooks (
    id text primary key,
    pool_id text not null references pools (id),
    kind text not null,
    address text not null,
    secret text,
    topics text not null,
    hours integer not null,
    made_by text not null references users (id),
    made_at bigint not null,
    off_at bigint,
    rests_until bigint not null default 0);

create index hooks_of_a_pool on pool_hooks (pool_id);

create table hook_deliveries (
    id text primary key,
    hook_id text not null references pool_hooks (id) on delete cascade,
    once text not null,
    news text not null,
    at bigint not null,
    until bigint not null,
    state text not null,
    attempts integer not null default 0,
    next_at bigint not null,
    status integer,
    failure text);

create unique index hook_deliveries_once on hook_deliveries (hook_id, once);

create index hook_deliveries_due on hook_deliveries (next_at) where state in ('waiting', 'sending');

create table hook_pools (
    pool_id text primary key references pools (id),
    told text not null);

create table push_keys (
    id integer primary key check (id = 1),
    public_key text not null,
    private_key text not null,
    made_at bigint not null);

create table push_subscriptions (
    id text primary key,
    session_id text not null unique references sessions (id) on delete cascade,
    user_id text not null references users (id),
    endpoint text not null unique,
    p256dh text not null,
    auth text not null,
    made_at bigint not null,
    rests_until bigint not null default 0);

create index push_subscriptions_of_a_user on push_subscriptions (user_id);

create table calendars (
    user_id text primary key references users (id),
    token_hash text not null unique,
    made_at bigint not null);

create table calendar_events (
    uid text primary key,
    told text not null,
    sequence integer not null,
    changed_at bigint not null);

create function league_now() returns bigint language sql volatile as $$
    select floor(date_part('epoch', clock_timestamp()) * 1000)::bigint
  $$;

create function refuse_moved_lock() returns trigger language plpgsql as $$
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
    end $$;

create constraint trigger first_lock_is_final after update of lock_at on games deferrable initially deferred
    for each row when (old.lock_at is distinct from new.lock_at) execute function refuse_moved_lock();

create function refuse_moved_deadline() returns trigger language plpgsql as $$
    declare
      margin int := case when new.deadline < old.deadline then 0 else 2000 end;
    begin
      if league_now() + margin >= old.deadline then
        raise exception 'The deadline of % was reached before it was moved.', old.week_id using errcode = '40001';
      end if;
      return null;
    end $$;

create constraint trigger first_deadline_is_final after update of deadline on pool_weeks deferrable initially deferred
    for each row when (old.deadline is distinct from new.deadline) execute function refuse_moved_deadline();

create table kysely_migration (
    name varchar(255) not null primary key, timestamp varchar(255) not null);

insert into kysely_migration (name, timestamp) values ('039-one-schema', '2026-11-26T12:00:00.000Z');
