import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { BodyOf } from '#contract/index.ts';
import type { GameReply } from '#contract/shapes.ts';
import { ApiError, call, failureText } from '#web/lib/api.ts';
import type { Draft, Field, Form } from '#web/parts/game-edit/game-draft.ts';
import {
  editOf,
  fieldError,
  overtaken,
  rebased,
  shownForm,
  untouched,
  withField,
} from '#web/parts/game-edit/game-draft.ts';
import { gamesQuery } from '#web/parts/queries.ts';

type WeekEdit = BodyOf<'PATCH /api/weeks/:weekId/games'>['games'];

/** The fields that the form of a week has. */
export const weekFields = ['awayScore', 'homeScore', 'spread', 'status'] as const satisfies readonly Field[];
export type WeekField = (typeof weekFields)[number];

/** A week's scores and lines under an admin's hands. */
export interface WeekEditing {
  /** How many games have a change. */
  readonly count: number;
  readonly saving: boolean;
  /** Why the last try failed. */
  readonly failure: string | null;
  readonly form: (game: GameReply) => Form;
  readonly error: (game: GameReply, field: WeekField) => string | null;
  /** The fields that somebody else set while they were edited. */
  readonly overtaken: (game: GameReply) => readonly Field[];
  readonly set: (game: GameReply, values: Partial<Pick<Form, WeekField>>) => void;
  /** @returns whether everything that was typed can be saved */
  readonly save: () => boolean;
}

/** @param onSaved hears how many games were saved */
export function useWeekEdit(
  poolId: string,
  weekId: string,
  games: readonly GameReply[],
  onSaved: (count: number) => void,
): WeekEditing {
  const client = useQueryClient();
  const [drafts, setDrafts] = useState<ReadonlyMap<string, Draft>>(new Map());
  const [told, setTold] = useState<ReadonlyMap<string, readonly Field[]>>(new Map());
  const query = gamesQuery(poolId, weekId);
  const saving = useMutation({
    mutationFn: (edits: WeekEdit) =>
      call('PATCH /api/weeks/:weekId/games', { params: { weekId }, body: { games: edits } }),
    onSuccess: ({ games: saved }) => {
      const byId = new Map(saved.map((game) => [game.gid, game]));
      client.setQueryData(
        query.queryKey,
        (held) => held && { games: held.games.map((game) => byId.get(game.gid) ?? game) },
      );
      setDrafts(new Map());
      setTold(new Map());
      onSaved(saved.length);
    },
    onError: async (error) => {
      console.error('Error updating the games of a week', error);
      if (error instanceof ApiError && error.code === 'changed_meanwhile') await lookAgain();
    },
  });
  const draftOf = (gid: string): Draft => drafts.get(gid) ?? untouched;
  const errors = [...drafts.values()].some((draft) => weekFields.some((field) => fieldError(draft, field) !== null));
  const edits = [...drafts].flatMap(([gid, draft]) => toEdit(gid, draft) ?? []);

  /** The values seen become those of now; what was typed stays. */
  async function lookAgain(): Promise<void> {
    const { games: now } = await client.fetchQuery({ ...query, staleTime: 0 });
    setTold(new Map(now.map((game) => [game.gid, overtaken(draftOf(game.gid), game)])));
    setDrafts(
      new Map(now.flatMap((game) => (drafts.has(game.gid) ? [[game.gid, rebased(draftOf(game.gid), game)]] : []))),
    );
  }

  return {
    count: games.filter(({ gid }) => isTouched(draftOf(gid))).length,
    saving: saving.isPending,
    failure: saving.error && failureText(saving.error),
    form: (game) => shownForm(draftOf(game.gid), game),
    error: (game, field) => fieldError(draftOf(game.gid), field),
    overtaken: (game) => {
      const { typed } = draftOf(game.gid);
      const fields = [...(told.get(game.gid) ?? []), ...overtaken(draftOf(game.gid), game)];
      return weekFields.filter((field) => field in typed && fields.includes(field));
    },
    set: (game, values) =>
      setDrafts((open) => {
        let draft = open.get(game.gid) ?? untouched;
        for (const field of weekFields) {
          const value = values[field];
          if (value !== undefined) draft = withField(draft, game, field, value as Form[typeof field]);
        }
        return new Map(open).set(game.gid, draft);
      }),
    save: () => {
      if (errors) return false;
      if (!saving.isPending && edits.length > 0) saving.mutate(edits);
      return true;
    },
  };
}

function toEdit(gid: string, draft: Draft): WeekEdit[number] | null {
  const edit = editOf(draft);
  return edit && { gid, ...edit, seen: edit.seen ?? {} };
}

/** Also a field that cannot be saved counts: it may not get lost. */
function isTouched(draft: Draft): boolean {
  return weekFields.some((field) => fieldError(draft, field) !== null) || editOf(draft) !== null;
}
