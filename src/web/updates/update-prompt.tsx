import { useEffect, useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Hints } from './hints.tsx';
import { followBuilds } from './worker-updates.ts';

/**
 * Lines above the bars at the bottom: what a person is told once, and that a newer app is there, which they load when they like. The
 * Picks screen brings no game under them.
 */
export function UpdatePrompt() {
  const [load, setLoad] = useState<(() => void) | null>(null);
  useEffect(() => {
    followBuilds((act) => setLoad(() => act)).catch((error: unknown) => {
      console.warn('The app cannot be kept for times without a connection', error);
    });
  }, []);
  return (
    <div
      id="hints"
      role="status"
      className="no-print pointer-events-none fixed inset-x-4 bottom-[calc(var(--dock,0px)+0.5rem)] z-40 flex flex-col items-center md:bottom-6"
    >
      <Hints />
      {load && (
        <div className="panel pointer-events-auto mt-2 flex items-center gap-3 py-2 pr-2 pl-4">
          <Icon name="star" className="size-5 text-amber" />
          <span className="text-sm">A new version is ready.</span>
          <Button tone="plain" onClick={load}>
            Reload
          </Button>
        </div>
      )}
    </div>
  );
}
