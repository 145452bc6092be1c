import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { BodyOf } from '#contract/index.ts';
import type { GameReply } from '#contract/shapes.ts';
import { ApiError, call, failureText } from '#web/lib/api.ts';
import type { Draft, Field, Form } from '#web/parts/game-edit/game-draft.ts';
import { editOf, fieldError, overtaken, shownForm } from '#web/parts/game-edit/game-draft.ts';
import { gamesQuery } from '#web/parts/queries.ts';
import type { WeekDraft, WeekField } from './week-draft.ts';
import { afterSave, nothingTyped, overOthers, weekFields, withTyped } from './week-draft.ts';

type WeekEdit = BodyOf<'PATCH /api/weeks/:weekId/games'>['games'];

type Drafts = ReadonlyMap<string, WeekDraft>;

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
  /** @param isOver whether the game should be over, so that a score is its last */
  readonly set: (game: GameReply, field: WeekField, value: Form[WeekField], isOver: boolean) => void;
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
  const [drafts, setDrafts] = useState<Drafts>(new Map());
  const query = gamesQuery(poolId, weekId);
  const saving = useMutation({
    mutationFn: (sent: Drafts) =>
      call('PATCH /api/weeks/:weekId/games', { params: { weekId }, body: { games: editsOf(sent) } }),
    onSuccess: ({ games: saved }, sent) => {
      const byId = new Map(saved.map((game) => [game.gid, game]));
      client.setQueryData(
        query.queryKey,
        (held) => held && { games: held.games.map((game) => byId.get(game.gid) ?? game) },
      );
      const before = new Map(games.map((game) => [game.gid, game]));
      setDrafts((open) =>
        mapDrafts(open, (draft, gid) => {
          const [typed, was, is] = [sent.get(gid), before.get(gid), byId.get(gid)];
          return typed && was && is ? afterSave(draft, typed, was, is) : draft;
        }),
      );
      onSaved(saved.length);
    },
    onError: async (error) => {
      console.error('Error updating the games of a week', error);
      if (error instanceof ApiError && error.code === 'changed_meanwhile') await lookAgain();
    },
  });
  const draftOf = (gid: string): WeekDraft => drafts.get(gid) ?? nothingTyped;
  const errors = [...drafts.values()].some((draft) => weekFields.some((field) => fieldError(draft, field) !== null));

  /** The values seen become those of now; what was typed stays. */
  async function lookAgain(): Promise<void> {
    try {
      const { games: now } = await client.fetchQuery({ ...query, staleTime: 0 });
      const byId = new Map(now.map((game) => [game.gid, game]));
      setDrafts((open) =>
        mapDrafts(open, (draft, gid) => {
          const game = byId.get(gid);
          return game ? overOthers(draft, game) : nothingTyped;
        }),
      );
    } catch (error) {
      console.error('Error reading the games of a week', error);
    }
  }

  return {
    count: games.filter(({ gid }) => isTouched(draftOf(gid))).length,
    saving: saving.isPending,
    failure: saving.error && failureText(saving.error),
    form: (game) => shownForm(draftOf(game.gid), game),
    error: (game, field) => fieldError(draftOf(game.gid), field),
    overtaken: (game) => {
      const draft = draftOf(game.gid);
      const fields = [...draft.told, ...overtaken(draft, game)];
      return weekFields.filter((field) => field in draft.typed && fields.includes(field));
    },
    set: (game, field, value, isOver) =>
      setDrafts((open) =>
        new Map(open).set(game.gid, withTyped(open.get(game.gid) ?? nothingTyped, game, field, value, isOver)),
      ),
    save: () => {
      if (errors) return false;
      if (!saving.isPending && editsOf(drafts).length > 0) saving.mutate(drafts);
      return true;
    },
  };
}

/** The drafts after a change, without those in which nothing is left. */
function mapDrafts(drafts: Drafts, change: (draft: WeekDraft, gid: string) => WeekDraft): Drafts {
  const changed = [...drafts].map(([gid, draft]) => [gid, change(draft, gid)] as const);
  return new Map(changed.filter(([, { typed }]) => Object.keys(typed).length > 0));
}

function editsOf(drafts: Drafts): WeekEdit {
  return [...drafts].flatMap(([gid, draft]) => {
    const edit = editOf(draft);
    return edit ? [{ gid, ...edit, seen: edit.seen ?? {} }] : [];
  });
}

/** Also a field that cannot be saved counts: it may not get lost. */
function isTouched(draft: Draft): boolean {
  return weekFields.some((field) => fieldError(draft, field) !== null) || editOf(draft) !== null;
}
