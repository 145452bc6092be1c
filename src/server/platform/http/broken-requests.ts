import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { ErrorCode, ErrorReply } from '#contract/errors.ts';
import { errors } from '#contract/errors.ts';

/** Node's codes for requests that it cannot parse; any other is not a request. */
const codes: Readonly<Record<string, ErrorCode>> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'too_slow',
};

/**
 * Answers a request that could not be parsed, in the common error format, and closes its connection.
 * @param headers those of every response
 */
export function brokenRequestHandler(headers: Readonly<Record<string, string>>) {
  return (error: NodeJS.ErrnoException, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || socket.destroyed) return;
    if (socket.writable) socket.write(answerOf(codes[error.code ?? ''] ?? 'invalid_input', headers));
    socket.destroy(error);
  };
}

function answerOf(code: ErrorCode, headers: Readonly<Record<string, string>>): string {
  const body = JSON.stringify({ error: { code, message: errors[code].text } } satisfies ErrorReply);
  const status = errors[code].status;
  return [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'cache-control: no-store',
    'connection: close',
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    '',
    body,
  ].join('\r\n');
}
