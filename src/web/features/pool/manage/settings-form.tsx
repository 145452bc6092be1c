import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { useEffect, useId, useMemo, useRef, useState } from 'react';
import type { MoneyReply } from '#contract/money.ts';
import type { PoolEditReply } from '#contract/pools.ts';
import { MAX_RULE_REASON } from '#contract/pools.ts';
import { fieldWords } from '#core/audit.ts';
import { isDeadlineMissed } from '#core/later-weeks.ts';
import { listText } from '#core/listed.ts';
import { NO_MONEY } from '#core/money.ts';
import type { PoolSettings, SettingFields, SomeSettings } from '#core/pool-settings.ts';
import { settingFields, settingsOfFields } from '#core/pool-settings.ts';
import { fixedRules, tidyRules } from '#core/rules/closed-rules.ts';
import type { PoolRules, RuleName } from '#core/rules/pool-rules.ts';
import { defaultRules, isRule, ruleNames } from '#core/rules/pool-rules.ts';
import { isWeekRule, weekRuleNames } from '#core/rules/week-rules.ts';
import { valueWords, wordsOf } from '#core/rules/words.ts';
import { moneyUrlError, POOL_NAME_MAX, poolDescriptionError, poolNameError } from '#core/validation.ts';
import { compareWeeks, weekName } from '#core/weeks.ts';
import { ApiError, call, failureText } from '#web/lib/api.ts';
import { useClock } from '#web/lib/clock.ts';
import { Link, useNavigate } from '#web/lib/navigation.tsx';
import { useUnsavedChanges } from '#web/lib/unsaved-changes.ts';
import { useWide } from '#web/lib/wide.ts';
import { moneyQuery } from '#web/parts/money/money-query.ts';
import { planBody, planTexts } from '#web/parts/money/plan-draft.ts';
import { PanelSection } from '#web/parts/panel/panel-section.tsx';
import { poolEditQuery, usePoolsChanged } from '#web/parts/pool-edit/pool-edit.ts';
import { PoolTexts } from '#web/parts/pool-texts.tsx';
import { gamesQuery, poolQuery } from '#web/parts/queries.ts';
import { LabOutcome } from '#web/parts/rule-lab/lab-outcome.tsx';
import { moneyAlias } from '#web/parts/rulebook/money-alias.ts';
import { PlayersSee, WeekConflicts } from '#web/parts/rulebook/players-see.tsx';
import type { MoreRow } from '#web/parts/rulebook/rule-search.ts';
import { Rulebook } from '#web/parts/rulebook/rulebook.tsx';
import { useToast } from '#web/parts/toasts.tsx';
import { focusFirstFlaw, SelectField, TextField } from '#web/ui/field.tsx';
import { Folded } from '#web/ui/folded.tsx';
import { Skeleton } from '#web/ui/loaded.tsx';
import type { ManageProps } from './pool-manager.tsx';
import { SaveBar } from './save-bar.tsx';

/** The settings that 'Save Pool' saves together. */
export function SettingsForm({ pool, addresses: { back, base } }: ManageProps) {
  const { settings } = pool;
  const [typedDraft, setDraft] = useState(emptyDraft);
  const draft = useMemo(() => (pool.hasLocked ? withoutFixed(typedDraft) : typedDraft), [pool.hasLocked, typedDraft]);
  const [reason, setReason] = useState('');
  const go = useNavigate();
  const toast = useToast();
  const form = useRef<HTMLFormElement>(null);
  const { saving, theirs } = useSave(pool, (now) => setDraft((last) => rebasedSettings(last, now)));
  useUnsavedChanges(isTyped(draft) && !saving.isSuccess);
  useEffect(() => {
    if (!saving.isSuccess) return;
    toast({ type: 'success', title: 'Pool saved' });
    go(back);
  }, [saving.isSuccess, go, back, toast]);

  const values = useMemo(() => shownSettings(draft, settings), [draft, settings]);
  const isWide = useWide();
  const rulesId = useId();
  const plan = useQuery(moneyQuery(pool.id)).data?.plan;
  const sideTables = useQuery(poolQuery(pool.id)).data?.sideTables ?? [];
  const weekIds = playedWeeks(pool);
  const notes = useWeekNotes(pool, values.rules);
  const wrong = textErrors(values);
  const closed = closedRules(draft, settings, values);
  const isLate = pool.hasLocked && ruleNames.some((rule) => rule in draft.typed);
  const todo = todoText(wrong, isLate && reason.trim() === '');
  const isReady = todo === null && !saving.isPending;
  const changed = [...new Set([...theirs, ...changedMeanwhile(draft, settings)])];
  function set<K extends keyof SettingFields>(key: K, value: SettingFields[K]): void {
    setDraft((last) => typeSetting(last, settings, key, value));
  }
  function setRules(some: Partial<PoolRules>): void {
    setDraft((last) => typeRules(last, settings, some));
  }

  function save(event: FormEvent): void {
    event.preventDefault();
    if (!isReady) return;
    if (isTyped(draft)) saving.mutate({ draft, values, reason: isLate ? reason : undefined });
    else go(back);
  }

  const texts = <PoolTexts values={values} errors={wrong} onChange={set} />;
  return (
    <PanelSection title="Settings">
      <form ref={form} onSubmit={save} noValidate>
        <div className="settings-columns">
          <TextField
            label="Name"
            required
            value={values.name}
            autoComplete="off"
            maxLength={2 * POOL_NAME_MAX}
            onChange={(event) => set('name', event.target.value)}
            error={wrong.name ?? null}
          />
          {isWide ? (
            texts
          ) : (
            <Folded title="More settings" note="Description, Money URL">
              {texts}
            </Folded>
          )}
          <ActiveWeek pool={pool} value={values.activeWeekId} onChange={(id) => set('activeWeekId', id)} />
        </div>
        <div className="rules-beside">
          <section aria-labelledby={rulesId} className="mb-4">
            <h3 id={rulesId} className="heading mb-2 text-lg">
              Rules
            </h3>
            <Rulebook
              heading="h4"
              rules={values.rules}
              stored={settings.rules}
              settled={pool.hasLocked ? settledBy(weekIds) : undefined}
              weekIds={weekIds}
              notes={notes}
              money={<MoneyLinks poolId={pool.id} plan={plan} base={base} />}
              more={moneyPlaces((path) => go(`${base}${path}`))}
              onChange={setRules}
            />
          </section>
          <PlayersSee
            name={values.name}
            description={values.description}
            members={pool.counts.activeUsers}
            rules={values.rules}
            weekIds={weekIds}
            plan={plan ?? planBody(NO_MONEY)}
            tables={sideTables}
          />
        </div>
        <WeekConflicts
          rules={values.rules}
          weekIds={weekIds}
          settled={pool.hasLocked ? fixedRules : []}
          onChange={setRules}
        />
        {isLate && (
          <LateRules
            changed={ruleNames.filter((rule) => rule in draft.typed)}
            poolId={pool.id}
            rules={settings.rules}
            others={values.rules}
            reason={reason}
            onReason={setReason}
          />
        )}
        {closed.length > 0 && (
          <p role="status" className="mb-4 rounded-lg bg-amber-wash px-3 py-2.5 text-sm text-amber">
            Saving sets these back to their defaults: {listText(closed.map((rule) => wordsOf(rule).label))}.
          </p>
        )}
        {changed.length > 0 && <OtherChanges fields={changed} settings={settings} />}
        <SaveBar
          back={back}
          isReady={isReady}
          isSaving={saving.isPending}
          isChanged={isTyped(draft)}
          todo={todo}
          onTodo={() => focusFirstFlaw(form.current)}
          refusal={saving.isError ? failureText(saving.error) : null}
        />
      </form>
    </PanelSection>
  );
}

/** What the first lock of a pool settles. @param weekIds of the pool, in order */
function settledBy([first]: readonly string[]) {
  const text = first === undefined ? "can't change anymore" : `can't change since ${weekName(first)}`;
  return { rules: fixedRules, text };
}

const LATER_TEXT =
  'Deadlines and games change for weeks that are at least 48 hours away. Earlier weeks keep what they have.';

/** From when rules of deadlines and games hold, by the rule beside whose control it stands, if that isn't at once. */
function useWeekNotes(pool: PoolEditReply, rules: PoolRules): ReadonlyMap<RuleName, string> {
  const { hasLocked, currentWeekId: week } = pool;
  const ofPool = useQuery(poolQuery(pool.id)).data;
  const asks = !hasLocked && week !== null && ofPool !== undefined;
  const games = useQuery({ ...gamesQuery(pool.id, week ?? '', ofPool), enabled: asks }).data ?? [];
  const isMissed = useClock((now) => isDeadlineMissed(rules, games, now));
  if (hasLocked) return new Map(weekRuleNames.map((rule) => [rule, LATER_TEXT]));
  if (week === null || !isMissed) return new Map();
  const text = missedText(week, playedWeeks(pool));
  return new Map((['deadline', 'deadlineDay', 'deadlineTime'] as const).map((rule) => [rule, text]));
}

/** What a week does that has begun too early for the deadline of the rules. @param weekIds of the pool, in order */
export function missedText(week: string, weekIds: readonly string[]): string {
  const next = weekIds.find((id) => compareWeeks(id, week) > 0);
  const later = next === undefined ? '' : ` This holds from ${weekName(next)} on.`;
  return `It's too late for this in ${weekName(week)}: its open games keep the locks that they have.${later}`;
}

/** What is left to do before the settings can be saved. */
function todoText(wrong: Partial<Record<Key, string | null>>, lacksReason: boolean): string | null {
  const flaws = Object.values(wrong).filter((text) => text !== null).length;
  if (flaws > 0) return flaws === 1 ? 'One field needs another look' : `${flaws} fields need another look`;
  return lacksReason ? 'Say why the rules change' : null;
}

/** Refusals caused by changes since the form was read: other settings, or the pool's first lock. */
const staleCodes: readonly string[] = ['changed_meanwhile', 'rule_reason_missing', 'rule_settled'];

interface Saved {
  readonly draft: Draft;
  /** As the form shows them. */
  readonly values: PoolSettings;
  /** Why the rules change, if a reason is required. */
  readonly reason: string | undefined;
}

/** Saves the settings. If someone else changed them first, reads them again and keeps what was typed. */
function useSave({ id }: PoolEditReply, onReadAgain: (settings: PoolSettings) => void) {
  const client = useQueryClient();
  const poolsChanged = usePoolsChanged();
  const [theirs, setTheirs] = useState<readonly (keyof SettingFields)[]>([]);
  const saving = useMutation({
    mutationFn: ({ draft, values, reason }: Saved) =>
      call('PATCH /api/pools/:poolId', { params: { poolId: id }, body: { ...changeOf(draft, values), reason } }),
    onSuccess: (stored) => {
      client.setQueryData(poolEditQuery(id).queryKey, (data) => data && { ...data, settings: stored });
      void poolsChanged();
    },
    onError: async (error, { draft: { seen } }) => {
      console.error('Error saving the pool', error);
      if (!(error instanceof ApiError) || !staleCodes.includes(error.code)) return;
      const now = await client.fetchQuery({ ...poolEditQuery(id), staleTime: 0 }).catch(() => null);
      if (now === null) return;
      setTheirs(changedMeanwhile({ typed: seen, seen }, now.settings));
      onReadAgain(now.settings);
    },
  });
  return { saving, theirs };
}

interface OtherChangesProps {
  readonly fields: readonly (keyof SettingFields)[];
  readonly settings: PoolSettings;
}

/** What someone else saved while this form was filled in. */
function OtherChanges({ fields, settings }: OtherChangesProps) {
  const stored = settingFields(settings);
  return (
    <div role="status" className="mb-4 rounded-lg bg-amber-wash px-3 py-2.5 text-sm text-amber">
      <p className="font-medium">Changed by someone else:</p>
      <ul>
        {fields.map((field) => (
          <li key={field} className="break-words">
            {fieldWords(field)}: {valueText(field, stored[field])}
          </li>
        ))}
      </ul>
      <p className="mt-1">What you typed is still here. Saving replaces theirs.</p>
    </div>
  );
}

function valueText(field: keyof SettingFields, value: SettingFields[keyof SettingFields]): string {
  if (value === null) return 'follows the calendar';
  if (isRule(field)) return valueWords(field, value as PoolRules[RuleName]);
  const text = String(value);
  return weekNameOf(text) ?? (text === '' ? 'nothing' : `'${text}'`);
}

function weekNameOf(text: string): string | null {
  const name = weekName(text);
  return name === text ? null : name;
}

function playedWeeks({ weeks }: Pick<PoolEditReply, 'weeks'>): string[] {
  return weeks.flatMap(({ id, enabled }) => (enabled ? [id] : [])).toSorted(compareWeeks);
}

interface ActiveWeekProps {
  readonly pool: PoolEditReply;
  readonly value: string | null;
  readonly onChange: (weekId: string | null) => void;
}

/** The week that players see first: a chosen one, or the one by the calendar. */
function ActiveWeek({ pool: { weeks, currentWeekId, settings }, value, onChange }: ActiveWeekProps) {
  const enabled = playedWeeks({ weeks });
  const offered = value === null || enabled.includes(value) ? enabled : [value, ...enabled];
  const now = settings.activeWeekId === null && currentWeekId !== null ? `: ${weekName(currentWeekId)}` : '';
  return (
    <SelectField
      label="Active Week"
      value={value ?? ''}
      options={[['', `By the calendar${now}`], ...offered.map((week) => [week, weekName(week)] as const)]}
      onChange={(weekId) => onChange(weekId || null)}
    />
  );
}

/** What 'Add a rule' finds that has a form of its own. */
function moneyPlaces(go: (path: string) => void): MoreRow[] {
  return [
    {
      label: 'Fees and prizes',
      text: 'They are set under Money.',
      alias: `entry fee, ${moneyAlias.fee}, ${moneyAlias.buyBack}, ${moneyAlias.prizes}`,
      onAdd: () => go('/money'),
    },
    {
      label: 'Side tables',
      text: 'Halves of the season, Mondays and others.',
      alias: `${moneyAlias.tables}, ${moneyAlias.ownTable}, ${moneyAlias.ownGames}, ${moneyAlias.lastPlace}, second chance`,
      onAdd: () => go('/side-tables'),
    },
  ];
}

interface MoneyLinksProps {
  readonly poolId: string;
  /** Undefined while it loads. */
  readonly plan: MoneyReply['plan'] | undefined;
  readonly base: string;
}

/** The fees, prizes and side tables of the pool as rows, each with the way to its own form. */
function MoneyLinks({ poolId, plan, base }: MoneyLinksProps) {
  const pool = useQuery(poolQuery(poolId)).data;
  if (plan === undefined || pool === undefined) return <Skeleton className="h-24" />;
  const texts = planTexts(plan, pool.rules, pool.sideTables ?? []);
  const names = (pool.sideTables ?? []).map(({ name }) => name);
  return (
    <ul>
      {texts.map((text) => (
        <li key={text}>{text}</li>
      ))}
      <li>
        {texts.length === 0 && 'No fee and no prizes. '}
        <Link to={`${base}/money`} className="text-amber underline underline-offset-4">
          Change fee and prizes
        </Link>
      </li>
      <li className="break-words">
        {names.length === 0 ? 'No side tables. ' : `Side tables: ${listText(names)}. `}
        <Link to={`${base}/side-tables`} className="text-amber underline underline-offset-4">
          Change side tables
        </Link>
      </li>
    </ul>
  );
}

interface LateRulesProps {
  /** The rules that were typed. */
  readonly changed: readonly RuleName[];
  readonly poolId: string;
  readonly rules: PoolRules;
  readonly others: PoolRules;
  readonly reason: string;
  readonly onReason: (reason: string) => void;
}

/** Rule changes after a game of the pool has locked: their effect on the standings, and the reason that members read. */
function LateRules({ changed, poolId, rules, others, reason, onReason }: LateRulesProps) {
  const id = useId();
  const isForLaterWeeks = changed.every(isWeekRule);
  return (
    <section aria-labelledby={id} className="my-4 rounded-lg bg-amber-wash p-4">
      <h3 id={id} className="font-medium text-amber">
        The season has begun
      </h3>
      <ul className="my-2 grid gap-1">
        {changed.map((rule) => (
          <li key={rule} className="break-words">
            {wordsOf(rule).label}: {valueWords(rule, rules[rule], rules)} →{' '}
            <strong>{valueWords(rule, others[rule], others)}</strong>,{' '}
            {isWeekRule(rule) ? 'for weeks at least 48 hours away' : 'for all weeks, also those that are over'}
          </li>
        ))}
      </ul>
      <TextField
        label="Why do the rules change?"
        note="Members read it on This week and in the pool's log."
        required
        value={reason}
        autoComplete="off"
        maxLength={MAX_RULE_REASON}
        onChange={(event) => onReason(event.target.value)}
        error={null}
      />
      {!isForLaterWeeks && (
        <>
          <h4 className="label mb-2 text-ink-soft">What it does to the standings</h4>
          <LabOutcome {...{ poolId, rules, others }} />
        </>
      )}
    </section>
  );
}

type Key = keyof SettingFields;

/** The typed settings, and the previous values of those fields. */
export interface Draft {
  readonly typed: Partial<SettingFields>;
  /** The stored values when they were last seen, for the same fields as `typed`. */
  readonly seen: Partial<SettingFields>;
}

export const emptyDraft: Draft = { typed: {}, seen: {} };

const settingKeys: readonly Key[] = ['name', 'description', 'moneyUrl', ...ruleNames, 'activeWeekId'];

/** Types one value. Typing the stored value removes the field from the draft. */
export function typeSetting<K extends Key>(
  draft: Draft,
  settings: PoolSettings,
  key: K,
  value: SettingFields[K],
): Draft {
  const stored = settingFields(settings)[key];
  const { [key]: _, ...typed } = draft.typed;
  const { [key]: before = stored, ...seen } = draft.seen;
  if (value === stored) return { typed, seen };
  return { typed: { ...typed, [key]: value }, seen: { ...seen, [key]: before } };
}

export function typeRules(draft: Draft, settings: PoolSettings, some: Partial<PoolRules>): Draft {
  const chosen = ruleNames.filter((rule) => rule in some);
  return chosen.reduce((last, rule) => typeSetting(last, settings, rule, some[rule] ?? defaultRules[rule]), draft);
}

/** The settings as the form shows them. */
export function shownSettings(draft: Draft, settings: PoolSettings): PoolSettings {
  const typed = settingsOfFields(draft.typed);
  return { ...settings, ...typed, rules: tidyRules({ ...settings.rules, ...typed.rules }) };
}

/** The change to send, without rules that others which were typed later have closed. */
export function changeOf({ typed, seen }: Draft, values: PoolSettings): { change: SomeSettings; seen: SomeSettings } {
  const shown = settingFields(values);
  const isSent = (key: string) => !isRule(key) || shown[key] === typed[key];
  const sent = <F extends object>(fields: F) =>
    Object.fromEntries(Object.entries(fields).filter(([key]) => isSent(key))) as F;
  return { change: settingsOfFields(sent(typed)), seen: settingsOfFields(sent(seen)) };
}

/** The stored rules that the typed ones close: they go back to their defaults. */
export function closedRules({ typed }: Draft, settings: PoolSettings, values: PoolSettings): RuleName[] {
  return ruleNames.filter((rule) => values.rules[rule] !== settings.rules[rule] && values.rules[rule] !== typed[rule]);
}

/** A draft without rules that were typed before the first lock settled them. */
export function withoutFixed({ typed, seen }: Draft): Draft {
  const isOpen = ([key]: [string, unknown]) => !(fixedRules as readonly string[]).includes(key);
  const open = <F extends object>(fields: F) => Object.fromEntries(Object.entries(fields).filter(isOpen)) as F;
  return { typed: open(typed), seen: open(seen) };
}

export function isTyped({ typed }: Draft): boolean {
  return Object.keys(typed).length > 0;
}

/** The typed settings that someone else changed since. */
export function changedMeanwhile({ typed, seen }: Draft, settings: PoolSettings): readonly Key[] {
  const stored = settingFields(settings);
  return settingKeys.filter((key) => key in typed && stored[key] !== seen[key]);
}

/** The same typed values, based on the current settings, so that they may replace them. */
export function rebasedSettings({ typed }: Draft, settings: PoolSettings): Draft {
  const stored = settingFields(settings);
  const seen = Object.fromEntries(settingKeys.filter((key) => key in typed).map((key) => [key, stored[key]]));
  return { typed, seen };
}

/** The errors of the texts. */
export function textErrors({ name, description, moneyUrl }: PoolSettings): Partial<Record<Key, string | null>> {
  return {
    name: poolNameError(name),
    description: poolDescriptionError(description),
    moneyUrl: moneyUrlError(moneyUrl.trim()),
  };
}
