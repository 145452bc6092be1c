import type { KeyboardEvent, ReactNode } from 'react';
import { useEffect, useId, useRef } from 'react';
import { traitsOf } from '#core/formats/traits.ts';
import { formatDollars, parseDollars } from '#core/money.ts';
import { normalizeName } from '#core/names.ts';
import type { PlanFlaw } from '#core/prize-shares.ts';
import { closedRule } from '#core/rules/closed-rules.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import { hasBuyBacks } from '#core/rules/pool-rules.ts';
import type { SideTableTerms } from '#core/side-tables.ts';
import { MAX_SIDE_TABLES, readyMadeTables, sideTableProblem, sideTableWords } from '#core/side-tables.ts';
import { hasWeek } from '#core/weeks.ts';
import { Amount } from '#web/parts/money/amount.tsx';
import type { PlanDraft } from '#web/parts/money/plan-draft.ts';
import { placeOf, planUnder, prizeTexts } from '#web/parts/money/plan-draft.ts';
import { PrizeFields } from '#web/parts/money/plan-fields.tsx';
import { prizeText } from '#web/parts/side-tables.ts';
import { Button } from '#web/ui/button.tsx';
import { Segments } from '#web/ui/segments.tsx';
import { moneyAlias } from './money-alias.ts';
import { NotRules } from './not-rules.tsx';
import type { MoreRow } from './rule-search.ts';
import type { DraftTable, Limits } from './side-table-draft.ts';
import {
  draftOf,
  enteredOf,
  hasWrongAmount,
  ownTable,
  possibleWeeks,
  problemOf,
  withNames,
} from './side-table-draft.ts';
import { RemoveTable, SideTableFields } from './side-table-fields.tsx';
import { useSteady } from './use-steady.ts';

/** The money of a new pool as its maker types it. */
export interface MoneyDraft {
  readonly plan: PlanDraft;
  /** Also those that the chosen format can't have: another choice brings them back. */
  readonly tables: readonly DraftTable[];
}

/** The rows whose fields are open: one, besides those with a wrong amount. Fees, prizes, and side tables by key. */
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
const PRIZES = 'prizes';

/** The side tables that the pool can have, as typed, without weeks that it doesn't play. */
function shownTables({ tables }: Pick<MoneyDraft, 'tables'>, { weekIds, format }: Limits): DraftTable[] {
  const possible = tables.flatMap((table) => {
    const own = weekIds.filter((id) => hasWeek(table, id));
    const [from, to] = [own[0], own.at(-1)];
    if (from === undefined || to === undefined) return [];
    const shown = { ...table, from, to };
    // Its name and its prize are typed in its row.
    const terms = { ...enteredOf(shown), name: 'Any name', cents: 0 };
    return sideTableProblem(terms, weekIds, format) === null ? [shown] : [];
  });
  return possible.slice(0, MAX_SIDE_TABLES);
}

/** The side tables to send, with the rows of those that were typed wrong. */
export function tablesOf(money: Pick<MoneyDraft, 'tables'>, limits: Limits) {
  const tables = withNames(shownTables(money, limits));
  const wrong = tables.filter((table) => hasWrongAmount(table) || problemOf(table, tables, limits) !== null);
  return { tables: tables.map(enteredOf), wrong: wrong.map(({ key }) => key) };
}

/** The rows with a wrong amount, which stay open. */
export function wrongRows(book: Pick<MoneyBook, 'rules' | 'weekIds' | 'comingWeekId' | 'draft' | 'flaw'>): string[] {
  const { plan } = book.draft;
  const hasWrongPrize = book.flaw !== null || [...plan.week, ...plan.places].some((place) => placeOf(place) === null);
  return [
    ...(parseDollars(plan.fee) === null ? [FEE] : []),
    ...(parseDollars(plan.buyBack) === null ? [BUY_BACK] : []),
    ...(hasWrongPrize ? [PRIZES] : []),
    ...tablesOf(book.draft, limitsOf(book)).wrong,
  ];
}

/** Opens a row, and closes the others. */
function openOnly(key: string, book: MoneyBook): void {
  book.onOpen(new Set([key, ...wrongRows(book).filter((each) => book.open.has(each))]));
}

/** The fees, prizes and side tables of a new pool as sentences, each of which opens its fields in place. */
export function MoneyRows(book: MoneyBook) {
  const { rules, draft, open, flaw, onChange, onRules, onOpen } = book;
  const { plan, tables } = draft;
  const limits = limitsOf(book);
  const set = (some: Partial<PlanDraft>): void => onChange({ ...draft, plan: { ...plan, ...some } });
  const row = (key: string) => ({
    isOpen: open.has(key),
    onToggle: () => {
      if (!open.has(key)) openOnly(key, book);
      else if (!wrongRows(book).includes(key)) onOpen(new Set([...open].filter((each) => each !== key)));
    },
  });
  const setTable = (key: string, next: readonly DraftTable[]): void =>
    onChange({ ...draft, tables: tables.flatMap((each) => (each.key === key ? next : [each])) });
  const hasWeekly = traitsOf(rules).rules.has('weekly') && closedRule('weekly', rules) === null;
  const known = planUnder(plan, rules);
  const sides = tablesOf(draft, limits);
  const prizes =
    known === null
      ? AS_TYPED
      : prizeTexts(known, rules.weekly, sides.tables)
          .map((text) => `${text}.`)
          .join(' ');
  const hasNoPrizes = prizes === '' && !open.has(PRIZES);
  /** In whole sentences. */
  const isSaid = known !== null && prizes !== '';
  const shown = shownTables(draft, limits);
  const named = withNames(shown);
  return (
    <ul>
      <MoneyRow
        label="Entry fee"
        isLabelHidden
        before={rules.weekly ? 'Each week that an entry plays costs ' : 'An entry costs '}
        value={priceText(plan.fee)}
        isOwn={plan.fee !== ''}
        {...row(FEE)}
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
          {...row(BUY_BACK)}
        >
          <Amount label="Buy-back fee in dollars" value={plan.buyBack} onChange={(buyBack) => set({ buyBack })} />
        </MoneyRow>
      )}
      <MoneyRow
        label="Prizes"
        isLabelHidden
        before={hasNoPrizes ? 'There are ' : isSaid ? '' : 'Prizes: '}
        value={hasNoPrizes ? 'no prizes' : prizes || 'none yet'}
        after={isSaid ? '' : '.'}
        isOwn={prizes !== ''}
        {...row(PRIZES)}
      >
        <PrizeFields
          draft={plan}
          rules={rules}
          flaw={flaw}
          onFee={() => openOnly(FEE, book)}
          onChange={(next) => onChange({ ...draft, plan: next })}
        />
        <NotRules at="prizes" rules={rules} />
      </MoneyRow>
      {named.map((table, at) => {
        const { key, name, prize } = table;
        const words = [sideTableWords(enteredOf(table), rules.format), prizeText(parseDollars(prize) ?? 0)];
        return (
          <MoneyRow
            key={key}
            label="Side table"
            isLabelHidden
            before="Side table: "
            value={name}
            after={`. ${words.filter(Boolean).join(' ')}`}
            isOwn
            foot={<RemoveTable name={name} onRemove={() => setTable(key, [])} />}
            {...row(key)}
          >
            <SideTableFields
              table={shown[at] ?? table}
              name={name}
              limits={limits}
              problem={problemOf(table, named, limits)}
              onChange={(next) => setTable(key, [next])}
            />
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
  /** Its first character stays beside the value. */
  readonly after?: string;
  /** Whether the pool sets it. */
  readonly isOwn: boolean;
  readonly isOpen: boolean;
  /** Opens it, or closes it unless an amount is wrong. */
  readonly onToggle: () => void;
  /** What stands beside Done. */
  readonly foot?: ReactNode;
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
  foot,
  children,
}: MoneyRowProps) {
  const row = useRef<HTMLLIElement>(null);
  const fields = useRef<HTMLFieldSetElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const steady = useSteady<HTMLDivElement>();
  const id = useId();
  useEffect(() => {
    if (!isOpen) return;
    row.current?.scrollIntoView({ block: 'nearest' });
    fields.current?.querySelector('input')?.focus({ preventScroll: true });
  }, [isOpen]);
  function finish(): void {
    const wrong = fields.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    onToggle();
    (wrong ?? button.current)?.focus();
  }
  /** Enter in a field would send the form. */
  function finishOnEnter(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return;
    event.preventDefault();
    finish();
  }
  return (
    <li ref={row}>
      <p className="rule-sentence">
        <span>{before}</span>
        <span className="rule-value">
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
          {after.slice(0, 1)}
        </span>
        <span>{after.slice(1)}</span>
      </p>
      {isOpen && (
        <div className="rule-control" {...steady}>
          <p id={id} className={isLabelHidden ? 'sr-only' : 'label mb-1.5 text-ink-soft'}>
            {label}
          </p>
          <fieldset ref={fields} aria-labelledby={id} onKeyDown={finishOnEnter}>
            {children}
          </fieldset>
          <div className="rule-foot">
            <Button tone="plain" onClick={finish}>
              Done
            </Button>
            {foot}
          </div>
        </div>
      )}
    </li>
  );
}

/** What limits the side tables of a new pool. */
function limitsOf({ rules, weekIds, comingWeekId }: Pick<MoneyBook, 'rules' | 'weekIds' | 'comingWeekId'>): Limits {
  return { weekIds, comingWeekId, format: rules.format };
}

/** The ready-made side tables that are left to add. One of all weeks begins with the first that it can count. */
function tablesToAdd(limits: Limits, shown: readonly DraftTable[]): SideTableTerms[] {
  const { weekIds, format } = limits;
  const taken = new Set(shown.map(({ name }) => normalizeName(name)));
  return readyMadeTables(weekIds).flatMap((table) => {
    const possible = possibleWeeks(table, limits);
    const isOfAll = table.from === weekIds[0] && table.to === weekIds.at(-1);
    const terms = { ...table, from: isOfAll ? (possible[0] ?? table.from) : table.from };
    const isPossible = possible.includes(terms.from) && sideTableProblem(terms, weekIds, format) === null;
    return isPossible && !taken.has(normalizeName(table.name)) ? [terms] : [];
  });
}

/** What 'Add a rule' finds of side tables. */
function tableFinds(book: MoneyBook): MoreRow[] {
  const { rules, draft, onChange } = book;
  const limits = limitsOf(book);
  const shown = shownTables(draft, limits);
  const own = ownTable(limits);
  const hasGames = traitsOf(rules).plays === 'weeks';
  function add(terms: SideTableTerms): void {
    // A hidden table of this name would come back beside it.
    const others = draft.tables.filter(({ name }) => name === '' || name !== terms.name);
    const key = freeKey(others);
    onChange({ ...draft, tables: [...others, draftOf(terms, key)] });
    openOnly(key, book);
  }
  const ofOwn = {
    label: 'Side table of your own',
    alias: hasGames ? `${moneyAlias.ownTable}, ${moneyAlias.ownGames}` : moneyAlias.ownTable,
  };
  if (shown.length === MAX_SIDE_TABLES) {
    const text = `A pool can have ${MAX_SIDE_TABLES} side tables. Remove one to add another.`;
    return [{ ...ofOwn, text, onAdd: null }];
  }
  return [
    ...(own === null
      ? []
      : [
          {
            ...ofOwn,
            text: `For ${hasGames ? 'weeks, games and players' : 'weeks and players'} that you choose.`,
            onAdd: () => add(own),
          },
        ]),
    ...tablesToAdd(limits, shown).map((table) => ({
      label: `Side table: ${table.name}`,
      text: sideTableWords(table, rules.format),
      alias: table.measure === 'fewest' ? moneyAlias.lastPlace : moneyAlias.tables,
      onAdd: () => add(table),
    })),
  ];
}

/** A key that no side table of a new pool has. */
function freeKey(tables: readonly DraftTable[]): string {
  const taken = new Set(tables.map(({ key }) => key));
  let number = 1;
  while (taken.has(`table-${number}`)) number += 1;
  return `table-${number}`;
}

/** What 'Add a rule' finds of money and side tables. */
export function moneyFinds(book: MoneyBook): MoreRow[] {
  const { rules, draft } = book;
  const show = (key: string) => () => openOnly(key, book);
  return [
    {
      label: 'Entry fee',
      text: `Now: ${priceText(draft.plan.fee)}`,
      alias: moneyAlias.fee,
      isShown: true,
      onAdd: show(FEE),
    },
    ...(hasBuyBacks(rules)
      ? [
          {
            label: 'Buy-back fee',
            text: `Now: ${priceText(draft.plan.buyBack)}`,
            alias: moneyAlias.buyBack,
            isShown: true,
            onAdd: show(BUY_BACK),
          },
        ]
      : []),
    {
      label: 'Prizes',
      text: 'For places, in dollars or as shares.',
      alias: moneyAlias.prizes,
      isShown: true,
      onAdd: show(PRIZES),
    },
    ...tableFinds(book),
  ];
}
