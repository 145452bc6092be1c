import type { KeyboardEvent, PointerEvent } from 'react';
import type { GameReply } from '#contract/shapes.ts';
import { gameCounts } from '#core/game.ts';
import { kickoffText } from '#core/kickoff-text.ts';
import { pickResult } from '#core/picks.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import { teamByAbbr } from '#core/teams.ts';
import { StatusBadge } from '#web/parts/game-status.tsx';
import { Helmet } from '#web/parts/helmet.tsx';
import { PickMark } from '#web/parts/pick-mark.tsx';
import type { CountedShown } from '#web/parts/week-data.tsx';
import { Icon } from '#web/ui/icon.tsx';

interface OrderLineProps {
  readonly game: GameReply;
  readonly pick: CountedShown | undefined;
  /** Undefined for a game that is off. */
  readonly value: number | undefined;
  readonly rules: PoolRules;
  readonly isMovable: boolean;
  readonly isChosen: boolean;
  readonly isDragged: boolean;
  /** How many lines further down it is shown; one that is dragged is where the finger is. */
  readonly shift: number;
  readonly onChoose: () => void;
  readonly onKey: (event: KeyboardEvent) => void;
  readonly onGrab: (event: PointerEvent) => void;
}

/** One game in the order: what it is worth, whom the player picked, and a handle. */
export function OrderLine(props: OrderLineProps) {
  const { game, pick, value, rules, isMovable, isChosen, isDragged, shift, onChoose, onKey, onGrab } = props;
  const content = (
    <>
      <span className="w-9 shrink-0 text-right font-display text-2xl font-semibold text-ink">{value ?? '–'}</span>
      <Sides game={game} pick={pick} />
      <Mark {...{ game, pick, rules, isMovable }} />
    </>
  );
  return (
    <li
      className={`order-line ${isChosen ? 'order-line-chosen' : ''} ${isDragged ? 'order-line-dragged' : ''}`}
      style={shift === 0 || isDragged ? undefined : { transform: `translateY(${100 * shift}%)` }}
    >
      {isMovable ? (
        <button
          type="button"
          id={lineId(game.gid)}
          aria-pressed={isChosen}
          onClick={onChoose}
          onKeyDown={onKey}
          className="order-game"
        >
          {content}
        </button>
      ) : (
        <div className="order-game text-ink-soft">{content}</div>
      )}
      {isMovable && (
        <span aria-hidden="true" data-handle={game.gid} onPointerDown={onGrab} className="order-handle no-print">
          ≡
        </span>
      )}
    </li>
  );
}

/** The id of the line of a game. */
export function lineId(gid: string): string {
  return `order-${gid}`;
}

/** A game and whom the player picked, as a screen reader says it. */
export function told({ home, away }: GameReply, pick: CountedShown | undefined): string {
  const name = (team: string) => teamByAbbr(team)?.longName ?? team;
  if (pick === undefined) return `${name(away)} at ${name(home)}, not picked`;
  const [own, other] = pick.side === 'home' ? [home, away] : [away, home];
  return `${name(own)} over ${name(other)}`;
}

function Sides({ game, pick }: Pick<OrderLineProps, 'game' | 'pick'>) {
  const { home, away } = game;
  const { day, time } = kickoffText(game);
  const own = pick && (pick.side === 'home' ? home : away);
  return (
    <>
      {own === undefined ? (
        <span className="w-11 shrink-0" />
      ) : (
        <Helmet team={own} side={pick?.side ?? 'home'} className="h-9 w-11 shrink-0" />
      )}
      <span className="min-w-0 flex-1 leading-tight">
        <span className="block truncate font-display text-lg font-medium">
          {own === undefined ? `${away} at ${home}` : own}
          <span className="text-base text-ink-soft">
            {own === undefined ? ' · not picked' : ` over ${own === home ? away : home}`}
          </span>
        </span>
        <span className="block truncate text-xs text-ink-soft">
          {day} · {time}
        </span>
      </span>
    </>
  );
}

function Mark({ game, pick, rules, isMovable }: Pick<OrderLineProps, 'game' | 'pick' | 'rules' | 'isMovable'>) {
  if (!gameCounts(game)) return <StatusBadge game={game} />;
  const result = pickResult(pick, game, rules);
  if (isMovable || result === 'none' || result === 'pending') {
    return isMovable ? null : <Icon name="lock" label="Locked" className="order-mark" />;
  }
  return <PickMark result={result} className="order-mark" />;
}
