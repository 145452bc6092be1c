import type { Query } from '@tanstack/react-query';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Fragment, useDeferredValue, useState } from 'react';
import type { GameReply } from '#contract/shapes.ts';
import type { SharesReply } from '#contract/standings.ts';
import type { KickoffSlot } from '#core/game.ts';
import { gameCounts, isOver, kickoffSlots, ordinarySituation } from '#core/game.ts';
import { kickoffText } from '#core/kickoff-text.ts';
import { isLocked } from '#core/locks.ts';
import { lockedBeforeJoining } from '#core/newcomers.ts';
import { finalText, outcomeText } from '#core/outcome.ts';
import { canMarkBest, isWeekFull, pickOf } from '#core/picks.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import { MINUTE_MS } from '#core/time.ts';
import { isUnfinished } from '#core/weeks.ts';
import { useClock } from '#web/lib/clock.ts';
import { lazyScreen } from '#web/lib/lazy.tsx';
import { usePrinting } from '#web/lib/printing.ts';
import { lockText, PICKS_CLOSED_TEXT } from '#web/parts/countdown.ts';
import { useEntries } from '#web/parts/entries.tsx';
import type { SavingState } from '#web/parts/picks/pick-queue.ts';
import { failureOf, isWaiting, pendingOf } from '#web/parts/picks/pick-queue.ts';
import { sharesQuery } from '#web/parts/queries.ts';
import type { WeekData } from '#web/parts/week-data.tsx';
import { Icon } from '#web/ui/icon.tsx';
import type { GameCardProps, Sending } from './game-card.tsx';
import { GameCard } from './game-card.tsx';
import { movingLineNote } from './spread-info.tsx';
import { useTeamRecords } from './team-records.ts';

/** Only for those who choose it. */
const DenseGame = lazyScreen<GameCardProps>(
  async () => (await import('./dense-game.tsx')).DenseGame,
  <div className="h-11" />,
);

/** What all cards of the screen share. */
export interface Board {
  readonly poolId: string;
  readonly week: WeekData;
  readonly rules: PoolRules;
  readonly isMember: boolean;
  readonly onRecords: (game: GameReply) => void;
  readonly onWho: (game: GameReply) => void;
  /** Whether each game is one row of a list. */
  readonly isDense: boolean;
  /** The admin action on a game. */
  readonly action: ((game: GameReply) => ReactNode) | undefined;
}

interface SlotGridProps {
  /** The games of one week. */
  readonly games: readonly GameReply[];
  readonly board: Board;
  /** Below the heading of the screen, or below that of a week. */
  readonly heading: 'h2' | 'h3';
}

export function SlotGrid({ games, board, heading }: SlotGridProps) {
  const isWeekOver = !games.some(isUnfinished);
  const { rules, week } = board;
  const isFull = isWeekFull(games, week.picks, games[0]?.weekId ?? '', rules);
  const canMark = canMarkBest(games, week.picks, rules);
  // What comes later is rendered in small steps, so that a tap waits for none of it.
  const records = useDeferredValue(useTeamRecords(games));
  return (
    <div
      className={board.isDense ? 'grid gap-3' : 'slots grid grid-cols-1 gap-x-4 gap-y-8 md:grid-cols-2 xl:grid-cols-3'}
    >
      {kickoffSlots(games).map((slot) => (
        <Slot
          key={`${slot.kickoff} ${slot.timeTbd}`}
          {...{ slot, isWeekOver, isFull, canMark, records, board, heading }}
        />
      ))}
    </div>
  );
}

interface SlotProps {
  readonly slot: KickoffSlot<GameReply>;
  readonly isWeekOver: boolean;
  /** The week allows no further pick. */
  readonly isFull: boolean;
  /** Whether the week allows another best bet. */
  readonly canMark: boolean;
  /** Of the teams, by abbreviation. */
  readonly records: Readonly<Record<string, string>>;
  readonly board: Board;
  readonly heading: 'h2' | 'h3';
}

/** The scores of games in one line, which breaks between two games only. */
function Finals({ games }: { readonly games: readonly GameReply[] }) {
  return games.map((game, at) => (
    <Fragment key={game.gid}>
      <span className="inline-block">
        {finalText(game)}
        {at < games.length - 1 && ' ·'}
      </span>{' '}
    </Fragment>
  ));
}

/**
 * The games that kick off together, under what they share: their time, the time left to pick them, the kind of game, and that none has
 * started. Games that were over when the slot was opened are folded into one line with their scores. Games that end later stay, so that
 * nothing moves, and so do those whose pick is not stored. In Admin Mode no game is folded: every card has its action.
 */
function Slot({ slot, isWeekOver, isFull, canMark, records, board, heading: Heading }: SlotProps) {
  const { rules, isMember, isDense, onRecords, onWho, action } = board;
  const Game = isDense ? DenseGame : GameCard;
  const { picks, saving, pick } = board.week;
  const joinedAt = useEntries().entry?.joinedAt ?? 0;
  const { day, time } = kickoffText(slot);
  const { kickoff, timeTbd, lockAt, games } = slot;
  const lock = useClock((now) => (lockAt === null ? null : lockText({ kickoff, timeTbd, lockAt }, now)));
  const settled = games.filter(
    (game) =>
      isOver(game) && failureOf(saving, 'pick', game.gid) === undefined && sendingOf(saving, game.gid) === 'done',
  );
  const [endedBefore] = useState(() => settled.map(({ gid }) => gid));
  const [isUnfolded, setUnfolded] = useState(false);
  const ended = action ? [] : settled.filter(({ gid }) => endedBefore.includes(gid));
  const others = games.filter((game) => !ended.includes(game));
  const kind = ordinarySituation(games[0]?.weekId ?? '');
  const isHeaded = lockAt !== null && games.every((game) => game.status === 'Not Started' || !gameCounts(game));
  const note = useClock((now) => movingLineNote(games, rules, now));
  const facts = isDense ? [note] : [kind, isHeaded ? 'Not Started' : '', note];
  const title = (
    <>
      {day} <span className="text-ink-soft">· {time}</span>
    </>
  );
  // Also if a game is unfolded again, so that its button stays in place.
  const isFolded = ended.length > 0 && games.every(({ gid }) => endedBefore.includes(gid));
  const line = ended.length > 0 && (
    <button
      type="button"
      aria-expanded={isUnfolded}
      onClick={() => setUnfolded(!isUnfolded)}
      className="panel flex min-h-11 w-full flex-wrap items-center gap-x-3 px-3 py-1.5 text-left font-display font-medium"
    >
      {isFolded && <span className="text-lg font-semibold">{title}</span>}
      <span className={`text-sm text-ink-soft ${isFolded ? 'order-last basis-full' : 'min-w-0 flex-1 basis-48'}`}>
        Final: <Finals games={ended} />
      </span>
      <span className="ml-auto flex items-center gap-2 text-ink-soft">
        {isMember ? outcomeText(ended, picks, rules, joinedAt) : overText(ended.length)}
        <Icon name="chevronDown" className={`size-4 ${isUnfolded ? 'rotate-180' : ''}`} />
      </span>
    </button>
  );
  const isClosed = lock === PICKS_CLOSED_TEXT;
  const isPrinting = usePrinting();
  const shown = isUnfolded || isPrinting ? [...ended, ...others] : others;
  const shares = useShares(board.poolId, shown, isWeekOver);
  return (
    <section
      className={`grid content-start ${isDense ? 'grid-cols-1' : `grid-cols-subgrid ${isFolded ? 'not-last:-mb-5' : ''} ${slotWidth(games.length)}`}`}
    >
      {isFolded ? (
        <Heading className="col-span-full">{line}</Heading>
      ) : (
        <>
          {/* The height must not depend on the text of the countdown, or the cards below would jump. */}
          <div className={`col-span-full flex ${isDense ? 'mb-1' : 'mb-3'} flex-wrap items-center gap-x-3`}>
            <Heading
              className={`heading shrink-0 whitespace-nowrap max-narrow:whitespace-normal ${isDense ? 'text-base' : 'text-xl max-md:basis-full'}`}
            >
              {title}
            </Heading>
            <div className={`min-w-2 flex-1 opacity-60 ${isDense ? '' : 'hash'}`} aria-hidden="true" />
            {lock !== null && (
              <p className={`label flex min-w-0 items-center gap-1.5 ${isClosed ? 'text-ink-faint' : 'text-amber'}`}>
                <Icon name={isClosed ? 'lock' : 'clock'} className="size-4" />
                <span className="truncate">{lock}</span>
              </p>
            )}
            <p className={`label basis-full text-ink-faint ${isDense ? 'empty:hidden' : ''}`}>
              {facts.filter(Boolean).join(' · ')}
            </p>
          </div>
          {line && <div className="col-span-full mb-4">{line}</div>}
        </>
      )}
      {shown.length > 0 && (
        <ul
          className={`col-span-full grid ${isDense ? 'gap-x-6 gap-y-0.5 lg:grid-cols-2' : 'grid-cols-subgrid gap-y-4'} ${isFolded ? 'mt-3 mb-5' : ''}`}
        >
          {shown.map((game) => (
            <li key={game.gid}>
              <Game
                game={game}
                pick={pickOf(picks, game.gid)}
                shares={shares?.find(({ gid }) => gid === game.gid)}
                sending={sendingOf(saving, game.gid)}
                failure={failureOf(saving, 'pick', game.gid)}
                rules={rules}
                isMember={isMember}
                isBefore={lockedBeforeJoining(game, joinedAt)}
                isHeaded={isHeaded}
                isFull={isFull}
                canMark={canMark}
                awayRecord={records[game.away]}
                homeRecord={records[game.home]}
                onPick={pick}
                onRecords={onRecords}
                onWho={onWho}
                action={action?.(game)}
              />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function overText(games: number): string {
  return `${games} ${games === 1 ? 'game' : 'games'} over`;
}

function sendingOf(saving: SavingState, gid: string): Sending {
  if (isWaiting(saving, 'pick', gid)) return 'waiting';
  return pendingOf(saving, 'pick', gid) ? 'saving' : 'done';
}

/** As many columns as games, so that short slots share a row. */
function slotWidth(games: number): string {
  if (games === 1) return '';
  return games === 2 ? 'md:col-span-2' : 'md:col-span-2 xl:col-span-3';
}

/** The delay from a lock to reading its picks. It is random, because all pages see the lock at once. */
const AFTER_LOCK_MS = 2000 + 3000 * Math.random();
/** Later changes are rare, and a failing server is not read more often. */
const SLOW_READ_MS = MINUTE_MS;

export type Shares = SharesReply['games'][number];
type SharesQuery = Pick<Query<SharesReply>, 'state'>;

/**
 * How the pool picked the locked games of a week, read while their cards are shown.
 * @param isWeekOver no game is left, so it is not read again
 */
function useShares(poolId: string, shown: readonly GameReply[], isWeekOver: boolean): readonly Shares[] | undefined {
  const due = useClock((now) => shown.filter((game) => isLocked(game, now - AFTER_LOCK_MS)).length);
  const isMissing = ({ state: { data, error } }: SharesQuery) =>
    !error && due > shown.filter(({ gid }) => data?.games.some((game) => game.gid === gid)).length;
  const { data } = useQuery({
    ...sharesQuery(poolId, shown[0]?.weekId ?? ''),
    enabled: due > 0,
    staleTime: (query) => (isMissing(query) ? 0 : SLOW_READ_MS),
    refetchInterval: (query) => !isWeekOver && (isMissing(query) ? AFTER_LOCK_MS : SLOW_READ_MS),
  });
  return useDeferredValue(data?.games);
}
