import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useMemo, useRef } from 'react';
import { useParams } from 'wouter';
import type { PoolReply } from '#contract/pools.ts';
import type { MatchupReply, StandingsReply } from '#contract/standings.ts';
import { traitsOf } from '#core/formats/traits.ts';
import { listedNames } from '#core/listed.ts';
import { isPickable } from '#core/locks.ts';
import { ordinal } from '#core/ordinal.ts';
import { stageOf } from '#core/recap/decided-week.ts';
import { recapPath, recapTitle } from '#core/recap/place.ts';
import type { Call, OwnRecap, WeekRecap } from '#core/recap/recap.ts';
import { listedScores, weekRecap } from '#core/recap/recap.ts';
import { survivorRecap } from '#core/recap/survivor-recap.ts';
import {
  costText,
  entryLifeText,
  entryWeekText,
  fewText,
  lostText,
  ownLifeText,
  placeText,
  rightText,
} from '#core/recap/words.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import { formatPoints, pointsText } from '#core/scoring.ts';
import { shortLine } from '#core/short-line.ts';
import { sideTableNews } from '#core/side-table-leaders.ts';
import { hasLines } from '#core/spread.ts';
import type { Game } from '#core/types.ts';
import { lifeText } from '#core/why/lives.ts';
import { useClock } from '#web/lib/clock.ts';
import { Link, Redirect, useNavigate } from '#web/lib/navigation.tsx';
import { useMe } from '#web/lib/session-provider.tsx';
import { useEntries, useEntryName } from '#web/parts/entries.tsx';
import { Helmet } from '#web/parts/helmet.tsx';
import { NoWeeks } from '#web/parts/no-weeks.tsx';
import { SharePicture } from '#web/parts/picture/share-picture.tsx';
import { PoolGate } from '#web/parts/pool-gate.tsx';
import { PoolName } from '#web/parts/pool-name.tsx';
import { matchupQuery, sideTablesQuery, standingsQuery } from '#web/parts/queries.ts';
import { ReceiptNote } from '#web/parts/receipts/receipt-note.tsx';
import { Screen } from '#web/parts/screen.tsx';
import type { WeekData } from '#web/parts/week-data.tsx';
import { WeekLoader } from '#web/parts/week-data.tsx';
import { WeekSelect, WeekSelectSkeleton } from '#web/parts/week-select.tsx';
import { useAskedWeek } from '#web/parts/why/use-asked-week.ts';
import { Why, whyMark } from '#web/parts/why/why.tsx';
import { buttonLook } from '#web/ui/button.tsx';
import { Digits } from '#web/ui/digits.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Loaded, Skeleton } from '#web/ui/loaded.tsx';
import { Notice } from '#web/ui/notice.tsx';

/** The result of a week, for the pool and the person. */
export function RecapScreen() {
  return (
    <PoolGate
      title="Recap"
      noPool="Please select a pool"
      skeleton={<RecapSkeleton />}
      toolsSkeleton={<WeekSelectSkeleton />}
    >
      {(pool) => <RecapOfPool pool={pool} />}
    </PoolGate>
  );
}

function RecapOfPool({ pool }: { readonly pool: PoolReply }) {
  const { weekId: asked = '' } = useParams();
  const go = useNavigate();
  const area = useRef<HTMLDivElement>(null);
  const standings = useQuery(standingsQuery(pool.id));
  const finished = standings.data?.finishedWeeks ?? [];
  const weekId = pool.weeks.includes(asked) ? asked : (finished.at(-1) ?? pool.activeWeekId ?? pool.weeks[0]);
  if (weekId === undefined) {
    return (
      <Screen title="Recap" over={<PoolName />}>
        <NoWeeks />
      </Screen>
    );
  }
  if (standings.data && asked !== weekId) return <Redirect path={recapPath(weekId)} />;
  const Recap = traitsOf(pool.rules).plays === 'season' ? SurvivorRecap : PointsRecap;
  return (
    <Screen
      title={recapTitle(weekId, standings.data ? stageOf(weekId, standings.data) : 'decided')}
      over={<PoolName />}
      tools={
        <div className="no-print max-md:w-full">
          <WeekSelect weeks={pool.weeks} value={weekId} onChange={(week) => go(recapPath(week), { replace: true })} />
        </div>
      }
    >
      <div ref={area}>
        <Loaded query={standings} failure="Couldn't load scores" skeleton={<RecapSkeleton />}>
          {(reply) => (
            <WeekLoader key={weekId} pool={pool} weekId={weekId} skeleton={<RecapSkeleton />}>
              {(week) => <Recap pool={pool} standings={reply} weekId={weekId} week={week} />}
            </WeekLoader>
          )}
        </Loaded>
        <Why poolId={pool.id} usual={weekId} area={area} />
      </div>
    </Screen>
  );
}

function RecapSkeleton() {
  return (
    <>
      <Skeleton className="mb-5 h-60" />
      <Skeleton className="h-72" />
    </>
  );
}

interface RecapProps {
  readonly pool: PoolReply;
  readonly standings: StandingsReply;
  readonly weekId: string;
  readonly week: WeekData;
}

/** A week of a pool with points. */
function PointsRecap(props: RecapProps) {
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
        <Board recap={recap} ownId={entry?.id ?? ''} own={own}>
          <SharePicture
            make={({ recapPicture }) =>
              recapPicture({
                pool: pool.name,
                recap,
                own,
                mine: new Set(entries.map(({ id }) => id)),
                rules: pool.rules,
              })
            }
          />
        </Board>
        {own && <OwnCalls own={own} rules={pool.rules} />}
        <OtherEntries weekId={weekId} lines={others} isBeside={own !== null} />
      </div>
      <Scores recap={recap} />
      <RecapFoot pool={pool} weekId={weekId} standings={standings} />
    </div>
  );
}

interface BoardProps {
  readonly recap: WeekRecap;
  readonly ownId: string;
  readonly own: OwnRecap | null;
  /** A tool at its end. */
  readonly children: ReactNode;
}

/** Who won the week, and the person's own result. */
function Board({ recap, ownId, own, children }: BoardProps) {
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
      <BoardFoot text={own ? placeText(own) : ''}>{children}</BoardFoot>
    </section>
  );
}

interface BoardFootProps {
  readonly text: string;
  readonly children: ReactNode;
}

/** The last line of a board, with a tool beside it. */
function BoardFoot({ text, children }: BoardFootProps) {
  return (
    <div className="-mb-3 flex items-center justify-between gap-3 border-t border-board-line pt-2 sm:-mb-4">
      <p className="min-w-0 font-display text-lg">{text}</p>
      <span className="-mr-3 text-led">{children}</span>
    </div>
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
            {hasLines(rules) && ` · Line: ${shortLine(call.game, call.line)}`}
          </p>
        </>
      )}
      <p className="mt-2">{text}</p>
    </section>
  );
}

/** The best scores of the week, and those of the viewer's entries. */
function Scores({ recap: { scores, weekId } }: { readonly recap: WeekRecap }) {
  const mine = new Set(useEntries().entries.map(({ id }) => id));
  return (
    <section className="panel p-5">
      <h2 className="heading text-xl">The week</h2>
      {scores.length === 0 && <p className="mt-3 text-ink-soft">Nobody here played this week.</p>}
      <ol className="mt-3 flex flex-col">
        {listedScores(scores, mine).map(({ id, name, rank, halves }) => (
          <li
            key={id}
            className={`relative flex min-h-11 items-center gap-3 rounded px-2 ${mine.has(id) ? 'bg-turf-wash font-semibold text-turf' : ''}`}
          >
            <span className="w-6 text-right font-display text-ink-soft">{rank}</span>
            <span className="min-w-0 flex-1 truncate">{name}</span>
            <button
              type="button"
              {...whyMark(id, weekId)}
              className="min-w-6 text-right font-display text-lg font-semibold before:absolute before:inset-0"
            >
              {formatPoints(halves)}
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** A week of a survivor pool: eliminated entries, lost lives, and the person's own result. */
export function SurvivorRecap({ pool, standings, weekId, week: { games } }: RecapProps) {
  const { entries, entry } = useEntries();
  const recap = survivorRecap(weekId, standings, entry?.id ?? '', pool.rules);
  if (recap.stage === 'coming') return <NotYet weekId={weekId} games={games} />;
  if (recap.wonIn !== null) return <WonBefore weekId={recap.wonIn} />;
  const { out, left, before, own, winners } = recap;
  const isWon = winners.length > 0;
  const plays = standings.rows.some(({ id }) => id === entry?.id);
  const others = entries
    .filter(({ id }) => id !== entry?.id)
    .map(({ id, name }) => ({ id, name, text: entryLifeText(survivorRecap(weekId, standings, id, pool.rules)) }));
  const gameOf = (team: string) => games.find(({ home, away }) => home === team || away === team);
  return (
    <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-3">
      <section className="board flex flex-col gap-5 p-5 sm:p-7 lg:col-span-2">
        <div className="flex flex-wrap items-start justify-between gap-x-8 gap-y-5">
          <div className="min-w-0 flex-1 basis-64">
            <h2 className="label text-board-soft">{isWon ? 'Won the pool' : 'Knocked out'}</h2>
            <p className="led text-4xl leading-tight break-words sm:text-5xl">
              {listedNames(isWon ? winners : out) || 'Nobody'}
            </p>
          </div>
          <div className="sm:text-right">
            <h2 className="label text-board-soft">Still in</h2>
            <p className="led text-6xl sm:text-7xl">
              <Digits value={left} />
            </p>
            <p className="mt-1 text-board-ink">of {before} before the week</p>
          </div>
        </div>
        <BoardFoot text={lostText(recap, pool.rules)}>
          <SharePicture
            make={({ survivorRecapPicture }) =>
              survivorRecapPicture({ pool: pool.name, rules: pool.rules, weekId, recap, plays })
            }
          />
        </BoardFoot>
      </section>
      {plays && (
        <section className="panel p-5">
          <h2 className="label break-words text-ink-soft">
            <YourWeek />
          </h2>
          <p className="mt-2 flex items-center gap-3 font-display text-xl font-semibold">
            {own?.teams.map(
              ({ team }) =>
                team !== undefined && (
                  <Helmet
                    key={team}
                    team={team}
                    side={gameOf(team)?.home === team ? 'home' : 'away'}
                    className="h-12 w-14"
                  />
                ),
            )}
            {ownLifeText(recap)}
          </p>
          {own && <p className="mt-2">{own.teams.map((each) => lifeText(each, games, pool.rules)).join(' ')}</p>}
        </section>
      )}
      <OtherEntries weekId={weekId} lines={others} isBeside={plays} />
      <RecapFoot pool={pool} weekId={weekId} standings={standings} />
    </div>
  );
}

interface OfWeek {
  readonly weekId: string;
}

interface NotYetProps extends OfWeek {
  readonly games: readonly Pick<Game, 'lockAt' | 'void'>[];
}

/** No game of the week is over. */
function NotYet({ weekId, games }: NotYetProps) {
  const mayPick = useClock((now) => games.some((game) => isPickable(game, now)));
  const query = `?week=${encodeURIComponent(weekId)}`;
  return (
    <Notice icon="clock" title="Nothing here yet">
      <p>Check back after the week's first game.</p>
      <Link to={mayPick ? `/picks${query}` : `/matchup${query}`} className={buttonLook('primary')}>
        {mayPick ? 'Make your picks' : "Everyone's picks"}
      </Link>
    </Notice>
  );
}

/** A week of a survivor pool that was decided before it. @param weekId the week that decided the pool */
function WonBefore({ weekId }: OfWeek) {
  return (
    <Notice icon="trophy" title="The pool was won before this week">
      <Link to={recapPath(weekId)} className={buttonLook('primary')}>
        See the {recapTitle(weekId, 'decided')}
      </Link>
    </Notice>
  );
}

/** The name of the chosen entry, if the person has several; on paper, the player in place of "Your week". */
function YourWeek() {
  const { displayName } = useMe();
  const entryName = useEntryName();
  if (entryName !== null) return entryName;
  return (
    <>
      <span className="no-print">Your week</span>
      <span className="hidden print:inline">{displayName}</span>
    </>
  );
}

interface OtherEntriesProps extends OfWeek {
  /** The viewer's entries besides the chosen one, with their results. */
  readonly lines: readonly { readonly id: string; readonly name: string; readonly text: string }[];
  /** Whether the chosen entry is shown above. */
  readonly isBeside: boolean;
}

/** A line for each of the viewer's entries besides the chosen one; nothing if there is only one. */
function OtherEntries({ weekId, lines, isBeside }: OtherEntriesProps) {
  if (lines.length === 0) return null;
  return (
    <section className="panel p-5">
      <h2 className="label text-ink-soft">{`Your ${isBeside ? 'other ' : ''}${lines.length === 1 ? 'entry' : 'entries'}`}</h2>
      <ul className="mt-2">
        {lines.map(({ id, name, text }) => (
          <li key={id} className="relative flex min-h-11 flex-wrap items-center justify-between gap-x-3">
            <span className="min-w-0 font-medium break-words">{name}</span>
            <button type="button" {...whyMark(id, weekId)} className="before:absolute before:inset-0">
              {text}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Links from the recap to the whole week, and the latest lock receipt. */
function RecapFoot({ pool, weekId, standings }: OfWeek & Pick<RecapProps, 'pool' | 'standings'>) {
  return (
    <div className="lg:col-span-3">
      {(pool.sideTables ?? []).length > 0 && <SideNews pool={pool} weekId={weekId} standings={standings} />}
      <nav aria-label="More of this week" className="flex flex-wrap gap-x-6">
        <Onward to={`/matchup?week=${encodeURIComponent(weekId)}`}>Everyone's picks</Onward>
        <Onward to="/scoreboard">Scoreboard</Onward>
      </nav>
      <ReceiptNote pool={pool} on="page" />
    </div>
  );
}

/** What the week means for the pool's side tables. */
function SideNews({
  pool,
  weekId,
  standings: { weeks, finishedWeeks },
}: OfWeek & Pick<RecapProps, 'pool' | 'standings'>) {
  const { data } = useQuery(sideTablesQuery(pool.id));
  const isLatest = finishedWeeks.at(-1) === weekId || !finishedWeeks.includes(weekId);
  const news = (data?.tables ?? []).flatMap(
    (table) => sideTableNews(table, weekId, { weekIds: weeks, isLatest }) ?? [],
  );
  if (news.length === 0) return null;
  return (
    <section className="panel mb-5 p-5">
      <h2 className="label mb-2 text-ink-soft">Side tables</h2>
      <ul className="grid gap-1">
        {news.map((text) => (
          <li key={text} className="break-words">
            {text}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Onward({ to, children }: { readonly to: string; readonly children: string }) {
  return (
    <Link to={to} className="flex min-h-11 items-center gap-1 font-display text-lg font-medium text-turf">
      {children}
      <Icon name="chevronRight" />
    </Link>
  );
}
