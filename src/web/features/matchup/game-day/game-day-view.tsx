import type { ReactNode } from 'react';
import { useMemo, useState } from 'react';
import type { PoolReply } from '#contract/pools.ts';
import { gameCounts, isOver } from '#core/game.ts';
import type { DayGameReport, DayStanding, GameDay } from '#core/game-day/game-day.ts';
import { shownPercent } from '#core/game-day/percent.ts';
import type { VisibleGame, VisibleWeek } from '#core/game-day/visible-week.ts';
import { viewerPicks } from '#core/game-day/visible-week.ts';
import {
  agreedGamesText,
  dayStage,
  endWords,
  headlineLabel,
  hopeText,
  openGames,
  openGamesText,
  ownWords,
  rootFor,
  stakeStep,
  stakeText,
  whatIfText,
  winVerb,
} from '#core/game-day/words.ts';
import { formatDay, formatTime, kickoffText } from '#core/kickoff-text.ts';
import { gamesNow, provisionalWeek } from '#core/leading-now.ts';
import { capital, listText } from '#core/listed.ts';
import { deadline, isLocked } from '#core/locks.ts';
import { pickOf } from '#core/picks.ts';
import type { Halves } from '#core/scoring.ts';
import { formatPoints } from '#core/scoring.ts';
import { shortLine } from '#core/short-line.ts';
import { hasLines, shownLine } from '#core/spread.ts';
import type { Side } from '#core/types.ts';
import { useEntries } from '#web/parts/entries.tsx';
import type { CalculatedDay } from '#web/parts/game-day.tsx';
import { Outlook, OutlookSkeleton, useGameDay } from '#web/parts/game-day.tsx';
import { isLive, LiveBadge } from '#web/parts/game-status.tsx';
import { Helmet } from '#web/parts/helmet.tsx';
import { NowMark } from '#web/parts/now/now-mark.tsx';
import type { Fixed } from '#web/parts/visible-week.ts';
import { useVisibleWeek } from '#web/parts/visible-week.ts';
import type { WeekData } from '#web/parts/week-data.tsx';
import { Button } from '#web/ui/button.tsx';
import { ChanceBar } from '#web/ui/chance-bar.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Loading, Skeleton } from '#web/ui/loaded.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Scenario } from './scenario.tsx';
import './game-day.css';

export interface GameDayViewProps {
  readonly pool: PoolReply;
  readonly weekId: string;
  readonly week: WeekData;
}

const NOTHING_FIXED: Fixed = {};

/** A week in progress: what the viewer needs, whom to root for, what if, and who can still win. */
export function GameDayView({ pool, weekId, week }: GameDayViewProps) {
  const [fixed, setFixed] = useState(NOTHING_FIXED);
  const visible = useVisibleWeek(pool, weekId, week, NOTHING_FIXED);
  const stage = dayStage(week.games, visible?.now ?? Number.NEGATIVE_INFINITY);
  const { done, failed } = useGameDay(stage === 'coming' || stage === 'empty' ? null : visible);
  const supposed = useVisibleWeek(pool, weekId, week, fixed);
  const whatIf = useGameDay(fixed === NOTHING_FIXED ? null : supposed);
  if (visible !== null && stage === 'empty') return <Notice icon="ball" title="No game of this week counts." />;
  if (visible !== null && stage === 'coming') return <Coming week={visible} />;
  const isStuck = fixed !== NOTHING_FIXED && whatIf.failed;
  if (failed || isStuck) {
    return (
      <Notice icon="alert" title="This week can't be worked out.">
        <p>The picks and scores are on the other page.</p>
        {!failed && (
          <Button tone="plain" onClick={() => setFixed(NOTHING_FIXED)}>
            Suppose nothing
          </Button>
        )}
      </Notice>
    );
  }
  if (done === null) return <DayWaiting />;
  const fix = (gid: string, side: Side | null) => {
    const { [gid]: _, ...others } = fixed;
    const next = side === null ? others : { ...others, [gid]: side };
    setFixed(Object.keys(next).length === 0 ? NOTHING_FIXED : next);
  };
  const isSupposed = fixed !== NOTHING_FIXED && whatIf.done !== null && isPartOf(whatIf.done.week.fixed, fixed);
  return (
    <PlayedWeek
      done={isSupposed ? whatIf.done : done}
      now={done.day}
      onFix={fix}
      onReset={() => setFixed(NOTHING_FIXED)}
    />
  );
}

/** Whether a result with what was supposed before can still be shown until the next one is there. */
function isPartOf(before: Fixed, fixed: Fixed): boolean {
  return Object.entries(before).every(([gid, side]) => fixed[gid] === side);
}

function Coming({ week: { games } }: { readonly week: VisibleWeek }) {
  const first = Math.min(...games.filter(gameCounts).map(deadline));
  return (
    <Notice icon="clock" title="Game day begins with the first lock.">
      <p>
        {formatDay(first)}, {formatTime(first)}. Until then all picks are sealed, and everybody can win.
      </p>
    </Notice>
  );
}

interface PlayedWeekProps {
  /** With what is supposed, if anything is. */
  readonly done: CalculatedDay;
  /** With nothing supposed. */
  readonly now: GameDay;
  readonly onFix: (gid: string, side: Side | null) => void;
  readonly onReset: () => void;
}

function PlayedWeek({ done: { week, day }, now, onFix, onReset }: PlayedWeekProps) {
  const names = useMemo(() => new Map(week.rows.map(({ id, name }) => [id, name])), [week.rows]);
  const words = ownWords(week, now) ?? (now.games.length === 0 ? endWords(week, now) : null);
  const left = week.games.filter((game) => gameCounts(game) && !isOver(game));
  const supposed = left.filter(({ gid }) => week.fixed[gid] !== undefined);
  // A game keeps its place while something is supposed.
  const stepOf = new Map(now.games.map((report) => [report.gid, stakeStep(report)]));
  const shown = left
    .map((game) => ({ game, report: day.games.find(({ gid }) => gid === game.gid) }))
    .toSorted((a, b) => (stepOf.get(b.game.gid) ?? 0) - (stepOf.get(a.game.gid) ?? 0));
  const unpicked = openGames(week);
  const open = shown.filter(({ game }) => unpicked.includes(game));
  const agreed = shown.filter((each) => each.report?.isAgreed && !each.report.matters && !open.includes(each));
  const row = ({ game, report }: (typeof shown)[number]) => (
    <li key={game.gid}>
      <DayGame week={week} game={game} report={report} isUnpicked={unpicked.includes(game)} onFix={onFix} />
    </li>
  );
  return (
    <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-3">
      <div className="flex flex-col gap-4 lg:col-span-2">
        {words && <Outlook label={headlineLabel(week, now)} words={words} />}
        <Scenario text={supposedText(week, supposed)} outcome={whatIfText(week, day, now)} onReset={onReset} />
        {left.length > 0 && (
          <section>
            <h2 className="heading mb-2 text-xl">Whom to root for</h2>
            <ul className="grid grid-cols-1 gap-3 sm:grid-cols-2">
              {shown.filter((each) => !agreed.includes(each) && !open.includes(each)).map(row)}
            </ul>
            {agreed.length > 0 && <Folded text={agreedGamesText(agreed.length)} games={agreed.map(row)} />}
            {open.length > 0 && <Folded text={openGamesText(open.length, week.rules)} games={open.map(row)} />}
          </section>
        )}
      </div>
      <div>
        <Contenders
          players={day.players}
          names={names}
          nowOf={nowScores(week, day)}
          viewerId={week.viewerId}
          isOver={day.games.length === 0}
        />
        {day.games.length > 0 && <ChancesNote />}
      </div>
    </div>
  );
}

/** By player: their points if the running games ended now; none if no game runs, or all that do are supposed. */
function nowScores(week: VisibleWeek, { players }: GameDay): ReadonlyMap<string, Halves> {
  const { gids, games, rules, fixed } = week;
  const running = gamesNow(
    gids,
    games.filter(({ gid }) => fixed[gid] === undefined),
    rules,
  );
  const official = new Map(players.map(({ id, halves }) => [id, halves]));
  return new Map(
    week.rows.flatMap((row) => {
      const now = provisionalWeek({ ...row, weekHalves: official.get(row.id) ?? 0 }, running);
      return now === null ? [] : [[row.id, now]];
    }),
  );
}

interface FoldedProps {
  readonly text: string;
  readonly games: readonly ReactNode[];
}

/** Games that one line stands for, until it is opened. */
function Folded({ text, games }: FoldedProps) {
  return (
    <details className="mt-3">
      <summary className="py-3 text-ink-soft">{text}</summary>
      <ul className="grid grid-cols-1 gap-3 sm:grid-cols-2">{games}</ul>
    </details>
  );
}

function supposedText({ fixed, rules }: VisibleWeek, supposed: readonly VisibleGame[]): string {
  if (supposed.length === 0) return '';
  const teams = listText(supposed.map((game) => game[fixed[game.gid] ?? 'home']));
  return `${teams} ${winVerb(rules)}${supposed.length === 1 ? 's' : ''}`;
}

function DayWaiting() {
  return (
    <Loading>
      <div className="mb-4">
        <OutlookSkeleton />
      </div>
      <Skeleton className="h-96" />
    </Loading>
  );
}

interface DayGameProps {
  readonly week: VisibleWeek;
  readonly game: VisibleGame;
  /** Undefined if a side is supposed to win. */
  readonly report: DayGameReport | undefined;
  /** Whether the viewer can still pick it and has not. */
  readonly isUnpicked: boolean;
  readonly onFix: (gid: string, side: Side | null) => void;
}

/** A game that is not over: each side is a button that supposes its win. */
function DayGame({ week, game, report, isUnpicked, onFix }: DayGameProps) {
  const { rules } = week;
  const pick = pickOf(viewerPicks(week), game.gid);
  const value = week.own[week.viewerId]?.values?.[game.gid];
  const fixed = week.fixed[game.gid];
  const root = report && !isUnpicked ? rootFor(report) : null;
  const crowd = report && (isLocked(game, week.now) ? crowdText(report.others, pick?.side, game) : SEALED);
  const stake = report && !isUnpicked ? stakeText(report, game, week) : '';
  const half = (side: Side) => (
    <DayHalf
      game={game}
      side={side}
      isPicked={pick?.side === side}
      isFixed={fixed === side}
      isRoot={root === side}
      isMust={report?.must === side}
      verb={winVerb(rules)}
      onFix={() => onFix(game.gid, fixed === side ? null : side)}
    />
  );
  return (
    <article className={`panel p-3 ${fixed ? 'supposed' : ''}`}>
      <p className="flex min-h-8 items-center justify-between gap-2 px-1 text-sm text-ink-soft">
        <span className="min-w-0 break-words">
          {game.status === 'Not Started' ? beginText(game) : game.situation}
          {hasLines(rules) && ` · ${shortLine(game, shownLine(game, rules))}`}
        </span>
        {isLive(game) && <LiveBadge />}
      </p>
      <div className="grid grid-cols-2 gap-1.5">
        {half('away')}
        {half('home')}
      </div>
      <div className="px-1 pt-1 text-sm">
        {fixed && <p className="text-ink-soft">Only a what-if. Tap it again to clear it.</p>}
        {stake !== '' && <p className="text-pretty">{stake}</p>}
        {crowd !== undefined && (
          <p className="text-ink-soft">
            {capital([pick && value !== undefined ? `you have ${value} on it` : '', crowd].filter(Boolean).join(' · '))}
          </p>
        )}
      </div>
    </article>
  );
}

const SEALED = "others' picks are sealed";

interface DayHalfProps {
  readonly game: VisibleGame;
  readonly side: Side;
  readonly isPicked: boolean;
  readonly isFixed: boolean;
  /** Whether the viewer roots for this side. */
  readonly isRoot: boolean;
  readonly isMust: boolean;
  readonly verb: 'cover' | 'win';
  readonly onFix: () => void;
}

function DayHalf({ game, side, isPicked, isFixed, isRoot, isMust, verb, onFix }: DayHalfProps) {
  const team = game[side];
  const score = game.status === 'Not Started' ? null : game[`${side}Score`];
  return (
    <button
      type="button"
      aria-pressed={isFixed}
      onClick={onFix}
      className={`day-half flex min-h-16 items-center gap-x-2 rounded-lg px-2 py-1.5 text-left ${side} ${isRoot ? 'root' : ''}`}
    >
      <Helmet team={team} side={side} className="h-9 w-11 max-narrow:hidden" />
      <span className="sr-only">
        What if {team} {verb}s?{' '}
      </span>
      <span className="min-w-0 flex-1">
        <span className="day-team flex flex-wrap items-center gap-x-1.5 font-display text-xl leading-6 font-semibold">
          {team} {score !== null && <span className="text-ink-soft">{score}</span>}
          {isPicked && <Icon name="check" label="Your pick" className="size-4 text-blue" />}
        </span>
        {isFixed ? (
          <b className="block font-display leading-5 font-semibold text-amber">{verb}s</b>
        ) : (
          isRoot && (
            <b className="block font-display leading-5 font-semibold text-turf">
              {isMust ? `Must ${verb}` : `Go ${team}!`}
            </b>
          )
        )}
      </span>
    </button>
  );
}

function beginText(game: VisibleGame): string {
  const { day, time } = kickoffText(game);
  return `${day}, ${time}`;
}

/** Who picked which side, as far as it is visible. */
function crowdText({ home, away }: DayGameReport['others'], own: Side | undefined, game: VisibleGame): string {
  if (home + away === 0) return 'nobody else picked it';
  if (own === undefined) return `${away} picked ${game.away}, ${home} ${game.home}`;
  return `${own === 'home' ? home : away} with you, ${own === 'home' ? away : home} against`;
}

const MAX_CONTENDERS = 20;

interface ContendersProps {
  readonly players: readonly DayStanding[];
  /** By id. */
  readonly names: ReadonlyMap<string, string>;
  /** The points now, by id. */
  readonly nowOf: ReadonlyMap<string, Halves>;
  readonly viewerId: string;
  /** Nothing is left to play or suppose. */
  readonly isOver: boolean;
}

/** Who can still win the week, best chance first; the others are only counted. */
function Contenders({ players, names, nowOf, viewerId, isOver }: ContendersProps) {
  const mine = new Set(useEntries().entries.map(({ id }) => id));
  const [shown, setShown] = useState(MAX_CONTENDERS);
  const inIt = inOrder(isOver ? players : players.filter(({ hope }) => hope !== 'out'));
  const own = players.find(({ id }) => id === viewerId);
  const top = inIt.slice(0, shown);
  const isOwnBelow = own !== undefined && !top.includes(own);
  const out = players.length - inIt.length;
  return (
    <section>
      <h2 className="heading mb-2 text-xl">{isOver ? 'How it ends' : 'Who can still win'}</h2>
      <p aria-hidden="true" className="label flex justify-end gap-3 px-3 pb-1 text-ink-soft">
        Points <span className="w-22 text-right">{isOver ? '' : 'Chance'}</span>
      </p>
      <ol className="panel overflow-hidden">
        {[...top, ...(isOwnBelow ? [own] : [])].map((player) => (
          <li
            key={player.id}
            className={`contender relative flex min-h-12 flex-wrap items-center justify-end gap-x-3 px-3 pb-1 ${mine.has(player.id) ? 'own font-semibold' : ''}`}
          >
            {player.hope === 'alive' && !isOver && (
              <ChanceBar percent={shownPercent(player.chance)} className="absolute inset-x-3 bottom-1 h-1" />
            )}
            <span className="relative flex min-w-0 flex-[1_1_7rem]">
              <span className="truncate">{names.get(player.id)}</span>
              {mine.has(player.id) && <span className="shrink-0">&nbsp;(you)</span>}
            </span>
            <span className="relative text-sm text-ink-soft">
              {formatPoints(player.halves)}
              <span className="sr-only"> points{isOver ? '' : ', '}</span>
              <PointsNow halves={nowOf.get(player.id)} />
              <span className="sr-only">{isOver ? '' : ', chance'}</span>
            </span>
            <span className="relative w-22 text-right font-display text-lg font-semibold">
              {isOver ? endText(player) : hopeText(player)}
            </span>
          </li>
        ))}
      </ol>
      {inIt.length > shown && (
        <Button tone="plain" onClick={() => setShown(shown + 5 * MAX_CONTENDERS)} className="mt-2 w-full">
          Show more
        </Button>
      )}
      <p hidden={isOver} className="mt-2 text-sm text-ink-soft">
        {inIt.length} of {players.length} can still win{out > 0 ? `, ${out} ${out === 1 ? 'is' : 'are'} out` : ''}.
      </p>
    </section>
  );
}

function PointsNow({ halves }: { readonly halves: Halves | undefined }) {
  if (halves === undefined) return null;
  return (
    <span className="ml-1 whitespace-nowrap">
      <NowMark>{formatPoints(halves)}</NowMark>
    </span>
  );
}

function endText({ chance }: DayStanding): string {
  return chance === 1 ? 'Winner' : chance > 0 ? 'Tied' : '';
}

function inOrder(players: readonly DayStanding[]): DayStanding[] {
  return players.toSorted((a, b) => rankOf(a) - rankOf(b) || b.chance - a.chance || b.halves - a.halves);
}

function rankOf({ hope }: DayStanding): number {
  return hope === 'clinched' ? 0 : 1;
}

/** How the chances are calculated, and what they leave out. */
function ChancesNote() {
  return (
    <details className="mt-6 text-sm text-ink-soft">
      <summary className="py-3">Chances are estimates: how they are worked out</summary>
      <p className="pb-2">
        Before kickoff a game goes by its line, later by the score, the line and the time left. They leave out who has
        the ball, injuries, weather and everything else, treat every game on its own, and leave out ties and pushes. A
        pick that's sealed or not made yet is taken to be the favorite.
      </p>
      <p>
        Clinched and Out are certain. Clinched: nothing that can still happen takes it away, whatever is sealed. Out: no
        way is left, unless a game ends in a tie or a push, or is called off.
      </p>
    </details>
  );
}
