import type { ReactNode } from 'react';
import type { GameReply } from '#contract/shapes.ts';
import { gameCounts } from '#core/game.ts';
import { kickoffText } from '#core/kickoff-text.ts';
import { deadline } from '#core/locks.ts';
import { nextUnpicked, pickOf, pickProgress, progressText } from '#core/picks.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import type { CountedPicks } from '#core/types.ts';
import { useClock } from '#web/lib/clock.ts';
import { Link } from '#web/lib/navigation.tsx';
import { clockText, MAY_LOCK_TEXT, nextToLock } from '#web/parts/countdown.ts';
import { Helmet } from '#web/parts/helmet.tsx';
import { MissedCount } from '#web/parts/missed-count.tsx';
import { useGamesOfEntry } from '#web/parts/week-data.tsx';
import { buttonLook } from '#web/ui/button.tsx';
import { Digits } from '#web/ui/digits.tsx';
import { Icon } from '#web/ui/icon.tsx';

interface WeekProps {
  readonly games: readonly GameReply[];
  readonly picks: CountedPicks;
  readonly rules: PoolRules;
}

interface BoardProps extends WeekProps {
  /** Below the readings. */
  readonly note: ReactNode;
  readonly children?: ReactNode;
}

/** The big board: how many picks are made, and the time left for the rest. */
export function DeadlineBoard({ games, picks, rules, note, children }: BoardProps) {
  const own = useGamesOfEntry(games, picks);
  const progress = pickProgress(own, picks, rules);
  const isDone = useClock((now) => nextUnpicked(games, picks, now, rules) === null);
  return (
    <section className="board bolts flex flex-col gap-4 p-5 sm:gap-5 sm:p-7 lg:col-span-2">
      <div className="readings">
        <div>
          <h2 className="label text-board-soft">Picks made</h2>
          <p
            className={`led flex items-baseline gap-x-2 leading-none ${progress.complete ? 'text-led-green' : 'text-led-red'}`}
          >
            <span className="reading">
              <Digits value={progress.made} />
            </span>
            <span className="text-lg/none whitespace-nowrap text-board-soft sm:text-2xl/none">of {progress.total}</span>
          </p>
          <p className="mt-2 flex flex-wrap gap-x-3 text-board-ink">
            {games.some(gameCounts) ? progressText(progress) : 'No games to pick yet.'}
            <MissedCount games={own} picks={picks} rules={rules} />
            {children}
          </p>
        </div>
        <NextLock games={games} />
      </div>
      <p className="text-board-soft empty:hidden">{note}</p>
      <NextGames games={games} picks={picks} isDone={isDone} />
      <Link to="/picks" className={`${buttonLook('primary')} mt-auto self-start text-xl max-sm:self-stretch`}>
        {isDone ? 'See your picks' : 'Make your picks'}
        <Icon name="chevronRight" />
      </Link>
    </section>
  );
}

interface NextGamesProps extends Omit<WeekProps, 'rules'> {
  /** Nothing is left to pick, though some games may be unpicked: the week's limit is reached. */
  readonly isDone: boolean;
}

export function NextLock({ games }: { readonly games: readonly GameReply[] }) {
  const [next] = useNextGames(games);
  const left = useClock((now) => (next ? clockText(deadline(next) - now) : null));
  const isDue = useClock((now) => next !== undefined && deadline(next) <= now);
  return (
    <div className="sm:text-right">
      <h2 className="label text-board-soft">Next lock</h2>
      <p className="led reading clock">{left === null ? '–' : <Digits value={left} />}</p>
      <p className="mt-2 text-board-ink">
        {isDue ? MAY_LOCK_TEXT : next ? <Kickoff game={next} /> : nothingText(games)}
      </p>
    </div>
  );
}

function nothingText(games: readonly GameReply[]): string {
  return games.some(gameCounts) ? 'All games of this week are locked.' : 'Nothing to lock yet.';
}

/**
 * How many games a phone lists with helmets, and at all: the standings below them stay in the first view. If there are more than the few, it
 * lists those that are not picked yet.
 */
const FEW_GAMES = 2;
const MANY_GAMES = 6;

function NextGames({ games, picks, isDone }: NextGamesProps) {
  const next = useNextGames(games);
  if (next.length === 0) return null;
  const isPicked = (game: GameReply) => pickOf(picks, game.gid) !== undefined;
  const missing = next.filter((game) => !isPicked(game)).length;
  const isShort = next.length > FEW_GAMES;
  const hasList = !isShort || (!isDone && missing <= MANY_GAMES && missing > 0);
  const helmetLook = `h-9 w-11 max-narrow:hidden ${isShort && missing > FEW_GAMES ? 'max-sm:hidden' : ''}`;
  return (
    <div className="border-t border-board-line pt-4">
      <p className="text-sm text-board-soft">{nextText(next.length, missing, isDone)}</p>
      <ul className={`mt-3 flex flex-wrap gap-x-5 gap-y-2 ${hasList ? '' : 'max-sm:hidden'}`}>
        {next.map((game) => (
          <li
            key={game.gid}
            className={`flex items-center gap-1.5 font-display text-lg ${isShort && isPicked(game) ? 'max-sm:hidden' : ''}`}
          >
            <Helmet team={game.away} side="away" className={helmetLook} />
            {game.away}
            <span className="text-board-soft">@</span>
            {game.home}
            <Helmet team={game.home} side="home" className={helmetLook} />
            {isPicked(game) && <Icon name="check" label="Picked" className="size-5 text-led-green" />}
          </li>
        ))}
      </ul>
    </div>
  );
}

function nextText(games: number, missing: number, isDone: boolean): string {
  if (isDone && missing > 0) return games === 1 ? 'This game locks next.' : 'These lock next.';
  if (games === 1) return `This game locks next. You ${missing === 0 ? 'picked' : "haven't picked"} it.`;
  return missing === 0
    ? 'These lock next. You picked them all.'
    : `These lock next: ${missing} of ${games} not picked yet.`;
}

/** The games that lock next, all at the same time. */
function useNextGames(games: readonly GameReply[]): readonly GameReply[] {
  const gids = useClock((now) =>
    nextToLock(games, now)
      .map((game) => game.gid)
      .join(' '),
  );
  return games.filter((game) => gids.split(' ').includes(game.gid));
}

function Kickoff({ game }: { readonly game: GameReply }) {
  const { day, time } = kickoffText(game);
  return (
    <>
      <span className="whitespace-nowrap">{day},</span> <span className="whitespace-nowrap">{time}</span>
    </>
  );
}
