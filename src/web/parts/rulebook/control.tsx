import type { KeyboardEvent, ReactNode } from 'react';
import { useId, useState } from 'react';
import { capital } from '#core/listed.ts';
import { closedChoice } from '#core/rules/closed-rules.ts';
import type { PoolRules, RuleName, SaidRules } from '#core/rules/pool-rules.ts';
import { possibleChoices, rulePlaces } from '#core/rules/rulebook.ts';
import { valueWords, wordsOf } from '#core/rules/words.ts';
import { SelectField } from '#web/ui/field.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { ControlPanel } from './control-panel.tsx';
import { NotRules } from './not-rules.tsx';

type Value = PoolRules[RuleName];

interface ControlProps {
  readonly rule: RuleName;
  readonly rules: SaidRules;
  /** The weeks that the pool plays, in order; none if they are not known yet. */
  readonly weekIds: readonly string[];
  /** Whether its sentence has no other value. */
  readonly isOnly: boolean;
  /** Shown below it. */
  readonly note?: string | null;
  readonly onChange: (some: Partial<PoolRules>) => void;
  /** Controls of rules that complete it. */
  readonly children?: ReactNode;
}

/** The most choices that stand side by side; a list has more. */
const MAX_SHOWN = 8;
/** The most numbers that stand side by side; a stepper counts further. */
const MAX_NUMBERS = 4;

/** The control of one rule: its choices side by side, a stepper for numbers, a strip of weeks, or a list. */
export function Control({ rule, rules, weekIds, isOnly, note, onChange, children }: ControlProps) {
  const { label } = wordsOf(rule);
  const possible = inOrder(possibleChoices(rule, rules, weekIds));
  const reason = possible.map((choice) => closedChoice(rule, choice, rules)).find((text) => text !== null);
  const choices: Choices = {
    label,
    value: rules[rule],
    all: possible,
    isClosed: (choice) => closedChoice(rule, choice, rules) !== null,
    textOf: (choice) => capital(valueWords(rule, choice, rules)),
    onChoose: (choice) => onChange({ [rule]: choice }),
  };
  const hint = [reason && `${reason}.`, note].filter(Boolean).join(' ');
  return (
    <ControlPanel label={label} isLabelHidden={isOnly} choices={controlOf(rule, choices)}>
      {hint !== '' && <p className="mt-1.5 text-sm text-ink-soft">{hint}</p>}
      {children}
      <NotRules at={rule} rules={rules} />
    </ControlPanel>
  );
}

interface Choices {
  readonly label: string;
  readonly value: Value;
  readonly all: readonly Value[];
  readonly isClosed: (choice: Value) => boolean;
  readonly textOf: (choice: Value) => string;
  readonly onChoose: (choice: Value) => void;
}

function controlOf(rule: RuleName, choices: Choices) {
  const { all } = choices;
  if (rulePlaces[rule].isWeek) return <Strip {...choices} />;
  const numbers = all.filter((choice) => typeof choice === 'number');
  if (numbers.length === all.length && all.length > MAX_NUMBERS) return <Stepper {...choices} />;
  if (numbers.length > MAX_SHOWN) return <Strip {...choices} />;
  return all.length > MAX_SHOWN ? <List {...choices} /> : <SideBySide {...choices} />;
}

function SideBySide({ value, all, isClosed, textOf, onChoose }: Choices) {
  const longest = Math.max(...all.map((choice) => textOf(choice).length));
  const columns = `repeat(auto-fill, minmax(min(100%, ${longest}ch + 2.25rem), 1fr))`;
  return (
    <div className="rule-choices rule-columns" style={{ gridTemplateColumns: columns }}>
      {all.map((choice) => (
        <button
          key={String(choice)}
          type="button"
          aria-pressed={choice === value}
          disabled={isClosed(choice)}
          onClick={() => onChoose(choice)}
        >
          {textOf(choice)}
        </button>
      ))}
    </div>
  );
}

/** Numbers, of weeks or of games, after the words that they have in common; before them what stands for none of them. */
function Strip({ value, all, isClosed, textOf, onChoose }: Choices) {
  const isNumber = (choice: Value) => typeof choice === 'number' && choice > 0;
  const [first] = all.filter(isNumber);
  const before = first === undefined ? '' : textOf(first).slice(0, textOf(first).indexOf(String(first)));
  const button = (choice: Value) => (
    <button
      key={String(choice)}
      type="button"
      aria-pressed={choice === value}
      aria-label={isNumber(choice) ? textOf(choice) : undefined}
      disabled={isClosed(choice)}
      onClick={() => onChoose(choice)}
    >
      {isNumber(choice) ? choice : textOf(choice)}
    </button>
  );
  return (
    <div className="rule-choices rule-strip">
      {all.filter((choice) => !isNumber(choice)).map(button)}
      {before !== '' && <span aria-hidden="true">{before.trim()}</span>}
      {all.filter(isNumber).map(button)}
    </div>
  );
}

/** A number to type or to count up and down, with what it means beside it. */
function Stepper({ label, value, all, isClosed, textOf, onChoose }: Choices) {
  const id = useId();
  const [typed, setTyped] = useState<string | null>(null);
  /** Also after a number outside of the range was replaced, so that it is plain why. */
  const [wasOutside, setOutside] = useState(false);
  const open = all.filter((choice) => !isClosed(choice)).map(Number);
  const [least, most] = [Math.min(...open), Math.max(...open)];
  const now = Number(value);
  function choose(number: number | undefined): void {
    const choice = all.find((each) => each === number);
    if (choice !== undefined && choice !== value) onChoose(choice);
  }
  const isWrong = typed !== null && numberIn(typed, open) === null;
  function type(text: string): void {
    const number = numberIn(text, open);
    setTyped(text);
    setOutside(text.trim() !== '' && number === null);
    if (number !== null) choose(number);
  }
  /** Takes the nearest number instead of one outside of the range, and keeps the last one if nothing was typed. */
  function finish(): void {
    const number = typed === null || !DIGITS.test(typed.trim()) ? now : Number(typed);
    setTyped(null);
    choose(Math.min(most, Math.max(least, number)));
  }
  const step = (by: -1 | 1) => {
    const next = open[open.indexOf(now) + by];
    const onClick = (): void => {
      setTyped(null);
      setOutside(false);
      choose(next);
    };
    return { 'aria-disabled': next === undefined, onClick };
  };
  const [fewer, more] = [step(-1), step(1)];
  function onKeyDown(event: KeyboardEvent): void {
    const act = { Enter: finish, ArrowDown: fewer.onClick, ArrowUp: more.onClick }[event.key];
    if (act === undefined) return;
    // Enter would send the form.
    event.preventDefault();
    act();
  }
  return (
    <>
      <div className="rule-stepper">
        <button type="button" aria-label={`${label}: fewer`} {...fewer}>
          <Icon name="minus" />
        </button>
        <input
          role="spinbutton"
          inputMode="numeric"
          autoComplete="off"
          maxLength={3}
          aria-label={label}
          aria-valuemin={least}
          aria-valuemax={most}
          aria-valuenow={now}
          aria-valuetext={textOf(value)}
          aria-invalid={isWrong || undefined}
          aria-describedby={wasOutside ? id : undefined}
          value={typed ?? String(now)}
          onFocus={({ target }) => target.select()}
          onChange={({ target }) => type(target.value)}
          onBlur={finish}
          onKeyDown={onKeyDown}
        />
        <button type="button" aria-label={`${label}: more`} {...more}>
          <Icon name="plus" />
        </button>
        <output>{textOf(value)}</output>
      </div>
      <p id={id} role="alert" className="text-sm text-ink-soft not-empty:mt-1.5">
        {wasOutside && `A whole number from ${least} to ${most}.`}
      </p>
    </>
  );
}

const DIGITS = /^\d+$/;

/** A typed number, if it can be chosen. */
function numberIn(text: string, open: readonly number[]): number | null {
  const number = Number(text);
  return DIGITS.test(text.trim()) && open.includes(number) ? number : null;
}

function List({ label, value, all, isClosed, textOf, onChoose }: Choices) {
  const open = all.filter((choice) => !isClosed(choice));
  return (
    <SelectField
      label={label}
      isLabelHidden
      value={String(value)}
      options={open.map((choice) => [String(choice), textOf(choice)] as const)}
      onChange={(text) => {
        const chosen = open.find((choice) => String(choice) === text);
        if (chosen !== undefined) onChoose(chosen);
      }}
    />
  );
}

/** Numbers and times of day in their natural order; other choices as they are, the default first. */
function inOrder(choices: readonly Value[]): readonly Value[] {
  const isNatural = choices.every((each) => typeof each === 'number' || /^\d\d:\d\d$/.test(String(each)));
  return isNatural ? choices.toSorted((a, b) => (a < b ? -1 : 1)) : choices;
}
