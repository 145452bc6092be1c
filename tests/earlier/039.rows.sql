-- A row in each table of 039.sqlite.sql or 039.postgres.sql. Tom (u3) is linked to Bob (u2): in p1 a pick was copied, one waits, and guesses count
-- for Bob; in p3 orders do. Week 1 is locked, week 2 is open.

insert into accounts (id, name, email, "emailVerified", image, "createdAt", "updatedAt", "deviceKey") values
  ('a1', 'Ann', 'ann@example.org', true, null, '2025-09-01T12:00:00.000Z', '2025-09-02T12:00:00.000Z', 'key'),
  ('a2', 'Bob', 'bob@example.org', false, null, '2025-09-01T12:00:00.000Z', '2025-09-02T12:00:00.000Z', null);
insert into sessions (id, token, "userId", "expiresAt", "createdAt", "updatedAt", "ipAddress", "userAgent") values
  ('s1', 'token', 'a1', '2035-09-01T12:00:00.000Z', '2025-09-01T12:00:00.000Z', '2025-09-02T12:00:00.000Z', '192.0.2.1', 'Browser');
insert into logins (id, "accountId", "providerId", "userId", password, "createdAt", "updatedAt") values
  ('l1', 'a1', 'credential', 'a1', 'hash', '2025-09-01T12:00:00.000Z', '2025-09-02T12:00:00.000Z');
insert into verifications (id, identifier, value, "expiresAt", "createdAt", "updatedAt") values
  ('v1', 'state', 'value', '2025-09-01T12:10:00.000Z', '2025-09-01T12:00:00.000Z', '2025-09-01T12:00:00.000Z');
insert into mail_tokens (token_hash, account_id, purpose, mailed_to, expires_at) values
  ('hash', 'a2', 'verify', 'bob@example.org', 1757000000000);
insert into attempts (key, spent_until) values ('sign-in 192.0.2.1', 1757000000000);
insert into demo_mails (id, sent_at, recipient, subject, text, html) values
  ('d1', 1757000000000, 'ann@example.org', 'Subject', 'Text', '<p>Text</p>');

insert into meta (key, value) values ('cookie_secret', 'secret'), ('league_clock', '1757000000000');
insert into pools (id, name, description, money_url, active_week_id, trash_talk_enabled, created_at, rules, is_listed) values
  ('p1', 'Office', 'Ours', 'https://example.org/pay', '2025-01', 1, 1756000000000, '{"games":3,"bestBets":1}', 1),
  ('p2', 'Left', '', '', null, 0, 1756000000000, '{"format":"survivor","deadline":"week"}', 0),
  ('p3', 'Ranks', '', '', null, 0, 1756000000000, '{"format":"confidence"}', 1);
insert into users (id, account_id, display_name, is_enabled, is_admin, default_pool_id, created_at) values
  ('u1', 'a1', 'Ann', 1, 1, 'p1', 1756000000000),
  ('u2', 'a2', 'Bob', 1, 0, null, 1756000000000),
  ('u3', null, 'Tom', 0, 0, null, 1756000000000);
update pools set made_by = 'u1';
update pools set deleted_at = 1757000000000 where id = 'p2';

insert into teams
  (abbr, short_name, long_name, city, mascot, conference, division, primary_color, secondary_color, accent_color) values
  ('BUF', 'Bills', 'Buffalo Bills', 'Buffalo', 'Bills', 'AFC', 'East', '#00338d', '#c60c30', '#ffffff'),
  ('KC', 'Chiefs', 'Kansas City Chiefs', 'Kansas City', 'Chiefs', 'AFC', 'West', '#e31837', '#ffb81c', '#ffffff');
insert into team_records
  (team, season, wins, losses, ties, win_percentage, home_record, away_record, overall_record, updated_at) values
  ('BUF', 2025, 1, 0, 0, 1, '1-0', '0-0', '1-0', 1757300000000);
insert into weeks (id, season, number) values ('2025-01', 2025, 1), ('2025-02', 2025, 2);
insert into games
  (gid, week_id, kickoff, time_tbd, lock_at, status, void, home, away, home_score, away_score, spread, spread_note, situation,
   weather, allow_spread_update, allow_time_update, set_by_admin, updated_at, frozen_spread, void_since) values
  ('g1', '2025-01', 1757264400000, 0, 1757264100000, 'Final', null, 'BUF', 'KC', 24, 20, -2.5, 'BUF -2.5', '', 'Rain', 1, 0, 'spread',
   1757280000000, -3, null),
  ('g2', '2025-02', 1757869200000, 1, 253370764800000, 'Not Started', 'postponed', 'KC', 'BUF', 0, 0, null, '', '', '', 1, 1, '',
   1757290000000, null, 1757290000000);

insert into entries (id, pool_id, player_id, user_id, number, name) values
  ('e1', 'p1', 'u1', 'u1', 1, null), ('e2', 'p1', 'u2', 'u2', 1, null), ('e3', 'p1', 'u3', null, 1, null),
  ('e4', 'p3', 'u1', 'u1', 1, null), ('e5', 'p3', 'u2', 'u2', 1, null), ('e6', 'p3', 'u3', null, 1, null),
  ('e7', 'p2', 'u2', 'u2', 1, null);
insert into pool_members (pool_id, user_id, enabled, joined_at, told_until, read_until, is_muted) values
  ('p1', 'u1', 1, 1756000000000, 1, 1, 0), ('p1', 'u2', 1, 1756100000000, 0, 0, 1), ('p1', 'u3', 0, 1756000000000, 0, 0, 0),
  ('p3', 'u1', 1, 1756000000000, 0, 0, 0), ('p3', 'u2', 1, 1756100000000, 0, 0, 0), ('p3', 'u3', 0, 1756000000000, 0, 0, 0);
insert into pool_commissioners (pool_id, user_id, named_at, named_by) values ('p1', 'u1', 1756000000000, null);
insert into join_requests (pool_id, user_id, asked_at) values ('p2', 'u2', 1756500000000);
insert into pool_invites (pool_id, token, made_at, made_by) values ('p1', 'invite', 1756000000000, 'u1');
insert into pool_weeks (pool_id, week_id, enabled, deadline, tiebreak_gid, tiebreak_fixed_at) values
  ('p1', '2025-01', 1, 1757264100000, 'g1', 1757264100000), ('p1', '2025-02', 1, null, 'g2', null),
  ('p3', '2025-01', 1, null, null, null), ('p3', '2025-02', 1, null, null, null), ('p2', '2025-02', 0, null, null, null);
insert into pool_lines (pool_id, gid, spread, set_by, set_at, reason) values ('p1', 'g1', -3.5, 'u1', 1757000000000, 'Agreed');

insert into picks (entry_id, kind, about, value, revision, made_at, entered_by, reason) values
  ('e1', 'pick', 'g1', '{"side":"home","best":true}', 1, 1757100000000, null, null),
  ('e2', 'pick', 'g1', '{"side":"home"}', 1, 1757100000000, null, null),
  ('e3', 'pick', 'g1', '{"side":"home"}', 1, 1757100000000, null, null),
  ('e3', 'pick', 'g2', '{"side":"away"}', 1, 1757100000000, 'u1', 'By phone'),
  ('e2', 'pick', 'g2', null, 2, 1757100000000, null, null),
  ('e1', 'guess', '2025-01', '{"gid":"g1","total":41}', 1, 1757100000000, null, null),
  ('e3', 'guess', '2025-01', '{"gid":"g1","total":44}', 1, 1757100000000, null, null),
  ('e3', 'guess', '2025-02', '{"gid":"g2","total":30}', 3, 1757100000000, null, null),
  ('e6', 'order', '2025-01', '{"order":["g1"]}', 1, 1757100000000, null, null),
  ('e6', 'order', '2025-02', '{"order":["g2"]}', 1, 1757100000000, null, null),
  ('e7', 'team', '2025-02', '{"gid":"g2","team":"KC"}', 1, 1757100000000, null, null);
update picks set value = '{"side":"away"}', revision = 2, made_at = 1757200000000 where entry_id = 'e1' and kind = 'pick';

insert into player_links (player_id, user_id, linked_by, linked_at, moved) values
  ('u3', 'u2', 'u1', 1757150000000, '{"wasEnabled":1,"memberships":[{"poolId":"p1","player":1,"account":1},{"poolId":"p3","player":1,"account":null}],"picks":[{"poolId":"p1","gid":"g1","side":"home"}]}');
insert into waiting_picks (link_id, pool_id, gid) select id, 'p1', 'g2' from player_links;
insert into week_scores (pool_id, week_id, user_id, halves) values
  ('p1', '2025-01', 'u1', 4), ('p1', '2025-01', 'u2', 2), ('p1', '2025-01', 'u3', 2);
insert into stale_weeks (week_id, mark) values ('2025-01', 'mark');
insert into announced_weeks (pool_id, week_id, result, since, announced, leaders, first_at, announced_at) values
  ('p1', '2025-01', '{"winners":["u1"],"points":{"u1":4,"u2":2}}', 1757280000000, '{"winners":["u1"],"points":{"u1":4,"u2":2}}', '["u1"]',
   1757281000000, 1757281000000);

insert into feed_games (gid, source_id, said, said_at, may_go_back, week_id, progress) values
  ('g1', '401', '{"homeScore":24}', 1757280000000, 1, '2025-01', '{"clock":null,"end":"final"}');
insert into feed_weeks (week_id, asked_at) values ('2025-01', 1757280000000);
insert into feed_jobs (job, slot, ran_at, succeeded_at, failures, problems) values ('scores', 1, 1757280000000, null, 2, '[]');
insert into feed_slots (job, slot, node, claimed_at) values ('scores', 1, 'node', 1757280000000);
insert into audit_log (at, actor_id, act, pool_id, week_id, gid, user_id, before, after) values
  (1757000000000, 'u1', 'pick.enter', 'p1', '2025-01', 'g1', 'u2', '{}', '{"side":"away"}');
insert into security_log (at, event, account_id, actor_id, network, detail, times) values
  (1757000000000, 'sign-in', 'a1', null, '192.0.2.0/24', '', 3);

insert into messages (pool_id, user_id, kind, text, at, edited_at, deleted_by, once) values
  ('p1', 'u1', 'said', 'Hello', 1757000000000, 1757000100000, null, 'once 1'),
  ('p1', 'u2', 'said', null, 1757000000000, null, 'u1', 'once 2');
insert into pool_money (pool_id, fee, week, places) values ('p1', 5000, 500, '[3000,1500]');
insert into pool_payments (pool_id, user_id, purpose, cents, noted_by, noted_at, undone_by, undone_at) values
  ('p1', 'u1', 'FEE', 5000, 'u1', 1757000000000, 'u1', 1757000100000),
  ('p1', 'u3', 'FEE', 5000, 'u1', 1757000000000, null, null);
insert into told_prizes (pool_id, purpose, shares) values ('p1', '2025-01', '[{"id":"u1","cents":500}]');
insert into notifications (kind, key, user_id, channel, claimed_at, token_hash, facts) values
  ('missing-picks', 'p1 2025-01 asked', 'u2', 'mail', 1757000000000, 'hash', 'digest'),
  ('week-result', 'p1 2025-01', 'u2', 'mail', 1757281000000, null, 's9OSFxQHFyisKM-3nnmpYkgZ9A6rcalKYq0Wr3oBtIM'),
  ('week-result', 'p1 2025-01', 'u1', 'mail', 1757281000000, null, 'something else');
insert into notification_choices (user_id, kind, channel, wanted) values ('u2', 'missing-picks', 'mail', 0);
insert into notification_settings (user_id, hours, zone, asked) values ('u2', 5, 'America/Denver', 1);

insert into pool_hooks (id, pool_id, kind, address, secret, topics, hours, made_by, made_at, off_at, rests_until) values
  ('h1', 'p1', 'standard', 'https://example.org/hook', 'whsec_c2VjcmV0', '["week.open"]', 3, 'u1', 1757000000000, null, 1757000000001);
insert into hook_deliveries (id, hook_id, once, news, at, until, state, attempts, next_at, status, failure) values
  ('x1', 'h1', 'once', '{}', 1757000000000, 1757000000001, 'failed', 2, 1757000000000, 500, 'status'),
  ('x2', 'h1', 'twice', '{"topic":"week.decided","headline":"[[\"u1\"],4]"}', 1757000000000, 1757000000001, 'waiting', 0, 1757000000000, null,
   null);
insert into hook_pools (pool_id, told) values ('p1', '{}');
insert into push_keys (id, public_key, private_key, made_at) values (1, 'public', 'private', 1757000000000);
insert into push_subscriptions (id, session_id, user_id, endpoint, p256dh, auth, made_at, rests_until) values
  ('b1', 's1', 'u1', 'https://example.org/push', 'key', 'auth', 1757000000000, 1757000000001);
insert into calendars (user_id, token_hash, made_at) values ('u1', 'hash', 1757000000000);
insert into calendar_events (uid, told, sequence, changed_at) values ('g1@pickem', '{}', 2, 1757000000000);
