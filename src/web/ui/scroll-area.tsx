import type { HTMLAttributes, RefObject } from 'react';

interface ScrollAreaProps extends HTMLAttributes<HTMLElement> {
  readonly 'aria-label': string;
  readonly ref?: RefObject<HTMLDivElement | null>;
}

/** Can be focused, so that keys scroll it (WCAG 2.1.1). */
export function ScrollArea({ role = 'region', ...props }: ScrollAreaProps) {
  return <div role={role} tabIndex={0} {...props} />;
}
