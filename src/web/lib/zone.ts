import type { Me } from '#contract/accounts.ts';
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
 * @returns whether it was changed
 * @throws ApiError
 */
export async function reportZone({ id, zone }: Pick<Me, 'id' | 'zone'>): Promise<boolean> {
  const here = browserZone();
  const checked = `${id} ${here}`;
  if (zone === null || readItem(CHECKED_KEY) === checked) return false;
  if (zone !== here) await call('PATCH /api/notifications', { body: { zone: here } });
  writeItem(CHECKED_KEY, checked);
  return zone !== here;
}
