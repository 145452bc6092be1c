import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { FormEvent, ReactNode } from 'react';
import { useRef, useState } from 'react';
import type { GameEdit } from '#contract/games.ts';
import type { GameReply } from '#contract/shapes.ts';
import { SPREAD_STEP } from '#core/game.ts';
import { formatDay, formatTime } from '#core/kickoff-text.ts';
import { lineSourceNames } from '#core/source-lines.ts';
import { teamByAbbr } from '#core/teams.ts';
import type { FeedField } from '#core/types.ts';
import { gameStatuses, gameVoids } from '#core/types.ts';
import { parseScore, parseSpread, SPREAD_NOTE_MAX } from '#core/validation.ts';
import { weekName } from '#core/weeks.ts';
import { ApiError, call, failureText } from '#web/lib/api.ts';
import { confirmLeave, useUnsavedChanges } from '#web/lib/unsaved-changes.ts';
import { Button } from '#web/ui/button.tsx';
import { CheckRow } from '#web/ui/check-row.tsx';
import { Dialog, DialogFoot } from '#web/ui/dialog.tsx';
import { SelectField, TextField } from '#web/ui/field.tsx';
import { Refusal } from '#web/ui/refusal.tsx';
import { useAskFirst } from './edit-effect.tsx';
import type { Draft, Field, Form, Values } from './game-draft.ts';
import {
  checkedFields,
  conflictsOf,
  editOf,
  emptyDraft,
  fieldError,
  fieldsOf,
  formOf,
  parseKickoff,
  rebased,
  shownForm,
  withField,
  without,
} from './game-draft.ts';
import { usePool } from './pool-context.tsx';
import { gamesQuery } from './queries.ts';
import { LONGEST_NUMBER, spreadText } from './spread-text.ts';
import { useToast } from './toasts.tsx';

export interface GameEditorProps {
  readonly poolId: string;
  readonly opened: GameReply;
  readonly onClose: () => void;
}

/** The dialog in which an admin edits a game, with its current state. */
export function GameEditor({ poolId, opened, onClose }: GameEditorProps) {
  const { data = [] } = useQuery(gamesQuery(poolId, opened.weekId));
  const game = data.find(({ gid }) => gid === opened.gid) ?? opened;
  return <EditDialog poolId={poolId} game={game} onClose={onClose} />;
}

interface EditDialogProps {
  readonly poolId: string;
  /** Its current state, which may change while the dialog is open. */
  readonly game: GameReply;
  readonly onClose: () => void;
}

/** Edits a game. The dialog stays open until the game is saved, or the changes are discarded. */
function EditDialog({ poolId, game, onClose }: EditDialogProps) {
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
        {teamName(game.away)} at {teamName(game.home)} · {weekName(game.weekId)}
      </p>
      <form onSubmit={save} noValidate>
        <StatusPart game={game} editing={editing} />
        <ScorePart game={game} editing={editing} />
        <SpreadPart game={game} editing={editing} />
        <TextField
          label="Spread note"
          value={form.spreadNote}
          autoComplete="off"
          maxLength={SPREAD_NOTE_MAX}
          onChange={(event) => set('spreadNote', event.target.value)}
          note={conflictText('spreadNote', game, editing) ?? 'Shown on the card'}
        />
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
            <Button type="submit" isPaused={saving}>
              {saving ? 'Saving...' : 'Save Changes'}
            </Button>
          </div>
        </DialogFoot>
      </form>
      {editing.question}
    </Dialog>
  );
}

function teamName(abbr: string): string {
  return teamByAbbr(abbr)?.longName ?? abbr;
}

interface PartProps {
  readonly game: GameReply;
  readonly editing: GameEditing;
}

const NEITHER = 'Neither';
const voidNames = { postponed: 'Postponed', cancelled: 'Cancelled' } as const;

function StatusPart({ game, editing }: PartProps) {
  const { form, set } = editing;
  return (
    <FedPart field="status" game={game} editing={editing}>
      <div className="grid grid-cols-2 gap-3">
        <SelectField
          label="Status"
          value={form.status}
          options={gameStatuses.map((status) => [status, status])}
          onChange={(status) => set('status', status)}
          note={conflictText('status', game, editing)}
        />
        <SelectField
          label="Postponed or cancelled"
          value={form.void ?? ''}
          options={[['', NEITHER], ...gameVoids.map((kind) => [kind, voidNames[kind]] as const)]}
          onChange={(kind) => set('void', kind === '' ? null : kind)}
          note={conflictText('void', game, editing)}
        />
      </div>
    </FedPart>
  );
}

function ScorePart({ game, editing }: PartProps) {
  const { form, set, error } = editing;
  const score = (field: 'awayScore' | 'homeScore', label: string) => (
    <TextField
      label={label}
      value={form[field]}
      inputMode="numeric"
      autoComplete="off"
      maxLength={LONGEST_NUMBER}
      onChange={(event) => set(field, event.target.value)}
      onBlur={({ target: { value } }) => error(field) === null && set(field, String(parseScore(value)))}
      onFocus={(event) => event.target.select()}
      error={error(field)}
      note={conflictText(field, game, editing)}
    />
  );
  return (
    <FedPart field="score" game={game} editing={editing}>
      <div className="grid grid-cols-2 gap-3">
        {score('awayScore', `Away score · ${game.away}`)}
        {score('homeScore', `Home score · ${game.home}`)}
      </div>
    </FedPart>
  );
}

const stepButtonLook =
  '-mt-2 grid size-12 place-items-center rounded-lg bg-panel-high font-display text-xl shadow-[inset_0_0_0_1px_var(--line-strong)]';

function SpreadPart({ game, editing }: PartProps) {
  const { form, set, error } = editing;
  const spread = parseSpread(form.spread);
  const isKept = usePool().pool?.details?.rules.line === 'frozen' && game.frozenSpread !== null;
  const move = (by: number): void => set('spread', String((spread ?? 0) + by));
  return (
    <FedPart field="spread" game={game} editing={editing}>
      <div className="flex items-center gap-2">
        <div className="flex-1">
          <TextField
            label="Spread"
            value={form.spread}
            autoComplete="off"
            maxLength={LONGEST_NUMBER}
            onChange={(event) => set('spread', event.target.value)}
            onBlur={({ target: { value } }) =>
              error('spread') === null && set('spread', String(parseSpread(value) ?? ''))
            }
            error={error('spread')}
            note={conflictText('spread', game, editing) ?? spreadNote(game, form.spread)}
          />
        </div>
        <button
          type="button"
          aria-label="−½: spread half a point down"
          onClick={() => move(-SPREAD_STEP)}
          className={stepButtonLook}
        >
          −½
        </button>
        <button
          type="button"
          aria-label="+½: spread half a point up"
          onClick={() => move(SPREAD_STEP)}
          className={stepButtonLook}
        >
          +½
        </button>
      </div>
      {isKept && <p className="text-sm text-ink-soft">This pool keeps its frozen line.</p>}
    </FedPart>
  );
}

function KickoffPart({ game, editing }: PartProps) {
  const { form, set, error } = editing;
  return (
    <FedPart field="kickoff" game={game} editing={editing}>
      <TextField
        label="Kick-off (Eastern time)"
        type="datetime-local"
        value={form.kickoff}
        onChange={(event) => set('kickoff', event.target.value)}
        error={error('kickoff')}
        note={conflictText('kickoff', game, editing) ?? kickoffNote(game, form.kickoff)}
      />
    </FedPart>
  );
}

interface FedPartProps extends PartProps {
  readonly field: FeedField;
  readonly children: ReactNode;
}

/** A part of the form whose fields the feed fills too. */
function FedPart({ field, game, editing, children }: FedPartProps) {
  const part = useRef<HTMLDivElement>(null);
  async function giveBack(): Promise<void> {
    if (await editing.returnToFeed(field)) part.current?.querySelector<HTMLElement>('input, select')?.focus();
  }
  return (
    <div ref={part} className="mb-1">
      {children}
      {game.setByAdmin.includes(field) && (
        <p className="mb-2 flex items-center justify-between gap-3 text-sm text-amber">
          <span>Set by admin</span>
          <button
            type="button"
            disabled={editing.saving}
            onClick={() => void giveBack()}
            className="min-h-8 font-medium underline underline-offset-4"
          >
            Return to feed
          </button>
        </p>
      )}
    </div>
  );
}

/** What a typed line will mean, or who set the stored one. A mark tells what an admin set. */
function spreadNote(game: GameReply, text: string): string {
  const { spread, lineSource } = game;
  const meaning = spreadText(game, text);
  return lineSource === null || lineSource === 'admin' || parseSpread(text) !== spread
    ? meaning
    : `${meaning}, set by ${lineSourceNames[lineSource]}`;
}

/** What someone else set during the edit. */
function conflictText(field: Field, game: GameReply, { hasConflict }: GameEditing): string | undefined {
  return hasConflict(field) ? `Changed to: ${valueText(game, field)}` : undefined;
}

function kickoffNote(game: GameReply, text: string): string {
  const moment = parseKickoff(text);
  if (game.timeTbd && moment === game.kickoff) return 'The time is not known yet (TBD)';
  return moment === null ? '' : `On your clock: ${formatDay(moment)}, ${formatTime(moment)}`;
}

/** One value of a game in words. */
function valueText(game: Values, field: Field): string {
  const value = formOf(game)[field];
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  if (value === null) return 'neither';
  if (field === 'kickoff') return `${value.replace('T', ' ')} Eastern`;
  if (value === '') return field === 'spread' ? 'no line' : 'none';
  return value;
}

/** The state of a game's edit form. */
interface GameEditing {
  readonly form: Form;
  readonly unsaved: boolean;
  readonly saving: boolean;
  /** Why the last try failed. */
  readonly failure: string | null;
  readonly error: (field: Field) => string | null;
  /** Whether someone else set this field during the edit. */
  readonly hasConflict: (field: Field) => boolean;
  readonly set: <F extends Field>(field: F, value: Form[F]) => void;
  readonly save: () => void;
  /** Whose points, places and prizes the edit changes, to be confirmed. */
  readonly question: ReactNode;
  readonly returnToFeed: (field: FeedField) => Promise<boolean>;
}

function useGameEdit(poolId: string, game: GameReply, onSaved: () => void): GameEditing {
  const client = useQueryClient();
  const [draft, setDraft] = useState<Draft>(emptyDraft);
  const [conflicts, setConflicts] = useState<readonly Field[]>([]);
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
      if (error instanceof ApiError && error.code === 'changed_meanwhile') await rebaseDraft();
    },
  });
  const first = useAskFirst(game.weekId, [game]);
  const errors = checkedFields.filter((field) => fieldError(draft, field) !== null);
  const edit = errors.length > 0 ? null : editOf(draft);
  const isUnsaved = errors.length > 0 || edit !== null;

  /** Bases the draft on the current values and keeps what was typed. */
  async function rebaseDraft(): Promise<void> {
    const { games } = await client.fetchQuery({ ...query, staleTime: 0 });
    const now = games.find(({ gid }) => gid === game.gid) ?? game;
    setConflicts(conflictsOf(draft, now));
    setDraft((typed) => rebased(typed, now));
  }

  async function save(changes: GameEdit): Promise<void> {
    if (await first.mayEdit(new Map([[game.gid, changes]]))) saving.mutate(changes, { onSuccess: onSaved });
  }

  return {
    form: shownForm(draft, game),
    unsaved: isUnsaved,
    saving: saving.isPending || first.isLooking,
    failure: first.failure ?? (saving.error && failureText(saving.error)),
    error: (field) => fieldError(draft, field),
    hasConflict: (field) =>
      field in draft.typed && (conflicts.includes(field) || conflictsOf(draft, game).includes(field)),
    set: (field, value) => setDraft((typed) => withField(typed, game, field, value)),
    save: () => {
      if (saving.isPending || first.isLooking || errors.length > 0) return;
      if (edit === null) onSaved();
      else void save(edit);
    },
    question: first.question,
    returnToFeed: async (field) => {
      if (!(await first.mayEdit(new Map([[game.gid, { returnToFeed: [field] }]])))) return false;
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
