import { formatDay, formatTime } from '#core/kickoff-text.ts';
import { useClock } from '#web/lib/clock.ts';
import { useAuth } from '#web/lib/session-provider.tsx';
import { Icon } from '#web/ui/icon.tsx';

/** Says that the demo runs on its own clock. */
export function DemoBanner() {
  const { demo } = useAuth();
  const time = useClock((now) => `${formatDay(now)}, ${formatTime(now)}`);
  if (!demo) return null;
  return (
    <aside
      aria-label="Demo league"
      className="label flex min-h-8 flex-wrap items-center justify-center gap-x-2 bg-amber-wash px-4 py-1 text-center text-amber"
    >
      <Icon name="clock" className="size-4 max-sm:hidden" />
      <span>Demo league on its own clock:</span>
      <time>{time}</time>
    </aside>
  );
}
