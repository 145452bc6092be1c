import type { PoolReply } from '#contract/pools.ts';
import { receiptText } from '#core/receipts/receipts.ts';
import { Link } from '#web/lib/navigation.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { useLostReceipt } from './use-lost-receipt.ts';

interface ReceiptNoteProps {
  readonly pool: Pick<PoolReply, 'id' | 'receipt'>;
  /** Where it stands: the log itself, where receipts are checked; a page that leads there; or one that shows it only on paper. */
  readonly on: 'log' | 'page' | 'paper';
}

/** The pool's latest lock receipt in one line, and a warning if the receipts no longer contain the one that this browser remembers. */
export function ReceiptNote({ pool, on }: ReceiptNoteProps) {
  const lost = useLostReceipt(pool);
  const text = pool.receipt && receiptText(pool.receipt);
  return (
    <div className="text-sm text-ink-soft">
      {text &&
        (on === 'page' ? (
          <LogLink className="inline-block py-0.5 hover:text-ink">{text}</LogLink>
        ) : (
          <p className={on === 'paper' ? 'hidden print:block' : ''}>{text}</p>
        ))}
      <div role="alert">
        {lost && (
          <p className="mt-2 flex items-start gap-2 rounded-lg bg-red-wash px-3 py-2.5 text-red">
            <Icon name="alert" />
            <span>
              The lock receipts changed: receipt {lost.number}, which this browser saw, is no longer among them.{' '}
              {on !== 'log' && (
                <LogLink className="font-medium underline underline-offset-4">Check the receipts</LogLink>
              )}
            </span>
          </p>
        )}
      </div>
    </div>
  );
}

function LogLink({ className, children }: { readonly className: string; readonly children: string }) {
  return (
    <Link to="/pool/log" className={className}>
      {children}
    </Link>
  );
}
