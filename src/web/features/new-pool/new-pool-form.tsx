import type { UseMutationResult } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { useState } from 'react';
import type { BodyOf, ReplyOf } from '#contract/index.ts';
import { defaultRules, tidyRules } from '#core/rules/pool-rules.ts';
import { moneyUrlError, POOL_NAME_MAX, poolDescriptionError, poolNameError } from '#core/validation.ts';
import { weekName } from '#core/weeks.ts';
import { failureText } from '#web/lib/api.ts';
import { useUnsavedChanges } from '#web/lib/unsaved-changes.ts';
import { EachRule } from '#web/parts/rules/rules-fields.tsx';
import { Button } from '#web/ui/button.tsx';
import { CheckRow } from '#web/ui/check-row.tsx';
import { Refusal } from '#web/ui/refusal.tsx';
import { Segments } from '#web/ui/segments.tsx';
import { TextArea } from '#web/ui/text-area.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { PresetCards } from './preset-cards.tsx';
import './new-pool.css';

const blank = { name: '', description: '', moneyUrl: '', rules: defaultRules, plays: true };

type Weeks = NonNullable<BodyOf<'POST /api/pools'>['weeks']>;

interface NewPoolFormProps {
  readonly season: ReplyOf<'GET /api/season'>;
  readonly making: UseMutationResult<unknown, Error, BodyOf<'POST /api/pools'>>;
}

/** What a pool needs to begin; all the rest is folded, and can be set later too. */
export function NewPoolForm({ season: { season, comingWeekId }, making }: NewPoolFormProps) {
  const [pool, setPool] = useState(blank);
  const [weeks, setWeeks] = useState<Weeks>('all');
  useUnsavedChanges(pool !== blank);
  const name = poolNameError(pool.name);
  const description = poolDescriptionError(pool.description);
  const moneyUrl = moneyUrlError(pool.moneyUrl.trim());
  const isReady = name === null && description === null && moneyUrl === null && !making.isPending;
  const set = (some: Partial<typeof blank>): void => setPool({ ...pool, ...some });
  const setRules = (some: Partial<typeof blank.rules>): void => set({ rules: tidyRules({ ...pool.rules, ...some }) });

  function create(event: FormEvent): void {
    event.preventDefault();
    if (isReady) making.mutate({ ...pool, ...(season !== null && { season, weeks }) });
  }

  return (
    <form onSubmit={create} noValidate className="new-pool">
      <section className="panel p-4 sm:p-6">
        <TextField
          label="Name"
          required
          autoFocus
          value={pool.name}
          autoComplete="off"
          enterKeyHint="done"
          maxLength={2 * POOL_NAME_MAX}
          onChange={(event) => set({ name: event.target.value })}
          error={pool.name === '' ? null : name}
        />
        <PresetCards rules={pool.rules} onChange={setRules} />
        <p className="label mt-4 mb-1.5 text-ink-soft">Weeks</p>
        <WeekChoice season={season} comingWeekId={comingWeekId} value={weeks} onChange={setWeeks} />
        {pool.rules.format === 'survivor' && (
          <p className="py-1 text-sm text-ink-soft">
            Weeks that have already begun are left out, and nobody can join once the first game has locked.
          </p>
        )}
        <CheckRow label="I play too" checked={pool.plays} onChange={(plays) => set({ plays })} />
        <details>
          <summary>
            More settings
            <span className="block text-sm text-ink-soft">
              Description, Money URL, every rule. You can set them later, too.
            </span>
          </summary>
          <TextArea
            label="Description"
            value={pool.description}
            onChange={(event) => set({ description: event.target.value })}
            error={description}
          />
          <TextField
            label="Money URL"
            type="url"
            value={pool.moneyUrl}
            autoComplete="off"
            placeholder="https://"
            onChange={(event) => set({ moneyUrl: event.target.value })}
            error={moneyUrl}
          />
          <EachRule rules={pool.rules} onChange={setRules} />
        </details>
      </section>
      <Refusal text={making.isError ? failureText(making.error) : null} />
      <Button type="submit" disabled={!isReady} className="w-full text-xl">
        {making.isPending ? 'Creating...' : 'Create pool'}
      </Button>
    </form>
  );
}

interface WeekChoiceProps extends ReplyOf<'GET /api/season'> {
  readonly value: Weeks;
  readonly onChange: (weeks: Weeks) => void;
}

/** The whole season, or what is left of it once it has begun. */
function WeekChoice({ season, comingWeekId, value, onChange }: WeekChoiceProps) {
  if (season === null) return <p className="mb-3">No season is loaded yet. Weeks can be added once one is.</p>;
  const whole = `Whole season ${season}`;
  if (comingWeekId === null) return <p className="mb-3">{whole}</p>;
  return (
    <Segments
      label="Weeks"
      value={value}
      options={[
        ['all', whole],
        ['coming', `From ${weekName(comingWeekId)} on`],
      ]}
      onChange={onChange}
    />
  );
}
