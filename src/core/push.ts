import { DAY_MS } from './time.ts';

/** A push message as a device shows it, also on a locked screen (decision 039). It never names a side. */
export interface PushMessage {
  readonly title: string;
  readonly body: string;
  /** The screen that a tap opens: a path of this site. */
  readonly path: string;
  /** A newer message of the same tag takes the place of an older one that was not looked at. */
  readonly tag: string;
}

/** How long somebody who said no is not asked again, in ms. */
export const PUSH_REST_MS = 30 * DAY_MS;

/** Whether somebody may be asked: they never said no, or long ago. @param refusedAt as stored, ms */
export function mayAskForPush(refusedAt: string | null, now: number): boolean {
  const at = Number(refusedAt ?? Number.NaN);
  return !Number.isFinite(at) || refusedAt === '' || now - at >= PUSH_REST_MS;
}

/** The message of "Send a test". */
export const testMessage: PushMessage = {
  title: 'It works!',
  body: 'News from your pools will show up here.',
  path: '/profile',
  tag: 'test',
};
