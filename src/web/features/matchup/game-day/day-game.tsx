import type { DayGameReport } from '#core/game-day/game-day.ts';
import type { VisibleGame } from '#core/game-day/told-week.ts';
import { rootFor, sideChanceText, swingText } from '#core/game-day/words.ts';
import { kickoffText } from '#core/kickoff-text.ts';
import { pickOf } from '#core/picks.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import { shortLine } from '#core/short-line.ts';
import { effectiveSpread } from '#core/spread.ts';
import type { CountedPicks, Side } from '#core/types.ts';
import { isLive, LiveBadge } from '#web/parts/game-status.tsx';
import { Helmet } from '#web/parts/helmet.tsx';
import { Icon } from '#web/ui/icon.tsx';

interface DayGameProps {
  readonly game: VisibleGame;
  readonly rules: PoolRules;
  readonly picks: CountedPicks;
  /** In a pool with confidence: what the viewer has on it. */
  readonly value: number | undefined;
  /** None where its side is supposed. */
  readonly report: DayGameReport | undefined;
  readonly tiebreakGid: string | null;
  /** The side that is supposed to win. */
  readonly fixed: Side | undefined;
  /** Whether the viewer plays. */
  readonly plays: boolean;
  /** Whether its picks are told. */
  readonly isLocked: boolean;
  /** Whether picks can still change. */
  readonly isOpen: boolean;
  readonly onFix: (gid: string, side: Side | null) => void;
}

/** A game that is left: each side is a button that supposes its win. */
export function DayGame({
  game,
  rules,
  picks,
  value,
  report,
  tiebreakGid,
  fixed,
  plays,
  isLocked,
  isOpen,
  onFix,
}: DayGameProps) {
  const pick = pickOf(picks, game.gid);
  const root = report ? rootFor(report) : null;
  const half = (side: Side) => (
    <DayHalf
      game={game}
      side={side}
      isPicked={pick?.side === side}
      isFixed={fixed === side}
      root={root?.side === side ? root.swing : null}
      chance={report ? sideChanceText(report, side, { isOpen }) : null}
      isMust={report?.must === side}
      verb={rules.useSpread ? 'covers' : 'wins'}
      onFix={() => onFix(game.gid, fixed === side ? null : side)}
    />
  );
  return (
    <article className={`panel p-3 ${fixed ? 'supposed' : ''}`}>
      <p className="flex min-h-8 items-center justify-between gap-2 px-1 text-sm text-ink-soft">
        <span className="truncate">
          {game.status === 'Not Started' ? beginText(game) : game.situation}
          {rules.useSpread && ` · ${shortLine(game, effectiveSpread(game, rules))}`}
        </span>
        {isLive(game) && <LiveBadge />}
      </p>
      <div className="grid grid-cols-2 gap-1.5">
        {half('away')}
        {half('home')}
      </div>
      <p className="px-1 pt-1 text-sm text-ink-soft">
        {fixed
          ? 'Supposed. Tap again to let go.'
          : report &&
            [
              plays ? swingText(report, tiebreakGid) : null,
              pick && value !== undefined ? `you have ${value} on it` : null,
              isLocked ? crowdText(report.others, pick?.side, game) : "others' picks are sealed",
            ]
              .filter(Boolean)
              .join(' · ')}
      </p>
    </article>
  );
}

interface DayHalfProps {
  readonly game: VisibleGame;
  readonly side: Side;
  readonly isPicked: boolean;
  readonly isFixed: boolean;
  /** By how many points of a hundred a win of this side is better for the viewer; null where they do not root for it. */
  readonly root: number | null;
  /** The viewer's chance if it wins, in words. */
  readonly chance: string | null;
  readonly isMust: boolean;
  readonly verb: 'covers' | 'wins';
  readonly onFix: () => void;
}

function DayHalf({ game, side, isPicked, isFixed, root, chance, isMust, verb, onFix }: DayHalfProps) {
  const team = game[side];
  const score = game.status === 'Not Started' ? null : game[`${side}Score`];
  return (
    <button
      type="button"
      aria-pressed={isFixed}
      onClick={onFix}
      className={`day-half flex min-h-16 items-center gap-x-2 rounded-lg px-2 py-1.5 text-left ${side} ${root === null ? '' : 'root'}`}
    >
      <Helmet team={team} side={side} className="h-9 w-11 max-narrow:hidden" />
      <span className="sr-only">
        What if {team} {verb}?{' '}
      </span>
      <span className="min-w-0 flex-1">
        <span className="day-team flex flex-wrap items-center gap-x-1.5 font-display text-xl leading-6 font-semibold">
          {team} {score !== null && <span className="text-ink-soft">{score}</span>}
          {isPicked && <Icon name="check" label="Your pick" className="size-4 text-blue" />}
        </span>
        <span className="block text-sm leading-5">
          {isFixed ? (
            <b className="text-amber">{verb}</b>
          ) : root === null ? (
            <span className="text-ink-soft">{chance === null ? '' : `you ${chance}`}</span>
          ) : (
            <>
              <b className="text-turf">{isMust ? 'Must' : 'Root'}</b>{' '}
              <span className="text-ink-soft">you {chance}</span>
            </>
          )}
        </span>
      </span>
    </button>
  );
}

function beginText(game: VisibleGame): string {
  const { day, time } = kickoffText(game);
  return `${day}, ${time}`;
}

/** Who picked which side, as far as it is told. */
function crowdText({ home, away }: DayGameReport['others'], own: Side | undefined, game: VisibleGame): string {
  if (home + away === 0) return 'nobody else picked it';
  if (own === undefined) return `${away} picked ${game.away}, ${home} ${game.home}`;
  return `${own === 'home' ? home : away} with you, ${own === 'home' ? away : home} against`;
}
