/**
 * Every failure that a caller can meet, by code, with the text a person reads.
 * The quoted texts are those of specification section 8 and of the decisions; `http` alone knows their status numbers.
 * Validation texts (section 5) stand in `core/validation.ts` and travel as `invalid_input`.
 */
export const errorTexts = {
  invalid_input: 'Something in this request is not right.',
  not_signed_in: 'Please sign in.',
  account_disabled: 'Your account is disabled. Ask an admin to enable it.',
  not_a_member: 'You are not a member of this pool yet.',
  admin_only: "You don't have permission to do this.",
  foreign_origin: 'This request came from another site and was refused.',
  unknown_host: 'This league does not answer under that name.',
  route_not_found: 'There is nothing at this address.',
  pool_not_found: 'Pool not found',
  week_not_found: 'This week is not part of the pool.',
  game_not_found: 'Game not found',
  game_locked: 'This game is locked. Picks can no longer be changed.',
  game_void: 'This game is postponed or cancelled and takes no picks.',
  newer_pick: 'A newer pick of yours was already saved, so this one was not used.',
  other_player: 'This pick was made by another player on this device and was not sent.',
  email_taken: 'An account with this email already exists. Please try signing in instead.',
  weak_password: 'Password is too weak. Please choose a stronger password.',
  invalid_email: 'Please enter a valid email address.',
  user_not_found: 'No account found with this email. Please check your email or create a new account.',
  wrong_password: 'Incorrect password. Please try again.',
  sign_up_closed: 'This league takes no new accounts. Ask an admin to invite you.',
  too_large: 'This request is too large.',
  unsupported_type: 'Send JSON.',
  stopping: 'The server is restarting. Please try again.',
  unexpected: 'An error occurred. Please try again.',
} as const;

export type ErrorCode = keyof typeof errorTexts;

/** What every failed call answers. `field` names the part of the input that is wrong. */
export interface ErrorReply {
  readonly error: {
    readonly code: ErrorCode;
    readonly message: string;
    readonly field?: string;
  };
}
