import { useState } from 'react';
import type { PoolReply } from '#contract/pools.ts';
import { Button } from '#web/ui/button.tsx';
import { RuleLab } from './rule-lab.tsx';

/** Offers to try the season under other rules. */
export function LabSection({ pool }: { readonly pool: PoolReply }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <section aria-label="Rule lab" className={`panel min-w-0 p-5 sm:p-6 ${isOpen ? 'lg:col-span-2' : ''}`}>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div>
          <h2 className="heading text-xl">Rule lab</h2>
          <p className="text-ink-soft">This season under other rules. Nothing is changed.</p>
        </div>
        <Button tone="plain" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Close' : 'Try other rules'}
        </Button>
      </div>
      {isOpen && <RuleLab pool={pool} />}
    </section>
  );
}
