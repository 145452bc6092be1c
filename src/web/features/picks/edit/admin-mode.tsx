import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useState } from 'react';
import type { GameReply } from '#contract/shapes.ts';
import { usePool } from '#web/parts/pool-context.tsx';
import { gamesQuery } from '#web/parts/queries.ts';
import { CheckRow } from '#web/ui/check-row.tsx';
import { EditDialog } from './edit-dialog.tsx';

/** What a card offers besides picking. */
export type CardAction = (game: GameReply) => ReactNode;

export interface AdminModeProps {
  /** Puts a button on every card, or takes it away. */
  readonly onAction: (action: CardAction | undefined) => void;
}

/** The switch by which an admin turns the cards into games to edit. */
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
        className="min-h-11 shrink-0 px-1 font-display font-medium text-amber underline underline-offset-4"
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
        }}
      />
      {edited && pool && <LiveEdit key={edited.gid} poolId={pool.id} opened={edited} onClose={() => setEdited(null)} />}
    </>
  );
}

interface LiveEditProps {
  readonly poolId: string;
  readonly opened: GameReply;
  readonly onClose: () => void;
}

/** The dialog over the game as it is from moment to moment. */
function LiveEdit({ poolId, opened, onClose }: LiveEditProps) {
  const { data = [] } = useQuery(gamesQuery(poolId, opened.weekId));
  const game = data.find(({ gid }) => gid === opened.gid) ?? opened;
  return <EditDialog poolId={poolId} game={game} onClose={onClose} />;
}
