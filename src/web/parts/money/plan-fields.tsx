import { useId, useState } from 'react';
import type { PoolReply } from '#contract/pools.ts';
import { traitsOf } from '#core/formats/traits.ts';
import { parseDollars } from '#core/money.ts';
import { ordinal } from '#core/ordinal.ts';
import type { PlanFlaw } from '#core/prize-shares.ts';
import { MAX_SEASON_PLACES, MAX_WEEK_PLACES, percentOf } from '#core/prize-shares.ts';
import { hasBuyBacks } from '#core/rules/pool-rules.ts';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/field.tsx';
import { Segments } from '#web/ui/segments.tsx';
import { Amount } from './amount.tsx';
import type { PlaceDraft, PlanDraft } from './plan-draft.ts';
import { NO_PLACE, placeOf } from './plan-draft.ts';
import './plan-fields.css';

interface PlanFieldsProps {
  readonly draft: PlanDraft;
  readonly rules: PoolReply['rules'];
  /** What is wrong with the prizes together. */
  readonly flaw: PlanFlaw | null;
  readonly onChange: (draft: PlanDraft) => void;
}

interface PrizeFieldsProps extends PlanFieldsProps {
  /** Leads to the entry fee if its field is out of sight. */
  readonly onFee?: () => void;
}

/** The fields of a money plan: the fees, and the prizes of places. */
export function PlanFields({ draft, rules, flaw, onChange }: PlanFieldsProps) {
  const set = (some: Partial<PlanDraft>): void => onChange({ ...draft, ...some });
  return (
    <>
      <Amount
        label={`${rules.weekly ? 'Fee for each week played' : 'Entry fee'} in dollars`}
        value={draft.fee}
        onChange={(fee) => set({ fee })}
      />
      {hasBuyBacks(rules) && (
        <Amount label="Buy-back in dollars" value={draft.buyBack} onChange={(buyBack) => set({ buyBack })} />
      )}
      <PrizeFields draft={draft} rules={rules} flaw={flaw} onChange={onChange} />
    </>
  );
}

/** The prizes of places, each in dollars or in percent. */
export function PrizeFields({ draft, rules, flaw, onFee, onChange }: PrizeFieldsProps) {
  const { weekly } = rules;
  const hasWeeks = traitsOf(rules).plays === 'weeks';
  /** Without fees there is nothing to share. */
  const isFree = parseDollars(draft.fee) === 0 && !(hasBuyBacks(rules) && parseDollars(draft.buyBack) !== 0);
  const set = (some: Partial<PlanDraft>): void => onChange({ ...draft, ...some });
  const flawOf = (field: PlanFlaw['field']) => (flaw?.field === field ? flaw.text : null);
  return (
    <>
      <div className="money-lists">
        {hasWeeks && (
          <Places
            flaw={flawOf('week')}
            places={draft.week}
            title="Each week"
            of="each week"
            sharesOf={isFree ? null : weekly ? OF_WEEK_PLAYED : OF_WEEK}
            short="Week"
            most={MAX_WEEK_PLACES}
            addFirst={weekly && !isFree ? "Split each week's fees" : undefined}
            onChange={(week) => set({ week })}
          />
        )}
        <Places
          flaw={flawOf('places')}
          places={draft.places}
          title="Whole season"
          of="the season"
          sharesOf={isFree ? null : weekly ? OF_WEEKS_PLAYED : ofSeason(hasBuyBacks(rules) && draft.buyBack !== '')}
          short="Season"
          most={MAX_SEASON_PLACES}
          onChange={(places) => set({ places })}
        />
      </div>
      {isFree && (
        <p className="text-sm text-ink-soft">
          There's no entry fee, so prizes are paid from outside the pool.{' '}
          <span className="block">
            {onFee ? (
              <Button tone="text" className="-ml-1" onClick={onFee}>
                Set an entry fee
              </Button>
            ) : (
              'Set an entry fee'
            )}{' '}
            to use percentages.
          </span>
        </p>
      )}
    </>
  );
}

/** What shares are of (decision 070). */
const OF_WEEK =
  "Prizes in dollars are paid first. All weeks get an equal part of the fees that are left; a percentage is of one week's part.";
const OF_WEEK_PLAYED =
  "The week's prizes in dollars are paid first. A percentage is of that week's fees that are left.";
const OF_WEEKS_PLAYED = "The weeks' prizes in dollars are paid first. A percentage is of all fees that are left.";

function ofSeason(withBuyBacks: boolean): string {
  return `Prizes in dollars are paid first. A percentage is of all fees${withBuyBacks ? ' and buy-backs' : ''} that are left.`;
}

interface PlacesProps {
  /** What is wrong with them together. */
  readonly flaw: string | null;
  readonly title: string;
  readonly places: readonly PlaceDraft[];
  /** What the places are of. */
  readonly of: string;
  /** What a share is of; null if there is nothing to share. */
  readonly sharesOf: string | null;
  /** The same in the label of a unit, which differs from that of the amount. */
  readonly short: string;
  /** How many places there can be; a plan that has more keeps them. */
  readonly most: number;
  /** The button that adds the first place, if it does more than that. */
  readonly addFirst?: string | undefined;
  readonly onChange: (places: readonly PlaceDraft[]) => void;
}

/**
 * A row for each place. A new one has the unit of the last, the first is in percent. Without fees, or once everything is shared, only dollars
 * are left.
 */
function Places({ flaw, title, places, of, sharesOf, short, most, addFirst, onChange }: PlacesProps) {
  const isAllShared = percentOf(places.map((place) => placeOf(place) ?? 0)) >= 100;
  const unit = isAllShared || sharesOf === null ? '$' : (places.at(-1)?.unit ?? '%');
  // The shares are to blame, and the last one most likely.
  const flawAt = places.findLastIndex((place) => place.unit === '%');
  const [addedAt, setAddedAt] = useState<number | null>(null);
  const id = useId();
  function add(): void {
    setAddedAt(places.length);
    onChange([...places, { ...NO_PLACE, unit }]);
  }
  const next = ordinal(places.length + 1);
  return (
    <fieldset aria-labelledby={id}>
      <p id={id} className="mb-2">
        <span className="heading">{title}</span>{' '}
        {places.length > 0 && sharesOf !== null && <span className="block text-sm text-ink-soft">{sharesOf}</span>}
      </p>
      {places.map((place, at) => (
        <PlaceField
          key={ordinal(at + 1)}
          place={place}
          hasFocus={at === addedAt}
          isFlawed={flaw !== null && at === flawAt}
          hasShares={sharesOf !== null}
          ordinal={ordinal(at + 1)}
          label={`${ordinal(at + 1)} place of ${of}`}
          unitLabel={`${short}, ${ordinal(at + 1)}: dollars or percent`}
          onChange={(changed) => onChange(places.with(at, changed))}
        />
      ))}
      {flaw !== null && (
        <p role="alert" className="mb-2 text-red">
          {flaw}
        </p>
      )}
      {places.length === 0 && addFirst !== undefined ? (
        <Button tone="text" className="-ml-1" onClick={add}>
          {addFirst}
        </Button>
      ) : places.length < most ? (
        <Button tone="text" className="-ml-1" aria-label={`Add ${next} place of ${of}`} onClick={add}>
          Add {next} place
        </Button>
      ) : (
        <p className="text-sm text-ink-soft">There are no prizes for more places.</p>
      )}
    </fieldset>
  );
}

const units = [
  ['$', '$', 'dollars'],
  ['%', '% of fees', 'percent of fees'],
] as const;

interface PlaceFieldProps {
  readonly place: PlaceDraft;
  /** Whether it gets the focus when it appears. */
  readonly hasFocus: boolean;
  /** Whether it is to blame for what is wrong with all places. */
  readonly isFlawed: boolean;
  /** Whether percent can be chosen. One that was chosen before stays. */
  readonly hasShares: boolean;
  /** What is shown of the label. */
  readonly ordinal: string;
  readonly label: string;
  readonly unitLabel: string;
  readonly onChange: (place: PlaceDraft) => void;
}

function PlaceField({ place, hasShares, ...field }: PlaceFieldProps) {
  const { hasFocus, isFlawed, ordinal: shown, label, unitLabel, onChange } = field;
  const set = (some: Partial<PlaceDraft>): void => onChange({ ...place, ...some });
  const setAmount = (amount: string): void => set({ amount });
  return (
    <div className="money-place">
      <span className="heading text-ink-soft" aria-hidden="true">
        {shown}
      </span>
      {place.unit === '$' ? (
        <Amount label={label} isLabelHidden isDense autoFocus={hasFocus} value={place.amount} onChange={setAmount} />
      ) : (
        <TextField
          label={label}
          isLabelHidden
          isDense
          autoFocus={hasFocus}
          value={place.amount}
          inputMode="numeric"
          autoComplete="off"
          placeholder="0"
          maxLength={6}
          onChange={(event) => setAmount(event.target.value)}
          error={
            placeOf(place) === null ? 'Type a whole number from 1 to 100, such as 60' : isFlawed ? 'See below' : null
          }
        />
      )}
      {hasShares || place.unit === '%' ? (
        <Segments label={unitLabel} value={place.unit} options={units} onChange={(unit) => set({ unit })} />
      ) : (
        <span className="text-ink-soft" aria-hidden="true">
          dollars
        </span>
      )}
    </div>
  );
}
