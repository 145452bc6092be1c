import { HOOKS_EACH } from '#core/hooks/hooks.ts';
import { POOLS_EACH } from '#core/pools.ts';
import { RECORDS_FAILED_TITLE } from '#core/team-record.ts';

/**
 * Every failure of a call, by code, with its HTTP status and the text for people. The quoted texts are from specification section 8 and
 * from the decisions. Validation texts (section 5) are in `core/validation.ts` and are sent as `invalid_input`.
 */
export const errors = {
  invalid_input: { status: 400, text: "Something in this request isn't right." },
  not_signed_in: { status: 401, text: 'Please sign in.' },
  account_disabled: { status: 403, text: 'Your account is disabled. Ask an admin to enable it.' },
  not_a_member: { status: 403, text: 'You are not a member of this pool yet.' },
  admin_only: { status: 403, text: "You don't have permission to do this." },
  foreign_origin: { status: 403, text: 'This request came from another site and was refused.' },
  unknown_host: { status: 421, text: "This league can't be reached at that address." },
  route_not_found: { status: 404, text: 'There is nothing at this address.' },
  pool_not_found: { status: 404, text: 'Pool not found' },
  week_not_found: { status: 404, text: 'This week is not part of the pool.' },
  unknown_week: { status: 404, text: "That week isn't loaded yet. Load its season first." },
  game_not_found: { status: 404, text: 'Game not found' },
  game_left_out: { status: 409, text: 'This pool leaves out that game.' },
  slate_not_chosen: { status: 409, text: "Games of this pool's weeks aren't chosen by hand." },
  slate_settled: { status: 409, text: "A game of this week has locked, so its games can't change anymore." },
  slate_empty: { status: 400, text: 'Leave at least one game in the week.' },
  unknown_person: { status: 404, text: 'This person is not in any season of this pool.' },
  own_match: { status: 409, text: 'Somebody else who runs the pool says which player you are.' },
  year_played: { status: 409, text: 'This year was played here, so its table comes from its picks.' },
  cannot_follow: {
    status: 409,
    text: 'This pool can only follow an earlier season that you run, and that no other pool follows.',
  },
  team_not_found: { status: 404, text: 'Team not found' },
  changed_meanwhile: { status: 409, text: 'Somebody else just changed this. Check it, then save again.' },
  rule_reason_missing: { status: 400, text: "Say why the rules change. Members read it in the pool's log." },
  rule_too_late: {
    status: 409,
    text: 'When picks lock and which games are played change only for weeks whose first lock is at least 48 hours away. This pool has none.',
  },
  rule_settled: { status: 409, text: "A game of this pool has locked, so this rule can't change anymore." },
  side_table_fixed: {
    status: 409,
    text: "A game of this side table has locked, so it can't be changed or removed anymore.",
  },
  side_table_wrong: { status: 400, text: "Something in this side table isn't right." },
  no_tiebreak: { status: 409, text: 'This pool has no tiebreak for this week.' },
  tiebreak_changed: { status: 409, text: 'Another game is the tiebreak now. Guess that one.' },
  tiebreak_settled: {
    status: 409,
    text: "A game of this week has locked, so the tiebreak game can't change anymore.",
  },
  guess_locked: { status: 409, text: 'The tiebreak game is locked. Guesses can no longer be changed.' },
  newer_guess: { status: 409, text: 'A newer guess of yours was already saved, so this one was not used.' },
  rule_below_picks: {
    status: 409,
    text: 'Somebody has more picks in a week than these rules allow. Raise the limit.',
  },
  entered_late: {
    status: 409,
    text: 'This account entered something for the player after its lock, so they can never be linked.',
  },
  best_bets_picked: { status: 409, text: 'This pool already has picks, so best bets can be raised but not lowered.' },
  line_reason_missing: { status: 400, text: "Say why this line is corrected. Members read it in the pool's log." },
  line_moves: { status: 409, text: 'The lines of this pool are not frozen, so there is none to correct.' },
  line_not_frozen: { status: 409, text: 'The line of this game is not frozen yet.' },
  other_format: { status: 409, text: 'This pool uses a different format. Reload the page.' },
  team_used: { status: 409, text: 'You have used this team already. Choose another one.' },
  one_team: { status: 409, text: 'This is a week with one team. Reload the page.' },
  game_chosen: { status: 409, text: 'Your other team plays in this game. Choose a team from another game.' },
  player_out: { status: 409, text: 'You are out of this pool, and can watch how it ends.' },
  buy_back_impossible: {
    status: 409,
    text: "This isn't possible: the entry isn't out, or the rules don't allow it.",
  },
  no_defaults: { status: 409, text: 'This pool has no such default for missed picks.' },
  buy_back_closed: { status: 409, text: 'A game of the pool has locked since, so it is too late for that.' },
  buy_back_by_commissioner: { status: 403, text: 'In this pool a commissioner buys entries back. Ask one.' },
  newer_choice: { status: 409, text: 'A newer choice of yours was already saved, so this one was not used.' },
  week_begun: { status: 409, text: "This week has begun, so a survivor pool can't take it in or leave it out." },
  survivor_ends: {
    status: 409,
    text: 'This survivor pool has begun, and ends with the last week that it listed then.',
  },
  survivor_begun: { status: 409, text: 'This survivor pool has begun. Nobody can join it anymore.' },
  game_locked: { status: 409, text: 'This game is locked. Picks can no longer be changed.' },
  records_unavailable: { status: 503, text: RECORDS_FAILED_TITLE },
  game_void: { status: 409, text: "This game is postponed or cancelled, so it can't be picked." },
  player_not_found: { status: 404, text: 'Player not found' },
  player_elsewhere: {
    status: 409,
    text: "This player is in pools that you don't run, too. Ask an admin to rename them.",
  },
  entry_not_found: { status: 404, text: "This entry isn't in this pool anymore." },
  too_many_entries: { status: 409, text: 'You have as many entries as this pool lets each member have.' },
  only_entry: { status: 409, text: 'This is your only entry in this pool, so it stays.' },
  entry_locked: { status: 409, text: 'A game that counts for this entry has locked, so it stays in the standings.' },
  entry_paid: {
    status: 409,
    text: 'A payment is noted for this entry. Ask a commissioner to take it back first.',
  },
  entry_counted: {
    status: 409,
    text: 'A week has been decided since this entry joined, so it stays in the standings.',
  },
  rule_below_entries: {
    status: 409,
    text: 'Somebody has more entries than these rules allow. Raise the limit.',
  },
  talk_off: { status: 409, text: 'Talk is off in this pool.' },
  talk_muted: { status: 403, text: 'A commissioner has muted you.' },
  message_not_found: { status: 404, text: "This message doesn't exist." },
  message_settled: { status: 409, text: 'Messages can only be changed for five minutes.' },
  faces_off: { status: 409, text: 'This league has no pictures.' },
  face_stopped: { status: 403, text: "You can't upload pictures. An admin stopped it." },
  face_not_found: { status: 404, text: 'There is no picture here that you can see.' },
  hook_not_found: { status: 404, text: "This hook or its message doesn't exist anymore." },
  too_many_hooks: { status: 409, text: `A pool can have ${HOOKS_EACH} hooks. Remove one first.` },
  name_taken: { status: 409, text: 'That name is taken in this pool. Choose another one.' },
  too_many_players: { status: 409, text: 'This pool has as many players without an account as it can have.' },
  player_disabled: { status: 409, text: 'This account is disabled. Enable it first.' },
  not_on_oneself: { status: 403, text: "You can't change your own role or access. Ask another admin." },
  last_admin: { status: 409, text: 'The league needs at least one enabled admin.' },
  too_many_pools: {
    status: 409,
    text: `You have made ${POOLS_EACH} pools, which is as many as one person can. Ask an admin to delete one.`,
  },
  last_commissioner: { status: 409, text: 'A pool needs at least one commissioner. Name another one first.' },
  never_verified: { status: 409, text: 'This address was never verified, so anyone may have signed up under it.' },
  already_member: { status: 409, text: "You're already in this pool." },
  announcement_not_found: { status: 404, text: "This announcement isn't from this pool." },
  request_not_found: { status: 404, text: 'This request was already answered or withdrawn.' },
  invite_not_found: {
    status: 404,
    text: "This invite link doesn't work anymore. Ask a commissioner of the pool for a new one.",
  },
  flawed_file: { status: 400, text: 'There are errors in this file. Nothing was loaded.' },
  flawed_pool_file: { status: 400, text: 'This pool file has errors. Nothing was created.' },
  pool_exists: { status: 409, text: 'This pool is in the league already. Nothing was created.' },
  import_running: { status: 409, text: 'Another file is being imported into this pool. Wait until it is done.' },
  import_not_found: { status: 404, text: 'This import does not exist, or is more than a day old.' },
  feed_not_set_up: { status: 503, text: 'This league has no feed. Load games from a file instead.' },
  feed_failed: { status: 502, text: "Couldn't get the games. Please try again later." },
  reminders_need_mail: {
    status: 503,
    text: "This league doesn't send email yet. The person who runs the server needs to set SMTP_URL and MAIL_FROM.",
  },
  player_linked: { status: 409, text: 'This player is already linked to an account.' },
  own_account: {
    status: 409,
    text: "You can't link a player to your own account. Ask another commissioner or an admin.",
  },
  survivor_has_entry: {
    status: 409,
    text: "The account has an entry in this survivor pool, and two can't become one.",
  },
  team_locks_soon: {
    status: 409,
    text: 'The team of this entry locks within the hour and would be withdrawn. Link the player after the lock.',
  },
  undo_reason_missing: { status: 400, text: "Say why the link is undone. Members read it in the pool's log." },
  player_not_linked: { status: 409, text: 'This player is not linked to that account.' },
  later_link: {
    status: 409,
    text: 'Another player in the same pool was linked to this account after this one. Undo that link first.',
  },
  bus_reason_missing: {
    status: 400,
    text: "Say why you're entering this. The player will see it, and the log keeps it.",
  },
  own_bus_pick: { status: 409, text: "You can't enter anything for yourself after the lock." },
  players_own_pick: {
    status: 409,
    text: "This was entered by the player or by an import. It can't be replaced here before the lock.",
  },
  player_used_team: { status: 409, text: 'The player has used this team already. Choose another one.' },
  player_chose_game: { status: 409, text: "The player's other team plays in this game. Choose another game." },
  players_team_ahead: {
    status: 409,
    text: 'The player has chosen another team whose game is open. They choose this one themselves.',
  },
  player_is_out: { status: 409, text: 'The player is out of this pool.' },
  too_many_picks: {
    status: 409,
    text: 'You have picked as many games of this week as this pool lets you. Take one back first.',
  },
  too_many_best_bets: {
    status: 409,
    text: 'You have marked as many best bets of this week as this pool lets you. Take the mark off another pick first.',
  },
  no_best_bets: { status: 409, text: 'This pool has no best bets.' },
  player_has_all_picks: {
    status: 409,
    text: 'The player has picked as many games of this week as this pool lets them. Clear one first.',
  },
  already_made: { status: 409, text: 'This pick is made already. Sign in to change it.' },
  not_by_link: { status: 409, text: "This can't be filled in by a link. Sign in to make it." },
  newer_pick: { status: 409, text: 'A newer pick of yours was already saved, so this one was not used.' },
  other_player: { status: 409, text: 'This pick was made by another player on this device and was not sent.' },
  email_taken: { status: 409, text: 'An account with this email already exists. Please try signing in instead.' },
  weak_password: { status: 400, text: 'Password is too weak. Please choose a stronger password.' },
  invalid_email: { status: 400, text: 'Please enter a valid email address.' },
  user_not_found: {
    status: 401,
    text: 'No account found with this email. Please check your email or create a new account.',
  },
  wrong_password: { status: 401, text: 'Incorrect password. Please try again.' },
  sign_in_again: { status: 403, text: 'To keep your account safe, please log out and sign in again first.' },
  session_not_found: { status: 404, text: 'That device is already signed out.' },
  sign_up_closed: { status: 403, text: "This league isn't taking new accounts. Ask an admin to invite you." },
  too_many_attempts: { status: 429, text: 'Too many attempts. Please try again later.' },
  too_many_requests: { status: 429, text: 'That was a lot in a short time. Please try again in a moment.' },
  busy: { status: 503, text: 'Too many people are signing in right now. Please try again in a moment.' },
  link_expired: { status: 410, text: 'This link has expired or was used already. Please ask for a new one.' },
  other_account: {
    status: 403,
    text: 'This link belongs to another account. Sign in to that one, then open the link again.',
  },
  mail_not_set_up: {
    status: 503,
    text: "This league doesn't send email. Ask an admin for a link to set a new password.",
  },
  provider_not_set_up: { status: 503, text: "That way of signing in isn't set up here." },
  provider_refused: { status: 403, text: 'The sign-in was cancelled or refused. Please try again.' },
  provider_failed: { status: 502, text: 'The provider did not answer as expected. Please try again.' },
  provider_expired: {
    status: 400,
    text: 'This sign-in took too long or was started in another window. Please try again.',
  },
  email_missing: {
    status: 403,
    text: 'The provider gave no email address. Sign in another way, then connect it in your profile.',
  },
  not_connected: {
    status: 403,
    text: 'An account with this email already exists. Sign in to it another way, then connect this one in your profile.',
  },
  connected_elsewhere: { status: 409, text: 'This login is already connected to another account.' },
  last_way_in: { status: 409, text: 'This is your only way to sign in. Set a password first.' },
  wrong_code: {
    status: 403,
    text: "That code isn't right. Each code works once: wait for the next one in your app, or use a recovery code.",
  },
  sign_in_expired: { status: 400, text: 'This sign-in has expired. Please start over.' },
  no_second_factor: { status: 409, text: 'There is no second factor here.' },
  second_factor_exists: { status: 409, text: 'Your second factor is on already. Turn it off first.' },
  passkeys_impossible: { status: 409, text: "Browsers don't allow passkeys at this address." },
  passkey_unknown: {
    status: 403,
    text: "This passkey isn't known here. Sign in another way, then add it in your profile.",
  },
  passkey_refused: { status: 403, text: "That passkey didn't work. Please try again." },
  passkey_not_found: { status: 404, text: 'This passkey was removed already.' },
  too_many_passkeys: { status: 409, text: 'You have as many passkeys as one account can have. Remove one first.' },
  too_large: { status: 413, text: 'This request is too large.' },
  headers_too_large: {
    status: 431,
    text: 'The headers of this request are too large. Clear the cookies of this site, then try again.',
  },
  too_slow: { status: 408, text: 'This request took too long to arrive. Please try again.' },
  unsupported_type: { status: 415, text: 'Send JSON.' },
  drill_running: { status: 409, text: 'A drill is running. Its result is here in a moment.' },
  drill_near_lock: {
    status: 409,
    text: 'A game locks within six hours, and no drill runs before a lock. Try again once it has.',
  },
  drill_in_demo: { status: 409, text: 'The demo has no backups to try.' },
  disk_full: {
    status: 503,
    text: "The server's disk is full. Tell the person who runs your league, and try again once there is room.",
  },
  storage_failed: {
    status: 503,
    text: 'The server cannot use its database right now. Tell the person who runs your league, and try again later.',
  },
  database_busy: { status: 503, text: 'The league is busy right now. Please try again in a moment.' },
  database_away: {
    status: 503,
    text: "The league's database isn't responding right now. Please try again in a moment.",
  },
  stopping: { status: 503, text: 'The server is restarting. Please try again.' },
  unexpected: { status: 500, text: 'An error occurred. Please try again.' },
} as const;

/** The text of `changed_meanwhile` with the names of what was changed. */
export function changedMeanwhileText(words: readonly string[]): string {
  return `Somebody else just changed this: ${words.join(', ')}. Check it, then save again.`;
}

export type ErrorCode = keyof typeof errors;

/** The reply of every failed call. `field` names the part of the input that is wrong. */
export interface ErrorReply {
  readonly error: {
    readonly code: ErrorCode;
    readonly message: string;
    readonly field?: string;
  };
}
