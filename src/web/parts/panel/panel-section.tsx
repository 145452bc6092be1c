import type { ReactNode } from 'react';
import { useId, useRef } from 'react';
import { useFocusFallback } from '#web/ui/focus-fallback.ts';
import './panel.css';

interface PanelSectionProps {
  readonly title: string;
  /** Shown beside the title. */
  readonly tools?: ReactNode;
  readonly children: ReactNode;
}

export function PanelSection({ title, tools, children }: PanelSectionProps) {
  const id = useId();
  const section = useRef<HTMLElement>(null);
  useFocusFallback(section);
  return (
    <section ref={section} aria-labelledby={id} className="panel min-w-0 p-4 sm:p-6">
      <div className="mb-3 flex min-h-11 flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 id={id} className="heading text-xl">
          {title}
        </h2>
        {tools}
      </div>
      {children}
    </section>
  );
}
