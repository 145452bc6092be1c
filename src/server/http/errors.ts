import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { ErrorCode, ErrorReply } from '#contract/errors.ts';
import { errorTexts } from '#contract/errors.ts';
import type { StorageWatch } from '#server/store/engine/storage-watch.ts';
import type { Failure } from './call.ts';
import { describeInvalid } from './invalid-input.ts';

/** The status of every failure. */
export const statusOf: Readonly<Record<ErrorCode, number>> = {
  invalid_input: 400,
  not_signed_in: 401,
  account_disabled: 403,
  not_a_member: 403,
  admin_only: 403,
  foreign_origin: 403,
  unknown_host: 421,
  route_not_found: 404,
  pool_not_found: 404,
  week_not_found: 404,
  unknown_week: 404,
  game_not_found: 404,
  team_not_found: 404,
  changed_meanwhile: 409,
  no_tiebreak: 409,
  tiebreak_changed: 409,
  tiebreak_settled: 409,
  guess_locked: 409,
  newer_guess: 409,
  other_format: 409,
  team_used: 409,
  player_out: 409,
  newer_entry: 409,
  week_begun: 409,
  survivor_begun: 409,
  game_locked: 409,
  game_void: 409,
  records_unavailable: 503,
  player_not_found: 404,
  talk_off: 409,
  talk_muted: 403,
  message_not_found: 404,
  message_settled: 409,
  hook_not_found: 404,
  too_many_hooks: 409,
  name_taken: 409,
  entry_not_found: 404,
  too_many_entries: 409,
  only_entry: 409,
  entry_locked: 409,
  entry_paid: 409,
  entry_counted: 409,
  rule_below_entries: 409,
  too_many_players: 409,
  player_disabled: 409,
  not_on_oneself: 403,
  last_admin: 409,
  too_many_pools: 409,
  last_commissioner: 409,
  never_verified: 409,
  already_member: 409,
  announcement_not_found: 404,
  request_not_found: 404,
  invite_not_found: 404,
  flawed_file: 400,
  feed_not_set_up: 503,
  feed_failed: 502,
  reminders_need_mail: 503,
  player_linked: 409,
  entered_late: 409,
  own_account: 409,
  survivor_has_entry: 409,
  team_locks_soon: 409,
  undo_reason_missing: 400,
  player_not_linked: 409,
  later_link: 409,
  bus_reason_missing: 400,
  rule_reason_missing: 400,
  rule_settled: 409,
  rule_below_picks: 409,
  best_bets_picked: 409,
  line_reason_missing: 400,
  line_moves: 409,
  line_not_frozen: 409,
  own_bus_pick: 409,
  players_own_pick: 409,
  player_used_team: 409,
  players_team_ahead: 409,
  player_is_out: 409,
  too_many_picks: 409,
  too_many_best_bets: 409,
  no_best_bets: 409,
  player_has_all_picks: 409,
  newer_pick: 409,
  other_player: 409,
  email_taken: 409,
  weak_password: 400,
  invalid_email: 400,
  user_not_found: 401,
  wrong_password: 401,
  sign_in_again: 403,
  session_not_found: 404,
  sign_up_closed: 403,
  too_many_attempts: 429,
  too_many_requests: 429,
  busy: 503,
  link_expired: 410,
  other_account: 403,
  mail_not_set_up: 503,
  provider_not_set_up: 503,
  provider_refused: 403,
  provider_failed: 502,
  provider_expired: 400,
  email_missing: 403,
  not_connected: 403,
  connected_elsewhere: 409,
  last_way_in: 409,
  too_large: 413,
  headers_too_large: 431,
  too_slow: 408,
  unsupported_type: 415,
  disk_full: 503,
  storage_failed: 503,
  database_busy: 503,
  database_away: 503,
  stopping: 503,
  unexpected: 500,
};

export function sendFailure(reply: FastifyReply, { failure, field, message, retryAfterMs }: Failure): FastifyReply {
  if (retryAfterMs !== undefined) reply.header('retry-after', Math.ceil(retryAfterMs / 1000));
  const error = { code: failure, message: message ?? errorTexts[failure], ...(field === undefined ? {} : { field }) };
  return reply
    .code(statusOf[failure])
    .header('cache-control', 'no-store')
    .send({ error } satisfies ErrorReply);
}

/** Errors of the framework that a caller brings about; anything else is ours. */
const codes: Readonly<Record<string, ErrorCode>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_type',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'invalid_input',
  FST_ERR_CTP_INVALID_JSON_BODY: 'invalid_input',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'invalid_input',
  FST_ERR_BAD_URL: 'route_not_found',
};

/**
 * Turns whatever was thrown into the one shape of a failed call. What is wrong with the database is noted, which logs it once; a
 * bug is logged and told as no more than that.
 */
export function errorHandler(storage: StorageWatch) {
  return (error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const fault = storage.note(error);
    return fault === null ? handleError(error, request, reply) : sendFailure(reply, { failure: fault });
  };
}

function handleError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (error.validation) return sendFailure(reply, describeInvalid(error.validation));
  const code = codes[error.code];
  if (code === 'invalid_input') return sendFailure(reply, { failure: code, message: 'The body is not valid JSON.' });
  if (code) return sendFailure(reply, { failure: code });
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) {
    return sendFailure(reply, { failure: 'invalid_input' });
  }
  request.log.error({ err: error }, 'a request failed');
  return sendFailure(reply, { failure: 'unexpected' });
}
