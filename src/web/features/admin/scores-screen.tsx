import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { FormEvent, ReactNode } from 'react';
import { useId, useState } from 'react';
import type { BodyOf } from '#contract/index.ts';
import type { PoolReply } from '#contract/pools.ts';
import type { GameReply } from '#contract/shapes.ts';
import { isScoreFinal } from '#core/active-week.ts';
import { fieldWords } from '#core/audit.ts';
import { kickoffText } from '#core/kickoff-text.ts';
import { gameStatuses } from '#core/types.ts';
import { parseScore, parseSpread } from '#core/validation.ts';
import { ApiError, call, failureText } from '#web/lib/api.ts';
import { useClock } from '#web/lib/clock.ts';
import { confirmLeave, useUnsavedChanges } from '#web/lib/unsaved-changes.ts';
import { useAskFirst } from '#web/parts/edit-effect.tsx';
import type { Draft, Field, Form } from '#web/parts/game-draft.ts';
import {
  conflictsOf,
  editOf,
  emptyDraft,
  fieldError,
  formOf,
  rebased,
  shownForm,
  withField,
  without,
} from '#web/parts/game-draft.ts';
import { GameEditor } from '#web/parts/game-editor.tsx';
import { PoolGate } from '#web/parts/pool-gate.tsx';
import { gamesQuery } from '#web/parts/queries.ts';
import { Screen } from '#web/parts/screen.tsx';
import { LONGEST_NUMBER, spreadText } from '#web/parts/spread-text.ts';
import { useToast } from '#web/parts/toasts.tsx';
import { useWeekChoice } from '#web/parts/week-choice.ts';
import { WeekSelect, WeekSelectSkeleton } from '#web/parts/week-select.tsx';
import { Button } from '#web/ui/button.tsx';
import { Loaded, Skeleton } from '#web/ui/loaded.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Refusal } from '#web/ui/refusal.tsx';
import './scores.css';

const TITLE = 'Scores and lines';

/** The form for the scores and lines of a whole week. */
export function ScoresScreen() {
  return (
    <PoolGate
      title={TITLE}
      noPool="No Pool Selected"
      skeleton={<Skeleton className="h-96" />}
      toolsSkeleton={<WeekSelectSkeleton />}
    >
      {(pool) => <ScoresOfPool pool={pool} />}
    </PoolGate>
  );
}

function ScoresOfPool({ pool }: { readonly pool: PoolReply }) {
  const { weekId, setWeek } = useWeekChoice(pool);
  return (
    <Screen
      title={TITLE}
      over={pool.name}
      tools={
        weekId !== null && (
          <div className="max-md:w-full">
            <WeekSelect weeks={pool.weeks} value={weekId} onChange={(other) => confirmLeave() && setWeek(other)} />
          </div>
        )
      }
    >
      {weekId === null ? (
        <Notice icon="ball" title="This pool has no weeks yet" />
      ) : (
        <Games key={weekId} poolId={pool.id} weekId={weekId} />
      )}
    </Screen>
  );
}

interface WeekProps {
  readonly poolId: string;
  readonly weekId: string;
}

function Games({ poolId, weekId }: WeekProps) {
  const games = useQuery(gamesQuery(poolId, weekId));
  return (
    <Loaded query={games} failure="Couldn't load games" skeleton={<Skeleton className="h-96" />}>
      {(loaded) =>
        loaded.length === 0 ? (
          <Notice icon="ball" title="No games found for this week." />
        ) : (
          <WeekForm poolId={poolId} weekId={weekId} games={loaded} />
        )
      }
    </Loaded>
  );
}

function WeekForm({ poolId, weekId, games }: WeekProps & { readonly games: readonly GameReply[] }) {
  const toast = useToast();
  const editing = useWeekEdit(poolId, weekId, games, (count) =>
    toast({ type: 'success', title: 'Saved', message: `${gamesText(count)} updated` }),
  );
  const { count, saving, failure } = editing;
  const [opened, setOpened] = useState<GameReply | null>(null);
  useUnsavedChanges(count > 0);

  function save(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    if (!editing.save()) event.currentTarget.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }

  return (
    <>
      <form onSubmit={save} noValidate>
        <p className="mb-3 text-ink-soft">
          Type a score, and a game that should be over turns Final. What you set stays: the feed leaves it alone.
        </p>
        <ul className="panel overflow-clip">
          {games.map((game) => (
            <ScoreRow key={game.gid} game={game} editing={editing} onEdit={() => setOpened(game)} />
          ))}
        </ul>
        <div className="panel score-save no-print">
          <Refusal text={failure} />
          <Button type="submit" disabled={count === 0} isPaused={saving} className="w-full md:w-auto">
            {saving ? 'Saving...' : count === 0 ? 'Save' : `Save ${gamesText(count)}`}
          </Button>
        </div>
      </form>
      {/* Outside the form: to submit the dialog's own form must not submit this one. */}
      {opened && <GameEditor key={opened.gid} poolId={poolId} opened={opened} onClose={() => setOpened(null)} />}
      {editing.question}
    </>
  );
}

function gamesText(count: number): string {
  return count === 1 ? '1 game' : `${count} games`;
}

interface ScoreRowProps {
  readonly game: GameReply;
  readonly editing: WeekEditing;
  /** Opens the dialog with all fields of the game. */
  readonly onEdit: () => void;
}

const NOT_FINAL = 'This score counts once the status is Final.';

/** One game: scores, line and status, and below them the errors or the meaning of the line. */
function ScoreRow({ game, editing, onEdit }: ScoreRowProps) {
  const row = useId();
  const hint = `${row}-hint`;
  const isOver = useClock((now) => isScoreFinal(game, now));
  const form = editing.form(game);
  const errorOf = (field: WeekField) => editing.error(game, field);
  const error = weekFields.map(errorOf).find((text) => text !== null) ?? null;
  const { day, time } = kickoffText(game);
  const name = `${game.away} @ ${game.home}`;

  const number = (field: 'awayScore' | 'homeScore' | 'spread', label: string, tidy: (text: string) => string) => (
    <Labelled id={`${row}-${field}`} text={label}>
      <input
        id={`${row}-${field}`}
        aria-describedby={hint}
        aria-invalid={errorOf(field) !== null || undefined}
        value={form[field]}
        inputMode={field === 'spread' ? 'text' : 'numeric'}
        autoComplete="off"
        maxLength={LONGEST_NUMBER}
        onFocus={(event) => event.target.select()}
        onChange={({ target: { value } }) => editing.set(game, field, value, isOver)}
        onBlur={() =>
          errorOf(field) === null &&
          tidy(form[field]) !== form[field] &&
          editing.set(game, field, tidy(form[field]), isOver)
        }
      />
    </Labelled>
  );

  return (
    <li className="striped-row score-row">
      <div className="score-name">
        <h2 className="font-display text-lg font-medium">{name}</h2>
        <p className="text-sm text-ink-soft">
          {day} · {time}
          {game.void && <span className="text-red"> · {game.void === 'postponed' ? 'Postponed' : 'Cancelled'}</span>}
        </p>
        <button
          type="button"
          aria-haspopup="dialog"
          aria-label={`Edit Game: ${name}`}
          onClick={onEdit}
          className="min-h-8 font-display text-amber underline underline-offset-4"
        >
          Edit Game
        </button>
      </div>
      <fieldset className="score-fields">
        <legend className="sr-only">{name}</legend>
        {number('awayScore', game.away, (text) => String(parseScore(text)))}
        {number('homeScore', game.home, (text) => String(parseScore(text)))}
        {number('spread', 'Line', (text) => String(parseSpread(text) ?? ''))}
        <Labelled id={`${row}-status`} text="Status">
          <select
            id={`${row}-status`}
            aria-describedby={hint}
            value={form.status}
            onChange={({ target: { value } }) => {
              const status = gameStatuses.find((each) => each === value);
              if (status) editing.set(game, 'status', status, isOver);
            }}
          >
            {gameStatuses.map((status) => (
              <option key={status}>{status}</option>
            ))}
          </select>
        </Labelled>
      </fieldset>
      <p id={hint} aria-live="polite" className={`score-hint ${error === null ? 'text-ink-soft' : 'text-red'}`}>
        {error ?? hintText(game, form, editing.conflictsOf(game))}
      </p>
    </li>
  );
}

interface LabelledProps {
  readonly id: string;
  readonly text: string;
  readonly children: ReactNode;
}

function Labelled({ id, text, children }: LabelledProps) {
  return (
    <div>
      <label htmlFor={id} className="label block truncate text-ink-soft">
        {text}
      </label>
      {children}
    </div>
  );
}

/** Whether the form has a score that will not count, without a hint that says so. */
function isScoreIdle(game: GameReply, form: Form): boolean {
  return (
    game.void === null && form.status === 'Not Started' && parseScore(form.homeScore) + parseScore(form.awayScore) > 0
  );
}

/** What someone else set meanwhile, or otherwise the meaning of the line. */
function hintText(game: GameReply, form: Form, fields: readonly Field[]): string {
  if (fields.length === 0) return isScoreIdle(game, form) ? NOT_FINAL : spreadText(game, form.spread);
  const now = formOf(game);
  const values = fields.map((field) => `${fieldWords(field)} ${now[field] === '' ? 'no line' : now[field]}`);
  return `Somebody else just set ${values.join(', ')}.`;
}

type WeekEdit = BodyOf<'PATCH /api/weeks/:weekId/games'>['games'];

type Drafts = ReadonlyMap<string, WeekDraft>;

/** The state of the form for a week's scores and lines. */
interface WeekEditing {
  /** The number of changed games. */
  readonly count: number;
  readonly saving: boolean;
  /** Why the last try failed. */
  readonly failure: string | null;
  readonly form: (game: GameReply) => Form;
  readonly error: (game: GameReply, field: WeekField) => string | null;
  /** The fields that someone else set during the edit. */
  readonly conflictsOf: (game: GameReply) => readonly Field[];
  /** @param isOver whether the game should be over, so that a score is final */
  readonly set: (game: GameReply, field: WeekField, value: Form[WeekField], isOver: boolean) => void;
  /** @returns whether everything typed can be saved */
  readonly save: () => boolean;
  /** Whose points, places and prizes the edit changes, to be confirmed. */
  readonly question: ReactNode;
}

/** @param onSaved called with the number of saved games */
function useWeekEdit(
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
      if (error instanceof ApiError && error.code === 'changed_meanwhile') await rebaseDrafts();
    },
  });
  const first = useAskFirst(weekId, games);
  const draftOf = (gid: string): WeekDraft => drafts.get(gid) ?? emptyWeekDraft;
  const errors = [...drafts.values()].some((draft) => weekFields.some((field) => fieldError(draft, field) !== null));

  async function save(edits: WeekEdit, sent: Drafts): Promise<void> {
    if (await first.mayEdit(new Map(edits.map((edit) => [edit.gid, edit])))) saving.mutate(sent);
  }

  /** Bases the drafts on the current values and keeps what was typed. */
  async function rebaseDrafts(): Promise<void> {
    try {
      const { games: now } = await client.fetchQuery({ ...query, staleTime: 0 });
      const byId = new Map(now.map((game) => [game.gid, game]));
      setDrafts((open) =>
        mapDrafts(open, (draft, gid) => {
          const game = byId.get(gid);
          return game ? rebasedWeekDraft(draft, game) : emptyWeekDraft;
        }),
      );
    } catch (error) {
      console.error('Error reading the games of a week', error);
    }
  }

  return {
    count: games.filter(({ gid }) => isTouched(draftOf(gid))).length,
    saving: saving.isPending || first.isLooking,
    failure: first.failure ?? (saving.error && failureText(saving.error)),
    form: (game) => shownForm(draftOf(game.gid), game),
    error: (game, field) => fieldError(draftOf(game.gid), field),
    conflictsOf: (game) => {
      const draft = draftOf(game.gid);
      const fields = [...draft.conflicts, ...conflictsOf(draft, game)];
      return weekFields.filter((field) => field in draft.typed && fields.includes(field));
    },
    set: (game, field, value, isOver) =>
      setDrafts((open) =>
        new Map(open).set(game.gid, withTyped(open.get(game.gid) ?? emptyWeekDraft, game, field, value, isOver)),
      ),
    save: () => {
      if (errors) return false;
      const edits = editsOf(drafts);
      if (saving.isPending || first.isLooking || edits.length === 0) return true;
      void save(edits, drafts);
      return true;
    },
    question: first.question,
  };
}

/** The drafts after a change, without empty ones. */
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

/** An invalid field counts too: it may not get lost. */
function isTouched(draft: Draft): boolean {
  return weekFields.some((field) => fieldError(draft, field) !== null) || editOf(draft) !== null;
}

/** The fields in the form of a week. */
const weekFields = ['awayScore', 'homeScore', 'spread', 'status'] as const satisfies readonly Field[];
export type WeekField = (typeof weekFields)[number];

/** The values that an admin typed for one game in the form of its week. */
export interface WeekDraft extends Draft {
  /** Whether an admin chose the status; otherwise it follows the typed score. */
  readonly isStatusChosen: boolean;
  /** The fields that someone else had set before the save. */
  readonly conflicts: readonly Field[];
}

export const emptyWeekDraft: WeekDraft = { ...emptyDraft, isStatusChosen: false, conflicts: [] };

/**
 * The draft after a field was typed. A score sets its game to Final for as long as the score is there.
 * @param isOver whether the game should be over, so that the score is final
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

/** The same typed values, based on the game as someone else left it. */
export function rebasedWeekDraft(draft: WeekDraft, game: GameReply): WeekDraft {
  return { ...draft, ...rebased(draft, game), conflicts: conflictsOf(draft, game) };
}

/** The rest of a draft after a save: what was typed since it was sent. */
export function afterSave(draft: WeekDraft, sent: WeekDraft, before: GameReply, saved: GameReply): WeekDraft {
  const form = shownForm(draft, { ...before, ...sent.seen });
  const isSaved = (field: WeekField) =>
    field in sent.typed ? form[field] === sent.typed[field] : !(field in draft.typed);
  let left: Draft = emptyDraft;
  for (const field of weekFields) if (!isSaved(field)) left = withField(left, saved, field, form[field]);
  return { ...emptyWeekDraft, ...left, isStatusChosen: draft.isStatusChosen && !isSaved('status') };
}
