import type { ReactNode } from 'react';
import { useId, useState } from 'react';
import { MAX_TABLE_NAME } from '#core/side-tables.ts';
import { compareWeeks } from '#core/weeks.ts';
import { Amount } from '#web/parts/money/amount.tsx';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/field.tsx';
import type { DraftTable, Limits } from './side-table-draft.ts';
import { choicesOf, DOUBLE_NAME, possibleWeeks, withField, withWeeks } from './side-table-draft.ts';
import { WeekRange, WeekStrip } from './week-range.tsx';
import './rulebook.css';

interface SideTableFieldsProps {
  readonly table: DraftTable;
  /** What it is called: as typed, or by its weeks. */
  readonly name: string;
  readonly limits: Limits;
  readonly problem: string | null;
  readonly onChange: (table: DraftTable) => void;
}

/** The fields of a side table, in New Pool and in Pool settings. Without a choice, as in survivor, what it counts isn't asked. */
export function SideTableFields({ table, name, limits, problem, onChange }: SideTableFieldsProps) {
  const { from, to, games, measure, who, prize } = table;
  const choices = choicesOf(limits, table);
  const set = (some: Partial<DraftTable>): void => onChange({ ...table, ...some });
  const isUsual = games === 'all' && who.kind === 'all';
  const [startsOpen] = useState(!isUsual);
  const usual = [
    ...(choices.games.length > 1 ? ['all games'] : []),
    ...(choices.fields.length > 1 ? ['everyone'] : []),
  ];
  return (
    <>
      <p aria-live="polite" className="text-sm text-red">
        {problem !== DOUBLE_NAME && problem}
      </p>
      <div className="rule-name-prize">
        <TextField
          label="Table name"
          isDense
          value={table.name}
          placeholder={name}
          autoComplete="off"
          maxLength={MAX_TABLE_NAME}
          onChange={(event) => set({ name: event.target.value })}
          error={problem === DOUBLE_NAME ? problem : null}
        />
        <Amount
          label="Prize ($)"
          aria-label="Prize ($) in dollars"
          isDense
          value={prize}
          onChange={(typed) => set({ prize: typed })}
        />
      </div>
      <WeekRange
        label={`Weeks of ${name}`}
        before="Counts"
        weekIds={possibleWeeks(table, limits)}
        from={from}
        to={to}
        onChange={(weeks) => onChange(withWeeks(table, weeks, limits))}
      />
      <div className="my-3 grid gap-3">
        <Choice
          label="What counts"
          options={choices.measures}
          value={measure}
          onChange={(kind) => set({ measure: kind })}
        />
      </div>
      {(choices.games.length > 1 || choices.fields.length > 1) && (
        <details open={startsOpen}>
          <summary className="min-h-11 py-2.5 text-sm text-ink-soft">
            <span className="font-medium text-ink">More options</span> {isUsual && `Now: ${usual.join(', ')}`}
          </summary>
          <div className="grid gap-3 pb-2">
            <Choice
              label="Which games"
              options={choices.games}
              value={games}
              onChange={(kind) => set({ games: kind })}
            />
            <Choice
              label="Who plays"
              options={choices.fields}
              value={who.kind}
              onChange={(kind) => onChange(withField(table, kind, limits))}
            />
            {who.kind === 'lower' && (
              <Labeled label="Lower half after">
                <WeekStrip
                  weekIds={limits.weekIds.filter((id) => compareWeeks(id, from) < 0)}
                  chosen={who.week}
                  onChoose={(week) => set({ who: { kind: 'lower', week } })}
                />
              </Labeled>
            )}
          </div>
        </details>
      )}
    </>
  );
}

interface RemoveTableProps {
  readonly name: string;
  readonly onRemove: () => void;
}

export function RemoveTable({ name, onRemove }: RemoveTableProps) {
  return (
    <Button tone="text" aria-label={`Remove this table: ${name}`} onClick={onRemove} className="rule-remove">
      Remove this table
    </Button>
  );
}

interface ChoiceProps<T extends string> {
  readonly label: string;
  readonly options: readonly (readonly [value: T, text: string])[];
  readonly value: T;
  readonly onChange: (value: T) => void;
}

/** Nothing if there is no choice. */
function Choice<T extends string>({ label, options, value, onChange }: ChoiceProps<T>) {
  if (options.length < 2) return null;
  return (
    <Labeled label={label}>
      <div className="rule-choices rule-pairs">
        {options.map(([option, text]) => (
          <button key={option} type="button" aria-pressed={option === value} onClick={() => onChange(option)}>
            {text}
          </button>
        ))}
      </div>
    </Labeled>
  );
}

function Labeled({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  const id = useId();
  return (
    <fieldset aria-labelledby={id}>
      <p id={id} className="label mb-1.5 text-ink-soft">
        {label}
      </p>
      {children}
    </fieldset>
  );
}
