import type { SurvivorResult } from '#core/formats/survivor.ts';
import { Icon } from '#web/ui/icon.tsx';

/** A check for a win and a cross for a life; a word stands beside it. */
export function ResultMark({ result }: { readonly result: SurvivorResult }) {
  if (result === 'won') return <Icon name="check" className="size-4 text-turf" />;
  if (result === 'lost' || result === 'missed') return <Icon name="cross" className="size-4 text-red" />;
  return null;
}
