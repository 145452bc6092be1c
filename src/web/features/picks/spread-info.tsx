import type { ReactNode } from 'react';
import { useEffect, useId, useState } from 'react';
import type { GameReply } from '#contract/shapes.ts';
import { DEFAULT_SPREAD_NOTE, gameCounts } from '#core/game.ts';
import { isPickable } from '#core/locks.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import { pickWorth, pointsText } from '#core/scoring.ts';
import { lineSourceNames } from '#core/source-lines.ts';
import {
  effectiveSpread,
  favoredSide,
  hasLines,
  isLineLocked,
  pushPossible,
  shownLine,
  underdog,
} from '#core/spread.ts';
import { useClock } from '#web/lib/clock.ts';
import { Icon } from '#web/ui/icon.tsx';

export interface SpreadProps {
  readonly game: GameReply;
  readonly rules: PoolRules;
}

/** On phones: a note that was set on the line, and who wins if the margin equals it exactly, to unfold. */
export function SpreadInfo({ game, rules }: SpreadProps) {
  const texts = spreadTexts(game, rules);
  if (texts.length === 0) return null;
  return (
    <details className="group mt-auto px-3 pb-1 text-sm text-ink-soft md:hidden">
      <summary className="flex min-h-8 list-none items-center gap-1">
        Spread Info
        <Icon name="chevronDown" className="size-4 group-open:rotate-180" />
      </summary>
      {texts.map((text) => (
        <p key={text} className="pb-1">
          {text}
        </p>
      ))}
    </details>
  );
}

export type SpreadLineProps = SpreadProps & { readonly children: ReactNode };

/** The line between the helmets with a mark under it, and its notes. */
export function SpreadLine(props: SpreadLineProps) {
  return (
    <SpreadTooltip {...props}>
      <Spread {...props} />
    </SpreadTooltip>
  );
}

/** On desktops: the same notes beside the line, while the line or the tooltip is focused or hovered. Escape closes it. */
function SpreadTooltip({ game, rules, children }: SpreadLineProps) {
  const texts = spreadTexts(game, rules);
  const id = useId();
  const [focused, setFocused] = useState(false);
  const [hovered, setHovered] = useState(false);
  const shown = focused || hovered;
  useEffect(() => {
    if (!shown) return;
    const onKey = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape') return;
      setFocused(false);
      setHovered(false);
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [shown]);
  if (texts.length === 0) return children;
  const hovering = { onMouseEnter: () => setHovered(true), onMouseLeave: () => setHovered(false) };
  return (
    <span className="relative">
      <span className="md:hidden">{children}</span>
      <button
        type="button"
        aria-describedby={id}
        onFocus={() => setFocused(true)}
        onBlur={() => setFocused(false)}
        {...hovering}
        className="cursor-help rounded-md px-1.5 py-0.5 outline-offset-0 max-md:hidden"
      >
        {children}
      </button>
      <span
        id={id}
        role="tooltip"
        {...hovering}
        className={`panel absolute top-full left-1/2 z-30 w-max max-w-60 -translate-x-1/2 px-3 py-2 text-left text-sm text-ink ${shown ? 'max-md:hidden' : 'hidden'}`}
      >
        {texts.map((text) => (
          <span key={text} className="block py-0.5">
            {text}
          </span>
        ))}
      </span>
    </span>
  );
}

/** Whether an admin set a note: it is shown with a line and without one. */
export function hasNote({ spreadNote }: Pick<GameReply, 'spreadNote'>): boolean {
  return spreadNote !== '' && spreadNote !== DEFAULT_SPREAD_NOTE;
}

/** The note of lines that may still change: it stands once, with all games that kick off together. Empty if none may. */
export function movingLineNote(games: readonly GameReply[], rules: PoolRules, now: number): string {
  const mayMove = games.some(
    (game) =>
      game.spreadNote === DEFAULT_SPREAD_NOTE &&
      gameCounts(game) &&
      shownLine(game, rules) !== null &&
      !isLineLocked(game, rules, now),
  );
  if (!mayMove) return '';
  return rules.line === 'frozen' ? 'Line moves until Tuesday 12:00 ET' : DEFAULT_SPREAD_NOTE;
}

function spreadTexts(game: GameReply, rules: PoolRules): readonly string[] {
  const spread = effectiveSpread(game, rules);
  const note = hasNote(game) ? game.spreadNote : '';
  const dog = underdog(game, rules);
  const upset =
    dog && `${game[dog]} is the underdog: a right pick of it is worth ${pointsText(pickWorth(dog, game, rules))}.`;
  if (spread === null) return [note, upset ?? ''].filter(Boolean);
  const ends = { home: `${game.home} wins`, half: 'either side is half right', none: 'it counts for nobody' };
  const push = pushPossible(spread) ? `If the score meets the line exactly, ${ends[rules.push]}.` : '';
  return [note, push, sourceText(game)].filter(Boolean);
}

/** Names a second source of the line. The feed is the usual one, and what an admin set is marked. */
function sourceText({ lineSource }: GameReply): string {
  const isSecond = lineSource === 'odds-api' || lineSource === 'nflverse';
  return isSecond ? `Line from ${lineSourceNames[lineSource]}` : '';
}

function Spread({ game, rules, children }: SpreadLineProps) {
  const locked = useClock((now) => isLineLocked(game, rules, now));
  const isOpen = useClock((now) => isPickable(game, now));
  const title = `The line doesn't change anymore.${isOpen ? ' You can pick until the game locks.' : ''}`;
  const spread = shownLine(game, rules);
  const favored = favoredSide(spread);
  const dog = underdog(game, rules);
  return (
    <span className="flex flex-col items-center text-board-soft">
      {spread === null && hasLines(rules) && <span className="sr-only">No line yet</span>}
      {spread === null && hasNote(game) && <span className="label max-md:hidden">Note</span>}
      {spread === 0 && <span className="label">Even</span>}
      {spread !== null && favored && (
        <>
          <span className="label">Favoured</span>
          <span className="flex items-center gap-1 font-display text-lg leading-6 text-board-ink">
            {favored === 'away' && <Icon name="chevronLeft" className="size-4 text-led" />}
            {game[favored]} {Math.abs(spread)}
            {favored === 'home' && <Icon name="chevronRight" className="size-4 text-led" />}
          </span>
        </>
      )}
      {dog && (
        <span className="text-xs">
          {game[dog]}: {pointsText(pickWorth(dog, game, rules))}
        </span>
      )}
      {locked && spread !== null && (
        <span title={title} className="text-xs">
          Line · <span>{rules.line === 'frozen' ? 'Frozen' : 'Locked'}</span>
        </span>
      )}
      {children}
    </span>
  );
}
