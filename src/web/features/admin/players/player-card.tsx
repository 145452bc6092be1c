import { useState } from 'react';
import type { Player } from '#contract/players.ts';
import { formatDay } from '#core/kickoff-text.ts';
import { Button } from '#web/ui/button.tsx';
import { LinkDialog } from './link-dialog.tsx';
import { RenameDialog } from './rename-dialog.tsx';
import { UnlinkDialog } from './unlink-dialog.tsx';

type Open = 'rename' | 'link' | 'unlink' | null;

/** One player, with what an admin can do for them. */
export function PlayerCard({ player }: { readonly player: Player }) {
  const { name, pools, linked } = player;
  const [open, setOpen] = useState<Open>(null);
  const close = (): void => setOpen(null);
  return (
    <li className="striped-row flex flex-wrap items-center justify-between gap-x-6 gap-y-3 p-4">
      <div className="min-w-0 flex-1 basis-64">
        <p className="font-medium break-words">{name}</p>
        <p className="text-sm break-words text-ink-soft">{poolsText(pools)}</p>
        {linked && (
          <p className="text-sm break-words text-turf">
            Linked to {linked.name} on {formatDay(linked.at)}
          </p>
        )}
      </div>
      <div className="flex gap-2">
        {linked ? (
          <Button tone="plain" aria-label={`Undo the link of ${name}`} onClick={() => setOpen('unlink')}>
            Undo
          </Button>
        ) : (
          <>
            <Button tone="plain" aria-label={`Rename ${name}`} onClick={() => setOpen('rename')}>
              Rename
            </Button>
            <Button tone="plain" aria-label={`Link ${name} to an account`} onClick={() => setOpen('link')}>
              Link
            </Button>
          </>
        )}
      </div>
      {open === 'rename' && <RenameDialog player={player} onClose={close} />}
      {open === 'link' && <LinkDialog player={player} onClose={close} />}
      {open === 'unlink' && linked && <UnlinkDialog player={player} userId={linked.userId} onClose={close} />}
    </li>
  );
}

function poolsText(pools: Player['pools']): string {
  if (pools.length === 0) return 'In no pool';
  return pools.map(({ name, picks }) => `${name}: ${picks} ${picks === 1 ? 'pick' : 'picks'}`).join(' · ');
}
