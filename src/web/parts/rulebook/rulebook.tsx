import type { ReactNode } from 'react';
import { useEffect, useId, useRef, useState } from 'react';
import { counted } from '#core/listed.ts';
import { closedRule } from '#core/rules/closed-rules.ts';
import type { PoolRules, RuleName } from '#core/rules/pool-rules.ts';
import { ruleNames } from '#core/rules/pool-rules.ts';
import { usualValue } from '#core/rules/presets.ts';
import type { CardRows, RuleCard, RulePart, RuleRow } from '#core/rules/rulebook.ts';
import { isSaidByOthers, isUsual, rulebookOf, ruleCards, rulesIn } from '#core/rules/rulebook.ts';
import { givenTexts, usualText } from '#core/rules/sentences.ts';
import { ruleText, wordsOf } from '#core/rules/words.ts';
import { CheckRow } from '#web/ui/check-row.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { AddRule } from './add-rule.tsx';
import { Control } from './control.tsx';
import type { MoreRow } from './rule-search.ts';
import './rulebook.css';
import { useSteadyValues } from './use-steady.ts';

/** Shown beside fewer best bets than the pool has. */
const FEWER_BETS_TEXT = 'This can be lowered only while the pool has no picks.';
/** Shown below the deadlines. */
const LONDON_TEXT = "Sunday's first game may be in London, in the morning.";

type Heading = 'h2' | 'h3' | 'h4';

interface Settled {
  readonly rules: readonly RuleName[];
  readonly text: string;
}

/** The rule whose control is open, and what opens another one, or none. */
type Opening = readonly [open: RuleName | null, onOpen: (rule: RuleName | null) => void];

interface RulebookProps {
  /** The level of the headings of its cards. */
  readonly heading?: Heading;
  readonly rules: PoolRules;
  /** The current rules of the pool; undefined for a new pool. */
  readonly stored?: PoolRules;
  /** The rules that can't be changed, and why, after their number; undefined if all can. */
  readonly settled?: Settled | undefined;
  /** The weeks that the pool plays, in order; none if they are not known yet. */
  readonly weekIds?: readonly string[];
  /** What stands below the row of a rule or, where it can be changed, below its control. */
  readonly notes?: ReadonlyMap<RuleName, string>;
  /** Rules that are not part of it. */
  readonly hidden?: readonly RuleName[];
  /** The rows of the card Money. */
  readonly money?: ReactNode;
  /** What can be added besides rules. */
  readonly more?: readonly MoreRow[];
  /** The rule whose control is open, if the page keeps it: one with other panels opens one at a time. */
  readonly opening?: Opening;
  /** Called with what was chosen; the rulebook can only be read without it. */
  readonly onChange?: (some: Partial<PoolRules>) => void;
}

/** The rules of a pool as sentences on cards. Where they can be changed, each value opens its control in place. */
export function Rulebook({ onChange, ...book }: RulebookProps) {
  const rules = rulesIn(book.weekIds ?? [], book.rules);
  return onChange === undefined ? (
    <Read {...book} rules={rules} />
  ) : (
    <Edit {...book} rules={rules} onChange={onChange} />
  );
}

function Read({ rules, notes = noNotes, money, heading = 'h3' }: RulebookProps) {
  return (
    <div className="rulebook">
      {rulebookOf(rules, new Set(notes.keys())).map(({ card, shown, usual }) => {
        const folded = usual.filter((row) => !isSaidByOthers(row, rules));
        return (
          <Card key={card} heading={heading} title={ruleCards[card]}>
            <Rows {...givensOf(card, rules)} rows={shown.filter(({ head }) => closedRule(head, rules) === null)}>
              {(row) => (
                <>
                  <Sentence parts={row.parts} rules={rules} />
                  {notes.has(row.head) && <p className="text-ink-soft">{notes.get(row.head)}</p>}
                </>
              )}
            </Rows>
            <Fold text={usualText(rules, folded)} action="Details" rows={folded}>
              {(row) => <Sentence parts={row.parts} rules={rules} />}
            </Fold>
          </Card>
        );
      })}
      <Card heading={heading} title="Money">
        {money}
      </Card>
    </div>
  );
}

const noNotes: ReadonlyMap<RuleName, string> = new Map();

function Edit(book: RulebookProps & Required<Pick<RulebookProps, 'onChange'>>) {
  const { rules, stored, settled, weekIds = [], notes = noNotes, hidden = [], money, more = [] } = book;
  const { heading = 'h3', opening, onChange } = book;
  const [kept, setKept] = useState<ReadonlySet<RuleName>>(new Set());
  const own = useState<RuleName | null>(null);
  const [open, setOpen] = opening ?? own;
  /** Rows that were opened in a fold: they stay there until it closes. */
  const [inFold, setInFold] = useState<ReadonlySet<RuleName>>(new Set());
  const isSettled = (row: RuleRow) => settled?.rules.includes(row.head) ?? false;
  const cards = rulebookOf(rules, kept).map(({ card, shown, usual }) => {
    const all = without([...shown, ...usual], hidden);
    const isFolded = (row: RuleRow) => inFold.has(row.head) || usual.includes(row);
    return {
      card,
      settled: all.filter(isSettled),
      shown: all.filter((row) => !isSettled(row) && !isFolded(row)),
      usual: inOrder(all.filter((row) => !isSettled(row) && isFolded(row))),
    };
  });
  const fixed = cards.flatMap((card) => card.settled);
  const usual = cards.flatMap((card) => card.usual);
  const shownRows = cards.flatMap((card) => card.shown);
  const shownHeads = shownRows.map(({ head }) => head);
  const root = useRef<HTMLDivElement>(null);
  const steady = useSteadyValues();
  const [sought, setSought] = useState<{ readonly rule: RuleName } | null>(null);
  useEffect(() => {
    if (sought !== null) root.current?.querySelector<HTMLElement>(`[data-rule="${sought.rule}"]`)?.focus();
  }, [sought]);
  /** Opens a rule, or closes the open one. The row of one that was opened stays, whatever is chosen. */
  function show(rule: RuleName | null): void {
    if (rule !== null) setKept(new Set([...kept, rule]));
    setOpen(rule);
  }
  function find(rule: RuleName): void {
    setInFold(new Set([...inFold].filter((each) => each !== rule)));
    show(rule);
    setSought({ rule });
  }
  const noteOf = (rule: RuleName) => {
    if (rule === 'bestBets' && stored !== undefined && rules.bestBets < stored.bestBets) return FEWER_BETS_TEXT;
    return notes.get(rule) ?? (rule === 'deadline' ? LONDON_TEXT : null);
  };
  const change = { rules, weekIds, onChange };
  const editable = (row: RuleRow, onOpen: (rule: RuleName | null) => void) =>
    isSwitch(row.head) ? (
      <Switch rule={row.head} {...change} />
    ) : (
      <>
        <Sentence parts={row.parts} rules={rules} open={open} onOpen={onOpen} />
        {open !== null && row.rules.includes(open) && <Controls row={row} open={open} noteOf={noteOf} {...change} />}
      </>
    );
  function openInFold(row: RuleRow, rule: RuleName | null): void {
    setInFold(new Set([...inFold, row.head]));
    show(rule);
  }
  /** What was changed in the fold stays in sight. */
  function closeFold(rows: readonly RuleRow[]): void {
    const heads = rows.map(({ head }) => head);
    setInFold(new Set([...inFold].filter((rule) => !heads.includes(rule))));
    setKept(new Set([...kept].filter((rule) => !rows.some((row) => row.rules.includes(rule) && isUsual(row, rules)))));
    if (rows.some((row) => row.rules.some((rule) => rule === open))) setOpen(null);
  }
  return (
    <div ref={root} className="rulebook" {...steady}>
      {cards.filter(hasRows).map((each) => (
        <Card key={each.card} heading={heading} title={ruleCards[each.card]}>
          <Rows {...givensOf(each.card, rules)} rows={each.shown}>
            {(row) => editable(row, show)}
          </Rows>
          <Fold
            text={usualText(rules, each.usual)}
            action="Change"
            rows={each.usual}
            onClose={() => closeFold(each.usual)}
          >
            {(row) => editable(row, (rule) => openInFold(row, rule))}
          </Fold>
        </Card>
      ))}
      <Card heading={heading} title="Money">
        {money}
      </Card>
      <AddRule
        book={{
          rules,
          shown: shownRows.filter(({ head }) => !isSwitch(head)),
          boxes: shownHeads.filter(isSwitch),
          usual,
          hidden: [...hidden, ...(settled?.rules ?? [])],
          more,
        }}
        onFind={find}
      />
      {settled !== undefined && fixed.length > 0 && (
        <details className="rule-settled">
          <summary>
            {counted(fixed.length, 'rule')} {settled.text}
          </summary>
          <Rows rows={fixed}>{(row) => <Sentence parts={row.parts} rules={rules} />}</Rows>
        </details>
      )}
    </div>
  );
}

function hasRows({ shown, usual }: CardRows): boolean {
  return shown.length + usual.length > 0;
}

function inOrder(rows: readonly RuleRow[]): RuleRow[] {
  return rows.toSorted((a, b) => ruleNames.indexOf(a.head) - ruleNames.indexOf(b.head));
}

/** The specification names these as switches with their labels. */
function isSwitch(rule: RuleName): rule is 'useSpread' | 'roundSpread' {
  return rule === 'useSpread' || rule === 'roundSpread';
}

function without(rows: readonly RuleRow[], hidden: readonly RuleName[]): RuleRow[] {
  return rows.filter(({ head }) => !hidden.includes(head));
}

interface CardProps {
  readonly heading: Heading;
  readonly title: string;
  readonly children: ReactNode;
}

/** A group, since a page can have the rules of the pool and others beside them. Without content there is no card. */
function Card({ heading: Title, title, children }: CardProps) {
  const id = useId();
  if (!children) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has no heading
    <div role="group" aria-labelledby={id} className="rule-card">
      <Title id={id} className="heading text-lg text-amber">
        {title}
      </Title>
      {children}
    </div>
  );
}

/** What the lock makes visible follows from when that is. */
function givensOf(card: RuleCard, rules: PoolRules): Pick<RowsProps, 'given' | 'last'> {
  const texts = givenTexts(card, rules);
  return card === 'lock' ? { last: texts } : { given: texts };
}

interface RowsProps {
  /** Sentences that no rule changes, above the others. */
  readonly given?: readonly string[];
  /** Those below the others. */
  readonly last?: readonly string[];
  readonly rows: readonly RuleRow[];
  readonly children: (row: RuleRow) => ReactNode;
}

function Rows({ given = [], last = [], rows, children }: RowsProps) {
  if (given.length + last.length + rows.length === 0) return null;
  return (
    <ul>
      {given.map((text) => (
        <li key={text}>{text}</li>
      ))}
      {rows.map((row) => (
        <li key={row.head}>{children(row)}</li>
      ))}
      {last.map((text) => (
        <li key={text} className="text-sm text-ink-soft">
          {text}
        </li>
      ))}
    </ul>
  );
}

interface FoldProps extends RowsProps {
  /** What its rows say, in a few words. */
  readonly text: string;
  readonly action: 'Change' | 'Details';
  readonly onClose?: () => void;
}

/** Rows at their defaults, under one line that says them. */
function Fold({ text, action, rows, onClose, children }: FoldProps) {
  if (rows.length === 0) return null;
  return (
    <details className="rule-fold" onToggle={(event) => !event.currentTarget.open && onClose?.()}>
      <summary>
        {/* No line begins with a dot. */}
        <span>Standard{text !== '' && <span>: {text.replaceAll(' ·', '\u00a0·')}</span>}</span>
        <span>
          {action}
          <Icon name="chevronDown" />
        </span>
      </summary>
      <Rows rows={rows}>{children}</Rows>
    </details>
  );
}

/** Marks after a value, which begin no line. */
const MARKS = /^[.,;:]+/;

interface SentenceProps {
  readonly parts: readonly RulePart[];
  readonly rules: PoolRules;
  /** The rule whose control is open. */
  readonly open?: RuleName | null;
  /** Opens a rule, or closes the open one; its values can't be chosen without it. */
  readonly onOpen?: (rule: RuleName | null) => void;
}

/** The sentence of a row, in which the values stand out. */
function Sentence({ parts, rules, open, onOpen }: SentenceProps) {
  return (
    <p className="rule-sentence">
      {parts.map(({ text, rule }, at) => {
        const key = rule ?? `text ${at}`;
        const isAfterValue = parts[at - 1]?.rule != null;
        if (rule === null) return <span key={key}>{isAfterValue ? text.replace(MARKS, '') : text}</span>;
        const isOwn = rules[rule] !== usualValue(rule, rules) || undefined;
        const marks = MARKS.exec(parts[at + 1]?.text ?? '')?.[0];
        if (onOpen === undefined)
          return (
            <span key={key}>
              <strong data-own={isOwn}>{text}</strong>
              {marks}
            </span>
          );
        return (
          <span key={key} className="rule-value">
            <button
              type="button"
              data-rule={rule}
              data-own={isOwn}
              aria-expanded={rule === open}
              aria-label={`${wordsOf(rule).label}: ${text}`}
              onClick={() => onOpen(rule === open ? null : rule)}
            >
              {text}
            </button>
            {marks}
          </span>
        );
      })}
    </p>
  );
}

interface ChangeProps {
  readonly rules: PoolRules;
  readonly weekIds: readonly string[];
  readonly onChange: (some: Partial<PoolRules>) => void;
}

interface ControlsProps extends ChangeProps {
  readonly row: RuleRow;
  readonly open: RuleName;
  readonly noteOf: (rule: RuleName) => string | null;
}

/** The control of a rule; below that of the head, those of rules that complete it and have no value in the sentence. */
function Controls({ row, open, noteOf, ...change }: ControlsProps) {
  const named = new Set(row.parts.flatMap(({ rule }) => rule ?? []));
  const others = open === row.head ? row.rules.filter((rule) => rule !== open && !named.has(rule)) : [];
  return (
    <Control rule={open} isOnly={named.size === 1} note={noteOf(open)} {...change}>
      {others.map((rule) => (
        <CheckRow
          key={rule}
          label={wordsOf(rule).label}
          checked={change.rules[rule] === true}
          onChange={(on) => change.onChange({ [rule]: on })}
        />
      ))}
    </Control>
  );
}

function Switch({ rule, rules, onChange }: ChangeProps & { readonly rule: 'useSpread' | 'roundSpread' }) {
  const reason = closedRule(rule, rules);
  return (
    <CheckRow
      label={wordsOf(rule).label}
      note={reason === null ? ruleText(rule, rules) : `${reason}.`}
      disabled={reason !== null}
      checked={rules[rule]}
      onChange={(on) => onChange({ [rule]: on })}
    />
  );
}
