import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ordinal } from '#core/ordinal.ts';
import type { LabRow } from '#core/rules/lab.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import { ruleNames } from '#core/rules/pool-rules.ts';
import { formatPoints } from '#core/scoring.ts';
import type { SideTableTerms } from '#core/side-tables.ts';
import { weekName } from '#core/weeks.ts';
import { call } from '#web/lib/api.ts';
import { useMe } from '#web/lib/session-provider.tsx';
import { poolQuery } from '#web/parts/queries.ts';
import { Loaded, Skeleton } from '#web/ui/loaded.tsx';
import { ScrollArea } from '#web/ui/scroll-area.tsx';
import type { LabAnswer, LabQuestion } from './lab-worker.ts';
import './lab-outcome.css';

interface LabOutcomeProps {
  readonly poolId: string;
  readonly rules: PoolRules;
  readonly others: PoolRules;
}

/** The season of a pool under its rules and under others, side by side. Nothing is saved. */
export function LabOutcome({ poolId, rules, others }: LabOutcomeProps) {
  const season = useQuery({
    queryKey: ['lab', poolId],
    queryFn: ({ signal }) => call('GET /api/pools/:poolId/lab', { params: { poolId } }, signal),
    meta: { failure: 'Error fetching the season' },
  });
  const pool = useQuery(poolQuery(poolId));
  return (
    <Loaded query={season} failure="Couldn't load the season" skeleton={<Skeleton className="h-96" />}>
      {(reply) => (
        <Loaded query={pool} failure="Couldn't load the pool" skeleton={<Skeleton className="h-96" />}>
          {({ sideTables = noTables }) => <Outcome season={reply} {...{ rules, others, sideTables }} />}
        </Loaded>
      )}
    </Loaded>
  );
}

const noTables: readonly SideTableTerms[] = [];

function Outcome(question: LabQuestion) {
  const result = useLab(question);
  const { rules, others } = question;
  const isSame = ruleNames.every((rule) => rules[rule] === others[rule]);
  if (result === 'failed') return <p className="text-red">This can't be worked out here. Please reload the page.</p>;
  if (result === null) return <Skeleton className="h-96" />;
  const { rows, otherLeaderWeek, sideTables } = result;
  return (
    <div>
      <p role="status" className="mb-3">
        {isSame ? 'Change a rule to see this season under it.' : leadersText(otherLeaderWeek)}
      </p>
      {sideTables.map((text) => (
        <p key={text} className="mb-3">
          {text}
        </p>
      ))}
      <ScrollArea aria-label="Now and then" className="lab-table">
        <table className="w-full text-left">
          <thead className="label text-ink-soft">
            <tr>
              <th scope="col" className="px-2 py-1">
                Player
              </th>
              <th scope="col" className="py-1 text-right">
                Now
              </th>
              <th scope="col">
                <span className="sr-only">Change</span>
              </th>
              <th scope="col" className="py-1 pr-2 text-right">
                Then
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <Line key={row.id} row={row} />
            ))}
          </tbody>
        </table>
      </ScrollArea>
    </div>
  );
}

/** @param week the first after which others would have led; null if there is none */
function leadersText(week: string | null): string {
  if (week === null) return 'The same players would have led after every week.';
  return `After ${weekName(week)} somebody else would have led.`;
}

function Line({ row: { ownerId, name, rank, total, otherRank, otherTotal } }: { readonly row: LabRow }) {
  const me = useMe();
  const gained = rank - otherRank;
  return (
    <tr className={ownerId === me.id ? 'own-row' : 'striped-row'}>
      <th scope="row" className="w-full px-2 py-2 font-medium wrap-anywhere">
        {name}
      </th>
      <td className="py-2 text-right whitespace-nowrap text-ink-soft">
        <span className="pr-2 text-sm">{ordinal(rank)}</span>
        <span className="font-display text-lg">{formatPoints(total)}</span>
      </td>
      <td className={`px-3 py-2 text-right text-sm whitespace-nowrap ${gained > 0 ? 'text-turf' : 'text-red'}`}>
        {gained !== 0 && (
          <>
            <span aria-hidden="true">
              {gained > 0 ? '▲' : '▼'}
              {Math.abs(gained)}
            </span>
            <span className="sr-only">{`${gained > 0 ? 'up' : 'down'} ${Math.abs(gained)}`}</span>
          </>
        )}
      </td>
      <td className="py-2 pr-2 text-right whitespace-nowrap">
        <span className="pr-2 text-sm">{ordinal(otherRank)}</span>
        <span className="font-display text-lg font-semibold text-amber">{formatPoints(otherTotal)}</span>
      </td>
    </tr>
  );
}

interface Answered {
  readonly others: PoolRules;
  readonly result: LabAnswer;
}

/** The season under other rules; null until it is calculated, and 'failed' if it cannot be. */
function useLab({ season, rules, others, sideTables }: LabQuestion): LabAnswer | 'failed' | null {
  const [worker, setWorker] = useState<Worker | null>(null);
  const [hasFailed, setFailed] = useState(false);
  const [answered, setAnswered] = useState<Answered | null>(null);
  useEffect(() => {
    const made = new Worker(new URL('./lab-worker.ts', import.meta.url), { type: 'module' });
    made.onerror = (event) => {
      console.error('Error working out other rules', event.message);
      setFailed(true);
    };
    setWorker(made);
    return () => made.terminate();
  }, []);
  useEffect(() => {
    if (worker === null) return;
    worker.onmessage = ({ data }: MessageEvent<LabAnswer>) => setAnswered({ others, result: data });
    worker.postMessage({ season, rules, others, sideTables } satisfies LabQuestion);
  }, [worker, season, rules, others, sideTables]);
  if (hasFailed) return 'failed';
  return answered?.others === others ? answered.result : null;
}
