import { useState } from 'react';
import type { Picture } from '#core/pictures/picture.ts';
import { useToast } from '#web/parts/toasts.tsx';
import { Icon } from '#web/ui/icon.tsx';

/** What makes pictures. */
type Makers = typeof import('#core/pictures/pictures.ts');

interface SharePictureProps {
  /** Makes the picture of what the screen shows. */
  readonly make: (makers: Makers) => Picture;
  readonly className?: string;
}

/** Shares what a screen shows as a picture, or downloads it where there is no share sheet. Its code is fetched when it is needed. */
export function SharePicture({ make, className = '' }: SharePictureProps) {
  const toast = useToast();
  const [isBusy, setBusy] = useState(false);
  async function share(): Promise<void> {
    setBusy(true);
    try {
      const [makers, { sendPicture }] = await fetchCode();
      const sent = await sendPicture(make(makers));
      if (sent === 'downloaded')
        toast({ type: 'success', title: 'Picture saved', message: "It's with your downloads." });
    } catch (error) {
      console.error('Error sharing a picture', error);
      toast({ type: 'error', title: "Couldn't make the picture", message: 'Check your connection and tap again.' });
    }
    setBusy(false);
  }
  return (
    <button
      type="button"
      aria-label="Share as a picture"
      title="Share as a picture"
      aria-busy={isBusy}
      onPointerDown={() => void fetchCode().catch(() => undefined)}
      onClick={() => !isBusy && void share()}
      className={`no-print grid size-11 shrink-0 place-items-center ${className}`}
    >
      <Icon name="share" />
    </button>
  );
}

function fetchCode() {
  return Promise.all([import('#core/pictures/pictures.ts'), import('./send.ts')]);
}
