import { useQuery } from '@tanstack/react-query';
import type { PoolPerson } from '#contract/members.ts';
import type { PoolReply } from '#contract/pools.ts';
import { formatDollars } from '#core/money.ts';
import { ordinal } from '#core/ordinal.ts';
import { pointsText } from '#core/scoring.ts';
import { weekName, weekShortName } from '#core/weeks.ts';
import { missingQuery, missingText } from '#web/parts/missing-picks.ts';
import { moneyQuery } from '#web/parts/money/money-query.ts';
import { standingsQuery } from '#web/parts/queries.ts';

interface MemberFactsProps {
  readonly pool: PoolReply;
  readonly person: PoolPerson;
}

/** How a player stands, whether they have picked and whether they have paid: a line each, once it is known. */
export function MemberFacts({ pool, person: { entries } }: MemberFactsProps) {
  const standings = useQuery(standingsQuery(pool.id));
  const money = useQuery({ ...moneyQuery(pool.id), enabled: pool.hasMoney });
  const weekId = pool.activeWeekId;
  const missing = useQuery({ ...missingQuery(pool.id, weekId ?? ''), enabled: weekId !== null });
  if (entries.length === 0) return null;
  const isOwn = ({ id }: { readonly id: string }): boolean => entries.some((entry) => entry.id === id);
  const [row, another] = standings.data?.rows.filter(isOwn) ?? [];
  const dues = money.data?.entries.filter(isOwn) ?? [];
  const due = dues.reduce((sum, each) => sum + each.due, 0);
  const rest = dues.reduce((sum, each) => sum + Math.max(0, each.due - each.paid), 0);
  const gaps = missing.data?.entries.filter(isOwn) ?? [];
  const gap = gaps.reduce((sum, each) => sum + each.missing, 0);
  const lacksOrder = gaps.some((each) => each.lacksOrder);
  const place = row?.survival
    ? survivalText(row.survival)
    : row && `${ordinal(row.rank)}, ${pointsText(row.totalHalves)}`;
  return (
    <ul className="min-w-0 text-sm text-ink-soft sm:text-base">
      {/* With several entries, each has a place of its own. */}
      {place !== undefined && another === undefined && <li>{place}</li>}
      {weekId !== null && missing.data !== undefined && missing.data.openGames > 0 && (
        <li className={gaps.length > 0 ? 'text-amber' : ''}>
          {weekName(weekId)}: {gaps.length > 0 ? missingText(gap, lacksOrder, pool.rules) : 'all picked'}
        </li>
      )}
      {due > 0 && (
        <li className={rest > 0 ? 'text-amber' : ''}>{rest > 0 ? `${formatDollars(rest)} to pay` : 'Fee paid'}</li>
      )}
    </ul>
  );
}

function survivalText({ outWeekId }: { readonly outWeekId: string | null }): string {
  return outWeekId === null ? 'Still in' : `Out in ${weekShortName(outWeekId)}`;
}
