import { useQuery } from '@tanstack/react-query';
import type { PoolPerson } from '#contract/members.ts';
import type { MoneyReply } from '#contract/money.ts';
import type { MissingReply } from '#contract/notify.ts';
import type { PoolReply } from '#contract/pools.ts';
import type { StandingsReply } from '#contract/standings.ts';
import { formatDollars } from '#core/money.ts';
import { ordinal } from '#core/ordinal.ts';
import { pointsText } from '#core/scoring.ts';
import { weekName } from '#core/weeks.ts';
import { missingQuery, missingText } from '#web/parts/missing-picks.ts';
import { moneyQuery } from '#web/parts/money/money-query.ts';
import { restOf } from '#web/parts/money/unpaid.ts';
import { standingsQuery } from '#web/parts/queries.ts';

interface MemberFactsProps {
  readonly pool: PoolReply;
  readonly person: PoolPerson;
}

/** How a player stands, whether they have picked and whether they have paid. */
export function MemberFacts({ pool, person: { entries } }: MemberFactsProps) {
  const weekId = pool.activeWeekId;
  const known = {
    standings: useQuery(standingsQuery(pool.id)).data,
    money: useQuery({ ...moneyQuery(pool.id), enabled: pool.hasMoney }).data,
    missing: useQuery({ ...missingQuery(pool.id, weekId ?? ''), enabled: weekId !== null }).data,
  };
  return (
    <ul className="min-w-0 text-sm text-ink-soft sm:text-base">
      {memberFacts(entries, pool, known).map(({ text, isOpen }) => (
        <li key={text} className={isOpen ? 'text-amber' : ''}>
          {text}
        </li>
      ))}
    </ul>
  );
}

interface Known {
  readonly standings?: Pick<StandingsReply, 'rows'> | undefined;
  readonly money?: Pick<MoneyReply, 'entries'> | undefined;
  readonly missing?: Pick<MissingReply, 'entries' | 'openGames'> | undefined;
}

interface Fact {
  readonly text: string;
  /** Whether there is something to do. */
  readonly isOpen: boolean;
}

/** A line for each fact that is known. */
export function memberFacts(
  entries: PoolPerson['entries'],
  { activeWeekId, rules }: Pick<PoolReply, 'activeWeekId' | 'rules'>,
  { standings, money, missing }: Known,
): readonly Fact[] {
  if (entries.length === 0) return [];
  const isOwn = ({ id }: { readonly id: string }): boolean => entries.some((entry) => entry.id === id);
  const facts: Fact[] = [];
  const [row, another] = standings?.rows.filter(isOwn) ?? [];
  // With several entries, each has a place of its own.
  if (row && !another) facts.push({ text: placeText(row), isOpen: false });
  if (activeWeekId !== null && missing && missing.openGames > 0) {
    const gaps = missing.entries.filter(isOwn);
    const count = gaps.reduce((sum, gap) => sum + gap.missing, 0);
    const lacksOrder = gaps.some((gap) => gap.lacksOrder);
    const text = gaps.length > 0 ? missingText(count, lacksOrder, rules) : 'all picked';
    facts.push({ text: `${weekName(activeWeekId)}: ${text}`, isOpen: gaps.length > 0 });
  }
  const dues = money?.entries.filter(isOwn).filter(({ due }) => due > 0) ?? [];
  const rest = dues.reduce((sum, { due, paid }) => sum + restOf({ cents: due, paid }), 0);
  if (dues.length > 0) facts.push({ text: rest > 0 ? `${formatDollars(rest)} to pay` : 'Fee paid', isOpen: rest > 0 });
  return facts;
}

function placeText({ rank, totalHalves, survival }: StandingsReply['rows'][number]): string {
  if (!survival) return `${ordinal(rank)}, ${pointsText(totalHalves)}`;
  return survival.outWeekId === null ? 'Still in' : `Out in ${weekName(survival.outWeekId)}`;
}
