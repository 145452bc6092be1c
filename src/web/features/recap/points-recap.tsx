import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { PoolReply } from '#contract/pools.ts';
import type { MatchupReply, StandingsReply } from '#contract/standings.ts';
import { listedNames } from '#core/listed.ts';
import { ordinal } from '#core/ordinal.ts';
import type { Call, OwnRecap, WeekRecap } from '#core/recap/recap.ts';
import { weekRecap } from '#core/recap/recap.ts';
import { costText, entryWeekText, fewText, placeText, rightText } from '#core/recap/words.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import { formatPoints, pointsText } from '#core/scoring.ts';
import { shortLine } from '#core/short-line.ts';
import { useEntries } from '#web/parts/entries.tsx';
import { Helmet } from '#web/parts/helmet.tsx';
import { matchupQuery } from '#web/parts/queries.ts';
import type { WeekData } from '#web/parts/week-data.tsx';
import { useAskedWeek } from '#web/parts/why/use-asked-week.ts';
import { whyMark } from '#web/parts/why/why.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Loaded } from '#web/ui/loaded.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { NotYet, OtherEntries, RecapFoot, YourWeek } from './recap-parts.tsx';

/** So many entries are listed, the own ones besides. */
const SHOWN = 5;

export interface RecapProps {
  readonly pool: PoolReply;
  readonly standings: StandingsReply;
  readonly weekId: string;
  readonly week: WeekData;
}

/** A week of a pool with points. */
export function PointsRecap(props: RecapProps) {
  const matchup = useQuery(matchupQuery(props.pool.id, props.weekId));
  return (
    <Loaded query={matchup} failure="Couldn't load the matchup" skeleton={<Skeleton className="h-96" />}>
      {(reply) => <KnownWeek {...props} rows={reply.rows} />}
    </Loaded>
  );
}

function KnownWeek({ pool, standings, weekId, week, rows }: RecapProps & Pick<MatchupReply, 'rows'>) {
  const { entries, entry } = useEntries();
  const asked = useAskedWeek(pool, standings, { rows }, weekId, week);
  const recap = useMemo(() => asked && weekRecap(asked, weekId, standings), [asked, weekId, standings]);
  if (recap === null) return <Skeleton className="h-96" />;
  if (recap.stage === 'coming') return <NotYet weekId={weekId} games={week.games} />;
  const own = entry && recap.ownOf(entry.id);
  const others = entries.flatMap(({ id, name }) => {
    const other = id === entry?.id ? null : recap.ownOf(id);
    return other ? [{ id, name, text: entryWeekText(other) }] : [];
  });
  return (
    <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-3">
      <div className="flex flex-col gap-5 lg:col-span-2">
        <Board recap={recap} ownId={entry?.id ?? ''} own={own} />
        {own && <OwnCalls own={own} rules={pool.rules} />}
        <OtherEntries weekId={weekId} lines={others} isBeside={own !== null} />
      </div>
      <Scores recap={recap} />
      <RecapFoot weekId={weekId} />
    </div>
  );
}

interface BoardProps {
  readonly recap: WeekRecap;
  readonly ownId: string;
  readonly own: OwnRecap | null;
}

/** Who won the week, and how one did. */
function Board({ recap, ownId, own }: BoardProps) {
  const { best, bestHalves, stage, weekId } = recap;
  const title = stage === 'decided' ? (best.length > 1 ? 'Winners' : 'Winner') : best.length > 1 ? 'Leaders' : 'Leader';
  return (
    <section className="board flex flex-col gap-5 p-5 sm:p-7">
      <div className="flex flex-wrap items-start justify-between gap-x-8 gap-y-5">
        <div className="flex min-w-0 flex-1 basis-64 items-center gap-5">
          <Icon name="trophy" className="size-20 shrink-0 text-led max-narrow:hidden" />
          <div className="min-w-0">
            <h2 className="label text-board-soft">{title}</h2>
            <p className="led text-4xl leading-tight break-words sm:text-5xl">{listedNames(best) || 'Nobody'}</p>
            {best.length > 0 && <p className="mt-1 text-board-ink">with {pointsText(bestHalves)}</p>}
          </div>
        </div>
        {own && (
          <div className="min-w-0 sm:max-w-64 sm:text-right">
            <h2 className="label break-words text-board-soft">
              <YourWeek />
            </h2>
            <button type="button" {...whyMark(ownId, weekId)} className="led text-6xl sm:text-7xl">
              {ordinal(own.rank)}
            </button>
            <p className="mt-1 text-board-ink">
              of {own.of}, with {pointsText(own.halves)}
            </p>
          </div>
        )}
      </div>
      {own && <p className="border-t border-board-line pt-4 font-display text-lg">{placeText(own)}</p>}
    </section>
  );
}

function OwnCalls({ own: { bestCall, costliest }, rules }: { readonly own: OwnRecap; readonly rules: PoolRules }) {
  return (
    <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
      <CallCard
        title="Your best call"
        call={bestCall}
        rules={rules}
        text={bestCall ? fewText(bestCall) : 'No surprise hits this week.'}
      />
      <CallCard
        title="Your costliest miss"
        call={costliest}
        rules={rules}
        text={costliest ? costText(costliest) : 'Not a single miss.'}
      />
    </div>
  );
}

interface CallCardProps {
  readonly title: string;
  readonly call: Call | null;
  readonly rules: PoolRules;
  readonly text: string;
}

function CallCard({ title, call, rules, text }: CallCardProps) {
  return (
    <section className="panel p-5">
      <h2 className="label text-ink-soft">{title}</h2>
      {call && (
        <>
          <p className="mt-2 flex items-center gap-3">
            <Helmet team={call.game[call.right]} side={call.right} className="h-12 w-14" />
            <span className="font-display text-xl font-semibold">{rightText(call, rules)}</span>
          </p>
          <p className="mt-1 font-display text-ink-soft">
            {call.game.away} {call.game.awayScore}, {call.game.home} {call.game.homeScore}
            {rules.useSpread && ` · Line: ${shortLine(call.game, call.line)}`}
          </p>
        </>
      )}
      <p className="mt-2">{text}</p>
    </section>
  );
}

/** The best of the week, and the own entries. */
function Scores({ recap: { scores, weekId } }: { readonly recap: WeekRecap }) {
  const mine = new Set(useEntries().entries.map(({ id }) => id));
  const top = scores.slice(0, SHOWN);
  const own = scores.slice(SHOWN).filter(({ id }) => mine.has(id));
  return (
    <section className="panel p-5">
      <h2 className="heading text-xl">The week</h2>
      {scores.length === 0 && <p className="mt-3 text-ink-soft">Nobody here played this week.</p>}
      <ol className="mt-3 flex flex-col">
        {[...top, ...own].map(({ id, name, rank, halves }) => (
          <li
            key={id}
            className={`relative flex min-h-11 items-center gap-3 rounded px-2 ${mine.has(id) ? 'bg-turf-wash font-semibold text-turf' : ''}`}
          >
            <span className="w-6 text-right font-display text-ink-soft">{rank}</span>
            <span className="min-w-0 flex-1 truncate">{name}</span>
            <button
              type="button"
              {...whyMark(id, weekId)}
              className="font-display text-lg font-semibold before:absolute before:inset-0"
            >
              {formatPoints(halves)}
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}
