import type { PickResult } from '#core/picks.ts';
import { barColor, teamByAbbr } from '#core/teams.ts';
import type { Side } from '#core/types.ts';
import { Helmet } from '#web/parts/helmet.tsx';
import { Icon } from '#web/ui/icon.tsx';

/** What a half of a card is painted with in each theme: `--panel-low` of the tokens. */
export const grounds = { light: '#f3ecdd', dark: '#0a1220' } as const;

/** A team's thin bar, to be seen in both themes. */
export function barBackground(team: string): string {
  return `light-dark(${barColor(team, grounds.light)}, ${barColor(team, grounds.dark)})`;
}

interface TeamHalfProps {
  readonly team: string;
  readonly side: Side;
  readonly picked: boolean;
  readonly disabled: boolean;
  /** How the pick of this side fares; none when it is not picked. */
  readonly result: PickResult;
  /** How many percent of the pool's picks it has, once they are told. */
  readonly share: number | undefined;
  /** The game is over and did not go to this side. */
  readonly lost: boolean;
  readonly onPick: () => void;
}

/** Half a card is one button: a tap picks this side. */
export function TeamHalf({ team, side, picked, disabled, result, share, lost, onPick }: TeamHalfProps) {
  const known = teamByAbbr(team);
  return (
    <button
      type="button"
      aria-pressed={picked}
      aria-keyshortcuts={side === 'away' ? 'ArrowLeft' : 'ArrowRight'}
      data-side={side}
      disabled={disabled}
      onClick={onPick}
      className={`half relative flex min-h-33 flex-col items-center justify-center gap-0.5 rounded-lg pt-2 pb-1.5 ${result}`}
    >
      <Helmet team={team} side={side} className={`h-17 w-20 ${lost ? 'opacity-70 grayscale' : ''}`} />
      <span className="font-display text-xl leading-6 font-semibold">{team}</span>
      {/* An element of its own: words that change in place would count as a layout shift. */}
      <span key={share === undefined ? 'name' : 'share'} className="font-display text-sm leading-4 text-ink-soft">
        {share === undefined ? known?.shortName : `${share}% of picks`}
      </span>
      <span className="sr-only">Pick {known?.longName ?? team}</span>
      {!picked && share === undefined && (
        <span
          className="absolute inset-x-4 bottom-0 h-[3px] rounded-t-sm"
          style={{ backgroundColor: barBackground(team) }}
        />
      )}
      {picked && result === 'pending' && (
        <span className="absolute top-1.5 left-1.5 grid size-6 place-items-center rounded-full bg-blue text-panel">
          <Icon name="check" className="size-4" />
        </span>
      )}
      {result === 'correct' && <Stamp text="Correct" color="text-turf" />}
      {result === 'split' && <Stamp text="Half" color="text-amber" />}
      {result === 'incorrect' && <Stamp text="Wrong" color="text-red" />}
    </button>
  );
}

/** Laid over the helmet of a finished game. */
function Stamp({ text, color }: { readonly text: string; readonly color: string }) {
  return (
    <span
      aria-hidden="true"
      className={`absolute top-10 -rotate-12 rounded border-2 border-current bg-panel px-1.5 font-display text-lg leading-6 font-bold ${color}`}
    >
      {text}
    </span>
  );
}
