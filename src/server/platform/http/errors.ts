import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { ErrorCode, ErrorReply } from '#contract/errors.ts';
import { errors } from '#contract/errors.ts';
import type { StorageWatch } from '#server/platform/db/storage-watch.ts';
import type { Failure } from './call.ts';
import { describeInvalid } from './invalid-input.ts';

export function sendFailure(reply: FastifyReply, { failure, field, message, retryAfterMs }: Failure): FastifyReply {
  if (retryAfterMs !== undefined) reply.header('retry-after', Math.ceil(retryAfterMs / 1000));
  const error = { code: failure, message: message ?? errors[failure].text, ...(field === undefined ? {} : { field }) };
  return reply
    .code(errors[failure].status)
    .header('cache-control', 'no-store')
    .send({ error } satisfies ErrorReply);
}

/** Framework errors that a caller causes; all others are bugs. */
const codes: Readonly<Record<string, ErrorCode>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_type',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'invalid_input',
  FST_ERR_CTP_INVALID_JSON_BODY: 'invalid_input',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'invalid_input',
  FST_ERR_BAD_URL: 'route_not_found',
};

/**
 * Converts any thrown error to the common error format. Database faults go to `storage`, which logs each once; a bug is logged, and its
 * details are not sent.
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
