import type { Me } from '#contract/auth.ts';
import type { NotificationsReply } from '#contract/notifications.ts';
import { call } from './api.ts';
import { readItem, writeItem } from './storage.ts';

/** The user and the time zone last checked on this device. */
const CHECKED_KEY = 'zone-checked';

/** The time zone of the device. */
export function browserZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/**
 * Updates the user's stored zone when another user signs in here or the device moves. Does nothing if no zone is stored.
 * @returns null where nothing was changed
 * @throws ApiError
 */
export async function tellZone({ id, zone }: Pick<Me, 'id' | 'zone'>): Promise<NotificationsReply | null> {
  const here = browserZone();
  const checked = `${id} ${here}`;
  if (readItem(CHECKED_KEY) === checked) return null;
  const isKnown = zone === null || zone === here;
  const reply = isKnown ? null : await call('PATCH /api/notifications', { body: { zone: here } });
  writeItem(CHECKED_KEY, checked);
  return reply;
}
