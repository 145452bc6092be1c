import type { FormEvent } from 'react';
import type { GameReply } from '#contract/shapes.ts';
import { teamByAbbr } from '#core/teams.ts';
import { weekName } from '#core/weeks.ts';
import { confirmLeave, useUnsavedChanges } from '#web/lib/unsaved-changes.ts';
import { useToast } from '#web/parts/toasts.tsx';
import { Button } from '#web/ui/button.tsx';
import { CheckRow } from '#web/ui/check-row.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { DialogFoot } from '#web/ui/dialog-foot.tsx';
import { Refusal } from '#web/ui/refusal.tsx';
import { KickoffPart, ScorePart, SpreadPart, StatusPart } from './edit-parts.tsx';
import { useGameEdit } from './use-game-edit.ts';

interface EditDialogProps {
  readonly poolId: string;
  /** As it is now: it changes while the dialog stands. */
  readonly game: GameReply;
  readonly onClose: () => void;
}

/** An admin's hand on a game. It stays open until the game is saved, or what was typed is given up. */
export function EditDialog({ poolId, game, onClose }: EditDialogProps) {
  const toast = useToast();
  const editing = useGameEdit(poolId, game, () => {
    onClose();
    toast({ type: 'success', title: 'Game saved', message: `${game.away} @ ${game.home}` });
  });
  const { form, set, unsaved, saving, failure } = editing;
  useUnsavedChanges(unsaved);

  function close(): void {
    if (!unsaved || confirmLeave()) onClose();
  }

  function save(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    event.currentTarget.querySelector<HTMLElement>('[aria-invalid]')?.focus();
    editing.save();
  }

  return (
    <Dialog title="Edit Game" onClose={close}>
      <p className="-mt-3 mb-4 text-ink-soft">
        {nameOf(game.away)} at {nameOf(game.home)} · {weekName(game.weekId)}
      </p>
      <form onSubmit={save} noValidate>
        <StatusPart game={game} editing={editing} />
        <ScorePart game={game} editing={editing} />
        <SpreadPart game={game} editing={editing} />
        <KickoffPart game={game} editing={editing} />
        <CheckRow
          label="Allow spread updates"
          note="The feed may move the line."
          checked={form.allowSpreadUpdate}
          onChange={(checked) => set('allowSpreadUpdate', checked)}
        />
        <CheckRow
          label="Allow time updates"
          note="The feed may move the kick-off."
          checked={form.allowTimeUpdate}
          onChange={(checked) => set('allowTimeUpdate', checked)}
        />
        <DialogFoot>
          <Refusal text={failure} />
          <div className="grid grid-cols-2 gap-3">
            <Button tone="plain" onClick={close}>
              Cancel
            </Button>
            <Button type="submit" disabled={saving}>
              {saving ? 'Saving...' : 'Save Changes'}
            </Button>
          </div>
        </DialogFoot>
      </form>
    </Dialog>
  );
}

function nameOf(abbr: string): string {
  return teamByAbbr(abbr)?.longName ?? abbr;
}
