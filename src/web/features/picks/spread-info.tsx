import type { GameReply } from '#contract/shapes.ts';
import { effectiveSpread, pushPossible } from '#core/spread.ts';
import type { SpreadRule } from '#core/types.ts';
import { Icon } from '#web/ui/icon.tsx';

interface SpreadInfoProps {
  readonly game: GameReply;
  readonly rule: SpreadRule;
}

/** The note on the line, and who wins when the scores meet it exactly. */
export function SpreadInfo({ game, rule }: SpreadInfoProps) {
  const texts = spreadTexts(game, rule);
  if (texts.length === 0) return null;
  return (
    <details className="group mt-auto px-3 pb-2 text-sm text-ink-soft" title={texts.join('\n')}>
      <summary className="flex min-h-8 list-none items-center gap-1">
        Spread Info
        <Icon name="chevronDown" className="size-4 group-open:rotate-180" />
      </summary>
      {texts.map((text) => (
        <p key={text}>{text}</p>
      ))}
    </details>
  );
}

function spreadTexts(game: GameReply, rule: SpreadRule): string[] {
  const spread = effectiveSpread(game, rule);
  if (spread === null) return [];
  const push = pushPossible(spread) ? [`If the score meets the line exactly, ${game.home} wins.`] : [];
  return [...(game.spreadNote ? [game.spreadNote] : []), ...push];
}
