import { useState } from 'react';
import type { MoneyReply } from '#contract/money.ts';
import type { PoolReply } from '#contract/pools.ts';
import { formatDollars, hasMoney, totalsOf } from '#core/money.ts';
import { ordinal } from '#core/ordinal.ts';
import { addressOf } from '#web/lib/api.ts';
import { PanelSection } from '#web/parts/panel/panel-section.tsx';
import { Button, buttonLook } from '#web/ui/button.tsx';
import { PlanDialog } from './plan-dialog.tsx';

interface PotProps {
  readonly pool: PoolReply;
  readonly money: MoneyReply;
  /** Whether the person may set the plan. */
  readonly canSet: boolean;
}

/** The plan, and what of it is in the pot. */
export function Pot({ pool, money, canSet }: PotProps) {
  const [isOpen, setOpen] = useState(false);
  const { plan, entries, prizes } = money;
  const { pot, prizes: promised, paidOut, left, missing } = totalsOf(entries, prizes);
  const figures = [
    ['In the pot', pot],
    ['Prizes', promised],
    ['Paid out', paidOut],
    ['Left', left],
  ] as const;
  const csv = (
    <a
      href={addressOf('GET /api/pools/:poolId/money.csv', { params: { poolId: pool.id } })}
      download
      className={buttonLook('plain')}
    >
      Download CSV
    </a>
  );
  return (
    <PanelSection title="The pot" tools={csv}>
      <dl className="money-figures">
        {figures.map(([label, cents]) => (
          <div key={label} className="rounded-lg bg-panel-low p-3">
            <dt className="label text-ink-soft">{label}</dt>
            <dd className="font-display text-2xl">{formatDollars(cents)}</dd>
          </div>
        ))}
      </dl>
      {missing > 0 && (
        <p className="mt-3 text-ink-soft">
          The fees that are paid so far don't cover all prizes: {formatDollars(missing)} to go.
        </p>
      )}
      <ul className="mt-3">
        {planTexts(plan).map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      {!hasMoney(plan) && (
        <p className="mt-3 text-ink-soft">
          {canSet
            ? 'Set an entry fee or prizes, and everybody sees where the money goes.'
            : 'This pool has no entry fee and no prizes.'}
        </p>
      )}
      {canSet && (
        <Button tone={hasMoney(plan) ? 'plain' : 'primary'} className="mt-4" onClick={() => setOpen(true)}>
          {hasMoney(plan) ? 'Change fee and prizes' : 'Set fee and prizes'}
        </Button>
      )}
      {isOpen && <PlanDialog pool={pool} plan={plan} onClose={() => setOpen(false)} />}
    </PanelSection>
  );
}

/** The plan in words, a line for each part. */
function planTexts({ fee, week, places }: MoneyReply['plan']): string[] {
  const prizes = places.flatMap((cents, at) => (cents > 0 ? [`${ordinal(at + 1)} ${formatDollars(cents)}`] : []));
  return [
    ...(fee > 0 ? [`Entry fee: ${formatDollars(fee)}`] : []),
    ...(week > 0 ? [`Every week: ${formatDollars(week)}`] : []),
    ...(prizes.length > 0 ? [`Season: ${prizes.join(', ')}`] : []),
  ];
}
