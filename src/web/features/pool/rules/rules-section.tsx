import { useQuery } from '@tanstack/react-query';
import { useId, useMemo, useState } from 'react';
import type { MoneyReply } from '#contract/money.ts';
import type { PoolReply } from '#contract/pools.ts';
import type { SideTableShape } from '#contract/side-tables.ts';
import { traitsOf } from '#core/formats/traits.ts';
import { settledRules, tidyRules } from '#core/rules/closed-rules.ts';
import { ruleExample, sampleExample } from '#core/rules/example.ts';
import type { PoolRules, RuleName } from '#core/rules/pool-rules.ts';
import { keptTexts } from '#core/rules/sentences.ts';
import { sideTableWords } from '#core/side-tables.ts';
import { weeksText } from '#core/weeks.ts';
import { MONEY } from '#web/features/pool/paths.ts';
import type { SectionProps } from '#web/features/pool/sections.tsx';
import { isAwaited } from '#web/lib/awaited.ts';
import { Link } from '#web/lib/navigation.tsx';
import { moneyQuery } from '#web/parts/money/money-query.ts';
import { planTexts } from '#web/parts/money/plan-draft.ts';
import { gamesQuery } from '#web/parts/queries.ts';
import { LabOutcome } from '#web/parts/rule-lab/lab-outcome.tsx';
import { Rulebook } from '#web/parts/rulebook/rulebook.tsx';
import { prizeText } from '#web/parts/side-tables.ts';
import { Button } from '#web/ui/button.tsx';
import { Loading, Skeleton } from '#web/ui/loaded.tsx';
import { PoolDownloads } from './pool-downloads.tsx';

/** The rules of the pool, one real game under them, and the lab. */
export function RulesSection({ pool }: SectionProps) {
  const exampleId = useId();
  const example = useExample(pool);
  const money = useQuery({ ...moneyQuery(pool.id), enabled: pool.hasMoney });
  if (example === undefined || isAwaited(money)) {
    return (
      <Loading>
        <Skeleton className="h-144" />
      </Loading>
    );
  }
  return (
    <div className="grid items-start gap-5 lg:grid-cols-2 lg:grid-rows-[auto_1fr]">
      <section aria-label="Rules" className="panel row-span-2 min-w-0 p-4 sm:p-6">
        {pool.description && <p className="mb-3 whitespace-pre-line break-words">{pool.description}</p>}
        <p className="mb-3 text-ink-soft">Weeks: {weeksText(pool.weeks)}.</p>
        <Rulebook
          heading="h2"
          rules={pool.rules}
          weekIds={pool.weeks}
          notes={keptTexts(pool.rules, pool.weekRules ?? {}, pool.activeWeekId)}
          money={
            hasRows(pool) && (
              <ul>
                {pool.hasMoney && (
                  <li>
                    {money.data && `${moneyText(money.data.plan, pool)} `}Who has paid is under{' '}
                    <Link to={MONEY} className="text-amber underline underline-offset-4">
                      Money
                    </Link>
                    .
                  </li>
                )}
                <SideTables tables={pool.sideTables ?? []} format={pool.rules.format} />
              </ul>
            )
          }
        />
        <div className="mt-4">
          <PoolDownloads poolId={pool.id} />
        </div>
      </section>
      <section aria-labelledby={exampleId} className="panel p-4 sm:p-6">
        <h2 id={exampleId} className="heading mb-1 text-xl">
          For example
        </h2>
        <p>{example}</p>
      </section>
      {traitsOf(pool.rules).plays === 'weeks' && <LabSection pool={pool} />}
    </div>
  );
}

/** Whether the card Money has a row. */
function hasRows({ hasMoney, sideTables = [] }: PoolReply): boolean {
  return hasMoney || sideTables.length > 0;
}

/** The fees and prizes, in sentences: `Entry fee: $25. For the season, 1st place gets $100.` */
function moneyText(plan: MoneyReply['plan'], { rules, sideTables = [] }: PoolReply): string {
  return planTexts(plan, rules, sideTables)
    .map((text) => `${text}.`)
    .join(' ');
}

interface SideTablesProps {
  readonly tables: readonly SideTableShape[];
  readonly format: PoolRules['format'];
}

/** The side tables in words. */
function SideTables({ tables, format }: SideTablesProps) {
  return tables.map((table) => (
    <li key={table.id} className="break-words">
      <strong>{table.name}:</strong> {[sideTableWords(table, format), prizeText(table.cents)].filter(Boolean).join(' ')}
    </li>
  ));
}

/**
 * One real game under the rules of a pool: of the active week, or of the previous one while no game of it is over, or of an earlier
 * season. Undefined while the games load.
 */
function useExample(pool: PoolReply): string | undefined {
  const { id, weeks, activeWeekId, rules } = pool;
  const at = weeks.indexOf(activeWeekId ?? '');
  const [week, weekBefore] = [weeks[at], weeks[at - 1]];
  const latest = useQuery({ ...gamesQuery(id, week ?? '', pool), enabled: week !== undefined });
  const example = latest.data === undefined ? null : ruleExample(latest.data, rules);
  const asksBefore = !isAwaited(latest) && example === null && weekBefore !== undefined;
  const before = useQuery({ ...gamesQuery(id, weekBefore ?? '', pool), enabled: asksBefore });
  if (isAwaited(latest) || isAwaited(before)) return undefined;
  const exampleBefore = before.data === undefined ? null : ruleExample(before.data, rules);
  return example ?? exampleBefore ?? sampleExample(rules);
}

/** Offers to try the season under other rules. */
function LabSection({ pool }: { readonly pool: PoolReply }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <section
      aria-label="Rule lab"
      className={`panel min-w-0 p-4 sm:p-6 ${isOpen ? 'lg:col-span-2' : 'lg:col-start-2'}`}
    >
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
    <div className="mt-4 grid items-start gap-x-8 gap-y-4 md:grid-cols-2">
      <Rulebook
        settled={{ rules: settledRules, text: "aren't part of the lab" }}
        rules={others}
        hidden={notCounted}
        onChange={(some) => setChosen({ ...chosen, ...some })}
      />
      <div className="max-md:order-first">
        <LabOutcome poolId={pool.id} rules={pool.rules} others={others} />
      </div>
    </div>
  );
}
