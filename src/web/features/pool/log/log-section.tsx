import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { SectionProps } from '#web/features/pool/sections.tsx';
import { lazyScreen } from '#web/lib/lazy.tsx';
import { LogRecordList, OlderButton, poolAuditQuery } from '#web/parts/audit.tsx';
import { PanelSection } from '#web/parts/panel/panel-section.tsx';
import { ReceiptNote } from '#web/parts/receipts/receipt-note.tsx';
import { Button } from '#web/ui/button.tsx';
import { Loaded, Skeleton } from '#web/ui/loaded.tsx';

const ReceiptsPanel = lazyScreen<SectionProps>(
  async () => (await import('./receipts-panel.tsx')).ReceiptsPanel,
  <Skeleton className="h-72" />,
);

/** The lock receipts of the pool, and its log: the entered picks, corrections and changes. */
export function LogSection({ pool }: SectionProps) {
  return (
    <div className="grid gap-5">
      <Receipts key={pool.id} pool={pool} />
      <Log pool={pool} />
    </div>
  );
}

/** The latest lock receipt; all of them are checked when asked. */
function Receipts({ pool }: SectionProps) {
  const [isOpen, setOpen] = useState(false);
  const button = (
    <Button tone="plain" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
      {isOpen ? 'Close' : 'Check the receipts'}
    </Button>
  );
  return (
    <PanelSection title="Lock receipts" tools={button}>
      <p className="mb-2 max-w-[70ch] text-ink-soft">
        Each lock leaves a receipt: a number that proves later that no pick was changed after it.
      </p>
      <ReceiptNote pool={pool} on="log" />
      {isOpen && <ReceiptsPanel pool={pool} />}
    </PanelSection>
  );
}

function Log({ pool }: SectionProps) {
  const log = useInfiniteQuery(poolAuditQuery(pool.id));
  return (
    <section aria-label="Log" className="panel min-w-0 overflow-hidden p-5 sm:p-6">
      <p className="mb-3 text-ink-soft">
        What was entered, corrected and changed in this pool. Sides show once their game locks.
      </p>
      <Loaded query={log} failure="Couldn't load the log" skeleton={<Skeleton className="h-72" />}>
        {(entries) =>
          entries.length === 0 ? (
            <p className="text-ink-faint">Nothing so far.</p>
          ) : (
            <>
              <LogRecordList
                // Every record is about this pool.
                entries={entries.map((entry) => ({ ...entry, pool: null }))}
                className="-mx-2 overflow-hidden rounded-lg"
              />
              <OlderButton query={log} />
            </>
          )
        }
      </Loaded>
    </section>
  );
}
