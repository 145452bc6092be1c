/** What a device shows by a push message (decision 039). It says no side, and shows up on locked screens. */
export interface PushMessage {
  readonly title: string;
  readonly body: string;
  /** The screen that a tap opens: a path of this site. */
  readonly path: string;
  /** A newer message of the same tag takes the place of an older one that was not looked at. */
  readonly tag: string;
}

/** For so long somebody who said no is not asked again, in ms. */
export const PUSH_REST_MS = 30 * 24 * 60 * 60_000;

/** Whether somebody can be asked: whether they never said no, or long ago. @param refusedAt as it was stored, ms */
export function mayAskForPush(refusedAt: string | null, now: number): boolean {
  const at = Number(refusedAt ?? Number.NaN);
  return !Number.isFinite(at) || refusedAt === '' || now - at >= PUSH_REST_MS;
}

/** What shows that messages arrive. */
export const testMessage: PushMessage = {
  title: 'It works!',
  body: 'News from your pools will show up here.',
  path: '/profile',
  tag: 'test',
};
