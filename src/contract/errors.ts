import { HOOKS_EACH } from '#core/hooks/hooks.ts';
import { POOLS_EACH } from '#core/pools.ts';
import { RECORDS_FAILED_TITLE } from '#core/team-record.ts';

/**
 * Every failure that a caller can meet, by code, with the text a person reads.
 * The quoted texts are those of specification section 8 and of the decisions; `http` alone knows their status numbers.
 * Validation texts (section 5) stand in `core/validation.ts` and travel as `invalid_input`.
 */
export const errorTexts = {
  invalid_input: "Something in this request isn't right.",
  not_signed_in: 'Please sign in.',
  account_disabled: 'Your account is disabled. Ask an admin to enable it.',
  not_a_member: 'You are not a member of this pool yet.',
  admin_only: "You don't have permission to do this.",
  foreign_origin: 'This request came from another site and was refused.',
  unknown_host: "This league can't be reached at that address.",
  route_not_found: 'There is nothing at this address.',
  pool_not_found: 'Pool not found',
  week_not_found: 'This week is not part of the pool.',
  unknown_week: "That week isn't loaded yet. Load its season first.",
  game_not_found: 'Game not found',
  team_not_found: 'Team not found',
  changed_meanwhile: 'Somebody else just changed this. Check it, then save again.',
  rule_reason_missing: "Say why the rules change. Members read it in the pool's log.",
  rule_settled: "A game of this pool has locked, so this rule can't change any more.",
  no_tiebreak: 'This pool has no tiebreak for this week.',
  tiebreak_changed: 'Another game is the tiebreak now. Guess that one.',
  tiebreak_settled: "A game of this week has locked, so the tiebreak game can't change any more.",
  guess_locked: 'The tiebreak game is locked. Guesses can no longer be changed.',
  newer_guess: 'A newer guess of yours was already saved, so this one was not used.',
  rule_below_picks: 'Somebody has more picks in a week than these rules let them. Let them have as many.',
  entered_late: 'This account entered something for the player after its lock, so they can never be linked.',
  best_bets_picked: 'This pool already has picks, so best bets can be raised but not lowered.',
  line_reason_missing: "Say why this line is corrected. Members read it in the pool's log.",
  line_moves: 'The lines of this pool are not frozen, so there is none to correct.',
  line_not_frozen: 'The line of this game is not frozen yet.',
  other_format: 'This pool is played another way. Reload the page.',
  team_used: 'You have used this team already. Choose another one.',
  player_out: 'You are out of this pool, and can watch how it ends.',
  newer_entry: 'Something newer of yours was already saved, so this was not used.',
  week_begun: "This week has begun, so a survivor pool can't take it in or leave it out.",
  survivor_begun: 'This survivor pool has begun. Nobody can join it any more.',
  game_locked: 'This game is locked. Picks can no longer be changed.',
  records_unavailable: RECORDS_FAILED_TITLE,
  game_void: "This game is postponed or cancelled, so it can't be picked.",
  player_not_found: 'Player not found',
  entry_not_found: 'This entry is not in this pool any more.',
  too_many_entries: 'You have as many entries as this pool lets each member have.',
  only_entry: 'This is your only entry in this pool, so it stays.',
  entry_locked: 'A game that this entry picked has locked, so it stays in the standings.',
  entry_paid: 'A payment is noted for this entry. Ask whoever runs the pool to take it back first.',
  entry_counted: 'A week has been decided since this entry joined, so it stays in the standings.',
  rule_below_entries: 'Somebody has more entries than these rules let them. Let them have as many.',
  talk_off: 'The talk of this pool is off.',
  talk_muted: 'Whoever runs this pool has muted you.',
  message_not_found: 'This message is not there.',
  message_settled: 'Messages can be changed for five minutes only.',
  hook_not_found: 'This hook, or what it sent, is not there any more.',
  too_many_hooks: `A pool can have ${HOOKS_EACH} hooks. Remove one first.`,
  name_taken: 'That name is taken in this pool. Choose another one.',
  too_many_players: 'This pool has as many players without an account as it can have.',
  player_disabled: 'This account is disabled. Enable it first.',
  not_on_oneself: "You can't change your own role or access. Ask another admin.",
  last_admin: 'The league needs at least one enabled admin.',
  too_many_pools: `You have made ${POOLS_EACH} pools, which is as many as one person can. Ask an admin to delete one.`,
  last_commissioner: 'A pool needs at least one commissioner. Name another one first.',
  never_verified: 'This address was never verified, so anyone may have signed up under it.',
  already_member: "You're already in this pool.",
  announcement_not_found: 'This announcement is not one of this pool.',
  request_not_found: 'This request was already answered or withdrawn.',
  invite_not_found: 'This invite link does not work any more. Ask a commissioner of the pool for a new one.',
  flawed_file: 'There are errors in this file. Nothing was loaded.',
  feed_not_set_up: 'This league has no feed. Load games from a file instead.',
  feed_failed: "Couldn't get the games. Please try again later.",
  reminders_need_mail: "This league doesn't send email yet. Whoever runs the server sets SMTP_URL and MAIL_FROM.",
  player_linked: 'This player is already linked to an account.',
  own_account: "You can't link a player to your own account. Ask another commissioner or an admin.",
  survivor_has_entry: "The account has an entry in this survivor pool, and two can't become one.",
  team_locks_soon:
    'The team of this entry locks within the hour and would be withdrawn. Link the player after the lock.',
  undo_reason_missing: "Say why the link is undone. Members read it in the pool's log.",
  player_not_linked: 'This player is not linked to that account.',
  later_link: 'Another player in the same pool was linked to this account after this one. Undo that link first.',
  bus_reason_missing: "Say why you're entering this. The player will see it, and the log keeps it.",
  own_bus_pick: "You can't enter anything for yourself after the lock.",
  players_own_pick: "This is the player's own. Nobody else can change it before the lock.",
  player_used_team: 'The player has used this team already. Choose another one.',
  players_team_ahead: 'The player has chosen a team for another open week. They choose this one themselves.',
  player_is_out: 'The player is out of this pool.',
  too_many_picks: 'You have picked as many games of this week as this pool lets you. Take one back first.',
  too_many_best_bets:
    'You have marked as many best bets of this week as this pool lets you. Take the mark off another pick first.',
  no_best_bets: 'This pool has no best bets.',
  player_has_all_picks: 'The player has picked as many games of this week as this pool lets them. Clear one first.',
  newer_pick: 'A newer pick of yours was already saved, so this one was not used.',
  other_player: 'This pick was made by another player on this device and was not sent.',
  email_taken: 'An account with this email already exists. Please try signing in instead.',
  weak_password: 'Password is too weak. Please choose a stronger password.',
  invalid_email: 'Please enter a valid email address.',
  user_not_found: 'No account found with this email. Please check your email or create a new account.',
  wrong_password: 'Incorrect password. Please try again.',
  sign_in_again: 'To keep your account safe, please log out and sign in again first.',
  session_not_found: 'That device is already signed out.',
  sign_up_closed: "This league isn't taking new accounts. Ask an admin to invite you.",
  too_many_attempts: 'Too many attempts. Please try again later.',
  too_many_requests: 'That was a lot in a short time. Please try again in a moment.',
  busy: 'Too many people are signing in right now. Please try again in a moment.',
  link_expired: 'This link has expired or was used already. Please ask for a new one.',
  other_account: 'This link belongs to another account. Sign in to that one, then open the link again.',
  mail_not_set_up: "This league doesn't send email. Ask an admin for a link to set a new password.",
  provider_not_set_up: "That way of signing in isn't set up here.",
  provider_refused: 'The sign-in was cancelled or refused. Please try again.',
  provider_failed: 'The provider did not answer as expected. Please try again.',
  provider_expired: 'This sign-in took too long or was started in another window. Please try again.',
  email_missing: 'The provider gave no email address. Sign in another way, then connect it in your profile.',
  not_connected:
    'An account with this email already exists. Sign in to it another way, then connect this one in your profile.',
  connected_elsewhere: 'This login is already connected to another account.',
  last_way_in: 'This is your only way to sign in. Set a password first.',
  too_large: 'This request is too large.',
  headers_too_large: 'The headers of this request are too large. Clear the cookies of this site, then try again.',
  too_slow: 'This request took too long to arrive. Please try again.',
  unsupported_type: 'Send JSON.',
  disk_full: "The server's disk is full. Tell whoever runs your league, and try again once there is room.",
  storage_failed: 'The server cannot use its database right now. Tell whoever runs your league, and try again later.',
  database_busy: 'The league is busy with something bigger. Please try again in a moment.',
  database_away: "The league's database isn't responding right now. Please try again in a moment.",
  stopping: 'The server is restarting. Please try again.',
  unexpected: 'An error occurred. Please try again.',
} as const;

/** The text of `changed_meanwhile` that names what was changed. */
export function changedMeanwhileText(words: readonly string[]): string {
  return `Somebody else just changed this: ${words.join(', ')}. Check it, then save again.`;
}

export type ErrorCode = keyof typeof errorTexts;

/** What every failed call answers. `field` names the part of the input that is wrong. */
export interface ErrorReply {
  readonly error: {
    readonly code: ErrorCode;
    readonly message: string;
    readonly field?: string;
  };
}
