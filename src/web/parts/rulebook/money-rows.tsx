import type { ReactNode } from 'react';
import { useEffect, useId, useRef } from 'react';
import { capital } from '#core/listed.ts';
import { formatDollars, parseDollars, typedDollars } from '#core/money.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import { hasBuyBacks } from '#core/rules/pool-rules.ts';
import type { SideTableTerms } from '#core/side-tables.ts';
import { readyMadeTables, sideTableProblem, sideTableWords } from '#core/side-tables.ts';
import { Amount } from '#web/parts/money/amount.tsx';
import type { PlanDraft } from '#web/parts/money/plan-draft.ts';
import { placeOf, planOf, prizeTexts } from '#web/parts/money/plan-draft.ts';
import { PrizeFields } from '#web/parts/money/plan-fields.tsx';
import { prizeText } from '#web/parts/side-tables.ts';
import { Button } from '#web/ui/button.tsx';
import type { MoreRow } from './add-rule.tsx';

/** The money of a new pool as its maker types it. */
export interface MoneyDraft {
  readonly plan: PlanDraft;
  readonly tables: readonly SideTableTerms[];
  /** The row whose fields are open: the fee, a buy-back, the prizes, or the name of a side table. */
  readonly open: string | null;
}

interface MoneyRowsProps {
  readonly rules: PoolRules;
  readonly draft: MoneyDraft;
  readonly onChange: (draft: MoneyDraft) => void;
}

const FEE = 'fee';
const BUY_BACK = 'buy-back';
const PRIZES = 'prizes';

/** The fees, prizes and side tables of a new pool as sentences, each of which opens its fields in place. */
export function MoneyRows({ rules, draft, onChange }: MoneyRowsProps) {
  const { plan, tables, open } = draft;
  const set = (some: Partial<PlanDraft>): void => onChange({ ...draft, plan: { ...plan, ...some } });
  const row = (key: string, isWrong = false) => ({
    isOpen: open === key || isWrong,
    onOpen: (isOpen: boolean) => onChange({ ...draft, open: isOpen ? key : null }),
  });
  const setTable = (table: SideTableTerms, next: readonly SideTableTerms[]): void =>
    onChange({ ...draft, tables: tables.flatMap((each) => (each === table ? next : [each])) });
  const prizes = planOf({ ...plan, fee: '', buyBack: '' });
  const prizeLine = prizes === null ? '' : prizeTexts(prizes).join('; ');
  const hasWrongPrize = [...plan.week, ...plan.places].some((place) => placeOf(place) === null);
  return (
    <ul>
      <MoneyRow
        label="Entry fee"
        before={rules.weekly ? 'Each week that an entry plays costs ' : 'An entry costs '}
        value={priceText(plan.fee)}
        {...row(FEE, parseDollars(plan.fee) === null)}
      >
        <Amount label="Dollars" value={plan.fee} onChange={(fee) => set({ fee })} />
      </MoneyRow>
      {hasBuyBacks(rules) && (
        <MoneyRow
          label="Buy-back fee"
          before="A buy-back costs "
          value={priceText(plan.buyBack)}
          {...row(BUY_BACK, parseDollars(plan.buyBack) === null)}
        >
          <Amount label="Dollars" value={plan.buyBack} onChange={(buyBack) => set({ buyBack })} />
        </MoneyRow>
      )}
      <MoneyRow
        label="Prizes"
        before={prizeLine === '' ? 'There are ' : 'Prizes: '}
        value={prizeLine === '' ? 'no prizes' : prizeLine}
        after={prizeLine === '' ? '.' : ''}
        {...row(PRIZES, hasWrongPrize)}
      >
        <PrizeFields draft={plan} rules={rules} onChange={(next) => onChange({ ...draft, plan: next })} />
      </MoneyRow>
      {tables.map((table) => (
        <MoneyRow
          key={table.name}
          label="Side table"
          before="Side table: "
          value={table.name}
          after={`. ${[sideTableWords(table, rules.format), prizeText(table.cents)].filter(Boolean).join(' ')}`}
          {...row(table.name)}
        >
          <TablePrize cents={table.cents} onChange={(cents) => setTable(table, [{ ...table, cents }])} />
          <Button tone="plain" onClick={() => setTable(table, [])}>
            Remove
          </Button>
        </MoneyRow>
      ))}
    </ul>
  );
}

/** Dollars as typed: `$25`, or nothing. */
function priceText(typed: string): string {
  const cents = parseDollars(typed);
  return cents === null ? typed : cents === 0 ? 'nothing' : formatDollars(cents);
}

interface TablePrizeProps {
  readonly cents: number;
  readonly onChange: (cents: number) => void;
}

/** Whole dollars are enough before the pool exists. */
function TablePrize({ cents, onChange }: TablePrizeProps) {
  return (
    <Amount
      label="Prize in dollars"
      value={cents === 0 ? '' : typedDollars(cents)}
      onChange={(typed) => onChange(parseDollars(typed) ?? cents)}
    />
  );
}

interface MoneyRowProps {
  readonly label: string;
  /** The sentence around the value. */
  readonly before: string;
  readonly value: string;
  readonly after?: string;
  readonly isOpen: boolean;
  readonly onOpen: (isOpen: boolean) => void;
  readonly children: ReactNode;
}

function MoneyRow({ label, before, value, after = '.', isOpen, onOpen, children }: MoneyRowProps) {
  const fields = useRef<HTMLFieldSetElement>(null);
  const id = useId();
  useEffect(() => {
    if (isOpen) fields.current?.querySelector('input')?.focus();
  }, [isOpen]);
  return (
    <li>
      <p className="rule-sentence">
        <span>{before}</span>
        <button
          type="button"
          data-own={['nothing', 'no prizes'].includes(value) ? undefined : true}
          aria-expanded={isOpen}
          aria-label={`${label}: ${value}`}
          onClick={() => onOpen(!isOpen)}
        >
          {value}
        </button>
        <span>{after}</span>
      </p>
      {isOpen && (
        <div className="rule-control">
          <p id={id} className="label mb-1.5 text-ink-soft">
            {label}
          </p>
          <fieldset ref={fields} aria-labelledby={id}>
            {children}
          </fieldset>
        </div>
      )}
    </li>
  );
}

/** What 'Add a rule' finds of money and side tables. @param weekIds of the pool, in order */
export function moneyFinds(
  rules: PoolRules,
  draft: MoneyDraft,
  weekIds: readonly string[],
  onChange: (draft: MoneyDraft) => void,
): MoreRow[] {
  const open = (key: string) => () => onChange({ ...draft, open: key });
  const taken = new Set(draft.tables.map(({ name }) => name));
  const tables = readyMadeTables(weekIds).filter(
    (table) => !taken.has(table.name) && sideTableProblem(table, weekIds, rules.format) === null,
  );
  return [
    { label: 'Entry fee', text: 'What an entry costs.', alias: 'price, buy-in, money, dues', onAdd: open(FEE) },
    {
      label: 'Prizes',
      text: 'For places of a week and of the season, in dollars or as shares.',
      alias: 'payout, percent, money, pot',
      onAdd: open(PRIZES),
    },
    ...tables.map((table) => ({
      label: `Side table: ${table.name}`,
      text: capital(sideTableWords(table, rules.format)),
      alias: 'contest, side pool, half, quarter',
      onAdd: () => onChange({ ...draft, tables: [...draft.tables, table], open: null }),
    })),
  ];
}
