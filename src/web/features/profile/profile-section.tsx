import type { ReactNode } from 'react';

interface ProfileSectionProps {
  readonly title: string;
  readonly children: ReactNode;
}

export function ProfileSection({ title, children }: ProfileSectionProps) {
  return (
    <section aria-label={title} className="panel mt-5 p-5 sm:p-6">
      <h2 className="heading mb-2 text-xl">{title}</h2>
      {children}
    </section>
  );
}
