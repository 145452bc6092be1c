import type { ReactNode } from 'react';
import { useId } from 'react';
import type { GameReply } from '#contract/shapes.ts';
import { fieldWords } from '#core/audit.ts';
import { kickoffText } from '#core/kickoff-text.ts';
import { gameStatuses } from '#core/types.ts';
import { parseScore, parseSpread } from '#core/validation.ts';
import { shouldBeOver } from '#core/weeks.ts';
import { useClock } from '#web/lib/clock.ts';
import type { Field, Form } from '#web/parts/game-edit/game-draft.ts';
import { formOf } from '#web/parts/game-edit/game-draft.ts';
import { spreadText } from '#web/parts/game-edit/spread-text.ts';
import type { WeekEditing, WeekField } from './use-week-edit.ts';
import { weekFields } from './use-week-edit.ts';

interface ScoreRowProps {
  readonly game: GameReply;
  readonly editing: WeekEditing;
}

const LONGEST_NUMBER = 6;

const control =
  'block min-h-11 w-full min-w-0 scroll-mt-24 scroll-mb-36 rounded-lg bg-panel-low px-2 text-base text-ink shadow-[inset_0_0_0_1px_var(--line-strong),inset_0_2px_4px_var(--line)] aria-invalid:shadow-[inset_0_0_0_2px_var(--red)]';

/** One game: both scores, the line and the status, and below them what is wrong or what the line means. */
export function ScoreRow({ game, editing }: ScoreRowProps) {
  const hint = useId();
  const isOver = useClock((now) => shouldBeOver(game, now));
  const form = editing.form(game);
  const errorOf = (field: WeekField) => editing.error(game, field);
  const error = weekFields.map(errorOf).find((text) => text !== null) ?? null;
  const { day, time } = kickoffText(game);
  const name = `${game.away} @ ${game.home}`;

  /** A score of a game that should be over makes it Final, unless its status was chosen already. */
  function setScore(field: 'awayScore' | 'homeScore', text: string): void {
    const ends = isOver && form.status === 'Not Started';
    editing.set(game, { [field]: text, ...(ends ? { status: 'Final' as const } : {}) });
  }

  const number = (field: 'awayScore' | 'homeScore' | 'spread', label: string, tidy: (text: string) => string) => (
    <Labelled text={label}>
      <input
        aria-label={`${name}: ${label}`}
        aria-describedby={hint}
        aria-invalid={errorOf(field) !== null || undefined}
        className={`${control} text-center`}
        value={form[field]}
        inputMode={field === 'spread' ? 'text' : 'numeric'}
        autoComplete="off"
        maxLength={LONGEST_NUMBER}
        onFocus={(event) => event.target.select()}
        onChange={({ target: { value } }) =>
          field === 'spread' ? editing.set(game, { spread: value }) : setScore(field, value)
        }
        onBlur={() =>
          errorOf(field) === null &&
          tidy(form[field]) !== form[field] &&
          editing.set(game, { [field]: tidy(form[field]) })
        }
      />
    </Labelled>
  );

  return (
    <li className="standing-row grid gap-x-4 px-4 py-3 lg:grid-cols-[13rem_1fr] lg:items-center">
      <div className="mb-1.5 flex flex-wrap items-baseline justify-between gap-x-3 lg:block">
        <h2 className="font-display text-lg font-medium">{name}</h2>
        <p className="text-sm text-ink-soft">
          {day} · {time}
          {game.void && <span className="text-red"> · {game.void === 'postponed' ? 'Postponed' : 'Cancelled'}</span>}
        </p>
      </div>
      <div className="lg:flex lg:items-center lg:gap-6">
        <fieldset className="grid shrink-0 grid-cols-[1fr_1fr_1.2fr_2.1fr] gap-2 md:grid-cols-[5rem_5rem_6rem_12rem] md:gap-3">
          <legend className="sr-only">{name}</legend>
          {number('awayScore', game.away, (text) => String(parseScore(text)))}
          {number('homeScore', game.home, (text) => String(parseScore(text)))}
          {number('spread', 'Line', (text) => String(parseSpread(text) ?? ''))}
          <Labelled text="Status">
            <select
              aria-label={`${name}: Status`}
              aria-describedby={hint}
              className={control}
              value={form.status}
              onChange={({ target: { value } }) => {
                const status = gameStatuses.find((each) => each === value);
                if (status) editing.set(game, { status });
              }}
            >
              {gameStatuses.map((status) => (
                <option key={status}>{status}</option>
              ))}
            </select>
          </Labelled>
        </fieldset>
        <p
          id={hint}
          aria-live="polite"
          className={`mt-1 min-h-5 text-sm lg:mt-5 ${error === null ? 'text-ink-soft' : 'text-red'}`}
        >
          {error ?? hintText(game, form, editing.overtaken(game))}
        </p>
      </div>
    </li>
  );
}

function Labelled({ text, children }: { readonly text: string; readonly children: ReactNode }) {
  return (
    <div className="min-w-0">
      <span aria-hidden="true" className="label mb-0.5 block truncate text-ink-soft">
        {text}
      </span>
      {children}
    </div>
  );
}

/** What somebody else set meanwhile, or else what the line means. */
function hintText(game: GameReply, form: Form, fields: readonly Field[]): string {
  if (fields.length === 0) return spreadText(game, form.spread);
  const now = formOf(game);
  const values = fields.map((field) => `${fieldWords(field)} ${now[field] === '' ? 'no line' : now[field]}`);
  return `Somebody else just set ${values.join(', ')}.`;
}
