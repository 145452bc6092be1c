import { lazyPart } from '#web/lib/lazy.tsx';
import { useEntries } from '#web/parts/entries.tsx';
import type { CopyPicksProps } from './copy-picks.tsx';

const CopyPicks = lazyPart<CopyPicksProps>(async () => (await import('./copy-picks.tsx')).CopyPicks);

/** Copying between own entries: only those who have several load it. */
export function Copy(props: CopyPicksProps) {
  const { entries } = useEntries();
  return entries.length > 1 && <CopyPicks {...props} />;
}
