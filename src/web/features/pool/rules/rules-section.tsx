import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { MoneyReply } from '#contract/money.ts';
import type { PoolReply } from '#contract/pools.ts';
import type { SideTableShape } from '#contract/side-tables.ts';
import { traitsOf } from '#core/formats/traits.ts';
import { capital } from '#core/listed.ts';
import { pricesOf } from '#core/money.ts';
import { tidyRules } from '#core/rules/closed-rules.ts';
import { ruleExample } from '#core/rules/example.ts';
import type { PoolRules, RuleName } from '#core/rules/pool-rules.ts';
import { ruleSentences } from '#core/rules/sentences.ts';
import { sideTableWords } from '#core/side-tables.ts';
import { MONEY } from '#web/features/pool/paths.ts';
import type { SectionProps } from '#web/features/pool/sections.tsx';
import { isAwaited } from '#web/lib/awaited.ts';
import { Link } from '#web/lib/navigation.tsx';
import { moneyQuery } from '#web/parts/money-query.ts';
import { gamesQuery } from '#web/parts/queries.ts';
import { LabOutcome } from '#web/parts/rule-lab/lab-outcome.tsx';
import { RulesFields } from '#web/parts/rules-fields.tsx';
import { prizeText } from '#web/parts/side-tables.ts';
import { Button } from '#web/ui/button.tsx';
import { Loading, Skeleton } from '#web/ui/loaded.tsx';
import { PoolDownloads } from './pool-downloads.tsx';
import './rules-section.css';

/** The rules of the pool in words: its own, the defaults in one sentence and folded in full, and one real game; and the lab. */
export function RulesSection({ pool }: SectionProps) {
  const example = useExample(pool);
  const money = useQuery({ ...moneyQuery(pool.id), enabled: pool.hasMoney });
  if (example === undefined || isAwaited(money)) {
    return (
      <Loading>
        <Skeleton className="h-144" />
      </Loading>
    );
  }
  const { own, usual, summary } = ruleSentences(pool.rules);
  return (
    <div className="grid items-start gap-5 lg:grid-cols-2">
      <section aria-label="Rules" className="panel min-w-0 p-5 sm:p-6">
        {own.length > 0 && <h2 className="label mb-2 text-amber">Special in this pool</h2>}
        <Sentences texts={own} className="mb-5 text-lg" />
        <p className={own.length > 0 ? 'text-ink-soft' : 'text-lg'}>{summary}</p>
        <details className="mt-2">
          <summary className="py-3 text-ink-soft">{own.length > 0 ? 'All other rules' : 'All rules'}</summary>
          <Sentences texts={usual} className="mb-4" />
        </details>
        <SideTables tables={pool.sideTables ?? []} format={pool.rules.format} />
        {pool.hasMoney && (
          <p className="mb-4">
            {money.data && priceText(money.data.plan, pool.rules)}Fees and prizes are under{' '}
            <Link to={MONEY} className="text-amber underline underline-offset-4">
              Money
            </Link>
            .
          </p>
        )}
        <PoolDownloads poolId={pool.id} />
        {example !== null && (
          <div className="mt-5 rounded-lg bg-panel-low p-4">
            <h2 className="label mb-1 text-ink-soft">For example</h2>
            <p>{example}</p>
          </div>
        )}
      </section>
      {traitsOf(pool.rules).plays === 'weeks' && <LabSection pool={pool} />}
    </div>
  );
}

/** A sentence, with a space after it: `Entry fee $25, buy-back $15. `; empty if the pool costs nothing. */
function priceText(plan: MoneyReply['plan'], rules: PoolRules): string {
  const prices = [...pricesOf(plan, rules)].map((price) => price.join(' '));
  return prices.length === 0 ? '' : `${capital(prices.join(', ').toLowerCase())}. `;
}

interface SideTablesProps {
  readonly tables: readonly SideTableShape[];
  readonly format: PoolRules['format'];
}

/** The side tables in words, if the pool has any. */
function SideTables({ tables, format }: SideTablesProps) {
  if (tables.length === 0) return null;
  return (
    <>
      <h2 className="heading mt-4 mb-2 text-xl">Side tables</h2>
      <ul className="rule-list mb-4">
        {tables.map((table) => (
          <li key={table.id} className="break-words">
            <span className="font-medium">{table.name}:</span>{' '}
            {[sideTableWords(table, format), prizeText(table.cents)].filter(Boolean).join(' ')}
          </li>
        ))}
      </ul>
    </>
  );
}

function Sentences({ texts, className }: { readonly texts: readonly string[]; readonly className: string }) {
  if (texts.length === 0) return null;
  return (
    <ul className={`rule-list ${className}`}>
      {texts.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  );
}

/**
 * One real game under the rules of a pool: of the active week, or of the previous one while no game of it is over. Null if there is none,
 * undefined while the games load.
 */
function useExample(pool: PoolReply): string | null | undefined {
  const { id, weeks, activeWeekId, rules } = pool;
  const at = weeks.indexOf(activeWeekId ?? '');
  const [week, weekBefore] = [weeks[at], weeks[at - 1]];
  const latest = useQuery({ ...gamesQuery(id, week ?? '', pool), enabled: week !== undefined });
  const example = latest.data === undefined ? null : ruleExample(latest.data, rules);
  const asksBefore = !isAwaited(latest) && example === null && weekBefore !== undefined;
  const before = useQuery({ ...gamesQuery(id, weekBefore ?? '', pool), enabled: asksBefore });
  if (isAwaited(latest) || isAwaited(before)) return undefined;
  return example ?? (before.data === undefined ? null : ruleExample(before.data, rules));
}

/** Offers to try the season under other rules. */
function LabSection({ pool }: { readonly pool: PoolReply }) {
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

/** Rules that the lab cannot change: it counts the existing entries. */
const notCounted = ['entries'] as const satisfies readonly RuleName[];

interface RuleLabProps {
  readonly pool: PoolReply;
}

/** Rules to try, and the season under them. */
function RuleLab({ pool }: RuleLabProps) {
  const [chosen, setChosen] = useState<Partial<PoolRules>>({});
  const others = useMemo(() => tidyRules({ ...pool.rules, ...chosen }), [pool.rules, chosen]);
  return (
    <div className="mt-4 grid gap-x-8 gap-y-4 md:grid-cols-2">
      <RulesFields
        title="Other rules"
        settled="Not part of the lab."
        rules={others}
        hidden={notCounted}
        onChange={(some) => setChosen({ ...chosen, ...some })}
      />
      <LabOutcome poolId={pool.id} rules={pool.rules} others={others} />
    </div>
  );
}
