import type { RefObject } from 'react';
import { useEffect, useRef } from 'react';
import { lazyPart } from '#web/lib/lazy.tsx';
import { useSearchValue } from '#web/lib/navigation.tsx';
import type { Question } from './question.ts';
import { useAsking } from './question.ts';
import type { WhySheetProps } from './why-sheet.tsx';

interface WhyProps {
  readonly poolId: string;
  /** The week that the screen shows; null for the season. */
  readonly usual: string | null;
  /** The element that contains the scores. */
  readonly area: RefObject<HTMLElement | null>;
  /** The question that a tap asks; by default, the one in the attributes of the element. */
  readonly questionAt?: (target: Element) => Question | null;
}

/** Explains the scores in an area: one listener for all of them. */
export function Why({ poolId, usual, area, questionAt = markedQuestion }: WhyProps) {
  const { ask } = useAsking(usual);
  const latest = useRef({ ask, questionAt });
  useEffect(() => {
    latest.current = { ask, questionAt };
  });
  useEffect(() => {
    const holder = area.current;
    if (holder === null) return;
    const onTap = ({ target }: MouseEvent): void => {
      const asked = target instanceof Element ? latest.current.questionAt(target) : null;
      if (asked) latest.current.ask(asked);
    };
    holder.addEventListener('click', onTap);
    return () => holder.removeEventListener('click', onTap);
  }, [area]);
  return <WhyAnswer poolId={poolId} usual={usual} />;
}

/** The attributes of a button that asks: the entry, and the week or the season. */
export function whyMark(entryId: string, weekId: string | null) {
  return { 'data-why': entryId, 'data-of': weekId ?? '', 'aria-haspopup': 'dialog', title: 'Why?' } as const;
}

function markedQuestion(target: Element): Question | null {
  const { why, of } = target.closest<HTMLElement>('[data-why]')?.dataset ?? {};
  return why ? { entryId: why, weekId: of || null } : null;
}

const WhySheet = lazyPart<WhySheetProps>(async () => (await import('./why-sheet.tsx')).WhySheet);

/** The sheet, loaded when the address asks a question. */
export function WhyAnswer(props: WhySheetProps) {
  const isAsked = useSearchValue('why') !== undefined;
  return isAsked && <WhySheet {...props} />;
}
