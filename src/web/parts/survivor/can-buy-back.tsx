import type { Survival } from '#contract/standings.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import { useClock } from '#web/lib/clock.ts';
import { canBuyBackText, untilText } from './buy-back-words.ts';

interface CanBuyBackProps {
  readonly survival: Survival;
  readonly rules: PoolRules;
  readonly className: string;
}

/** Until when an entry that is out can be bought back; nothing if it can't. */
export function CanBuyBack({ survival: { mayBuyBack }, ...shown }: CanBuyBackProps) {
  return mayBuyBack && <Until until={mayBuyBack.until} {...shown} />;
}

function Until({ until, rules, className }: Omit<CanBuyBackProps, 'survival'> & { readonly until: number }) {
  const text = useClock((now) => (now < until ? canBuyBackText(untilText(until, now), rules) : null));
  return text !== null && <span className={className}>{text}</span>;
}
