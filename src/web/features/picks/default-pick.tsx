import { useState } from 'react';
import type { PoolReply } from '#contract/pools.ts';
import { mayDefault } from '#core/missed-limit.ts';
import { lazyPart } from '#web/lib/lazy.tsx';
import { useEntries } from '#web/parts/entries.tsx';
import { BoardButton } from './board-button.tsx';
import type { DefaultDialogProps } from './default-dialog.tsx';

const DefaultDialog = lazyPart<DefaultDialogProps>(async () => (await import('./default-dialog.tsx')).DefaultDialog);

const sideTexts = { favourite: 'favorites', home: 'home teams', away: 'away teams' } as const;

interface DefaultPickProps {
  readonly pool: PoolReply;
  readonly weekId: string;
}

/** In a pool that asks for it: what counts for the chosen entry if its owner forgets to pick, and a dialog that changes it. */
export function DefaultPick({ pool, weekId }: DefaultPickProps) {
  const { entry } = useEntries();
  const [isOpen, setOpen] = useState(false);
  if (pool.rules.missed !== 'own' || entry === null) return null;
  const isSpent = !mayDefault(weekId, new Set(entry.defaultWeeks), pool.rules);
  return (
    <>
      <BoardButton onClick={() => setOpen(true)}>
        If you forget: {wantedText(isSpent ? null : entry.default)}
      </BoardButton>
      {isOpen && <DefaultDialog key={entry.id} {...{ pool, entry, isSpent }} onClose={() => setOpen(false)} />}
    </>
  );
}

function wantedText(wanted: DefaultDialogProps['entry']['default']): string {
  if (!wanted) return 'nothing';
  if ('side' in wanted) return sideTexts[wanted.side];
  const [first, ...others] = wanted.teams;
  return others.length === 0 ? `${first}` : `${first} first`;
}
