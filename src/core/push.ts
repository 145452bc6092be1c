import { DAY_MS } from './time.ts';

/** A push message as a device shows it, even on a locked screen (decision 039). It never names a side. */
export interface PushMessage {
  readonly title: string;
  readonly body: string;
  /** The screen that a tap opens: a path of this site. */
  readonly path: string;
  /** A newer message with the same tag replaces an unread older one. */
  readonly tag: string;
}

/** How long a user who refused is not asked again, in ms. */
const PUSH_REST_MS = 30 * DAY_MS;

/** Whether a user may be asked: they never refused, or did so long ago. @param refusedAt as stored, ms */
export function mayAskForPush(refusedAt: string | null, now: number): boolean {
  const at = Number(refusedAt ?? Number.NaN);
  return !Number.isFinite(at) || refusedAt === '' || now - at >= PUSH_REST_MS;
}

/** The message of "Send a test". */
export const testMessage: PushMessage = {
  title: 'It works!',
  body: 'News from your pools will show up here.',
  path: '/profile/messages',
  tag: 'test',
};
