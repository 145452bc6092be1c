import type { BusGame } from '#contract/bus.ts';
import type { GameReply } from '#contract/shapes.ts';
import { kickoffText } from '#core/kickoff-text.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Icon } from '#web/ui/icon.tsx';
import type { Wish } from './use-bus-picks.ts';

interface BusRowProps {
  readonly game: GameReply;
  readonly pick: BusGame;
  /** What is about to be entered; undefined for nothing. */
  readonly wish: Wish | undefined;
  /** Why the last try was refused. */
  readonly refused: string | undefined;
  readonly onWish: (wish: Wish) => void;
}

/** One game: what the player has, and what an admin may enter. */
export function BusRow({ game, pick, wish, refused, onWish }: BusRowProps) {
  const label = `${game.away} @ ${game.home}`;
  return (
    <li className="standing-row px-2 py-2.5">
      <div className="flex items-center justify-between gap-2">
        <div className="min-w-0">
          <p className="font-display text-lg leading-6 font-medium">{label}</p>
          <p className="text-sm text-ink-soft">{stateOf(game)}</p>
        </div>
        {pick.refusal === null && (
          <fieldset aria-label={label} className="flex gap-1.5">
            <Choice
              text={game.away}
              chosen={wish === 'away'}
              held={pick.side === 'away'}
              onChoose={() => onWish('away')}
            />
            <Choice
              text={game.home}
              chosen={wish === 'home'}
              held={pick.side === 'home'}
              onChoose={() => onWish('home')}
            />
            {pick.hasPick && <Choice text="Clear" chosen={wish === null} held={false} onChoose={() => onWish(null)} />}
          </fieldset>
        )}
      </div>
      <p className="mt-1 flex min-h-5 flex-wrap items-center gap-x-2 gap-y-1 text-sm text-ink-soft">
        {(pick.refusal === null || pick.side !== null) && <span>{pickText(game, pick)}</span>}
        {pick.isBus && <Badge tone="warn">Bus pick</Badge>}
        {pick.refusal !== null && <span className="text-ink">{pick.refusal}</span>}
      </p>
      <div role="alert">
        {refused !== undefined && (
          <p className="mt-1 flex items-start gap-1.5 text-sm text-red">
            <Icon name="alert" className="size-5" />
            {refused}
          </p>
        )}
      </div>
    </li>
  );
}

interface ChoiceProps {
  readonly text: string;
  readonly chosen: boolean;
  /** Whether it is what the player has. */
  readonly held: boolean;
  readonly onChoose: () => void;
}

function Choice({ text, chosen, held, onChoose }: ChoiceProps) {
  return (
    <button
      type="button"
      aria-pressed={chosen}
      onClick={onChoose}
      className={`half min-h-11 min-w-12 rounded-lg px-2 font-display font-medium ${held ? 'text-turf' : ''} shadow-[inset_0_0_0_1px_var(--line-strong)]`}
    >
      {text}
    </button>
  );
}

function stateOf(game: GameReply): string {
  if (game.void) return game.void === 'postponed' ? 'Postponed' : 'Cancelled';
  if (game.status !== 'Not Started') return `${game.status} · ${game.awayScore}-${game.homeScore}`;
  const { day, time } = kickoffText(game);
  return `${day}, ${time}`;
}

function pickText(game: GameReply, { hasPick, side }: BusGame): string {
  if (!hasPick) return 'No pick';
  return side ? `Picked ${game[side]}` : 'Pick made, sealed until the game locks';
}
