import type { ReactNode } from 'react';
import type { GameReply } from '#contract/shapes.ts';
import { gameCounts } from '#core/game.ts';
import type { PickResult } from '#core/picks.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import { leadingSide, winner } from '#core/spread.ts';
import type { CountedPick } from '#core/types.ts';
import { weatherKind } from '#core/weather.ts';
import { PICKS_CLOSED_TEXT } from '#web/parts/countdown.ts';
import { PickMark } from '#web/parts/pick-mark.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Drawing } from './drawing.tsx';

/** How far the last tap has come: nothing to send, being sent, or pending until the connection is back. */
export type Sending = 'done' | 'saving' | 'waiting';

interface CardFootProps {
  readonly game: GameReply;
  /** The own one, or what counts in its place. */
  readonly pick: CountedPick | undefined;
  readonly result: PickResult;
  readonly sending: Sending;
  /** Whether the game can be picked now. */
  readonly open: boolean;
  /** Whether the person has picks here at all. */
  readonly plays: boolean;
  readonly rules: PoolRules;
  /** The week takes no further pick. */
  readonly isFull: boolean;
  /** What the person can do with the pick, where the pool lets them do more than choose the other side. */
  readonly tools: ReactNode;
  /** What an admin can do with the game. */
  readonly action?: ReactNode;
}

/** The own pick and its result, whether it can still be changed, and the weather. */
export function CardFoot(props: CardFootProps) {
  const { game, open, tools, action } = props;
  return (
    <div className={`flex items-center justify-between gap-2 px-3 text-sm ${tools ? 'min-h-11' : 'min-h-9'}`}>
      <OwnPick {...props} />
      {!open && game.status === 'Not Started' && gameCounts(game) && <ClosedMark />}
      <Weather text={game.weather} />
      {tools}
      {action}
    </div>
  );
}

function OwnPick(props: CardFootProps) {
  const { game, result, sending, plays } = props;
  if (!plays && gameCounts(game)) return <span />;
  if (sending === 'waiting') {
    return (
      <span className="flex items-center gap-1.5 text-amber">
        <Drawing name="unsent" />
        Not sent yet
      </span>
    );
  }
  return (
    <span className="flex items-center gap-1.5">
      {result === 'none' ? <NoMark /> : <PickMark result={result} />}
      <span className={colorOf(result)}>{sending === 'saving' ? 'Saving...' : pickText(props)}</span>
    </span>
  );
}

/** As wide as the mark, so that the text beside it does not move when there is one. */
function NoMark() {
  return (
    <span aria-hidden="true" className="grid size-4 place-items-center">
      <span className="size-[55%] rounded-full shadow-[inset_0_0_0_1.5px_var(--line-strong)]" />
    </span>
  );
}

/** For a game whose status does not tell that it can no longer be picked. */
function ClosedMark() {
  return (
    <span className="label flex items-center gap-1 whitespace-nowrap text-ink-soft">
      <Icon name="lock" className="size-4" />
      {PICKS_CLOSED_TEXT}
    </span>
  );
}

function Weather({ text }: { readonly text: string }) {
  const kind = weatherKind(text);
  if (text === '') return null;
  return (
    <span className="flex min-w-0 items-center gap-1 text-ink-faint">
      {kind && <Drawing name={kind} />}
      <span className="truncate">{text}</span>
    </span>
  );
}

function pickText({ game, pick, open, isFull, rules }: CardFootProps): string {
  if (game.void) return 'Does not count';
  if (pick === undefined && open) return isFull ? 'Limit reached: take one back first' : 'Not picked yet';
  if (pick === undefined) return 'No pick';
  const team = `${pick.auto ? 'Auto: ' : ''}${game[pick.side]}`;
  const leading = leadingSide(game, rules);
  if (winner(game, rules) === 'push') return `${team}: a push`;
  if (leading === null) return pick.auto ? team : `You picked ${team}`;
  if (leading === 'tie' || leading === 'push') return `${team} is level so far`;
  return leading === pick.side ? `${team} is right so far` : `${team} is wrong so far`;
}

function colorOf(result: PickResult): string {
  if (result === 'correct') return 'text-turf';
  if (result === 'split') return 'text-amber';
  return result === 'incorrect' ? 'text-red' : 'text-ink-soft';
}
