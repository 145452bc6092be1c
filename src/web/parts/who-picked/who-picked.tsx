import { lazyPart } from '#web/lib/lazy.tsx';
import type { WhoPickedProps } from './who-picked-dialog.tsx';

/** Who picked which side of a locked game. */
export const WhoPicked = lazyPart<WhoPickedProps>(
  async () => (await import('./who-picked-dialog.tsx')).WhoPickedDialog,
);
