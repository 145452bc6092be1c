import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { useState } from 'react';
import type { MoneyReply } from '#contract/money.ts';
import type { PoolReply } from '#contract/pools.ts';
import { traitsOf } from '#core/formats/traits.ts';
import type { Cents } from '#core/money.ts';
import {
  formatDollars,
  hasMoney,
  isSidePurpose,
  MAX_PLACES,
  parseDollars,
  planTotal,
  totalsOf,
  typedDollars,
} from '#core/money.ts';
import { ordinal } from '#core/ordinal.ts';
import { hasBuyBacks } from '#core/rules/pool-rules.ts';
import { addressOf, call, failureText } from '#web/lib/api.ts';
import { confirmLeave, useUnsavedChanges } from '#web/lib/unsaved-changes.ts';
import { moneyQuery } from '#web/parts/money-query.ts';
import { PanelSection } from '#web/parts/panel/panel-section.tsx';
import { Button, buttonLook } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Refusal } from '#web/ui/refusal.tsx';
import { Amount } from './amount.tsx';

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
  const { pot, prizes: promised, paidOut, left, missing } = totalsOf(entries, prizes, pool.rules);
  const figures = [
    ['In the pot', pot],
    ['Prizes', promised],
    ['Paid out', paidOut],
    ['Not paid out', left],
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
          {`The fees that are paid so far don't cover all ${pool.rules.weekly ? 'weekly ' : ''}prizes: ${formatDollars(missing)} to go.`}
        </p>
      )}
      <ul className="mt-3">
        {planTexts(plan, pool.rules.weekly).map((text) => (
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
      {isOpen && <PlanDialog pool={pool} plan={plan} sides={sides} onClose={() => setOpen(false)} />}
    </PanelSection>
  );
}

type Plan = MoneyReply['plan'];

/** With weekly play, of the prizes of the season's places and of side tables. */
const NOT_FROM_FEES = "Season prizes aren't paid from the weekly fees.";

function feeLabel(isWeekly: boolean): string {
  return isWeekly ? 'Fee for each week played' : 'Entry fee';
}

/** The plan in words, a line for each part. */
function planTexts({ fee, buyBack = 0, week, places }: Plan, isWeekly: boolean): string[] {
  const prizes = places.flatMap((cents, at) => (cents > 0 ? [`${ordinal(at + 1)} ${formatDollars(cents)}`] : []));
  return [
    ...(fee > 0 ? [`${feeLabel(isWeekly)}: ${formatDollars(fee)}`] : []),
    ...(fee > 0 && isWeekly ? ["Weekly prize: that week's fees"] : []),
    ...(buyBack > 0 ? [`Buy-back: ${formatDollars(buyBack)}`] : []),
    ...(week > 0 ? [`Every week: ${formatDollars(week)}`] : []),
    ...(prizes.length > 0 ? [`Season: ${prizes.join(', ')}`] : []),
  ];
}

interface PlanDialogProps {
  readonly pool: PoolReply;
  readonly plan: Plan;
  /** The prizes of its side tables. */
  readonly sides: readonly Cents[];
  readonly onClose: () => void;
}

/** Amounts as typed. */
interface Draft {
  readonly fee: string;
  readonly buyBack: string;
  readonly week: string;
  readonly places: readonly string[];
}

/** Sets the fee and the prizes of the pool. */
function PlanDialog({ pool, plan, sides, onClose }: PlanDialogProps) {
  // The plan when the dialog was opened: a newer one is not overwritten unseen.
  const [seen] = useState(plan);
  const [begun] = useState(() => draftOf(plan));
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
  const { plays } = traitsOf(pool.rules);
  const isWeekly = pool.rules.weekly;
  const hasWeeks = plays === 'weeks' && !isWeekly;
  const close = (): void => {
    if (confirmLeave()) onClose();
  };

  function save(event: FormEvent): void {
    event.preventDefault();
    if (wanted !== null && !saving.isPending) saving.mutate(wanted);
  }

  return (
    <Dialog title="Fee and prizes" onClose={close}>
      <form onSubmit={save} noValidate>
        <Amount label={feeLabel(isWeekly)} value={draft.fee} onChange={(fee) => setDraft({ ...draft, fee })} />
        {hasBuyBacks(pool.rules) && (
          <Amount label="Buy-back" value={draft.buyBack} onChange={(buyBack) => setDraft({ ...draft, buyBack })} />
        )}
        {hasWeeks && <Amount label="Every week" value={draft.week} onChange={(week) => setDraft({ ...draft, week })} />}
        {draft.places.map((value, at) => (
          <Amount
            key={ordinal(at + 1)}
            label={`${ordinal(at + 1)} place of the season`}
            value={value}
            onChange={(place) => setDraft({ ...draft, places: draft.places.with(at, place) })}
          />
        ))}
        {draft.places.length < MAX_PLACES && (
          <Button tone="plain" onClick={() => setDraft({ ...draft, places: [...draft.places, ''] })}>
            Add a place
          </Button>
        )}
        <p className="my-4 text-ink-soft">
          {wanted !== null &&
            `${isWeekly ? `Each week's fees are its prize. ${NOT_FROM_FEES} They add up to` : 'All prizes together:'} ${formatDollars(planTotal(wanted, hasWeeks ? pool.weeks.length : 0, sides))}. `}
          This counts for the whole season, weeks that are over included. Everybody can read the change in the log.
        </p>
        <Refusal text={saving.isError ? failureText(saving.error) : null} />
        <div className="grid grid-cols-2 gap-3">
          <Button tone="plain" onClick={close}>
            Cancel
          </Button>
          <Button type="submit" disabled={wanted === null} isPaused={saving.isPending}>
            Save
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function draftOf({ fee, buyBack = 0, week, places }: Plan): Draft {
  const typed = (cents: number): string => (cents === 0 ? '' : typedDollars(cents));
  return {
    fee: typed(fee),
    buyBack: typed(buyBack),
    week: typed(week),
    places: places.length === 0 ? [''] : places.map(typed),
  };
}

/** Null if a typed amount is invalid. */
function planOf(draft: Draft): Plan | null {
  const [fee, buyBack, week, ...places] = [draft.fee, draft.buyBack, draft.week, ...draft.places].map(parseDollars);
  if (fee == null || buyBack == null || week == null || places.includes(null)) return null;
  return { fee, ...(buyBack > 0 && { buyBack }), week, places: places.filter((cents) => cents !== null) };
}

function planBody({ places, ...amounts }: Plan) {
  return { ...amounts, places: [...places] };
}
