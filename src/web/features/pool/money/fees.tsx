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

/** Who has paid the entry fee. Somebody who is no member any more has none to pay, but may have paid. */
export function Fees({ money: { plan, people }, userId, onNote }: FeesProps) {
  const dues = people
    .map((each) => ({ ...each, cents: each.isMember ? plan.fee : 0 }))
    .filter(({ cents, paid }) => cents > 0 || paid > 0);
  if (dues.length === 0) return null;
  const done = dues.filter(({ cents, paid }) => paid > 0 && paid >= cents).length;
  return (
    <PanelSection title="Entry fees" tools={<p className="text-ink-soft">{`${done} of ${dues.length} paid`}</p>}>
      {dues.map(({ id, name, cents, paid, noted }) => (
        <PaymentRow
          key={id}
          payment={{ userId: id, purpose: FEE, cents, paid }}
          label={name}
          isOwn={id === userId}
          noted={noted}
          onNote={onNote}
        />
      ))}
    </PanelSection>
  );
}
