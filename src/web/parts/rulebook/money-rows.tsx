import type { KeyboardEvent, ReactNode } from 'react';
import { useEffect, useId, useRef } from 'react';
import { traitsOf } from '#core/formats/traits.ts';
import { formatDollars, parseDollars } from '#core/money.ts';
import type { PlanFlaw } from '#core/prize-shares.ts';
import { hasShares } from '#core/prize-shares.ts';
import { closedRule } from '#core/rules/closed-rules.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import { hasBuyBacks } from '#core/rules/pool-rules.ts';
import type { SideTableTerms } from '#core/side-tables.ts';
import { readyMadeTables, sideTableProblem, sideTableWords } from '#core/side-tables.ts';
import { compareWeeks, hasWeek } from '#core/weeks.ts';
import { Amount } from '#web/parts/money/amount.tsx';
import type { PlanDraft } from '#web/parts/money/plan-draft.ts';
import { placeOf, planUnder, prizesText } from '#web/parts/money/plan-draft.ts';
import { PrizeFields } from '#web/parts/money/plan-fields.tsx';
import { prizeText } from '#web/parts/side-tables.ts';
import { Button } from '#web/ui/button.tsx';
import { Segments } from '#web/ui/segments.tsx';
import { moneyAlias } from './money-alias.ts';
import { NotRules } from './not-rules.tsx';
import type { MoreRow } from './rule-search.ts';
import { useSteady } from './use-steady.ts';
import { WeekRange } from './week-range.tsx';

/** A side table of a new pool, with its prize as typed. */
interface TableDraft {
  readonly terms: SideTableTerms;
  readonly prize: string;
}

/** The money of a new pool as its maker types it. */
export interface MoneyDraft {
  readonly plan: PlanDraft;
  /** Also those that the chosen format can't have: another choice brings them back. */
  readonly tables: readonly TableDraft[];
}

/** The rows whose fields are open: the fees, the prizes, and side tables by name. */
export type OpenRows = ReadonlySet<string>;

interface MoneyBook {
  readonly rules: PoolRules;
  /** Of the pool, in order. */
  readonly weekIds: readonly string[];
  /** The first week that hasn't begun, if earlier ones have: a side table that has begun could be neither changed nor removed. */
  readonly comingWeekId: string | null;
  readonly draft: MoneyDraft;
  readonly open: OpenRows;
  /** What is wrong with the prizes together. */
  readonly flaw: PlanFlaw | null;
  readonly onChange: (draft: MoneyDraft) => void;
  readonly onRules: (some: Partial<PoolRules>) => void;
  readonly onOpen: (open: OpenRows) => void;
}

/** What an entry pays its fee for. */
const feePeriods = [
  ['season', 'The season'],
  ['week', 'Each week played'],
] as const;

const AS_TYPED = 'as typed below';
const FEE = 'fee';
const BUY_BACK = 'buy-back';
export const PRIZES = 'prizes';

/** The side tables that the pool can have, without weeks that it doesn't play. */
function shownTables(
  { tables }: Pick<MoneyDraft, 'tables'>,
  { format }: PoolRules,
  weekIds: readonly string[],
): (TableDraft & { readonly draft: TableDraft })[] {
  return tables.flatMap((draft) => {
    const own = weekIds.filter((id) => hasWeek(draft.terms, id));
    const [from, to] = [own[0], own.at(-1)];
    if (from === undefined || to === undefined) return [];
    const terms = { ...draft.terms, from, to };
    return sideTableProblem(terms, weekIds, format) === null ? [{ terms, prize: draft.prize, draft }] : [];
  });
}

/** The side tables to send; null if a prize was typed wrong. */
export function tablesOf(
  { tables }: Pick<MoneyDraft, 'tables'>,
  rules: PoolRules,
  weekIds: readonly string[],
): SideTableTerms[] | null {
  const own = shownTables({ tables }, rules, weekIds);
  const known = own.flatMap(({ terms, prize }) => {
    const cents = parseDollars(prize);
    return cents === null ? [] : [{ ...terms, cents }];
  });
  return known.length === own.length ? known : null;
}

/** The fees, prizes and side tables of a new pool as sentences, each of which opens its fields in place. */
export function MoneyRows({ rules, weekIds, comingWeekId, draft, open, flaw, onChange, onRules, onOpen }: MoneyBook) {
  const { plan, tables } = draft;
  const set = (some: Partial<PlanDraft>): void => onChange({ ...draft, plan: { ...plan, ...some } });
  /** A row with a wrong amount stays open. */
  const row = (key: string, isWrong: boolean) => ({
    isOpen: open.has(key),
    onToggle: () => {
      if (!open.has(key)) onOpen(new Set([...open, key]));
      else if (!isWrong) onOpen(new Set([...open].filter((each) => each !== key)));
    },
  });
  const setTable = (table: TableDraft, next: readonly TableDraft[]): void =>
    onChange({ ...draft, tables: tables.flatMap((each) => (each === table ? next : [each])) });
  const hasWeekly = traitsOf(rules).rules.has('weekly') && closedRule('weekly', rules) === null;
  const known = planUnder(plan, rules);
  const sides = tablesOf(draft, rules, weekIds) ?? [];
  const prizes = known === null ? AS_TYPED : prizesText(known, rules.weekly, sides);
  const hasNoPrizes = prizes === '' && !open.has(PRIZES);
  const hasWrongPrize = [...plan.week, ...plan.places].some((place) => placeOf(place) === null);
  const shown = shownTables(draft, rules, weekIds);
  return (
    <ul>
      <MoneyRow
        label="Entry fee"
        isLabelHidden
        before={rules.weekly ? 'Each week that an entry plays costs ' : 'An entry costs '}
        value={priceText(plan.fee)}
        isOwn={plan.fee !== ''}
        {...row(FEE, parseDollars(plan.fee) === null)}
      >
        <Amount label="Entry fee in dollars" value={plan.fee} onChange={(fee) => set({ fee })} />
        {hasWeekly && (
          <Segments
            label="What the fee is for"
            options={feePeriods}
            value={rules.weekly ? 'week' : 'season'}
            onChange={(period) => onRules({ weekly: period === 'week' })}
          />
        )}
        <NotRules at="fee" rules={rules} />
      </MoneyRow>
      {hasBuyBacks(rules) && (
        <MoneyRow
          label="Buy-back fee"
          isLabelHidden
          before="A buy-back costs "
          value={priceText(plan.buyBack)}
          isOwn={plan.buyBack !== ''}
          {...row(BUY_BACK, parseDollars(plan.buyBack) === null)}
        >
          <Amount label="Buy-back fee in dollars" value={plan.buyBack} onChange={(buyBack) => set({ buyBack })} />
        </MoneyRow>
      )}
      <MoneyRow
        label="Prizes"
        before={hasNoPrizes ? 'There are ' : 'Prizes: '}
        value={hasNoPrizes ? 'no prizes' : prizes || 'none yet'}
        after={hasNoPrizes ? '.' : ''}
        isOwn={prizes !== ''}
        {...row(PRIZES, hasWrongPrize || flaw !== null)}
      >
        <PrizeFields draft={plan} rules={rules} flaw={flaw} onChange={(next) => onChange({ ...draft, plan: next })} />
        {known !== null && hasShares(known) && known.fee === 0 && (
          <p>Percentages are of the fees: set an entry fee, too.</p>
        )}
        <NotRules at="prizes" rules={rules} />
      </MoneyRow>
      {shown.map(({ terms, prize, draft: table }) => {
        const words = [sideTableWords(terms, rules.format), prizeText(parseDollars(prize) ?? 0)];
        return (
          <MoneyRow
            key={terms.name}
            label="Side table"
            isLabelHidden
            before="Side table: "
            value={terms.name}
            after={`. ${words.filter(Boolean).join(' ')}`}
            isOwn
            {...row(terms.name, parseDollars(prize) === null)}
          >
            <Amount
              label="Prize in dollars"
              value={prize}
              onChange={(typed) => setTable(table, [{ terms, prize: typed }])}
            />
            <WeekRange
              label={`Weeks of ${terms.name}`}
              before="This table counts"
              weekIds={possibleWeeks(terms, weekIds, comingWeekId)}
              from={terms.from}
              to={terms.to}
              onChange={(weeks) => setTable(table, [{ terms: { ...terms, ...weeks }, prize }])}
            />
            <p className="my-2 text-sm text-ink-soft">
              For other games or players, add side tables in Pool settings later.
            </p>
            <Button tone="plain" aria-label={`Remove: ${terms.name}`} onClick={() => setTable(table, [])}>
              Remove this table
            </Button>
          </MoneyRow>
        );
      })}
    </ul>
  );
}

/** Dollars as typed: `$25`, or nothing. */
function priceText(typed: string): string {
  const cents = parseDollars(typed);
  if (cents === null) return typed;
  return cents === 0 ? 'nothing' : formatDollars(cents);
}

interface MoneyRowProps {
  readonly label: string;
  /** Whether its first field has the same label. */
  readonly isLabelHidden?: boolean;
  /** The sentence around the value. */
  readonly before: string;
  readonly value: string;
  readonly after?: string;
  /** Whether the pool sets it. */
  readonly isOwn: boolean;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
  readonly children: ReactNode;
}

/** A row that opens has the focus in its first field. */
function MoneyRow({
  label,
  isLabelHidden = false,
  before,
  value,
  after = '.',
  isOwn,
  isOpen,
  onToggle,
  children,
}: MoneyRowProps) {
  const fields = useRef<HTMLFieldSetElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const steady = useSteady<HTMLDivElement>();
  const id = useId();
  useEffect(() => {
    if (isOpen) fields.current?.querySelector('input')?.focus();
  }, [isOpen]);
  /** Enter in a field would send the form. */
  function closeOnEnter(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return;
    event.preventDefault();
    onToggle();
    button.current?.focus();
  }
  return (
    <li>
      <p className="rule-sentence">
        <span>{before}</span>
        <button
          ref={button}
          type="button"
          data-own={isOwn || undefined}
          aria-expanded={isOpen}
          aria-label={`${label}: ${value}`}
          onClick={onToggle}
        >
          {value}
        </button>
        <span>{after}</span>
      </p>
      {isOpen && (
        <div className="rule-control" {...steady}>
          <p id={id} className={isLabelHidden ? 'sr-only' : 'label mb-1.5 text-ink-soft'}>
            {label}
          </p>
          <fieldset ref={fields} aria-labelledby={id} onKeyDown={closeOnEnter}>
            {children}
          </fieldset>
        </div>
      )}
    </li>
  );
}

/** The weeks that a side table of a new pool can count: those that haven't begun, after the one whose lower half plays it. */
function possibleWeeks({ who }: SideTableTerms, weekIds: readonly string[], comingWeekId: string | null): string[] {
  return weekIds.filter(
    (id) =>
      (comingWeekId === null || compareWeeks(id, comingWeekId) >= 0) &&
      (who.kind !== 'lower' || compareWeeks(id, who.week) > 0),
  );
}

/** The ready-made side tables that are left to add. One of all weeks begins with the first that it can count. */
function tablesToAdd({ rules, weekIds, comingWeekId, draft }: MoneyBook): SideTableTerms[] {
  const taken = new Set(shownTables(draft, rules, weekIds).map(({ terms }) => terms.name));
  return readyMadeTables(weekIds).flatMap((table) => {
    const possible = possibleWeeks(table, weekIds, comingWeekId);
    const isOfAll = table.from === weekIds[0] && table.to === weekIds.at(-1);
    const terms = { ...table, from: isOfAll ? (possible[0] ?? table.from) : table.from };
    const isPossible = possible.includes(terms.from) && sideTableProblem(terms, weekIds, rules.format) === null;
    return isPossible && !taken.has(table.name) ? [terms] : [];
  });
}

/** What 'Add a rule' finds of money and side tables. */
export function moneyFinds(book: MoneyBook): MoreRow[] {
  const { rules, draft, open, onChange, onOpen } = book;
  const show = (key: string) => () => onOpen(new Set([...open, key]));
  return [
    {
      label: 'Entry fee',
      text: `Now: ${priceText(draft.plan.fee)}`,
      alias: moneyAlias.fee,
      onAdd: show(FEE),
    },
    ...(hasBuyBacks(rules)
      ? [
          {
            label: 'Buy-back fee',
            text: `Now: ${priceText(draft.plan.buyBack)}`,
            alias: moneyAlias.buyBack,
            onAdd: show(BUY_BACK),
          },
        ]
      : []),
    {
      label: 'Prizes',
      text: 'For places, in dollars or as shares.',
      alias: moneyAlias.prizes,
      onAdd: show(PRIZES),
    },
    ...tablesToAdd(book).map((table) => ({
      label: `Side table: ${table.name}`,
      text: sideTableWords(table, rules.format),
      alias: table.measure === 'fewest' ? moneyAlias.lastPlace : moneyAlias.tables,
      onAdd: () => {
        const others = draft.tables.filter(({ terms }) => terms.name !== table.name);
        onChange({ ...draft, tables: [...others, { terms: table, prize: '' }] });
        show(table.name)();
      },
    })),
  ];
}
