import { useState } from 'react';
import type { Namesakes } from '#core/almanac/namesakes.ts';
import { listedNames, listText } from '#core/listed.ts';
import { Button } from '#web/ui/button.tsx';
import type { AlmanacPerson } from './plan-people.ts';

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

/** Chooses who a name is. People of the same or a similar name come first, and are named while nobody is chosen. */
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
  const groups = [
    ['Same name', same],
    ['Similar name', near],
    ['Everybody else', people.filter(({ id }) => !first.has(id))],
  ] as const;
  return (
    <span className="grid min-w-0">
      <select
        aria-label={label}
        value={value ?? ''}
        onChange={({ target }) => onChoose(target.value === '' ? null : target.value)}
        className={`panel min-h-11 w-full min-w-0 truncate px-3 ${value === null ? 'text-ink-soft' : ''}`}
      >
        <option value="">{nobody}</option>
        {groups.map(
          ([text, group]) =>
            group.length > 0 && (
              <optgroup key={text} label={text}>
                {group.map((person) => (
                  <option key={person.id} value={person.id}>
                    {nameOf(person)}
                  </option>
                ))}
              </optgroup>
            ),
        )}
      </select>
      {value === null && first.size > 0 && (
        <span className="mt-0.5 text-sm break-words text-amber">{maybeText(namesakes)}</span>
      )}
    </span>
  );
}

/** Whom a name may be: `Same name: Ann Miller (no account)` */
function maybeText({ same, near }: Namesakes<AlmanacPerson>): string {
  return same.length > 0
    ? `Same name: ${listedNames(same.map(nameOf))}`
    : `Like ${listText(near.slice(0, 3).map(nameOf), 'or')}`;
}

function nameOf({ name, hasAccount }: AlmanacPerson): string {
  return hasAccount ? name : `${name} (no account)`;
}
