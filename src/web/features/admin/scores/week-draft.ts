import type { GameReply } from '#contract/shapes.ts';
import type { Draft, Field, Form } from '#web/parts/game-edit/game-draft.ts';
import {
  editOf,
  overtaken,
  rebased,
  shownForm,
  untouched,
  withField,
  without,
} from '#web/parts/game-edit/game-draft.ts';

/** The fields that the form of a week has. */
export const weekFields = ['awayScore', 'homeScore', 'spread', 'status'] as const satisfies readonly Field[];
export type WeekField = (typeof weekFields)[number];

/** What an admin typed of one game in the form of its week. */
export interface WeekDraft extends Draft {
  /** Whether an admin chose the status; else it follows the typed score. */
  readonly isStatusChosen: boolean;
  /** The fields that somebody else had set when it was to be saved. */
  readonly told: readonly Field[];
}

export const nothingTyped: WeekDraft = { ...untouched, isStatusChosen: false, told: [] };

/**
 * The draft after a field was typed. A score makes its game Final for as long as it is there.
 * @param isOver whether the game should be over, so that the score is its last
 */
export function withTyped(
  draft: WeekDraft,
  game: GameReply,
  field: WeekField,
  text: Form[WeekField],
  isOver: boolean,
): WeekDraft {
  const typed = { ...draft, ...withField(draft, game, field, text) };
  if (field === 'status') return { ...typed, isStatusChosen: true };
  if (field === 'spread' || draft.isStatusChosen) return typed;
  const { homeScore, awayScore } = editOf(typed) ?? {};
  const isFinal = (homeScore !== undefined || awayScore !== undefined) && isOver;
  return { ...typed, ...(isFinal ? withField(typed, game, 'status', 'Final') : without(typed, ['status'])) };
}

/** The same typing over the game as somebody else left it. */
export function overOthers(draft: WeekDraft, game: GameReply): WeekDraft {
  return { ...draft, ...rebased(draft, game), told: overtaken(draft, game) };
}

/** What is left of a draft when the one that was sent is saved: what was typed since. */
export function afterSave(draft: WeekDraft, sent: WeekDraft, before: GameReply, saved: GameReply): WeekDraft {
  const form = shownForm(draft, { ...before, ...sent.seen });
  const isSaved = (field: WeekField) =>
    field in sent.typed ? form[field] === sent.typed[field] : !(field in draft.typed);
  let left: Draft = untouched;
  for (const field of weekFields) if (!isSaved(field)) left = withField(left, saved, field, form[field]);
  return { ...nothingTyped, ...left, isStatusChosen: draft.isStatusChosen && !isSaved('status') };
}
