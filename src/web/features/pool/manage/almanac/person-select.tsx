import { useState } from 'react';
import type { AlmanacPlanReply } from '#contract/almanac.ts';
import type { Namesakes } from '#core/almanac/namesakes.ts';
import { Button } from '#web/ui/button.tsx';

export type AlmanacPerson = AlmanacPlanReply['people'][number];

/** The most options of all selects of a list together. A longer list renders each select on request. */
const OPTIONS_MAX = 20_000;

/** Whether a list has so many options that its selects are rendered on request. */
export function isLongChoice(rows: number, people: number): boolean {
  return rows * people > OPTIONS_MAX;
}

interface PersonSelectProps {
  readonly label: string;
  /** The text of the choice of nobody. */
  readonly nobody: string;
  /** The id of a person; null for nobody. */
  readonly value: string | null;
  /** Whom it may be, by name. */
  readonly people: readonly AlmanacPerson[];
  /** Those who come first. */
  readonly namesakes: Namesakes<AlmanacPerson>;
  /** Whether the select is rendered on request. */
  readonly isFolded: boolean;
  readonly onChoose: (personId: string | null) => void;
}

/** Chooses who a name is. People of the same or a similar name come first, and are marked. */
export function PersonSelect(props: PersonSelectProps) {
  const { label, nobody, value, people, namesakes, isFolded, onChoose } = props;
  const [isOpen, setOpen] = useState(false);
  if (isFolded && !isOpen) {
    const person = people.find(({ id }) => id === value);
    const text = person === undefined ? nobody : nameOf(person);
    return (
      <Button tone="plain" aria-label={`${label} ${text}`} onClick={() => setOpen(true)}>
        <span className="truncate">{text}</span>
      </Button>
    );
  }
  const { same, near } = namesakes;
  const first = new Set([...same, ...near].map(({ id }) => id));
  return (
    <select
      aria-label={label}
      value={value ?? ''}
      onChange={({ target }) => onChoose(target.value === '' ? null : target.value)}
      className={`min-h-11 w-full min-w-0 truncate panel px-3 ${value === null ? 'text-ink-soft' : ''}`}
    >
      <option value="">{nobody}</option>
      {same.map((person) => (
        <option key={person.id} value={person.id}>{`${nameOf(person)}: same name`}</option>
      ))}
      {near.map((person) => (
        <option key={person.id} value={person.id}>{`${nameOf(person)}: similar name`}</option>
      ))}
      {people.map(
        (person) =>
          !first.has(person.id) && (
            <option key={person.id} value={person.id}>
              {nameOf(person)}
            </option>
          ),
      )}
    </select>
  );
}

function nameOf({ name, hasAccount }: AlmanacPerson): string {
  return hasAccount ? name : `${name} (no account)`;
}
