import { useState } from 'react';
import { counted, listText } from '#core/listed.ts';
import type { MatchedName, NamedPoolEntry } from '#core/sheet/match-names.ts';
import type { NameTarget } from '#core/sheet/plan-import.ts';
import { Button } from '#web/ui/button.tsx';
import { MatchList, MatchRow } from './match-list.tsx';

/** What a name is chosen to be; null until somebody chooses. */
export type ChosenTarget = NameTarget | null;

interface NamesListProps {
  readonly names: readonly MatchedName[];
  /** One for each name. */
  readonly targets: readonly ChosenTarget[];
  readonly entries: readonly NamedPoolEntry[];
  /** Whether the pool takes new players. */
  readonly takesPlayers: boolean;
  readonly onChoose: (name: MatchedName, target: ChosenTarget) => void;
}

/** The names of a file. Those that are not in the pool come first; the others are folded. */
export function NamesList({ names, targets, ...choices }: NamesListProps) {
  const rows = names.map((name, at) => ({ name, target: targets[at] ?? null }));
  const strange = rows.filter(({ name }) => name.entryId === null);
  const known = rows.filter(({ name }) => name.entryId !== null);
  if (names.length === 0) return null;
  return (
    <section aria-label="Names" className="mb-4">
      <h3 className="heading text-lg">Names</h3>
      {strange.length > 0 && (
        <MatchList>
          {strange.map((row) => (
            <NameRow key={keyOf(row.name)} {...row} {...choices} />
          ))}
        </MatchList>
      )}
      {known.length > 0 && (
        <details>
          <summary className="flex min-h-11 items-center text-ink-soft">
            {known.length === 1 ? '1 name is in the pool' : `${known.length} names are in the pool`}
          </summary>
          <MatchList>
            {known.map((row) => (
              <KnownRow key={keyOf(row.name)} {...row} {...choices} />
            ))}
          </MatchList>
        </details>
      )}
    </section>
  );
}

function keyOf({ player, entry }: MatchedName): string {
  return `${player}\n${entry}`;
}

/** A name that is in the pool. Its choice has an option for every entry, and is rendered only on request. */
function KnownRow(props: NameRowProps) {
  const [isChanging, setChanging] = useState(false);
  const { name, entries } = props;
  if (isChanging) return <NameRow {...props} />;
  const entry = entries.find(({ id }) => id === name.entryId);
  return (
    <MatchRow text={textOf(name)} note={`${counted(name.picks, 'pick')} for ${entry?.name}.`}>
      <Button tone="plain" aria-label={`Change ${textOf(name)}`} onClick={() => setChanging(true)}>
        Change
      </Button>
    </MatchRow>
  );
}

interface NameRowProps extends Pick<NamesListProps, 'entries' | 'takesPlayers' | 'onChoose'> {
  readonly name: MatchedName;
  readonly target: ChosenTarget;
}

function NameRow({ name, target, entries, takesPlayers, onChoose }: NameRowProps) {
  const others = entries.filter((entry) => !name.near.includes(entry));
  return (
    <MatchRow text={textOf(name)} note={noteOf(name, takesPlayers)}>
      <select
        aria-label={`Entry for ${textOf(name)}`}
        value={optionOf(target)}
        onChange={({ target: { value } }) => onChoose(name, targetOf(value))}
        className="panel min-h-11 w-full min-w-0 px-3"
      >
        {name.near.length > 0 && <option value="">Choose who this is</option>}
        {name.near.map((entry) => (
          <Entry key={entry.id} entry={entry} />
        ))}
        {takesPlayers && <option value="new">{`New player: ${name.label}`}</option>}
        <option value="out">Leave out</option>
        <optgroup label="Entries of the pool">
          {others.map((entry) => (
            <Entry key={entry.id} entry={entry} />
          ))}
        </optgroup>
      </select>
    </MatchRow>
  );
}

function Entry({ entry: { id, name, ownerName } }: { readonly entry: NamedPoolEntry }) {
  return <option value={`entry ${id}`}>{name === ownerName ? name : `${name} (${ownerName})`}</option>;
}

function textOf({ player, entry }: MatchedName): string {
  return entry === '' || entry === player ? player : `${player}, ${entry}`;
}

function noteOf({ picks, entryId, near, isTeam }: MatchedName, takesPlayers: boolean): string {
  const count = counted(picks, 'pick');
  if (entryId !== null) return count;
  if (isTeam) return `${count}. This is a team. Another layout may read the file better.`;
  return near.length === 0
    ? `${count}. Not in the pool${takesPlayers ? '' : ', which has begun and takes nobody new'}.`
    : `${count}. Not in the pool, but like ${listText(
        near.map(({ name }) => name),
        'or',
      )}.`;
}

function optionOf(target: ChosenTarget): string {
  if (target === null) return '';
  return typeof target === 'string' ? target : `entry ${target.entryId}`;
}

function targetOf(value: string): ChosenTarget {
  if (value === '') return null;
  return value === 'new' || value === 'out' ? value : { entryId: value.slice('entry '.length) };
}
