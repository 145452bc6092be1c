import type { Survival } from '#contract/standings.ts';
import { useClock } from '#web/lib/clock.ts';
import { canBuyBackText, untilText } from './buy-back-words.ts';

interface CanBuyBackProps {
  readonly survival: Survival;
  readonly className: string;
}

/** Until when an entry that is out can be bought back; nothing if it can't. */
export function CanBuyBack({ survival: { mayBuyBack }, className }: CanBuyBackProps) {
  return mayBuyBack && <Until until={mayBuyBack.until} className={className} />;
}

function Until({ until, className }: { readonly until: number; readonly className: string }) {
  const text = useClock((now) => (now < until ? canBuyBackText(untilText(until, now)) : null));
  return text !== null && <span className={className}>{text}</span>;
}
