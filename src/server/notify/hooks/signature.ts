import { createHmac, randomBytes } from 'node:crypto';

const PREFIX = 'whsec_';
/** As many bytes as the signature has. */
const SECRET_BYTES = 32;

/** A new secret by which a receiver verifies messages of this league. */
export function newSecret(): string {
  return PREFIX + randomBytes(SECRET_BYTES).toString('base64');
}

/**
 * The headers of a message by Standard Webhooks 1.0.
 * @param now real time in ms
 */
export function signedHeaders(secret: string, id: string, body: string, now: number): Record<string, string> {
  const timestamp = Math.floor(now / 1000);
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': String(timestamp), 'webhook-signature': `v1,${signature}` };
}
