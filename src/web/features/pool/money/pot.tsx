import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { useState } from 'react';
import type { MoneyReply } from '#contract/money.ts';
import type { PoolReply } from '#contract/pools.ts';
import type { Cents } from '#core/money.ts';
import { formatDollars, hasMoney, isSidePurpose, planTotal, totalsOf } from '#core/money.ts';
import { dollarsOf, hasShares, planFlaw, weekPlaces } from '#core/prize-shares.ts';
import { addressOf, call, failureText } from '#web/lib/api.ts';
import { confirmLeave, useUnsavedChanges } from '#web/lib/unsaved-changes.ts';
import { moneyQuery } from '#web/parts/money/money-query.ts';
import type { Plan } from '#web/parts/money/plan-draft.ts';
import { aboutText, draftOf, dueUnder, planBody, planOf, planTexts } from '#web/parts/money/plan-draft.ts';
import { PlanFields } from '#web/parts/money/plan-fields.tsx';
import { PanelSection } from '#web/parts/panel/panel-section.tsx';
import { Button, buttonLook } from '#web/ui/button.tsx';
import { Dialog, DialogFoot } from '#web/ui/dialog.tsx';
import { Refusal } from '#web/ui/refusal.tsx';

interface PotProps {
  readonly pool: PoolReply;
  readonly money: MoneyReply;
  readonly canSet: boolean;
}

/** The plan, and how much of it is in the pot. */
export function Pot({ pool, money, canSet }: PotProps) {
  const [isOpen, setOpen] = useState(false);
  const { plan, entries, prizes } = money;
  const sides = prizes.flatMap(({ of, cents }) => (isSidePurpose(of) ? [cents] : []));
  const { pot, prizes: promised, paidOut, left, missing } = totalsOf(entries, prizes, pool.rules, plan);
  const isAbout = prizes.some((prize) => prize.isAbout);
  const figures = [
    ['In the pot', formatDollars(pot)],
    ['Prizes', aboutText(promised, isAbout)],
    ['Paid out', formatDollars(paidOut)],
    ['Prizes left', formatDollars(left)],
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
        {figures.map(([label, text]) => (
          <div key={label} className="rounded-lg bg-panel-low p-3">
            <dt className="label text-ink-soft">{label}</dt>
            <dd className="font-display text-2xl">{text}</dd>
          </div>
        ))}
      </dl>
      {missing > 0 && (
        <p className="mt-3 text-ink-soft">
          {`The fees that are paid so far don't cover all ${pool.rules.weekly ? 'weekly ' : ''}prizes: ${formatDollars(missing)} to go.`}
        </p>
      )}
      <ul className="mt-3">
        {planTexts(plan, pool.rules, pool.sideTables ?? []).map((text) => (
          <li key={text}>{text}</li>
        ))}
        {pool.rules.weekly && planTotal(plan, 0, sides) > 0 && <li>{NOT_FROM_FEES}</li>}
      </ul>
      {!hasMoney(plan) && prizes.length === 0 && (
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
      {isOpen && <PlanDialog pool={pool} money={money} sides={sides} onClose={() => setOpen(false)} />}
    </PanelSection>
  );
}

/** With weekly play, of the prizes of the season's places in dollars and of side tables. */
const NOT_FROM_FEES = "Season prizes in dollars aren't paid from the weekly fees.";

interface PlanDialogProps {
  readonly pool: PoolReply;
  readonly money: MoneyReply;
  /** The prizes of its side tables. */
  readonly sides: readonly Cents[];
  readonly onClose: () => void;
}

/** Sets the fee and the prizes of the pool. */
function PlanDialog({ pool, money, sides, onClose }: PlanDialogProps) {
  const { plan } = money;
  // The plan when the dialog was opened: a newer one is not overwritten unseen.
  const [seen] = useState(plan);
  const [begun] = useState(() => draftOf(plan, pool.rules));
  const [draft, setDraft] = useState(begun);
  const client = useQueryClient();
  const saving = useMutation({
    mutationFn: (wanted: Plan) => {
      const body = { plan: planBody(wanted), seen: planBody(seen) };
      return call('PUT /api/pools/:poolId/money/plan', { params: { poolId: pool.id }, body });
    },
    onSuccess: onClose,
    onError: (error) => console.error('Error setting fee and prizes', error),
    onSettled: () => void client.invalidateQueries({ queryKey: moneyQuery(pool.id).queryKey }),
  });
  useUnsavedChanges(draft !== begun && !saving.isSuccess);
  const wanted = planOf(draft);
  const flaw = wanted && planFlaw(wanted, pool.rules, seen);
  const canSave = wanted !== null && flaw === null;
  const close = (): void => {
    if (confirmLeave()) onClose();
  };

  function save(event: FormEvent): void {
    event.preventDefault();
    if (canSave && !saving.isPending) saving.mutate(wanted);
  }

  return (
    <Dialog title="Fee and prizes" onClose={close}>
      <form onSubmit={save} noValidate>
        <p className="mb-4 text-ink-soft">
          This counts for the whole season, weeks that are over included. Everybody can read the change in the log.
        </p>
        <PlanFields draft={draft} rules={pool.rules} flaw={flaw} onChange={setDraft} />
        <DialogFoot>
          {canSave && <p className="mb-2">{sumText(wanted, { pool, money, sides })}</p>}
          <Refusal text={saving.isError ? failureText(saving.error) : null} />
          <div className="grid grid-cols-2 gap-3">
            <Button tone="plain" onClick={close}>
              Cancel
            </Button>
            <Button type="submit" disabled={!canSave} isPaused={saving.isPending}>
              Save
            </Button>
          </div>
        </DialogFoot>
      </form>
    </Dialog>
  );
}

/** What the prizes of a plan add up to, and the fees that they are paid from; with weekly play those of the season and of side tables in dollars. */
function sumText(wanted: Plan, { pool, money, sides }: Pick<PlanDialogProps, 'pool' | 'money' | 'sides'>): string {
  if (pool.rules.weekly) {
    const whole = weekPlaces(wanted).length === 0 ? "Each week's fees are its prize. " : '';
    const total = dollarsOf(wanted.places) + dollarsOf(sides);
    return `${whole}${NOT_FROM_FEES} They add up to ${formatDollars(total)}.`;
  }
  const due = dueUnder(wanted, money);
  const total = aboutText(planTotal(wanted, money.weeks, sides, due), hasShares(wanted));
  return `All prizes together: ${total}${due > 0 ? `, of ${formatDollars(due)} in fees` : ''}.`;
}
