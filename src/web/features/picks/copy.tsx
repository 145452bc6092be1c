import { lazyPart } from '#web/lib/lazy.tsx';
import { useEntries } from '#web/parts/entries.tsx';
import type { CopyPicksProps } from './copy-picks.tsx';

const CopyPicks = lazyPart<CopyPicksProps>(async () => (await import('./copy-picks.tsx')).CopyPicks);

/** Copies between the viewer's entries. Loaded only for people with several. */
export function Copy(props: CopyPicksProps) {
  const { entries } = useEntries();
  return entries.length > 1 && <CopyPicks {...props} />;
}
