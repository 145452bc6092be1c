import { useLive } from '#web/parts/live.ts';
import { Icon } from '#web/ui/icon.tsx';
import { StaleNotice } from './stale-notice.tsx';

/** Keeps the page up to date, and says so when it cannot. It floats, so that nothing moves. */
export function ConnectionSign() {
  const lost = useLive();
  return (
    <div role="status" className="pointer-events-none fixed inset-x-4 bottom-36 z-40 flex justify-center md:bottom-6">
      {lost ? (
        <p className="panel flex items-center gap-2 px-4 py-2 text-sm text-ink-soft">
          <Icon name="clock" className="lamp size-5 text-amber" />
          Connection lost, trying again
        </p>
      ) : (
        <div className="pointer-events-auto">
          <StaleNotice />
        </div>
      )}
    </div>
  );
}
