import type { ReactNode } from 'react';
import { useState } from 'react';
import type { GameReply } from '#contract/shapes.ts';
import { GameEditor } from '#web/parts/game-editor.tsx';
import { usePool } from '#web/parts/pool-context.tsx';
import { CheckRow } from '#web/ui/check-row.tsx';
import { SHOW_CARDS } from './moving.tsx';

/** An additional action on a card. */
export type CardAction = (game: GameReply) => ReactNode;

export interface AdminModeProps {
  /** Sets the button of every card, or removes it. */
  readonly onAction: (action: CardAction | undefined) => void;
}

/** The switch that lets an admin edit the games on the cards. */
export function AdminMode({ onAction }: AdminModeProps) {
  const { pool } = usePool();
  const [on, setOn] = useState(false);
  const [edited, setEdited] = useState<GameReply | null>(null);

  function action(game: GameReply): ReactNode {
    return (
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => setEdited(game)}
        className="min-h-11 shrink-0 pr-1 pl-3 font-display font-medium text-amber underline underline-offset-4"
      >
        Edit Game
      </button>
    );
  }

  return (
    <>
      <CheckRow
        label="Admin Mode - Edit Games"
        checked={on}
        onChange={(checked) => {
          setOn(checked);
          onAction(checked ? action : undefined);
          if (checked) dispatchEvent(new Event(SHOW_CARDS));
        }}
      />
      {edited && pool && (
        <GameEditor key={edited.gid} poolId={pool.id} opened={edited} onClose={() => setEdited(null)} />
      )}
    </>
  );
}
