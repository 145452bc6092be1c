import type { ReactNode } from 'react';
import { useEffect, useRef } from 'react';
import { useLocation } from 'wouter';
import { isWithin, Link, pathOf } from '#web/lib/navigation.tsx';
import './panel.css';

export interface SectionTab {
  readonly to: string;
  readonly text: string;
  /** Shown beside the text, such as a count. */
  readonly note?: ReactNode;
}

interface SectionTabsProps {
  /** The accessible name of the navigation. */
  readonly label: string;
  readonly tabs: readonly SectionTab[];
  /** The address of the tab that is shown, if the tabs differ only in their query strings; by default, the path tells. */
  readonly shown?: string;
}

/** Tabs between the sections of a page, in one row. If it is wider than the page, it scrolls sideways, and fades where there are more. */
export function SectionTabs({ label, tabs, shown }: SectionTabsProps) {
  const strip = useRef<HTMLElement>(null);
  const [path] = useLocation();
  const current = shown ?? currentOf(tabs, path);
  useEffect(() => showCurrent(strip.current, current), [current]);
  useEffect(() => watchEnds(strip.current), []);
  return (
    <nav
      ref={strip}
      aria-label={label}
      onScroll={({ currentTarget }) => markEnds(currentTarget)}
      className="section-tabs mb-5 flex gap-1 overflow-x-auto rounded-lg bg-panel-low p-1"
    >
      {tabs.map(({ to, text, note }) => (
        <Link
          key={to}
          to={to}
          aria-current={to === current ? 'page' : undefined}
          className="grid min-h-11 flex-1 place-items-center rounded-md px-1.5 font-display text-lg font-medium text-ink-soft hover:text-ink aria-[current=page]:bg-panel-high aria-[current=page]:text-ink aria-[current=page]:shadow-[inset_0_-3px_0_var(--amber-fill)]"
        >
          <span className="flex items-center gap-1.5 whitespace-nowrap">
            {text}
            {note}
          </span>
        </Link>
      ))}
    </nav>
  );
}

/** The address of the tab that leads to a path, or nearest above it. */
function currentOf(tabs: readonly SectionTab[], path: string): string | undefined {
  return tabs
    .map(({ to }) => to)
    .filter((to) => isWithin(path, pathOf(to)))
    .toSorted((a, b) => b.length - a.length)[0];
}

/** On phones some tabs may be out of view. Scrolls sideways only: `scrollIntoView` would also move the page. */
function showCurrent(strip: HTMLElement | null, path: string | undefined): void {
  const tab = strip?.querySelector<HTMLElement>(`[href="${path}"]`);
  if (strip && tab) strip.scrollLeft = tab.offsetLeft - strip.offsetLeft - (strip.clientWidth - tab.offsetWidth) / 2;
}

/** Marks the ends again whenever the strip or one of its tabs has another width. */
function watchEnds(strip: HTMLElement | null): (() => void) | undefined {
  if (strip === null) return;
  const resized = new ResizeObserver(() => markEnds(strip));
  for (const element of [strip, ...strip.children]) resized.observe(element);
  return () => resized.disconnect();
}

/** Marks the ends behind which there are more tabs. */
function markEnds(strip: HTMLElement): void {
  const hidden = strip.scrollWidth - strip.clientWidth;
  strip.toggleAttribute('data-more-before', strip.scrollLeft > 1);
  strip.toggleAttribute('data-more-after', strip.scrollLeft < hidden - 1);
}
