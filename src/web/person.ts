import type { QueryClient } from '@tanstack/react-query';
import { EARLY_KEY } from './lib/early.ts';
import { forget } from './lib/storage.ts';

/** Keeps on the device what this person saw, and lets nothing of somebody else stay there. */
export function followPerson(client: QueryClient, userId: string | null): void {
  if (userId === null) forget(EARLY_KEY);
  import('./lib/last-known.ts').then(
    ({ keep, forgetLastKnown }) => (userId === null ? forgetLastKnown() : keep(client, userId)),
    (error: unknown) => console.error('What was seen cannot be kept', error),
  );
}
