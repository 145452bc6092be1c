import { useCallback, useDeferredValue, useMemo, useState } from 'react';
import { nameContains } from '#core/names.ts';
import { SearchField } from '#web/ui/search-field.tsx';

/** From how many entries on members are searched for. */
const SEARCHED_FROM = 12;

interface Member {
  readonly id: string;
  readonly name: string;
}

interface MemberSearch<R extends Member> {
  readonly rows: readonly R[];
  /** Those with the text in their name. */
  readonly shown: readonly R[];
  /** The same of other rows. */
  readonly find: <T extends Member>(others: readonly T[]) => readonly T[];
  readonly text: string;
  readonly setText: (text: string) => void;
}

/** A search for members in a list; typing does not wait for long lists. */
export function useMemberSearch<R extends Member>(rows: readonly R[]): MemberSearch<R> {
  const [text, setText] = useState('');
  const wanted = useDeferredValue(text);
  const find = useCallback(
    <T extends Member>(others: readonly T[]) => others.filter(({ name }) => nameContains(name, wanted)),
    [wanted],
  );
  const shown = useMemo(() => find(rows), [rows, find]);
  return { rows, shown, find, text, setText };
}

interface SearchProps {
  readonly search: MemberSearch<Member>;
}

/** The field, where there are enough entries. */
export function MemberSearchField({ search: { rows, text, setText } }: SearchProps) {
  return rows.length >= SEARCHED_FROM && <SearchField label="Find a member" value={text} onChange={setText} />;
}

/** Below the list: that nobody was found. Screen readers also hear how many were. */
export function FoundNote({ search: { rows, shown, text } }: SearchProps) {
  const isNobody = text !== '' && shown.length === 0;
  return (
    <p role="status" className={isNobody ? 'p-6 text-center text-ink-soft' : 'sr-only'}>
      {isNobody ? 'Nobody found' : text !== '' && `${shown.length} of ${rows.length}`}
    </p>
  );
}
