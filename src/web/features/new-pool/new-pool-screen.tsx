import type { UseMutationResult } from '@tanstack/react-query';
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { useId, useState } from 'react';
import type { BodyOf, ReplyOf } from '#contract/index.ts';
import { withPossibleBuyBacks } from '#core/formats/survivor/buy-backs.ts';
import { traitsOf } from '#core/formats/traits.ts';
import { hasMoney, NO_MONEY } from '#core/money.ts';
import { planFlaw } from '#core/prize-shares.ts';
import { tidyRules } from '#core/rules/closed-rules.ts';
import type { PoolRules, RuleName } from '#core/rules/pool-rules.ts';
import { defaultRules } from '#core/rules/pool-rules.ts';
import type { PresetName } from '#core/rules/presets.ts';
import { kindOf, presetOf, sitePresets, usualPresets, withPreset } from '#core/rules/presets.ts';
import { presetWords } from '#core/rules/words.ts';
import { moneyUrlError, POOL_NAME_MAX, poolDescriptionError, poolNameError } from '#core/validation.ts';
import type { WeekSpan } from '#core/weeks.ts';
import { compareWeeks, hasWeek, isPostSeason, weekName } from '#core/weeks.ts';
import { call, failureText } from '#web/lib/api.ts';
import { Redirect, useNavigate } from '#web/lib/navigation.tsx';
import { useUnsavedChanges } from '#web/lib/unsaved-changes.ts';
import { draftOf, draftUnder, planBody, planUnder } from '#web/parts/money/plan-draft.ts';
import { usePool } from '#web/parts/pool-context.tsx';
import { usePoolsChanged } from '#web/parts/pool-edit/pool-edit.ts';
import { PoolTexts } from '#web/parts/pool-texts.tsx';
import { useMayMakePool } from '#web/parts/requester.ts';
import type { MoneyDraft, OpenRows } from '#web/parts/rulebook/money-rows.tsx';
import { MoneyRows, moneyFinds, tablesOf, wrongRows } from '#web/parts/rulebook/money-rows.tsx';
import { PlayersSee, WeekConflicts } from '#web/parts/rulebook/players-see.tsx';
import { Rulebook } from '#web/parts/rulebook/rulebook.tsx';
import { WeekRange } from '#web/parts/rulebook/week-range.tsx';
import { Screen } from '#web/parts/screen.tsx';
import { Button } from '#web/ui/button.tsx';
import { CheckRow } from '#web/ui/check-row.tsx';
import { focusFirstFlaw, TextField } from '#web/ui/field.tsx';
import { Folded } from '#web/ui/folded.tsx';
import { Loaded, Skeleton } from '#web/ui/loaded.tsx';
import { Refusal } from '#web/ui/refusal.tsx';
import { PoolFromFile } from './pool-from-file.tsx';
import './new-pool.css';

const seasonQuery = queryOptions({
  queryKey: ['season'],
  queryFn: ({ signal }) => call('GET /api/season', {}, signal),
  meta: { failure: 'Error fetching the season' },
});

/** Makes a pool, whose next steps have an address of their own. */
export function NewPoolScreen() {
  return useMayMakePool() ? <NewPool /> : <Redirect path="/" />;
}

function NewPool() {
  const season = useQuery(seasonQuery);
  const { select } = usePool();
  const go = useNavigate();
  const poolsChanged = usePoolsChanged();
  const making = useMutation({
    mutationFn: (body: BodyOf<'POST /api/pools'>) => call('POST /api/pools', { body }),
    onSuccess: async ({ id }) => {
      await poolsChanged();
      select(id);
      // Back leads to the page before the form, which would make another pool.
      go(`/pools/new/${id}`, { replace: true });
    },
    onError: (error) => console.error('Error creating the pool', error),
  });
  return (
    <Screen title="New Pool">
      <Loaded query={season} failure="Couldn't load the season" skeleton={<Skeleton className="h-144" />}>
        {(reply) => (
          <div className="rules-beside grid gap-4">
            <NewPoolForm season={reply} making={making} />
            <div className="new-pool">
              <PoolFromFile />
            </div>
          </div>
        )}
      </Loaded>
    </Screen>
  );
}

/** The cards of the presets choose the format. */
const chosenAbove = ['format'] as const satisfies readonly RuleName[];

const emptyPool = { name: '', description: '', moneyUrl: '', rules: defaultRules, plays: true };
const noMoney: MoneyDraft = { plan: draftOf(planBody(NO_MONEY), defaultRules), tables: [] };
const noneOpen: OpenRows = new Set();

interface NewPoolFormProps {
  readonly season: ReplyOf<'GET /api/season'>;
  readonly making: UseMutationResult<unknown, Error, BodyOf<'POST /api/pools'>>;
}

/** The fields that a pool needs; the rest is folded, and can be set later. */
function NewPoolForm({ season: { season, comingWeekId, weekIds: known }, making }: NewPoolFormProps) {
  const [pool, setPool] = useState(emptyPool);
  // In mid-season all players begin together, unless earlier weeks are imported.
  const [weeks, setWeeks] = useState<WeekSpan>({ from: comingWeekId ?? known[0] ?? '', to: known.at(-1) ?? '' });
  const { closesAtStart } = traitsOf(pool.rules);
  const possibleFor = (rules: PoolRules) =>
    comingWeekId !== null && traitsOf(rules).closesAtStart ? known.slice(known.indexOf(comingWeekId)) : known;
  const possible = possibleFor(pool.rules);
  const weeksFor = (rules: PoolRules) => weeksOf(weeks, possibleFor(rules));
  const weekIds = weeksFor(pool.rules);
  const rulesId = useId();
  const [money, setMoney] = useState(noMoney);
  const [openRows, setOpenRows] = useState(noneOpen);
  const [openRule, setOpenRule] = useState<RuleName | null>(null);
  const [wasSent, setSent] = useState(false);
  const isMaking = making.isPending || making.isSuccess;
  // A pool that is being made is saved: its page opens without a question.
  useUnsavedChanges((pool !== emptyPool || money !== noMoney) && !isMaking);
  const name = poolNameError(pool.name);
  const description = poolDescriptionError(pool.description);
  const moneyUrl = moneyUrlError(pool.moneyUrl.trim());
  const plan = planUnder(money.plan, pool.rules);
  const flaw = plan && planFlaw(plan, pool.rules, NO_MONEY);
  const { tables, wrong } = tablesOf(money, { weekIds, format: pool.rules.format });
  const isReady =
    [name, description, moneyUrl, flaw].every((problem) => problem === null) && plan !== null && wrong.length === 0;
  const set = (some: Partial<typeof emptyPool>): void => setPool({ ...pool, ...some });
  function setRules(some: Partial<PoolRules>): void {
    const rules = tidyRules({ ...pool.rules, ...some });
    set({ rules: withPossibleBuyBacks(rules, weeksFor(rules)) });
    if (rules.weekly !== pool.rules.weekly) setMoney({ ...money, plan: draftUnder(money.plan, rules) });
  }
  const book = {
    rules: pool.rules,
    weekIds,
    comingWeekId,
    draft: money,
    open: openRows,
    flaw,
    onChange: setMoney,
    onRules: setRules,
    onOpen: (rows: OpenRows) => {
      setOpenRows(rows);
      setOpenRule(null);
    },
  };
  function showRule(rule: RuleName | null): void {
    setOpenRule(rule);
    setOpenRows(new Set(wrongRows(book).filter((row) => openRows.has(row))));
  }

  function create(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    setSent(true);
    setOpenRows(new Set([...openRows, ...wrongRows(book)]));
    if (!isReady) focusFirstFlaw(event.currentTarget);
    else if (!isMaking) {
      making.mutate({
        ...pool,
        ...(season !== null && { season, weeks: endsOf(weekIds) }),
        ...(hasMoney(plan) && { plan }),
        ...(tables.length > 0 && { sideTables: tables }),
      });
    }
  }

  return (
    <form onSubmit={create} noValidate className="contents">
      <div className="new-pool">
        <section className="panel p-4 sm:p-6">
          <TextField
            label="Name"
            required
            autoFocus
            placeholder={season === null ? 'Office Pool' : `Office Pool ${season}`}
            value={pool.name}
            autoComplete="off"
            enterKeyHint="done"
            maxLength={2 * POOL_NAME_MAX}
            onChange={(event) => set({ name: event.target.value })}
            error={pool.name === '' && !wasSent ? null : name}
          />
          <PresetCards legend="How you play" names={usualPresets} rules={pool.rules} onChange={setRules} />
          <Folded title="Rules you know from another site" note="Yahoo, RunYourPool">
            <PresetCards legend="Close to their rules" names={sitePresets} rules={pool.rules} onChange={setRules} />
          </Folded>
          <p className="label mt-4 mb-1.5 text-ink-soft">
            {season === null ? 'Weeks' : `Weeks of the ${season} season`}
          </p>
          {season === null ? (
            <p className="mb-3">No season is loaded yet. Weeks can be added once one is.</p>
          ) : (
            <WeekRange
              label="Weeks of the pool"
              before="From"
              weekIds={possible}
              {...endsOf(weekIds)}
              onChange={setWeeks}
            />
          )}
          {comingWeekId !== null && <BegunWeeks {...{ weekIds, comingWeekId, rules: pool.rules }} />}
          {season !== null && !known.some(isPostSeason) && (
            <p className="mb-2 text-sm text-ink-soft">
              {closesAtStart
                ? 'The pool has no playoff weeks: they are not scheduled before it begins.'
                : 'Playoff weeks can be added once they are scheduled.'}
            </p>
          )}
          <CheckRow label="I'm playing, too" checked={pool.plays} onChange={(plays) => set({ plays })} />
          <Folded title="More settings" note="Description, Money URL. You can set them later, too.">
            <PoolTexts
              values={pool}
              errors={{ description, moneyUrl }}
              onChange={(key, text) => set({ [key]: text })}
            />
          </Folded>
        </section>
        <section aria-labelledby={rulesId}>
          <h2 id={rulesId} className="heading text-xl">
            Rules
          </h2>
          <p className="mb-2 text-ink-soft">Choose a boxed word to change it.</p>
          <Rulebook
            rules={pool.rules}
            weekIds={weekIds}
            hidden={chosenAbove}
            money={<MoneyRows {...book} />}
            more={moneyFinds(book)}
            opening={[openRule, showRule]}
            onChange={setRules}
          />
        </section>
      </div>
      <PlayersSee
        name={pool.name}
        description={pool.description}
        rules={pool.rules}
        weekIds={weekIds}
        plan={plan ?? planBody(NO_MONEY)}
        tables={tables}
      />
      <div className="new-pool">
        <WeekConflicts rules={pool.rules} weekIds={weekIds} onChange={setRules} />
        <Refusal text={making.isError ? failureText(making.error) : null} />
        <Button type="submit" disabled={pool.name.trim() === ''} isPaused={isMaking} className="w-full text-xl">
          {isMaking ? 'Creating...' : 'Create pool'}
        </Button>
        {pool.name.trim() === '' && (
          <Button
            tone="text"
            className="name-first"
            onClick={({ currentTarget }) => focusFirstFlaw(currentTarget.form)}
          >
            Name the pool first
          </Button>
        )}
      </div>
    </form>
  );
}

/** The first and the last of weeks that are in order. */
function endsOf(weekIds: readonly string[]): WeekSpan {
  return { from: weekIds[0] ?? '', to: weekIds.at(-1) ?? '' };
}

/** The weeks of a span that can be chosen; all of them if none is in it. @param possible in order */
function weeksOf(span: WeekSpan, possible: readonly string[]): readonly string[] {
  const chosen = possible.filter((id) => hasWeek(span, id));
  return chosen.length === 0 ? possible : chosen;
}

interface BegunWeeksProps {
  /** Of the pool, in order. */
  readonly weekIds: readonly string[];
  readonly comingWeekId: string;
  readonly rules: PoolRules;
}

/** What weeks that have begun mean for a new pool. A survivor pool can't have them. */
function BegunWeeks({ weekIds, comingWeekId, rules }: BegunWeeksProps) {
  const text = 'mb-2 text-sm text-ink-soft';
  if (traitsOf(rules).closesAtStart)
    return (
      <p className={text}>Weeks before {weekName(comingWeekId)} have begun: a survivor pool can't include them.</p>
    );
  if (!weekIds.some((id) => compareWeeks(id, comingWeekId) < 0)) return null;
  return (
    <p className={text}>
      Weeks before {weekName(comingWeekId)} have begun: nobody has picks of games that have locked, unless you import
      them later. Weeks that are over have no prize unless their picks are imported.
      {rules.dropWeeks > 0 && !rules.weekly && ' Without points, they are the first weeks to be dropped.'}
    </p>
  );
}

interface PresetCardsProps {
  readonly legend: string;
  readonly names: readonly PresetName[];
  readonly rules: PoolRules;
  readonly onChange: (rules: PoolRules) => void;
}

/** Presets to choose from. Own rules that a preset replaced can be brought back. */
function PresetCards({ legend, names, rules, onChange }: PresetCardsProps) {
  const [replaced, setReplaced] = useState<PoolRules | null>(null);
  const preset = presetOf(rules);
  const chosen = preset ?? kindOf(rules);
  function choose(next: PoolRules, before: PoolRules | null): void {
    setReplaced(before);
    onChange(next);
  }
  return (
    <fieldset>
      <legend className="label mb-1.5 text-ink-soft">{legend}</legend>
      <div className="preset-cards">
        {names.map((name) => (
          <label key={name} className="panel">
            <input
              type="radio"
              name="preset"
              checked={name === chosen}
              onChange={() => choose(withPreset(name, rules), preset === null ? rules : replaced)}
            />
            <span>
              <span className="heading block text-lg">
                {presetWords[name].label}
                {preset === null && name === chosen && (
                  <span className="text-sm text-ink-soft"> with your changes</span>
                )}
              </span>
              <span className="block text-sm text-ink-soft">{presetWords[name].sentence}</span>
            </span>
          </label>
        ))}
      </div>
      <div role="status">
        {replaced !== null && preset !== null && names.includes(preset) && (
          <p className="rule-conflict mt-2">
            <span>This replaced the rules that you had changed.</span>
            <Button tone="plain" onClick={() => choose(replaced, null)}>
              Undo
            </Button>
          </p>
        )}
      </div>
    </fieldset>
  );
}
