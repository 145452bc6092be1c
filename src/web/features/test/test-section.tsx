import type { ReactNode } from 'react';

interface TestSectionProps {
  readonly title: string;
  /** What can be tried here. */
  readonly hint: string;
  readonly children: ReactNode;
}

export function TestSection({ title, hint, children }: TestSectionProps) {
  return (
    <section className="panel p-5 sm:p-6">
      <h2 className="heading text-xl">{title}</h2>
      <p className="mt-1 mb-4 text-sm text-ink-soft">{hint}</p>
      {children}
    </section>
  );
}
