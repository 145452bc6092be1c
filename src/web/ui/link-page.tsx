import type { ReactNode } from 'react';
import { useRef } from 'react';
import { BuildTime } from './build-time.tsx';
import { useFocusFallback } from './focus-fallback.ts';
import { ThemeToggle } from './theme-toggle.tsx';

interface LinkPageProps {
  readonly title: string;
  readonly children: ReactNode;
}

/** A page that a mailed link leads to. */
export function LinkPage({ title, children }: LinkPageProps) {
  const page = useRef<HTMLElement>(null);
  useFocusFallback(page);
  return (
    <main ref={page} className="relative flex min-h-dvh flex-col items-center px-4 py-8">
      <title>{`${title} · Pick'em`}</title>
      <img src="/assets/g/logo-1.svg" alt="" width={88} height={88} className="size-22 drop-shadow-xl" />
      <div className="panel mt-5 w-full max-w-[26rem] p-5 sm:p-6">
        <h1 className="heading mb-5 text-3xl">{title}</h1>
        {children}
      </div>
      <div className="absolute top-3 right-4">
        <ThemeToggle />
      </div>
      <BuildTime className="absolute right-4 bottom-0 py-2" />
    </main>
  );
}
