import { useDeferredValue, useMemo, useState } from 'react';
import { nameContains } from '#core/names.ts';
import { SearchField } from '#web/ui/search-field.tsx';

/** From how many entries on members are searched for. */
const SEARCHED_FROM = 12;

interface Member {
  readonly id: string;
  readonly name: string;
}

/** What a search shows of a list. */
interface Found<R extends Member> {
  readonly shown: readonly R[];
  /** How many rows have the text in their name. */
  readonly count: number;
}

/** The rows with a text in their name. The kept row, which is pinned, is shown whether it has it or not. */
export function searchRows<R extends Member>(rows: readonly R[], text: string, keptId: string | undefined): Found<R> {
  const isFound = new Set(rows.filter(({ name }) => nameContains(name, text)));
  return { shown: rows.filter((row) => isFound.has(row) || row.id === keptId), count: isFound.size };
}

interface MemberSearch<R extends Member> extends Found<R> {
  readonly rows: readonly R[];
  readonly text: string;
  readonly setText: (text: string) => void;
}

/** A search for members in a list; typing does not wait for long lists. */
export function useMemberSearch<R extends Member>(rows: readonly R[], keptId: string | undefined): MemberSearch<R> {
  const [text, setText] = useState('');
  const wanted = useDeferredValue(text);
  const found = useMemo(() => searchRows(rows, wanted, keptId), [rows, wanted, keptId]);
  return { ...found, rows, text, setText };
}

interface SearchProps {
  readonly search: MemberSearch<Member>;
}

/** The field, where there are enough entries. */
export function MemberSearchField({ search: { rows, text, setText } }: SearchProps) {
  return rows.length >= SEARCHED_FROM && <SearchField label="Find a member" value={text} onChange={setText} />;
}

/** Below the list: that nobody was found. Screen readers also hear how many were. */
export function FoundNote({ search: { rows, text, count } }: SearchProps) {
  const isNobody = text !== '' && count === 0;
  return (
    <p role="status" className={isNobody ? 'p-6 text-center text-ink-soft' : 'sr-only'}>
      {isNobody ? 'Nobody found' : text !== '' && `${count} of ${rows.length}`}
    </p>
  );
}
