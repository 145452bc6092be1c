import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { PoolReply } from '#contract/pools.ts';
import type { MatchupReply, StandingsReply } from '#contract/standings.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import { formatPoints, pointsText } from '#core/scoring.ts';
import type { PickReason } from '#core/why/pick.ts';
import type { WinReason } from '#core/why/week.ts';
import { whyWeek } from '#core/why/week.ts';
import { addedText, causeText, guessText, lineText, scoreText, sideText, winText, worthText } from '#core/why/words.ts';
import { PickMark } from '#web/parts/pick-mark.tsx';
import { matchupQuery } from '#web/parts/queries.ts';
import type { WeekData } from '#web/parts/week-data.tsx';
import { Loaded } from '#web/ui/loaded.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { useAskedWeek } from './use-asked-week.ts';

interface WeekReasonsProps {
  readonly pool: PoolReply;
  readonly standings: StandingsReply;
  readonly entryId: string;
  readonly weekId: string;
  readonly week: WeekData;
  /** The game that was asked about. */
  readonly gid: string | undefined;
}

/** The picks of a week, and what each added to its score. */
export function WeekReasons(props: WeekReasonsProps) {
  const matchup = useQuery(matchupQuery(props.pool.id, props.weekId));
  return (
    <Loaded query={matchup} failure="Couldn't load the matchup" skeleton={<Skeleton className="h-96" />}>
      {({ rows }) => <WeekOfPlayer {...props} rows={rows} />}
    </Loaded>
  );
}

function WeekOfPlayer({
  pool,
  standings,
  entryId,
  weekId,
  week,
  gid,
  rows,
}: WeekReasonsProps & Pick<MatchupReply, 'rows'>) {
  const asked = useAskedWeek(pool, standings, { rows }, weekId, week);
  const reason = useMemo(() => asked && whyWeek(asked, entryId), [asked, entryId]);
  if (reason === null) return <p className="text-ink-soft">No picks this week.</p>;
  const { picks, late, halves, win } = reason;
  return (
    <>
      <p className="flex items-baseline gap-2">
        <span className="font-display text-5xl font-semibold text-amber">{formatPoints(halves)}</span>
        <span className="text-ink-soft">{late === null ? sumText(picks) : 'the lowest score of those who picked'}</span>
      </p>
      {late !== null && <p className="mt-1 text-ink-soft">The week was over before they joined.</p>}
      {win && <Win win={win} rules={pool.rules} />}
      <ul aria-label="Picks" className="mt-3 grid">
        {picks.map((pick) => (
          <Pick key={pick.game.gid} reason={pick} rules={pool.rules} isAsked={pick.game.gid === gid} />
        ))}
      </ul>
      <p className="why-sum">
        <span>{late === null ? 'Together' : 'Counts'}</span>
        <span className="text-amber">{pointsText(halves)}</span>
      </p>
    </>
  );
}

/** How many picks earned anything: `from 7 picks`. */
function sumText(picks: readonly PickReason[]): string {
  const earning = picks.filter(({ halves }) => halves > 0).length;
  if (earning === 0) return 'no right pick';
  return `from ${earning} ${earning === 1 ? 'pick' : 'picks'}`;
}

interface PickProps {
  readonly reason: PickReason;
  readonly rules: PoolRules;
  readonly isAsked: boolean;
}

function Pick({ reason, rules, isAsked }: PickProps) {
  const { result, halves } = reason;
  const details = [causeText(reason, rules), lineText(reason, rules), worthText(reason, rules)].filter(Boolean);
  return (
    <li ref={isAsked ? showInMiddle : undefined} className={`why-line ${isAsked ? 'bg-turf-wash' : 'striped-row'}`}>
      <span>{result !== 'none' && <PickMark result={result} />}</span>
      <span className="min-w-0">
        <span className="flex flex-wrap justify-between gap-x-3">
          <span className="font-medium">{sideText(reason)}</span>
          <span className="font-display text-ink-soft">{scoreText(reason)}</span>
        </span>
        <span className="block text-sm text-ink-soft">{details.join(' ')}</span>
      </span>
      <span className={`font-display text-xl font-semibold ${halves > 0 ? 'text-turf' : 'text-ink-faint'}`}>
        {addedText(reason)}
      </span>
    </li>
  );
}

function showInMiddle(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'center' });
}

function Win({ win, rules }: { readonly win: WinReason; readonly rules: PoolRules }) {
  return (
    <section aria-label="Winner of the week" className="mt-2">
      <p>{winText(win, rules)}</p>
      {win.guesses && (
        <ul className="mt-1 text-sm text-ink-soft">
          <li>Points of the tiebreak game: {win.total}</li>
          {win.guesses.map((guess) => (
            <li key={guess.id} className={guess.hasWon ? 'font-semibold text-ink' : ''}>
              {guess.name}: {guessText(guess)}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
