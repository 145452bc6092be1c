import type { Game } from '#core/types.ts';
import { Icon } from '#web/ui/icon.tsx';

const voidTexts = { postponed: 'Postponed', cancelled: 'Cancelled' } as const;

const statusLooks = {
  'Not Started': { icon: 'clock', color: 'text-ink-faint' },
  'In Progress': { icon: 'clock', color: 'text-blue' },
  Final: { icon: 'check', color: 'text-turf' },
} as const;

/** The status of a game: gray clock, blue clock, green check (section 4). Beside LIVE the text is for screen readers only. */
export function StatusBadge({ game }: { readonly game: Pick<Game, 'status' | 'void'> }) {
  const look = statusLooks[game.status];
  const text = game.void ? voidTexts[game.void] : game.status;
  return (
    <span className="label inline-flex items-center gap-1 whitespace-nowrap" title={text}>
      <Icon name={look.icon} className={`size-4 ${look.color}`} />
      <span className={isLive(game) ? 'sr-only' : game.void ? 'text-red' : 'text-ink-soft'}>{text}</span>
    </span>
  );
}

export function isLive(game: Pick<Game, 'status' | 'void'>): boolean {
  return game.status === 'In Progress' && game.void === null;
}

export function LiveBadge() {
  return (
    <span className="label inline-flex items-center gap-1.5 rounded bg-live px-1.5 py-0.5 text-white">
      <span className="lamp size-1.5 rounded-full bg-white" />
      LIVE
    </span>
  );
}
