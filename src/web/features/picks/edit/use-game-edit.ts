import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { GameEdit } from '#contract/games.ts';
import type { GameReply } from '#contract/shapes.ts';
import type { FeedField } from '#core/types.ts';
import { ApiError, call, failureText } from '#web/lib/api.ts';
import type { Draft, Field, Form } from '#web/parts/game-edit/game-draft.ts';
import {
  checkedFields,
  editOf,
  fieldError,
  fieldsOf,
  overtaken,
  rebased,
  shownForm,
  untouched,
  withField,
  without,
} from '#web/parts/game-edit/game-draft.ts';
import { gamesQuery } from '#web/parts/queries.ts';

/** A game under an admin's hands. */
export interface GameEditing {
  readonly form: Form;
  readonly unsaved: boolean;
  readonly saving: boolean;
  /** Why the last try failed. */
  readonly failure: string | null;
  readonly error: (field: Field) => string | null;
  /** Whether somebody else set this field while it was edited. */
  readonly isOvertaken: (field: Field) => boolean;
  readonly set: <F extends Field>(field: F, value: Form[F]) => void;
  readonly save: () => void;
  readonly returnToFeed: (field: FeedField) => Promise<boolean>;
}

export function useGameEdit(poolId: string, game: GameReply, onSaved: () => void): GameEditing {
  const client = useQueryClient();
  const [draft, setDraft] = useState<Draft>(untouched);
  const [told, setTold] = useState<readonly Field[]>([]);
  const query = gamesQuery(poolId, game.weekId);
  const saving = useMutation({
    mutationFn: (body: GameEdit) => call('PATCH /api/games/:gid', { params: { gid: game.gid }, body }),
    onSuccess: (saved) =>
      client.setQueryData(
        query.queryKey,
        (held) => held && { games: held.games.map((each) => (each.gid === saved.gid ? saved : each)) },
      ),
    onError: async (error) => {
      console.error('Error updating the game', error);
      if (error instanceof ApiError && error.code === 'changed_meanwhile') await lookAgain();
    },
  });
  const errors = checkedFields.filter((field) => fieldError(draft, field) !== null);
  const edit = errors.length > 0 ? null : editOf(draft);
  const isUnsaved = errors.length > 0 || edit !== null;

  /** The values seen become those of now; what was typed stays. */
  async function lookAgain(): Promise<void> {
    const { games } = await client.fetchQuery({ ...query, staleTime: 0 });
    const now = games.find(({ gid }) => gid === game.gid) ?? game;
    setTold(overtaken(draft, now));
    setDraft((typed) => rebased(typed, now));
  }

  return {
    form: shownForm(draft, game),
    unsaved: isUnsaved,
    saving: saving.isPending,
    failure: saving.error && failureText(saving.error),
    error: (field) => fieldError(draft, field),
    isOvertaken: (field) => field in draft.typed && (told.includes(field) || overtaken(draft, game).includes(field)),
    set: (field, value) => setDraft((typed) => withField(typed, game, field, value)),
    save: () => {
      if (saving.isPending || errors.length > 0) return;
      if (edit === null) onSaved();
      else saving.mutate(edit, { onSuccess: onSaved });
    },
    returnToFeed: async (field) => {
      try {
        await saving.mutateAsync({ returnToFeed: [field] });
        setDraft((typed) => without(typed, fieldsOf[field]));
        return true;
      } catch {
        return false;
      }
    },
  };
}
