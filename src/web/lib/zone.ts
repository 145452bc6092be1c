import { call } from './api.ts';
import { readItem, writeItem } from './storage.ts';

/** Remembers the zone that the league was told by this device. */
const TOLD_KEY = 'zone-told';

/** The time zone of the device. */
export function browserZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** The league knows the zone of this device: it leaves its owner alone at night. */
export function rememberZone(): void {
  writeItem(TOLD_KEY, browserZone());
}

/** Tells the league where the device is now, if it has moved since the league was told. @throws ApiError */
export async function tellMoved(): Promise<void> {
  const told = readItem(TOLD_KEY);
  if (told === null || told === browserZone()) return;
  await call('PATCH /api/notifications', { body: { zone: browserZone() } });
  rememberZone();
}
