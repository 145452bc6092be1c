import type { KeyboardEvent, ReactNode } from 'react';
import { useEffect, useId, useRef } from 'react';
import { traitsOf } from '#core/formats/traits.ts';
import { formatDollars, parseDollars } from '#core/money.ts';
import { normalizeName } from '#core/names.ts';
import type { PlanFlaw } from '#core/prize-shares.ts';
import { dollarsOf, hasShares, weekPlaces } from '#core/prize-shares.ts';
import { closedRule } from '#core/rules/closed-rules.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import { hasBuyBacks } from '#core/rules/pool-rules.ts';
import type { SideTableTerms } from '#core/side-tables.ts';
import { MAX_SIDE_TABLES, readyMadeTables, sideTableProblem, sideTableWords } from '#core/side-tables.ts';
import { hasWeek } from '#core/weeks.ts';
import { Amount } from '#web/parts/money/amount.tsx';
import type { Plan, PlanDraft } from '#web/parts/money/plan-draft.ts';
import { placeOf, planUnder, prizeTexts } from '#web/parts/money/plan-draft.ts';
import { PrizeFields } from '#web/parts/money/plan-fields.tsx';
import { prizeText } from '#web/parts/side-tables.ts';
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
import { SideTableFields } from './side-table-fields.tsx';
import { useSteady } from './use-steady.ts';

/** The money of a new pool as its maker types it. */
export interface MoneyDraft {
  readonly plan: PlanDraft;
  /** Also those that the chosen format can't have: another choice brings them back. */
  readonly tables: readonly DraftTable[];
}

/** The rows whose fields are open: the fees, the prizes, and side tables by key. */
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

/** The fees, prizes and side tables of a new pool as sentences, each of which opens its fields in place. */
export function MoneyRows(book: MoneyBook) {
  const { rules, draft, open, flaw, onChange, onRules, onOpen } = book;
  const { plan, tables } = draft;
  const limits = limitsOf(book);
  const set = (some: Partial<PlanDraft>): void => onChange({ ...draft, plan: { ...plan, ...some } });
  /** A row with a wrong amount stays open. */
  const row = (key: string, isWrong: boolean) => ({
    isOpen: open.has(key),
    onToggle: () => {
      if (!open.has(key)) onOpen(new Set([...open, key]));
      else if (!isWrong) onOpen(new Set([...open].filter((each) => each !== key)));
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
  const hasWrongPrize = [...plan.week, ...plan.places].some((place) => placeOf(place) === null);
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
        before={hasNoPrizes ? 'There are ' : isSaid ? '' : 'Prizes: '}
        value={hasNoPrizes ? 'no prizes' : prizes || 'none yet'}
        after={isSaid ? '' : '.'}
        isOwn={prizes !== ''}
        {...row(PRIZES, hasWrongPrize || flaw !== null)}
      >
        <PrizeFields draft={plan} rules={rules} flaw={flaw} onChange={(next) => onChange({ ...draft, plan: next })} />
        <p className="text-sm text-ink-soft">{known !== null && noFeeNote(known)}</p>
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
            {...row(key, sides.wrong.includes(key))}
          >
            <SideTableFields
              table={shown[at] ?? table}
              name={name}
              limits={limits}
              problem={problemOf(table, named, limits)}
              onChange={(next) => setTable(key, [next])}
              onRemove={() => setTable(key, [])}
            />
          </MoneyRow>
        );
      })}
    </ul>
  );
}

/** What prizes without fees need. */
function noFeeNote(plan: Plan): string | null {
  if (plan.fee > 0) return null;
  if (hasShares(plan)) return 'Percentages are of the fees: set an entry fee, too.';
  if (plan.buyBack || dollarsOf([...weekPlaces(plan), ...plan.places]) === 0) return null;
  return 'No entry fee: these prizes come from outside the pool.';
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
          <fieldset ref={fields} aria-labelledby={id} onKeyDown={closeOnEnter}>
            {children}
          </fieldset>
        </div>
      )}
    </li>
  );
}

/** What limits the side tables of a new pool. */
function limitsOf({ rules, weekIds, comingWeekId }: MoneyBook): Limits {
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
  const { rules, draft, open, onChange, onOpen } = book;
  const limits = limitsOf(book);
  const shown = shownTables(draft, limits);
  const own = ownTable(limits);
  const hasGames = traitsOf(rules).plays === 'weeks';
  function add(terms: SideTableTerms): void {
    // A hidden table of this name would come back beside it.
    const others = draft.tables.filter(({ name }) => name === '' || name !== terms.name);
    const key = freeKey(others);
    onChange({ ...draft, tables: [...others, draftOf(terms, key)] });
    onOpen(new Set([...open, key]));
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
  const { rules, draft, open, onOpen } = book;
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
    ...tableFinds(book),
  ];
}
