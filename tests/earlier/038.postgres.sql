-- An empty database of the version whose last migration is 038-postponed-locks (commit 49a9f8c), as its migrations left it.

set check_function_bodies = off;

CREATE FUNCTION hold_limited_players(pool_ids text[], user_ids text[]) RETURNS boolean
    LANGUAGE plpgsql
    AS $$
     begin
       perform 1 from pool_members as member
       where (member.pool_id, member.user_id) in (
         select player.pool_id, player.user_id from unnest(pool_ids, user_ids) as player (pool_id, user_id)
         join pools on pools.id = player.pool_id and (pools.max_picks is not null or pools.max_best_bets > 0))
       order by member.pool_id, member.user_id for no key update;
       return true;
     end $$;

CREATE FUNCTION keep_replaced_entry() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
     begin
       insert into replaced_entries (pool_id, week_id, user_id, entry, revision, made_at, bus_by, bus_reason) values (old.pool_id, old.week_id, old.user_id, old.entry, old.revision, old.made_at, old.bus_by, old.bus_reason);
       return null;
     end $$;

CREATE FUNCTION keep_replaced_guess() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
     begin
       insert into replaced_guesses (pool_id, week_id, user_id, gid, guess, revision, made_at, cleared_by, bus_by, bus_reason) values (old.pool_id, old.week_id, old.user_id, old.gid, old.guess, old.revision, old.made_at, old.cleared_by, old.bus_by, old.bus_reason);
       return null;
     end $$;

CREATE FUNCTION keep_replaced_pick() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
     begin
       insert into replaced_picks (pool_id, gid, user_id, side, best, revision, made_at, bus_by, bus_reason) values (old.pool_id, old.gid, old.user_id, old.side, old.best, old.revision, old.made_at, old.bus_by, old.bus_reason);
       return null;
     end $$;

CREATE FUNCTION league_now() RETURNS bigint
    LANGUAGE sql
    AS $$
     select floor(date_part('epoch', clock_timestamp()) * 1000)::bigint
   $$;

CREATE FUNCTION limit_changed_picks() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
    begin
      if exists (select 1 from changed join pools on pools.id = changed.pool_id
                 where changed.side is not null and (pools.max_picks is not null or changed.best = 1)) then
        perform hold_limited_players(array_agg(pool_id), array_agg(user_id)) from changed;

  if exists (
    select 1 from (select changed.* from changed
      join replaced on replaced.pool_id = changed.pool_id and replaced.gid = changed.gid
        and replaced.user_id = changed.user_id
      where (replaced.side is not null) is not true) as made join pools on pools.id = made.pool_id
    where made.side is not null and pools.max_picks < (
      select count(*) from picks
      where picks.pool_id = made.pool_id and picks.user_id = made.user_id and picks.side is not null
  and picks.gid in (select others.gid from games as others join games as own on own.week_id = others.week_id
    where own.gid = made.gid and own.void is null and others.void is null) and picks.side is not null)) then
    raise exception 'too_many_picks' using errcode = 'PKLIM';
  end if;
  if exists (
    select 1 from (select changed.* from changed
      join replaced on replaced.pool_id = changed.pool_id and replaced.gid = changed.gid
        and replaced.user_id = changed.user_id
      where (replaced.side is not null and replaced.best = 1) is not true) as made join pools on pools.id = made.pool_id
    where made.side is not null and made.best = 1 and pools.max_best_bets < (
      select count(*) from picks
      where picks.pool_id = made.pool_id and picks.user_id = made.user_id and picks.side is not null
  and picks.gid in (select others.gid from games as others join games as own on own.week_id = others.week_id
    where own.gid = made.gid and own.void is null and others.void is null) and picks.side is not null and picks.best = 1)) then
    raise exception 'too_many_best_bets' using errcode = 'PKLIM';
  end if;
      end if;
      return null;
    end $$;

CREATE FUNCTION limit_made_picks() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
    begin
      if exists (select 1 from changed join pools on pools.id = changed.pool_id
                 where changed.side is not null and (pools.max_picks is not null or changed.best = 1)) then
        perform hold_limited_players(array_agg(pool_id), array_agg(user_id)) from changed;

  if exists (
    select 1 from (select * from changed) as made join pools on pools.id = made.pool_id
    where made.side is not null and pools.max_picks < (
      select count(*) from picks
      where picks.pool_id = made.pool_id and picks.user_id = made.user_id and picks.side is not null
  and picks.gid in (select others.gid from games as others join games as own on own.week_id = others.week_id
    where own.gid = made.gid and own.void is null and others.void is null) and picks.side is not null)) then
    raise exception 'too_many_picks' using errcode = 'PKLIM';
  end if;
  if exists (
    select 1 from (select * from changed) as made join pools on pools.id = made.pool_id
    where made.side is not null and made.best = 1 and pools.max_best_bets < (
      select count(*) from picks
      where picks.pool_id = made.pool_id and picks.user_id = made.user_id and picks.side is not null
  and picks.gid in (select others.gid from games as others join games as own on own.week_id = others.week_id
    where own.gid = made.gid and own.void is null and others.void is null) and picks.side is not null and picks.best = 1)) then
    raise exception 'too_many_best_bets' using errcode = 'PKLIM';
  end if;
      end if;
      return null;
    end $$;

CREATE FUNCTION refuse_late_picks(pools text[], gids text[], node_now bigint) RETURNS boolean
    LANGUAGE plpgsql
    AS $$
     begin
       if exists (select 1 from unnest(pools, gids) as written (pool_id, gid)
                  join games on games.gid = written.gid
                  join pool_locks on pool_locks.pool_id = written.pool_id and pool_locks.gid = written.gid
                  where games.status <> 'Not Started' or pool_locks.lock_at <= greatest(node_now, league_now())) then
         raise exception 'A game was locked before its picks were written.' using errcode = '40001';
       end if;
       return true;
     end $$;

CREATE FUNCTION refuse_moved_deadline() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
     declare
       margin int := case when new.deadline < old.deadline then 0 else 2000 end;
     begin
       if league_now() + margin >= old.deadline then
         raise exception 'The deadline of % was reached before it was moved.', old.week_id using errcode = '40001';
       end if;
       return null;
     end $$;

CREATE FUNCTION refuse_moved_lock() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
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

CREATE TABLE accounts (
    id text NOT NULL,
    name text NOT NULL,
    email text NOT NULL,
    "emailVerified" boolean NOT NULL,
    image text,
    "createdAt" timestamp with time zone NOT NULL,
    "updatedAt" timestamp with time zone NOT NULL,
    "deviceKey" text
);

CREATE TABLE announced_weeks (
    pool_id text NOT NULL,
    week_id text NOT NULL,
    result text,
    since bigint NOT NULL,
    announced text,
    leaders text,
    first_at bigint,
    announced_at bigint
);

CREATE TABLE attempts (
    key text NOT NULL,
    spent_until bigint NOT NULL
);

CREATE TABLE audit_log (
    id bigint NOT NULL,
    at bigint NOT NULL,
    actor_id text,
    act text NOT NULL,
    pool_id text,
    week_id text,
    gid text,
    user_id text,
    before text NOT NULL,
    after text NOT NULL
);

CREATE SEQUENCE audit_log_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

ALTER SEQUENCE audit_log_id_seq OWNED BY audit_log.id;

CREATE TABLE calendar_events (
    uid text NOT NULL,
    told text NOT NULL,
    sequence integer NOT NULL,
    changed_at bigint NOT NULL
);

CREATE TABLE calendars (
    user_id text NOT NULL,
    token_hash text NOT NULL,
    made_at bigint NOT NULL
);

CREATE TABLE demo_mails (
    id text NOT NULL,
    sent_at bigint NOT NULL,
    recipient text NOT NULL,
    subject text NOT NULL,
    text text NOT NULL,
    html text NOT NULL
);

CREATE TABLE entries (
    pool_id text NOT NULL,
    week_id text NOT NULL,
    user_id text NOT NULL,
    entry text,
    revision integer NOT NULL,
    made_at bigint NOT NULL,
    based_on integer,
    bus_by text,
    bus_reason text
);

CREATE TABLE replaced_entries (
    pool_id text NOT NULL,
    week_id text NOT NULL,
    user_id text NOT NULL,
    entry text,
    revision integer NOT NULL,
    made_at bigint NOT NULL,
    bus_by text,
    bus_reason text
);

CREATE VIEW entry_history AS
 SELECT replaced_entries.pool_id,
    replaced_entries.week_id,
    replaced_entries.user_id,
    replaced_entries.entry,
    replaced_entries.revision,
    replaced_entries.made_at,
    replaced_entries.bus_by,
    replaced_entries.bus_reason
   FROM replaced_entries
UNION ALL
 SELECT entries.pool_id,
    entries.week_id,
    entries.user_id,
    entries.entry,
    entries.revision,
    entries.made_at,
    entries.bus_by,
    entries.bus_reason
   FROM entries;

CREATE TABLE feed_games (
    gid text NOT NULL,
    source_id text,
    said text NOT NULL,
    said_at bigint NOT NULL,
    may_go_back integer NOT NULL,
    week_id text,
    progress text DEFAULT '{"clock":null,"end":"open"}'::text NOT NULL
);

CREATE TABLE feed_jobs (
    job text NOT NULL,
    slot bigint NOT NULL,
    ran_at bigint NOT NULL,
    succeeded_at bigint,
    failures integer NOT NULL,
    problems text NOT NULL
);

CREATE TABLE feed_slots (
    job text NOT NULL,
    slot bigint NOT NULL,
    node text NOT NULL,
    claimed_at bigint NOT NULL
);

CREATE TABLE feed_weeks (
    week_id text NOT NULL,
    asked_at bigint NOT NULL
);

CREATE TABLE games (
    gid text NOT NULL,
    week_id text NOT NULL,
    kickoff bigint NOT NULL,
    time_tbd integer NOT NULL,
    lock_at bigint NOT NULL,
    status text NOT NULL,
    void text,
    home text NOT NULL,
    away text NOT NULL,
    home_score integer NOT NULL,
    away_score integer NOT NULL,
    spread double precision,
    spread_note text NOT NULL,
    situation text NOT NULL,
    weather text NOT NULL,
    allow_spread_update integer NOT NULL,
    allow_time_update integer NOT NULL,
    set_by_admin text NOT NULL,
    updated_at bigint NOT NULL,
    frozen_spread double precision,
    void_since bigint,
    CONSTRAINT games_away_score_check CHECK (((away_score >= 0) AND (away_score <= 99))),
    CONSTRAINT games_home_score_check CHECK (((home_score >= 0) AND (home_score <= 99))),
    CONSTRAINT games_status_check CHECK ((status = ANY (ARRAY['Not Started'::text, 'In Progress'::text, 'Final'::text]))),
    CONSTRAINT games_void_check CHECK ((void = ANY (ARRAY['postponed'::text, 'cancelled'::text])))
);

CREATE TABLE guesses (
    pool_id text NOT NULL,
    week_id text NOT NULL,
    user_id text NOT NULL,
    gid text NOT NULL,
    guess integer,
    revision integer NOT NULL,
    made_at bigint NOT NULL,
    based_on integer,
    cleared_by text,
    bus_by text,
    bus_reason text,
    CONSTRAINT guesses_guess_check CHECK ((guess >= 0))
);

CREATE TABLE replaced_guesses (
    pool_id text NOT NULL,
    week_id text NOT NULL,
    user_id text NOT NULL,
    gid text NOT NULL,
    guess integer,
    revision integer NOT NULL,
    made_at bigint NOT NULL,
    cleared_by text,
    bus_by text,
    bus_reason text
);

CREATE VIEW guess_history AS
 SELECT replaced_guesses.pool_id,
    replaced_guesses.week_id,
    replaced_guesses.user_id,
    replaced_guesses.gid,
    replaced_guesses.guess,
    replaced_guesses.revision,
    replaced_guesses.made_at,
    replaced_guesses.cleared_by,
    replaced_guesses.bus_by,
    replaced_guesses.bus_reason
   FROM replaced_guesses
UNION ALL
 SELECT guesses.pool_id,
    guesses.week_id,
    guesses.user_id,
    guesses.gid,
    guesses.guess,
    guesses.revision,
    guesses.made_at,
    guesses.cleared_by,
    guesses.bus_by,
    guesses.bus_reason
   FROM guesses;

CREATE TABLE hook_deliveries (
    id text NOT NULL,
    hook_id text NOT NULL,
    once text NOT NULL,
    news text NOT NULL,
    at bigint NOT NULL,
    until bigint NOT NULL,
    state text NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    next_at bigint NOT NULL,
    status integer,
    failure text
);

CREATE TABLE hook_pools (
    pool_id text NOT NULL,
    told text NOT NULL
);

CREATE TABLE join_requests (
    pool_id text NOT NULL,
    user_id text NOT NULL,
    asked_at bigint NOT NULL
);

CREATE TABLE kysely_migration (
    name character varying(255) NOT NULL,
    "timestamp" character varying(255) NOT NULL
);

CREATE TABLE kysely_migration_lock (
    id character varying(255) NOT NULL,
    is_locked integer DEFAULT 0 NOT NULL
);

CREATE TABLE logins (
    id text NOT NULL,
    "accountId" text NOT NULL,
    "providerId" text NOT NULL,
    "userId" text NOT NULL,
    "accessToken" text,
    "refreshToken" text,
    "idToken" text,
    "accessTokenExpiresAt" timestamp with time zone,
    "refreshTokenExpiresAt" timestamp with time zone,
    scope text,
    password text,
    "createdAt" timestamp with time zone NOT NULL,
    "updatedAt" timestamp with time zone NOT NULL
);

CREATE TABLE mail_tokens (
    token_hash text NOT NULL,
    account_id text NOT NULL,
    purpose text NOT NULL,
    mailed_to text,
    expires_at bigint NOT NULL,
    CONSTRAINT account_links_purpose_check CHECK ((purpose = ANY (ARRAY['reset'::text, 'verify'::text])))
);

CREATE TABLE messages (
    id bigint NOT NULL,
    pool_id text NOT NULL,
    user_id text,
    kind text NOT NULL,
    text text,
    at bigint NOT NULL,
    edited_at bigint,
    deleted_by text,
    once text NOT NULL
);

CREATE SEQUENCE messages_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

ALTER SEQUENCE messages_id_seq OWNED BY messages.id;

CREATE TABLE meta (
    key text NOT NULL,
    value text NOT NULL
);

CREATE TABLE notification_choices (
    user_id text NOT NULL,
    kind text NOT NULL,
    channel text NOT NULL,
    wanted integer NOT NULL
);

CREATE TABLE notification_settings (
    user_id text NOT NULL,
    hours integer,
    zone text,
    asked integer DEFAULT 0 NOT NULL
);

CREATE TABLE notifications (
    kind text NOT NULL,
    key text NOT NULL,
    user_id text NOT NULL,
    channel text NOT NULL,
    claimed_at bigint NOT NULL,
    token_hash text,
    facts text
);

CREATE TABLE picks (
    pool_id text NOT NULL,
    gid text NOT NULL,
    user_id text NOT NULL,
    side text,
    revision integer NOT NULL,
    made_at bigint NOT NULL,
    based_on integer,
    bus_by text,
    bus_reason text,
    best integer,
    CONSTRAINT picks_best_check CHECK ((best = ANY (ARRAY[0, 1]))),
    CONSTRAINT picks_side_check CHECK ((side = ANY (ARRAY['home'::text, 'away'::text])))
);

CREATE TABLE replaced_picks (
    id bigint NOT NULL,
    pool_id text NOT NULL,
    gid text NOT NULL,
    user_id text NOT NULL,
    side text,
    revision integer NOT NULL,
    made_at bigint NOT NULL,
    bus_by text,
    bus_reason text,
    best integer
);

CREATE VIEW pick_history AS
 SELECT replaced_picks.pool_id,
    replaced_picks.gid,
    replaced_picks.user_id,
    replaced_picks.side,
    replaced_picks.best,
    replaced_picks.revision,
    replaced_picks.made_at,
    replaced_picks.bus_by,
    replaced_picks.bus_reason
   FROM replaced_picks
UNION ALL
 SELECT picks.pool_id,
    picks.gid,
    picks.user_id,
    picks.side,
    picks.best,
    picks.revision,
    picks.made_at,
    picks.bus_by,
    picks.bus_reason
   FROM picks;

CREATE SEQUENCE pick_history_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

ALTER SEQUENCE pick_history_id_seq OWNED BY replaced_picks.id;

CREATE TABLE player_links (
    id bigint NOT NULL,
    player_id text NOT NULL,
    user_id text NOT NULL,
    linked_by text NOT NULL,
    linked_at bigint NOT NULL,
    moved text NOT NULL,
    undone_at bigint
);

CREATE SEQUENCE player_joins_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

ALTER SEQUENCE player_joins_id_seq OWNED BY player_links.id;

CREATE TABLE pool_commissioners (
    pool_id text NOT NULL,
    user_id text NOT NULL,
    named_at bigint NOT NULL,
    named_by text
);

CREATE TABLE pool_hooks (
    id text NOT NULL,
    pool_id text NOT NULL,
    kind text NOT NULL,
    address text NOT NULL,
    secret text,
    topics text NOT NULL,
    hours integer NOT NULL,
    made_by text NOT NULL,
    made_at bigint NOT NULL,
    off_at bigint,
    rests_until bigint DEFAULT 0 NOT NULL
);

CREATE TABLE pool_invites (
    pool_id text NOT NULL,
    token text NOT NULL,
    made_at bigint NOT NULL,
    made_by text
);

CREATE TABLE pool_lines (
    pool_id text NOT NULL,
    gid text NOT NULL,
    spread double precision NOT NULL,
    set_by text NOT NULL,
    set_at bigint NOT NULL,
    reason text NOT NULL
);

CREATE TABLE pool_weeks (
    pool_id text NOT NULL,
    week_id text NOT NULL,
    enabled integer NOT NULL,
    deadline bigint,
    tiebreak_gid text,
    tiebreak_fixed_at bigint
);

CREATE TABLE pools (
    id text NOT NULL,
    name text NOT NULL,
    description text NOT NULL,
    money_url text NOT NULL,
    active_week_id text,
    template text,
    trash_talk_enabled integer NOT NULL,
    created_at bigint,
    deleted_at bigint,
    rules text DEFAULT '{}'::text NOT NULL,
    max_picks integer GENERATED ALWAYS AS ((NULLIF(((rules)::jsonb ->> 'games'::text), 'all'::text))::integer) STORED,
    max_best_bets integer GENERATED ALWAYS AS (COALESCE((((rules)::jsonb ->> 'bestBets'::text))::integer, 0)) STORED,
    format text GENERATED ALWAYS AS (COALESCE(((rules)::json ->> 'format'::text), 'pickem'::text)) STORED,
    is_listed integer DEFAULT 1 NOT NULL,
    made_by text
);

CREATE VIEW pool_locks AS
 SELECT pools.id AS pool_id,
    games.gid,
    LEAST(games.lock_at, pool_weeks.deadline) AS lock_at
   FROM ((pools
     CROSS JOIN games)
     LEFT JOIN pool_weeks ON (((pool_weeks.pool_id = pools.id) AND (pool_weeks.week_id = games.week_id))));

CREATE TABLE pool_members (
    pool_id text NOT NULL,
    user_id text NOT NULL,
    enabled integer NOT NULL,
    joined_at bigint NOT NULL,
    told_until bigint DEFAULT 0 NOT NULL,
    read_until bigint DEFAULT 0 NOT NULL,
    is_muted integer DEFAULT 0 NOT NULL
);

CREATE TABLE pool_money (
    pool_id text NOT NULL,
    fee integer NOT NULL,
    week integer NOT NULL,
    places text NOT NULL
);

CREATE TABLE pool_payments (
    id bigint NOT NULL,
    pool_id text NOT NULL,
    user_id text NOT NULL,
    purpose text NOT NULL,
    cents integer NOT NULL,
    noted_by text NOT NULL,
    noted_at bigint NOT NULL,
    undone_by text,
    undone_at bigint,
    CONSTRAINT pool_payments_cents_check CHECK ((cents > 0))
);

CREATE SEQUENCE pool_payments_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

ALTER SEQUENCE pool_payments_id_seq OWNED BY pool_payments.id;

CREATE TABLE push_keys (
    id integer NOT NULL,
    public_key text NOT NULL,
    private_key text NOT NULL,
    made_at bigint NOT NULL,
    CONSTRAINT push_keys_id_check CHECK ((id = 1))
);

CREATE TABLE push_subscriptions (
    id text NOT NULL,
    session_id text NOT NULL,
    user_id text NOT NULL,
    endpoint text NOT NULL,
    p256dh text NOT NULL,
    auth text NOT NULL,
    made_at bigint NOT NULL,
    rests_until bigint DEFAULT 0 NOT NULL
);

CREATE TABLE security_log (
    id bigint NOT NULL,
    at bigint NOT NULL,
    event text NOT NULL,
    account_id text,
    actor_id text,
    network text,
    detail text NOT NULL,
    times integer NOT NULL
);

CREATE SEQUENCE security_log_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

ALTER SEQUENCE security_log_id_seq OWNED BY security_log.id;

CREATE TABLE sessions (
    id text NOT NULL,
    token text NOT NULL,
    "userId" text NOT NULL,
    "expiresAt" timestamp with time zone NOT NULL,
    "createdAt" timestamp with time zone NOT NULL,
    "updatedAt" timestamp with time zone NOT NULL,
    "ipAddress" text,
    "userAgent" text
);

CREATE TABLE stale_weeks (
    week_id text NOT NULL,
    mark text NOT NULL
);

CREATE TABLE team_records (
    team text NOT NULL,
    season integer NOT NULL,
    wins integer NOT NULL,
    losses integer NOT NULL,
    ties integer NOT NULL,
    win_percentage double precision NOT NULL,
    home_record text NOT NULL,
    away_record text NOT NULL,
    overall_record text NOT NULL,
    updated_at bigint NOT NULL
);

CREATE TABLE teams (
    abbr text NOT NULL,
    short_name text NOT NULL,
    long_name text NOT NULL,
    city text NOT NULL,
    mascot text NOT NULL,
    conference text NOT NULL,
    division text NOT NULL,
    primary_color text NOT NULL,
    secondary_color text NOT NULL,
    accent_color text NOT NULL
);

CREATE TABLE told_prizes (
    pool_id text NOT NULL,
    purpose text NOT NULL,
    shares text NOT NULL
);

CREATE TABLE users (
    id text NOT NULL,
    account_id text,
    display_name text NOT NULL,
    is_enabled integer NOT NULL,
    is_admin integer NOT NULL,
    default_pool_id text,
    created_at bigint NOT NULL
);

CREATE TABLE verifications (
    id text NOT NULL,
    identifier text NOT NULL,
    value text NOT NULL,
    "expiresAt" timestamp with time zone NOT NULL,
    "createdAt" timestamp with time zone NOT NULL,
    "updatedAt" timestamp with time zone NOT NULL
);

CREATE TABLE waiting_picks (
    link_id bigint NOT NULL,
    pool_id text NOT NULL,
    gid text NOT NULL
);

CREATE TABLE week_scores (
    pool_id text NOT NULL,
    week_id text NOT NULL,
    user_id text NOT NULL,
    halves integer NOT NULL
);

CREATE TABLE weeks (
    id text NOT NULL,
    season integer NOT NULL,
    number integer NOT NULL
);

ALTER TABLE ONLY audit_log ALTER COLUMN id SET DEFAULT nextval('audit_log_id_seq'::regclass);

ALTER TABLE ONLY messages ALTER COLUMN id SET DEFAULT nextval('messages_id_seq'::regclass);

ALTER TABLE ONLY player_links ALTER COLUMN id SET DEFAULT nextval('player_joins_id_seq'::regclass);

ALTER TABLE ONLY pool_payments ALTER COLUMN id SET DEFAULT nextval('pool_payments_id_seq'::regclass);

ALTER TABLE ONLY replaced_picks ALTER COLUMN id SET DEFAULT nextval('pick_history_id_seq'::regclass);

ALTER TABLE ONLY security_log ALTER COLUMN id SET DEFAULT nextval('security_log_id_seq'::regclass);

ALTER TABLE ONLY mail_tokens
    ADD CONSTRAINT account_links_pkey PRIMARY KEY (token_hash);

ALTER TABLE ONLY accounts
    ADD CONSTRAINT accounts_email_key UNIQUE (email);

ALTER TABLE ONLY accounts
    ADD CONSTRAINT accounts_pkey PRIMARY KEY (id);

ALTER TABLE ONLY announced_weeks
    ADD CONSTRAINT announced_weeks_pkey PRIMARY KEY (pool_id, week_id);

ALTER TABLE ONLY attempts
    ADD CONSTRAINT attempts_pkey PRIMARY KEY (key);

ALTER TABLE ONLY audit_log
    ADD CONSTRAINT audit_log_pkey PRIMARY KEY (id);

ALTER TABLE ONLY calendar_events
    ADD CONSTRAINT calendar_events_pkey PRIMARY KEY (uid);

ALTER TABLE ONLY calendars
    ADD CONSTRAINT calendars_pkey PRIMARY KEY (user_id);

ALTER TABLE ONLY calendars
    ADD CONSTRAINT calendars_token_hash_key UNIQUE (token_hash);

ALTER TABLE ONLY demo_mails
    ADD CONSTRAINT demo_mails_pkey PRIMARY KEY (id);

ALTER TABLE ONLY entries
    ADD CONSTRAINT entries_key PRIMARY KEY (pool_id, user_id, week_id);

ALTER TABLE ONLY feed_games
    ADD CONSTRAINT feed_games_pkey PRIMARY KEY (gid);

ALTER TABLE ONLY feed_games
    ADD CONSTRAINT feed_games_source_id_key UNIQUE (source_id);

ALTER TABLE ONLY feed_jobs
    ADD CONSTRAINT feed_jobs_pkey PRIMARY KEY (job);

ALTER TABLE ONLY feed_slots
    ADD CONSTRAINT feed_slots_key PRIMARY KEY (job, slot);

ALTER TABLE ONLY feed_weeks
    ADD CONSTRAINT feed_weeks_pkey PRIMARY KEY (week_id);

ALTER TABLE ONLY games
    ADD CONSTRAINT games_pkey PRIMARY KEY (gid);

ALTER TABLE ONLY guesses
    ADD CONSTRAINT guesses_key PRIMARY KEY (pool_id, week_id, user_id);

ALTER TABLE ONLY hook_deliveries
    ADD CONSTRAINT hook_deliveries_pkey PRIMARY KEY (id);

ALTER TABLE ONLY hook_pools
    ADD CONSTRAINT hook_pools_pkey PRIMARY KEY (pool_id);

ALTER TABLE ONLY join_requests
    ADD CONSTRAINT join_requests_key PRIMARY KEY (pool_id, user_id);

ALTER TABLE ONLY kysely_migration_lock
    ADD CONSTRAINT kysely_migration_lock_pkey PRIMARY KEY (id);

ALTER TABLE ONLY kysely_migration
    ADD CONSTRAINT kysely_migration_pkey PRIMARY KEY (name);

ALTER TABLE ONLY logins
    ADD CONSTRAINT logins_pkey PRIMARY KEY (id);

ALTER TABLE ONLY messages
    ADD CONSTRAINT messages_pkey PRIMARY KEY (id);

ALTER TABLE ONLY meta
    ADD CONSTRAINT meta_pkey PRIMARY KEY (key);

ALTER TABLE ONLY notification_choices
    ADD CONSTRAINT notification_choices_key PRIMARY KEY (user_id, kind, channel);

ALTER TABLE ONLY notification_settings
    ADD CONSTRAINT notification_settings_pkey PRIMARY KEY (user_id);

ALTER TABLE ONLY notifications
    ADD CONSTRAINT notifications_key PRIMARY KEY (kind, key, user_id, channel);

ALTER TABLE ONLY notifications
    ADD CONSTRAINT notifications_token_hash_key UNIQUE (token_hash);

ALTER TABLE ONLY replaced_picks
    ADD CONSTRAINT pick_history_pkey PRIMARY KEY (id);

ALTER TABLE ONLY picks
    ADD CONSTRAINT picks_key PRIMARY KEY (pool_id, gid, user_id);

ALTER TABLE ONLY player_links
    ADD CONSTRAINT player_joins_pkey PRIMARY KEY (id);

ALTER TABLE ONLY pool_commissioners
    ADD CONSTRAINT pool_commissioners_pkey PRIMARY KEY (pool_id, user_id);

ALTER TABLE ONLY pool_hooks
    ADD CONSTRAINT pool_hooks_pkey PRIMARY KEY (id);

ALTER TABLE ONLY pool_invites
    ADD CONSTRAINT pool_invites_pkey PRIMARY KEY (pool_id);

ALTER TABLE ONLY pool_invites
    ADD CONSTRAINT pool_invites_token_key UNIQUE (token);

ALTER TABLE ONLY pool_lines
    ADD CONSTRAINT pool_lines_pkey PRIMARY KEY (pool_id, gid);

ALTER TABLE ONLY pool_members
    ADD CONSTRAINT pool_members_key PRIMARY KEY (pool_id, user_id);

ALTER TABLE ONLY pool_money
    ADD CONSTRAINT pool_money_pkey PRIMARY KEY (pool_id);

ALTER TABLE ONLY pool_payments
    ADD CONSTRAINT pool_payments_pkey PRIMARY KEY (id);

ALTER TABLE ONLY pool_weeks
    ADD CONSTRAINT pool_weeks_key PRIMARY KEY (pool_id, week_id);

ALTER TABLE ONLY pools
    ADD CONSTRAINT pools_pkey PRIMARY KEY (id);

ALTER TABLE ONLY push_keys
    ADD CONSTRAINT push_keys_pkey PRIMARY KEY (id);

ALTER TABLE ONLY push_subscriptions
    ADD CONSTRAINT push_subscriptions_endpoint_key UNIQUE (endpoint);

ALTER TABLE ONLY push_subscriptions
    ADD CONSTRAINT push_subscriptions_pkey PRIMARY KEY (id);

ALTER TABLE ONLY push_subscriptions
    ADD CONSTRAINT push_subscriptions_session_id_key UNIQUE (session_id);

ALTER TABLE ONLY security_log
    ADD CONSTRAINT security_log_pkey PRIMARY KEY (id);

ALTER TABLE ONLY sessions
    ADD CONSTRAINT sessions_pkey PRIMARY KEY (id);

ALTER TABLE ONLY sessions
    ADD CONSTRAINT sessions_token_key UNIQUE (token);

ALTER TABLE ONLY stale_weeks
    ADD CONSTRAINT stale_weeks_pkey PRIMARY KEY (week_id);

ALTER TABLE ONLY team_records
    ADD CONSTRAINT team_records_key PRIMARY KEY (team, season);

ALTER TABLE ONLY teams
    ADD CONSTRAINT teams_pkey PRIMARY KEY (abbr);

ALTER TABLE ONLY told_prizes
    ADD CONSTRAINT told_prizes_key PRIMARY KEY (pool_id, purpose);

ALTER TABLE ONLY users
    ADD CONSTRAINT users_account_id_key UNIQUE (account_id);

ALTER TABLE ONLY users
    ADD CONSTRAINT users_pkey PRIMARY KEY (id);

ALTER TABLE ONLY verifications
    ADD CONSTRAINT verifications_pkey PRIMARY KEY (id);

ALTER TABLE ONLY waiting_picks
    ADD CONSTRAINT waiting_picks_key PRIMARY KEY (link_id, pool_id, gid);

ALTER TABLE ONLY week_scores
    ADD CONSTRAINT week_scores_key PRIMARY KEY (pool_id, week_id, user_id);

ALTER TABLE ONLY weeks
    ADD CONSTRAINT weeks_order UNIQUE (season, number);

ALTER TABLE ONLY weeks
    ADD CONSTRAINT weeks_pkey PRIMARY KEY (id);

CREATE INDEX acts_of_a_pool ON audit_log USING btree (pool_id, act, id);

CREATE INDEX audit_of_a_game ON audit_log USING btree (gid, id);

CREATE INDEX audit_of_a_pool ON audit_log USING btree (pool_id, id);

CREATE INDEX audit_of_a_user ON audit_log USING btree (user_id, id);

CREATE INDEX audit_of_a_week ON audit_log USING btree (week_id, id);

CREATE INDEX deadlines ON pool_weeks USING btree (deadline) WHERE (deadline IS NOT NULL);

CREATE INDEX entries_by_week ON entries USING btree (pool_id, week_id);

CREATE INDEX games_by_lock ON games USING btree (lock_at);

CREATE INDEX games_by_week ON games USING btree (week_id, kickoff);

CREATE INDEX hook_deliveries_due ON hook_deliveries USING btree (next_at) WHERE (state = ANY (ARRAY['waiting'::text, 'sending'::text]));

CREATE UNIQUE INDEX hook_deliveries_once ON hook_deliveries USING btree (hook_id, once);

CREATE INDEX hooks_of_a_pool ON pool_hooks USING btree (pool_id);

CREATE UNIQUE INDEX joined_players ON player_links USING btree (player_id) WHERE (undone_at IS NULL);

CREATE INDEX joins_of_a_user ON player_links USING btree (user_id);

CREATE INDEX links_of_an_account ON mail_tokens USING btree (account_id);

CREATE INDEX logins_of_an_account ON logins USING btree ("userId");

CREATE INDEX messages_of_a_pool ON messages USING btree (pool_id, id);

CREATE UNIQUE INDEX messages_once ON messages USING btree (pool_id, once);

CREATE INDEX notifications_of_user ON notifications USING btree (user_id, kind, channel, claimed_at);

CREATE UNIQUE INDEX one_login_for_each_identity ON logins USING btree ("providerId", "accountId");

CREATE INDEX pools_made_by ON pools USING btree (made_by);

CREATE INDEX pools_of_a_user ON pool_members USING btree (user_id);

CREATE INDEX pools_of_a_week ON pool_weeks USING btree (week_id);

CREATE INDEX push_subscriptions_of_a_user ON push_subscriptions USING btree (user_id);

CREATE INDEX requests_of_a_user ON join_requests USING btree (user_id);

CREATE INDEX security_of_an_account ON security_log USING btree (account_id, id);

CREATE INDEX sessions_of_an_account ON sessions USING btree ("userId");

CREATE UNIQUE INDEX standing_payments ON pool_payments USING btree (pool_id, user_id, purpose) WHERE (undone_at IS NULL);

CREATE INDEX verifications_by_identifier ON verifications USING btree (identifier);

CREATE TRIGGER entries_deleted AFTER DELETE ON entries FOR EACH ROW EXECUTE FUNCTION keep_replaced_entry();

CREATE TRIGGER entries_replaced AFTER UPDATE ON entries FOR EACH ROW WHEN ((((old.made_at / 1000) <> (new.made_at / 1000)) OR (old.bus_by IS DISTINCT FROM new.bus_by))) EXECUTE FUNCTION keep_replaced_entry();

CREATE CONSTRAINT TRIGGER first_deadline_is_final AFTER UPDATE OF deadline ON pool_weeks DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((old.deadline IS DISTINCT FROM new.deadline)) EXECUTE FUNCTION refuse_moved_deadline();

CREATE CONSTRAINT TRIGGER first_lock_is_final AFTER UPDATE OF lock_at ON games DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((old.lock_at IS DISTINCT FROM new.lock_at)) EXECUTE FUNCTION refuse_moved_lock();

CREATE TRIGGER guesses_deleted AFTER DELETE ON guesses FOR EACH ROW EXECUTE FUNCTION keep_replaced_guess();

CREATE TRIGGER guesses_replaced AFTER UPDATE ON guesses FOR EACH ROW WHEN ((((old.made_at / 1000) <> (new.made_at / 1000)) OR (old.gid <> new.gid) OR (old.cleared_by IS DISTINCT FROM new.cleared_by) OR (old.bus_by IS DISTINCT FROM new.bus_by))) EXECUTE FUNCTION keep_replaced_guess();

CREATE TRIGGER picks_deleted AFTER DELETE ON picks FOR EACH ROW EXECUTE FUNCTION keep_replaced_pick();

CREATE TRIGGER picks_limit_changed AFTER UPDATE ON picks REFERENCING OLD TABLE AS replaced NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION limit_changed_picks();

CREATE TRIGGER picks_limit_made AFTER INSERT ON picks REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION limit_made_picks();

CREATE TRIGGER picks_replaced AFTER UPDATE ON picks FOR EACH ROW WHEN ((((old.made_at / 1000) <> (new.made_at / 1000)) OR (old.bus_by IS DISTINCT FROM new.bus_by))) EXECUTE FUNCTION keep_replaced_pick();

ALTER TABLE ONLY mail_tokens
    ADD CONSTRAINT account_links_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE;

ALTER TABLE ONLY announced_weeks
    ADD CONSTRAINT announced_weeks_pool_id_fkey FOREIGN KEY (pool_id) REFERENCES pools(id);

ALTER TABLE ONLY announced_weeks
    ADD CONSTRAINT announced_weeks_week_id_fkey FOREIGN KEY (week_id) REFERENCES weeks(id);

ALTER TABLE ONLY audit_log
    ADD CONSTRAINT audit_log_actor_id_fkey FOREIGN KEY (actor_id) REFERENCES users(id);

ALTER TABLE ONLY calendars
    ADD CONSTRAINT calendars_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);

ALTER TABLE ONLY entries
    ADD CONSTRAINT entries_bus_by_fkey FOREIGN KEY (bus_by) REFERENCES users(id);

ALTER TABLE ONLY entries
    ADD CONSTRAINT entries_pool_id_fkey FOREIGN KEY (pool_id) REFERENCES pools(id);

ALTER TABLE ONLY entries
    ADD CONSTRAINT entries_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);

ALTER TABLE ONLY entries
    ADD CONSTRAINT entries_week_id_fkey FOREIGN KEY (week_id) REFERENCES weeks(id);

ALTER TABLE ONLY feed_games
    ADD CONSTRAINT feed_games_gid_fkey FOREIGN KEY (gid) REFERENCES games(gid);

ALTER TABLE ONLY feed_weeks
    ADD CONSTRAINT feed_weeks_week_id_fkey FOREIGN KEY (week_id) REFERENCES weeks(id);

ALTER TABLE ONLY games
    ADD CONSTRAINT games_away_fkey FOREIGN KEY (away) REFERENCES teams(abbr);

ALTER TABLE ONLY games
    ADD CONSTRAINT games_home_fkey FOREIGN KEY (home) REFERENCES teams(abbr);

ALTER TABLE ONLY games
    ADD CONSTRAINT games_week_id_fkey FOREIGN KEY (week_id) REFERENCES weeks(id);

ALTER TABLE ONLY guesses
    ADD CONSTRAINT guesses_bus_by_fkey FOREIGN KEY (bus_by) REFERENCES users(id);

ALTER TABLE ONLY guesses
    ADD CONSTRAINT guesses_cleared_by_fkey FOREIGN KEY (cleared_by) REFERENCES users(id);

ALTER TABLE ONLY guesses
    ADD CONSTRAINT guesses_gid_fkey FOREIGN KEY (gid) REFERENCES games(gid);

ALTER TABLE ONLY guesses
    ADD CONSTRAINT guesses_pool_id_fkey FOREIGN KEY (pool_id) REFERENCES pools(id);

ALTER TABLE ONLY guesses
    ADD CONSTRAINT guesses_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);

ALTER TABLE ONLY guesses
    ADD CONSTRAINT guesses_week_id_fkey FOREIGN KEY (week_id) REFERENCES weeks(id);

ALTER TABLE ONLY hook_deliveries
    ADD CONSTRAINT hook_deliveries_hook_id_fkey FOREIGN KEY (hook_id) REFERENCES pool_hooks(id) ON DELETE CASCADE;

ALTER TABLE ONLY hook_pools
    ADD CONSTRAINT hook_pools_pool_id_fkey FOREIGN KEY (pool_id) REFERENCES pools(id);

ALTER TABLE ONLY join_requests
    ADD CONSTRAINT join_requests_pool_id_fkey FOREIGN KEY (pool_id) REFERENCES pools(id);

ALTER TABLE ONLY join_requests
    ADD CONSTRAINT join_requests_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);

ALTER TABLE ONLY logins
    ADD CONSTRAINT "logins_userId_fkey" FOREIGN KEY ("userId") REFERENCES accounts(id) ON DELETE CASCADE;

ALTER TABLE ONLY messages
    ADD CONSTRAINT messages_deleted_by_fkey FOREIGN KEY (deleted_by) REFERENCES users(id);

ALTER TABLE ONLY messages
    ADD CONSTRAINT messages_pool_id_fkey FOREIGN KEY (pool_id) REFERENCES pools(id);

ALTER TABLE ONLY messages
    ADD CONSTRAINT messages_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);

ALTER TABLE ONLY notification_choices
    ADD CONSTRAINT notification_choices_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);

ALTER TABLE ONLY notification_settings
    ADD CONSTRAINT notification_settings_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);

ALTER TABLE ONLY notifications
    ADD CONSTRAINT notifications_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);

ALTER TABLE ONLY picks
    ADD CONSTRAINT picks_bus_by_fkey FOREIGN KEY (bus_by) REFERENCES users(id);

ALTER TABLE ONLY picks
    ADD CONSTRAINT picks_gid_fkey FOREIGN KEY (gid) REFERENCES games(gid);

ALTER TABLE ONLY picks
    ADD CONSTRAINT picks_pool_id_fkey FOREIGN KEY (pool_id) REFERENCES pools(id);

ALTER TABLE ONLY picks
    ADD CONSTRAINT picks_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);

ALTER TABLE ONLY player_links
    ADD CONSTRAINT player_joins_joined_by_fkey FOREIGN KEY (linked_by) REFERENCES users(id);

ALTER TABLE ONLY player_links
    ADD CONSTRAINT player_joins_player_id_fkey FOREIGN KEY (player_id) REFERENCES users(id);

ALTER TABLE ONLY player_links
    ADD CONSTRAINT player_joins_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);

ALTER TABLE ONLY pool_commissioners
    ADD CONSTRAINT pool_commissioners_named_by_fkey FOREIGN KEY (named_by) REFERENCES users(id);

ALTER TABLE ONLY pool_commissioners
    ADD CONSTRAINT pool_commissioners_pool_id_fkey FOREIGN KEY (pool_id) REFERENCES pools(id);

ALTER TABLE ONLY pool_commissioners
    ADD CONSTRAINT pool_commissioners_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);

ALTER TABLE ONLY pool_hooks
    ADD CONSTRAINT pool_hooks_made_by_fkey FOREIGN KEY (made_by) REFERENCES users(id);

ALTER TABLE ONLY pool_hooks
    ADD CONSTRAINT pool_hooks_pool_id_fkey FOREIGN KEY (pool_id) REFERENCES pools(id);

ALTER TABLE ONLY pool_invites
    ADD CONSTRAINT pool_invites_made_by_fkey FOREIGN KEY (made_by) REFERENCES users(id);

ALTER TABLE ONLY pool_invites
    ADD CONSTRAINT pool_invites_pool_id_fkey FOREIGN KEY (pool_id) REFERENCES pools(id);

ALTER TABLE ONLY pool_lines
    ADD CONSTRAINT pool_lines_gid_fkey FOREIGN KEY (gid) REFERENCES games(gid);

ALTER TABLE ONLY pool_lines
    ADD CONSTRAINT pool_lines_pool_id_fkey FOREIGN KEY (pool_id) REFERENCES pools(id);

ALTER TABLE ONLY pool_lines
    ADD CONSTRAINT pool_lines_set_by_fkey FOREIGN KEY (set_by) REFERENCES users(id);

ALTER TABLE ONLY pool_members
    ADD CONSTRAINT pool_members_pool_id_fkey FOREIGN KEY (pool_id) REFERENCES pools(id);

ALTER TABLE ONLY pool_members
    ADD CONSTRAINT pool_members_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);

ALTER TABLE ONLY pool_money
    ADD CONSTRAINT pool_money_pool_id_fkey FOREIGN KEY (pool_id) REFERENCES pools(id);

ALTER TABLE ONLY pool_payments
    ADD CONSTRAINT pool_payments_noted_by_fkey FOREIGN KEY (noted_by) REFERENCES users(id);

ALTER TABLE ONLY pool_payments
    ADD CONSTRAINT pool_payments_pool_id_fkey FOREIGN KEY (pool_id) REFERENCES pools(id);

ALTER TABLE ONLY pool_payments
    ADD CONSTRAINT pool_payments_undone_by_fkey FOREIGN KEY (undone_by) REFERENCES users(id);

ALTER TABLE ONLY pool_payments
    ADD CONSTRAINT pool_payments_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);

ALTER TABLE ONLY pool_weeks
    ADD CONSTRAINT pool_weeks_pool_id_fkey FOREIGN KEY (pool_id) REFERENCES pools(id);

ALTER TABLE ONLY pool_weeks
    ADD CONSTRAINT pool_weeks_week_id_fkey FOREIGN KEY (week_id) REFERENCES weeks(id);

ALTER TABLE ONLY pools
    ADD CONSTRAINT pools_made_by_fkey FOREIGN KEY (made_by) REFERENCES users(id);

ALTER TABLE ONLY push_subscriptions
    ADD CONSTRAINT push_subscriptions_session_id_fkey FOREIGN KEY (session_id) REFERENCES sessions(id) ON DELETE CASCADE;

ALTER TABLE ONLY push_subscriptions
    ADD CONSTRAINT push_subscriptions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);

ALTER TABLE ONLY sessions
    ADD CONSTRAINT "sessions_userId_fkey" FOREIGN KEY ("userId") REFERENCES accounts(id) ON DELETE CASCADE;

ALTER TABLE ONLY stale_weeks
    ADD CONSTRAINT stale_weeks_week_id_fkey FOREIGN KEY (week_id) REFERENCES weeks(id);

ALTER TABLE ONLY team_records
    ADD CONSTRAINT team_records_team_fkey FOREIGN KEY (team) REFERENCES teams(abbr);

ALTER TABLE ONLY told_prizes
    ADD CONSTRAINT told_prizes_pool_id_fkey FOREIGN KEY (pool_id) REFERENCES pools(id);

ALTER TABLE ONLY users
    ADD CONSTRAINT users_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id);

ALTER TABLE ONLY users
    ADD CONSTRAINT users_default_pool_id_fkey FOREIGN KEY (default_pool_id) REFERENCES pools(id);

ALTER TABLE ONLY waiting_picks
    ADD CONSTRAINT waiting_picks_gid_fkey FOREIGN KEY (gid) REFERENCES games(gid);

ALTER TABLE ONLY waiting_picks
    ADD CONSTRAINT waiting_picks_link_id_fkey FOREIGN KEY (link_id) REFERENCES player_links(id);

ALTER TABLE ONLY waiting_picks
    ADD CONSTRAINT waiting_picks_pool_id_fkey FOREIGN KEY (pool_id) REFERENCES pools(id);

ALTER TABLE ONLY week_scores
    ADD CONSTRAINT week_scores_pool_id_fkey FOREIGN KEY (pool_id) REFERENCES pools(id);

ALTER TABLE ONLY week_scores
    ADD CONSTRAINT week_scores_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);

ALTER TABLE ONLY week_scores
    ADD CONSTRAINT week_scores_week_id_fkey FOREIGN KEY (week_id) REFERENCES weeks(id);

insert into kysely_migration (name, "timestamp") values
  ('001-foundation', '2026-11-25T12:00:00.000Z'),
  ('002-accounts', '2026-11-25T12:00:00.000Z'),
  ('003-feed', '2026-11-25T12:00:00.000Z'),
  ('004-audit', '2026-11-25T12:00:00.000Z'),
  ('005-pools', '2026-11-25T12:00:00.000Z'),
  ('006-players', '2026-11-25T12:00:00.000Z'),
  ('007-history-by-second', '2026-11-25T12:00:00.000Z'),
  ('008-waiting-picks', '2026-11-25T12:00:00.000Z'),
  ('009-league-time', '2026-11-25T12:00:00.000Z'),
  ('011-security-log', '2026-11-25T12:00:00.000Z'),
  ('012-known-devices', '2026-11-25T12:00:00.000Z'),
  ('013-pool-rules', '2026-11-25T12:00:00.000Z'),
  ('014-player-links', '2026-11-25T12:00:00.000Z'),
  ('015-lock-margin', '2026-11-25T12:00:00.000Z'),
  ('016-replaced-picks', '2026-11-25T12:00:00.000Z'),
  ('017-invite-makers', '2026-11-25T12:00:00.000Z'),
  ('018-halves', '2026-11-25T12:00:00.000Z'),
  ('019-pool-log', '2026-11-25T12:00:00.000Z'),
  ('020-deadlines', '2026-11-25T12:00:00.000Z'),
  ('021-pick-limits', '2026-11-25T12:00:00.000Z'),
  ('022-guesses', '2026-11-25T12:00:00.000Z'),
  ('023-frozen-lines', '2026-11-25T12:00:00.000Z'),
  ('024-announcements', '2026-11-25T12:00:00.000Z'),
  ('025-entries', '2026-11-25T12:00:00.000Z'),
  ('026-bus-guesses', '2026-11-25T12:00:00.000Z'),
  ('027-commissioners', '2026-11-25T12:00:00.000Z'),
  ('028-format', '2026-11-25T12:00:00.000Z'),
  ('029-announcement-mails', '2026-11-25T12:00:00.000Z'),
  ('030-listed-pools', '2026-11-25T12:00:00.000Z'),
  ('031-talk', '2026-11-25T12:00:00.000Z'),
  ('032-money', '2026-11-25T12:00:00.000Z'),
  ('033-notifications', '2026-11-25T12:00:00.000Z'),
  ('034-outside', '2026-11-25T12:00:00.000Z'),
  ('035-calendars', '2026-11-25T12:00:00.000Z'),
  ('036-feed-reports', '2026-11-25T12:00:00.000Z'),
  ('037-announced-weeks', '2026-11-25T12:00:00.000Z'),
  ('038-postponed-locks', '2026-11-25T12:00:00.000Z');
insert into kysely_migration_lock (id, is_locked) values ('migration_lock', 0);
