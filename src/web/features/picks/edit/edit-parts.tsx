import type { ReactNode } from 'react';
import { useRef } from 'react';
import type { GameReply } from '#contract/shapes.ts';
import { SPREAD_STEP } from '#core/game.ts';
import { formatDay, formatTime } from '#core/kickoff-text.ts';
import type { FeedField } from '#core/types.ts';
import { gameStatuses, gameVoids } from '#core/types.ts';
import { parseScore, parseSpread } from '#core/validation.ts';
import type { Field, Values } from '#web/parts/game-edit/game-draft.ts';
import { formOf, parseKickoff } from '#web/parts/game-edit/game-draft.ts';
import { LONGEST_NUMBER, spreadText } from '#web/parts/game-edit/spread-text.ts';
import { usePool } from '#web/parts/pool-context.tsx';
import { SelectField } from '#web/ui/select-field.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import type { GameEditing } from './use-game-edit.ts';

interface PartProps {
  readonly game: GameReply;
  readonly editing: GameEditing;
}

const NEITHER = 'Neither';
const voidNames = { postponed: 'Postponed', cancelled: 'Cancelled' } as const;

export function StatusPart({ game, editing }: PartProps) {
  const { form, set } = editing;
  return (
    <FedPart field="status" game={game} editing={editing}>
      <div className="grid grid-cols-2 gap-3">
        <SelectField
          label="Status"
          value={form.status}
          options={gameStatuses.map((status) => [status, status])}
          onChange={(status) => set('status', status)}
          note={meanwhile('status', game, editing)}
        />
        <SelectField
          label="Postponed or cancelled"
          value={form.void ?? ''}
          options={[['', NEITHER], ...gameVoids.map((kind) => [kind, voidNames[kind]] as const)]}
          onChange={(kind) => set('void', kind === '' ? null : kind)}
          note={meanwhile('void', game, editing)}
        />
      </div>
    </FedPart>
  );
}

export function ScorePart({ game, editing }: PartProps) {
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
      note={meanwhile(field, game, editing)}
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

const step =
  '-mt-2 grid size-12 place-items-center rounded-lg bg-panel-high font-display text-xl shadow-[inset_0_0_0_1px_var(--line-strong)]';

export function SpreadPart({ game, editing }: PartProps) {
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
            note={meanwhile('spread', game, editing) ?? spreadText(game, form.spread)}
          />
        </div>
        <button
          type="button"
          aria-label="−½: spread half a point down"
          onClick={() => move(-SPREAD_STEP)}
          className={step}
        >
          −½
        </button>
        <button
          type="button"
          aria-label="+½: spread half a point up"
          onClick={() => move(SPREAD_STEP)}
          className={step}
        >
          +½
        </button>
      </div>
      {isKept && <p className="text-sm text-ink-soft">This pool keeps its frozen line.</p>}
    </FedPart>
  );
}

export function KickoffPart({ game, editing }: PartProps) {
  const { form, set, error } = editing;
  return (
    <FedPart field="kickoff" game={game} editing={editing}>
      <TextField
        label="Kick-off (Eastern time)"
        type="datetime-local"
        value={form.kickoff}
        onChange={(event) => set('kickoff', event.target.value)}
        error={error('kickoff')}
        note={meanwhile('kickoff', game, editing) ?? kickoffNote(game, form.kickoff)}
      />
    </FedPart>
  );
}

interface FedPartProps extends PartProps {
  readonly field: FeedField;
  readonly children: ReactNode;
}

/** Fields that the feed fills too. */
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

/** What somebody else set while this was typed. */
function meanwhile(field: Field, game: GameReply, { isOvertaken }: GameEditing): string | undefined {
  return isOvertaken(field) ? `Changed to: ${valueText(game, field)}` : undefined;
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
  return value === '' ? 'no line' : value;
}
