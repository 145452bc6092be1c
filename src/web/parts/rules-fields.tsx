import type { ReactNode } from 'react';
import { useId, useState } from 'react';
import { buyBacksTooEarly } from '#core/formats/survivor/buy-backs.ts';
import { traits, traitsOf } from '#core/formats/traits.ts';
import { closedChoice, closedRule, hasChoice, settledRules } from '#core/rules/closed-rules.ts';
import type { PoolRules, RuleName } from '#core/rules/pool-rules.ts';
import { defaultRules, ruleChoices, ruleNames } from '#core/rules/pool-rules.ts';
import type { PresetName } from '#core/rules/presets.ts';
import { presetOf, presets, usualPresets, withPreset } from '#core/rules/presets.ts';
import type { RuleGroup } from '#core/rules/words.ts';
import { presetWords, ruleGroups, valueWords, wordsOf } from '#core/rules/words.ts';
import { isPostSeason, parseWeekId } from '#core/weeks.ts';
import { CheckRow } from '#web/ui/check-row.tsx';
import { SelectField } from '#web/ui/field.tsx';
import { Segments } from '#web/ui/segments.tsx';
import './rules-fields.css';

/** Why settled rules can't be changed. */
export const SETTLED_TEXT = "Can't change anymore: a game of this pool has locked.";

/** Shown beside fewer best bets than the pool has. */
const FEWER_BETS_TEXT = 'This can be lowered only while the pool has no picks.';

interface RulesFieldsProps {
  readonly rules: PoolRules;
  /** The current rules of the pool; undefined for a new pool. */
  readonly stored?: PoolRules;
  /** Why the rules that are settled after the first lock can't be changed; undefined if they can. */
  readonly settled?: string | undefined;
  /** The weeks that the pool plays, in order; none if they are not known yet. */
  readonly weekIds?: readonly string[];
  /** Rules that are not part of the form. */
  readonly hidden?: readonly RuleName[];
  /** Whether the groups can be folded. On narrow screens they start folded. */
  readonly folds?: boolean;
  /** Called with the rules that were chosen: one, or those of a preset. */
  readonly onChange: (some: Partial<PoolRules>) => void;
}

/** The rules of a pool, in the form of a new pool and in the settings: a preset, and each rule by itself. */
export function RulesFields({ title = 'Rules', ...form }: RulesFieldsProps & { readonly title?: string }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="mb-3">
      <h3 id={id} className="heading mb-2 text-lg">
        {title}
      </h3>
      <Presets {...form} />
      <EachRule {...form} />
    </section>
  );
}

/** Each rule by itself. */
export function EachRule(form: RulesFieldsProps) {
  return (
    <>
      {groups.map((group) => (
        <Group key={group} group={group} {...form} />
      ))}
      <OtherFormats {...form} />
    </>
  );
}

const groups = Object.keys(ruleGroups) as readonly RuleGroup[];
const OWN_RULES = 'own';

/** Sets all rules at once, except the number of entries and the settled ones. 'Own rules' restores the rules that a preset replaced. */
function Presets({ rules, settled, onChange }: RulesFieldsProps) {
  const [replaced, setReplaced] = useState<PoolRules | null>(null);
  const preset = presetOf(rules);
  const shown = preset !== null && usualPresets.includes(preset) ? preset : null;
  const choose = (name: PresetName | typeof OWN_RULES): void => {
    const kept = settled === undefined ? [] : settledRules.map((rule) => [rule, rules[rule]]);
    if (name !== OWN_RULES) onChange({ ...withPreset(name, rules), ...Object.fromEntries(kept) });
    else if (shown !== null && replaced !== null) onChange({ ...replaced, entries: rules.entries });
    if (shown === null) setReplaced(rules);
  };
  // The format is settled, too.
  const closed = settled === undefined ? [] : usualPresets.filter((name) => presets[name].format !== rules.format);
  return (
    <>
      <Segments
        label="Kind of rules"
        value={shown ?? OWN_RULES}
        options={[
          ...usualPresets.map((name) => [name, presetWords[name].label] as const),
          [OWN_RULES, 'Own rules'] as const,
        ]}
        disabled={[...closed, ...(shown !== null && replaced === null ? ([OWN_RULES] as const) : [])]}
        onChange={choose}
      />
      <p className="mb-3 text-sm text-ink-soft">
        {preset === null ? 'As chosen below.' : presetWords[preset].sentence}
        {closed.length > 0 && ' Other formats are out of reach: a game of this pool has locked.'}
      </p>
    </>
  );
}

/** The rules of one group that apply to the format; rarely changed ones are folded. */
function Group({ group, ...form }: RulesFieldsProps & { readonly group: RuleGroup }) {
  const { rules, hidden = [] } = form;
  const shown = ruleNames.filter((rule) => {
    const isOpen = wordsOf(rule).partOf === undefined || closedRule(rule, rules) === null;
    return isOpen && traitsOf(rules).rules.has(rule) && !hidden.includes(rule);
  });
  const all = shown.filter((rule) => wordsOf(rule).group === group);
  if (all.length === 0) return null;
  const rare = all.filter((rule) => wordsOf(rule).rare);
  const fields = (
    <>
      <Fields names={all.filter((rule) => !rare.includes(rule))} {...form} />
      {rare.length > 0 && <Fold title="More rules" names={rare} {...form} />}
    </>
  );
  if (form.folds) {
    return (
      <GroupFold title={ruleGroups[group]} text={summary(all, rules)}>
        {fields}
      </GroupFold>
    );
  }
  return (
    <fieldset className="rule-group">
      <legend className="label text-amber">{ruleGroups[group]}</legend>
      <div>{fields}</div>
    </fieldset>
  );
}

interface GroupFoldProps {
  readonly title: string;
  /** Shown while it is folded. */
  readonly text: string;
  readonly children: ReactNode;
}

function GroupFold({ title, text, children }: GroupFoldProps) {
  const [startsOpen] = useState(() => matchMedia('(min-width: 64rem)').matches);
  return (
    <details open={startsOpen} className="rule-group rule-fold">
      <summary>
        <span className="heading text-lg text-amber">{title}</span>
        <span className="block text-sm text-ink-soft">{text}</span>
      </summary>
      {children}
    </details>
  );
}

/** The rules that apply only to other formats, folded. */
function OtherFormats(form: RulesFieldsProps) {
  const { format } = form.rules;
  const others = ruleNames.filter((rule) => !traits[format].rules.has(rule));
  return (
    <div className="rule-group">
      <Fold title={`Not with ${valueWords('format', format)}`} names={others} {...form} />
    </div>
  );
}

interface FoldProps extends RulesFieldsProps {
  readonly title: string;
  readonly names: readonly RuleName[];
}

/** Rules that are shown on request. */
function Fold({ title, names, ...form }: FoldProps) {
  return (
    <details>
      <summary>
        {title}
        <span className="block text-sm text-ink-soft">{summary(names, form.rules)}</span>
      </summary>
      <Fields names={names} {...form} />
    </details>
  );
}

function Fields({ names, ...form }: Omit<FoldProps, 'title'>) {
  return names.map((rule) => <RuleField key={rule} rule={rule} {...form} />);
}

/** The deadline, which people look for, and the differences from the default rules; otherwise the names of the rules. */
function summary(names: readonly RuleName[], rules: PoolRules): string {
  const changed = names.filter((rule) => rule === 'deadline' || rules[rule] !== defaultRules[rule]);
  if (changed.length === 0) return names.map((rule) => wordsOf(rule).label).join(', ');
  return changed.map((rule) => `${wordsOf(rule).label}: ${valueWords(rule, rules[rule])}`).join(' · ');
}

/** One rule, with the meaning of its current value, and why it or some of its choices can't be chosen. */
function RuleField({
  rule,
  rules,
  stored,
  settled,
  weekIds = [],
  onChange,
}: RulesFieldsProps & { readonly rule: RuleName }) {
  const { label, heading, choice, sentence, partOf } = wordsOf(rule);
  const all: readonly PoolRules[RuleName][] = ruleChoices[rule];
  const choices = all.filter((each) => hasChoice(rules.format, rule, each));
  const value = rules[rule];
  const isSettled = settled !== undefined && settledRules.includes(rule);
  const hasFewerBets = rule === 'bestBets' && stored !== undefined && rules.bestBets < stored.bestBets;
  // The sentence of a rule includes the rules that complete it.
  const meaning = partOf === undefined ? `${sentence(value, rules)}${hasFewerBets ? ` ${FEWER_BETS_TEXT}` : ''}` : '';
  const late = rule === 'buyBackUntil' ? buyBacksTooEarly(rules, weekIds) : null;
  const closed = closedRule(rule, rules) ?? (isSettled ? `${meaning} ${settled}` : null);
  const open = choices.filter(
    (each) => closedChoice(rule, each, rules) === null && (each === value || isOffered(rule, each, weekIds)),
  );
  const fewer = choices.map((each) => closedChoice(rule, each, rules)).find((reason) => reason !== null);
  const field = {
    label,
    note: closed ?? late ?? (fewer ? `${meaning} ${fewer}.` : meaning),
    disabled: closed !== null,
  };
  if (choice === undefined)
    return (
      <>
        {heading && <p className="label pt-2 text-ink-soft">{heading}</p>}
        <CheckRow {...field} checked={value === true} onChange={(on) => onChange({ [rule]: on })} />
      </>
    );
  return (
    <SelectField
      {...field}
      value={String(value)}
      options={inOrder(open).map((each) => [String(each), choice(each)] as const)}
      onChange={(text) => {
        const chosen = open.find((each) => String(each) === text);
        if (chosen !== undefined) onChange({ [rule]: chosen });
      }}
    />
  );
}

/** Whether a choice makes sense with the weeks of the pool: buy-backs end with one of them. */
function isOffered(rule: RuleName, choice: PoolRules[RuleName], weekIds: readonly string[]): boolean {
  if (rule !== 'buyBackUntil' || weekIds.length === 0) return true;
  return weekIds.some((id) => !isPostSeason(id) && parseWeekId(id)?.number === choice);
}

/** Numbers and times of day in their natural order; other choices as they are, the default first. */
function inOrder(choices: readonly PoolRules[RuleName][]): readonly PoolRules[RuleName][] {
  const isNatural = choices.every((each) => typeof each === 'number' || /^\d\d:\d\d$/.test(String(each)));
  return isNatural ? choices.toSorted((a, b) => (a < b ? -1 : 1)) : choices;
}
