import type { MoneyReply } from '#contract/money.ts';
import { FEE } from '#core/money.ts';
import { PanelSection } from '#web/parts/panel/panel-section.tsx';
import { PaymentRow } from './payment-row.tsx';
import type { PaymentOf } from './use-note-payment.ts';

interface FeesProps {
  readonly money: MoneyReply;
  readonly userId: string;
  readonly onNote: ((payment: PaymentOf, paid: number) => void) | null;
}

/** Who has paid the entry fee. An entry that left the standings has none to pay, but may have paid. */
export function Fees({ money: { plan, entries }, userId, onNote }: FeesProps) {
  const dues = entries
    .map((each) => ({ ...each, cents: each.isPlaying ? plan.fee : 0 }))
    .filter(({ cents, paid }) => cents > 0 || paid > 0);
  if (dues.length === 0) return null;
  const done = dues.filter(({ cents, paid }) => paid > 0 && paid >= cents).length;
  return (
    <PanelSection title="Entry fees" tools={<p className="text-ink-soft">{`${done} of ${dues.length} paid`}</p>}>
      {dues.map(({ id, ownerId, name, cents, paid, noted }) => (
        <PaymentRow
          key={id}
          payment={{ entryId: id, purpose: FEE, cents, paid }}
          label={name}
          isOwn={ownerId === userId}
          noted={noted}
          onNote={onNote}
        />
      ))}
    </PanelSection>
  );
}
