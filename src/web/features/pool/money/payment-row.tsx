import type { ReactNode } from 'react';
import type { Noted } from '#contract/money.ts';
import { FEE, formatDollars } from '#core/money.ts';
import { entryTime } from '#web/parts/audit/entry-text.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { CheckRow } from '#web/ui/check-row.tsx';
import type { PaymentOf } from './use-note-payment.ts';

interface PaymentRowProps {
  readonly payment: PaymentOf;
  /** Who it is, and for which place. */
  readonly label: string;
  readonly isOwn: boolean;
  readonly noted: Noted | null;
  /** For those who keep the money. */
  readonly onNote: ((payment: PaymentOf, paid: number) => void) | null;
}

/** What somebody owes as a fee, or gets of a prize, and whether it was paid. */
export function PaymentRow({ payment, label, isOwn, noted, onNote }: PaymentRowProps) {
  const { cents, paid } = payment;
  const who = (
    <>
      <span className="font-medium">{label}</span> {isOwn && <Badge tone="good">You</Badge>}
    </>
  );
  const amount = <span className="whitespace-nowrap">{formatDollars(cents)}</span>;
  const by = noted === null ? null : `noted by ${noted.by.name}, ${entryTime(noted.at)}`;
  if (paid > 0 && paid !== cents) {
    return (
      <Row who={who} amount={amount} note={[differenceText(payment), by].filter(Boolean).join(' · ')} tone="text-amber">
        {onNote && (
          <Button tone="plain" aria-label={`${settledText(payment)}: ${label}`} onClick={() => onNote(payment, cents)}>
            {settledText(payment)}
          </Button>
        )}
      </Row>
    );
  }
  const words = payment.purpose === FEE ? 'Paid' : 'Paid out';
  if (onNote === null) {
    return (
      <Row who={who} amount={amount} note={paid > 0 ? by : null} tone="text-ink-soft">
        {paid > 0 ? <Badge tone="good">{`✓ ${words}`}</Badge> : <Badge tone="plain">Not yet</Badge>}
      </Row>
    );
  }
  return (
    <CheckRow
      label={
        <span className="flex flex-wrap items-baseline justify-between gap-x-3">
          <span className="min-w-0">{who}</span> {amount}
        </span>
      }
      note={paid > 0 ? [words, by].filter(Boolean).join(', ') : null}
      checked={paid > 0}
      disabled={cents === 0}
      onChange={(checked) => onNote(payment, checked ? cents : 0)}
    />
  );
}

interface RowProps {
  readonly who: ReactNode;
  readonly amount: ReactNode;
  readonly note: string | null;
  readonly tone: string;
  readonly children: ReactNode;
}

function Row({ who, amount, note, tone, children }: RowProps) {
  return (
    <div className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 py-1">
      <div className="money-who">
        <p className="flex flex-wrap items-baseline justify-between gap-x-3 break-words">
          <span className="min-w-0">{who}</span> {amount}
        </p>
        {note && <p className={`text-sm break-words ${tone}`}>{note}</p>}
      </div>
      {children}
    </div>
  );
}

/** `Paid $20.00, now $10.00`. */
function differenceText({ purpose, cents, paid }: PaymentOf): string {
  const now = cents === 0 ? (purpose === FEE ? 'no fee now' : 'not theirs any more') : `now ${formatDollars(cents)}`;
  return `Paid ${formatDollars(paid)}, ${now}`;
}

/** What a commissioner can note once the difference was paid. */
function settledText({ cents, paid }: PaymentOf): string {
  const rest = formatDollars(Math.abs(cents - paid));
  return cents > paid ? `${rest} more paid` : `${rest} given back`;
}
