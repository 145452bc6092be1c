import { call } from './api.ts';
import { readItem, writeItem } from './storage.ts';

/** Where the zone is stored that the league last heard from this device. */
const TOLD_KEY = 'zone-told';

/** The time zone of the device. */
export function browserZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** Remembers that the league knows this device's zone, by which it keeps quiet hours. */
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
