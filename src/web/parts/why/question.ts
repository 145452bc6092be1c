import { useSearch } from 'wouter';
import { useNavigate } from '#web/lib/navigation.tsx';

/** Marks a history entry of a sheet that was opened on its screen: the entry before it is the screen without the sheet. */
export const OPENED_HERE = 'why';

/** A question: why an entry has the score of a week, optionally at one of its games, or its total and place. */
export interface Question {
  readonly entryId: string;
  /** Null for the season. */
  readonly weekId: string | null;
  readonly gid?: string | undefined;
}

/** Used in place of a week in the address. */
const SEASON = 'season';

interface Asking {
  /** The question in the address; null if there is none. */
  readonly question: Question | null;
  readonly ask: (question: Question) => void;
  readonly close: () => void;
}

/**
 * The question in the address: `?why=ENTRY`, with `of=WEEK` or `of=season` if that differs from what the screen shows. So the sheet can be
 * shared, and Back closes it.
 * @param usual the week that the screen shows; null for the season
 */
export function useAsking(usual: string | null): Asking {
  const search = new URLSearchParams(useSearch());
  const go = useNavigate();
  const entryId = search.get('why');
  const of = search.get('of') ?? usual;
  const weekId = of === SEASON ? null : of;
  return {
    question: entryId ? { entryId, weekId, gid: search.get('game') ?? undefined } : null,
    ask: (question) => {
      const isOpen = new URLSearchParams(location.search).has('why');
      go(addressOf(question, usual), { replace: isOpen, state: isOpen ? history.state : OPENED_HERE });
    },
    close: () => (history.state === OPENED_HERE ? history.back() : go(addressOf(null, usual), { replace: true })),
  };
}

/** The address of the screen with a question, or without. */
function addressOf(question: Question | null, usual: string | null): string {
  const search = new URLSearchParams(location.search);
  for (const name of ['why', 'of', 'game']) search.delete(name);
  if (question) {
    search.set('why', question.entryId);
    if (question.weekId !== usual) search.set('of', question.weekId ?? SEASON);
    if (question.gid) search.set('game', question.gid);
  }
  const text = search.toString();
  return text === '' ? location.pathname : `${location.pathname}?${text}`;
}
