import type { ReactNode } from 'react';

interface ScreenProps {
  readonly title: string;
  /** Shown beside the title on wide screens and under it on phones. */
  readonly tools?: ReactNode;
  /** A short line over the title. */
  readonly over?: ReactNode;
  readonly children: ReactNode;
}

/** One screen: its heading, which is also the title of the page, and its content. */
export function Screen({ title, tools, over, children }: ScreenProps) {
  return (
    <>
      <title>{`${title} · Pick'em`}</title>
      <div className="mb-5 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          {over && <p className="label text-amber">{over}</p>}
          <h1 className="heading text-3xl break-words md:text-4xl">{title}</h1>
        </div>
        {tools}
      </div>
      {children}
    </>
  );
}
