-- An empty database of the version whose last migration is 038-postponed-locks (commit 49a9f8c), as its migrations left it.

CREATE TABLE "kysely_migration" ("name" varchar(255) not null primary key, "timestamp" varchar(255) not null);

CREATE TABLE "kysely_migration_lock" ("id" varchar(255) not null primary key, "is_locked" integer default 0 not null);

CREATE TABLE "accounts" ("id" text not null primary key, "name" text not null, "email" text not null unique, "emailVerified" integer not null, "image" text, "createdAt" date not null, "updatedAt" date not null, "deviceKey" text);

CREATE TABLE "sessions" ("id" text not null primary key, "token" text not null unique, "userId" text not null references "accounts" ("id") on delete cascade, "expiresAt" date not null, "createdAt" date not null, "updatedAt" date not null, "ipAddress" text, "userAgent" text);

CREATE TABLE "logins" ("id" text not null primary key, "accountId" text not null, "providerId" text not null, "userId" text not null references "accounts" ("id") on delete cascade, "accessToken" text, "refreshToken" text, "idToken" text, "accessTokenExpiresAt" date, "refreshTokenExpiresAt" date, "scope" text, "password" text, "createdAt" date not null, "updatedAt" date not null);

CREATE TABLE "verifications" ("id" text not null primary key, "identifier" text not null, "value" text not null, "expiresAt" date not null, "createdAt" date not null, "updatedAt" date not null);

CREATE TABLE "meta" ("key" text not null primary key, "value" text not null) strict;

CREATE TABLE "pools" ("id" text not null primary key, "name" text not null, "description" text not null, "money_url" text not null, "active_week_id" text, "template" text, "trash_talk_enabled" integer not null, "created_at" integer, "deleted_at" integer, rules text not null default '{}', max_picks integer
     generated always as (cast(nullif(json_extract(rules, '$.games'), 'all') as integer)) virtual, max_best_bets integer
     generated always as (coalesce(json_extract(rules, '$.bestBets'), 0)) virtual, format text generated always as (coalesce(json_extract(rules, '$.format'), 'pickem')) virtual, is_listed integer not null default 1, made_by text references users (id)) strict;

CREATE TABLE "users" ("id" text not null primary key, "account_id" text unique references "accounts" ("id"), "display_name" text not null, "is_enabled" integer not null, "is_admin" integer not null, "default_pool_id" text references "pools" ("id"), "created_at" integer not null) strict;

CREATE TABLE "teams" ("abbr" text not null primary key, "short_name" text not null, "long_name" text not null, "city" text not null, "mascot" text not null, "conference" text not null, "division" text not null, "primary_color" text not null, "secondary_color" text not null, "accent_color" text not null) strict;

CREATE TABLE "team_records" ("team" text not null references "teams" ("abbr"), "season" integer not null, "wins" integer not null, "losses" integer not null, "ties" integer not null, "win_percentage" real not null, "home_record" text not null, "away_record" text not null, "overall_record" text not null, "updated_at" integer not null, constraint "team_records_key" primary key ("team", "season")) strict;

CREATE TABLE "weeks" ("id" text not null primary key, "season" integer not null, "number" integer not null, constraint "weeks_order" unique ("season", "number")) strict;

CREATE TABLE "games" ("gid" text not null primary key, "week_id" text not null references "weeks" ("id"), "kickoff" integer not null, "time_tbd" integer not null, "lock_at" integer not null, "status" text not null check (status in ('Not Started', 'In Progress', 'Final')), "void" text check (void in ('postponed', 'cancelled')), "home" text not null references "teams" ("abbr"), "away" text not null references "teams" ("abbr"), "home_score" integer not null check (home_score between 0 and 99), "away_score" integer not null check (away_score between 0 and 99), "spread" real, "spread_note" text not null, "situation" text not null, "weather" text not null, "allow_spread_update" integer not null, "allow_time_update" integer not null, "set_by_admin" text not null, "updated_at" integer not null, frozen_spread real, void_since integer) strict;

CREATE TABLE "pool_members" ("pool_id" text not null references "pools" ("id"), "user_id" text not null references "users" ("id"), "enabled" integer not null, "joined_at" integer not null, told_until integer not null default 0, read_until integer not null default 0, is_muted integer not null default 0, constraint "pool_members_key" primary key ("pool_id", "user_id")) strict;

CREATE TABLE "pool_weeks" ("pool_id" text not null references "pools" ("id"), "week_id" text not null references "weeks" ("id"), "enabled" integer not null, deadline integer, tiebreak_gid text, tiebreak_fixed_at integer, constraint "pool_weeks_key" primary key ("pool_id", "week_id")) strict;

CREATE TABLE "picks" ("pool_id" text not null references "pools" ("id"), "gid" text not null references "games" ("gid"), "user_id" text not null references "users" ("id"), "side" text check (side in ('home', 'away')), "revision" integer not null, "made_at" integer not null, "based_on" integer, "bus_by" text references "users" ("id"), "bus_reason" text, best integer check (best in (0, 1)), constraint "picks_key" primary key ("pool_id", "gid", "user_id")) strict;

CREATE TABLE "replaced_picks" ("id" integer primary key autoincrement, "pool_id" text not null, "gid" text not null, "user_id" text not null, "side" text, "revision" integer not null, "made_at" integer not null, "bus_by" text, "bus_reason" text, best integer) strict;

CREATE TABLE "week_scores" ("pool_id" text not null references "pools" ("id"), "week_id" text not null references "weeks" ("id"), "user_id" text not null references "users" ("id"), "halves" integer not null, constraint "week_scores_key" primary key ("pool_id", "week_id", "user_id")) strict;

CREATE TABLE "stale_weeks" ("week_id" text not null primary key references "weeks" ("id"), "mark" text not null) strict;

CREATE TABLE "mail_tokens" ("token_hash" text not null primary key, "account_id" text not null references "accounts" ("id") on delete cascade, "purpose" text not null check (purpose in ('reset', 'verify')), "mailed_to" text, "expires_at" integer not null) strict;

CREATE TABLE "attempts" ("key" text not null primary key, "spent_until" integer not null) strict;

CREATE TABLE "demo_mails" ("id" text not null primary key, "sent_at" integer not null, "recipient" text not null, "subject" text not null, "text" text not null, "html" text not null) strict;

CREATE TABLE "feed_games" ("gid" text not null primary key references "games" ("gid"), "source_id" text unique, "said" text not null, "said_at" integer not null, "may_go_back" integer not null, week_id text, progress text not null default '{"clock":null,"end":"open"}') strict;

CREATE TABLE "feed_weeks" ("week_id" text not null primary key references "weeks" ("id"), "asked_at" integer not null) strict;

CREATE TABLE "feed_jobs" ("job" text not null primary key, "slot" integer not null, "ran_at" integer not null, "succeeded_at" integer, "failures" integer not null, "problems" text not null) strict;

CREATE TABLE "feed_slots" ("job" text not null, "slot" integer not null, "node" text not null, "claimed_at" integer not null, constraint "feed_slots_key" primary key ("job", "slot")) strict;

CREATE TABLE "audit_log" ("id" integer primary key autoincrement, "at" integer not null, "actor_id" text references "users" ("id"), "act" text not null, "pool_id" text, "week_id" text, "gid" text, "user_id" text, "before" text not null, "after" text not null) strict;

CREATE TABLE "join_requests" ("pool_id" text not null references "pools" ("id"), "user_id" text not null references "users" ("id"), "asked_at" integer not null, constraint "join_requests_key" primary key ("pool_id", "user_id")) strict;

CREATE TABLE "pool_invites" ("pool_id" text not null primary key references "pools" ("id"), "token" text not null unique, "made_at" integer not null, made_by text references users (id)) strict;

CREATE TABLE "player_links" ("id" integer primary key autoincrement, "player_id" text not null references "users" ("id"), "user_id" text not null references "users" ("id"), "linked_by" text not null references "users" ("id"), "linked_at" integer not null, "moved" text not null, "undone_at" integer) strict;

CREATE TABLE "waiting_picks" ("link_id" integer not null references "player_links" ("id"), "pool_id" text not null references "pools" ("id"), "gid" text not null references "games" ("gid"), constraint "waiting_picks_key" primary key ("link_id", "pool_id", "gid")) strict;

CREATE TABLE "security_log" ("id" integer primary key autoincrement, "at" integer not null, "event" text not null, "account_id" text, "actor_id" text, "network" text, "detail" text not null, "times" integer not null) strict;

CREATE TABLE guesses (
     pool_id text not null references pools (id),
     week_id text not null references weeks (id),
     user_id text not null references users (id),
     gid text not null references games (gid),
     guess integer check (guess >= 0),
     revision integer not null,
     made_at integer not null,
     based_on integer,
     cleared_by text references users (id), bus_by text references users (id), bus_reason text,
     constraint guesses_key primary key (pool_id, week_id, user_id));

CREATE TABLE replaced_guesses (
     pool_id text not null, week_id text not null, user_id text not null, gid text not null, guess integer,
     revision integer not null, made_at integer not null, cleared_by text, bus_by text, bus_reason text);

CREATE TABLE pool_lines (
            pool_id text not null references pools (id),
            gid text not null references games (gid),
            spread real not null,
            set_by text not null references users (id),
            set_at integer not null,
            reason text not null,
            primary key (pool_id, gid)
          ) strict;

CREATE TABLE entries (
     pool_id text not null references pools (id),
     week_id text not null references weeks (id),
     user_id text not null references users (id),
     entry text,
     revision integer not null,
     made_at integer not null,
     based_on integer,
     bus_by text references users (id),
     bus_reason text,
     constraint entries_key primary key (pool_id, user_id, week_id));

CREATE TABLE replaced_entries (
     pool_id text not null, week_id text not null, user_id text not null, entry text,
     revision integer not null, made_at integer not null, bus_by text, bus_reason text);

CREATE TABLE pool_commissioners (
          pool_id text not null references pools (id),
          user_id text not null references users (id),
          named_at integer not null,
          named_by text references users (id),
          primary key (pool_id, user_id)
        );

CREATE TABLE messages (
       id integer primary key autoincrement,
       pool_id text not null references pools (id),
       user_id text references users (id),
       kind text not null,
       text text,
       at integer not null,
       edited_at integer,
       deleted_by text references users (id),
       once text not null);

CREATE TABLE "pool_money" ("pool_id" text primary key references "pools" ("id"), "fee" integer not null, "week" integer not null, "places" text not null) strict;

CREATE TABLE "pool_payments" ("id" integer primary key autoincrement, "pool_id" text not null references "pools" ("id"), "user_id" text not null references "users" ("id"), "purpose" text not null, "cents" integer not null check (cents > 0), "noted_by" text not null references "users" ("id"), "noted_at" integer not null, "undone_by" text references "users" ("id"), "undone_at" integer) strict;

CREATE TABLE "told_prizes" ("pool_id" text not null references "pools" ("id"), "purpose" text not null, "shares" text not null, constraint "told_prizes_key" primary key ("pool_id", "purpose")) strict;

CREATE TABLE "notifications" ("kind" text not null, "key" text not null, "user_id" text not null references "users" ("id"), "channel" text not null, "claimed_at" integer not null, "token_hash" text unique, facts text, constraint "notifications_key" primary key ("kind", "key", "user_id", "channel")) strict;

CREATE TABLE "notification_choices" ("user_id" text not null references "users" ("id"), "kind" text not null, "channel" text not null, "wanted" integer not null, constraint "notification_choices_key" primary key ("user_id", "kind", "channel")) strict;

CREATE TABLE "notification_settings" ("user_id" text primary key references "users" ("id"), "hours" integer, "zone" text, "asked" integer default 0 not null) strict;

CREATE TABLE pool_hooks (
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

CREATE TABLE hook_deliveries (
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

CREATE TABLE hook_pools (
       pool_id text primary key references pools (id),
       told text not null) strict;

CREATE TABLE push_keys (
       id integer primary key check (id = 1),
       public_key text not null,
       private_key text not null,
       made_at integer not null) strict;

CREATE TABLE push_subscriptions (
       id text primary key,
       session_id text not null unique references sessions (id) on delete cascade,
       user_id text not null references users (id),
       endpoint text not null unique,
       p256dh text not null,
       auth text not null,
       made_at integer not null,
       rests_until integer not null default 0) strict;

CREATE TABLE calendars (
       user_id text primary key references users (id),
       token_hash text not null unique,
       made_at integer not null) strict;

CREATE TABLE calendar_events (
       uid text primary key,
       told text not null,
       sequence integer not null,
       changed_at integer not null) strict;

CREATE TABLE announced_weeks (
       pool_id text not null references pools (id),
       week_id text not null references weeks (id),
       result text,
       since integer not null,
       announced text,
       leaders text,
       first_at integer,
       announced_at integer,
       primary key (pool_id, week_id)) strict;

CREATE INDEX "sessions_of_an_account" on "sessions" ("userId");

CREATE INDEX "logins_of_an_account" on "logins" ("userId");

CREATE INDEX "verifications_by_identifier" on "verifications" ("identifier");

CREATE INDEX "games_by_week" on "games" ("week_id", "kickoff");

CREATE INDEX "games_by_lock" on "games" ("lock_at");

CREATE INDEX "pools_of_a_user" on "pool_members" ("user_id");

CREATE INDEX "pools_of_a_week" on "pool_weeks" ("week_id");

CREATE UNIQUE INDEX "one_login_for_each_identity" on "logins" ("providerId", "accountId");

CREATE INDEX "links_of_an_account" on "mail_tokens" ("account_id");

CREATE INDEX "audit_of_a_user" on "audit_log" ("user_id", "id");

CREATE INDEX "audit_of_a_game" on "audit_log" ("gid", "id");

CREATE INDEX "requests_of_a_user" on "join_requests" ("user_id");

CREATE UNIQUE INDEX joined_players on "player_links" (player_id) where undone_at is null;

CREATE INDEX "joins_of_a_user" on "player_links" ("user_id");

CREATE INDEX "security_of_an_account" on "security_log" ("account_id", "id");

CREATE INDEX "audit_of_a_pool" on "audit_log" ("pool_id", "id");

CREATE INDEX "audit_of_a_week" on "audit_log" ("week_id", "id");

CREATE INDEX deadlines on pool_weeks (deadline) where deadline is not null;

CREATE INDEX "acts_of_a_pool" on "audit_log" ("pool_id", "act", "id");

CREATE INDEX entries_by_week on entries (pool_id, week_id);

CREATE INDEX pools_made_by on pools (made_by);

CREATE INDEX messages_of_a_pool on messages (pool_id, id);

CREATE UNIQUE INDEX messages_once on messages (pool_id, once);

CREATE UNIQUE INDEX standing_payments on pool_payments (pool_id, user_id, purpose)
        where undone_at is null;

CREATE INDEX notifications_of_user on notifications (user_id, kind, channel, claimed_at);

CREATE INDEX hooks_of_a_pool on pool_hooks (pool_id);

CREATE UNIQUE INDEX hook_deliveries_once on hook_deliveries (hook_id, once);

CREATE INDEX hook_deliveries_due on hook_deliveries (next_at) where state in ('waiting', 'sending');

CREATE INDEX push_subscriptions_of_a_user on push_subscriptions (user_id);

CREATE VIEW pool_locks as
  select pools.id as pool_id, games.gid, min(games.lock_at, coalesce(pool_weeks.deadline, games.lock_at)) as lock_at
  from pools cross join games
  left join pool_weeks on pool_weeks.pool_id = pools.id and pool_weeks.week_id = games.week_id;

CREATE VIEW pick_history as
     select pool_id, gid, user_id, side, best, revision, made_at, bus_by, bus_reason from replaced_picks union all select pool_id, gid, user_id, side, best, revision, made_at, bus_by, bus_reason from picks;

CREATE VIEW entry_history as select pool_id, week_id, user_id, entry, revision, made_at, bus_by, bus_reason from replaced_entries union all select pool_id, week_id, user_id, entry, revision, made_at, bus_by, bus_reason from entries;

CREATE VIEW guess_history as select pool_id, week_id, user_id, gid, guess, revision, made_at, cleared_by, bus_by, bus_reason from replaced_guesses union all select pool_id, week_id, user_id, gid, guess, revision, made_at, cleared_by, bus_by, bus_reason from guesses;

CREATE TRIGGER picks_replaced after update on picks when old.made_at / 1000 <> new.made_at / 1000 or old.bus_by is distinct from new.bus_by begin
     insert into replaced_picks (pool_id, gid, user_id, side, best, revision, made_at, bus_by, bus_reason) values (old.pool_id, old.gid, old.user_id, old.side, old.best, old.revision, old.made_at, old.bus_by, old.bus_reason);
   end;

CREATE TRIGGER picks_deleted after delete on picks begin
     insert into replaced_picks (pool_id, gid, user_id, side, best, revision, made_at, bus_by, bus_reason) values (old.pool_id, old.gid, old.user_id, old.side, old.best, old.revision, old.made_at, old.bus_by, old.bus_reason);
   end;

CREATE TRIGGER too_many_picks_made after insert on picks when new.side is not null and (select max_picks from pools where pools.id = new.pool_id) is not null begin select raise(abort, 'too_many_picks') where (select max_picks from pools where pools.id = new.pool_id) < (
      select count(*) from picks where picks.pool_id = new.pool_id and picks.user_id = new.user_id and picks.side is not null
  and picks.gid in (select others.gid from games as others join games as own on own.week_id = others.week_id
    where own.gid = new.gid and own.void is null and others.void is null) and picks.side is not null); end;

CREATE TRIGGER too_many_picks_changed after update of side, best on picks
         when (old.side is not null) is not true and new.side is not null and (select max_picks from pools where pools.id = new.pool_id) is not null begin select raise(abort, 'too_many_picks') where (select max_picks from pools where pools.id = new.pool_id) < (
      select count(*) from picks where picks.pool_id = new.pool_id and picks.user_id = new.user_id and picks.side is not null
  and picks.gid in (select others.gid from games as others join games as own on own.week_id = others.week_id
    where own.gid = new.gid and own.void is null and others.void is null) and picks.side is not null); end;

CREATE TRIGGER too_many_best_bets_made after insert on picks when new.side is not null and new.best = 1 and (select max_best_bets from pools where pools.id = new.pool_id) is not null begin select raise(abort, 'too_many_best_bets') where (select max_best_bets from pools where pools.id = new.pool_id) < (
      select count(*) from picks where picks.pool_id = new.pool_id and picks.user_id = new.user_id and picks.side is not null
  and picks.gid in (select others.gid from games as others join games as own on own.week_id = others.week_id
    where own.gid = new.gid and own.void is null and others.void is null) and picks.side is not null and picks.best = 1); end;

CREATE TRIGGER too_many_best_bets_changed after update of side, best on picks
         when (old.side is not null and old.best = 1) is not true and new.side is not null and new.best = 1 and (select max_best_bets from pools where pools.id = new.pool_id) is not null begin select raise(abort, 'too_many_best_bets') where (select max_best_bets from pools where pools.id = new.pool_id) < (
      select count(*) from picks where picks.pool_id = new.pool_id and picks.user_id = new.user_id and picks.side is not null
  and picks.gid in (select others.gid from games as others join games as own on own.week_id = others.week_id
    where own.gid = new.gid and own.void is null and others.void is null) and picks.side is not null and picks.best = 1); end;

CREATE TRIGGER entries_replaced after update on entries when old.made_at / 1000 <> new.made_at / 1000 or old.bus_by is distinct from new.bus_by begin
     insert into replaced_entries (pool_id, week_id, user_id, entry, revision, made_at, bus_by, bus_reason) values (old.pool_id, old.week_id, old.user_id, old.entry, old.revision, old.made_at, old.bus_by, old.bus_reason);
   end;

CREATE TRIGGER entries_deleted after delete on entries begin
     insert into replaced_entries (pool_id, week_id, user_id, entry, revision, made_at, bus_by, bus_reason) values (old.pool_id, old.week_id, old.user_id, old.entry, old.revision, old.made_at, old.bus_by, old.bus_reason);
   end;

CREATE TRIGGER guesses_replaced after update on guesses when old.made_at / 1000 <> new.made_at / 1000 or old.gid <> new.gid
  or old.cleared_by is distinct from new.cleared_by or old.bus_by is distinct from new.bus_by begin
     insert into replaced_guesses (pool_id, week_id, user_id, gid, guess, revision, made_at, cleared_by, bus_by, bus_reason) values (old.pool_id, old.week_id, old.user_id, old.gid, old.guess, old.revision, old.made_at, old.cleared_by, old.bus_by, old.bus_reason);
   end;

CREATE TRIGGER guesses_deleted after delete on guesses begin
     insert into replaced_guesses (pool_id, week_id, user_id, gid, guess, revision, made_at, cleared_by, bus_by, bus_reason) values (old.pool_id, old.week_id, old.user_id, old.gid, old.guess, old.revision, old.made_at, old.cleared_by, old.bus_by, old.bus_reason);
   end;

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
