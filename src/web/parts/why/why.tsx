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
  /** What holds the scores that can be asked about. */
  readonly area: RefObject<HTMLElement | null>;
  /** What is asked by a tap; by default, what the marks of the element say. */
  readonly questionAt?: (target: Element) => Question | null;
}

/** Answers why a score in an area is what it is: one listener for all of them. */
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

/** A button that asks carries the entry and the week, or that it is about the season. */
export function whyMark(entryId: string, weekId: string | null) {
  return { 'data-why': entryId, 'data-of': weekId ?? '', 'aria-haspopup': 'dialog', title: 'Why?' } as const;
}

function markedQuestion(target: Element): Question | null {
  const { why, of } = target.closest<HTMLElement>('[data-why]')?.dataset ?? {};
  return why ? { entryId: why, weekId: of || null } : null;
}

const WhySheet = lazyPart<WhySheetProps>(async () => (await import('./why-sheet.tsx')).WhySheet);

/** The sheet, loaded when the address asks for it. */
export function WhyAnswer(props: WhySheetProps) {
  const isAsked = useSearchValue('why') !== undefined;
  return isAsked && <WhySheet {...props} />;
}
