import type { ReactNode } from 'react';
import { useRef } from 'react';
import { useFocusFallback } from '#web/ui/focus-fallback.ts';

interface ProfileSectionProps {
  readonly title: string;
  readonly children: ReactNode;
}

export function ProfileSection({ title, children }: ProfileSectionProps) {
  const section = useRef<HTMLElement>(null);
  useFocusFallback(section);
  return (
    <section ref={section} aria-label={title} className="panel mt-5 p-5 sm:p-6">
      <h2 className="heading mb-2 text-xl">{title}</h2>
      {children}
    </section>
  );
}
