import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { useEffect, useMemo, useState } from 'react';
import type { PoolEditReply, PoolSettings } from '#contract/pools.ts';
import { fieldWords } from '#core/audit.ts';
import type { SettingFields } from '#core/pool-settings.ts';
import { settingFields } from '#core/pool-settings.ts';
import type { PoolRules, RuleName } from '#core/rules/pool-rules.ts';
import { isRule, ruleNames } from '#core/rules/pool-rules.ts';
import { valueWords } from '#core/rules/words.ts';
import { POOL_NAME_MAX } from '#core/validation.ts';
import { weekName } from '#core/weeks.ts';
import { ApiError, call, failureText } from '#web/lib/api.ts';
import { Link, useNavigate } from '#web/lib/navigation.tsx';
import { useUnsavedChanges } from '#web/lib/unsaved-changes.ts';
import { PanelSection } from '#web/parts/panel/panel-section.tsx';
import { poolEditQuery, usePoolsChanged } from '#web/parts/pool-edit/pool-edit.ts';
import { RulesFields, SETTLED_TEXT } from '#web/parts/rules/rules-fields.tsx';
import { Button, buttonLook } from '#web/ui/button.tsx';
import { Refusal } from '#web/ui/refusal.tsx';
import { TextArea } from '#web/ui/text-area.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { ActiveWeek } from './active-week.tsx';
import { LateRules } from './late-rules.tsx';
import type { Draft } from './settings-draft.ts';
import {
  changedMeanwhile,
  changeOf,
  flaws,
  isTyped,
  lookedAgain,
  shown,
  type,
  typeRules,
  untouched,
} from './settings-draft.ts';

interface SettingsFormProps {
  readonly pool: PoolEditReply;
  /** Where saving and 'Cancel' lead. */
  readonly back: string;
}

/** The settings that are saved together by 'Save Pool'. */
export function SettingsForm({ pool, back }: SettingsFormProps) {
  const { settings } = pool;
  const [draft, setDraft] = useState(untouched);
  const [reason, setReason] = useState('');
  const go = useNavigate();
  const { saving, theirs } = useSave(pool, (now) => setDraft((last) => lookedAgain(last, now)));
  useUnsavedChanges(isTyped(draft) && !saving.isSuccess);
  useEffect(() => {
    if (saving.isSuccess) go(back);
  }, [saving.isSuccess, go, back]);

  const values = useMemo(() => shown(draft, settings), [draft, settings]);
  const wrong = flaws(values);
  const isLate = pool.hasLocked && ruleNames.some((rule) => rule in draft.typed);
  const isReady =
    Object.values(wrong).every((text) => text === null) && !(isLate && reason.trim() === '') && !saving.isPending;
  const changed = [...new Set([...theirs, ...changedMeanwhile(draft, settings)])];
  function set<K extends keyof SettingFields>(key: K, value: SettingFields[K]): void {
    setDraft((last) => type(last, settings, key, value));
  }
  function setRules(some: Partial<PoolRules>): void {
    setDraft((last) => typeRules(last, settings, some));
  }

  function save(event: FormEvent): void {
    event.preventDefault();
    if (!isReady) return;
    if (isTyped(draft)) saving.mutate({ draft, reason: isLate ? reason : undefined });
    else go(back);
  }

  return (
    <PanelSection title="Settings">
      <form onSubmit={save} noValidate>
        <TextField
          label="Name"
          required
          value={values.name}
          autoComplete="off"
          maxLength={2 * POOL_NAME_MAX}
          onChange={(event) => set('name', event.target.value)}
          error={wrong.name ?? null}
        />
        <TextArea
          label="Description"
          value={values.description}
          onChange={(event) => set('description', event.target.value)}
          error={wrong.description ?? null}
        />
        <TextField
          label="Money URL"
          type="url"
          value={values.moneyUrl}
          autoComplete="off"
          placeholder="https://"
          onChange={(event) => set('moneyUrl', event.target.value)}
          error={wrong.moneyUrl ?? null}
        />
        <ActiveWeek pool={pool} value={values.activeWeekId} onChange={(id) => set('activeWeekId', id)} />
        <div className="mt-3">
          <RulesFields
            rules={values.rules}
            stored={settings.rules}
            settled={pool.hasLocked ? SETTLED_TEXT : undefined}
            onChange={setRules}
          />
        </div>
        {isLate && (
          <LateRules
            poolId={pool.id}
            rules={settings.rules}
            others={values.rules}
            reason={reason}
            onReason={setReason}
          />
        )}
        <div className="mt-3">
          <Refusal text={saving.isError ? failureText(saving.error) : null} />
          {changed.length > 0 && <Theirs fields={changed} settings={settings} />}
        </div>
        <div className="grid grid-cols-2 gap-3">
          <Link to={back} className={buttonLook('plain')}>
            Cancel
          </Link>
          <Button type="submit" disabled={!isReady}>
            {saving.isPending ? 'Saving...' : 'Save Pool'}
          </Button>
        </div>
      </form>
    </PanelSection>
  );
}

/** Refusals that come of what changed since the form was read: others' settings, or the pool's first lock. */
const staleCodes: readonly string[] = ['changed_meanwhile', 'rule_reason_missing', 'rule_settled'];

interface Saved {
  readonly draft: Draft;
  /** Why the rules change, where that is asked for. */
  readonly reason: string | undefined;
}

/** Saves, and where somebody else was faster reads the settings again. What was typed stays. */
function useSave({ id }: PoolEditReply, onReadAgain: (settings: PoolSettings) => void) {
  const client = useQueryClient();
  const poolsChanged = usePoolsChanged();
  const [theirs, setTheirs] = useState<readonly (keyof SettingFields)[]>([]);
  const saving = useMutation({
    mutationFn: ({ draft, reason }: Saved) =>
      call('PATCH /api/pools/:poolId', { params: { poolId: id }, body: { ...changeOf(draft), reason } }),
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

interface TheirsProps {
  readonly fields: readonly (keyof SettingFields)[];
  readonly settings: PoolSettings;
}

/** What somebody else stored while this form was being filled in. */
function Theirs({ fields, settings }: TheirsProps) {
  const stored = settingFields(settings);
  return (
    <div role="status" className="mb-4 rounded-lg bg-amber-wash px-3 py-2.5 text-sm text-amber">
      <p className="font-medium">Changed by someone else:</p>
      <ul>
        {fields.map((field) => (
          <li key={field} className="break-words">
            {fieldWords(field)}: {inWords(field, stored[field])}
          </li>
        ))}
      </ul>
      <p className="mt-1">What you typed is still here. Saving replaces theirs.</p>
    </div>
  );
}

function inWords(field: keyof SettingFields, value: SettingFields[keyof SettingFields]): string {
  if (value === null) return 'follows the calendar';
  if (isRule(field)) return valueWords(field, value as PoolRules[RuleName]);
  const text = String(value);
  return weekNameOf(text) ?? (text === '' ? 'nothing' : `'${text}'`);
}

function weekNameOf(text: string): string | null {
  const name = weekName(text);
  return name === text ? null : name;
}
