import { memo } from 'react';
import { traitsOf } from '#core/formats/traits.ts';
import { gameCounts } from '#core/game.ts';
import { shortLine } from '#core/short-line.ts';
import { hasLines, knownLine, shownLine } from '#core/spread.ts';
import type { Side } from '#core/types.ts';
import { isLive, StatusBadge } from '#web/parts/game-status.tsx';
import { Helmet } from '#web/parts/helmet.tsx';
import { PickMark } from '#web/parts/pick-mark.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Drawing } from './drawing.tsx';
import type { GameCardProps, Sending, SideOfGame } from './game-card.tsx';
import { GameValue, gameName, hasPickTools, PickTools, useGame } from './game-card.tsx';
import { cardId } from './moving.tsx';
import './dense-game.css';

/**
 * One game in one row: a target for each side, and between them, apart from both, the line or the score. Its time stands above, with the
 * games that kick off together.
 */
export const DenseGame = memo(function DenseGame(props: GameCardProps) {
  const { game, pick, sending, failure, rules, isMember, canMark, onPick } = props;
  const { open, sideOf } = useGame(props);
  const half = (side: Side) => (
    <DenseHalf
      {...sideOf(side)}
      picked={pick?.side === side}
      isAuto={pick?.auto ?? false}
      sending={pick?.side === side ? sending : 'done'}
    />
  );
  return (
    <article
      id={cardId(game.gid)}
      tabIndex={-1}
      aria-label={gameName(game)}
      data-auto={pick?.auto && pick.side}
      className="dense-game outline-offset-2"
    >
      {half('away')}
      <p className="dense-middle">
        <Middle {...props} />
        {isMember && traitsOf(rules).hasValues && <GameValue game={game} isPicked={pick !== undefined} />}
      </p>
      {half('home')}
      {isMember && hasPickTools(rules) && <PickTools {...{ game, pick, open, canMark, rules, onPick }} />}
      <span role="alert" className="dense-failure">
        {failure}
      </span>
    </article>
  );
});

/** Before the kick-off who is favored, then the score; and the status of a game that is live, over or called off. */
function Middle({ game, rules }: Pick<GameCardProps, 'game' | 'rules'>) {
  if (game.status === 'Not Started' && gameCounts(game)) {
    const line = hasLines(rules) ? shownLine(game, rules) : knownLine(game, rules);
    return (
      <span className="text-xs whitespace-nowrap text-ink-soft sm:text-sm">
        {line === null ? '@' : shortLine(game, line)}
      </span>
    );
  }
  return (
    <>
      {game.status !== 'Not Started' && (
        <span className="font-display text-lg leading-5 font-semibold">
          {game.awayScore}–{game.homeScore}
        </span>
      )}
      {isLive(game) ? <span className="label text-red">{quarterOf(game.situation)}</span> : <StatusBadge game={game} />}
    </>
  );
}

/** The clock of a running game: `Q3 2:40` of `Q3 2:40 · BAL 1st & 10 at BAL 31`. */
function quarterOf(situation: string): string {
  return situation.split(' · ', 1)[0] || 'LIVE';
}

interface DenseHalfProps extends SideOfGame {
  readonly picked: boolean;
  /** Whether the pick is an auto pick. */
  readonly isAuto: boolean;
  readonly sending: Sending;
}

function DenseHalf(props: DenseHalfProps) {
  const { team, side, picked, isAuto, disabled, result, sending, share, lost, onPick } = props;
  return (
    <button
      type="button"
      aria-pressed={picked && !isAuto}
      aria-keyshortcuts={side === 'away' ? 'ArrowLeft' : 'ArrowRight'}
      data-side={side}
      disabled={disabled}
      onClick={onPick}
      className={`half dense-half ${result}`}
    >
      <Helmet team={team} side={side} className={`h-8 w-10 shrink-0 ${lost ? 'opacity-70 grayscale' : ''}`} />
      <span className="font-display text-lg leading-5 font-semibold">{team}</span>
      <span className="dense-mark">
        {picked && <Mark {...{ isAuto, result, sending }} />}
        {share !== undefined && <span className="text-xs text-ink-soft">{share}%</span>}
      </span>
    </button>
  );
}

/** A check once the server has confirmed the pick; then its result. */
function Mark({ isAuto, result, sending }: Pick<DenseHalfProps, 'isAuto' | 'result' | 'sending'>) {
  if (sending === 'waiting') return <Drawing name="unsent" />;
  if (isAuto && result === 'pending') return <span className="label text-ink-soft">Auto</span>;
  if (sending === 'done' && result === 'pending')
    return <Icon name="check" label="Saved" className="size-4 text-turf" />;
  if (sending === 'saving' || result === 'none') return <span className="size-4" />;
  return <PickMark result={result} />;
}
