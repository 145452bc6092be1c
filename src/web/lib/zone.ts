import { call } from './api.ts';
import { readItem, writeItem } from './storage.ts';

/** Whom this device was last looked at for, and where it was. */
const TOLD_KEY = 'zone-told';

/** The time zone of the device. */
export function browserZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** Tells the league where somebody is, once they have signed in on this device or it has moved, if it keeps a zone for them at all. @throws ApiError */
export async function tellZone(userId: string): Promise<void> {
  const here = browserZone();
  const told = `${userId} ${here}`;
  if (readItem(TOLD_KEY) === told) return;
  const { zone } = await call('GET /api/notifications', {});
  if (zone !== null && zone !== here) await call('PATCH /api/notifications', { body: { zone: here } });
  writeItem(TOLD_KEY, told);
}
