import type { MoneyReply, Noted } from '#contract/money.ts';
import type { Cents } from '#core/money.ts';

/** What was paid and is due as the fees of the own entries. */
interface OwnFees {
  readonly paid: Cents;
  readonly due: Cents;
  /** The latest payment that was noted. */
  readonly noted: Noted | undefined;
}

/** Each entry owes its own fee: what was paid too much for one is not set against another. */
export function feesOf(
  own: readonly Pick<MoneyReply['entries'][number], 'isPlaying' | 'paid' | 'noted'>[],
  fee: Cents,
): OwnFees {
  const notes = own.flatMap(({ noted }) => noted ?? []);
  return {
    paid: own.reduce((sum, { paid }) => sum + paid, 0),
    due: own.reduce((sum, { isPlaying, paid }) => sum + Math.max(0, (isPlaying ? fee : 0) - paid), 0),
    noted: notes.toSorted((a, b) => b.at - a.at)[0],
  };
}
