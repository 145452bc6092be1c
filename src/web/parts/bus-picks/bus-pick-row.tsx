import type { BusPickGame } from '#contract/picks.ts';
import type { GameReply } from '#contract/shapes.ts';
import { kickoffText } from '#core/kickoff-text.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Icon } from '#web/ui/icon.tsx';
import type { PickChange } from './use-bus-picks.ts';

interface BusPickRowProps {
  readonly game: GameReply;
  readonly pick: BusPickGame;
  /** What is about to be entered; undefined for nothing. */
  readonly change: PickChange | undefined;
  /** Why the last try was refused. */
  readonly refused: string | undefined;
  readonly onChange: (change: PickChange) => void;
}

/** One game: what the player has, and what an admin may enter. */
export function BusPickRow({ game, pick, change, refused, onChange }: BusPickRowProps) {
  const label = `${game.away} @ ${game.home}`;
  return (
    <li className="striped-row px-2 py-2.5">
      <div className="flex items-center justify-between gap-2 max-narrow:flex-wrap">
        <div className="min-w-0">
          <p className="font-display text-lg leading-6 font-medium">{label}</p>
          <p className="text-sm text-ink-soft">{stateOf(game)}</p>
        </div>
        {pick.refusal === null && (
          <fieldset aria-label={label} className="flex gap-1.5 max-narrow:flex-wrap">
            <Choice
              text={game.away}
              chosen={change === 'away'}
              held={pick.side === 'away'}
              onChoose={() => onChange('away')}
            />
            <Choice
              text={game.home}
              chosen={change === 'home'}
              held={pick.side === 'home'}
              onChoose={() => onChange('home')}
            />
            {pick.hasPick && (
              <Choice text="Clear" chosen={change === null} held={false} onChoose={() => onChange(null)} />
            )}
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

function pickText(game: GameReply, { hasPick, side }: BusPickGame): string {
  if (!hasPick) return 'No pick';
  return side ? `Picked ${game[side]}` : 'Pick made, sealed until the game locks';
}
