import { useEffect, useRef } from 'react';
import { traits } from '#core/formats/traits.ts';
import { parseDollars } from '#core/money.ts';
import type { SideField, SideGames } from '#core/side-tables.ts';
import { MAX_TABLE_NAME, measureWords, sideMeasures, sideTableWords } from '#core/side-tables.ts';
import { weekName } from '#core/weeks.ts';
import { Amount } from '#web/parts/money/amount.tsx';
import { prizeText } from '#web/parts/side-tables.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { SelectField, TextField } from '#web/ui/field.tsx';
import type { DraftTable, Limits } from './side-tables-draft.ts';
import { enteredOf, hasWrongAmount, weekBefore } from './side-tables-draft.ts';

const gameOptions: readonly (readonly [SideGames, string])[] = [
  ['all', 'All games'],
  ['thursday', 'Thursday games'],
  ['friday', 'Friday games'],
  ['saturday', 'Saturday games'],
  ['sunday', 'Sunday games'],
  ['monday', 'Monday games'],
  ['prime', 'Games at 7 PM Eastern or later'],
  ['division', 'Division games'],
];

const measureOptions = sideMeasures.map((measure) => [measure, measureWords[measure]] as const);

/** Right picks and points are the same there; a measure of another format can only be left. */
const survivorMeasures = measureOptions.map(([measure, label]) => {
  const isCounted = measure === 'points' || measure === 'right';
  return [measure, isCounted ? measureWords.weeks : `${label} (not with survivor)`] as const;
});

const fieldOptions: readonly (readonly [SideField['kind'], string])[] = [
  ['all', 'Everybody'],
  ['out', 'Players who are out'],
  ['lower', 'The lower half of the standings'],
];

interface SideTableFieldsProps {
  readonly table: DraftTable;
  readonly limits: Limits;
  readonly problem: string | null;
  readonly onChange: (table: DraftTable) => void;
  readonly onRemove: () => void;
}

/** A table that can be changed: its sentence and its prize, which unfold to its fields. One without a name starts unfolded, in its name. */
export function SideTableFields({ table, limits, problem, onChange, onRemove }: SideTableFieldsProps) {
  const { weekIds } = limits;
  const { name, from, to, games, measure, who, prize } = table;
  const fold = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    if (fold.current === null || fold.current.dataset.unnamed === undefined) return;
    fold.current.open = true;
    fold.current.querySelector('input')?.focus();
  }, []);
  const choices = choicesOf(limits.format, table);
  const isFlawed = problem !== null || hasWrongAmount(table);
  const set = (some: Partial<DraftTable>): void => onChange({ ...table, ...some });
  const weeks = (value: string) =>
    [...(weekIds.includes(value) ? [] : [value]), ...weekIds].map((week) => [week, weekName(week)] as const);
  return (
    <details ref={fold} data-flawed={isFlawed || undefined} data-unnamed={name === '' || undefined}>
      <summary className="min-h-11 py-1">
        <span className="font-medium break-words">{name || 'New table'}</span>{' '}
        {isFlawed && <Badge tone="bad">Check it</Badge>}
        <span className="block text-sm text-ink-soft">
          {[sideTableWords(enteredOf(table), limits.format), prizeText(parseDollars(prize) ?? 0)]
            .filter(Boolean)
            .join(' ')}
        </span>
      </summary>
      <p aria-live="polite" className="min-h-6 text-sm text-red">
        {problem}
      </p>
      <div className="grid gap-x-4 sm:grid-cols-2">
        <TextField
          label="Name"
          required
          value={name}
          autoComplete="off"
          maxLength={2 * MAX_TABLE_NAME}
          onChange={(event) => set({ name: event.target.value })}
        />
        <Amount label="Prize in dollars" value={prize} onChange={(typed) => set({ prize: typed })} />
        <SelectField label="First week" value={from} options={weeks(from)} onChange={(week) => set({ from: week })} />
        <SelectField label="Last week" value={to} options={weeks(to)} onChange={(week) => set({ to: week })} />
        {choices.games.length > 1 && (
          <SelectField label="Games" value={games} options={choices.games} onChange={(kind) => set({ games: kind })} />
        )}
        {choices.measures.length > 1 && (
          <SelectField
            label="What counts"
            value={measure}
            options={choices.measures}
            onChange={(kind) => set({ measure: kind })}
          />
        )}
        <SelectField
          label="Who plays"
          value={who.kind}
          options={choices.fields}
          onChange={(kind) => set({ who: kind === 'lower' ? { kind, week: weekBefore(weekIds, from) } : { kind } })}
        />
        {who.kind === 'lower' && (
          <SelectField
            label="Lower half after"
            value={who.week}
            options={weeks(who.week)}
            onChange={(week) => set({ who: { kind: 'lower', week } })}
          />
        )}
      </div>
      <Button tone="plain" aria-label={`Remove: ${name || 'New table'}`} onClick={onRemove} className="mb-2">
        Remove
      </Button>
    </details>
  );
}

/** What a table of a pool can count, and who can play for it. */
function choicesOf(format: Limits['format'], { games, measure, who }: DraftTable) {
  if (traits[format].plays === 'weeks') {
    return {
      games: gameOptions,
      measures: measureOptions,
      fields: withOwn(fieldOptions, ['all', 'lower'], who.kind),
    };
  }
  return {
    games: withOwn(gameOptions, ['all'], games),
    measures: withOwn(survivorMeasures, [measure === 'right' ? 'right' : 'points'], measure),
    fields: withOwn(fieldOptions, ['all', 'out'], who.kind),
  };
}

/** The options that the format of the pool has, and the one that is chosen. */
function withOwn<T extends string>(
  options: readonly (readonly [T, string])[],
  allowed: readonly NoInfer<T>[],
  chosen: NoInfer<T>,
): readonly (readonly [T, string])[] {
  return options.filter(([value]) => allowed.includes(value) || value === chosen);
}
