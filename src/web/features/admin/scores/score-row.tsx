import type { ReactNode } from 'react';
import { useId } from 'react';
import type { GameReply } from '#contract/shapes.ts';
import { isScoreFinal } from '#core/active-week.ts';
import { fieldWords } from '#core/audit.ts';
import { kickoffText } from '#core/kickoff-text.ts';
import { gameStatuses } from '#core/types.ts';
import { parseScore, parseSpread } from '#core/validation.ts';
import { useClock } from '#web/lib/clock.ts';
import type { Field, Form } from '#web/parts/game-edit/game-draft.ts';
import { formOf } from '#web/parts/game-edit/game-draft.ts';
import { LONGEST_NUMBER, spreadText } from '#web/parts/game-edit/spread-text.ts';
import type { WeekEditing } from './use-week-edit.ts';
import type { WeekField } from './week-draft.ts';
import { weekFields } from './week-draft.ts';
import './scores.css';

interface ScoreRowProps {
  readonly game: GameReply;
  readonly editing: WeekEditing;
}

const NOT_FINAL = 'This score counts once the status is Final.';

/** One game: both scores, the line and the status, and below them what is wrong or what the line means. */
export function ScoreRow({ game, editing }: ScoreRowProps) {
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
        {error ?? hintText(game, form, editing.overtaken(game))}
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

/** Whether a score stands in the form that counts for nothing, and nothing says so. */
function isScoreIdle(game: GameReply, form: Form): boolean {
  return (
    game.void === null && form.status === 'Not Started' && parseScore(form.homeScore) + parseScore(form.awayScore) > 0
  );
}

/** What somebody else set meanwhile, or else what the line means. */
function hintText(game: GameReply, form: Form, fields: readonly Field[]): string {
  if (fields.length === 0) return isScoreIdle(game, form) ? NOT_FINAL : spreadText(game, form.spread);
  const now = formOf(game);
  const values = fields.map((field) => `${fieldWords(field)} ${now[field] === '' ? 'no line' : now[field]}`);
  return `Somebody else just set ${values.join(', ')}.`;
}
